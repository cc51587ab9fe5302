"""`manyways train`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from manyways.cli import options
from manyways.cli import train_options as only
from manyways.cli.verb import excludes, together
from manyways.tables import Table, print_tables

if TYPE_CHECKING:
    from manyways.train import TrainSummary


@together(
    excludes(
        *("--source", "--target", "--kind", "--lm-order", "--lm-text", "--recipe", "--source-language"),
        *("--target-language", "--casing", "--tokenised", "--force", "--dev", "--lm", "--glossary"),
        on=["--add"],
    ),
)
def command(
    out: only.Out,
    *,
    force: options.Force = False,
    texts: only.Texts,
    kind: only.Kind = None,
    lm_order: only.LmOrder = None,
    lm_text: only.LmText = None,
    lm: only.Lm = None,
    dev: only.Dev = None,
    glossary: options.Glossary = None,
    recipe: options.Recipe = None,
    casing: only.Casing = None,
    languages: options.Languages,
    running: options.Running,
) -> None:
    """Learn a model from parallel text.

    Splits and cases the text, aligns the words, extracts and scores phrases (or rules), learns the reordering
    and a language model, and writes a model directory that opens in milliseconds. With --dev it then tunes
    the weights, and tells the score. A second call does nothing; a killed one continues where it stopped.
    Languages are guessed from suffixes (train.de, train.en.gz).

    Example: manyways train --source train.de --target train.en --dev dev.de dev.en --out models/de-en

    More pairs later: manyways train --add new.de --add new.en --out models/de-en
    """
    from manyways.errors import UsageError
    from manyways.progress import say
    from manyways.train import Development, add, make_recipe, train

    inputs = texts.inputs()
    if dev is not None and len(dev) < 2:
        raise UsageError("--dev needs a source file and at least one file of references: --dev dev.de dev.en")
    if texts.new:
        _show(add(inputs, out, threads=running.threads), as_json=running.json)
        return
    text = languages.settings(texts.source, texts.target) | {"casing": casing}
    settings = make_recipe(recipe, {"text": text, "lm": {"order": lm_order}, "kind": kind})
    summary = train(
        inputs,
        out,
        settings,
        lm_text=lm_text or (),
        language_models=lm or (),
        glossary=glossary,
        development=Development.read(dev[0], dev[1:]) if dev else None,
        threads=running.threads,
        force=force,
        tell=say,
    )
    _show(summary, as_json=running.json)


def _show(summary: TrainSummary, *, as_json: bool) -> None:
    from manyways.progress import warn

    for remark in summary.remarks:
        warn(f"note: {remark}")
    if as_json:
        options.print_json(summary.plain())
        return
    rows = [[name, facts, seconds, cpu] for name, facts, seconds, cpu in summary.rows()]
    rows.append(["all", "", sum(row[2] for row in rows), sum(row[3] for row in rows)])  # type: ignore[misc]
    print_tables(Table(["step", "what", "seconds", "CPU"], rows))
    print(summary)
