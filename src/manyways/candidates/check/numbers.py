"""Troubles of numbers: scores, features, counts of references."""

from __future__ import annotations

import numpy as np

from manyways.candidates.check.cases import Cases, Finding, lines_of
from manyways.candidates.lists import CandidateLists, Origin, SparseFeatures

__all__ = ["Numbers", "References"]

_MOST = 0.5  # a feature that this share of candidates has was meant for all


class Numbers:
    """Scores and features that are not numbers, and features that only some candidates have."""

    def __init__(self) -> None:
        self.scores = Cases("bad scores")
        self.features = Cases("bad features")
        self.partial = Cases("incomplete features")
        self.missing = Cases("missing scores")
        self.written = False  # the file has a place for totals, so that NaN was written there
        self.total = 0
        self.sparse: dict[str, Cases] = {}

    def look(self, lists: CandidateLists) -> None:
        assert lists.origin is not None
        self.scores.add_rows(lists, np.flatnonzero(np.isinf(lists.scores)))
        self.missing.add_rows(lists, np.flatnonzero(np.isnan(lists.scores)))
        self.written = self.written or _has_totals(lists.origin)
        self.total += lists.candidate_count
        bad = ~np.isfinite(lists.features)
        rows = np.flatnonzero(bad.any(axis=1))
        example = lists.feature_names[int(np.flatnonzero(bad[rows[0]])[0])] if len(rows) else ""
        self.features.add(lines_of(lists, rows), example)
        self.partial.add(lines_of(lists, lists.origin.incomplete))
        if lists.sparse is not None:
            self._look_at_sparse(lists, lists.sparse)

    def _look_at_sparse(self, lists: CandidateLists, sparse: SparseFeatures) -> None:
        rows = np.repeat(np.arange(lists.candidate_count), np.diff(sparse.offsets))
        bad = np.flatnonzero(~np.isfinite(sparse.values))
        if len(bad):
            self.features.add(lines_of(lists, np.unique(rows[bad])), sparse.names[sparse.indices[bad[0]]])
        used, first, counts = np.unique(sparse.indices, return_index=True, return_counts=True)
        lines = lines_of(lists, rows[first])
        for index, line, count in zip(used.tolist(), lines.tolist(), counts.tolist(), strict=True):
            self.sparse.setdefault(sparse.names[index], Cases()).add_many(count, line)

    def found(self) -> list[Finding]:
        missing: list[Finding] = []
        if self.written:  # there is a column for them, in which NaN stood
            self.scores.add_many(self.missing.count, self.missing.line)
        elif self.missing.count < self.total:
            missing = self.missing.found()
        # Sparse features are for few; one that most candidates have was meant to be dense.
        for name, cases in self.sparse.items():
            if "_" not in name and cases.count >= _MOST * self.total:
                self.partial.add_many(self.total - cases.count or cases.count, cases.line, f" ({name})")
        return self.scores.found() + missing + self.features.found() + self.partial.found()


def _has_totals(origin: Origin) -> bool:
    columns = (origin.layout or {}).get("columns")
    return isinstance(columns, list) and any("score" in column for column in columns)


class References:
    """Sentences with more or fewer references than the first."""

    def __init__(self) -> None:
        self.expected: int | None = None
        self.cases = Cases("references")

    def look(self, lists: CandidateLists) -> None:
        if lists.origin is None or len(lists) == 0:
            return
        counts = lists.origin.reference_counts
        if counts is None:
            counts = np.zeros(len(lists), dtype=np.int64)
        if self.expected is None:
            self.expected = int(counts[0])
        wrong = np.flatnonzero(counts != self.expected)
        example = f"{counts[wrong[0]]} instead of {self.expected}" if len(wrong) else ""
        self.cases.add(lists.origin.sentence_lines[wrong], example)

    def found(self) -> list[Finding]:
        return self.cases.found()
