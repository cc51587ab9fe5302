"""What can be translated: a text, a sentence with what the caller knows about it, a word lattice.

    Sentence("das ist ein Haus", given=[Given(3, 4, "house")], forbidden=["home"])
    Lattice([(0, 1, "das", 0.0), (1, 2, "ist", -0.1), (1, 2, "isst", -2.3)])
    read_plf("((('das', 1.0, 1),), (('ist', 0.9, 1), ('isst', 0.1, 1),),)")

Positions count from 0; a span is [start, end).
"""

from __future__ import annotations

import ast
import math
import re
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from manyways._core import search as core
from manyways.errors import InputError
from manyways.text.column import TextColumn

__all__ = ["Given", "Lattice", "Sentence", "Source", "make_inputs", "read_plf", "words_of"]

_TOKEN = re.compile(r"""\s*(?:([(),])|('[^'\\]*(?:\\.[^'\\]*)*'|"[^"\\]*(?:\\.[^"\\]*)*")|([^\s(),'"]+))""")


@dataclass(frozen=True)
class Given:
    """A translation that the caller gives for source words [start, end).

    exclusive: nothing else may cover any of these words; else it competes with the table's options.
    probability: what all its translation scores are.
    """

    start: int
    end: int
    text: str
    exclusive: bool = True
    probability: float = 1.0


@dataclass(frozen=True)
class Sentence:
    """A tokenised text with given and forbidden translations.

    forbidden: texts that no option may contain, or (start, end, text) for options that touch these.
    walls: positions; what is before one is translated before what is behind it.
    """

    text: str
    given: Sequence[Given] = ()
    forbidden: Sequence[str | tuple[int, int, str]] = ()
    walls: Sequence[int] = ()


@dataclass(frozen=True)
class Lattice:
    """Edges (start, end, word, log score) from position 0 to the highest; an empty word is skipped over.

    The score is the feature InputFeature0, which counts if the model has a weight for it.
    """

    edges: Sequence[tuple[int, int, str, float]]


Source = str | Sentence | Lattice


def words_of(text: str) -> list[str]:
    """The words of a tokenised text: between ASCII white space, as in the core; other spaces are letters."""
    return [word.decode() for word in text.encode().split()]


def make_inputs(sources: TextColumn | Iterable[Source]) -> core.Inputs:
    """What the core reads."""
    if isinstance(sources, TextColumn):
        return core.Inputs.from_column(sources.data, sources.offsets)
    items = list(sources)
    if not any(isinstance(item, Lattice) for item in items):
        texts = [item if isinstance(item, str) else item.text for item in items]  # type: ignore[union-attr]
        column = TextColumn.from_texts(texts)
        inputs = core.Inputs.from_column(column.data, column.offsets)
    else:
        inputs = core.Inputs()
        for item in items:
            _add(inputs, item)
    for index, item in enumerate(items):
        if isinstance(item, Sentence):
            _add_knowledge(inputs, index, item)
    return inputs


def _add(inputs: core.Inputs, item: Source) -> None:
    if isinstance(item, Lattice):
        edges = sorted(item.edges, key=lambda edge: edge[0])
        length = max((end for _, end, _, _ in edges), default=0)
        _check_edges(edges)
        inputs.add_lattice(length, [(s, e, word.encode(), score) for s, e, word, score in edges])
    else:
        words = words_of(item if isinstance(item, str) else item.text)
        inputs.add_lattice(len(words), [(i, i + 1, word.encode(), 0.0) for i, word in enumerate(words)])


def _check_edges(edges: Sequence[tuple[int, int, str, float]]) -> None:
    for start, end, word, score in edges:
        if not 0 <= start < end < 2**31 or not math.isfinite(score) or any(c.isspace() for c in word):
            raise InputError(
                f"a lattice edge must go forward with one word and a score; got {(start, end, word, score)!r}"
            )


def _add_knowledge(inputs: core.Inputs, index: int, item: Sentence) -> None:
    for given in item.given:
        if given.start < 0 or given.end < 0:
            raise InputError(
                f"a given translation covers {given.start} to {given.end}; positions count from 0"
            )
        if not 0 < given.probability <= 1:
            raise InputError(
                f"a given translation has the probability {given.probability}; it is above 0, at most 1"
            )
        score = math.log(given.probability)
        inputs.give(index, given.start, given.end, given.text.encode(), given.exclusive, score)
    for entry in item.forbidden:
        start, end, text = (0, 0, entry) if isinstance(entry, str) else entry
        inputs.forbid(index, start, end, text.encode())
    if item.walls:
        if min(item.walls) < 0:
            raise InputError(f"a wall stands at {min(item.walls)}; positions count from 0")
        inputs.build_walls(index, sorted(item.walls))


def read_plf(text: str) -> Lattice:
    """A lattice or confusion network in Moses's Python lattice format: (word, probability, distance) arcs."""
    columns = _tuples(text)
    edges = []
    for start, arcs in enumerate(columns):
        for arc in arcs if isinstance(arcs, list) else [arcs]:
            if not isinstance(arc, list) or [type(item) for item in arc] != [str, float, float]:
                raise _no_lattice(f"an arc of position {start} is not ('word', probability, distance)")
            word, probability, distance = arc
            if not (0 < probability < math.inf and 0 < distance < 2**31 and distance.is_integer()):
                raise _no_lattice(f"an arc of position {start} needs other numbers: {arc[1:]!r}")
            edges.append(
                (start, start + int(distance), "" if word == "*EPS*" else word, math.log(probability))
            )
    return Lattice(edges)


def _tuples(text: str) -> list[Any]:
    """What stands in parentheses, three deep at most: texts in quotes and numbers, with commas between."""
    found: list[list[Any]] = [[]]
    at, ready = 0, True
    while token := _TOKEN.match(text, at):
        at = token.end()
        mark, quoted, number = token.groups()
        if (mark in ("(", None)) != ready and mark != ")":
            break
        if mark == "(" and len(found) <= 3:
            found[-1].append([])
            found.append(found[-1][-1])
        elif mark == ")" and len(found) > 1:
            found.pop()
        elif mark is None:
            found[-1].append(_string(quoted) if quoted else _float(number))
        elif mark != ",":
            break
        ready = mark in ("(", ",")
    if text[at:].strip() or len(found) != 1 or len(found[0]) != 1 or not isinstance(found[0][0], list):
        raise _no_lattice(f"not understood near {text[max(0, at - 20) : at + 20]!r}")
    return found[0][0]


def _string(quoted: str) -> str:
    """A text in quotes, with the escapes of Python."""
    if "\\" not in quoted:
        return quoted[1:-1]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # escapes that there are not
            word = str(ast.literal_eval(quoted))
        word.encode()
    except (ValueError, SyntaxError, Warning):
        raise _no_lattice(f"{quoted[:40]} holds an escape that stands for no character") from None
    return word


def _float(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise _no_lattice(f"{text[:40]!r} is neither a text in quotes nor a number") from None


def _no_lattice(what: str) -> InputError:
    return InputError(
        f"is not a lattice in Python lattice format: {what}",
        remedy="Each position is a tuple of arcs ('word', probability, distance).",
    )
