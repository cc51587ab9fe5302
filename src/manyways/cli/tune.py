"""`manyways tune`: weights from lists and references, or from a model and a development set."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from manyways.cli.options import Json, Quiet, Seed, Threads, Tokenised, print_json, print_table
from manyways.errors import ConfigError, InputError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from manyways.candidates import CandidateLists
    from manyways.metrics import Metric
    from manyways.model.weights import Weights
    from manyways.translator import Translator
    from manyways.tune import Folded, Result, Spread, Tuner

    Mask = npt.NDArray[np.bool_]

__all__ = ["command"]

_BLOCK = 100  # sentences decoded between two looks at the clock


def command(
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="[MODEL SOURCE REFERENCE...]", help="To tune a model by decoding."),
    ] = None,
    candidates: Annotated[
        str | None, typer.Option("--candidates", help="Lists with features, to tune on as they are.")
    ] = None,
    references: Annotated[
        list[str] | None, typer.Option("--references", help="Default: those in the lists.")
    ] = None,
    tuner: Annotated[
        str, typer.Option("--with", help="mert, lp-mert, pro, mira, apro or expected-bleu.")
    ] = "mert",
    out: Annotated[
        Path | None, typer.Option("--out", help="Weights (.toml, .json, .ini), or the tuned model.")
    ] = None,
    start: Annotated[Path | None, typer.Option("--start", help="Weights to start from.")] = None,
    metric: Annotated[str, typer.Option("--metric", help="bleu, chrf, chrf++ or ter.")] = "bleu",
    tokenise: Annotated[
        str, typer.Option("--tokenise", help="How BLEU splits words: 13a, intl, char, zh or none.")
    ] = "13a",
    nbest: Annotated[
        int, typer.Option("--nbest", min=2, help="Candidates per sentence and iteration.")
    ] = 100,
    lists: Annotated[
        str, typer.Option("--lists", help="kbest, or diverse: half the best, half diverse.")
    ] = "kbest",
    iterations: Annotated[int, typer.Option("--iterations", min=1, help="Times to decode at most.")] = 10,
    seeds: Annotated[int, typer.Option("--seeds", min=1, help="Runs with different seeds.")] = 1,
    folds: Annotated[
        int, typer.Option("--folds", min=0, help="Also score with weights tuned on the other folds.")
    ] = 0,
    report: Annotated[Path | None, typer.Option("--report", help="Plots of the run, in HTML.")] = None,
    seed: Seed = 1,
    tokenised: Tokenised = False,
    threads: Threads = 0,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Find the weights under which the best candidates score highest.

    With --candidates on lists from any system; with MODEL SOURCE REFERENCE... by decoding, again and
    again. --seeds N runs with N seeds, reports mean and spread, and keeps the best. A killed run with
    --out MODEL goes on where it was.

    Example: manyways tune --candidates lists.jsonl --references dev.en --with mert --out weights.toml
    """
    from manyways.metrics.evaluation import make_metrics
    from manyways.tune import TUNERS, tune_seeds

    if tuner not in TUNERS:
        raise ConfigError("--with", tuner, f"one of {', '.join(TUNERS)}")
    if lists not in ("kbest", "diverse"):
        raise ConfigError("--lists", lists, "kbest or diverse")
    if (candidates is None) == (not files):
        raise ConfigError("the arguments", files or candidates, "MODEL SOURCE REFERENCE... or --candidates F")
    (measure,) = make_metrics([metric], tokenise="none" if tokenised else tokenise).values()
    made = TUNERS[tuner]()
    job: _Lists | _Model
    if candidates is not None:
        job = _Lists(candidates, references or [], made, measure, start, threads)
    else:
        job = _Model(files or [], made, measure, start, threads, tokenised=tokenised)
        job.nbest, job.kind, job.iterations = nbest, lists, iterations
        job.directory = out
    spread = tune_seeds(job.tune, seeds=seeds, seed=seed)
    honest = _cross_validate(job, folds, seed) if folds else None
    if out is not None:
        job.write(out, spread.best)
    if report is not None:
        from manyways.report.tuning import tuning_report

        tuning_report(spread, honest).write(report)
    _report(spread, honest, metric, json=json)


class _Lists:
    """Tuning on lists as they are, read once for all seeds."""

    def __init__(
        self,
        candidates: str,
        references: list[str],
        tuner: Tuner,
        metric: Metric,
        start: Path | None,
        threads: int,
    ) -> None:
        from manyways.metrics.evaluation import ReferenceFile, read_system
        from manyways.tune import weights_in

        self.lists = read_system(candidates, ReferenceFile.read_all(references))
        self.tuner, self.metric, self.threads = tuner, metric, threads
        self.start = _read_weights(start) or weights_in(self.lists)
        self.sentences, self.references = len(self.lists), len(self.lists.references or ())

    def tune(self, seed: int, chosen: Mask | None = None, fold: int | None = None) -> Result:
        from manyways.tune import Examples, tune

        lists = self.lists if chosen is None else self.lists.split(chosen)
        examples = Examples.from_lists(lists, self.metric, threads=self.threads)
        return tune(examples, self.tuner, start=self.start, seed=seed, threads=self.threads)

    def statistics(self, weights: Weights, chosen: Mask) -> npt.NDArray[np.int64]:
        from manyways.tune import Examples

        examples = Examples.from_lists(self.lists.split(chosen), self.metric, threads=self.threads)
        best = examples.lists.best(weights.vector(examples.names))
        found: npt.NDArray[np.int64] = examples.statistics[best].sum(axis=0)
        return found

    def write(self, out: Path, best: Result) -> None:
        best.weights.write(out)


class _Model:
    """Tuning a model by decoding; with a directory, every step is kept there."""

    nbest = 100
    kind = "kbest"
    iterations = 10
    directory: Path | None = None

    def __init__(
        self,
        files: list[str],
        tuner: Tuner,
        metric: Metric,
        start: Path | None,
        threads: int,
        *,
        tokenised: bool,
    ) -> None:
        from manyways.candidates import read_references
        from manyways.files import read_lines
        from manyways.translator import Translator

        if len(files) < 3:
            raise ConfigError("the arguments", " ".join(files), "MODEL SOURCE REFERENCE...")
        self.translator = Translator(files[0], tokenised=tokenised, threads=threads)
        self.tuner, self.metric, self.threads = tuner, metric, threads
        self.sources = list(read_lines(files[1]))
        self.texts = read_references(files[2:])
        if len(self.sources) != len(self.texts[0]):
            lines = f"has {len(self.texts[0])} lines, {files[1]} has {len(self.sources)}"
            raise InputError(lines, path=files[2])
        self.start = _read_weights(start) or self.translator.weights
        self.sentences, self.references = len(self.sources), len(self.texts)

    def tune(self, seed: int, chosen: Mask | None = None, fold: int | None = None) -> Result:
        import numpy as np

        from manyways.run import Run
        from manyways.tune import tune_with

        rows = np.arange(self.sentences) if chosen is None else np.flatnonzero(chosen)
        sources = [self.sources[i] for i in rows.tolist()]
        name = f"seed-{seed}" + ("" if fold is None else f"-fold-{fold}")
        with ExitStack() as stack:
            run = None
            if self.directory is not None:
                run = stack.enter_context(Run(self.directory / "tuning" / name))
            return tune_with(
                lambda weights: self._decode(self.translator.with_weights(weights), sources),
                self.tuner,
                self.metric,
                start=self.start,
                references=[each.take(rows) for each in self.texts],
                iterations=self.iterations,
                seed=seed,
                threads=self.threads,
                run=run,
                about=self._about(sources),
            )

    def statistics(self, weights: Weights, chosen: Mask) -> npt.NDArray[np.int64]:
        import numpy as np

        from manyways.text.column import TextColumn

        rows = np.flatnonzero(chosen)
        sources = [self.sources[i] for i in rows.tolist()]
        found = [each.text for each in self.translator.with_weights(weights).translate(sources)]
        texts = TextColumn.from_texts(found)
        found_rows = self.metric.statistics(texts, [each.take(rows) for each in self.texts])
        sums: npt.NDArray[np.int64] = found_rows.sum(axis=0)
        return sums

    def write(self, out: Path, best: Result) -> None:
        tuned = {"with": best.tuner, "score": str(best.score), "seed": best.seed}
        self.translator.model.copied(out, best.weights, tuned=tuned)

    def _decode(self, translator: Translator, sources: Sequence[str]) -> CandidateLists:
        """Block by block, to tell how far it is; the same lists as in one go."""
        from dataclasses import replace

        from manyways.candidates import concatenate
        from manyways.progress import Progress

        def lists(texts: Sequence[str]) -> CandidateLists:
            if self.kind == "diverse":
                return translator.mixed(texts, self.nbest)
            return translator.kbest(texts, self.nbest, distinct=True)

        blocks = []
        with Progress("decoding", total=len(sources), unit="sentences") as progress:
            for first in range(0, len(sources), _BLOCK):
                blocks.append(lists(sources[first : first + _BLOCK]))
                progress.advance(len(blocks[-1]))
        return replace(concatenate(blocks), ids=[str(i) for i in range(len(sources))])

    def _about(self, sources: Sequence[str]) -> dict[str, Any]:
        """What the lists depend on beside the weights."""
        from dataclasses import asdict

        model = self.translator.model
        return {
            "model": {role: entry.sha256 for role, entry in model.files.items()},
            "search": asdict(model.search),
            "sources": hashlib.sha256("\n".join(sources).encode()).hexdigest(),
            "tokenised": self.translator.tokenised,
            "lists": [self.kind, self.nbest],
        }


def _read_weights(path: Path | None) -> Weights | None:
    from manyways.model.weights import Weights

    return None if path is None else Weights.read(path)


def _cross_validate(job: _Lists | _Model, folds: int, seed: int) -> Folded:
    from manyways.tune import cross_validate

    return cross_validate(
        lambda chosen, fold: job.tune(seed, chosen, fold),
        lambda result, left_out: job.statistics(result.weights, left_out),
        sentences=job.sentences,
        folds=folds,
        metric=job.metric,
        references=job.references,
        seed=seed,
    )


def _report(spread: Spread, honest: Folded | None, metric: str, *, json: bool) -> None:
    from manyways.progress import say

    best = spread.best
    for remark in best.remarks:
        say(f"note: {remark}")
    seconds = sum(each.seconds for each in spread.results)
    values = [each.score.value for each in spread.results]
    if json:
        score: dict[str, Any] = {
            "value": best.score.value,
            "signature": str(best.score.signature),
            "start": best.start_score.value,
        }
        score |= {"mean": spread.mean, "deviation": spread.deviation, "seeds": values}
        if honest is not None:
            score["folds"] = {"value": honest.score.value, "folds": len(honest.results)}
        print_json(
            {
                "weights": best.weights.plain(),
                "scores": {metric: score},
                "seconds": seconds,
                "iterations": len(best.history),
                "history": best.history,
                "remarks": best.remarks,
            }
        )
        return
    rows = [[name, f"{value:.6g}"] for name, value in best.weights.components().items()]
    print_table(["feature", "weight"], rows)
    print(f"{best.score}; at the start {best.start_score.value:.2f}; {seconds:.1f} s")
    if len(values) > 1:
        print(f"{len(values)} seeds: mean {spread.mean:.2f}, deviation {spread.deviation:.2f}")
    if honest is not None:
        print(f"{len(honest.results)} folds, each with the weights of the others: {honest.score.value:.2f}")
