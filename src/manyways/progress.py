"""Progress on standard error: bars with rate and ETA on a terminal, plain lines in a pipe.

    with Progress("aligning", total=len(pairs), unit="pairs") as progress:
        for pair in pairs:
            ...
            progress.advance()

`set_quiet(True)` (the command line's --quiet) silences progress and `say`; `warn` is what a person must know.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Sized
from types import TracebackType
from typing import TypeVar

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    ProgressColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.progress import Progress as RichProgress

__all__ = ["Progress", "say", "set_quiet", "track", "warn"]

T = TypeVar("T")
_PLAIN_SECONDS = 10.0  # a plain line at most this often
_quiet = False


def set_quiet(quiet: bool) -> None:
    """Silence progress and remarks for the rest of the process."""
    global _quiet
    _quiet = quiet


def say(message: str) -> None:
    """How the work goes: standard error, never among results, not when quiet."""
    if not _quiet:
        print(message, file=sys.stderr, flush=True)


def warn(message: str) -> None:
    """What a person must know to judge the result: standard error, also when quiet."""
    print(message, file=sys.stderr, flush=True)


class Progress:
    """One task's progress; `total` may be None when it is not known.

    out: where results go (`-` is standard output). On a terminal they are progress enough: nothing is shown.
    """

    def __init__(self, title: str, *, total: int | None = None, unit: str = "", out: str = "") -> None:
        self.title = title
        self.total = total
        self.unit = unit
        self.done = 0
        self._started = self._last = time.monotonic()
        self._bar: RichProgress | None = None
        self._silent = out == "-" and sys.stdout.isatty()

    def __enter__(self) -> Progress:
        self._started = self._last = time.monotonic()
        if not _quiet and not self._silent and sys.stderr.isatty():
            self._bar = RichProgress(*_columns(self.total), console=Console(stderr=True), transient=True)
            self._bar.start()
            self._task = self._bar.add_task(self.title, total=self.total, rate="")
        return self

    def advance(self, steps: int = 1, *, note: str = "") -> None:
        """Count `steps` as done; `note` (a metric, say) stands beside the rate."""
        self.done += steps
        now = time.monotonic()
        rate = f"{self.done / max(now - self._started, 1e-9):,.0f} {self.unit}/s {note}".strip()
        if self._bar is not None:
            self._bar.update(self._task, advance=steps, rate=rate)
        elif not _quiet and not self._silent and now - self._last >= _PLAIN_SECONDS:
            self._last = now
            of = f" of {self.total:,}" if self.total is not None else ""
            left = ""
            if self.total is not None and self.done:
                seconds = (self.total - self.done) * (now - self._started) / self.done
                left = f", about {seconds:,.0f} s left"
            say(f"{self.title}: {self.done:,}{of} {self.unit}, {rate}{left}")

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()


def _columns(total: int | None) -> tuple[str | ProgressColumn, ...]:
    if total is None:
        return "{task.description}", "{task.completed:,}", "{task.fields[rate]}", TimeElapsedColumn()
    start = "{task.description}", BarColumn(), MofNCompleteColumn(), "{task.fields[rate]}"
    return *start, TimeElapsedColumn(), "ETA", TimeRemainingColumn()


def track(items: Iterable[T], title: str, *, total: int | None = None, unit: str = "") -> Iterator[T]:
    """Iterate with a progress bar."""
    if total is None and isinstance(items, Sized):
        total = len(items)
    with Progress(title, total=total, unit=unit) as progress:
        for item in items:
            yield item
            progress.advance()
