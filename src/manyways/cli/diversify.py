"""`manyways diversify`: candidate lists in, a few diverse candidates of each out."""

from __future__ import annotations

from typing import Annotated

import typer

from manyways.cli import diversify_options as own
from manyways.cli import options
from manyways.cli.verb import excludes, needs, together
from manyways.progress import Progress, warn

__all__ = ["command"]


@together(
    needs("--measure", "--by-position", on=["--tune"]),
    excludes("--order", "--strength", on=["--tune"]),
    needs("--tokenise", "--tokenised", on=["--tune", "--table", "--json", "--html"]),
    excludes("--table", on=["--json"]),
    needs("--enough", on=["--unless"]),
    needs("--force", on=["--out", "--html"]),
)
def command(
    candidates: Annotated[
        str, typer.Argument(metavar="CANDIDATES", help="Lists in any format; - is standard input.")
    ],
    size: Annotated[int, typer.Option("--size", "-m", min=1, help="Candidates to keep from each list.")],
    out: Annotated[
        str, options.written_file("--out", help="Where the lists go; - is standard output.")
    ] = "-",
    order: options.Order = 5,
    strength: options.Strength = 0.4,
    unit: own.Unit = "deviation",
    method: own.Method = "greedy",
    floor: own.Floor = None,
    unless: own.Gate = None,
    enough: own.Enough = 50,
    classes: options.Classes = None,
    tune: options.Tune = None,
    measure: own.Measure = "oracle",
    table: Annotated[
        bool,
        typer.Option("--table", help="Print what was gained: self-BLEU, novelty, oracle BLEU, coverage."),
    ] = False,
    html: options.Html = None,
    force: options.Force = False,
    source_format: options.From = None,
    target_format: options.To = None,
    by_position: options.ByPosition = False,
    *,
    words: options.Words,
    running: options.Running,
) -> None:
    """Keep a few candidates of each list that are good and differ from each other.

    No decoder is needed: lists may come from any system. The first is the best by score; each further one is
    the best by score minus what it shares with those before it. Where there are no scores, candidates are as
    good as others agree with them. Texts, features and scores stay as they are. With --tune, order and
    strength are those that give the highest oracle BLEU on the references. With --unless, a sentence whose
    choice is expected to be good needs no others. On a terminal, words that the first candidate does not have
    are coloured.

    Example: manyways diversify nbest.gz --size 5 --out five.jsonl
    """
    from manyways.candidates import ReferenceFile, read, with_reference_files, write_chunks
    from manyways.candidates.reading import chunks_of, read_lists
    from manyways.candidates.shown import is_terminal, show_lists
    from manyways.choose import Chooser
    from manyways.diverse import Dissimilarity, SelectSettings, select_chunks
    from manyways.diverse import tune as choose
    from manyways.errors import ConfigError
    from manyways.lm import read_classes
    from manyways.outputs import is_stdout
    from manyways.report.diversified import Gain
    from manyways.tables import print_tables

    if is_stdout(out) and (table or running.json):
        raise ConfigError("--out", out, "a file when --table or --json is given")
    near = Dissimilarity.of(order, read_classes(classes) if classes else None)
    settings = SelectSettings(
        size=size, strength=strength, dissimilarity=near, method=method, unit=unit, floor=floor
    )
    split = words.tokeniser
    whole = read(candidates, format=source_format) if tune or table or running.json or html else None
    chooser = Chooser.read(unless) if unless else None
    if chooser and whole is not None:
        whole = chooser.settled(whole, enough, threads=running.threads)
    if tune and whole is not None:
        files = ReferenceFile.read_all(tune)
        whole = with_reference_files(whole, files, path=candidates, by_position=by_position)
        with Progress("choosing order and strength"):
            best = choose(whole, settings, measure=measure, tokenise=split, threads=running.threads)[0]
        warn(best.summary())
        settings = best.settings
    chunks = read_lists(candidates, format=source_format) if whole is None else chunks_of(whole)
    if chooser and whole is None:
        chunks = (chooser.settled(each, enough, threads=running.threads) for each in chunks)
    total = None if whole is None else len(whole)
    chosen = select_chunks(chunks, settings, total=total, threads=running.threads)
    if is_terminal(out) and target_format is None:
        for each in chosen:
            show_lists(each)
    else:
        for remark in write_chunks(chosen, out, format=target_format):
            warn(remark)
    if whole is None or not (table or running.json or html):
        return
    gain = Gain.of(whole, settings, tokenise=split, threads=running.threads)
    if running.json:
        options.print_json(gain.as_json())
    if table:
        print_tables(*gain.tables())
    if html:
        gain.page().write(html)
