"""Tags by spaCy: what is asked of it, and what is made of its answers. With a stand-in, and with itself if it
is installed: a small pipeline is trained and saved by spaCy."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from manyways.errors import DependencyError, InputError
from manyways.linguistics import Tagger, TaggerSettings
from manyways.linguistics.files import Helps, train_tagger_on
from manyways.linguistics.spacy_tags import tagged_by_spacy
from manyways.linguistics.tagged import looks_tagged

TAGS = {"the": "DT", "dog": "NN", "cat": "NN", "sees": "VBZ"}


class Doc:
    def __init__(self, vocab: object, words: list[str]) -> None:
        self.tokens = [SimpleNamespace(text=word, tag_="", pos_="") for word in words]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.tokens)


class Pipeline:
    vocab = None

    def __init__(self, name: str) -> None:
        if not name.startswith("en_"):
            raise OSError("no such pipeline")
        self.field = {"en_tags": "tag_", "en_pos": "pos_"}.get(name)

    def pipe(self, documents: Iterable[Doc]) -> Iterator[Doc]:
        for document in documents:
            for token in document:
                if self.field:
                    setattr(token, self.field, TAGS.get(token.text, "FW"))
            yield document


@pytest.fixture
def spacy(monkeypatch: pytest.MonkeyPatch) -> None:
    module, tokens = ModuleType("spacy"), ModuleType("spacy.tokens")
    module.load, tokens.Doc = Pipeline, Doc  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "spacy", module)
    monkeypatch.setitem(sys.modules, "spacy.tokens", tokens)


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    path = tmp_path / "plain.en"
    path.write_text("the dog sees the cat\n\nthe cat , sees\n" * 10)
    return path


@pytest.mark.parametrize("name", ["en_tags", "en_pos"])
def test_a_tagger_learns_what_spacy_says(name: str, spacy: None, plain: Path, tmp_path: Path) -> None:
    out = tmp_path / "en.tagger"
    text = train_tagger_on([plain], out, TaggerSettings(), Helps(spacy=name))
    assert len(text) == 20
    assert (text.words[1], text.tags[1]) == ("the cat , sees", "DT NN FW VBZ")
    assert Tagger.open(out).tag_texts(["the cat sees"]).of(0) == ["DT", "NN", "VBZ"]


def test_what_is_missing_is_said(spacy: None, plain: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="spaCy has no pipeline 'xx'"):
        tagged_by_spacy("xx", [plain])
    with pytest.raises(InputError, match="gives no tags"):
        tagged_by_spacy("en_blank", [plain])
    plain.write_text("\n\n")
    with pytest.raises(InputError, match="holds no sentence"):
        tagged_by_spacy("en_tags", [plain])
    monkeypatch.setitem(sys.modules, "spacy", None)
    with pytest.raises(DependencyError, match="pip install spacy"):
        tagged_by_spacy("en_tags", [plain])


@pytest.mark.parametrize(
    "text", ["the_DT dog_NN sees_VBZ\n", "(ROOT (NP (DT the) (NN dog)))\n", "# sent_id = 1\n", "dog/NN ,/,\n"]
)
def test_text_with_tags_is_not_tagged_again(text: str, spacy: None, tmp_path: Path) -> None:
    path = tmp_path / "tagged"
    path.write_text(text)
    with pytest.raises(InputError, match="has tags already"):
        tagged_by_spacy("en_tags", [path])


@pytest.mark.parametrize("text", ["the dog\n", "( applause )\n", "# 1\n", "and/or\n", "\n", "a_B c\n"])
def test_plain_text_is_taken_for_plain(text: str, tmp_path: Path) -> None:
    path = tmp_path / "plain"
    path.write_text(text)
    assert not looks_tagged(path)


@pytest.fixture
def pipeline(tmp_path: Path) -> Path:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its own, of libraries that it uses
        spacy = pytest.importorskip("spacy", reason="spaCy is not installed")
        from spacy.tokens import Doc
        from spacy.training import Example

        made = spacy.blank("en")
        tagger = made.add_pipe("tagger")
        words = list(TAGS)
        for tag in TAGS.values():
            tagger.add_label(tag)
        sentences = [words, words[::-1], words[1:], ["the", "dog", "sees", "the", "cat"]]
        examples = [
            Example.from_dict(Doc(made.vocab, words=each), {"tags": [TAGS[word] for word in each]})
            for each in sentences
        ]
        optimiser = made.initialize(lambda: examples)
        for _ in range(20):
            made.update(examples, sgd=optimiser)
        made.to_disk(tmp_path / "pipeline")
    return tmp_path / "pipeline"


@pytest.mark.filterwarnings("ignore")
def test_spacy_itself_is_learnt_from(pipeline: Path, plain: Path, tmp_path: Path) -> None:
    out = tmp_path / "en.tagger"
    text = train_tagger_on([plain], out, TaggerSettings(), Helps(spacy=str(pipeline)))
    assert text.words[0] == "the dog sees the cat"  # split as it was, nothing more
    assert text.tags[0] == "DT NN VBZ DT NN"
    assert Tagger.open(out).tag_texts(["the cat sees"]).of(0) == ["DT", "NN", "VBZ"]


@pytest.mark.filterwarnings("ignore")
def test_a_damaged_pipeline_of_spacy_is_told(pipeline: Path, plain: Path) -> None:
    model = pipeline / "tagger" / "model"
    model.write_bytes(model.read_bytes()[:100])
    with pytest.raises(InputError, match="spaCy fails with the pipeline"):
        tagged_by_spacy(str(pipeline), [plain])
    (pipeline / "config.cfg").write_text("garbage")
    with pytest.raises(InputError, match="spaCy fails with the pipeline"):
        tagged_by_spacy(str(pipeline), [plain])
    with pytest.raises(InputError, match="spaCy has no pipeline"):
        tagged_by_spacy(str(plain.parent / "nothing"), [plain])
