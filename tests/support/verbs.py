"""All verbs of the command line."""

from __future__ import annotations

import click
import typer

from manyways.cli.main import app

GROUP = typer.main.get_command(app)


def verbs() -> list[tuple[str, ...]]:
    context = click.Context(GROUP)
    found: list[tuple[str, ...]] = []
    for name in GROUP.list_commands(context):  # type: ignore[attr-defined]
        command = GROUP.get_command(context, name)  # type: ignore[attr-defined]
        inner = getattr(command, "commands", None)
        found += [(name, each) for each in inner] if inner else [(name,)]
    return found


def command_of(verb: tuple[str, ...]) -> object:
    command: object = GROUP
    for name in verb:
        command = command.get_command(click.Context(GROUP), name)  # type: ignore[attr-defined]
    return command
