"""Evaluations as JSON for scripts and as tables for people; both from the same numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from manyways.candidates import CandidateLists
from manyways.candidates.reading import system_names
from manyways.errors import UsageError
from manyways.metrics import significance
from manyways.metrics.base import Metric, Score
from manyways.metrics.bleu import Bleu
from manyways.metrics.coverage import Coverage
from manyways.metrics.evaluation import Evaluation, compare, oracles
from manyways.metrics.quality import list_statistics, quartiles
from manyways.settings import Seed, Settings
from manyways.tables import Table, print_tables
from manyways.wording import counted

__all__ = ["ReportSettings", "as_json", "print_evaluations", "remarks"]

_TOKENISED_LINES = 100  # as in sacreBLEU


@dataclass(frozen=True, kw_only=True)
class ReportSettings(Settings, table="report"):
    """What to report beyond the scores."""

    oracle: bool = False
    quartiles: bool = False
    compare: bool = False
    seed: Seed = significance.SEED

    def check_files(self, paths: Sequence[str]) -> None:
        """A UsageError if there is nothing to compare."""
        if self.compare and len(paths) < 2:
            raise UsageError("--compare has no effect on one file: give two or more, or leave it out")

    def check_lists(self, systems: Mapping[str, CandidateLists]) -> None:
        """A UsageError if there is nothing to choose from: lists of one have neither oracle nor spread."""
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


def short_names(paths: Sequence[str]) -> list[str]:
    """What tells the files apart: hyp.A.en, hyp.B.en are A and B; one file is called by its name."""
    names = system_names(paths) if len(paths) > 1 else [Path(path).name for path in paths]
    return names if len(set(names)) == len(names) else list(paths)


def _score_json(score: Score) -> dict[str, Any]:
    found: dict[str, Any] = {"value": score.value, "signature": str(score.signature)}
    if score.low is not None:
        found |= {"low": score.low, "high": score.high}
    return found


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
    found: dict[str, Any] = {
        "file": evaluation.path,
        "sentences": int(np.sum(evaluation.lists.sizes > 0)),
        "scores": {name: _score_json(score) for name, score in evaluation.scores.items()},
    }
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
    """The first system at the top, all of them under `systems` if there are several."""
    settings.check_files([each.path for each in evaluations])
    systems = [_system_json(each, settings, threads) for each in evaluations]
    found = dict(systems[0])
    if settings.compare:
        for each, evaluation in zip(systems[1:], evaluations[1:], strict=True):
            each["comparison"] = compare(evaluations[0], evaluation, seed=settings.seed)
    if len(systems) > 1:
        found["systems"] = systems
    return found


def _sizes(evaluations: Sequence[Evaluation]) -> str:
    sentences = sorted({len(each.first) for each in evaluations})
    fewest = f"{sentences[0]:,} to " if len(sentences) > 1 else ""
    references = counted(evaluations[0].references, "references")
    return f"{fewest}{counted(sentences[-1], 'sentences')}, {references}"


def _systems_table(names: Sequence[str], evaluations: Sequence[Evaluation]) -> Table:
    headings = [f"{score.name} [95 %]" for score in evaluations[0].scores.values()]
    rows = [
        [name, *(f"{score.value:.2f} [{score.low:.2f}, {score.high:.2f}]" for score in each.scores.values())]
        for name, each in zip(names, evaluations, strict=True)
    ]
    lower = [each.name for each in evaluations[0].metrics.values() if not each.higher_is_better]
    caption = f"{', '.join(lower)}: lower is better" if lower else ""
    return Table(["file", *headings], rows, title=_sizes(evaluations), caption=caption, right=True)


def _comparison_table(
    names: Sequence[str], systems: Sequence[Mapping[str, Any]], evaluations: Sequence[Evaluation]
) -> Table:
    headings = [score.name for score in evaluations[0].scores.values()]
    title = f"Difference to {names[0]}, and p by paired bootstrap / approximate randomisation"
    rows = [
        [
            name,
            *(
                f"{found['difference']:+.2f}   {found['p_bootstrap']:.4f} / {found['p_randomisation']:.4f}"
                for found in each["comparison"].values()
            ),
        ]
        for name, each in zip(names[1:], systems[1:], strict=True)
    ]
    return Table(["file", *headings], rows, title=title, right=True)


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
    """All that `as_json` has, for people."""
    document = as_json(evaluations, settings, threads=threads)
    systems = document.get("systems", [document])
    names = short_names([each.path for each in evaluations])
    tables = [_systems_table(names, evaluations)]
    if settings.compare:
        tables.append(_comparison_table(names, systems, evaluations))
    for name, each in zip(names, systems, strict=True):
        if settings.oracle:
            tables.append(_oracle_table(name, each))
        if "lists" in each:
            tables.append(_lists_table(name, each))
        quarters = each.get("quartiles", {})
        tables += [_quartile_table(name, metric, quarters[metric]) for metric in quarters]
    print_tables(*tables)
    scores = (score for each in evaluations for score in each.scores.values())
    for line in dict.fromkeys(f"{score.name}: {score.signature}" for score in scores):
        print(line)
