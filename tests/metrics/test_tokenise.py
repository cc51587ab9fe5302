"""The core's tokenisers against sacreBLEU's, character for character."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
import regex
from hypothesis import given, settings
from sacrebleu.metrics.bleu import _get_tokenizer
from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer

from manyways._core import metrics as core
from manyways.files import read_lines
from manyways.metrics.base import lower
from manyways.metrics.bleu import newer_characters
from manyways.text.column import TextColumn
from tests.support.nasty_texts import nasty

NAMES = ["none", "13a", "intl", "char", "zh"]


def ours(name: str, text: str) -> list[str]:
    newer = newer_characters(name)
    return core.tokenise(text, name, normalized=False, no_punct=False, asian_support=False, newer=newer)


def theirs(name: str, text: str) -> list[str]:
    return _get_tokenizer(name)()(text.rstrip()).split()


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=250)
@given(text=nasty)
def test_words_are_sacrebleus(name: str, text: str) -> None:
    assert ours(name, text) == theirs(name, text)


@pytest.mark.parametrize(
    "text",
    ["a..b", "a...5", "1.,5", "..5", ".5", "5.", "x5.", "1-2-3", "5..5", "„5.“", "!5", "5!5", "5!!5", "!"],
)
@pytest.mark.parametrize("name", NAMES)
def test_runs_of_stops_and_digits(name: str, text: str) -> None:
    assert ours(name, text) == theirs(name, text)


def test_new_characters_are_those_of_regex() -> None:
    """sacreBLEU asks the package; we have its answer."""
    every = "".join(chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000)
    expected = {
        ord(character): kind
        for kind, name in enumerate("NPS")
        for character in regex.findall(rf"\p{{{name}}}", every)
        if unicodedata.category(character) == "Cn"
    }
    points, kinds = newer_characters("intl")
    assert dict(zip(points.tolist(), kinds.tolist(), strict=True)) == expected


@pytest.mark.parametrize("options", range(8))
@settings(max_examples=100)
@given(text=nasty)
def test_tercom(options: int, text: str) -> None:
    flags = {
        "normalized": bool(options & 1),
        "no_punct": bool(options & 2),
        "asian_support": bool(options & 4),
    }
    expected = TercomTokenizer(**flags, case_sensitive=True)(text.rstrip()).split()
    assert core.tokenise(text, "tercom", **flags, newer=newer_characters("tercom")) == expected


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "file",
    [
        "wmt-systems/wmt22-zh-en/src.zh.gz",
        "bible-zh-en/test.zh",
        "indic-hi-en/test.hi",
        "formal-ar-en/test.ar",
        "europarl-de-en/test.raw.en",
        "multi30k-fr-en/test.fr",
    ],
)
def test_real_text(data: Path, file: str, name: str) -> None:
    path = data / file
    if not path.exists():
        pytest.skip(f"{file} is not among the data")
    tokenise = _get_tokenizer(name)()
    for line in read_lines(path)[:400]:
        assert ours(name, line) == tokenise(line.rstrip()).split()


@settings(max_examples=100)
@given(first=nasty, second=nasty)
def test_lower_case_is_pythons(first: str, second: str) -> None:
    texts = [first, second, "", "ΑΣ", "Σ.", "İ"]
    assert list(lower(TextColumn.from_texts(texts))) == [text.lower() for text in texts]
