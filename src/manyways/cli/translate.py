"""`manyways translate`."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from manyways.cli.options import Force, Json, Quiet, Threads, Tokenised, written_file
from manyways.errors import ConfigError, InputError
from manyways.files import atomic_write, line_blocks
from manyways.outputs import new_directory
from manyways.progress import Progress, warn

if TYPE_CHECKING:
    from manyways.candidates import CandidateLists
    from manyways.diverse import DiverseConfig
    from manyways.diverse.generate import Engine
    from manyways.search import Source as Input
    from manyways.search import Translation
    from manyways.translator import Translator

BATCH = 256  # sentences of a file that are translated at a time
INTERRUPTED = 130  # the exit status of what Ctrl-C ended
PROOFS = 32  # the same for proofs, which take longer

CANDIDATES = 100_000  # candidates of lists that are made at a time
GRAPHS = 16  # graphs that are made at a time


class Search(StrEnum):
    """How translations are found."""

    beam = "beam"
    exact = "exact"


class Kind(StrEnum):
    """What lines are."""

    text = "text"
    markup = "markup"
    plf = "plf"


class GraphFormat(StrEnum):
    json = "json"
    fst = "fst"
    plf = "plf"


class Space(StrEnum):
    gap = "gap"
    free = "free"


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
    kind: Annotated[
        Kind, typer.Option("--input", help="text; markup: with XML-style tags; plf: lattices.")
    ] = Kind.text,
    graph_out: Annotated[
        Path | None, typer.Option("--graph-out", help="Directory for search graphs, one per sentence.")
    ] = None,
    graph_format: Annotated[
        GraphFormat, typer.Option("--graph-format", help="JSON, OpenFst text or Python lattice format.")
    ] = GraphFormat.json,
    weights: Annotated[Path | None, typer.Option("--weights", help="Other weights than the model's.")] = None,
    search: Annotated[
        Search, typer.Option("--search", help="beam; or exact: the model's best, with a proof.")
    ] = Search.beam,
    pops: Annotated[int, typer.Option("--pops", min=1, help="How hard to search.")] = 1000,
    time_limit: Annotated[
        float, typer.Option("--time-limit", min=0, help="Seconds per sentence; 0: none.")
    ] = 0,
    space: Annotated[
        Space | None, typer.Option("--space", help="Reordering: gap or free; default: the model's.")
    ] = None,
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
    from manyways.translator import Translator

    translator = Translator(
        model,
        weights=Weights.read(weights) if weights else None,
        tokenised=tokenised,
        settings=BeamSettings(pops=pops, stack=max(pops, 1000), time_limit=time_limit),
        space=space.value if space else None,
        threads=threads,
    )
    source = Source(translator, file, kind)
    if search is Search.exact:
        if mbr or diverse or graph_out is not None:
            raise ConfigError("--search exact", "--mbr, --diverse or --graph-out", "used without them")
        _exact(source, out, nbest, time_limit, json=json, alignment=alignment)
        return
    if nbest > 1 or diverse > 0:
        config = _config(diverse, nbest, order, strength, engine) if diverse else None
        if config and tune:
            config = _tuned(source, tune, config)
        lists = _lists(source, nbest, config, distinct=distinct, links=alignment, out=out)
        _write_lists(lists, out, json=json)
        return
    graphs = new_directory(graph_out, "translate", force=force) if graph_out is not None else nullcontext()
    with graphs, Progress("translating", unit="sentences", out=out) as progress, atomic_write(out) as output:
        late = 0
        for first, lines, texts in source.batches(BATCH):
            found = translator.mbr(texts) if mbr else translator.translate(texts)
            if graph_out is not None:
                _write_graphs(translator, texts, graph_out, first, graph_format.value)
            late += sum(each.status == "time limit" for each in found)
            for index, (each, line) in enumerate(zip(found, lines, strict=True), first):
                row = _as_json(each, line, index) if json else _as_text(each, alignment=alignment)
                output.write(row + "\n")
            output.flush()
            progress.advance(len(lines))
    if late:
        warn(f"the time limit cut the search of {late} sentences: their best so far is given")


def _exact(
    source: Source,
    out: str,
    nbest: int,
    time_limit: float,
    *,
    json: bool,
    alignment: bool,
) -> None:
    from manyways.exact import ExactSettings, Prover

    translator = source.translator
    settings = ExactSettings(time_limit=time_limit or None, nbest=nbest, space=translator.space)
    prover = Prover(translator.decoder, settings)
    proved = total = 0
    with (
        Progress("proving", unit="sentences") as progress,
        atomic_write(out) as output,
        prover.stopped_by_interrupt(),
    ):
        for first, lines, texts in source.batches(1 if translator.threads == 1 else PROOFS):
            for index, (proof, line) in enumerate(
                zip(translator.exact(texts, prover=prover), lines, strict=True), first
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
    warn(f"{proved} of {total} proved optimal")
    if prover.stopped:
        warn("stopped: the others are the best so far")
        raise typer.Exit(INTERRUPTED)


@dataclass
class Source:
    """Lines of a file or a pipe, as the translator takes them."""

    translator: Translator
    file: str
    kind: Kind

    def batches(self, size: int) -> Iterator[tuple[int, list[str], list[Input]]]:
        """The index of the first line, lines and what they mean: of a pipe, whatever has come."""
        done = 0
        lines: list[str] = []
        for block in line_blocks(self.file):
            lines += block
            while len(lines) >= size or (lines and self.file == "-"):
                batch, lines = lines[:size], lines[size:]
                yield done, batch, [self._read(line, done + i) for i, line in enumerate(batch, 1)]
                done += len(batch)
        if lines:
            yield done, lines, [self._read(line, done + i) for i, line in enumerate(lines, 1)]

    def _read(self, line: str, number: int) -> Input:
        from manyways.search import read_plf

        try:
            if self.kind is Kind.markup:
                return self.translator.marked([line])[0]
            return read_plf(line) if self.kind is Kind.plf else line
        except InputError as error:
            raise InputError(error.message, path=self.file, line=number, remedy=error.remedy) from None


def _config(rounds: int, each: int, order: int, strength: float, engine: str) -> DiverseConfig:
    from manyways.diverse import Dissimilarity, DiverseConfig

    near = Dissimilarity.of(order)
    chosen = cast("Engine", engine)
    return DiverseConfig(rounds=rounds, each=each, strength=strength, dissimilarity=near, engine=chosen)


def _tuned(source: Source, references: list[str], config: DiverseConfig) -> DiverseConfig:
    """The best order and strength on the file, which is read for this and then again."""
    from manyways.candidates import read_references

    file = source.file
    if file == "-":
        raise ConfigError("FILE", file, "a file when --tune is given: it is read twice")
    if source.kind is not Kind.text:
        raise ConfigError("--input", source.kind.value, "text when --tune is given")
    lines = [line for _, batch, _ in source.batches(BATCH) for line in batch]
    columns = read_references(references)
    if len(columns[0]) != len(lines):
        found = f"has {len(columns[0])} lines, {file} has {len(lines)}"
        raise InputError(found, path=references[0], remedy="References have one line per sentence.")
    best = source.translator.tune_diverse(lines, columns, config)[0]
    warn(best.summary())
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
    source: Source, size: int, config: DiverseConfig | None, *, distinct: bool, links: bool, out: str
) -> Iterator[CandidateLists]:
    translator = source.translator
    with Progress("translating", unit="sentences", out=out) as progress:
        for first, lines, texts in source.batches(max(1, min(BATCH, CANDIDATES // size))):
            if config is not None:
                lists = translator.diverse(texts, config)
            else:
                lists = translator.kbest(texts, size, distinct=distinct, links=links)
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


def _write_graphs(
    translator: Translator, texts: list[Input], directory: Path, first: int, suffix: str
) -> None:
    for start in range(0, len(texts), GRAPHS):
        for index, graph in enumerate(translator.graphs(texts[start : start + GRAPHS]), first + start):
            graph.write(directory / f"{index}.{suffix}")
