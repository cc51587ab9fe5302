"""`manyways diversify`: a short, varied list out of a long one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, cast

import typer

from manyways.cli.options import Json, Quiet, Threads, print_json, print_table

if TYPE_CHECKING:
    from manyways.candidates import CandidateLists
    from manyways.diverse import SelectConfig

__all__ = ["command"]

Method = Literal["greedy", "coverage", "dpp"]
Unit = Literal["deviation", "log"]


def command(
    candidates: Annotated[
        str, typer.Argument(metavar="CANDIDATES", help="Lists in any format; - is standard input.")
    ],
    size: Annotated[int, typer.Option("--size", "-m", min=1, help="Candidates to keep of each list.")],
    out: Annotated[str, typer.Option("--out", help="Where the lists go; - is standard output.")] = "-",
    order: Annotated[int, typer.Option("--order", min=1, max=10, help="Words in an n-gram.")] = 4,
    strength: Annotated[
        float,
        typer.Option("--strength", min=0, help="What a pair of equal n-grams costs; 0: by score alone."),
    ] = 0.1,
    unit: Annotated[
        str, typer.Option("--unit", help="Of the strength: the scores' deviation within lists, or log.")
    ] = "deviation",
    method: Annotated[str, typer.Option("--method", help="greedy, coverage or dpp.")] = "greedy",
    tune: Annotated[
        list[str] | None,
        typer.Option(
            "--tune", metavar="REFERENCE", help="Find the best order and strength on these references."
        ),
    ] = None,
    report: Annotated[
        bool,
        typer.Option("--report", help="Print what was gained: self-BLEU, novelty, oracle BLEU, coverage."),
    ] = False,
    source_format: Annotated[
        str | None, typer.Option("--from", help="Format of CANDIDATES; found from the content by default.")
    ] = None,
    target_format: Annotated[
        str | None,
        typer.Option("--to", help="Format of --out; by default jsonl for .jsonl and -, else moses."),
    ] = None,
    threads: Threads = 0,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Keep a few candidates of each list that are good and differ from each other.

    No decoder is needed: lists may come from any system. The first is the best by score; each further one is
    worth its score less what it shares with those before. Texts, features and scores stay as they are.
    With --tune, order and strength are those of the highest oracle BLEU on the references given.

    Example: manyways diversify nbest.gz --size 5 --out five.jsonl
    """
    from manyways.candidates import read, write
    from manyways.diverse import Dissimilarity, SelectConfig, select
    from manyways.errors import ConfigError

    if out == "-" and (report or json):
        raise ConfigError("--out", out, "a file when --report or --json is given")
    near = Dissimilarity.of(order)
    config = SelectConfig(
        size=size,
        strength=strength,
        dissimilarity=near,
        method=cast("Method", method),
        unit=cast("Unit", unit),
    )
    lists = read(candidates, format=source_format)
    if tune:
        lists = _with_references(lists, tune)
        config = _tuned(lists, config, threads)
    chosen = select(lists, config, threads=threads)
    write(chosen, out, format=target_format)
    if report or json:
        _report(lists, chosen, config, as_json=json, threads=threads)


def _with_references(lists: CandidateLists, paths: list[str]) -> CandidateLists:
    from manyways.candidates import read_references
    from manyways.errors import InputError

    references = read_references(paths)
    if len(references[0]) != len(lists):
        remedy = "References have one line per list."
        found = f"has {len(references[0])} lines, the lists are {len(lists)}"
        raise InputError(found, path=paths[0], remedy=remedy)
    return lists.with_references(*references)


def _tuned(lists: CandidateLists, config: SelectConfig, threads: int) -> SelectConfig:
    from manyways.diverse import tune
    from manyways.progress import say

    best = tune(lists, config, threads=threads)[0]
    (order,) = best.config.dissimilarity.orders
    say(f"order {order}, strength {best.config.strength:g}: oracle BLEU {best.value:.2f}")
    return best.config


def _report(
    lists: CandidateLists, chosen: CandidateLists, config: SelectConfig, *, as_json: bool, threads: int
) -> None:
    from manyways.diverse import profile

    compared = {
        "all": profile(lists.distinct(), threads=threads),
        "best": profile(lists.distinct().sort().cut(config.size), threads=threads),
        "diverse": profile(chosen, threads=threads),
    }
    if as_json:
        (order,) = config.dissimilarity.orders
        settings = {"order": order, "strength": config.strength, "unit": config.unit}
        named = {name: each.as_json() for name, each in compared.items()}
        print_json({"method": config.method, **settings, "lists": named})
        return
    columns = [name for name, value in compared["all"].as_json().items() if value is not None]
    rows = [[name, *(each.as_json()[c] for c in columns)] for name, each in compared.items()]
    print_table(["list", *columns], rows)
