"""What choosing gained: the chosen texts against each list's first and against every single system.

gain = Gain.of(lists, chosen_rows, utilities=("bleu", "chrf"))
gain.rows["first"]["ter"].difference, .low, .high, .p_value
gain.remarks                     # which metrics were also what was chosen by
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from manyways.candidates import CandidateLists
from manyways.errors import InputError
from manyways.metrics import Score, significance
from manyways.metrics.bleu import DEFAULT_TOKENISER, Tokeniser
from manyways.metrics.evaluation import make_metrics, scored
from manyways.metrics.oracle import first_of_each, first_of_systems
from manyways.metrics.significance import Comparison
from manyways.tables import Table

__all__ = ["REPORTED", "Gain", "family", "independence"]

REPORTED = ("bleu", "chrf", "ter")
Rows = npt.NDArray[np.int64]


def family(metric: str) -> str:
    """Which of REPORTED a metric is kin to, by its name: chrF++ is to chrF; empty for none."""
    return next((each for each in REPORTED if metric.lower().startswith(each)), "")


def independence(used: Sequence[str]) -> tuple[str, ...]:
    """What to say of scores by metrics that the choice went by: it is made to please them."""
    told = [name for name in REPORTED if name in used]
    if not told:
        return ()
    free = [name for name in REPORTED if name not in used]
    which = " and ".join(told)
    verb = "was" if len(told) == 1 else "were"
    if not free:
        return (f"{which} {verb} used to choose, and no metric here is independent: expect less elsewhere",)
    return (f"{which} {verb} used to choose, which flatters the choice: look at {' and '.join(free)}",)


@dataclass(frozen=True, eq=False)
class Gain:
    """scores: of the chosen texts, with intervals, by metric. used: metrics that were used to choose.

    others: for the first candidates, unless they are one system's, and for each system that has a candidate
    for every sentence: by metric, its score and how the choice compares with it.
    """

    sentences: int
    scores: Mapping[str, Score]
    others: Mapping[str, Mapping[str, tuple[Score, Comparison]]]
    used: tuple[str, ...]

    @staticmethod
    def of(
        lists: CandidateLists,
        chosen: Rows,
        *,
        used: Sequence[str] = (),
        tokenise: Tokeniser = DEFAULT_TOKENISER,
        seed: int = significance.SEED,
        threads: int = 0,
    ) -> Gain:
        """lists: with references, in the order that they came in. chosen: a row for each non-empty list."""
        if not lists.references:
            raise InputError("there are no references to compare with", remedy="Give them: --references F")
        metrics = make_metrics(REPORTED, tokenise=tokenise)
        rivals = _systems(lists)
        first = first_of_each(lists.sentence_offsets)
        if not any(np.array_equal(first, rows) for rows in rivals.values()):
            rivals = {"first candidates": first, **rivals}
        scores: dict[str, Score] = {}
        others: dict[str, dict[str, tuple[Score, Comparison]]] = {name: {} for name in rivals}
        count = len(lists.references)
        needed = np.unique(np.concatenate([chosen, *rivals.values()]))
        part = lists.select(needed)
        chosen, rivals = (
            np.searchsorted(needed, chosen),
            {name: np.searchsorted(needed, rows) for name, rows in rivals.items()},
        )
        for name, metric in metrics.items():
            rows = metric.statistics(part, threads=threads)
            scores[name] = scored(metric, rows[chosen], count, seed=seed)
            for rival, theirs in rivals.items():
                compared = significance.paired_bootstrap(metric, rows[theirs], rows[chosen], seed=seed)
                score = metric.score(rows[theirs].sum(axis=0), references=count)
                others[rival][name] = (score, compared)
        return Gain(len(chosen), scores, others, tuple(used))

    @property
    def remarks(self) -> tuple[str, ...]:
        return independence(self.used)

    def tables(self) -> list[Table]:
        """For people: scores, and the gain over each rival with its interval and p."""
        names = [f"{self.scores[name].name}{'*' if name in self.used else ''}" for name in self.scores]
        own = [f"{each.value:.2f} [{each.low:.2f}, {each.high:.2f}]" for each in self.scores.values()]
        best = sorted(self.others, key=lambda rival: -self.others[rival]["bleu"][0].value)
        rows: list[list[object]] = [["chosen", *own]]
        rows += [
            [rival, *(f"{self.others[rival][name][0].value:.2f}" for name in self.scores)] for rival in best
        ]
        gains = [[rival, *(_told(self.others[rival][name][1]) for name in self.scores)] for rival in best]
        caption = "TER: lower is better" + ("; * was used to choose" if self.used else "")
        title = f"{self.sentences:,} sentences"
        return [
            Table(["texts", *names], rows, title=title, caption=caption, right=True),
            Table(["chosen against", *names], gains, title="Gain [95 %], p by paired bootstrap", right=True),
        ]

    def as_json(self) -> dict[str, Any]:
        return {
            "sentences": self.sentences,
            "scores": {
                name: {
                    "value": each.value,
                    "low": each.low,
                    "high": each.high,
                    "signature": str(each.signature),
                    "chosen_by": name in self.used,
                }
                for name, each in self.scores.items()
            },
            "against": {
                rival: {
                    name: {
                        "value": score.value,
                        "gain": compared.difference,
                        "low": compared.low,
                        "high": compared.high,
                        "p": compared.p_value,
                    }
                    for name, (score, compared) in by_metric.items()
                }
                for rival, by_metric in self.others.items()
            },
            "remarks": list(self.remarks),
        }


def _told(compared: Comparison) -> str:
    return f"{compared.difference:+.2f} [{compared.low:+.2f}, {compared.high:+.2f}] {compared.p_value:.3f}"


def _systems(lists: CandidateLists) -> dict[str, Rows]:
    """The first rows of each system that has one for every sentence with any."""
    full = int(np.sum(lists.sizes > 0))
    return {name: rows for name, rows in first_of_systems(lists).items() if len(rows) == full}
