"""What the machine does to a process: too little memory, no more threads, files that shrink, Ctrl-C."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from manyways.cli import main
from manyways.errors import ConfigError, InputError
from manyways.phrases import PhraseTable
from manyways.search import BeamSearch, BeamSettings, PhraseModel

SANITIZED = "MANYWAYS_SANITIZED" in os.environ
LIMITED = pytest.mark.skipif(SANITIZED, reason="the sanitizer needs more address space than there is")


def run(script: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", textwrap.dedent(script), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


ROOM = """
    import resource, sys
    import numpy as np
    from manyways._core import text

    def leave(megabytes):
        pages = int(open("/proc/self/statm").read().split()[0])
        used = pages * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + (megabytes << 20),) * 2)

    def column(bytes, texts):
        return np.full(bytes, 65, dtype=np.uint8), np.linspace(0, bytes, texts + 1).astype(np.int64)
"""


@LIMITED
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs /proc")
def test_the_threads_that_start_do_the_work_of_those_that_cannot() -> None:
    ended = run(
        ROOM
        + """
    data = column(8 << 20, 1000)
    leave(350)  # 43 stacks of 8 MiB, without anything else
    lowered, offsets = text.lower(*data, threads=64)
    assert bytes(lowered) == b"a" * (8 << 20) and len(offsets) == 1001
    """
    )
    assert (ended.returncode, ended.stderr) == (0, "")


@LIMITED
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs /proc")
@pytest.mark.parametrize("threads", [1, 4])
def test_memory_that_runs_out_is_an_exception_in_any_thread(threads: int) -> None:
    ended = run(
        ROOM
        + """
    data = column(64 << 20, 1000)
    leave(40)
    try:
        text.lower(*data, threads=int(sys.argv[1]))
    except MemoryError:
        print("no memory")
    """,
        threads,
    )
    assert (ended.returncode, ended.stdout) == (0, "no memory\n")


def test_memory_that_runs_out_is_one_line_and_status_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def out_of_memory() -> None:
        raise MemoryError

    monkeypatch.setattr(main, "app", out_of_memory)
    with pytest.raises(SystemExit) as ended:
        main.main()
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert said.startswith("manyways: there is not enough memory\n    Use fewer")


@pytest.mark.parametrize(
    ("threads", "range_"), [("-1", "0<=x<=1024"), ("99999999999999999999", "0<=x<=1024")]
)
def test_a_number_of_threads_that_cannot_be_is_refused_by_name(
    threads: str, range_: str, tmp_path: Path
) -> None:
    (tmp_path / "text").write_text("a\n")
    command = [sys.executable, "-m", "manyways", "align", "--source", "text", "--target", "text"]
    ended = subprocess.run(
        [*command, "--threads", threads], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 2
    assert "--threads" in ended.stderr
    assert range_ in ended.stderr


@pytest.mark.skipif(not hasattr(signal, "SIGBUS"), reason="Windows keeps mapped files whole")
def test_a_file_that_shrinks_ends_the_command_with_its_name(trained: Path, tmp_path: Path) -> None:
    shutil.copy(trained / "LM0.bin", tmp_path / "lm.bin")
    ended = run(
        """
    import os, sys
    from manyways._core import base, lm
    base.explain_shrunk_files()
    model = lm.Model(sys.argv[1])
    model.score(model.begin_state(), 0)  # the first question reads all of it
    os.truncate(sys.argv[1], 4096)
    for word in range(model.words):
        model.score(model.begin_state(), word)
    """,
        tmp_path / "lm.bin",
    )
    assert ended.returncode == 2
    first, remedy = ended.stderr.splitlines()
    assert first == f"manyways: {tmp_path / 'lm.bin'}: became shorter while it was in use"
    assert remedy.startswith("    Copy it again")


def test_another_signal_bus_ends_the_process_as_before() -> None:
    ended = run(
        """
    import os, signal
    from manyways._core import base
    base.explain_shrunk_files()
    os.kill(os.getpid(), signal.SIGBUS)
    os.kill(os.getpid(), signal.SIGBUS)
    """
    )
    assert ended.returncode in (-signal.SIGBUS, 1)  # 1: the sanitizer's own report


def test_blocks_of_a_file_that_shrank_are_refused(trained: Path, tmp_path: Path) -> None:
    path = tmp_path / "phrases.bin"
    shutil.copy(trained / "phrases.bin", path)
    table = PhraseTable(path)
    os.truncate(path, path.stat().st_size - 4096)
    with pytest.raises(InputError, match=r"phrases\.bin: became shorter while it was in use"):
        table.verify()


def test_pieces_of_a_long_sentence_share_its_time(trained: Path) -> None:
    decoder = PhraseModel.open(trained)
    words = ["der", "alte", "Mann", "sieht", "das", "kleine", "Haus", "."]
    sentence = " ".join(words[i % len(words)] for i in range(20 * 500))
    settings = BeamSettings(pops=300, stack=300)
    whole = BeamSearch(decoder, settings, threads=1).best([sentence])[0]
    assert whole.status == "split"
    quick = BeamSettings(pops=300, stack=300, time_limit=whole.seconds / 4)
    late = BeamSearch(decoder, quick, threads=1).best([sentence])[0]
    # A piece takes a twentieth of the time: none is late by itself.
    assert late.status == "time limit"
    assert max(end for _, end, _ in late.derivation) == 20 * 500, "all words are translated"


@pytest.mark.parametrize("size", [-1, 2**31, 2**64])
def test_more_samples_than_memory_holds_are_refused(trained: Path, size: int) -> None:
    graph = BeamSearch(PhraseModel.open(trained), threads=1).graphs(["das Haus"])[0]
    with pytest.raises(ConfigError, match="size must be 0 to 10,000,000"):
        graph.sample(size, seed=1)
    with pytest.raises(ConfigError, match="temperature must be positive"):
        graph.sample(1, temperature=0.0, seed=1)


def test_ctrl_c_stops_the_core(trained: Path) -> None:
    ended = run(
        """
    import signal, sys, threading, os
    from manyways.search import BeamSearch, PhraseModel
    signal.signal(signal.SIGINT, signal.default_int_handler)  # which a shell's background job ignores
    model = PhraseModel.open(sys.argv[1])
    graph = BeamSearch(model, threads=1).graphs(["das kleine Haus ist alt ."])[0]
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    try:
        for _ in range(1000):
            graph.sample(10_000_000, seed=1)
    except KeyboardInterrupt:
        os._exit(42)
    """,
        trained,
    )
    assert ended.returncode == 42, ended.stderr


def test_ctrl_c_stops_threads_before_their_work_is_done() -> None:
    ended = run(
        """
    import signal
    import numpy as np
    from manyways._core import base, text

    def stop(*_):
        raise KeyboardInterrupt

    signal.signal(signal.SIGALRM, stop)
    size, texts = 64 << 20, 100_000
    data = np.full(size, 65, dtype=np.uint8), np.linspace(0, size, texts + 1).astype(np.int64)
    meter = base.Meter()
    meter.begin()
    signal.setitimer(signal.ITIMER_REAL, 0.001)
    try:
        text.lower(*data, threads=2)
    except KeyboardInterrupt:
        assert 0 <= meter.done < meter.total, f"{meter.done} of {meter.total}"
    else:
        raise AssertionError("it was not stopped")
    """
    )
    assert (ended.returncode, ended.stderr) == (0, "")


def test_a_process_without_standard_input_reads_its_files(trained: Path) -> None:
    """The first file that is opened gets the number 0, which is as good as any other."""
    ended = run(
        """
    import os, sys
    from manyways._core import lm
    os.close(0)
    assert lm.Model(sys.argv[1]).words > 3
    """,
        trained / "LM0.bin",
    )
    assert (ended.returncode, ended.stderr) == (0, "")
