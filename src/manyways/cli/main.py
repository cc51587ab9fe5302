"""`manyways`: finds the verb's file, runs it, and turns errors into messages.

A verb's file defines either ``command``, a function with Typer annotations, or ``app``, a Typer
with verbs of its own. Files are imported only when their verb is called, so that starting is quick.
Exit status: 0 done, 1 our bug (or a check's warnings), 2 the user can mend it. When the reader of the output
goes away (`| head -1`) the program ends without a word and by the signal PIPE, as other Unix tools do.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

import manyways
import manyways.cli
from manyways._core.base import explain_shrunk_files
from manyways.cli.options import Verb
from manyways.errors import ManywaysError

__all__ = ["main"]

_NOT_VERBS = {"main", "options", "tune_checks", "tune_jobs", "tune_settings"}


class _ReaderGoneError(Exception):
    """A BrokenPipeError that Click does not make a status of 1."""


@contextmanager
def _someone_reads() -> Iterator[None]:
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except (BrokenPipeError, SystemExit) as error:
        if isinstance(error, SystemExit) and not isinstance(error.__context__, BrokenPipeError):
            raise
        raise _ReaderGoneError from error  # Rich makes a SystemExit of it


class _Verbs(TyperGroup):
    def make_context(self, *arguments: Any, **more: Any) -> Any:
        with _someone_reads():  # prints help
            return super().make_context(*arguments, **more)

    def invoke(self, ctx: Any) -> Any:
        with _someone_reads():
            return super().invoke(ctx)

    def list_commands(self, ctx: Any) -> list[str]:
        names = [module.name for module in pkgutil.iter_modules(manyways.cli.__path__)]
        return sorted(name.replace("_", "-") for name in names if name not in _NOT_VERBS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in self.list_commands(ctx):
            return None
        module = importlib.import_module(f"manyways.cli.{cmd_name.replace('-', '_')}")
        if hasattr(module, "app"):
            app = module.app
        else:
            app = typer.Typer(add_completion=False, rich_markup_mode=None)
            app.command(cmd_name, cls=Verb)(module.command)
        command = typer.main.get_command(app)
        command.name = cmd_name
        return command


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"manyways {manyways.__version__}")
        raise typer.Exit


app = typer.Typer(
    cls=_Verbs,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(help=manyways.__doc__)
def _root(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version and stop."),
    ] = False,
) -> None:
    pass


def main() -> None:
    """Run the command line; never returns."""
    explain_shrunk_files()
    try:
        app()
    except ManywaysError as error:
        print(f"manyways: {error}", file=sys.stderr)
        sys.exit(2)
    except MemoryError:
        print("manyways: memory ran out; use fewer --threads, or give it less at a time", file=sys.stderr)
        sys.exit(2)
    except _ReaderGoneError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is still to be flushed
        if hasattr(signal, "SIGPIPE"):
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)
            signal.raise_signal(signal.SIGPIPE)
        sys.exit(0)
    except KeyboardInterrupt:
        print("manyways: stopped", file=sys.stderr)
        sys.exit(130)
