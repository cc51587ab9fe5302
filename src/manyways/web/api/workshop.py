"""`/v1/choose`, `diversify`, `combine`, `score` and `check`; and `/v1/rerank` in Cohere's shape."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Annotated, Any
from uuid import uuid4

from pydantic import BaseModel, ConfigDict, Field

from manyways.candidates import Candidate, CandidateLists, Sentence, from_sentences
from manyways.candidates.check import check_lists
from manyways.errors import InputError
from manyways.metrics.evaluation import MetricName, evaluate, make_metrics
from manyways.web.api.shapes import ListIn, ShortText, Strict, Text
from manyways.web.gate import Role, Routes, SiteHere
from manyways.web.workshop import Method, texts_as_lists

__all__ = ["cohere", "routes"]

routes = Routes("v1")
cohere = Routes("rerank", errors="cohere")
Lists = Annotated[list[ListIn], Field(min_length=1, max_length=10_000)]
MOST = 100_000  # candidates of one request


class ChooseRequest(Strict):
    """by: score, mbr, mbr:bleu+chrf, or a feature's name; left out: what the server was started with."""

    lists: Lists
    by: ShortText | None = None


class Chosen(BaseModel):
    """order: places in the list, the best first, with a score each."""

    id: str
    text: str
    index: int
    order: list[int]
    scores: list[float | None]
    reason: str


class ChosenAll(BaseModel):
    results: list[Chosen]


class DiversifyRequest(Strict):
    lists: Lists
    size: int = Field(5, ge=1, le=1000)
    strength: float = Field(0.4, ge=0, le=1000)


class Few(BaseModel):
    id: str
    indices: list[int]
    texts: list[str]


class FewAll(BaseModel):
    results: list[Few]


class CombineRequest(Strict):
    """how: one of the methods with weights that were not trained; left out: the server's combiner."""

    lists: Lists
    how: Method | None = None


class WordOut(BaseModel):
    word: str
    origin: str
    agreed: list[str]


class Combined(BaseModel):
    id: str
    text: str
    words: list[WordOut]


class CombinedAll(BaseModel):
    results: list[Combined]


class ScoreRequest(Strict):
    """references: one list of texts per set, as many as there are hypotheses."""

    hypotheses: Annotated[list[Text], Field(min_length=1, max_length=100_000)]
    references: Annotated[list[list[Text]], Field(min_length=1, max_length=20)]
    metrics: Annotated[list[MetricName], Field(min_length=1, max_length=4)] = Field(default=["bleu", "chrf"])


class ScoreOut(BaseModel):
    value: float
    low: float | None
    high: float | None
    signature: str


class Scores(BaseModel):
    scores: dict[str, ScoreOut]


class CheckRequest(Strict):
    lists: Lists


class FindingOut(BaseModel):
    kind: str
    severity: str
    message: str
    count: int
    remedy: str


class Checked(BaseModel):
    sentences: int
    candidates: int
    findings: list[FindingOut]


class RerankRequest(BaseModel):
    """Translations of a text, to be ranked. What other servers know besides is allowed and not used."""

    model_config = ConfigDict(extra="ignore")
    query: Text
    documents: Annotated[list[Text | dict[str, Any]], Field(min_length=1, max_length=1000)]
    top_n: int | None = Field(None, ge=1)
    model: str = ""
    return_documents: bool = False


class Ranked(BaseModel):
    index: int
    relevance_score: float
    document: dict[str, str] | None = None


class RankedAll(BaseModel):
    id: str
    results: list[Ranked]
    meta: dict[str, Any]


@routes.post("/v1/choose", role=Role.USER, response_model=ChosenAll)
async def choose(site: SiteHere, wanted: ChooseRequest) -> ChosenAll:
    """The best candidate of each list, and why."""
    lists = await site.engine.run(_lists, wanted.lists)
    picked = await site.engine.run(site.workshop.chosen, lists, wanted.by)
    found = []
    for number, each in enumerate(picked):
        first = int(lists.sentence_offsets[number])
        chosen = Chosen(
            id=lists.ids[number],
            text=lists.texts[first + each.order[0]],
            index=each.order[0],
            order=each.order,
            scores=each.scores,
            reason=each.reason,
        )
        found.append(chosen)
    return ChosenAll(results=found)


@routes.post("/v1/diversify", role=Role.USER, response_model=FewAll)
async def diversify(site: SiteHere, wanted: DiversifyRequest) -> FewAll:
    """A few candidates of each list that are good and differ."""
    lists = await site.engine.run(_lists, wanted.lists)
    picked = await site.engine.run(site.workshop.diverse, lists, wanted.size, wanted.strength)
    starts = lists.sentence_offsets.tolist()
    return FewAll(
        results=[
            Few(id=lists.ids[n], indices=rows, texts=[lists.texts[starts[n] + row] for row in rows])
            for n, rows in enumerate(picked)
        ]
    )


@routes.post("/v1/combine", role=Role.USER, response_model=CombinedAll)
async def combine(site: SiteHere, wanted: CombineRequest) -> CombinedAll:
    """A new sentence out of each list, and whose every word is."""
    lists = await site.engine.run(_lists, wanted.lists)
    found = await site.engine.run(site.workshop.combined, lists, wanted.how)
    results = []
    for number, text in enumerate(found.texts()):
        words = [
            WordOut(word=each.word, origin=each.origin, agreed=list(each.agreed))
            for each in found.words(number)
        ]
        results.append(Combined(id=lists.ids[number], text=text, words=words))
    return CombinedAll(results=results)


@routes.post("/v1/score", role=Role.USER, response_model=Scores)
async def score(site: SiteHere, wanted: ScoreRequest) -> Scores:
    """Corpus scores with intervals and signatures."""
    return Scores(scores=await site.engine.run(_scores, wanted))


@routes.post("/v1/check", role=Role.USER, response_model=Checked)
async def check(site: SiteHere, wanted: CheckRequest) -> Checked:
    """What is wrong with lists."""
    report = await site.engine.run(lambda: check_lists(_lists(wanted.lists)))
    findings = [FindingOut.model_validate(each, from_attributes=True) for each in report.findings]
    return Checked(sentences=report.sentences, candidates=report.candidates, findings=findings)


@cohere.post("/v1/rerank", role=Role.USER, response_model=RankedAll, response_model_exclude_none=True)
async def rerank(site: SiteHere, wanted: RerankRequest) -> RankedAll:
    """Translations of `query`, the best first, in the shape of Cohere's /v1/rerank."""
    texts = [_document(each) for each in wanted.documents]
    lists = await site.engine.run(texts_as_lists, texts, wanted.query)
    (picked,) = await site.engine.run(site.workshop.chosen, lists, None)
    results = [
        Ranked(
            index=index,
            relevance_score=min(1.0, max(0.0, (value or 0.0) / 100)),
            document={"text": texts[index]} if wanted.return_documents else None,
        )
        for index, value in zip(picked.order, picked.scores, strict=True)
    ]
    meta = {"api_version": {"version": "1"}}
    return RankedAll(id=str(uuid4()), results=results[: wanted.top_n], meta=meta)


def _document(given: str | dict[str, Any]) -> str:
    text = given if isinstance(given, str) else given.get("text")
    if not isinstance(text, str):
        raise InputError("a document is a text, or an object with `text`")
    return text


def _lists(given: Sequence[ListIn]) -> CandidateLists:
    if sum(len(each.candidates) for each in given) > MOST:
        raise InputError(f"more than {MOST:,} candidates in one request")
    ids = [each.id if each.id is not None else str(number) for number, each in enumerate(given)]
    if len(set(ids)) < len(ids):
        raise InputError("two lists have one id")
    counts = {len(each.references) for each in given}
    if len(counts) > 1:
        raise InputError("lists have as many references each")
    sentences = [
        Sentence(id, [_candidate(one) for one in each.candidates], each.source, list(each.references))
        for id, each in zip(ids, given, strict=True)
    ]
    return from_sentences(sentences)


def _candidate(given: Any) -> Candidate:
    if isinstance(given, str):
        return Candidate(given)
    score = math.nan if given.score is None else given.score
    return Candidate(given.text, score, dict(given.features), given.system)


def _scores(wanted: ScoreRequest) -> dict[str, ScoreOut]:
    sizes = {len(each) for each in wanted.references}
    if sizes != {len(wanted.hypotheses)}:
        raise InputError(f"{len(wanted.hypotheses)} hypotheses, and references of {sorted(sizes)}")
    rows = zip(wanted.hypotheses, *wanted.references, strict=True)
    sentences = [
        Sentence(str(n), [Candidate(text)], references=list(refs)) for n, (text, *refs) in enumerate(rows)
    ]
    found = evaluate("hypotheses", from_sentences(sentences), make_metrics(wanted.metrics), threads=1)
    return {
        name: ScoreOut(value=each.value, low=each.low, high=each.high, signature=str(each.signature))
        for name, each in found.scores.items()
    }
