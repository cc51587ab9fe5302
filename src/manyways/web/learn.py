"""Learning from choices: a reranker from what people took or wrote, and what it learned, in words.

    learned = learn(kept(store, Scope(project="manual")))
    learned.trained.chooser.write("manual.toml")               # for `choose --by`
    learned.words                                              # "you prefer shorter ones", ...

Each choice is a list whose reference is the text that was taken or written: so the training of rerankers is
used as it is (`manyways.rerank`), with chrF for what is to be best. Beside the features of any list it gets
those words that were clearly preferred to others (`word:cap` over `word:hat`). What is said of it is by
folds: each choice is foreseen by weights that were learned without it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

import numpy as np

from manyways.candidates import Candidate, CandidateLists, Sentence, from_sentences
from manyways.errors import InputError
from manyways.features import Wanted, compute
from manyways.features.families.words import bare
from manyways.metrics.chrf import Chrf
from manyways.rerank import RerankSettings, Trained, train_reranker
from manyways.tables import Table
from manyways.web.preferences import Preference
from manyways.wording import counted

__all__ = ["FEWEST", "Learned", "learn"]

FEWEST = 10  # choices that anything can be learned from
_SURE = 0.05
_MOST_WORDS = 20
Pair = tuple[str, str]


@dataclass(frozen=True, eq=False)
class Learned:
    """words: what was learned. foreseen: share of choices that are foreseen; before: by the order that was
    shown.
    """

    choices: int
    trained: Trained
    words: Sequence[str]
    foreseen: float
    before: float

    def tables(self) -> list[Table]:
        rows = [
            ["the order as it was shown", f"{100 * self.before:.1f}"],
            ["what was learned, by folds", f"{100 * self.foreseen:.1f}"],
        ]
        return [
            Table(["chooses as people did", "%"], rows, title=counted(self.choices, "choices"), right=True)
        ]

    def as_json(self) -> dict[str, Any]:
        found = {"choices": self.choices, "learned": list(self.words), "foreseen": self.foreseen}
        return {**found, "before": self.before, "weights": self.trained.as_json()["weights"]}


def learn(preferences: Sequence[Preference], *, seed: int = 1, threads: int = 0) -> Learned:
    """An InputError if there is too little to learn from."""
    useful = [each for each in preferences if len(set(each.shown)) > 1]
    if len(useful) < FEWEST:
        raise InputError(
            f"there are {counted(len(useful), 'choices')} between different texts, and {FEWEST} are needed",
            remedy="Choose some more: every pick and every edit counts.",
        )
    pairs = _preferred_words(useful)
    names = list(dict.fromkeys(f"word:{word}" for pair in pairs for word in pair))[:_MOST_WORDS]
    lists = _lists(useful)
    lists = compute(lists, Wanted.named_by(["basic"]), threads=threads).lists
    if names:
        lists = compute(lists, Wanted.columns(names), threads=threads).lists
    settings = RerankSettings(metric="chrf", folds=min(5, len(useful)), seed=seed)
    trained = train_reranker(lists, settings, threads=threads)
    taken = _taken(lists)
    firsts = lists.sentence_offsets[:-1]
    foreseen = float(np.mean([row in best for row, best in zip(trained.rows.tolist(), taken, strict=True)]))
    before = float(np.mean([row in best for row, best in zip(firsts.tolist(), taken, strict=True)]))
    words = [*_habits(lists, taken), *_told(pairs)]
    if not words:
        words = ["nothing that can be said in words"]
    if foreseen <= before:
        words.append("it foresees choices no better than the order that was shown: do not use it yet")
    return Learned(len(useful), trained, words, foreseen, before)


def _lists(preferences: Sequence[Preference]) -> CandidateLists:
    return from_sentences(
        [
            Sentence(
                id=str(i),
                source=each.source,
                references=[each.text],
                candidates=[Candidate(text=text) for text in dict.fromkeys(each.shown)],
            )
            for i, each in enumerate(preferences)
        ]
    )


def _taken(lists: CandidateLists) -> list[set[int]]:
    """The rows of each list that are nearest to what was taken or written, mostly one."""
    metric = Chrf()
    scores = metric.sentence_scores(metric.statistics(lists))
    found = []
    for i in range(len(lists)):
        span = range(*lists.sentence_offsets[i : i + 2].tolist())
        most = max(scores[row] for row in span)
        found.append({row for row in span if scores[row] == most})
    return found


def _sure(wins: int, losses: int) -> bool:
    """Whether so many wins are more than chance: the sign test, one side."""
    total = wins + losses
    chance = sum(math.comb(total, k) for k in range(wins, total + 1)) / 2**total
    return bool(chance < _SURE)


def _substitutions(winner: str, loser: str) -> Iterator[Pair]:
    """Words that stand in one text where another stands in the other."""
    one, other = ([bare(word) for word in text.split()] for text in (winner, loser))
    for kind, i, j, k, m in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        if kind == "replace" and j - i == m - k == 1 and one[i] and other[k]:
            yield one[i], other[k]


def _preferred_words(preferences: Sequence[Preference]) -> dict[Pair, tuple[int, int]]:
    """Words that were preferred to others more often than by chance, with how often and how often not."""
    wins = Counter[Pair]()
    for each in preferences:
        wins.update({pair for shown in each.shown for pair in _substitutions(each.text, shown)})
    found = {
        pair: (count, wins[pair[::-1]])
        for pair, count in wins.items()
        if count > wins[pair[::-1]] and _sure(count, wins[pair[::-1]])
    }
    return dict(sorted(found.items(), key=lambda each: (-each[1][0], each[0])))


def _told(pairs: dict[Pair, tuple[int, int]]) -> list[str]:
    return [
        f"“{one}” over “{other}” ({wins} of {wins + losses} times)"
        for (one, other), (wins, losses) in list(pairs.items())[:_MOST_WORDS]
    ]


_HABITS = {
    "characters": ("you prefer shorter ones", "you prefer longer ones"),
    "capitals": ("you prefer fewer capitals", "you prefer more capitals"),
    "copied": ("you prefer words translated rather than copied", "you prefer words of the source kept"),
    "consensus:chrf": ("you prefer what the others do not say", "you prefer what most of them say"),
}


def _habits(lists: CandidateLists, taken: Sequence[set[int]]) -> list[str]:
    """Of some features: whether what was taken has less or more of it than the rest of its list, by signs."""
    found = []
    for name, (less, more) in _HABITS.items():
        if name not in lists.feature_names:
            continue
        values = lists.features[:, lists.feature_names.index(name)]
        below = above = 0
        for i, rows in enumerate(taken):
            rest = [row for row in range(*lists.sentence_offsets[i : i + 2].tolist()) if row not in rows]
            if rest:
                gap = float(np.mean(values[sorted(rows)]) - np.mean(values[rest]))
                below, above = below + (gap < -1e-9), above + (gap > 1e-9)
        for count, other, words in ((below, above, less), (above, below, more)):
            if count > other and _sure(count, other):
                found.append(f"{words} ({count} of {count + other} times)")
    return found
