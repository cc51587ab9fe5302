"""Options that verbs have together: a dataclass in the signature, options on the command line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import typer
from typer.testing import CliRunner

from manyways.cli.verb import add_verb, group_of, needs, together


@dataclass(frozen=True)
class Near:
    size: Annotated[int, typer.Option(help="How many.", min=1)] = 3
    deep: Annotated[bool, typer.Option("--deep", help="Look further.")] = False


@dataclass(frozen=True)
class Nearer(Near):
    names: Annotated[list[str] | None, typer.Option(help="Some.")] = None
    places: Annotated[list[int] | None, typer.Option(help="Where.")] = None


SEEN: list[Any] = []


@together(needs("--deep", on=["--out"]))
def verb(
    ctx: typer.Context,
    file: Annotated[str, typer.Argument()],
    out: Annotated[str | None, typer.Option()] = None,
    *,
    near: Nearer,
) -> None:
    """Look near."""
    SEEN.append((file, out, near, dict(ctx.params)))


def run(*arguments: str) -> tuple[int, str]:
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    add_verb(app, "verb", verb)
    SEEN.clear()
    result = CliRunner().invoke(app, list(arguments))
    return result.exit_code, result.output + str(result.exception or "")


def test_fields_are_options_and_come_back_as_one() -> None:
    assert run("a")[0] == 0
    assert SEEN[0][:3] == ("a", None, Nearer())
    assert run("a", "--names", "x", "y", "--size", "7", "--out", "o", "--deep")[0] == 0
    file, out, near, flat = SEEN[0]
    assert (file, out, near) == ("a", "o", Nearer(size=7, deep=True, names=["x", "y"]))
    assert flat == {"file": "a", "out": "o", "size": 7, "deep": True, "names": ("x", "y"), "places": ()}


def test_limits_and_rules_hold_for_fields() -> None:
    status, told = run("a", "--size", "0")
    assert status == 2
    assert "--size" in told
    status, told = run("a", "--deep")
    assert status != 0
    assert "--deep has no effect without --out" in told
    assert not SEEN


def test_help_shows_each_field() -> None:
    status, told = run("--help")
    assert status == 0
    assert all(
        each in told for each in ("--size", "[default: 3; x>=1]", "--deep", "Only with --out.", "--names")
    )


def test_numbers_of_repeated_options_are_of_a_size_that_can_be_used() -> None:
    assert run("a", "--places", "1", "2147483647")[0] == 0
    status, told = run("a", "--places", "1", "2147483648")
    assert status == 2
    assert "2147483648 is too large" in told


def test_a_group_has_its_verbs_and_no_options_of_its_own() -> None:
    group = typer.main.get_command(group_of("lm", "query", "convert", help="Models."))
    assert list(group.commands) == ["query", "convert"]  # type: ignore[attr-defined]
    assert [each.name for each in group.params] == []
    assert group.help == "Models."
