"""A feature: a decorated function that gives every candidate a number, from whole columns at once.

    @feature("shouting")
    def shouting(columns: Columns) -> Values:
        "How much of the text is capitals."
        return share(columns.count("capitals"), columns.count("letters"))

It has a name, or several for several columns; a last name that ends in `*` stands for columns whose names
depend on the lists, which the function then returns by name. `needs` says what must be there: a source,
scores, a language model. References are never there: a feature is computed for lists that nobody has scored.

What a feature says of a list depends on that list alone, so that lists can be treated in pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from manyways._core import features as core
from manyways.candidates import CandidateLists
from manyways.errors import ConfigError, InputError
from manyways.features.resources import Resources
from manyways.features.rich.pack import PARTS, Part
from manyways.text.column import TextColumn

__all__ = ["SIGNS", "Columns", "Computed", "Feature", "Need", "Values", "family_of", "feature", "share"]

Values = npt.NDArray[np.float64]
Computed = npt.ArrayLike | Mapping[str, npt.ArrayLike]
Need = Literal[
    "source", "scores", "order", "systems", "word scores", "lm", "align", "negations", "glossary", Part
]
SIGNS = tuple(core.sign_names())
_PLACE = {name: i for i, name in enumerate(SIGNS)}


class Columns:
    """What a feature sees: the lists, their sources, counts of signs and words, and what was given with them.

    lists: the candidates, without references. resources: language models and the like. threads: for those
    who ask the core themselves. named: single columns that were asked for.
    """

    def __init__(
        self,
        lists: CandidateLists,
        resources: Resources | None = None,
        *,
        threads: int = 0,
        named: Sequence[str] = (),
    ) -> None:
        self.lists, self.resources, self.threads = lists, resources or Resources(), threads
        self.named = tuple(named)

    @property
    def texts(self) -> TextColumn:
        """A text per candidate."""
        return self.lists.texts

    @property
    def sources(self) -> TextColumn:
        """A source per sentence; an InputError if there are none."""
        if self.lists.sources is None:
            raise InputError("the lists have no source texts", remedy="Give them: --source FILE")
        return self.lists.sources

    def count(self, sign: str) -> Values:
        """A count per candidate, by a name of `SIGNS`: words, letters, copied, ..."""
        return self._signs[:, _PLACE[sign]].astype(np.float64)

    def source_count(self, sign: str) -> Values:
        """The same count of the candidate's source."""
        return self.spread(self._source_signs[:, _PLACE[sign]])

    def spread(self, by_sentence: npt.ArrayLike) -> Values:
        """A number per sentence as a number per candidate."""
        return np.repeat(np.asarray(by_sentence, dtype=np.float64), self.lists.sizes)

    def mean(self, values: Values) -> Values:
        """The mean over each candidate's list, per candidate."""
        sums = np.bincount(self.lists.sentence_of, values, len(self.lists))
        return self.spread(sums / np.maximum(self.lists.sizes, 1))

    def highest(self, values: Values) -> Values:
        """The highest value of each candidate's list, per candidate."""
        found = np.full(len(self.lists), -np.inf)
        np.maximum.at(found, self.lists.sentence_of, values)
        return self.spread(found)

    def lowest(self, values: Values) -> Values:
        """The lowest value of each candidate's list, per candidate."""
        return -self.highest(-values)

    def has(self, need: Need) -> bool:
        """Whether what a feature needs is there."""
        lists, given = self.lists, self.resources
        if need in PARTS:
            return given.pack is not None and given.pack.has(need)
        there = {
            "source": lists.sources is not None,
            "scores": bool(np.isfinite(lists.scores).any()),
            "order": len(lists.system_names) < 2 or bool(np.isfinite(lists.scores).any()),
            "systems": len(lists.system_names) > 1,
            "word scores": lists.word_scores is not None,
            "lm": bool(given.lms),
            "align": given.aligner is not None,
            "negations": given.aligner is not None and given.aligner.negations is not None,
            "glossary": given.glossary is not None,
        }
        return there[need]

    @cached_property
    def _signs(self) -> npt.NDArray[np.int32]:
        sources = self.lists.sources
        beside = TextColumn.from_texts([]) if sources is None else sources
        return _counted(self.texts, self.lists.sentence_offsets, beside, self.threads)

    @cached_property
    def _source_signs(self) -> npt.NDArray[np.int32]:
        alone = np.arange(len(self.sources) + 1, dtype=np.int64)
        return _counted(self.sources, alone, TextColumn.from_texts([]), self.threads)


def _counted(
    texts: TextColumn, offsets: npt.NDArray[np.int64], sources: TextColumn, threads: int
) -> npt.NDArray[np.int32]:
    pair, other = (texts.data, texts.offsets), (sources.data, sources.offsets)
    return core.count_signs(pair, np.ascontiguousarray(offsets), other, threads)


@dataclass(frozen=True)
class Feature:
    """names: of its columns; `prefix*` for those whose names the lists give. metrics: what it is kin to.

    pack: under which it is computed without being named: `basic` (quick), `all`, or `own` of a user's file.
    Whatever needs a resource is computed as soon as that is given. path, line: where it is written.
    """

    names: tuple[str, ...]
    function: Callable[[Columns], Computed]
    needs: tuple[Need, ...] = ()
    pack: str = "basic"
    metrics: tuple[str, ...] = ()

    @property
    def told(self) -> str:
        """What it says of itself: the first line of its documentation."""
        return (self.function.__doc__ or "").strip().split("\n")[0]

    @property
    def path(self) -> str:
        return self.function.__code__.co_filename

    @property
    def line(self) -> int:
        return self.function.__code__.co_firstlineno

    def gives(self, name: str) -> bool:
        """Whether a column of this name is one of its own."""
        return any(
            family_of(each) == family_of(name) if each.endswith("*") else each == name for each in self.names
        )

    def __call__(self, columns: Columns) -> Computed:
        return self.function(columns)


def family_of(name: str) -> str:
    """What stands before the colon: `lm` of `lm:news`."""
    return name.partition(":")[0]


def feature(
    *names: str, needs: tuple[Need, ...] = (), pack: str = "own", metrics: tuple[str, ...] = ()
) -> Callable[[Callable[[Columns], Computed]], Feature]:
    """Make a function a feature, or several, of these names."""
    for need in needs:
        if need not in get_args(Need):
            raise ConfigError("needs", need, f"one of {', '.join(get_args(Need))}")
    for name in names or ("",):
        if not name or not isinstance(name, str) or any(c.isspace() for c in name):
            raise ConfigError("@feature", name, "a name without blanks, or several")

    def made(function: Callable[[Columns], Computed]) -> Feature:
        return Feature(names, function, needs, pack, metrics)

    return made


def share(part: Values, whole: Values) -> Values:
    """part / whole; 0 where the whole is."""
    return np.divide(part, whole, out=np.zeros_like(whole), where=whole != 0)
