"""Progress: rates that say something, totals that are reached, one display for bars within bars."""

from __future__ import annotations

import io
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stderr
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from manyways._core.base import Meter
from manyways.align import AlignSettings, align
from manyways.cli.main import app
from manyways.metrics import Bleu
from manyways.phrases import LinkedText
from manyways.phrases import train as train_phrases
from manyways.progress import Pace, Progress, Reporter, hush, rate_of, reporting, say
from manyways.run import Run
from manyways.text import toy
from manyways.text.column import TextColumn
from manyways.text.vocabulary import Vocabulary, encode
from manyways.train import Development, Inputs, TrainSettings, train
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
    told = list(dict.fromkeys(note.partition(",")[0] for _, _, _, note in seen if note))
    assert told == [*(f"pass {number} of 8" for number in range(2, 9)), "linking"]
    assert all(note.endswith("pairs/s") for _, _, _, note in seen if "," in note)
    shares = {note.partition(",")[0]: done / seen[-1][2] for _, done, _, note in seen if seen[-1][2]}
    assert shares["pass 5 of 8"] < 0.4 < 0.6 < shares["pass 8 of 8"] < 0.8  # later passes take longer


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


def unfinished(watched: Watched) -> dict[str, tuple[int, int | None]]:
    """Bars that ended before their total, or went beyond it."""
    last = {title: (done, total) for title, done, total, _ in watched.seen}
    return {title: each for title, each in last.items() if each[1] is not None and each[0] != each[1]}


def test_training_has_a_bar_for_every_step_and_says_in_each_how_far_it_is(
    watched: Watched, tmp_path: Path
) -> None:
    toy.write(toy.generate(60), tmp_path)
    dev = toy.generate(30, split="dev")
    development = Development(
        list(dev.raw_sources), [TextColumn.from_texts(dev.raw_references[0])], (tmp_path / "dev.de",)
    )
    inputs = Inputs(source=tmp_path / "train.de", target=tmp_path / "train.en")
    train(inputs, tmp_path / "model", TrainSettings(kind="auto"), development=development, threads=1)
    within = {
        "text": "preparing",
        "align": "aligning",
        "table": "learning phrases",
        "rules": "learning rules",
        "LM0": "estimating",
        "kind": "translating",
        "decode 0": "decoding",
        "tune 0": "going through lists",
    }
    for step, inner in within.items():
        assert watched.of(step), step
        assert watched.of(inner), step
        assert watched.of(inner)[-1][2] is not None, f"{inner} does not know how much there is to do"
    assert unfinished(watched) == {}


def test_translating_knows_how_much_there_is_to_do(watched: Watched, trained: Path, tmp_path: Path) -> None:
    (tmp_path / "a.de").write_text("Das Haus ist alt. Die Frau lacht.\n" * 30)
    for more in ([], ["--nbest", "2"], ["--search", "exact"]):
        arguments = ["translate", str(trained), str(tmp_path / "a.de"), *more, "--force", "--quiet"]
        done = CliRunner().invoke(app, [*arguments, "--out", str(tmp_path / "a.jsonl")])
        assert done.exit_code == 0, done.output
    assert {total for _, _, total, _ in watched.of("translating") + watched.of("proving")} == {30}
    page = "".join(f"<p>Das Haus {number}</p>" for number in range(30))
    (tmp_path / "a.html").write_text(page)
    done = CliRunner().invoke(
        app, ["translate", str(trained), str(tmp_path / "a.html"), "--out", str(tmp_path / "b.html")]
    )
    assert done.exit_code == 0, done.output
    assert watched.of("translating")[-1][1:3] == (30, 30)
    assert unfinished(watched) == {}


def test_the_core_tells_how_far_it_is(tmp_path: Path) -> None:
    """Blocks of one call, and shares of several; what is not watched is not counted."""
    ids, offsets = np.arange(3000, dtype=np.uint32) % 7 + 3, np.arange(0, 3001, 3, dtype=np.int64)
    links = np.array([[0, 0], [1, 1], [2, 2]] * 1000, dtype=np.uint16)
    text = LinkedText(ids, offsets, ids, offsets, links, offsets)
    words = Vocabulary()
    for number in range(10):
        words.add(str(number))
    meter = Meter()
    train_phrases(text, (words, words), tmp_path / "a.bin", threads=2)
    assert (meter.done, meter.total) == (0, 0)
    meter.begin()
    try:
        train_phrases(text, (words, words), tmp_path / "b.bin", threads=2)
        assert meter.total == 10**9
        assert 0.999 * meter.total <= meter.done <= meter.total
    finally:
        meter.end()
    blocks = Meter()
    blocks.begin()
    blocks.begin()
    try:
        Bleu().statistics(TextColumn.from_texts(["a b"] * 3000), [TextColumn.from_texts(["a b"] * 3000)])
    finally:
        blocks.end()
    assert 1 < blocks.done == blocks.total
    encode(TextColumn.from_texts(["a b"] * 3000), Vocabulary())
    assert blocks.done == blocks.total  # nothing more is counted


def test_what_the_core_tells_is_shown(monkeypatch: pytest.MonkeyPatch, watched: Watched) -> None:
    monkeypatch.setattr("manyways.progress._LOOK_SECONDS", 0.01)
    half = threading.Event()

    class Half:
        """A meter that stands in the middle of four blocks."""

        done, total = 2, 4

        def begin(self) -> None: ...

        def end(self) -> None: ...

    monkeypatch.setattr("manyways._core.base.Meter", Half)
    advance = Progress.advance

    def told(shown: Progress, steps: int = 1, *, note: str | None = None) -> None:
        advance(shown, steps, note=note)
        if shown.done == 55:
            half.set()

    monkeypatch.setattr(Progress, "advance", told)
    with reporting(Reporter()), Progress("a", total=110, unit="pairs") as shown:
        shown.advance(10)
        with shown.watching(90):
            assert half.wait(5)
        assert shown.done == 100
        with pytest.raises(ZeroDivisionError), shown.watching(10):
            1 / 0  # noqa: B018
        assert shown.done < 110


def test_there_is_news_about_once_a_second(clock: list[float]) -> None:
    pace = Pace(least=2, most=100)
    sizes = []
    for each in (0.01, 0.01, 0.01, 0.01, 0.05, 3.0):  # seconds for one
        sizes.append(pace.size)
        with pace.timed(pace.size):
            clock[0] += each * pace.size
    assert sizes == [2, 8, 32, 100, 100, 20]
    assert pace.size == 2
    assert Pace(least=8, most=3).size == 3


def test_a_total_that_is_known_later(terminal: Terminal) -> None:
    with redirect_stderr(terminal), reporting(Reporter()), Progress("a", unit="segments") as shown:
        shown.expect(7)
        shown.advance(3)
        assert shown._to is not None
        assert shown._to.display is not None
        shown._to.display.refresh()
    assert "3 of 7 segments" in terminal.getvalue()
