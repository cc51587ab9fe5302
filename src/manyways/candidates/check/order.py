"""Troubles of order: ids that are missing or astray, texts that come again, samples that were sorted."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from manyways._core import candidates as core
from manyways.candidates.check.cases import Cases, Finding, lines_of
from manyways.candidates.lists import CandidateLists, number_of

__all__ = ["Duplicates", "Ids"]

Mask = npt.NDArray[np.bool_]


class Ids:
    """Ids that are missing, go back, or come again."""

    def __init__(self) -> None:
        self.missing = Cases("missing ids")
        self.shuffled = Cases("shuffled ids")
        self.again = Cases("repeated ids")
        self.clashing = Cases("clashing ids")
        self.seen: dict[str, tuple[int, ...]] = {}  # and the references, hashed
        self.last: int | None = None

    def look(self, lists: CandidateLists) -> None:
        assert lists.origin is not None
        columns = [core.hash_rows(each.data, each.offsets) for each in lists.references or ()]
        for s, one in enumerate(lists.ids):
            references = tuple(int(each[s]) for each in columns)
            line = lists.origin.sentence_lines[s : s + 1]
            number = number_of(one)
            if one in self.seen:
                clashes = self.seen[one] != references
                (self.clashing if clashes else self.again).add(line, repr(one))
            elif number is not None and self.last is not None:
                if number < self.last:
                    self.shuffled.add(line, repr(one))
                elif number > self.last + 1:
                    self.missing.add_many(number - self.last - 1, int(line[0]), repr(one))
            self.seen.setdefault(one, references)
            self.last = number

    def found(self) -> list[Finding]:
        return self.missing.found() + self.shuffled.found() + self.again.found() + self.clashing.found()


class Duplicates:
    """The same text several times from one system, and samples that have lost their order."""

    def __init__(self) -> None:
        self.texts = Cases("duplicates")
        self.unsorted = Cases("unsorted scores")
        self.sorted_lists = 0
        self.other_lists = 0
        self.first_repeat: int | None = None

    def look(self, lists: CandidateLists) -> None:
        # Two systems may well agree.
        owners = lists.sentence_of * max(len(lists.system_names), 1) + lists.systems
        keys = core.hash_rows(lists.texts.data, lists.texts.offsets)
        order = np.lexsort((np.arange(len(keys)), keys, owners))
        same = (keys[order][1:] == keys[order][:-1]) & (owners[order][1:] == owners[order][:-1])
        rows = np.sort(order[1:][same])
        self.texts.add_rows(lists, rows)
        self._samples(lists, order, same)
        self._by_score(lists, owners)

    def _samples(self, lists: CandidateLists, order: npt.NDArray[np.int64], same: Mask) -> None:
        """Repeated text with the same score and no derivation to tell apart: a sample with replacement."""
        if lists.feature_names or lists.sparse is not None:
            return
        scores, offsets = lists.scores, lists.sentence_offsets
        repeats = same & (scores[order][1:] == scores[order][:-1])
        has_repeat = np.zeros(len(lists), dtype=bool)
        has_repeat[lists.sentence_of[order[1:][repeats]]] = True
        within = lists.sentence_of[1:] == lists.sentence_of[:-1]
        rises, falls = (scores[1:] > scores[:-1]) & within, (scores[1:] < scores[:-1]) & within
        rising = np.bincount(lists.sentence_of[1:][rises], minlength=len(lists)) > 0
        falling = np.bincount(lists.sentence_of[1:][falls], minlength=len(lists)) > 0
        sampled = np.flatnonzero(has_repeat & (rising | falling))
        in_order = sampled[~rising[sampled]]
        self.sorted_lists += len(in_order)
        self.other_lists += len(sampled) - len(in_order)
        if len(in_order) and self.first_repeat is None:
            self.first_repeat = int(lines_of(lists, offsets[in_order[:1]])[0])

    def _by_score(self, lists: CandidateLists, owners: npt.NDArray[np.int64]) -> None:
        """Lists whose candidates of one system are not in the order of their scores, the best first."""
        order = np.argsort(owners, kind="stable")
        follows = owners[order][1:] == owners[order][:-1]
        rises = np.sort(order[1:][follows & (lists.scores[order][1:] > lists.scores[order][:-1])])
        sentences, first = np.unique(lists.sentence_of[rises], return_index=True)
        if len(sentences):
            self.unsorted.add(lines_of(lists, rises[first]), repr(lists.ids[int(sentences[0])]))

    def found(self) -> list[Finding]:
        # A list of a few may be sorted by chance; all of them cannot.
        sorted_samples = Cases("sorted samples")
        if self.sorted_lists and self.other_lists == 0:
            sorted_samples.add_many(self.sorted_lists, self.first_repeat)
        # Samples come as they were drawn, and repeat themselves.
        unsorted = [] if self.other_lists else self.unsorted.found()
        return self.texts.found() + sorted_samples.found() + unsorted
