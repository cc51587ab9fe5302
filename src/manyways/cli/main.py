"""`manyways`: finds the verb's file, runs it, and turns errors into messages.

A verb's file defines either ``command``, a function with Typer annotations, or ``app``, a Typer
with verbs of its own. Files are imported only when their verb is called, so that starting is quick.
Exit status: 0 done, 1 our bug (or a check's warnings), 2 the user can mend it. When the reader of the output
goes away (`| head -1`) the program ends without a word and by the signal PIPE, as other Unix tools do.
"""

from __future__ import annotations

import importlib
import io
import os
import pkgutil
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer

import manyways
import manyways.cli
from manyways._core.base import explain_shrunk_files
from manyways.cli.verb import VerbGroup, add_verb
from manyways.errors import InputError, ManywaysError
from manyways.outputs import drop_stdout, guard_streams
from manyways.progress import Reporter, reporting

__all__ = ["main"]

_NOT_VERBS = {"main", "options", "verb"}
_NO_MEMORY = "there is not enough memory\n    Use fewer --threads, shorter lists or smaller files."


class _ReaderGoneError(Exception):
    """A BrokenPipeError that Click does not make a status of 1."""


def _tell(message: str) -> None:
    print(f"manyways: {message}", file=sys.stderr)


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


class _Verbs(VerbGroup):
    def make_context(self, *arguments: Any, **more: Any) -> Any:
        with _someone_reads():  # prints help
            return super().make_context(*arguments, **more)

    def invoke(self, ctx: Any) -> Any:
        with _someone_reads(), reporting(Reporter()):
            return super().invoke(ctx)

    def list_commands(self, ctx: Any) -> list[str]:
        names = {module.name for module in pkgutil.iter_modules(manyways.cli.__path__)} - _NOT_VERBS
        parts = {
            name for name in names if name.split("_")[0] in names - {name}
        }  # tune_jobs is a part of tune
        return sorted(name.replace("_", "-") for name in names - parts)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in self.list_commands(ctx):
            return None
        module = importlib.import_module(f"manyways.cli.{cmd_name.replace('-', '_')}")
        if hasattr(module, "app"):
            app = module.app
        else:
            app = typer.Typer(add_completion=False, rich_markup_mode=None)
            add_verb(app, cmd_name, module.command)
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


def _speak_utf8() -> None:
    """UTF-8 for all names and texts, whatever the locale: where Python does not, it starts again so."""
    if sys.getfilesystemencoding() != "utf-8" and not sys.flags.utf8_mode:
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])
    for stream, errors in (
        (sys.stdin, "strict"),
        (sys.stdout, "surrogateescape"),
        (sys.stderr, "backslashreplace"),
    ):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors)
    for each in sys.argv[1:]:
        if any("\udc80" <= c <= "\udcff" for c in each):
            raise InputError(f"{os.fsencode(each)!r} is not UTF-8", remedy="Rename the file: mv OLD NEW")


def main() -> None:
    """Run the command line; never returns."""
    guard_streams()
    explain_shrunk_files()
    try:
        _speak_utf8()
        app()
    except ManywaysError as error:
        _tell(str(error))
        drop_stdout()
        sys.exit(2)
    except MemoryError:
        _tell(_NO_MEMORY)
        sys.exit(2)
    except RecursionError:
        _tell("something in the input is nested too deeply")
        sys.exit(2)
    except _ReaderGoneError:
        drop_stdout()
        if hasattr(signal, "SIGPIPE"):
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)
            signal.raise_signal(signal.SIGPIPE)
        sys.exit(0)
    except OSError as error:  # of a file that nothing else spoke for
        _tell(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        drop_stdout()
        sys.exit(2)
    except KeyboardInterrupt:
        _tell("stopped")
        drop_stdout()
        sys.exit(130)
