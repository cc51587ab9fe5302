"""Evaluations as JSON for scripts and as tables for people; both from the same numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from manyways.candidates import CandidateLists
from manyways.candidates.reading import system_names
from manyways.errors import InputError, UsageError
from manyways.metrics import significance
from manyways.metrics.base import Metric, Score
from manyways.metrics.bleu import Bleu
from manyways.metrics.coverage import Coverage
from manyways.metrics.evaluation import Evaluation, by_system, compare, oracles
from manyways.metrics.oracle import first_of_systems
from manyways.metrics.quality import list_statistics, quartiles
from manyways.settings import Seed, Settings
from manyways.tables import Table, print_tables
from manyways.wording import counted

__all__ = ["ReportSettings", "as_json", "print_evaluations", "remarks", "rows_by_name"]

_TOKENISED_LINES = 100  # as in sacreBLEU


@dataclass(frozen=True, kw_only=True)
class ReportSettings(Settings, table="report"):
    """What to report beyond the scores."""

    oracle: bool = False
    quartiles: bool = False
    compare: bool = False
    baseline: str | None = None
    seed: Seed = significance.SEED

    @property
    def compares(self) -> bool:
        return self.compare or self.baseline is not None

    def check_lists(self, systems: Mapping[str, CandidateLists]) -> None:
        """A UsageError if there is nothing to compare, or to choose from: lists of one have no oracle."""
        if self.compares and len(systems) < 2 and not any(len(x.system_names) > 1 for x in systems.values()):
            option = "--compare" if self.baseline is None else "--baseline"
            raise UsageError(f"{option} has no effect on one system: give two or more, or leave it out")
        wanted = "--oracle" if self.oracle else "--quartiles" if self.quartiles else ""
        if wanted and all(lists.sizes.max(initial=0) < 2 for lists in systems.values()):
            raise UsageError(
                f"{wanted} has no effect on one candidate per sentence: give lists, or text and --per-source"
            )


def remarks(path: str, lists: CandidateLists, metrics: Mapping[str, Metric]) -> list[str]:
    """What a person should know before trusting the numbers."""
    found = []
    empty = int(np.sum(lists.sizes == 0))
    if empty:
        found.append(f"{path}: {empty:,} of {counted(len(lists), 'sentences')} without candidates: left out")
    for system, rows in first_of_systems(lists).items():
        if len(rows) < len(lists) - empty:
            share = f"{len(rows):,} of {counted(len(lists) - empty, 'sentences')}"
            found.append(f"{path}: {system or '(no name)'} has candidates for {share}: its score is of these")
    bleu = metrics.get("bleu")
    if isinstance(bleu, Bleu) and bleu.tokenise != "none":
        count = _tokenised_lines(lists)
        if count >= _TOKENISED_LINES and 2 * count >= lists.candidate_count:
            found.append(
                f"{path}: {count:,} texts end in ' .': is the text split into tokens already?\n"
                "    Detokenise it before comparing with published scores, or say --tokenised."
            )
    return found


def _tokenised_lines(lists: CandidateLists) -> int:
    """Texts that end in a full stop set apart."""
    data, offsets = lists.texts.data, lists.texts.offsets
    ends = offsets[1:][np.diff(offsets) >= 2]
    return int(np.sum((data[ends - 1] == ord(".")) & (data[ends - 2] == ord(" "))))


@dataclass(frozen=True, eq=False)
class Row:
    """What has a score: a file's first candidates, or one system of its lists. entry: the same as JSON."""

    name: str
    evaluation: Evaluation
    entry: dict[str, Any]

    def is_called(self, name: str) -> bool:
        return name in (self.name, self.evaluation.system or self.evaluation.path)


def _rows(evaluations: Sequence[Evaluation], settings: ReportSettings, threads: int) -> list[list[Row]]:
    """By file: the row of its first candidates, then those of its systems, the best first."""
    found = []
    for name, whole in zip(_short_names([each.path for each in evaluations]), evaluations, strict=True):
        systems = by_system(whole, seed=settings.seed)
        entry = _system_json(whole, settings, threads)
        before = "" if len(evaluations) == 1 else f"{name}: "
        rows = [Row(f"{before}first candidates" if systems else name, whole, entry)]
        rows += [
            Row(f"{before}{each.system or '(no name)'}", each, {"system": each.system, **_scores_json(each)})
            for each in systems
        ]
        if systems:
            entry["by_system"] = [row.entry for row in rows[1:]]
        found.append(rows)
    return found


def _shown(rows: Sequence[Row]) -> Sequence[Row]:
    """A file's rows, without its first candidates if they are one system's."""
    first, *systems = rows
    chosen = {name: each[first.evaluation.first] for name, each in first.evaluation.rows.items()}
    alike = any(
        all(np.array_equal(each, row.evaluation.rows[name]) for name, each in chosen.items())
        for row in systems
    )
    return systems if alike else rows


def _compared(rows: Sequence[Row], settings: ReportSettings) -> Row | None:
    """Write into each entry how it compares with the baseline, which is returned."""
    if not settings.compares:
        return None
    baseline = _baseline(rows, settings.baseline)
    for row in rows:
        if row is not baseline and (row.evaluation.system is None or _same_sentences(baseline, row)):
            row.entry["comparison"] = compare(baseline.evaluation, row.evaluation, seed=settings.seed)
    return baseline


def _baseline(rows: Sequence[Row], name: str | None) -> Row:
    """The row that is called so, or the first; of systems in lists the best of those with most sentences."""
    if name is None:
        if rows[0].evaluation.system is None:
            return rows[0]
        return max(rows, key=lambda row: len(row.evaluation.first))
    called = [row for row in rows if row.is_called(name)]
    if len(called) != 1:
        known = ", ".join(row.name for row in rows)
        what = "no system is" if not called else "several systems are"
        raise UsageError(f"--baseline {name}: {what} called so; there are {known}")
    return called[0]


def rows_by_name(
    evaluations: Sequence[Evaluation], settings: ReportSettings
) -> tuple[dict[str, Evaluation], str]:
    """All that has a row in the tables, by its name, and the name of the baseline."""
    plain = replace(settings, oracle=False, quartiles=False)
    rows = [row for of_file in _rows(evaluations, plain, 0) for row in _shown(of_file)]
    return {row.name: row.evaluation for row in rows}, _baseline(rows, settings.baseline).name


def _same_sentences(baseline: Row, row: Row) -> bool:
    """Whether a system has candidates for the sentences of the baseline; an InputError if it has more."""
    ours, theirs = row.evaluation.lists.sizes > 0, baseline.evaluation.lists.sizes > 0
    if len(ours) == len(theirs) and np.any(ours & ~theirs):
        missing = baseline.evaluation.lists.ids[int(np.flatnonzero(ours & ~theirs)[0])]
        raise InputError(
            f"{baseline.name} has no candidate for sentence {missing!r}, {row.name} has one",
            path=baseline.evaluation.path,
            remedy="Take as the baseline a system that has all sentences.",
        )
    return np.array_equal(ours, theirs)


def _short_names(paths: Sequence[str]) -> list[str]:
    """What tells the files apart: hyp.A.en, hyp.B.en are A and B; one file is called by its name."""
    names = system_names(paths) if len(paths) > 1 else [Path(path).name for path in paths]
    return names if len(set(names)) == len(names) else list(paths)


def _score_json(score: Score) -> dict[str, Any]:
    found: dict[str, Any] = {"value": score.value, "signature": str(score.signature)}
    if score.low is not None:
        found |= {"low": score.low, "high": score.high}
    return found


def _scores_json(evaluation: Evaluation) -> dict[str, Any]:
    return {
        "sentences": int(np.sum(evaluation.lists.sizes > 0)),
        "scores": {name: _score_json(score) for name, score in evaluation.scores.items()},
    }


def _lists_json(evaluation: Evaluation, threads: int) -> dict[str, Any]:
    """Spread, likeness and coverage of the lists, by the first metric."""
    name, metric = next(iter(evaluation.metrics.items()))
    tokenise = metric.tokenise if isinstance(metric, Bleu) else "13a"
    rows = evaluation.rows[name]
    means = list_statistics(metric, evaluation.lists, rows=rows, tokenise=tokenise, threads=threads).means()
    coverage = Coverage(tokenise=tokenise, lowercase=metric.lowercase)
    covered = coverage.statistics(evaluation.lists, threads=threads)[evaluation.lists.sizes > 0]
    score = coverage.score(covered, references=evaluation.references)
    return {"metric": name, **means, "coverage": _score_json(score)}


def _system_json(evaluation: Evaluation, settings: ReportSettings, threads: int) -> dict[str, Any]:
    found: dict[str, Any] = {"file": evaluation.path, **_scores_json(evaluation)}
    if settings.oracle:
        found["oracle"] = {
            name: {**_score_json(kinds["each"]), "together": kinds["together"].value}
            for name, kinds in oracles(evaluation).items()
        }
    if settings.quartiles:
        found["quartiles"] = {
            name: [asdict(each) for each in quartiles(metric, evaluation.rows[name], offsets)]
            for offsets in [evaluation.lists.sentence_offsets]
            for name, metric in evaluation.metrics.items()
        }
    if settings.oracle or settings.quartiles:
        found["lists"] = _lists_json(evaluation, threads)
    return found


def as_json(
    evaluations: Sequence[Evaluation], settings: ReportSettings, *, threads: int = 0
) -> dict[str, Any]:
    """The first file at the top, all of them under `systems` if there are several.

    A file of several systems has these under `by_system`, the best first.
    """
    files = _rows(evaluations, settings, threads)
    baseline = _compared([row for rows in files for row in _shown(rows)], settings)
    found = dict(files[0][0].entry)
    if baseline is not None:
        found["baseline"] = baseline.name
    if len(files) > 1:
        found["systems"] = [rows[0].entry for rows in files]
    return found


def _sizes(evaluations: Sequence[Evaluation]) -> str:
    sentences = sorted({len(each.first) for each in evaluations})
    fewest = f"{sentences[0]:,} to " if len(sentences) > 1 else ""
    references = counted(evaluations[0].references, "references")
    return f"{fewest}{counted(sentences[-1], 'sentences')}, {references}"


def _systems_table(rows: Sequence[Row], evaluations: Sequence[Evaluation]) -> Table:
    headings = [f"{score.name} [95 %]" for score in evaluations[0].scores.values()]
    cells = [
        [row.name, *(f"{x.value:.2f} [{x.low:.2f}, {x.high:.2f}]" for x in row.evaluation.scores.values())]
        for row in rows
    ]
    lower = [each.name for each in evaluations[0].metrics.values() if not each.higher_is_better]
    caption = f"{', '.join(lower)}: lower is better" if lower else ""
    kind = "file" if len(rows) == len(evaluations) else "system"
    return Table([kind, *headings], cells, title=_sizes(evaluations), caption=caption, right=True)


def _comparison_table(rows: Sequence[Row], baseline: Row) -> Table:
    names = [score.name for score in baseline.evaluation.scores.values()]
    title = f"Difference to {baseline.name}, and p by paired bootstrap / approximate randomisation"
    cells = [
        [
            row.name,
            *(
                f"{found['difference']:+.2f}   {found['p_bootstrap']:.4f} / {found['p_randomisation']:.4f}"
                for found in row.entry["comparison"].values()
            ),
        ]
        for row in rows
        if "comparison" in row.entry
    ]
    return Table(["compared", *names], cells, title=title, right=True)


def _oracle_table(name: str, system: Mapping[str, Any]) -> Table:
    headings = ["metric", "first candidate", "best of each sentence", "best together"]
    rows = [
        [metric, system["scores"][metric]["value"], found["value"], found["together"]]
        for metric, found in system["oracle"].items()
    ]
    return Table(headings, rows, title=f"Best choice from {name}")


def _lists_table(name: str, system: Mapping[str, Any]) -> Table:
    means = dict(system["lists"])
    metric, coverage = means.pop("metric"), means.pop("coverage")
    headings = [*(each.replace("_", "-") for each in means), "coverage"]
    title = f"Lists of {name}: means over sentences, {metric}"
    return Table(headings, [[*means.values(), coverage["value"]]], title=title)


def _quartile_table(name: str, metric: str, quarters: Sequence[Mapping[str, Any]]) -> Table:
    headings = ["quartile", "sentences", "first from", "to", "first", "min", "median", "max"]
    rows = []
    for number, each in enumerate(quarters, start=1):
        count, *values = each.values()
        rows.append([str(number), f"{count:,}", *(f"{value:.1f}" for value in values)])
    return Table(headings, rows, title=f"Lists of {name} by the first candidate's {metric}", right=True)


def print_evaluations(
    evaluations: Sequence[Evaluation], settings: ReportSettings, *, threads: int = 0
) -> None:
    """All that `as_json` has, for people; the best systems first."""
    files = _rows(evaluations, settings, threads)
    rows = [row for of_file in files for row in _shown(of_file)]
    baseline = _compared(rows, settings)
    rows.sort(key=lambda row: row.evaluation.badness)
    tables = [_systems_table(rows, evaluations)]
    if baseline is not None:
        tables.append(_comparison_table(rows, baseline))
    for name, (row, *_) in zip(_short_names([each.path for each in evaluations]), files, strict=True):
        if settings.oracle:
            tables.append(_oracle_table(name, row.entry))
        if "lists" in row.entry:
            tables.append(_lists_table(name, row.entry))
        quarters = row.entry.get("quartiles", {})
        tables += [_quartile_table(name, metric, quarters[metric]) for metric in quarters]
    print_tables(*tables)
    scores = (score for each in evaluations for score in each.scores.values())
    for line in dict.fromkeys(f"{score.name}: {score.signature}" for score in scores):
        print(line)
