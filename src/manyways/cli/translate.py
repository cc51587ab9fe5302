"""`manyways translate`."""

from __future__ import annotations

from typing import Annotated

import typer

from manyways.cli import options
from manyways.cli import translate_options as only
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
    excludes(
        "--line-by-line", on=["--nbest", "--diverse", "--json", "--alignment", "--graph-out", "--tokenised"]
    ),
    needs("--line-by-line", on=["--input text"]),
    excludes("--numbers", on=["--tokenised", "--input plf"]),
    excludes("--glossary", on=["--tokenised"]),
    needs("--glossary", "--flags", on=["--input text"]),
    needs("--flags", on=["--json"]),
    excludes("--flags", on=["--nbest", "--diverse", "--search exact", "--tokenised"]),
    needs("--force", on=["--out", "--graph-out"]),
)
def command(
    model: options.ModelDirectory,
    file: options.InputText = "-",
    out: Annotated[str, options.written_file("--out", help="Where results go; - is standard output.")] = "-",
    force: options.Force = False,
    nbest: only.Nbest = None,
    distinct: only.Distinct = False,
    diverse: only.Diverse = None,
    order: options.Order = 4,
    strength: options.Strength = 0.02,
    engine: options.Engine = "graph",
    tune: options.Tune = None,
    mbr: only.Mbr = False,
    alignment: only.Alignment = False,
    kind: options.InputKind = "text",
    line_by_line: only.LineByLine = False,
    numbers: only.Numbers = False,
    glossary: options.Glossary = None,
    flags: only.Flags = False,
    graph_out: only.GraphOut = None,
    graph_format: only.GraphFormat = "json",
    weights: only.OtherWeights = None,
    search: options.Search = "beam",
    pops: options.SearchPops = None,
    time_limit: options.TimeLimit = 0,
    space: options.Space = None,
    tokenised: options.Tokenised = False,
    *,
    running: options.Running,
) -> None:
    """Translate text, sentence by sentence.

    Reads lines from FILE or standard input and writes their translations in the same order. A line that holds
    several sentences is split, and joined again as it was; lists, links, JSON and graphs are of whole lines.
    XLIFF, TMX, PO, SRT, HTML and Markdown are known by suffix and content, and come back as they are.
    From a terminal or an open pipe each line is answered as soon as it is read. Lists are JSON Lines unless
    --out says otherwise, and coloured on a terminal. With --tune, FILE is searched twice.

    Example: manyways translate models/de-en test.de --nbest 20 --distinct --out lists.jsonl

    Five translations that differ: manyways translate models/de-en test.de --diverse 5 --out lists.jsonl

    The model's best, proved: manyways translate models/de-en test.de --search exact --time-limit 10 --json

    Fix a term: echo 'Das <x translation="house">Haus</x>.' | manyways translate models/de-en --input markup

    Ctrl-C ends all proofs: every line still gets the best so far (status 130); a second one ends at once.
    """
    from manyways.model import Weights
    from manyways.text.glossary import read_glossary
    from manyways.translator import Job, Translator, translate_file

    job = Job(
        search=search,
        nbest=nbest,
        distinct=distinct,
        diverse=only.diverse_settings(diverse, nbest, order, strength, engine),
        references=tune or (),
        mbr=mbr,
        alignment=alignment,
        kind=kind,
        graphs=graph_out,
        graph_format=graph_format,
        as_json=running.json,
        line_by_line=line_by_line,
        flags=flags,
        force=force,
    )
    translator = Translator(
        model,
        weights=Weights.read(weights) if weights else None,
        tokenised=tokenised,
        numbers=numbers,
        glossary=read_glossary(glossary) if glossary else None,
        threads=running.threads,
    ).searching(pops=pops, space=space, time_limit=time_limit)
    outcome = translate_file(translator, file, out, job)
    for each in outcome.remarks:
        warn(each)
    if outcome.stopped:
        raise typer.Exit(130)  # Ctrl-C
