"""Tags by spaCy, with a stand-in for it: what is asked of it, and what is made of its answers."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from manyways.errors import DependencyError, InputError
from manyways.linguistics import Tagger, TaggerSettings
from manyways.linguistics.files import Helps, train_tagger_on
from manyways.linguistics.spacy_tags import tagged_by_spacy

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
