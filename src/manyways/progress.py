"""Progress on standard error: bars with rate and ETA on a terminal, plain lines in a pipe.

    with Progress("aligning", total=len(pairs), unit="pairs") as progress:
        for pair in pairs:
            ...
            progress.advance()

    with Progress("counting"):      # how much there is to do is not known: that it goes on, and for how long
        ...

A bar within another's stands below it. `set_quiet(True)` (the command line's --quiet) silences progress and
`say`; `warn` is what a person must know.
"""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress
    from rich.progress import TaskID

__all__ = ["Progress", "say", "set_quiet", "warn"]

_PLAIN_SECONDS = 10.0  # a plain line at most this often
_quiet = False
_display: RichProgress | None = None  # the terminal has room for one; bars are its lines


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

    already: what was done before, which counts as done but not in the rate.
    out: where results go (`-` is standard output). On a terminal they are progress enough: nothing is shown.
    """

    def __init__(
        self, title: str, *, total: int | None = None, unit: str = "", already: int = 0, out: str = ""
    ) -> None:
        self.title = title
        self.total = total
        self.unit = unit
        self.already = self.done = already
        self._started = self._last = time.monotonic()
        self._note = ""
        self._task: TaskID | None = None
        self._owns_display = False
        self._silent = out == "-" and sys.stdout.isatty()

    def __enter__(self) -> Progress:
        global _display
        self._started = self._last = time.monotonic()
        if not _quiet and not self._silent and sys.stderr.isatty():
            if _display is None:
                _display = _new_display()
                _display.start()
                self._owns_display = True
            eta = "ETA" if self.total is not None else ""
            self._task = _display.add_task(
                self.title, total=self.total, completed=self.done, facts=self._facts(), eta=eta
            )
        return self

    def advance(self, steps: int = 1, *, note: str | None = None) -> None:
        """Count `steps` as done; `note` (a metric, say) stands beside the rate until the next."""
        self.done += steps
        self._note = self._note if note is None else note
        now = time.monotonic()
        if _display is not None and self._task is not None:
            _display.update(self._task, completed=self.done, facts=self._facts())
        elif not _quiet and not self._silent and now - self._last >= _PLAIN_SECONDS:
            self._last = now
            left = ""
            if self.total is not None and self.done > self.already:
                seconds = (self.total - self.done) * (now - self._started) / (self.done - self.already)
                left = f"about {seconds:,.0f} s left"
            say(f"{self.title}: {', '.join(filter(None, (self._facts(), left)))}")

    def note(self, text: str) -> None:
        """What is being done now."""
        self.advance(0, note=text)

    def _facts(self) -> str:
        """How much is done, how fast, and the note."""
        count = ""
        if self.unit and (self.total is not None or self.done):
            of = f" of {self.total:,}" if self.total is not None else ""
            count = f"{self.done:,}{of} {self.unit}"
        rate = rate_of(self.done - self.already, time.monotonic() - self._started, self.unit)
        return ", ".join(filter(None, (count, rate, self._note)))

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        global _display
        if _display is None or self._task is None:
            return
        if self._owns_display:
            _display.stop()
            _display = None
        else:
            _display.remove_task(self._task)


def rate_of(done: int, seconds: float, unit: str) -> str:
    """How fast: units in a second, or seconds for a unit if it takes longer than that."""
    if not unit or done <= 0 or seconds <= 0:
        return ""
    rate = done / seconds
    if rate >= 1:
        return f"{rate:,.0f} {unit}/s" if rate >= 10 else f"{rate:.1f} {unit}/s"
    each = f"{1 / rate:,.0f}" if rate <= 0.1 else f"{1 / rate:.1f}"
    return f"{each} s per {unit.removesuffix('s')}"


def _new_display() -> RichProgress:
    """Rich takes a while to import: only those at a terminal wait for it."""
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as RichProgress

    return RichProgress(
        TextColumn("{task.description}", markup=False),  # may be a file's name
        BarColumn(),
        TextColumn("{task.fields[facts]}", markup=False),
        TimeElapsedColumn(),
        "{task.fields[eta]}",
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
