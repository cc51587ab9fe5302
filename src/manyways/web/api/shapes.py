"""What goes in and comes out of our own API, as its description tells it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

__all__ = [
    "Candidate",
    "Certificate",
    "Completed",
    "ListIn",
    "SentenceOut",
    "ShortText",
    "Strict",
    "Text",
    "TranslateRequest",
    "Translated",
    "TranslatedText",
    "described",
]

# JSON can write halves of characters, which no text has.
Text = Annotated[str, StringConstraints(max_length=1_000_000, pattern=r"^[^\x00]*$")]
ShortText = Annotated[str, StringConstraints(max_length=100, pattern=r"^[^\x00-\x1f]*$")]


class Strict(BaseModel):
    """A request with a name that does not exist is an error, not an option that has no effect."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class TranslateRequest(Strict):
    """Texts to translate, and what is wanted of each of their sentences."""

    q: Text | Annotated[list[Text], Field(max_length=10_000)] = Field(description="A text, or several.")
    model: ShortText | None = Field(None, description="The name of a model; else the languages decide.")
    source: ShortText = Field("", description="The language of the texts, e.g. de.")
    target: ShortText = Field("", description="The language to translate into.")
    n: int = Field(1, ge=1, le=50, description="How many translations of each sentence.")
    diverse: float = Field(
        0.02, ge=0, le=100, description="What it costs a translation to share words with another; 0: nothing."
    )
    nbest: bool = Field(False, description="The best by score, however alike: the same as diverse 0.")
    mbr: bool = Field(False, description="The consensus translation first.")
    exact: bool = Field(False, description="The model's best first, with a certificate.")
    alignment: bool = Field(False, description="Which characters belong together.")
    features: bool = Field(False, description="The model's features of each.")
    prefix: Text | None = Field(None, description="What the translation begins with; of one sentence.")
    glossary: Text = Field("", description="Lines of term, tab, translation.")
    stream: bool = Field(False, description="A line of JSON for each sentence, as soon as it is there.")


class Candidate(BaseModel):
    """A translation. quality: expected chrF against the model's other good ones, 0 to 100."""

    text: str
    score: float | None
    quality: float | None
    flags: list[str] = []
    alignment: list[tuple[tuple[int, int], tuple[int, int]]] | None = None
    features: dict[str, float | list[float]] | None = None


class Certificate(BaseModel):
    """What is proved of the first candidate. optimal: nothing scores more under the model."""

    status: str
    optimal: bool
    lower: float | None
    upper: float | None
    seconds: float


class Completed(BaseModel):
    """A translation that begins as typed. status: exact, or nearest with so many edits."""

    text: str
    rest: str
    status: Literal["exact", "nearest", "none"]
    edits: int


class SentenceOut(BaseModel):
    """A sentence. text, sentence: its place. before, after: the white space around it."""

    text: int
    sentence: int
    source: str
    before: str
    after: str
    candidates: list[Candidate]
    certificate: Certificate | None = None
    completion: Completed | None = None


class TranslatedText(BaseModel):
    """One of the texts: its sentences, and the best of each joined as they stood."""

    text: str
    sentences: list[SentenceOut]


class Translated(BaseModel):
    model: str
    source: str
    target: str
    results: list[TranslatedText]


class CandidateIn(Strict):
    text: Text
    system: ShortText = ""
    score: float | None = None
    features: dict[str, float] = {}


class ListIn(Strict):
    """The candidates of one sentence, from any system."""

    id: ShortText | None = None
    source: Text | None = None
    references: Annotated[list[Text], Field(max_length=20)] = []
    candidates: Annotated[list[CandidateIn | Text], Field(min_length=1, max_length=5000)]


def described(model: type[BaseModel]) -> dict[str, Any]:
    """A JSON line of a stream, for the description."""
    return {"application/x-ndjson": {"schema": model.model_json_schema()}}
