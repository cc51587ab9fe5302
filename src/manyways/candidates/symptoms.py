"""What the list doctor looks for: one class per kind of trouble, each fed with chunk after chunk."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from manyways._core import candidates as core
from manyways.candidates.lists import CandidateLists
from manyways.text.column import TextColumn

__all__ = ["Symptom", "symptoms"]

_EMPTY, _UPPER, _LOWER, _ATTACHED, _SEPARATED = 1, 2, 4, 8, 16
# In the order of the core's Script.
_SCRIPTS = (
    *("none", "Latin", "Greek", "Cyrillic", "Hebrew", "Arabic", "Devanagari"),
    *("Indic", "Thai", "Hangul", "Japanese", "Han", "other"),
)
_SHARE = 0.05  # a mixture is one when the rarer kind reaches this share
_FEW = 0.01  # fewer candidates of a list that are the same but for case or blanks are the language's own
_MINORITY = 0.5

Mask = npt.NDArray[np.bool_]


class Symptom(Protocol):
    """Looks at chunks of lists; tells in the end what it found (the fields of a Finding)."""

    def look(self, lists: CandidateLists) -> None: ...

    def found(self) -> list[dict[str, Any]]: ...


class _Cases:
    """Counts cases of one kind and remembers the line of the first."""

    def __init__(self, kind: str, severity: str, message: str, remedy: str) -> None:
        self.kind, self.severity, self.message, self.remedy = kind, severity, message, remedy
        self.count = 0
        self.line: int | None = None
        self.example = ""

    def add(self, lines: npt.NDArray[np.int64], example: str = "") -> None:
        if len(lines) == 0:
            return
        if self.line is None:
            self.line, self.example = int(lines[0]), example
        self.count += len(lines)

    def found(self) -> list[dict[str, Any]]:
        if self.count == 0:
            return []
        message = self.message.format(count=self.count, example=self.example)
        return [
            {
                "kind": self.kind,
                "severity": self.severity,
                "message": message,
                "line": self.line,
                "count": self.count,
                "remedy": self.remedy,
            }
        ]


def _lines(lists: CandidateLists, rows: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    assert lists.origin is not None
    found: npt.NDArray[np.int64] = lists.origin.lines[rows]
    return found


class _Ids:
    """Ids that are missing, go back, or come again."""

    def __init__(self) -> None:
        self.missing = _Cases(
            "missing ids",
            "warning",
            "{count:,} id(s) are missing from the numbering, the first before {example}",
            "References must lack them too; or give these sentences an empty list.",
        )
        self.shuffled = _Cases(
            "shuffled ids",
            "warning",
            "{count:,} sentence(s) are out of order, the first is {example}",
            "Sort the file by id before pairing it with references line by line.",
        )
        self.again = _Cases(
            "repeated ids",
            "warning",
            "{count:,} id(s) come again after other sentences, the first is {example}",
            "Bring the candidates of a sentence together: manyways convert A B OUT merges lists by id.",
        )
        self.seen: set[str] = set()
        self.last: int | None = None

    def look(self, lists: CandidateLists) -> None:
        assert lists.origin is not None
        for s, one in enumerate(lists.ids):
            line = lists.origin.sentence_lines[s : s + 1]
            number = int(one) if one.isascii() and one.isdigit() else None
            if one in self.seen:
                self.again.add(line, repr(one))
            elif number is not None and self.last is not None:
                if number < self.last:
                    self.shuffled.add(line, repr(one))
                elif number > self.last + 1:
                    self.missing.add(np.repeat(line, number - self.last - 1), repr(one))
            self.seen.add(one)
            self.last = number

    def found(self) -> list[dict[str, Any]]:
        return self.missing.found() + self.shuffled.found() + self.again.found()


class _Duplicates:
    """The same text several times in one list, and samples that have lost their order."""

    def __init__(self) -> None:
        self.texts = _Cases(
            "duplicates",
            "warning",
            "{count:,} candidate(s) repeat a text of their list, the first is {example}",
            "Keep the best derivation of each: read(...).distinct(), or ask the decoder for distinct lists.",
        )
        self.sorted_lists = 0
        self.other_lists = 0
        self.first_repeat: int | None = None

    def look(self, lists: CandidateLists) -> None:
        sentences = lists.sentence_of
        keys = core.hash_rows(lists.texts.data, lists.texts.offsets)
        order = np.lexsort((np.arange(len(keys)), keys, sentences))
        same = (keys[order][1:] == keys[order][:-1]) & (sentences[order][1:] == sentences[order][:-1])
        rows = np.sort(order[1:][same])
        self.texts.add(_lines(lists, rows), repr(lists.texts[int(rows[0])][:40]) if len(rows) else "")
        self._samples(lists, order, same)

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
            self.first_repeat = int(_lines(lists, offsets[in_order[:1]])[0])

    def found(self) -> list[dict[str, Any]]:
        # A list of a few may be sorted by chance; all of them cannot.
        sorted_samples = _Cases(
            "sorted samples",
            "warning",
            "{count:,} list(s) look like samples (texts repeat with the same score) but are sorted by score",
            "Keep the order of sampling: the first n of a sorted sample are no fair sample.",
        )
        if self.sorted_lists and self.other_lists == 0:
            sorted_samples.add(np.full(self.sorted_lists, self.first_repeat, dtype=np.int64))
        return self.texts.found() + sorted_samples.found()


class _Texts:
    """Empty texts, copies of the source, and mixtures of tokenisation, casing and script."""

    def __init__(self, sources: TextColumn | None) -> None:
        self.sources = sources
        self.sentences = 0
        self.empty = _Cases(
            "empty texts",
            "warning",
            "{count:,} candidate(s) have no text",
            "Leave them out, unless an empty translation is meant.",
        )
        self.none = _Cases(
            "empty lists",
            "warning",
            "{count:,} sentence(s) have no candidates, the first is {example}",
            "Decode these sentences again; tuning and reranking pass over them.",
        )
        self.copies = _Cases(
            "copies of the source",
            "warning",
            "{count:,} candidate(s) are the source itself, the first is {example}",
            "Was the system given the right language? Leave such candidates out.",
        )
        self.kinds = _Mixtures()

    def look(self, lists: CandidateLists) -> None:
        assert lists.origin is not None
        traits, scripts, folded, joined = core.profile_rows(lists.texts.data, lists.texts.offsets)
        self.empty.add(_lines(lists, np.flatnonzero(traits & _EMPTY)))
        none = np.flatnonzero(lists.sizes == 0)
        self.none.add(lists.origin.sentence_lines[none], repr(lists.ids[int(none[0])]) if len(none) else "")
        self._compare_sources(lists)
        self.kinds.look(lists, traits, scripts, folded, joined)
        self.sentences += len(lists)

    def _compare_sources(self, lists: CandidateLists) -> None:
        sources = lists.sources
        if self.sources is not None and self.sentences + len(lists) <= len(self.sources):
            sources = self.sources.take(np.arange(self.sentences, self.sentences + len(lists)))
        if sources is None or lists.candidate_count == 0:
            return
        theirs = core.hash_rows(sources.data, sources.offsets)[lists.sentence_of]
        same = core.hash_rows(lists.texts.data, lists.texts.offsets) == theirs
        rows = np.flatnonzero(same & (np.diff(lists.texts.offsets) > 0))
        self.copies.add(_lines(lists, rows), repr(lists.texts[int(rows[0])][:40]) if len(rows) else "")

    def found(self) -> list[dict[str, Any]]:
        return self.empty.found() + self.none.found() + self.copies.found() + self.kinds.found()


class _Mixtures:
    """Two habits of writing in one file: counts of each, and the first line of each."""

    def __init__(self) -> None:
        self.attached, self.separated = _Cases("", "", "", ""), _Cases("", "", "", "")
        self.respaced = _Cases("", "", "", "")
        self.recased = _Cases("", "", "", "")
        self.systems: dict[str, _Cases] = {}  # candidates in lower case throughout, by system
        self.sizes: dict[str, int] = {}
        self.scripts = [_Cases("", "", "", "") for _ in _SCRIPTS]

    def look(
        self,
        lists: CandidateLists,
        traits: npt.NDArray[np.uint8],
        scripts: npt.NDArray[np.uint8],
        folded: npt.NDArray[np.uint64],
        joined: npt.NDArray[np.uint64],
    ) -> None:
        marks = traits & (_ATTACHED | _SEPARATED)
        self.attached.add(_lines(lists, np.flatnonzero(marks == _ATTACHED)))
        self.separated.add(_lines(lists, np.flatnonzero(marks == _SEPARATED)))
        texts = core.hash_rows(lists.texts.data, lists.texts.offsets)
        self.recased.add(_lines(lists, _alike_but_not_equal(lists, folded, texts)))
        self.respaced.add(_lines(lists, _alike_but_not_equal(lists, joined, texts)))
        for index, name in enumerate(lists.system_names):
            ours = lists.systems == index
            cases = self.systems.setdefault(name, _Cases("", "", "", ""))
            cases.add(_lines(lists, np.flatnonzero(ours & (traits & (_UPPER | _LOWER) == _LOWER))))
            self.sizes[name] = self.sizes.get(name, 0) + int(ours.sum())
        for script in np.unique(scripts).tolist():
            self.scripts[script].add(_lines(lists, np.flatnonzero(scripts == script)))

    def found(self) -> list[dict[str, Any]]:
        return self._tokenisation() + self._casing() + self._script()

    def _casing(self) -> list[dict[str, Any]]:
        mixed = _Cases(
            "mixed casing",
            "warning",
            "{count:,} candidate(s) {example}",
            "Bring all systems to one casing before comparing or combining them.",
        )
        shares = {name: cases.count / max(self.sizes[name], 1) for name, cases in self.systems.items()}
        lower = [name for name, share in shares.items() if share >= 1 - _SHARE]
        if lower and min(shares.values()) < _MINORITY:
            cases = self.systems[lower[0]]
            mixed.add(
                np.full(cases.count, cases.line), f"of {lower[0]!r} are in lower case, other systems' are not"
            )
        elif self.recased.line is not None and self.recased.count >= _FEW * sum(self.sizes.values()):
            about = "differ from another of their list in nothing but upper and lower case"
            mixed.add(np.full(self.recased.count, self.recased.line), about)
        return mixed.found()

    def _tokenisation(self) -> list[dict[str, Any]]:
        fewer, more = sorted((self.attached, self.separated), key=lambda each: each.count)
        mixed = _Cases(
            "mixed tokenisation",
            "warning",
            "{count:,} candidate(s) are written with {example}",
            "Tokenise all candidates in the same way, or none.",
        )
        if fewer.count >= _SHARE * (fewer.count + more.count) and fewer.line is not None:
            kind = "marks at the end of words" if fewer is self.attached else "marks as words of their own"
            mixed.add(np.full(fewer.count, fewer.line), f"{kind}, {more.count} the other way")
        elif self.respaced.line is not None and self.respaced.count >= _FEW * sum(self.sizes.values()):
            about = "other blanks around marks than a candidate of their list that is otherwise the same"
            mixed.add(np.full(self.respaced.count, self.respaced.line), about)
        return mixed.found()

    def _script(self) -> list[dict[str, Any]]:
        """Script 0 is that of texts without letters: numbers and marks are at home everywhere."""
        total = sum(each.count for each in self.scripts[1:])
        main = max(range(1, len(_SCRIPTS)), key=lambda script: self.scripts[script].count)
        found = []
        for script in range(1, len(_SCRIPTS)):
            cases = self.scripts[script]
            if script == main or cases.line is None or cases.count >= _MINORITY * total:
                continue
            # Japanese can do without kana, so Han beside Japanese is no error.
            if {_SCRIPTS[script], _SCRIPTS[main]} == {"Han", "Japanese"}:
                continue
            wrong = _Cases(
                "wrong script",
                "warning",
                "{count:,} candidate(s) are in {example}",
                "Was the sentence translated? Leave such candidates out.",
            )
            where = f"{_SCRIPTS[script]} script, the others in {_SCRIPTS[main]}"
            wrong.add(np.full(cases.count, cases.line), where)
            found += wrong.found()
        return found


def _alike_but_not_equal(
    lists: CandidateLists, likeness: npt.NDArray[np.uint64], texts: npt.NDArray[np.uint64]
) -> npt.NDArray[np.int64]:
    """Rows that are like an earlier row of their sentence, but not the same text."""
    sentences = lists.sentence_of
    order = np.lexsort((np.arange(len(texts)), likeness, sentences))
    alike = (likeness[order][1:] == likeness[order][:-1]) & (sentences[order][1:] == sentences[order][:-1])
    differs = texts[order][1:] != texts[order][:-1]
    return np.sort(order[1:][alike & differs])


class _Numbers:
    """Scores and features that are no numbers, and features that only some candidates have."""

    def __init__(self) -> None:
        self.scores = _Cases(
            "bad scores",
            "error",
            "{count:,} score(s) are NaN or infinite",
            "Find out why the decoder gave them; leave these candidates out.",
        )
        self.features = _Cases(
            "bad features",
            "error",
            "{count:,} candidate(s) have a feature that is NaN or infinite, the first is {example}",
            "Find out why the decoder gave it; leave these candidates out.",
        )
        self.partial = _Cases(
            "incomplete features",
            "warning",
            "{count:,} candidate(s) lack a feature that others have{example}",
            "They count as 0; give every candidate all dense features.",
        )
        self.no_score = 0
        self.first_without: int | None = None
        self.total = 0
        self.sparse: dict[str, int] = {}
        self.sparse_line: dict[str, int] = {}

    def look(self, lists: CandidateLists) -> None:
        assert lists.origin is not None
        missing = np.isnan(lists.scores)
        rows = np.flatnonzero(np.isinf(lists.scores))
        self.scores.add(_lines(lists, rows))
        if missing.any() and self.first_without is None:
            self.first_without = int(_lines(lists, np.flatnonzero(missing)[:1])[0])
        self.no_score += int(missing.sum())
        self.total += lists.candidate_count
        bad = ~np.isfinite(lists.features)
        rows = np.flatnonzero(bad.any(axis=1))
        example = lists.feature_names[int(np.flatnonzero(bad[rows[0]])[0])] if len(rows) else ""
        self.features.add(_lines(lists, rows), example)
        self.partial.add(_lines(lists, lists.origin.incomplete))
        if lists.sparse is not None:
            self._count_sparse(lists)

    def _count_sparse(self, lists: CandidateLists) -> None:
        assert lists.sparse is not None
        rows = np.repeat(np.arange(lists.candidate_count), np.diff(lists.sparse.offsets))
        used, first, counts = np.unique(lists.sparse.indices, return_index=True, return_counts=True)
        for index, at, count in zip(used.tolist(), first.tolist(), counts.tolist(), strict=True):
            name = lists.sparse.names[index]
            self.sparse[name] = self.sparse.get(name, 0) + count
            self.sparse_line.setdefault(name, int(_lines(lists, rows[at : at + 1])[0]))
            if not np.isfinite(lists.sparse.values[at]):
                self.features.add(_lines(lists, rows[at : at + 1]), name)

    def found(self) -> list[dict[str, Any]]:
        if 0 < self.no_score < self.total:
            # Where most have a score, those without carry NaN.
            self.scores.add(np.full(self.no_score, self.first_without))
        # Sparse features are for few; one that most candidates have was meant to be dense.
        for name, count in self.sparse.items():
            if "_" not in name and count >= _MINORITY * self.total:
                self.partial.add(np.full(self.total - count or count, self.sparse_line[name]), f" ({name})")
        return self.scores.found() + self.features.found() + self.partial.found()


class _References:
    """Sentences with more or fewer references than the first."""

    def __init__(self) -> None:
        self.expected: int | None = None
        self.cases = _Cases(
            "references",
            "error",
            "{count:,} sentence(s) have another number of references than the first ({example})",
            "Give all sentences the same number of references.",
        )

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

    def found(self) -> list[dict[str, Any]]:
        return self.cases.found()


def symptoms(sources: TextColumn | None) -> list[Symptom]:
    """One of each kind, for one file."""
    return [_Ids(), _Duplicates(), _Texts(sources), _Numbers(), _References()]
