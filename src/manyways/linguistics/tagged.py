"""Tagged text in columns, out of any file that has words and tags.

    text = read_tagged("train.tagged")           # one sentence per line: the_DT house_NN, or the/DT house/NN
    text = read_tagged("en_gum-train.conllu")    # CoNLL-U: the language's own tags, else the universal ones
    text = read_tagged("train.mrg")              # trees in brackets: their tags
    text.words[0], text.tags[0]                  # 'the house', 'DT NN'

Which of them a file is, its beginning tells.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from manyways._core import syntax as core
from manyways.errors import InputError
from manyways.files import AnyPath, open_text, read_bytes
from manyways.progress import say
from manyways.reading import decode_text, head_of
from manyways.text.column import TextColumn
from manyways.wording import counted

__all__ = ["TaggedText", "join_tagged", "looks_tagged", "read_tagged"]

_HEAD = 1 << 14
_CONLLU_FIELDS = 10
_SEPARATORS = "_/"
_TREE = re.compile(r"\((\s*[^\s()]+)?\s*\(")
_COMMENT = re.compile(r"# ?\w+ = ")  # of CoNLL-U
_TAGGED = re.compile(r".+[_/][A-Z$.,:`'#-]+")
_REMEDY = "Expected word_TAG, word/TAG, CoNLL-U or trees in brackets."


@dataclass(frozen=True, eq=False)
class TaggedText:
    """Sentences: their words, and as many tags, joined by blanks."""

    words: TextColumn
    tags: TextColumn

    def __len__(self) -> int:
        return len(self.words)

    @staticmethod
    def of(sentences: Iterable[tuple[Sequence[str], Sequence[str]]]) -> TaggedText:
        """From words and tags of each sentence."""
        pairs = [(" ".join(words), " ".join(tags)) for words, tags in sentences]
        return TaggedText(*(TextColumn.from_texts(each[side] for each in pairs) for side in (0, 1)))

    def take(self, rows: Sequence[int] | np.ndarray[tuple[int], np.dtype[np.int64]]) -> TaggedText:
        """The sentences at `rows`, in that order."""
        return TaggedText(self.words.take(rows), self.tags.take(rows))


def join_tagged(texts: Sequence[TaggedText]) -> TaggedText:
    """All of them, one after the other."""
    columns = []
    for side in ([each.words for each in texts], [each.tags for each in texts]):
        lengths = np.concatenate([np.diff(each.offsets) for each in side])
        offsets = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(lengths)])
        columns.append(TextColumn(np.concatenate([each.data for each in side]), offsets))
    return TaggedText(*columns)


def read_tagged(path: AnyPath, *, strict: bool = True) -> TaggedText:
    """All sentences of a file; an InputError names the first line that is not tagged.

    Without `strict` such lines of word_TAG files are left out, and how many there are is told.
    """
    head, first = _beginning(path)
    if first.startswith("("):
        bank = core.read_trees(decode_text(read_bytes(path), path).encode(), str(path))
        return TaggedText(TextColumn(*bank.words()), TextColumn(*bank.tags()))
    with open_text(path) as lines:
        is_conllu = first.startswith("#") or first.count("\t") == _CONLLU_FIELDS - 1
        sentences = _conllu(lines, path) if is_conllu else _lines(lines, _separator(head), path, strict)
        text = TaggedText.of(sentences)
    if not len(text):
        raise InputError("holds no tagged sentence", path=path, remedy=_REMEDY)
    return text


def looks_tagged(path: AnyPath) -> bool:
    """Whether the first line is of a file with tags or trees: plain text has nothing like it."""
    _, first = _beginning(path)
    if first.count("\t") == _CONLLU_FIELDS - 1 or _TREE.match(first) or _COMMENT.match(first):
        return True
    return bool(first.split()) and all(map(_TAGGED.fullmatch, first.split()))


def _beginning(path: AnyPath) -> tuple[str, str]:
    """What stands at the beginning of a file, and its first line that is not empty."""
    head = decode_text(_whole_characters(head_of(path, _HEAD)), path)
    return head, next((line for line in head.split("\n") if line.strip()), "")


def _whole_characters(raw: bytes) -> bytes:
    """Without the last line, which may be cut off in the middle of a character."""
    return raw[: raw.rfind(b"\n") + 1] if len(raw) == _HEAD and b"\n" in raw else raw


def _separator(head: str) -> str:
    """What stands between words and tags: what most of the first words have in them."""
    tokens = head.split()
    return max(_SEPARATORS, key=lambda mark: sum(mark in token[1:-1] for token in tokens))


_Sentence = tuple[list[str], list[str]]


def _lines(lines: Iterable[str], mark: str, path: AnyPath, strict: bool) -> Iterator[_Sentence]:
    left_out = 0
    for number, line in enumerate(lines, 1):
        pairs = [token.rpartition(mark) for token in line.split()]
        bad = next((word or tag for word, _, tag in pairs if not word or not tag), None)
        if bad is not None and strict:
            found = f"the word {bad[:60]!r} has no tag behind a {mark!r}"
            raise InputError(found, path=path, line=number, remedy=_REMEDY)
        left_out += bad is not None
        if pairs and bad is None:
            yield [word for word, _, _ in pairs], [tag for _, _, tag in pairs]
    if left_out:
        say(f"{path}: {counted(left_out, 'lines')} with words that have no tag are left out")


def _conllu(lines: Iterable[str], path: AnyPath) -> Iterator[_Sentence]:
    """The fifth column is the language's own tag, the fourth the universal one."""
    rows: list[list[str]] = []
    for number, line in enumerate([*lines, ""], 1):
        if line.startswith("#"):
            continue
        if not line.strip():
            if rows:
                column = 4 if any(row[4] != "_" for row in rows) else 3
                yield [_one_word(row[1]) for row in rows], [_one_word(row[column]) for row in rows]
            rows = []
            continue
        fields = line.split("\t")
        if len(fields) != _CONLLU_FIELDS or not fields[1].strip():
            raise InputError(
                f"expected {_CONLLU_FIELDS} columns with tabs between, found {len(fields)}",
                path=path,
                line=number,
                remedy=_REMEDY,
            )
        if fields[0].isdigit():  # neither a range of words nor one that is not there
            rows.append(fields)


def _one_word(text: str) -> str:
    """A word that has blanks in it, with blanks that do not separate words."""
    return "\u00a0".join(text.split()) or "_"
