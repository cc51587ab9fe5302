"""`manyways translate`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from manyways.cli.options import Force, Json, Quiet, Space, Threads, TimeLimit, Tokenised, written_file
from manyways.progress import warn


def command(
    model: Annotated[Path, typer.Argument(help="The model directory.")],
    file: Annotated[str, typer.Argument(help="Text, one sentence per line; - is standard input.")] = "-",
    out: Annotated[str, written_file("--out", help="Where translations go; - is standard output.")] = "-",
    force: Force = False,
    nbest: Annotated[int, typer.Option("--nbest", min=1, help="Candidates per sentence, as JSON Lines.")] = 1,
    distinct: Annotated[bool, typer.Option("--distinct", help="No text twice in a list.")] = False,
    diverse: Annotated[int, typer.Option("--diverse", min=0, help="So many that differ; as JSON Lines.")] = 0,
    order: Annotated[
        int, typer.Option("--order", min=1, max=10, help="With --diverse: words that may not repeat.")
    ] = 4,
    strength: Annotated[
        float, typer.Option("--strength", min=0, help="With --diverse: what a repetition costs.")
    ] = 0.02,
    engine: Annotated[
        Literal["graph", "redecode", "exact", "groups", "sample"],
        typer.Option("--engine", help="With --diverse: graph, redecode, exact, groups or sample."),
    ] = "graph",
    tune: Annotated[
        list[str] | None,
        typer.Option("--tune", metavar="REFERENCE", help="With --diverse: find order and strength on FILE."),
    ] = None,
    mbr: Annotated[bool, typer.Option("--mbr", help="The consensus translation.")] = False,
    alignment: Annotated[bool, typer.Option("--alignment", help="Append word links after ` ||| `.")] = False,
    kind: Annotated[
        Literal["text", "markup", "plf"],
        typer.Option("--input", help="text; markup: with XML-style tags; plf: lattices."),
    ] = "text",
    graph_out: Annotated[
        Path | None, typer.Option("--graph-out", help="Directory for search graphs, one per sentence.")
    ] = None,
    graph_format: Annotated[
        Literal["json", "fst", "plf"],
        typer.Option("--graph-format", help="JSON, OpenFst text or Python lattice format."),
    ] = "json",
    weights: Annotated[Path | None, typer.Option("--weights", help="Other weights than the model's.")] = None,
    search: Annotated[
        Literal["beam", "exact"],
        typer.Option("--search", help="beam; or exact: the model's best, with a proof."),
    ] = "beam",
    pops: Annotated[int, typer.Option("--pops", min=1, help="How hard to search.")] = 1000,
    time_limit: TimeLimit = 0,
    space: Space = None,
    tokenised: Tokenised = False,
    threads: Threads = 0,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Translate text, sentence by sentence.

    Reads lines from FILE or standard input and writes their translations in the same order. From a terminal
    or an open pipe each line is answered as soon as it is read.

    Example: manyways translate models/de-en test.de --nbest 20 --distinct --out lists.jsonl

    Five that differ: manyways translate models/de-en test.de --diverse 5 --out lists.jsonl

    The model's best, proved: manyways translate models/de-en test.de --search exact --time-limit 10 --json

    A term: echo 'Das <x translation="house">Haus</x>.' | manyways translate models/de-en --input markup

    Ctrl-C ends all proofs: every line is still answered, with the best so far, and the exit status is 130. A
    second Ctrl-C ends all at once.

    On a terminal lists are shown with the differing words in colour. With --tune, FILE is searched once and
    all orders and strengths are tried on it; the best is used.
    """
    from manyways.model import Weights
    from manyways.search import BeamSettings
    from manyways.translator import Job, Translator, translate_file

    many = None
    if diverse:
        from manyways.diverse import Dissimilarity, DiverseConfig

        near = Dissimilarity.of(order)
        many = DiverseConfig(rounds=diverse, each=nbest, strength=strength, dissimilarity=near, engine=engine)
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
        as_json=json,
        force=force,
    )
    translator = Translator(
        model,
        weights=Weights.read(weights) if weights else None,
        tokenised=tokenised,
        settings=BeamSettings(pops=pops, stack=max(pops, 1000), space=space, time_limit=time_limit),
        threads=threads,
    )
    outcome = translate_file(translator, file, out, job)
    for each in outcome.remarks:
        warn(each)
    if outcome.stopped:
        raise typer.Exit(130)  # Ctrl-C
