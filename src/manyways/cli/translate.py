"""`manyways translate`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from manyways.cli import options
from manyways.cli.verb import excludes, needs, together
from manyways.progress import warn


@together(
    needs("--distinct", on=["--nbest", "--diverse"]),
    needs("--order", "--strength", "--engine", "--tune", on=["--diverse"]),
    needs("--tune", on=["--engine graph"]),
    needs("--tune", on=["--input text"]),
    excludes("--order", "--strength", on=["--tune"]),
    excludes("--order", on=["--engine sample"]),
    excludes("--mbr", "--graph-out", on=["--nbest", "--diverse", "--search exact"]),
    needs("--graph-format", on=["--graph-out"]),
    excludes("--diverse", on=["--search exact"]),
    excludes("--pops", on=["--search exact", "--engine exact"]),
    excludes("--alignment", on=["--diverse"]),
    excludes("--alignment", on=["--json"], unless=["--nbest"]),
    needs("--force", on=["--out", "--graph-out"]),
)
def command(
    model: options.ModelDirectory,
    file: options.InputText = "-",
    out: Annotated[str, options.written_file("--out", help="Where results go; - is standard output.")] = "-",
    force: options.Force = False,
    nbest: Annotated[
        int | None, typer.Option("--nbest", min=1, help="Write lists of this many best candidates.")
    ] = None,
    distinct: Annotated[bool, typer.Option("--distinct", help="No text twice in a list.")] = False,
    diverse: Annotated[
        int | None, typer.Option("--diverse", min=1, help="Write lists of this many that differ.")
    ] = None,
    order: options.Order = 4,
    strength: options.Strength = 0.02,
    engine: options.Engine = "graph",
    tune: options.Tune = None,
    mbr: Annotated[bool, typer.Option("--mbr", help="Write the consensus (minimum Bayes risk).")] = False,
    alignment: Annotated[bool, typer.Option("--alignment", help="Append word links after ` ||| `.")] = False,
    kind: options.InputKind = "text",
    graph_out: Annotated[
        Path | None, typer.Option("--graph-out", help="Directory for search graphs, one per sentence.")
    ] = None,
    graph_format: Annotated[
        Literal["json", "fst", "plf"],
        typer.Option("--graph-format", help="How: fst is OpenFst's text format, plf Moses's lattices."),
    ] = "json",
    weights: Annotated[Path | None, typer.Option("--weights", help="Replace the model's weights.")] = None,
    search: options.Search = "beam",
    pops: options.SearchPops = None,
    time_limit: options.TimeLimit = 0,
    space: options.Space = None,
    tokenised: options.Tokenised = False,
    *,
    running: options.Running,
) -> None:
    """Translate text, sentence by sentence.

    Reads lines from FILE or standard input and writes their translations in the same order. From a terminal
    or an open pipe each line is answered as soon as it is read. Lists are JSON Lines unless the name of --out
    says otherwise, and coloured on a terminal. With --tune, FILE is searched once more to find the settings.

    Example: manyways translate models/de-en test.de --nbest 20 --distinct --out lists.jsonl

    Five translations that differ: manyways translate models/de-en test.de --diverse 5 --out lists.jsonl

    The model's best, proved: manyways translate models/de-en test.de --search exact --time-limit 10 --json

    Fix a term: echo 'Das <x translation="house">Haus</x>.' | manyways translate models/de-en --input markup

    Ctrl-C ends all proofs: every line still gets the best so far (status 130); a second one ends at once.
    """
    from manyways.model import Weights
    from manyways.translator import Job, Translator, translate_file

    many = None
    if diverse is not None:
        from manyways.diverse import Dissimilarity, DiverseSettings

        near = Dissimilarity.of(order)
        many = DiverseSettings(
            rounds=diverse, each=nbest or 1, strength=strength, dissimilarity=near, engine=engine
        )
    job = Job(
        search=search,
        nbest=nbest,
        distinct=distinct,
        diverse=many,
        references=tune or (),
        mbr=mbr,
        alignment=alignment,
        kind=kind,
        graphs=graph_out,
        graph_format=graph_format,
        as_json=running.json,
        force=force,
    )
    translator = Translator(
        model,
        weights=Weights.read(weights) if weights else None,
        tokenised=tokenised,
        threads=running.threads,
    ).searching(pops=pops, space=space, time_limit=time_limit)
    outcome = translate_file(translator, file, out, job)
    for each in outcome.remarks:
        warn(each)
    if outcome.stopped:
        raise typer.Exit(130)  # Ctrl-C
