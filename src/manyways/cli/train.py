"""`manyways train`."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from manyways.cli.options import Force, Json, Quiet, Threads, Tokenised, print_json
from manyways.tables import Table, print_tables

if TYPE_CHECKING:
    from manyways.train import TrainConfig, TrainSummary

Source = Annotated[
    Path | None, typer.Option("--source", help="Source text, or a TMX, XLIFF or PO file with both.")
]
Target = Annotated[Path | None, typer.Option("--target", help="Target text, line by line its translation.")]


def command(
    out: Annotated[Path, typer.Option("--out", help="The model directory to make or to finish.")],
    force: Force = False,
    source: Source = None,
    target: Target = None,
    kind: Annotated[str | None, typer.Option("--kind", help="phrase or hierarchical.")] = None,
    lm_order: Annotated[int | None, typer.Option("--lm-order", help="Words in the longest n-grams.")] = None,
    lm_text: Annotated[list[Path] | None, typer.Option("--lm-text", help="More target text.")] = None,
    links: Annotated[Path | None, typer.Option("--links", help="Links of another aligner (Pharaoh).")] = None,
    recipe: Annotated[Path | None, typer.Option("--recipe", help="Settings in a TOML file.")] = None,
    source_language: Annotated[str | None, typer.Option("--from", help="Source language, e.g. de.")] = None,
    target_language: Annotated[str | None, typer.Option("--to", help="Target language, e.g. en.")] = None,
    casing: Annotated[str | None, typer.Option("--casing", help="truecase, lower or keep.")] = None,
    new: Annotated[
        list[Path] | None,
        typer.Option("--add", help="New pairs for a trained model: source and target file, or one TMX."),
    ] = None,
    truncate: Annotated[bool, typer.Option("--truncate", help="Stop where the shorter file ends.")] = False,
    tokenised: Tokenised = False,
    threads: Threads = 0,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Learn a model from parallel text.

    Splits and cases the text, aligns the words, extracts and scores phrases (or rules), learns the reordering
    and a language model, and writes a model directory that opens in milliseconds. A second call does nothing;
    a killed one goes on where it was. Languages are guessed from the files' suffixes (train.de, train.en.gz).

    Example: manyways train --source train.de --target train.en --out models/de-en

    More pairs later: manyways train --add new.de --add new.en --out models/de-en
    """
    from manyways.train import Inputs, add, train

    if new:
        if force:
            raise typer.BadParameter("--force is not for --add: a model that is extended is there already")
        inputs = Inputs(
            source=new[0], target=new[1] if len(new) > 1 else None, links=links, truncate=truncate
        )
        _show(add(inputs, out, threads=threads), as_json=json)
        return
    if source is None:
        raise typer.BadParameter("give --source (and --target), or --add to extend a model")
    config = _config(
        recipe,
        text={
            "source_language": source_language or _guess(source),
            "target_language": target_language or _guess(target),
            "tokenised": tokenised or None,
            "casing": casing,
        },
        lm={"order": lm_order},
        kind=kind,
    )
    inputs = Inputs(source=source, target=target, links=links, truncate=truncate)
    summary = train(inputs, out, config, lm_text=lm_text or [], threads=threads, force=force)
    _show(summary, as_json=json)


def _config(recipe: Path | None, **given: object) -> TrainConfig:
    """The recipe's settings, overruled by what was given on the command line."""
    from manyways.config import make_config, read_table
    from manyways.train import TrainConfig

    values = read_table(TrainConfig, recipe, "train") if recipe else {}
    for name, value in given.items():
        if isinstance(value, dict) and isinstance(values.get(name, {}), dict):
            chosen = {key: each for key, each in value.items() if each is not None}
            values[name] = {**values.get(name, {}), **chosen}
        elif value is not None and not isinstance(value, dict):
            values[name] = value
    config = make_config(TrainConfig, values, prefix="train")
    if config.lm.discount_fallback is None:
        lm = dataclasses.replace(config.lm, discount_fallback=(0.5, 1.0, 1.5))
        config = dataclasses.replace(config, lm=lm)
    return config


def _guess(path: Path | None) -> str | None:
    """The language that a file's suffix names, if it is one we know."""
    from manyways.text.languages import LANGUAGES

    suffix = "" if path is None else Path(path.name.removesuffix(".gz")).suffix.removeprefix(".")
    return suffix if suffix in LANGUAGES else None


def _show(summary: TrainSummary, *, as_json: bool) -> None:
    from manyways.progress import warn

    for remark in summary.remarks:
        warn(f"note: {remark}")
    if as_json:
        steps = {
            name: {**dataclasses.asdict(step.record), "fresh": step.fresh}
            for name, step in summary.steps.items()
        }
        remarks = list(summary.remarks)
        print_json({"model": str(summary.model.directory), "steps": steps, "remarks": remarks})
        return
    rows = [[name, facts, seconds, cpu] for name, facts, seconds, cpu in summary.rows()]
    rows.append(["all", "", sum(row[2] for row in rows), sum(row[3] for row in rows)])  # type: ignore[misc]
    print_tables(Table(["step", "what", "seconds", "CPU"], rows))
    print(f"model: {summary.model.directory}")
