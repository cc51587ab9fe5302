"""`manyways tune`: weights from lists and references, or from a model and a development set."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from manyways.cli.options import Json, Quiet, Seed, Threads, Tokenised, print_json, print_table
from manyways.errors import ConfigError, InputError

if TYPE_CHECKING:
    from manyways.metrics import Metric
    from manyways.model.weights import Weights
    from manyways.tune import Result, Spread, Tuner

__all__ = ["command"]


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
    tuner: Annotated[str, typer.Option("--with", help="mert, pro, mira, apro or expected-bleu.")] = "mert",
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
    iterations: Annotated[int, typer.Option("--iterations", min=1, help="Times to decode at most.")] = 10,
    seeds: Annotated[int, typer.Option("--seeds", min=1, help="Runs with different seeds.")] = 1,
    seed: Seed = 1,
    tokenised: Tokenised = False,
    threads: Threads = 0,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Find the weights under which the best candidates score highest.

    With --candidates on lists from any system; with MODEL SOURCE REFERENCE... by decoding, again and
    again. --seeds N runs with N seeds, reports mean and spread, and keeps the best.

    Example: manyways tune --candidates lists.jsonl --references dev.en --with mert --out weights.toml
    """
    from manyways.metrics.evaluation import make_metrics
    from manyways.tune import TUNERS, tune_seeds

    if tuner not in TUNERS:
        raise ConfigError("--with", tuner, f"one of {', '.join(TUNERS)}")
    if (candidates is None) == (not files):
        raise ConfigError("the arguments", files or candidates, "MODEL SOURCE REFERENCE... or --candidates F")
    (measure,) = make_metrics([metric], tokenise="none" if tokenised else tokenise).values()
    work = _Work(TUNERS[tuner](), measure, start, threads)
    if candidates is not None:
        work.read_lists(candidates, references or [])
    else:
        work.read_model(files or [], nbest, iterations, tokenised=tokenised)
    spread = tune_seeds(work.run, seeds=seeds, seed=seed)
    if out is not None:
        work.write(out, spread.best)
    _report(spread, metric, json=json)


class _Work:
    """What a run needs, read once for all seeds."""

    def __init__(self, tuner: Tuner, metric: Metric, start: Path | None, threads: int) -> None:
        from manyways.model.weights import Weights

        self.tuner = tuner
        self.metric = metric
        self.start: Weights | None = None if start is None else Weights.read(start)
        self.threads = threads
        self.model: Any = None

    def read_lists(self, candidates: str, references: list[str]) -> None:
        from manyways.metrics.evaluation import ReferenceFile, read_system
        from manyways.tune import Examples, tune, weights_in

        lists = read_system(candidates, ReferenceFile.read_all(references))
        examples = Examples.from_lists(lists, self.metric, threads=self.threads)
        start = self.start or weights_in(lists)
        self.run = lambda seed: tune(examples, self.tuner, start=start, seed=seed, threads=self.threads)

    def read_model(self, files: list[str], nbest: int, iterations: int, *, tokenised: bool) -> None:
        from manyways.candidates import read_references
        from manyways.files import read_lines
        from manyways.translator import Translator
        from manyways.tune import tune_with

        if len(files) < 3:
            raise ConfigError("the arguments", " ".join(files), "MODEL SOURCE REFERENCE...")
        translator = Translator(files[0], tokenised=tokenised, threads=self.threads)
        sources, references = list(read_lines(files[1])), read_references(files[2:])
        if len(sources) != len(references[0]):
            raise InputError(f"has {len(references[0])} lines, {files[1]} has {len(sources)}", path=files[2])
        self.model = translator.model

        def run(seed: int) -> Result:
            return tune_with(
                lambda weights: translator.with_weights(weights).kbest(sources, nbest, distinct=True),
                self.tuner,
                self.metric,
                start=self.start or translator.weights,
                references=references,
                iterations=iterations,
                seed=seed,
                threads=self.threads,
            )

        self.run = run

    def write(self, out: Path, best: Result) -> None:
        if self.model is None:
            best.weights.write(out)
        else:
            tuned = {"with": best.tuner, "score": str(best.score), "seed": best.seed}
            self.model.copied(out, best.weights, tuned=tuned)


def _report(spread: Spread, metric: str, *, json: bool) -> None:
    from manyways.progress import say

    best = spread.best
    for remark in best.remarks:
        say(f"note: {remark}")
    seconds = sum(each.seconds for each in spread.results)
    values = [each.score.value for each in spread.results]
    if json:
        score = {
            "value": best.score.value,
            "signature": str(best.score.signature),
            "start": best.start_score.value,
        }
        score |= {"mean": spread.mean, "deviation": spread.deviation, "seeds": values}
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
