"""`manyways translate`."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from manyways.cli.options import Json, Quiet, Threads, Tokenised
from manyways.errors import ConfigError
from manyways.files import atomic_write, decode_line, open_bytes
from manyways.progress import Progress, say

if TYPE_CHECKING:
    from manyways.candidates import CandidateLists
    from manyways.diverse import DiverseConfig
    from manyways.diverse.generate import Engine
    from manyways.search import Translation
    from manyways.translator import Translator

BATCH = 256  # sentences of a file that are translated at a time
PROOFS = 32  # the same for proofs, which take longer


class Search(str, Enum):
    """How translations are found."""

    beam = "beam"
    exact = "exact"


def command(
    model: Annotated[Path, typer.Argument(help="The model directory.")],
    file: Annotated[str, typer.Argument(help="Text, one sentence per line; - is standard input.")] = "-",
    out: Annotated[str, typer.Option("--out", help="Where translations go; - is standard output.")] = "-",
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
        str, typer.Option("--engine", help="With --diverse: graph, redecode, exact, groups or sample.")
    ] = "graph",
    tune: Annotated[
        list[str] | None,
        typer.Option(
            "--tune", metavar="REFERENCE", help="With --diverse: find the best order and strength on FILE."
        ),
    ] = None,
    mbr: Annotated[bool, typer.Option("--mbr", help="The consensus translation.")] = False,
    alignment: Annotated[bool, typer.Option("--alignment", help="Append word links after ` ||| `.")] = False,
    graph_out: Annotated[
        Path | None, typer.Option("--graph-out", help="Directory for search graphs (JSON), one per sentence.")
    ] = None,
    weights: Annotated[Path | None, typer.Option("--weights", help="Other weights than the model's.")] = None,
    search: Annotated[
        Search, typer.Option("--search", help="beam; or exact: the model's best, with a proof.")
    ] = Search.beam,
    pops: Annotated[int, typer.Option("--pops", min=1, help="How hard to search.")] = 1000,
    time_limit: Annotated[
        float, typer.Option("--time-limit", min=0, help="Seconds per sentence; 0: none.")
    ] = 0,
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

    On a terminal lists are shown with the differing words in colour. With --tune, FILE is searched once and
    all orders and strengths are tried on it; the best is used.
    """
    from manyways.model import Weights
    from manyways.search import BeamSettings
    from manyways.translator import Translator

    translator = Translator(
        model,
        weights=Weights.read(weights) if weights else None,
        tokenised=tokenised,
        settings=BeamSettings(pops=pops, stack=max(pops, 1000), time_limit=time_limit),
        threads=threads,
    )
    if search is Search.exact:
        if mbr or diverse or graph_out is not None:
            raise ConfigError("--search exact", "--mbr, --diverse or --graph-out", "used without them")
        _exact(translator, file, out, nbest, time_limit, json=json, alignment=alignment)
        return
    if nbest > 1 or diverse > 0:
        config = _config(diverse, nbest, order, strength, engine) if diverse else None
        if config and tune:
            config = _tuned(translator, file, tune, config)
        _write_lists(_lists(translator, file, nbest, config, distinct=distinct), out, json=json)
        return
    with Progress("translating", unit="sentences") as progress, atomic_write(out) as output:
        for first, lines in batches(file):
            found = translator.mbr(lines) if mbr else translator.translate(lines)
            if graph_out is not None:
                _write_graphs(translator, lines, graph_out, first)
            for index, (each, line) in enumerate(zip(found, lines, strict=True), first):
                row = _as_json(each, line, index) if json else _as_text(each, alignment=alignment)
                output.write(row + "\n")
            output.flush()
            progress.advance(len(lines))


def _exact(
    translator: Translator,
    file: str,
    out: str,
    nbest: int,
    time_limit: float,
    *,
    json: bool,
    alignment: bool,
) -> None:
    from manyways.exact import ExactSettings

    settings = ExactSettings(time_limit=time_limit or None, nbest=nbest)
    proved = total = 0
    with Progress("proving", unit="sentences") as progress, atomic_write(out) as output:
        for first, lines in batches(file, 1 if translator.threads == 1 else PROOFS):
            for index, (proof, line) in enumerate(
                zip(translator.exact(lines, settings), lines, strict=True), first
            ):
                bounds = {"lower": proof.lower, "upper": proof.upper, "beam": proof.beam_score}
                for each in proof.candidates:
                    text = _as_text(each, alignment=alignment)
                    row = _as_json(each, line, index, **bounds) if json or nbest > 1 else text
                    output.write(row + "\n")
                proved += proof.status == "optimal"
                total += 1
            output.flush()
            progress.advance(len(lines))
    say(f"{proved} of {total} proved optimal")


def batches(file: str, size: int = BATCH) -> Iterator[tuple[int, list[str]]]:
    """The index of the first line, and lines: many of a file; of a pipe, whatever has come."""
    number, batch = 0, []
    for raw, more in _raw_lines(file):
        number += 1
        batch.append(decode_line(raw, file, number))
        if len(batch) >= size or not more:
            yield number - len(batch), batch
            batch = []
    if batch:
        yield number - len(batch), batch


def _raw_lines(file: str) -> Iterator[tuple[bytes, bool]]:
    """Lines, each with whether another is at hand without waiting."""
    if file != "-":
        with open_bytes(file) as stream:
            yield from ((line, True) for line in stream)
        return
    rest = b""
    while block := os.read(sys.stdin.fileno(), 1 << 16):
        *lines, rest = (rest + block).split(b"\n")
        yield from ((line, index + 1 < len(lines)) for index, line in enumerate(lines))
    if rest:
        yield rest, False


def _config(rounds: int, each: int, order: int, strength: float, engine: str) -> DiverseConfig:
    from manyways.diverse import Dissimilarity, DiverseConfig

    near = Dissimilarity.of(order)
    chosen = cast("Engine", engine)
    return DiverseConfig(rounds=rounds, each=each, strength=strength, dissimilarity=near, engine=chosen)


def _tuned(translator: Translator, file: str, references: list[str], config: DiverseConfig) -> DiverseConfig:
    """The best order and strength on the file, which is read for this and then again."""
    from manyways.candidates import read_references
    from manyways.errors import ConfigError, InputError
    from manyways.progress import say

    if file == "-":
        raise ConfigError("FILE", file, "a file when --tune is given: it is read twice")
    lines = [line for _, batch in batches(file) for line in batch]
    columns = read_references(references)
    if len(columns[0]) != len(lines):
        found = f"has {len(columns[0])} lines, {file} has {len(lines)}"
        raise InputError(found, path=references[0], remedy="References have one line per sentence.")
    best = translator.tune_diverse(lines, columns, config)[0]
    say(best.summary())
    return best.config


def _write_lists(chunks: Iterator[CandidateLists], out: str, *, json: bool) -> None:
    from manyways.candidates import write_chunks
    from manyways.report.shown import is_terminal, show_lists

    if is_terminal(out) and not json:
        for lists in chunks:
            show_lists(lists)
    else:
        write_chunks(chunks, out, format="jsonl" if out == "-" else None)


def _lists(
    translator: Translator, file: str, size: int, config: DiverseConfig | None, *, distinct: bool
) -> Iterator[CandidateLists]:
    with Progress("translating", unit="sentences") as progress:
        for first, lines in batches(file):
            if config is not None:
                lists = translator.diverse(lines, config)
            else:
                lists = translator.kbest(lines, size, distinct=distinct)
            yield replace(lists, ids=[str(first + i) for i in range(len(lines))])
            progress.advance(len(lines))


def _as_text(found: Translation, *, alignment: bool) -> str:
    return f"{found.text} ||| {found.links}" if alignment else found.text


def _as_json(found: Translation, source: str, index: int, **more: float) -> str:
    import json

    values = {
        "id": str(index),
        "source": source,
        "text": found.text,
        "score": found.score,
        "features": found.features,
        "derivation": found.derivation,
        "links": found.links,
        "status": found.status,
        "seconds": round(found.seconds, 6),
        **{name: value if math.isfinite(value) else None for name, value in more.items()},
    }
    return json.dumps(values, ensure_ascii=False)


def _write_graphs(translator: Translator, lines: list[str], directory: Path, first: int) -> None:
    directory.mkdir(parents=True, exist_ok=True)
    for index, line in enumerate(lines, first):
        translator.graph(line).write(directory / f"{index}.json")
