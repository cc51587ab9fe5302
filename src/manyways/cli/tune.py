"""`manyways tune`: weights from lists and references, or from a model and a development set."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Literal

import typer

from manyways.cli import options as shared
from manyways.cli.verb import excludes, needs, together
from manyways.errors import ConfigError
from manyways.tables import Table, print_tables

__all__ = ["command"]

_MODEL_ONLY = ("nbest", "lists", "iterations", "phrase_features")
_USAGE = "[MODEL SOURCE REFERENCE...]"
_FEATURES = "Compute these first: basic, all, names, or a file of your own."
_LISTS = "The best, half of them diverse, or also those that win along lines (mira: hope and fear)."
_SURFACE = "Draw the score over weights A or A,B, along A=1,B=-2, or towards those of a file."


@together(
    needs("--references", "--by-position", "--features", on=["--candidates"]),
    needs("--source", on=["--features"]),
    excludes("--nbest", "--lists", "--iterations", "--phrase-features", on=["--candidates"]),
    needs("--surface", on=["--html"]),
    needs("--tokenise", on=["--metric bleu"]),
    needs("--force", on=["--out", "--html"]),
)
def command(
    ctx: typer.Context,
    files: Annotated[list[str] | None, typer.Argument(metavar=_USAGE, help="To tune by decoding.")] = None,
    candidates: Annotated[list[str] | None, typer.Option(help="Lists to tune on, or systems' files.")] = None,
    references: Annotated[list[str] | None, typer.Option(help="Default: those in the lists.")] = None,
    features: Annotated[list[str] | None, typer.Option(help=_FEATURES)] = None,
    source: shared.Source = None,
    by_position: shared.ByPosition = False,
    tuner: shared.With = "mert",
    own: shared.Own = None,
    out: Annotated[Path | None, typer.Option(help="Weights (.toml, .json, .ini), or a tuned model.")] = None,
    force: shared.Force = False,
    start: Annotated[Path | None, typer.Option(help="Weights to start from.")] = None,
    metric: Annotated[shared.MetricName, typer.Option(help="What is to be best.")] = "bleu",
    nbest: Annotated[int | None, typer.Option(min=2, help="Candidates per sentence; default: 100.")] = None,
    lists: Annotated[Literal["kbest", "diverse", "graph"] | None, typer.Option(help=_LISTS)] = None,
    iterations: Annotated[int | None, typer.Option(min=1, help="Times to decode; default: 10.")] = None,
    seeds: Annotated[int, typer.Option(min=1, help="How many runs, with different seeds.")] = 1,
    folds: Annotated[int, typer.Option(min=0, help="Folds to score with weights tuned on the others.")] = 0,
    phrase_features: Annotated[
        bool, typer.Option("--phrase-features", help="Also weigh phrases and words: the last four tuners.")
    ] = False,
    html: shared.Html = None,
    surface: Annotated[str | None, typer.Option(help=_SURFACE)] = None,
    seed: shared.Seed = 1,
    *,
    words: shared.Words,
    running: shared.Running,
) -> None:
    """Find the weights under which the best candidates score highest.

    With --candidates it tunes on lists from any system, with --features on such as have texts alone; with
    MODEL SOURCE REFERENCE... it decodes again and again. --seeds N runs with N seeds, reports mean and
    spread, and keeps the best. A killed run with --out MODEL continues where it stopped.

    Example: manyways tune --candidates lists.jsonl --references dev.en --with mert --out weights.toml
    """
    from manyways.metrics.evaluation import make_metrics
    from manyways.progress import say, warn
    from manyways.report.surface import check_surface
    from manyways.report.tuning import tuning_report
    from manyways.translator import Translator
    from manyways.tune import Start, TuneSettings, read_development_set, tune_lists, tune_model
    from manyways.tune.inputs import TuneInputSettings, TuningLists, read_tuning_lists

    if (candidates is None) == (not files) or (files and len(files) < 3):
        raise ConfigError("the arguments", files or candidates, f"{_USAGE[1:-1]} or --candidates F")
    (measure,) = make_metrics([metric], tokenise=words.tokeniser).values()
    named = ("tuner", "seed", "seeds", "folds", *_MODEL_ONLY)
    values = {name: ctx.params[name] for name in named}
    settings = TuneSettings(own=shared.named_values("--set", own or []), metric=measure, **values)
    if not files:
        settings.check_for_lists()
    if out is not None and files:
        shared.claim_model(ctx, out, "tune")
    elif out is not None:
        shared.claim(ctx, out)
    read: TuningLists | None = None
    if candidates:
        inputs = TuneInputSettings(features=tuple(features or ()), source=source, by_position=by_position)
        read = read_tuning_lists(candidates, references or [], inputs, threads=running.threads)
        names = read.lists.all_feature_names
        tune = partial(tune_lists, read.lists, settings, threads=running.threads)
    else:
        assert files
        translator = Translator(files[0], tokenised=words.tokenised, threads=running.threads)
        names = tuple(translator.weights.components())
        dev = read_development_set(files[1], files[2:])
        tune = partial(tune_model, translator, *dev, settings, force=force, tell=say)
    begin = Start.read(start) if start else None
    if surface is not None:
        check_surface(surface, names)
    tuning = tune(start=begin, out=out)
    if html is not None:
        tuning_report(tuning, surface=surface, threads=running.threads).write(html)
    gain = tuning.gain(read.metrics) if read else None
    for remark in (*(read.remarks if read else ()), *tuning.remarks, *(gain.remarks if gain else ())):
        warn(f"note: {remark}")
    if running.json:
        shared.print_json(tuning.plain(metric) | ({"gain": gain.as_json()} if gain else {}))
        return
    rows = [[name, f"{value:.6g}"] for name, value in tuning.best.weights.components().items()]
    print_tables(Table(["feature", "weight"], rows), *(gain.tables() if gain else ()))
    print(tuning)
