"""An analysis for people and programs: tables, JSON, pictures, a page of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from manyways.report import Drawing, Fact, Report
from manyways.report.svg import Plot, series
from manyways.tables import Table
from manyways.web.studies.analysis import Analysis, words_of
from manyways.web.studies.mixed import Mixed
from manyways.web.studies.preference import Group, Share
from manyways.web.studies.settings import BEST, CONDITIONS, DIVERSE
from manyways.wording import counted

__all__ = ["as_json", "figures", "remarks", "report", "tables"]


def remarks(analysis: Analysis) -> list[str]:
    results = analysis.results
    edits, judgements = results.wanted
    done = f"{len(results.edits):,} of {edits:,} texts are edited"
    found = [f"{done}, {len(results.judgements):,} of {judgements:,} judgements made"]
    if results.inattentive:
        dropped = len(results.judgements) - len(analysis.judgements)
        people = counted(len(results.inattentive), "judges")
        found.append(
            f"{people} failed too many checks of attention: {counted(dropped, 'judgements')} left out"
        )
    return found


def tables(analysis: Analysis) -> list[Table]:
    found = []
    if analysis.groups:
        rows = [
            [
                each.name,
                f"{each.bleu[0]:.0f} to {each.bleu[1]:.0f}",
                f"{each.sentences}",
                f"{each.judgements:,}",
                _share(each.best),
                _share(each.diverse),
                f"{each.difference.value:+.1f}",
                f"{each.p:.3f}",
            ]
            for each in analysis.groups
        ]
        header = ["sentences", "BLEU+1", "number", "judgements", "best, %", "diverse, %", "difference", "p"]
        caption = "95 % intervals by sentences; p by turning signs of sentences"
        found.append(
            Table(header, rows, title="Whose text is closer in meaning", caption=caption, right=True)
        )
    if analysis.spent:
        rows = [
            [
                e.condition,
                f"{e.texts:,}",
                f"{e.seconds_per_word:.2f}",
                f"{e.hter:.1f}",
                f"{e.keys_per_word:.2f}",
                f"{e.unchanged:.1f}",
            ]
            for e in analysis.spent
        ]
        header = ["list", "texts", "seconds per word", "HTER", "keys per word", "unchanged, %"]
        found.append(Table(header, rows, title="Effort, medians", right=True))
    if analysis.agreement:
        rows = [
            [level, f"{each.alpha:.3f}", f"{each.low:.3f} to {each.high:.3f}", f"{each.units:,}"]
            for level, each in analysis.agreement.items()
        ]
        title = "Agreement of judges (Krippendorff's alpha)"
        found.append(Table(["level", "alpha", "95 %", "pairs"], rows, title=title, right=True))
    found += [_model_table(name, each) for name, each in analysis.models.items()]
    return found


def as_json(analysis: Analysis) -> dict[str, Any]:
    return {
        "study": analysis.results.name,
        "remarks": remarks(analysis),
        "preference": [asdict(each) for each in analysis.groups],
        "effort": [asdict(each) for each in analysis.spent],
        "agreement": {level: asdict(each) for level, each in analysis.agreement.items()},
        "models": {
            name: {
                "effects": [
                    {**asdict(e), "p": e.p, "low": e.interval[0], "high": e.interval[1]} for e in each.effects
                ],
                "person": each.deviations[0],
                "sentence": each.deviations[1],
                "residual": each.residual,
            }
            for name, each in analysis.models.items()
        },
    }


def figures(analysis: Analysis) -> list[tuple[Drawing, str]]:
    found: list[tuple[Drawing, str]] = []
    quarters = [each for each in analysis.groups if each.name != "all"]
    if quarters:
        found.append((_figure(quarters), _FIGURE))
    if len(analysis.spent) == len(CONDITIONS):
        found.append((_times(analysis), "Seconds per word of each text, by the list that was shown."))
    return found


def _times(analysis: Analysis) -> Plot:
    plot = Plot(
        x="seconds per word (logarithmic)", y="% of texts that took less", log=True, height=220, width=560
    )
    for number, condition in enumerate(CONDITIONS):
        times = sorted(
            each.effort.seconds / words_of(each.text)
            for each in analysis.results.edits
            if each.condition == condition and each.effort.seconds > 0
        )
        if times:
            shares = 100 * (np.arange(len(times)) + 1) / len(times)
            plot.line(times, shares, condition, colour=series(number), dash=number, stairs=True)
    return plot


def report(analysis: Analysis) -> Report:
    """A page of its own."""
    page = Report(f"Study {analysis.results.name}")
    for remark in remarks(analysis):
        page.text(f"{remark[:1].upper()}{remark[1:]}.")
    whole = next((each for each in analysis.groups if each.name == "all"), None)
    if whole is not None:
        page.facts(
            [
                Fact("best preferred", f"{whole.best.value:.1f} %", _interval(whole.best)),
                Fact("diverse preferred", f"{whole.diverse.value:.1f} %", _interval(whole.diverse)),
            ]
        )
    if found := figures(analysis):
        page.figures(found)
    for table in tables(analysis):
        page.section(table.title)
        page.table(table.headings, table.rows, table.caption)
    return page


_FIGURE = (
    "How often the text made from the best and from the diverse list was preferred, by quarters of the "
    "BLEU+1 of the first translation; what is missing to 100 % was judged the same. Bars: 95 % intervals."
)


def _figure(quarters: Sequence[Group]) -> Plot:
    ticks = [(i, f"{each.bleu[0]:.0f}–{each.bleu[1]:.0f}") for i, each in enumerate(quarters)]
    plot = Plot(x="BLEU+1 of the first translation", y="% preferred", ticks=ticks, height=260, width=560)
    for number, (name, shift) in enumerate(((BEST, -0.1), (DIVERSE, 0.1))):
        shares = [each.best if name == BEST else each.diverse for each in quarters]
        xs = [i + shift for i in range(len(quarters))]
        plot.bars(xs, [(each.low, each.value, each.high) for each in shares], name, series(number))
        plot.line(xs, [each.value for each in shares], colour=series(number), dash=number, width=1.5)
    return plot


def _model_table(name: str, model: Mixed) -> Table:
    what = {"time": "log seconds per word", "HTER": "HTER", "preference": "-1 best, 0 same, 1 diverse"}[name]
    rows = [
        [
            each.name,
            f"{each.estimate:+.3f}",
            f"{each.interval[0]:+.3f} to {each.interval[1]:+.3f}",
            f"{each.p:.3f}",
        ]
        for each in model.effects
    ]
    person, sentence = model.deviations
    people = f"deviation of people {person:.3f}, of sentences {sentence:.3f}"
    caption = f"{people}, of the rest {model.residual:.3f}; REML"
    return Table(
        ["effect", what, "95 %", "p"], rows, title=f"Mixed model of {name}", caption=caption, right=True
    )


def _share(share: Share) -> str:
    return f"{share.value:.1f} [{share.low:.1f}, {share.high:.1f}]"


def _interval(share: Share) -> str:
    return f"95 %: {share.low:.1f} to {share.high:.1f}"
