"""The page of scores: systems side by side with intervals, and every sentence against the baseline.

systems_page({"A": evaluation, "B": other}, baseline="A").write("scores.html")
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from manyways.candidates import CandidateLists, merge, with_source_file
from manyways.errors import InputError
from manyways.metrics import significance
from manyways.metrics.base import Metric
from manyways.metrics.bleu import Bleu
from manyways.metrics.evaluation import Evaluation
from manyways.metrics.significance import Comparison
from manyways.report import Drawing, Fact, Report
from manyways.report.rows import RowPlot
from manyways.report.sentences import Measure, Sentences, Versions
from manyways.wording import counted

__all__ = ["systems_page"]

_SHOWN = 30  # systems in a picture


def systems_page(
    evaluations: Mapping[str, Evaluation],
    *,
    baseline: str,
    source: str | None = None,
    seed: int = significance.SEED,
    threads: int = 0,
) -> Report:
    """evaluations: by name, of the same sentences. source: a file of what was translated."""
    names = [baseline, *(name for name in evaluations if name != baseline)]
    seen = _Systems({name: evaluations[name] for name in names}, seed, threads)
    lists = seen.lists  # in the order of their references: line by line
    if source is not None:
        lists = with_source_file(lists, source, path=seen.base.path, by_position=True)
    report = Report("Scores" if len(names) == 1 else f"{len(names)} systems side by side")
    references = counted(seen.base.references, "references")
    against = f" {baseline} is the baseline." if len(names) > 1 else ""
    report.text(f"{counted(len(lists), 'sentences')}, {references}.{against}")
    report.facts(seen.facts())
    if len(names) > 1:
        report.section("Systems")
        report.figures(seen.figures())
    report.section("Sentences")
    versions = Versions.of(lists)
    named = ("System", "Baseline")
    report.sentences(Sentences("systems", versions, named, measures=seen.measures(), threads=threads))
    report.section("All numbers")
    report.table(*seen.table())
    report.text("\n".join(f"{each.name}: {each.signature}" for each in seen.base.scores.values()))
    return report


@dataclass(frozen=True, eq=False)
class _Systems:
    """evaluations: the baseline's first."""

    evaluations: Mapping[str, Evaluation]
    seed: int
    threads: int

    @property
    def base(self) -> Evaluation:
        return next(iter(self.evaluations.values()))

    @property
    def metrics(self) -> Mapping[str, Metric]:
        return self.base.metrics

    @cached_property
    def lists(self) -> CandidateLists:
        """The first candidates of every system, a list per sentence."""
        base = self.base.lists
        ids = base.ids if len(set(base.ids)) == len(base) else [str(s) for s in range(len(base))]
        parts = []
        for name, each in self.evaluations.items():
            if len(each.lists) != len(base):
                found = f"has {counted(len(each.lists), 'sentences')}, {self.base.path} has {len(base)}"
                raise InputError(found, path=each.path)
            first = each.lists.select(each.first)
            none = np.zeros(first.candidate_count, dtype=np.int32)
            parts.append(replace(first, ids=ids, systems=none, system_names=(name,), sources=base.sources))
        return merge(parts)

    @cached_property
    def comparisons(self) -> dict[str, dict[str, Comparison]]:
        """By system and metric, for systems that have the sentences of the baseline."""
        found: dict[str, dict[str, Comparison]] = {}
        for name, each in list(self.evaluations.items())[1:]:
            if np.array_equal(each.lists.sizes > 0, self.base.lists.sizes > 0):
                found[name] = {
                    key: significance.paired_bootstrap(
                        metric,
                        self.base.rows[key][self.base.first],
                        each.rows[key][each.first],
                        seed=self.seed,
                    )
                    for key, metric in self.metrics.items()
                }
        return found

    def ranked(self) -> list[str]:
        """The systems, the best by the first metric first."""
        key, metric = next(iter(self.metrics.items()))
        turn = -1 if metric.higher_is_better else 1
        return sorted(self.evaluations, key=lambda name: turn * self.evaluations[name].scores[key].value)

    def facts(self) -> list[Fact]:
        best = self.ranked()[0]
        who = f"{best}, " if len(self.evaluations) > 1 else ""
        return [
            Fact(each.name, f"{each.value:.1f}", f"{who}95 %: {each.low:.1f} to {each.high:.1f}")
            for each in self.evaluations[best].scores.values()
        ]

    def figures(self) -> list[tuple[Drawing, str]]:
        found: list[tuple[Drawing, str]] = []
        base = next(iter(self.evaluations))
        for key, metric in self.metrics.items():
            plot = RowPlot(x=metric.name)
            plot.rule(self.base.scores[key].value)
            for name in self.ranked()[:_SHOWN]:
                score = self.evaluations[name].scores[key]
                assert score.low is not None
                assert score.high is not None
                plot.interval(name, score.value, score.low, score.high, strong=name == base)
            lower = "" if metric.higher_is_better else " Lower is better."
            found.append((plot, f"{metric.name} with 95 % intervals; {base} in colour.{lower}"))
        found.append((self._lengths(), "Characters, in percent of the first reference's."))
        return found

    def table(self) -> tuple[list[str], list[list[object]], str]:
        """Scores, and how they differ from the baseline's."""
        rows: list[list[object]] = []
        for name in self.ranked():
            row: list[object] = [name]
            for key, score in self.evaluations[name].scores.items():
                row.append(f"{score.value:.2f} [{score.low:.2f}, {score.high:.2f}]")
                compared = self.comparisons.get(name, {}).get(key)
                if len(self.evaluations) > 1:
                    row.append(_told(compared))
            rows.append(row)
        header = ["system"]
        for metric in self.metrics.values():
            header.append(f"{metric.name} [95 %]")
            if len(self.evaluations) > 1:
                header.append("difference, p")
        lower = [each.name for each in self.metrics.values() if not each.higher_is_better]
        caption = f"{', '.join(lower)}: lower is better" if lower else ""
        if len(self.evaluations) > 1:
            base = next(iter(self.evaluations))
            caption += f"\nDifferences to {base}, p by paired bootstrap"
        return header, rows, caption.strip()

    def measures(self) -> list[Measure]:
        """Sentence scores of all versions; BLEU's are BLEU+1."""
        found = []
        for metric in self.metrics.values():
            rows = metric.statistics(self.lists, threads=self.threads)
            title = "BLEU+1" if isinstance(metric, Bleu) else metric.name
            found.append(Measure(title, metric.sentence_scores(rows), metric.higher_is_better))
        return found

    def _lengths(self) -> RowPlot:
        lists = self.lists
        assert lists.references
        theirs = lists.references[0].characters()
        ours = lists.texts.characters()
        plot = RowPlot(x="percent of the reference's length")
        plot.rule(100.0)
        for name in self.ranked()[:_SHOWN]:
            rows = lists.systems == lists.system_names.index(name)
            share = 100 * ours[rows].sum() / max(1, theirs[lists.sentence_of[rows]].sum())
            strong = name == next(iter(self.evaluations))
            plot.interval(name, share, share, share, label=f"{share:.1f}", strong=strong)
        return plot


def _told(compared: Comparison | None) -> str:
    return "" if compared is None else f"{compared.difference:+.2f}, {compared.p_value:.3f}"
