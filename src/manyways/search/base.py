"""What every search promises: settings in; the best, lists and graphs out, in the order of the input.

    search = BeamSearch(model, BeamSettings(pops=500))      # or ChartSearch, ExactSearch
    search.best(["das ist ein haus"])[0].text               # Translations: with a status, perhaps with bounds
    search.lists(sentences, 100)                            # CandidateLists: the 100 best of each
    search.graphs(sentences)[0].kbest(10)                   # what the search kept of each

Results do not depend on the number of threads. What a person should know of them is in their `remarks`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Generic, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from manyways._core import search as core
from manyways.candidates import CandidateLists
from manyways.errors import ConfigError
from manyways.search.graph import Graph
from manyways.search.inputs import Lattice, Sentence, Source
from manyways.search.model import PhraseModel
from manyways.search.results import STATUS, Translations, late_remarks, link_texts
from manyways.search.rule_model import RuleModel
from manyways.text.column import TextColumn

__all__ = ["Search", "Sources", "check_size", "lists_of", "make_lists", "source_texts"]

Sources = TextColumn | Iterable[Source]
S = TypeVar("S")


class Search(ABC, Generic[S]):
    """A model and how to search it. Safe to use from many threads.

    threads: how many sentences are searched at a time; 0 means all cores.
    """

    def __init__(self, model: PhraseModel | RuleModel, settings: S, *, threads: int = 0) -> None:
        self.model = model
        self.settings = settings
        self.threads = threads

    @abstractmethod
    def best(self, sources: Sources) -> Translations:
        """The best translation of each source."""

    @abstractmethod
    def lists(
        self, sources: Sources, size: int, *, distinct: bool = True, links: bool = False
    ) -> CandidateLists:
        """The `size` best of each source, best first; with `distinct` no text twice in a list.

        links: with the word links of each. A list ends early when there are no more. The column `status` says
        how each list was found, where there is more to say than that a beam found it; a proof adds `bounds`.
        """

    @abstractmethod
    def graphs(self, sources: Sources) -> list[Graph]:
        """The search graph of each source: derivations that the search kept, the best one among them."""


class Columns(Protocol):
    """Candidates of many sentences as the core hands them over."""

    def take_sentence_offsets(self) -> npt.NDArray[np.int64]: ...
    def take_text(self) -> npt.NDArray[np.uint8]: ...
    def take_text_offsets(self) -> npt.NDArray[np.int64]: ...
    def take_scores(self) -> npt.NDArray[np.float64]: ...
    def take_features(self, columns: int) -> npt.NDArray[np.float64]: ...


def check_size(size: int) -> None:
    if size < 1:
        raise ConfigError("size", size, "at least 1")


def source_texts(sources: TextColumn | Sequence[Source]) -> TextColumn | None:
    """Sources as text; None if one is a lattice."""
    if isinstance(sources, TextColumn):
        return sources
    if any(isinstance(item, Lattice) for item in sources):
        return None
    return TextColumn.from_texts(item.text if isinstance(item, Sentence) else str(item) for item in sources)


def lists_of(
    found: core.Translations, names: tuple[str, ...], sources: TextColumn | None, *, links: bool
) -> CandidateLists:
    """What a search found, as lists with what it says of them."""
    codes = found.take_status()
    late = int(np.count_nonzero(codes == STATUS.index("time limit")))
    lower, upper = found.take_lower(), found.take_upper()
    beam = STATUS.index("beam")
    lists = replace(
        make_lists(found, names, sources),
        status=TextColumn.from_texts(STATUS[code] for code in codes) if np.any(codes != beam) else None,
        bounds=np.column_stack([lower, upper]) if len(lower) else None,
        remarks=late_remarks(late, len(codes)),
    )
    if links:
        lists = replace(lists, links=link_texts(found.take_links(), found.take_link_offsets()))
    return lists


def make_lists(found: Columns, names: tuple[str, ...], sources: TextColumn | None) -> CandidateLists:
    """Lists of what the core found."""
    offsets = found.take_sentence_offsets()
    scores = found.take_scores()
    sizes = np.diff(offsets)
    ranks = np.arange(len(scores), dtype=np.int64) - np.repeat(offsets[:-1], sizes)
    return CandidateLists(
        ids=[str(i) for i in range(len(sizes))],
        sentence_offsets=offsets,
        texts=TextColumn(found.take_text(), found.take_text_offsets()),
        feature_names=names,
        features=found.take_features(len(names)),
        scores=scores,
        systems=np.zeros(len(scores), dtype=np.int32),
        system_names=("",),
        ranks=ranks.astype(np.int32),
        sources=sources,
    )
