"""Progress: rates that say something, totals that are reached, one display for bars within bars."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stderr
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from manyways.align import AlignSettings, align
from manyways.cli.main import app
from manyways.progress import Progress, Reporter, hush, rate_of, reporting, say
from manyways.run import Run
from manyways.text import toy
from manyways.train import Inputs, TrainSettings, train
from manyways.tune import Mert, tune
from tests.support.examples import random_examples


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Standard error as a person sees it."""
    seen = Terminal()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "160")
    return seen


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Seconds that pass only when told."""
    now = [100.0]
    monkeypatch.setattr("manyways.progress.time.monotonic", lambda: now[0])
    return now


@pytest.mark.parametrize(
    ("done", "seconds", "expected"),
    [
        (0, 5.0, ""),
        (5000, 2.0, "2,500 sentences/s"),
        (30, 20.0, "1.5 sentences/s"),
        (10, 10.0, "1.0 sentences/s"),
        (2, 5.0, "2.5 s per sentence"),
        (1, 90.0, "90 s per sentence"),
    ],
)
def test_a_rate_is_never_nought(done: int, seconds: float, expected: str) -> None:
    assert rate_of(done, seconds, "sentences") == expected


def test_slow_work_in_a_pipe(clock: list[float], capsys: pytest.CaptureFixture[str]) -> None:
    with reporting(Reporter()), Progress("proving", total=4, unit="sentences") as shown:
        clock[0] += 30
        shown.advance()
    line = capsys.readouterr().err
    assert line == "proving: 1 of 4 sentences, 30 s per sentence, about 90 s left\n"


def test_what_was_done_before_is_not_in_the_rate(
    clock: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    with reporting(Reporter()), Progress("aligning", total=1000, already=900, unit="pairs") as shown:
        clock[0] += 50
        shown.advance(50)
    assert capsys.readouterr().err == "aligning: 950 of 1,000 pairs, 1.0 pairs/s, about 50 s left\n"


def test_a_terminal_shows_what_is_going_on(terminal: Terminal) -> None:
    reporter = Reporter()
    with redirect_stderr(terminal), reporting(reporter), Progress("[step]") as outer:
        with Progress("inner", total=3, unit="pairs") as inner:
            inner.note("pass 1 of 2")
            inner.advance()
            assert reporter.display is not None
            reporter.display.refresh()
        assert reporter.display is not None
        assert len(reporter.display.tasks) == 1  # the inner one has gone, the outer one stays
        assert outer.done == 0
    assert reporter.display is None
    shown = terminal.getvalue()
    for part in ("[step]", "inner", "1 of 3 pairs", "pass 1 of 2"):
        assert part in shown


def test_the_display_ends_with_an_error(terminal: Terminal) -> None:
    reporter = Reporter()
    given = (redirect_stderr(terminal), reporting(reporter), pytest.raises(ZeroDivisionError))
    with given[0], given[1], given[2], Progress("a"), Progress("b"):
        assert reporter.display is not None
        1 / 0  # noqa: B018
    assert reporter.display is None


def work() -> None:
    say("at work")
    with Progress("a", total=2, unit="pairs") as shown:
        shown.advance(2)


def test_nothing_is_shown_when_quiet(terminal: Terminal) -> None:
    with redirect_stderr(terminal), reporting(Reporter()):
        hush()
        work()
        with reporting(Reporter()):
            say("not so quiet")
    assert terminal.getvalue() == "not so quiet\n"


def test_nothing_is_shown_where_nobody_asked(terminal: Terminal) -> None:
    """Not in another thread of a server, and not when the block that asked has ended."""
    with redirect_stderr(terminal), ThreadPoolExecutor(1) as pool:
        pool.submit(work).result()
        with reporting(Reporter()):
            pool.submit(work).result()
        work()
    assert terminal.getvalue() == ""


@pytest.mark.parametrize("quiet", [False, True])
def test_the_command_line_asks_for_its_own_call_alone(quiet: bool, tmp_path: Path) -> None:
    toy.write(toy.generate(20), tmp_path)
    files = ("--source", str(tmp_path / "train.de"), "--target", str(tmp_path / "train.en"))
    arguments = ["train", *files, "--out", str(tmp_path / "model"), "--threads", "1"]
    done = CliRunner().invoke(app, [*arguments, "--quiet"] if quiet else arguments)
    assert done.exit_code == 0, done.output
    assert ("align: working" in done.stderr) is not quiet
    with redirect_stderr(io.StringIO()) as after:
        say("anything")
    assert after.getvalue() == ""


def test_the_library_prints_nothing(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    toy.write(toy.generate(20), tmp_path)
    inputs = Inputs(source=tmp_path / "train.de", target=tmp_path / "train.en")
    for _ in range(2):
        train(inputs, tmp_path / "model", TrainSettings(), threads=1)
    assert capfd.readouterr() == ("", "")


class Watched:
    """All progress that is made: (title, done, total, facts) at every change."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seen: list[tuple[str, int, int | None, str]] = []
        advance = Progress.advance

        def spy(shown: Progress, steps: int = 1, *, note: str | None = None) -> None:
            advance(shown, steps, note=note)
            self.seen.append((shown.title, shown.done, shown.total, shown._note))

        monkeypatch.setattr(Progress, "advance", spy)
        enter = Progress.__enter__

        def entered(shown: Progress) -> Progress:
            self.seen.append((shown.title, shown.done, shown.total, ""))
            return enter(shown)

        monkeypatch.setattr(Progress, "__enter__", entered)

    def of(self, title: str) -> list[tuple[str, int, int | None, str]]:
        return [each for each in self.seen if each[0] == title]


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Watched:
    return Watched(monkeypatch)


def test_aligning_says_which_pass_it_is_in_and_reaches_its_total(watched: Watched) -> None:
    ids, offsets = np.array([1, 2, 1, 3], dtype=np.uint32), np.array([0, 2, 4], dtype=np.int64)
    align(ids, offsets, ids, offsets, AlignSettings(), threads=1)
    seen = watched.of("aligning")
    assert seen[-1][1] == seen[-1][2]
    passes = seen[-1][1] // 2 - 1
    told = {done: note for _, done, _, note in seen[:-1]}
    expected = {2 * number: f"pass {number + 1} of {passes}" for number in range(min(told) // 2, passes)}
    assert told == {**expected, 2 * passes: "linking"}


def test_mert_counts_every_restart_and_no_more(watched: Watched) -> None:
    tune(random_examples(1), Mert(restarts=5), threads=1)
    counts = [(done, total) for _, done, total, _ in watched.of("MERT")]
    assert max(done for done, _ in counts) == counts[0][1]


def test_every_step_of_a_run_and_every_tuner_has_a_bar(watched: Watched, tmp_path: Path) -> None:
    with Run(tmp_path / "run") as run:
        run.step("count", inputs={}, settings={}, outputs=[], action=dict)
    tune(random_examples(1), Mert(restarts=2), threads=1)
    assert watched.of("count")
    assert watched.of("mert")


def test_training_has_a_bar_for_every_step(watched: Watched, tmp_path: Path) -> None:
    toy.write(toy.generate(60), tmp_path)
    train(
        Inputs(source=tmp_path / "train.de", target=tmp_path / "train.en"),
        tmp_path / "model",
        TrainSettings(),
        threads=1,
    )
    for step in ("text", "align", "table", "LM0"):
        assert watched.of(step)
    unfinished = {}
    for title, done, total, _ in watched.seen:
        unfinished[title] = total is not None and done != total
    assert not any(unfinished.values()), unfinished
