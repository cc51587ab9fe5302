"""`manyways diversify`: a short, varied list out of a long one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, cast

import typer

from manyways.cli.options import (
    ByPosition,
    Force,
    Json,
    Quiet,
    Threads,
    Tokenise,
    Tokenised,
    print_json,
    tokeniser_of,
    written_file,
)
from manyways.progress import Progress

if TYPE_CHECKING:
    from manyways.candidates import CandidateLists
    from manyways.diverse import SelectConfig
    from manyways.diverse.grid import Measure
    from manyways.metrics.bleu import Tokeniser

    Compared = dict[str, CandidateLists]

__all__ = ["command"]

Method = Literal["greedy", "coverage", "dpp"]
Unit = Literal["deviation", "log"]


def command(
    candidates: Annotated[
        str, typer.Argument(metavar="CANDIDATES", help="Lists in any format; - is standard input.")
    ],
    size: Annotated[int, typer.Option("--size", "-m", min=1, help="Candidates to keep of each list.")],
    out: Annotated[str, written_file("--out", help="Where the lists go; - is standard output.")] = "-",
    order: Annotated[int, typer.Option("--order", min=1, max=10, help="Words in an n-gram.")] = 5,
    strength: Annotated[
        float,
        typer.Option("--strength", min=0, help="What a pair of equal n-grams costs; 0: by score alone."),
    ] = 0.4,
    unit: Annotated[
        str, typer.Option("--unit", help="Of the strength: the scores' deviation within lists, or log.")
    ] = "deviation",
    method: Annotated[str, typer.Option("--method", help="greedy, coverage or dpp.")] = "greedy",
    classes: Annotated[
        str | None,
        typer.Option(
            "--classes", help="Tags or clusters in the place of words: a word and its class per line."
        ),
    ] = None,
    tune: Annotated[
        list[str] | None,
        typer.Option(
            "--tune", metavar="REFERENCE", help="Find the best order and strength on these references."
        ),
    ] = None,
    measure: Annotated[
        str, typer.Option("--measure", help="What --tune makes high: oracle (BLEU of the best) or coverage.")
    ] = "oracle",
    report: Annotated[
        bool,
        typer.Option("--report", help="Print what was gained: self-BLEU, novelty, oracle BLEU, coverage."),
    ] = False,
    html: Annotated[
        str | None, written_file("--html", metavar="FILE", help="The same as a page, with pictures.")
    ] = None,
    force: Force = False,
    source_format: Annotated[
        str | None, typer.Option("--from", help="Format of CANDIDATES; found from the content by default.")
    ] = None,
    target_format: Annotated[
        str | None,
        typer.Option("--to", help="Format of --out; by default jsonl for .jsonl and -, else moses."),
    ] = None,
    by_position: ByPosition = False,
    tokenise: Tokenise = None,
    tokenised: Tokenised = False,
    threads: Threads = 0,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Keep a few candidates of each list that are good and differ from each other.

    No decoder is needed: lists may come from any system. The first is the best by score; each further one is
    worth its score less what it shares with those before. Texts, features and scores stay as they are.
    With --tune, order and strength are those of the highest oracle BLEU on the references given. On a
    terminal the words that the first candidate has not are coloured.

    Example: manyways diversify nbest.gz --size 5 --out five.jsonl
    """
    from manyways.candidates import ReferenceFile, read, with_reference_files, write
    from manyways.candidates.shown import is_terminal, show_lists
    from manyways.diverse import Dissimilarity, SelectConfig, select
    from manyways.diverse import tune as choose
    from manyways.errors import ConfigError
    from manyways.lm import read_classes
    from manyways.outputs import is_stdout
    from manyways.progress import warn

    if is_stdout(out) and (report or json):
        raise ConfigError("--out", out, "a file when --report or --json is given")
    config = SelectConfig(
        size=size,
        strength=strength,
        dissimilarity=Dissimilarity.of(order, read_classes(classes) if classes else None),
        method=cast("Method", method),
        unit=cast("Unit", unit),
    )
    if by_position and not tune:
        raise ConfigError("--by-position", candidates, "used with --tune")
    split = cast("Tokeniser", tokeniser_of(tokenise, tokenised=tokenised))
    lists = read(candidates, format=source_format)
    if tune:
        files = ReferenceFile.read_all(tune)
        lists = with_reference_files(lists, files, path=candidates, by_position=by_position)
        with Progress("choosing order and strength"):
            best = choose(lists, config, measure=cast("Measure", measure), tokenise=split, threads=threads)[0]
        warn(best.summary())
        config = best.config
    with Progress("selecting"):
        chosen = select(lists, config, threads=threads)
    if is_terminal(out) and target_format is None:
        show_lists(chosen)
    else:
        for remark in write(chosen, out, format=target_format):
            warn(remark)
    if report or json:
        _report(_compared(lists, chosen, size), config, split, as_json=json, threads=threads)
    if html:
        _write_page(_compared(lists, chosen, size), config, html, split, threads)


def _compared(lists: CandidateLists, chosen: CandidateLists, size: int) -> Compared:
    distinct = lists.distinct()
    return {"all": distinct, "best": distinct.sort().cut(size), "diverse": chosen}


def _write_page(
    compared: Compared, config: SelectConfig, path: str, tokenise: Tokeniser, threads: int
) -> None:
    from manyways.report import Report
    from manyways.report.lists import add_lists

    page = Report(f"{config.size} diverse candidates of each list")
    (order,) = config.dissimilarity.orders
    page.text(f"Method {config.method}, order {order}, strength {config.strength:g} ({config.unit}).")
    add_lists(page, compared, tokenise=tokenise, threads=threads)
    page.write(path)


def _report(
    compared: Compared, config: SelectConfig, tokenise: Tokeniser, *, as_json: bool, threads: int
) -> None:
    from manyways.diverse import profile, signatures
    from manyways.report.lists import curve_table, curves_of, how_made, profile_table
    from manyways.tables import Table, print_tables

    if as_json:
        (order,) = config.dissimilarity.orders
        settings = {"order": order, "strength": config.strength, "unit": config.unit}
        named = {
            name: profile(each, tokenise=tokenise, threads=threads).as_json()
            for name, each in compared.items()
        }
        made = signatures(compared["all"], tokenise=tokenise)
        print_json({"method": config.method, **settings, "lists": named, "signatures": made})
        return
    tables = [Table(*profile_table(compared, tokenise=tokenise, threads=threads))]
    if compared["all"].references:
        tables.append(Table(*curve_table(curves_of(compared, tokenise=tokenise, threads=threads))))
    tables[-1].caption = how_made(compared, tokenise=tokenise)
    print_tables(*tables)
