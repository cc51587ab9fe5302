"""`manyways train`."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from manyways.cli.options import Force, Languages, Recipe, Running, print_json
from manyways.cli.verb import excludes, together
from manyways.tables import Table, print_tables

if TYPE_CHECKING:
    from manyways.train import TrainSummary

Source = Annotated[
    Path | None, typer.Option("--source", help="Source text, or a TMX, XLIFF or PO file with both.")
]
Target = Annotated[Path | None, typer.Option("--target", help="Its translation, line by line.")]


@together(
    excludes(
        *("--source", "--target", "--kind", "--lm-order", "--lm-text", "--recipe", "--source-language"),
        *("--target-language", "--casing", "--tokenised", "--force"),
        on=["--add"],
    ),
)
def command(
    out: Annotated[Path, typer.Option("--out", help="The model directory to make or to finish.")],
    force: Force = False,
    source: Source = None,
    target: Target = None,
    kind: Annotated[
        Literal["phrase", "hierarchical"] | None,
        typer.Option("--kind", help="Kind of model; default: phrase."),
    ] = None,
    lm_order: Annotated[int | None, typer.Option("--lm-order", help="Words in the longest n-grams.")] = None,
    lm_text: Annotated[list[Path] | None, typer.Option("--lm-text", help="More text for the LM.")] = None,
    links: Annotated[Path | None, typer.Option("--links", help="Pharaoh links of another aligner.")] = None,
    recipe: Recipe = None,
    casing: Annotated[
        Literal["truecase", "lower", "keep"] | None,
        typer.Option("--casing", help="What becomes of capitals; default: truecase."),
    ] = None,
    new: Annotated[
        list[Path] | None,
        typer.Option("--add", help="New pairs for a trained model: source and target file, or one TMX."),
    ] = None,
    truncate: Annotated[bool, typer.Option("--truncate", help="Stop where the shorter file ends.")] = False,
    *,
    languages: Languages,
    running: Running,
) -> None:
    """Learn a model from parallel text.

    Splits and cases the text, aligns the words, extracts and scores phrases (or rules), learns the reordering
    and a language model, and writes a model directory that opens in milliseconds. A second call does nothing;
    a killed one continues where it stopped. Languages are guessed from suffixes (train.de, train.en.gz).

    Example: manyways train --source train.de --target train.en --out models/de-en

    More pairs later: manyways train --add new.de --add new.en --out models/de-en
    """
    from manyways.errors import UsageError
    from manyways.train import Inputs, add, make_recipe, train

    files = new or [each for each in (source, target) if each is not None]
    if (source is None and not new) or len(files) > 2:
        raise UsageError("manyways train needs --source and --target, or --add with one file or two")
    second = files[1] if len(files) > 1 else None
    inputs = Inputs(source=files[0], target=second, links=links, truncate=truncate)
    if new:
        _show(add(inputs, out, threads=running.threads), as_json=running.json)
        return
    text = languages.settings(source, target) | {"casing": casing}
    settings = make_recipe(recipe, {"text": text, "lm": {"order": lm_order}, "kind": kind})
    summary = train(inputs, out, settings, lm_text=lm_text or [], threads=running.threads, force=force)
    _show(summary, as_json=running.json)


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
