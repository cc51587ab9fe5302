"""`manyways convert`: candidate lists from one format to another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from manyways.cli.options import ByPosition, Force, From, PerSource, Quiet, Source, To, claim, written_file
from manyways.cli.verb import needs, together

if TYPE_CHECKING:
    from manyways.candidates import CandidateLists

__all__ = ["command"]


@together(
    needs("--force", on=["--out"]),  # so that it is clear what is replaced
    needs("--by-position", on=["--references", "--source"]),
)
def command(
    ctx: typer.Context,
    files: Annotated[
        list[str],
        typer.Argument(metavar="IN... [OUT]", help="Files to read; - is standard input."),
    ],
    out: Annotated[
        str | None,
        written_file("--out", help="The file to write, if it is not named last; - is standard output."),
    ] = None,
    force: Force = False,
    source_format: From = None,
    target_format: To = None,
    per_source: PerSource = None,
    source: Source = None,
    references: Annotated[list[str] | None, typer.Option(help="Right translations, to be kept in.")] = None,
    by_position: ByPosition = False,
    top: Annotated[int | None, typer.Option(min=1, help="Candidates to keep in each list.")] = None,
    clean: Annotated[
        bool,
        typer.Option("--clean", help="Take off what language models put around a translation."),
    ] = False,
    quiet: Quiet = False,
) -> None:
    """Convert candidate lists between formats, in constant memory.

    Formats: jsonl, moses, marian, cdec (also Joshua), travatar, text; and to read only: fairseq, sockeye,
    ctranslate2, huggingface, openai, anthropic, gemini, ollama, llamacpp, vllm, tsv. Of several plain text
    files each is one system; several lists are merged by id. Moses to JSON Lines and back gives the same
    bytes.

    --source and --references put texts into the lists, found by id. --top 1 --to text writes the first of
    each list, a line per sentence.

    OUT must be new. With --out and --force an existing file is replaced, even one of those being read.

    Example: manyways convert nbest.gz nbest.jsonl.gz
    """
    from manyways.candidates import read_chunks, read_inputs, with_texts, write_chunks
    from manyways.candidates.clean import Cleaner
    from manyways.candidates.reading import chunks_of

    inputs, out = (files, out) if out is not None else _last_is_out(ctx, files)
    cleaner = Cleaner()
    if len(inputs) == 1 and not (source or references):
        chunks = read_chunks(inputs[0], format=source_format, per_source=per_source, keep_raw=True)
    else:  # several lists, or texts that are found by the ids of all
        lists = read_inputs(inputs, format=source_format, per_source=per_source)
        lists = with_texts(lists, inputs[0], source=source, references=references, by_position=by_position)
        chunks = chunks_of(lists)
    cut = chunks if top is None else (each.cut(top) for each in chunks)
    cleaned = map(cleaner, cut) if clean else cut
    remarks = write_chunks(_with_progress(cleaned), out, format=target_format)
    _tell([*cleaner.remarks, *remarks])


def _tell(remarks: list[str]) -> None:
    from manyways.progress import warn

    for remark in remarks:
        warn(remark)


def _last_is_out(ctx: typer.Context, files: list[str]) -> tuple[list[str], str]:
    """A forgotten OUT must not cost an input: the last name is never replaced."""
    from manyways.errors import InputError

    if len(files) < 2:
        remedy = "Example: manyways convert nbest.gz nbest.jsonl"
        raise InputError("convert needs a file to read and a file to write", remedy=remedy)
    claim(ctx, files[-1])
    return files[:-1], files[-1]


def _with_progress(chunks: Iterator[CandidateLists]) -> Iterator[CandidateLists]:
    from manyways.progress import Progress

    with Progress("converting", unit="sentences") as progress:
        for chunk in chunks:
            yield chunk
            progress.advance(len(chunk))
