"""The log of `fairseq-generate` and `fairseq-interactive`::

    S-3	ein Haus
    T-3	a house
    H-3	-0.41	a house
    D-3	-0.41	a house
    P-3	-0.2 -0.5 -0.1

fairseq sorts sentences by length: they are put back in the order of their ids. The text is that of D (after
detokenisation) where there is one, else of H. Other lines of the log are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from manyways.candidates.assemble import Candidate, Sentence, concatenate
from manyways.candidates.formats.base import Format, ReadSettings
from manyways.candidates.formats.records import chunks_from
from manyways.candidates.lists import CandidateLists
from manyways.errors import InputError
from manyways.files import AnyPath, open_text

__all__ = ["FORMAT"]

_LINE = re.compile(r"([STHDPA])-(\d+)\t(.*)", re.DOTALL)
_ANY = re.compile(rb"^(?:S|T|H)-\d+\t", re.MULTILINE)
_LINKS = re.compile(r"\d+-\d+( \d+-\d+)*")
_REMEDY = "Lines are H-<id>, a tab, a number, a tab, the text; is the log whole?"


def _detect(head: bytes) -> bool:
    return _ANY.search(head) is not None


def _number(text: str, path: AnyPath, line: int) -> float:
    try:
        return float(text)
    except ValueError:
        raise InputError(f"{text[:40]!r} is not a number", path=path, line=line, remedy=_REMEDY) from None


def _add(sentence: Sentence, kind: str, rest: str, path: AnyPath, line: int) -> None:
    if kind == "S":
        sentence.source = rest
    elif kind == "T":
        sentence.references = [rest]
    elif kind == "H":
        score, tab, text = rest.partition("\t")
        if not tab:
            raise InputError("the line has no second tab", path=path, line=line, remedy=_REMEDY)
        sentence.candidates.append(Candidate(text, _number(score, path, line)))
    elif not sentence.candidates:
        found = f"{kind}-{sentence.id} comes before any H-{sentence.id}"
        raise InputError(found, path=path, line=line, remedy=_REMEDY)
    elif kind == "D":
        sentence.candidates[-1].text = rest.partition("\t")[2]
    elif kind == "P":
        sentence.candidates[-1].word_scores = [_number(each, path, line) for each in rest.split()]
    elif _LINKS.fullmatch(rest):
        sentence.candidates[-1].links = rest


def _sentences(path: AnyPath) -> Iterator[Sentence]:
    sentence: Sentence | None = None
    with open_text(path) as lines:
        for line, text in enumerate(lines, 1):
            match = _LINE.match(text)
            if match is None:
                continue
            kind, one, rest = match.groups()
            if sentence is None or sentence.id != one:
                if sentence is not None:
                    yield sentence
                sentence = Sentence(one, [], line=line)
            _add(sentence, kind, rest, path, line)
    if sentence is not None:
        yield sentence


def _read(path: AnyPath, options: ReadSettings) -> Iterator[CandidateLists]:
    size = options.chunk or 1000
    parts = list(chunks_from(_sentences(path), path, ReadSettings(chunk=size), format="fairseq"))
    lines = np.concatenate([part.origin.sentence_lines for part in parts if part.origin is not None])
    whole = concatenate(parts)
    if whole.candidate_count == 0:
        raise InputError("holds no line H-<id>", path=path, remedy=_REMEDY)
    order = np.argsort(np.array([int(one) for one in whole.ids]), kind="stable")
    for start in range(0, len(order), options.chunk or len(order)):
        chosen = order[start : start + (options.chunk or len(order))]
        yield whole.split(chosen).with_origin(str(path), "fairseq", lines[chosen])


FORMAT = Format("fairseq", "log of fairseq-generate", _detect, _read)
