"""The page of a choice: what was gained, whose texts were chosen, and every sentence with its runner-up.

choice_page(outcome.chosen, by="mbr", gain=outcome.gain, risk=outcome.risk).write("choice.html")
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from manyways.candidates import CandidateLists
from manyways.choose import Gain, traits
from manyways.choose.choosing import lead_of, order_of
from manyways.choose.quality import Coverage
from manyways.metrics import Chrf
from manyways.metrics.base import Rows, Values
from manyways.metrics.oracle import first_of_each
from manyways.report import Drawing, Fact, Report
from manyways.report.rows import RowPlot
from manyways.report.sentences import Column, Measure, Sentences, Versions
from manyways.report.svg import Plot, series
from manyways.wording import counted

__all__ = ["choice_page"]

_BY_AGREEMENT = "tenth of the sentences, by agreement"
_TENTHS = 10
_LEAST = 50  # sentences that are worth ten groups
_SHOWN = 25  # systems in a picture


def choice_page(
    chosen: CandidateLists,
    *,
    by: str,
    gain: Gain | None = None,
    risk: Sequence[Coverage] = (),
    threads: int = 0,
) -> Report:
    """chosen: lists, best first, as `choose` gives them, with sources and references where there are any."""
    seen = _Choice(chosen, gain, threads)
    systems = len([name for name in chosen.system_names if name])
    report = Report("The best of each sentence")
    size = counted(chosen.candidate_count, "candidates")
    whose = f" of {counted(systems, 'systems')}" if systems > 1 else ""
    report.text(f"{counted(len(chosen), 'sentences')}, {size}{whose}, chosen by {by}.")
    report.facts(seen.facts())
    if gain is not None:
        for remark in gain.remarks:
            report.text(f"Note: {remark}.")
        report.section("What was gained")
        report.figures(seen.gains(gain))
    report.section("What the choice is like")
    report.figures([*seen.figures(), *([(_risk(risk), _RISK)] if risk else [])])
    report.section("Sentences")
    report.sentences(seen.sentences())
    if gain is not None:
        report.section("All numbers")
        for table in gain.tables():
            caption = "\n".join(filter(None, [table.title, table.caption]))
            report.table(table.headings, [list(row) for row in table.rows], caption)
        signatures = [f"{each.name}: {each.signature}" for each in gain.scores.values()]
        report.text("\n".join(signatures))
    return report


_RISK = "The chrF of what is kept when sentences of the lowest expected quality are left out."


@dataclass(frozen=True, eq=False)
class _Choice:
    chosen: CandidateLists
    gain: Gain | None
    threads: int

    @cached_property
    def has(self) -> npt.NDArray[np.bool_]:
        """Sentences that have candidates."""
        return self.chosen.sizes > 0

    @cached_property
    def first(self) -> Rows:
        return first_of_each(self.chosen.sentence_offsets)

    @cached_property
    def agreement(self) -> Values:
        found: Values = traits(self.chosen, self.chosen.scores, threads=self.threads)[:, 0]
        return found

    @cached_property
    def versions(self) -> Versions:
        return Versions.distinct(self.chosen)

    @cached_property
    def statistics(self) -> Rows:
        return Chrf().statistics(self.chosen, threads=self.threads)

    @cached_property
    def best(self) -> tuple[str, Rows] | None:
        """The system with the highest BLEU that has a candidate for every sentence, and its rows."""
        names = self.chosen.system_names
        rivals = [name for name in (self.gain.others if self.gain else ()) if name in names]
        if self.gain is None or not rivals:
            return None
        others = self.gain.others
        name = max(rivals, key=lambda rival: others[rival]["bleu"][0].value)
        rows = np.flatnonzero(self.chosen.systems == names.index(name))
        return name, rows[np.argsort(self.chosen.sentence_of[rows], kind="stable")]

    def facts(self) -> list[Fact]:
        if self.gain is None:
            found = [Fact("Median agreement", _told(self.agreement), "chrF of the choice against its list")]
        else:
            found = [
                Fact(each.name, f"{each.value:.1f}", f"95 %: {each.low:.1f} to {each.high:.1f}")
                for each in self.gain.scores.values()
            ]
            if self.best is not None:
                _, compared = self.gain.others[self.best[0]]["bleu"]
                note = f"against {self.best[0]}, the best single system here; p = {compared.p_value:.3f}"
                found.append(Fact("Gain in BLEU", f"{_signed(compared.difference)}", note))
        if self.chosen.qualities is not None:
            found.append(Fact("Median quality", _told(self.chosen.qualities), "the chrF to expect"))
        if self.chosen.status is not None:
            left = sum(bool(one) for one in self.chosen.status)
            if left:
                found.append(Fact("Left out", f"{left:,}", "expected to be too poor"))
        return found

    def gains(self, gain: Gain) -> list[tuple[Drawing, str]]:
        """For each metric the gain over every system, one scale for all of them."""
        found: list[tuple[Drawing, str]] = []
        ranked = sorted(gain.others, key=lambda rival: -gain.others[rival]["bleu"][0].value)
        for name, score in gain.scores.items():
            lower = name == "ter"
            plot = RowPlot(x=f"{score.name} of the choice minus {score.name} of the system")
            plot.rule(0.0)
            for rival in ranked[:_SHOWN]:
                _, compared = gain.others[rival][name]
                label, sure = _signed(compared.difference), compared.p_value < 0.05
                low, high = compared.low, compared.high
                assert low is not None
                assert high is not None
                plot.interval(rival, compared.difference, low, high, label=label, strong=sure)
            told = f"{score.name}: gain over each system with 95 % intervals, in colour where p < 0.05."
            told += " Left of the dashed line the choice is better (lower)." if lower else ""
            told += " It was used to choose, which flatters it." if name in gain.used else ""
            found.append((plot, told))
        return found

    def figures(self) -> list[tuple[Drawing, str]]:
        found: list[tuple[Drawing, str]] = []
        if len(self.chosen.system_names) > 1:
            found.append((self._shares(), "How often each system's text was chosen; several may have it."))
        found.append((self._agreement(), "How far the choice agrees with its list (mean chrF against it)."))
        if self.best is not None and len(self.first) >= _LEAST:
            found.append((self._tenths(), "chrF of tenths of the sentences, from least to most agreement."))
            told = f"Gain over {self.best[0]} in the same tenths: where choosing helps."
            found.append((self._gains(), told))
        found.append((self._lengths(), "Length of the choice, in percent of its list's mean length."))
        return found

    def sentences(self) -> Sentences:
        lists = self.chosen
        versions = self.versions
        columns = [Column("agreement", self.agreement, "Mean chrF of the choice against its list")]
        lead = lead_of(lists, lists.scores, order_of(lists, lists.scores)).values
        columns.append(Column("lead", lead, "How far the choice is ahead of the next text"))
        if lists.qualities is not None:
            columns.append(Column("quality", lists.qualities, "The chrF to expect"))
        measures = []
        if self.gain is not None:
            scores = Chrf().sentence_scores(self.statistics)
            measures.append(Measure("chrF", scores[versions.rows]))
            columns.append(Column("chrF", self._spread(scores[self.first]), "Sentence chrF of the choice"))
            if self.best is not None:
                name, rows = self.best
                ahead = self._spread(scores[self.first] - scores[rows])
                columns.append(Column("gain", ahead, f"chrF of the choice minus that of {name}", signed=True))
        names = ("Chosen", "Next")
        return Sentences("choice", versions, names, columns, measures, lists.reasons, self.threads)

    def _spread(self, values: Values) -> Values:
        """Numbers of sentences with candidates, at their places among all."""
        found = np.full(len(self.chosen), np.nan)
        found[self.has] = values
        return found

    def _shares(self) -> RowPlot:
        winners = self.versions.systems.take(first_of_each(self.versions.lists.sentence_offsets))
        counts = np.bincount(winners.values, minlength=len(self.chosen.system_names))
        plot = RowPlot(x="percent of the sentences", bars=True)
        for system in np.argsort(-counts, kind="stable")[:_SHOWN].tolist():
            share = 100 * counts[system] / max(1, len(self.first))
            plot.bar(self.chosen.system_names[system] or "(no name)", share, label=f"{share:.0f} %")
        return plot

    def _agreement(self) -> Plot:
        values = self.agreement[self.has]
        low = 5 * np.floor(values.min(initial=95.0) / 5)
        counts, edges = np.histogram(values, bins=np.linspace(low, 100.0, 21))
        plot = Plot(x="agreement", y="sentences", width=400, height=200)
        plot.columns(edges, counts)
        return plot

    def _tenths(self) -> Plot:
        assert self.best is not None
        name, rows = self.best
        plot = Plot(x=_BY_AGREEMENT, y="chrF", width=400, height=200, whole=True)
        colours = (series(0), "var(--rule)")
        for number, (label, chosen) in enumerate((("chosen", self.first), (name, rows))):
            scores = self._by_tenth(chosen)
            plot.line(range(1, _TENTHS + 1), scores, label, colour=colours[number], dots=True, at_end=True)
        return plot

    def _gains(self) -> Plot:
        assert self.best is not None
        gains = self._by_tenth(self.first) - self._by_tenth(self.best[1])
        plot = Plot(x=_BY_AGREEMENT, y="gain in chrF", width=400, height=200, whole=True)
        plot.line(range(1, _TENTHS + 1), gains, dots=True)
        plot.rule(y=0.0)
        return plot

    def _by_tenth(self, rows: Rows) -> Values:
        """chrF of these candidates, in tenths of the sentences from least to most agreement."""
        order = np.argsort(self.agreement[self.has], kind="stable")
        groups = np.array_split(order, _TENTHS)
        found: Values = Chrf().scores(
            np.array([self.statistics[rows[group]].sum(axis=0) for group in groups])
        )
        return found

    def _lengths(self) -> Plot:
        sizes = self.chosen.texts.characters()
        sums = np.bincount(self.chosen.sentence_of, sizes, len(self.chosen))[self.has]
        means = sums / self.chosen.sizes[self.has]
        ratios = 100 * sizes[self.first] / np.maximum(means, 1.0)
        counts, edges = np.histogram(np.clip(ratios, 60.0, 140.0), bins=np.linspace(60.0, 140.0, 41))
        plot = Plot(x="percent of the mean length", y="sentences", width=400, height=200)
        plot.columns(edges, counts)
        plot.rule(x=100.0)
        return plot


def _risk(risk: Sequence[Coverage]) -> Plot:
    plot = Plot(x="percent of the sentences kept", y="chrF", width=400, height=200)
    plot.line([100 * each.share for each in risk], [each.score for each in risk], dots=True)
    return plot


def _told(values: Values) -> str:
    known = values[np.isfinite(values)]
    return f"{np.median(known):.1f}" if len(known) else "–"


def _signed(value: float) -> str:
    return f"{value:+.1f}".replace("-", "\u2212")
