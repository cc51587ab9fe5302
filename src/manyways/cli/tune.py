"""`manyways tune`: weights from lists and references, or from a model and a development set."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from manyways.cli.options import (
    ByPosition,
    Force,
    Json,
    Quiet,
    Seed,
    Threads,
    Tokenise,
    Tokenised,
    print_json,
    tokeniser_of,
    written_file,
)
from manyways.errors import ConfigError
from manyways.tables import Table, print_tables

if TYPE_CHECKING:
    from manyways.cli.tune_jobs import ListsJob, ModelJob
    from manyways.tune import Folded, Spread

__all__ = ["command"]


def command(
    ctx: typer.Context,
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
    by_position: ByPosition = False,
    tuner: Annotated[
        str,
        typer.Option(
            "--with",
            help="mert, lp-mert, pro, mira, apro, expected-bleu; models: bold, local, hybrid, online-mira.",
        ),
    ] = "mert",
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", help="Settings of the tuner, NAME=VALUE: restarts=300, positive=LM0,LM1."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="Weights (.toml, .json, .ini), or the tuned model.")
    ] = None,
    force: Force = False,
    start: Annotated[Path | None, typer.Option("--start", help="Weights to start from.")] = None,
    metric: Annotated[str, typer.Option("--metric", help="bleu, chrf, chrf++ or ter.")] = "bleu",
    tokenise: Tokenise = None,
    nbest: Annotated[
        int, typer.Option("--nbest", min=2, help="Candidates per sentence and iteration.")
    ] = 100,
    lists: Annotated[
        str,
        typer.Option(
            "--lists",
            help="kbest, diverse (half of them) or graph (also what wins on lines; mira: hope, fear).",
        ),
    ] = "kbest",
    iterations: Annotated[int, typer.Option("--iterations", min=1, help="Times to decode at most.")] = 10,
    seeds: Annotated[int, typer.Option("--seeds", min=1, help="Runs with different seeds.")] = 1,
    folds: Annotated[
        int, typer.Option("--folds", min=0, help="Also score with weights tuned on the other folds.")
    ] = 0,
    phrase_features: Annotated[
        bool,
        typer.Option(
            "--phrase-features", help="Weights for single phrases and words (bold ... online-mira)."
        ),
    ] = False,
    report: Annotated[Path | None, written_file("--report", help="Plots of the run, in HTML.")] = None,
    surface: Annotated[
        str | None,
        typer.Option(
            "--surface", help="The score over one weight or two (A,B), along A=1,B=-2, or to weights F."
        ),
    ] = None,
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
    from manyways.cli.tune_checks import check_options, check_out
    from manyways.cli.tune_jobs import ListsJob, ModelJob, OnlineJob, Settings
    from manyways.cli.tune_settings import make_tuner, read_settings
    from manyways.metrics.evaluation import make_metrics
    from manyways.tune import ONLINE, TUNERS, check_folds, tune_seeds

    if tuner not in TUNERS and tuner not in ONLINE:
        raise ConfigError("--with", tuner, f"one of {', '.join([*TUNERS, *ONLINE])}")
    if candidates is not None and tuner in ONLINE:
        raise ConfigError("--with", tuner, f"one of {', '.join(TUNERS)} for lists; it learns by decoding")
    if phrase_features and tuner not in ONLINE:
        raise ConfigError("--phrase-features", tuner, f"--with one of {', '.join(ONLINE)}")
    if lists not in ("kbest", "diverse", "graph"):
        raise ConfigError("--lists", lists, "kbest, diverse or graph")
    if surface is not None and report is None:
        raise ConfigError("--surface", surface, "used with --report")
    if (candidates is None) == (not files):
        raise ConfigError("the arguments", files or candidates, "MODEL SOURCE REFERENCE... or --candidates F")
    check_options(ctx, model=candidates is None, online=tuner in ONLINE)
    check_out(ctx, out, model=candidates is None)
    (measure,) = make_metrics([metric], tokenise=tokeniser_of(tokenise, tokenised=tokenised)).values()
    given = read_settings(settings or [])
    job: ListsJob | ModelJob
    if candidates is not None:
        found = make_tuner(tuner, given)
        job = ListsJob(candidates, references or [], found, measure, start, threads, by_position=by_position)
    else:
        how = Settings(tuner, given, nbest, lists, iterations, phrase_features, out)
        kind = OnlineJob if tuner in ONLINE else ModelJob
        job = kind(files or [], how, measure, start, threads, tokenised=tokenised)
    if surface is not None:
        from manyways.report.surface import check_surface

        check_surface(surface, job.names)
    if folds:
        check_folds(job.sentences, folds)
    spread = tune_seeds(job.tune, seeds=seeds, seed=seed)
    if out is not None:
        job.write(out, spread.best)
    honest = _cross_validate(job, folds, seed) if folds else None
    if report is not None:
        from manyways.report.surface import add_surface
        from manyways.report.tuning import tuning_report

        pages = tuning_report(spread, honest)
        if surface is not None:
            add_surface(pages, job.examples(spread.best), spread.best.weights, surface, threads=threads)
        pages.write(report)
    _report(spread, honest, metric, json=json)


def _cross_validate(job: ListsJob | ModelJob, folds: int, seed: int) -> Folded:
    from manyways.tune import cross_validate

    return cross_validate(
        lambda chosen, fold: job.tune(seed, chosen, fold),
        job.statistics,
        sentences=job.sentences,
        folds=folds,
        metric=job.metric,
        references=job.references,
        seed=seed,
    )


def _report(spread: Spread, honest: Folded | None, metric: str, *, json: bool) -> None:
    from manyways.progress import warn

    best = spread.best
    for remark in best.remarks:
        warn(f"note: {remark}")
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
                "start": {"from": best.origin, "score": best.start_score.value},
                "seconds": seconds,
                "iterations": len(best.history),
                "history": best.history,
                "remarks": best.remarks,
            }
        )
        return
    rows = [[name, f"{value:.6g}"] for name, value in best.weights.components().items()]
    print_tables(Table(["feature", "weight"], rows))
    print(f"{best.score}; at the start ({best.origin}) {best.start_score.value:.2f}; {seconds:.1f} s")
    if len(values) > 1:
        print(f"{len(values)} seeds: mean {spread.mean:.2f}, deviation {spread.deviation:.2f}")
    if honest is not None:
        print(f"{len(honest.results)} folds, each with the weights of the others: {honest.score.value:.2f}")
