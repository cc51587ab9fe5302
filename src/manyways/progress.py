"""How far work has come, for those who want to know: the command line shows it, other programs see nothing.

    with Progress("aligning", total=len(pairs), unit="pairs") as progress:
        for pair in pairs:
            ...
            progress.advance()

    with Progress("counting"):      # how much there is to do is not known: that it goes on, and for how long
        ...

    with watched("comparing", len(lists), "sentences"):
        core.consensus(...)         # one call of the core, which tells how far it has come

    pace = Pace.for_threads(threads, most=256)
    with pace.timed(pace.size):     # so many that there is news about once a second
        translate(texts[: pace.size])

Work says how it goes to the `Reporter` of its context, and there is none unless somebody has set one:

    with reporting(Reporter()):     # standard error: bars on a terminal, plain lines in a pipe
        train(...)

What a person must know to judge a result is not progress: it belongs to the result, as its `remarks`.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from manyways.wording import noun

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress
    from rich.progress import TaskID

    from manyways._core.base import Meter

__all__ = ["Pace", "Progress", "Reporter", "hush", "rate_of", "reporting", "say", "warn", "watched"]

_PLAIN_SECONDS = 10.0  # a plain line at most this often
_LOOK_SECONDS = 0.2  # between two looks at how far the core is


class Reporter:
    """Shows progress on standard error, never among results."""

    def __init__(self) -> None:
        self.display: RichProgress | None = None  # the terminal has room for one; bars are its lines

    def say(self, message: str) -> None:
        print(message, file=sys.stderr, flush=True)


_reporter: ContextVar[Reporter | None] = ContextVar("where progress goes", default=None)


@contextmanager
def reporting(to: Reporter | None) -> Iterator[None]:
    """Whatever this block does, in this thread or task, is reported there, or nowhere."""
    before = _reporter.set(to)
    try:
        yield
    finally:
        _reporter.reset(before)


def hush() -> None:
    """Nothing more is reported until the `reporting` block ends: the command line's --quiet."""
    _reporter.set(None)


def say(message: str) -> None:
    """How the work goes, in a line."""
    if (to := _reporter.get()) is not None:
        to.say(message)


def warn(message: str) -> None:
    """What a person must know to judge the result, also with --quiet: for the command line alone."""
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
        self._out = out
        self._to: Reporter | None = None

    def __enter__(self) -> Progress:
        self._started = self._last = time.monotonic()
        self._to = None if self._out == "-" and sys.stdout.isatty() else _reporter.get()
        if self._to is not None and sys.stderr.isatty():
            if self._to.display is None:
                self._to.display = _new_display()
                self._to.display.start()
                self._owns_display = True
            eta = "ETA" if self.total is not None else ""
            self._task = self._to.display.add_task(
                self.title, total=self.total, completed=self.done, facts=self._facts(), eta=eta
            )
        return self

    def advance(self, steps: int = 1, *, note: str | None = None) -> None:
        """Count `steps` as done; `note` (a metric, say) stands beside the rate until the next."""
        self.done += steps
        self._note = self._note if note is None else note
        if self._to is None:
            return
        now = time.monotonic()
        if self._to.display is not None and self._task is not None:
            self._to.display.update(self._task, completed=self.done, facts=self._facts())
        elif now - self._last >= _PLAIN_SECONDS:
            self._last = now
            left = ""
            if self.total is not None and self.done > self.already:
                seconds = (self.total - self.done) * (now - self._started) / (self.done - self.already)
                left = f"about {seconds:,.0f} s left"
            self._to.say(f"{self.title}: {', '.join(filter(None, (self._facts(), left)))}")

    def expect(self, total: int) -> None:
        """How much there is to do, once that is known."""
        self.total = total
        if self._to is not None and self._to.display is not None and self._task is not None:
            self._to.display.update(self._task, total=total, facts=self._facts(), eta="ETA")

    def note(self, text: str) -> None:
        """What is being done now."""
        self.advance(0, note=text)

    @contextmanager
    def watching(self, steps: int) -> Iterator[None]:
        """What the core does in this block counts as so many steps, told as they are done."""
        begun = self.done
        if self._to is None:
            yield
        else:
            from manyways._core.base import Meter

            meter, over = Meter(), threading.Event()
            looking = threading.Thread(target=self._look, args=(meter, over, begun, steps), daemon=True)
            meter.begin()
            looking.start()
            try:
                yield
            finally:
                over.set()
                looking.join()
                meter.end()
        self.advance(begun + steps - self.done)

    def _look(self, meter: Meter, over: threading.Event, begun: int, steps: int) -> None:
        while not over.wait(_LOOK_SECONDS):
            part = begun + steps * meter.done // max(1, meter.total)
            if self.done < part <= begun + steps:
                self.advance(part - self.done)

    def _facts(self) -> str:
        """How much is done, how fast, and the note."""
        count = ""
        if self.unit and (self.total is not None or self.done):
            of = f" of {self.total:,}" if self.total is not None else ""
            most = self.done if self.total is None else self.total
            count = f"{self.done:,}{of} {noun(most, self.unit)}"
        rate = rate_of(self.done - self.already, time.monotonic() - self._started, self.unit)
        return ", ".join(filter(None, (count, rate, self._note)))

    def __exit__(self, *error: object) -> None:
        if self._to is None or self._to.display is None or self._task is None:
            return
        if self._owns_display:
            self._to.display.stop()
            self._to.display = None
        else:
            self._to.display.remove_task(self._task)


@contextmanager
def watched(title: str, steps: int, unit: str) -> Iterator[None]:
    """What the core does in this block, as a task of so many steps."""
    with Progress(title, total=steps, unit=unit) as progress, progress.watching(steps):
        yield


class Pace:
    """How much to do at a time, so that there is news about once a second; at least and at most so much."""

    def __init__(self, *, least: int, most: int) -> None:
        self.least, self.most = max(1, min(least, most)), most
        self.size = self.least

    @staticmethod
    def for_threads(threads: int, *, most: int) -> Pace:
        """At least so much that no thread waits long for the others."""
        from manyways._core.base import thread_count

        count = thread_count(threads)
        return Pace(least=2 * count if count > 1 else 1, most=most)

    @contextmanager
    def timed(self, done: int) -> Iterator[None]:
        """A block that does so much of it."""
        began = time.monotonic()
        yield
        wanted = done / max(time.monotonic() - began, 1e-3)
        self.size = int(min(self.most, max(self.least, min(wanted, 4 * self.size))))


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
