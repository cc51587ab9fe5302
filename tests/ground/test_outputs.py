"""What may be written where: nothing is replaced that is no file, and no file that nobody meant."""

from __future__ import annotations

import ctypes
import os
import signal
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from typer.testing import CliRunner

from manyways.cli.main import app
from manyways.errors import InputError, ManywaysError
from manyways.lm import LanguageModel, estimate, save
from manyways.lm.estimate import EstimateSettings
from manyways.outputs import (
    atomic_bytes,
    atomic_write,
    claim_directory,
    link_file,
    lock_directory,
    new_directory,
    remove_partials,
)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="devices, pipes and links are of POSIX")

LISTS = "0 ||| ein haus ||| LM0= -1 ||| -1\n0 ||| das haus ||| LM0= -2 ||| -2\n"
MAIN = [sys.executable, "-c", "from manyways.cli.main import main; main()"]


@pytest.fixture
def lists(tmp_path: Path) -> Path:
    path = tmp_path / "lists.moses"
    path.write_text(LISTS)
    return path


def invoke(*arguments: object) -> None:
    """Run a verb in this process; its error is raised."""
    result = CliRunner().invoke(app, [str(each) for each in arguments])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0, result.output


def read_through(fifo: Path) -> tuple[threading.Thread, list[bytes]]:
    found: list[bytes] = []
    reader = threading.Thread(target=lambda: found.append(fifo.read_bytes()), daemon=True)
    reader.start()
    return reader, found


def tiny_model() -> object:
    settings = EstimateSettings(order=2, discount_fallback=(0.5, 1.0, 1.5))
    return estimate(["a b", "a c"], settings).ngrams


def test_a_device_is_written_through_and_stays(tmp_path: Path, lists: Path) -> None:
    null = tmp_path / "null"
    try:
        os.mknod(null, stat.S_IFCHR | 0o666, os.makedev(1, 3))
        null.write_bytes(b"can be used")
    except OSError:
        pytest.skip("devices cannot be made here")
    invoke("convert", lists, null)
    invoke("convert", lists, "--out", null)
    save(tiny_model(), null)  # type: ignore[arg-type]
    assert stat.S_ISCHR(null.lstat().st_mode)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["lists.moses", "null"]


def test_a_pipe_is_written_through_and_stays(tmp_path: Path, lists: Path) -> None:
    fifo = tmp_path / "pipe"
    os.mkfifo(fifo)
    reader, found = read_through(fifo)
    invoke("convert", lists, fifo, "--to", "moses")
    reader.join(10)
    assert found == [LISTS.encode()]
    assert stat.S_ISFIFO(fifo.lstat().st_mode)


def test_a_binary_model_goes_through_a_pipe_whole(tmp_path: Path) -> None:
    save(tiny_model(), tmp_path / "lm.bin")  # type: ignore[arg-type]
    fifo = tmp_path / "pipe"
    os.mkfifo(fifo)
    reader, found = read_through(fifo)
    save(tiny_model(), fifo)  # type: ignore[arg-type]
    reader.join(10)
    assert found == [(tmp_path / "lm.bin").read_bytes()]


@pytest.mark.parametrize("where", ["/dev/fd/{}", "/proc/self/fd/{}", "link"])
def test_an_open_descriptor_is_written_where_it_stands(tmp_path: Path, where: str) -> None:
    if not Path("/proc/self/fd").is_dir():
        pytest.skip("there is no /proc here")
    log = tmp_path / "log"
    log.write_text("kept\n")
    with open(log, "ab") as stream:
        path = Path(where.format(stream.fileno()))
        if where == "link":
            path = tmp_path / "link"
            path.symlink_to(f"/dev/fd/{stream.fileno()}")
        with atomic_write(path) as out:
            out.write("new\n")
    assert log.read_text() == "kept\nnew\n"


@pytest.mark.parametrize("there", [True, False])
def test_a_link_stays_and_what_it_points_to_is_replaced(tmp_path: Path, there: bool) -> None:
    (tmp_path / "far").mkdir()
    target, link, between = tmp_path / "far" / "target", tmp_path / "link", tmp_path / "far" / "between"
    if there:
        target.write_text("old")
        target.chmod(0o640)
    between.symlink_to("target")
    link.symlink_to("far/between")
    for write in (lambda: save(tiny_model(), link), lambda: write_text(link, "new")):  # type: ignore[arg-type]
        write()
        assert link.is_symlink()
        assert between.is_symlink()
    assert target.read_text() == "new"
    assert not there or stat.S_IMODE(target.stat().st_mode) == 0o640
    assert sorted(path.name for path in target.parent.iterdir()) == ["between", "target"]


def write_text(path: Path, text: str) -> None:
    with atomic_write(path) as out:
        out.write(text)


def test_a_link_to_itself_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(InputError, match="loop: cannot be written: Too many levels"):
        write_text(tmp_path / "loop", "x")


def test_another_name_of_a_file_keeps_the_old_content(tmp_path: Path) -> None:
    write_text(tmp_path / "one", "old")
    link_file(tmp_path / "one", tmp_path / "two")
    link_file(tmp_path / "one", tmp_path / "two")
    assert (tmp_path / "one").samefile(tmp_path / "two")
    write_text(tmp_path / "one", "new")
    assert (tmp_path / "two").read_text() == "old"
    link_file(tmp_path / "one", tmp_path / "two")
    assert (tmp_path / "two").read_text() == "new"
    assert len(list(tmp_path.iterdir())) == 2


def test_long_and_odd_names_can_be_written(tmp_path: Path) -> None:
    for name in ("x" * 255, "ü" * 127, os.fsdecode(b"\xff\xfe")):
        write_text(tmp_path / name, "whole")
        assert (tmp_path / name).read_text() == "whole"


@pytest.mark.parametrize("name", ["", ".", "folder", "none/file", "file/below"])
def test_what_cannot_be_written_is_named(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot be written"):
        write_text(tmp_path / name, "x")
    with pytest.raises(InputError, match="cannot be written"):
        save(tiny_model(), tmp_path / name)  # type: ignore[arg-type]


def test_two_writers_of_one_file_do_not_meet(tmp_path: Path) -> None:
    path = tmp_path / "shared"
    with atomic_bytes(path) as first:
        first.write(b"1" * 100_000)
        with atomic_bytes(path) as second:
            second.write(b"2" * 50_000)
            remove_partials(tmp_path)  # both are alive
        assert path.read_bytes() == b"2" * 50_000
        first.write(b"1" * 100_000)
    assert path.read_bytes() == b"1" * 200_000
    assert [each.name for each in tmp_path.iterdir()] == ["shared"]


LEFT = """
import os, signal, sys
from manyways.outputs import atomic_bytes
with atomic_bytes(sys.argv[1]) as out:
    out.write(b"x" * 100000)
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_a_killed_writer_left_goes_with_the_next_output(tmp_path: Path, lists: Path) -> None:
    subprocess.run([sys.executable, "-c", LEFT, tmp_path / "killed"])
    mine = tmp_path / ".notes.partial"
    mine.write_text("not one of ours")
    assert len(list(tmp_path.glob(".killed.*.partial"))) == 1
    invoke("convert", lists, tmp_path / "out.jsonl")
    assert sorted(path.name for path in tmp_path.iterdir()) == [".notes.partial", "lists.moses", "out.jsonl"]


def test_an_error_of_the_reader_is_not_blamed_on_the_output(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), atomic_write(tmp_path / "out"):
        (tmp_path / "none").read_text()
    assert not list(tmp_path.iterdir())


def test_a_forgotten_output_costs_no_input(tmp_path: Path) -> None:
    for name in ("a.en", "b.en"):
        (tmp_path / name).write_text(f"{name}\n")
    a, b = tmp_path / "a.en", tmp_path / "b.en"
    with pytest.raises(InputError, match=r"b\.en: exists already"):
        invoke("convert", a, b)
    with pytest.raises(ManywaysError, match="--force has no effect without --out"):
        invoke("convert", a, b, "--force")
    assert b.read_text() == "b.en\n"
    invoke("convert", a, b, "--out", tmp_path / "both.jsonl")
    invoke("convert", b, "--from", "text", "--to", "jsonl", "--out", b, "--force")  # in its own place
    assert '"b.en"' in b.read_text()


FILES = [
    "convert none --out {}",
    "translate none none --out {}",
    "diversify none --size 2 --out {}",
    "choose none --by mbr --out {}",
    "choose none --by mbr --learn {} --references none",
    "diversify none --size 2 --html {} --out -",
    "tune --candidates none --out {}",
    "tune --candidates none --html {}",
    "align --source none --target none --out {}",
    "lm estimate none --out {}",
    "lm interpolate none --shares 1 --out {}",
    "lm convert none --out {}",
    "explain-search none none --html {}",
]
DIRECTORIES = [
    "train --source none --target none --out {}",
    "tune none none none --out {}",
    "import-moses none {}",
    "export-moses none {}",
    "demo --out {}",
]
# In a directory that cannot be written.
LOCKED = [
    "train --source none --target none --out {}",
    "train --source none --target none --out {}/new",
    "import-moses none {}",
    "export-moses none {}/new",
    "demo --out {}",
    "lm convert none --out {}/lm.bin",
]


@pytest.mark.parametrize("command", FILES)
def test_a_file_that_exists_is_refused_before_any_work(tmp_path: Path, command: str) -> None:
    out = tmp_path / "there.html"
    out.write_text("precious")
    with pytest.raises(InputError, match=r"there\.html: exists already\n    Add --force"):
        invoke(*command.format(out).split())
    with pytest.raises(ManywaysError, match="none"):  # now it gets as far as its input
        invoke(*command.format(out).split(), "--force")
    assert out.read_text() == "precious"


@pytest.mark.parametrize("command", DIRECTORIES)
def test_a_directory_that_holds_something_else_is_refused(tmp_path: Path, command: str) -> None:
    out = tmp_path / "there"
    out.mkdir()
    (out / "thesis.tex").write_text("precious")
    with pytest.raises(InputError, match="there: is not empty"):
        invoke(*command.format(out).split())
    assert (out / "thesis.tex").read_text() == "precious"


def test_two_outputs_are_not_one_file(tmp_path: Path, lists: Path) -> None:
    with pytest.raises(InputError, match="is named for two outputs"):
        invoke("diversify", lists, "--size", 2, "--out", tmp_path / "x", "--html", tmp_path / "." / "x")


def test_a_directory_is_gone_on_with_by_the_verb_that_began_it(tmp_path: Path) -> None:
    out = tmp_path / "out"
    claim_directory(out, "train", force=False)
    (out / "work").mkdir()
    claim_directory(out, "train", force=False)
    with pytest.raises(InputError, match="was not begun by manyways tune"):
        claim_directory(out, "tune", force=False)
    claim_directory(out, "tune", force=True)
    claim_directory(out, "tune", force=False)


def test_a_directory_that_is_filled_in_one_go_shows_whether_it_was(tmp_path: Path) -> None:
    out = tmp_path / "out"
    with pytest.raises(RuntimeError), new_directory(out, "export-moses", force=False):
        (out / "half").write_text("half")
        raise RuntimeError
    with new_directory(out, "export-moses", force=False):
        pass
    assert [path.name for path in out.iterdir()] == ["half"]
    with pytest.raises(InputError, match="is not empty"), new_directory(out, "export-moses", force=False):
        pass
    with pytest.raises(RuntimeError), new_directory(tmp_path / "new", "export-moses", force=False):
        raise RuntimeError
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("kind", ["link", "pipe"])
def test_a_lock_that_is_no_file_is_refused(tmp_path: Path, kind: str) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious")
    run = tmp_path / "run"
    run.mkdir()
    if kind == "link":
        (run / ".lock").symlink_to(victim)
    else:
        os.mkfifo(run / ".lock")
    with pytest.raises(InputError, match=r"\.lock: is "), lock_directory(run):
        pass
    with pytest.raises(InputError, match=r"\.lock: is "):
        claim_directory(run, "train", force=True)
    assert victim.read_text() == "precious"


def test_an_arpa_file_is_opened_without_a_temporary_file_that_could_be_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(tiny_model(), tmp_path / "lm.arpa")  # type: ignore[arg-type]
    monkeypatch.setenv("TMPDIR", str(tmp_path / "none"))
    with pytest.raises(InputError, match="none: cannot be written: No such file"):
        LanguageModel.open(tmp_path / "lm.arpa")
    (tmp_path / "none").mkdir()
    model = LanguageModel.open(tmp_path / "lm.arpa")
    assert not list((tmp_path / "none").iterdir())
    assert model.order == 2


STREAMS = [["--version"], ["check", "-"], ["convert", "-", "-"], ["convert", "-", "--out", "/dev/stdout"]]


@pytest.mark.parametrize("arguments", STREAMS, ids=" ".join)
@pytest.mark.parametrize("stream", ["full", "closed"])
def test_standard_output_that_takes_nothing_gives_one_line(arguments: list[str], stream: str) -> None:
    redirection = ">/dev/full" if stream == "full" else ">&-"
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    command = ["sh", "-c", f'exec "$@" {redirection}', "sh", *MAIN, *arguments]
    done = subprocess.run(command, input=LISTS.encode(), capture_output=True, timeout=120)
    expected = b"No space left on device" if stream == "full" else b"Bad file descriptor"
    assert done.returncode == 2
    assert done.stderr.splitlines()[0].endswith(b"cannot be written: " + expected)
    assert b"Traceback" not in done.stderr
    assert b"Exception ignored" not in done.stderr
    assert len(done.stderr.splitlines()) <= 2


@pytest.mark.parametrize("redirection", ["2>/dev/full", "2>&-", "2>&- <&-"])
def test_standard_error_that_takes_nothing_changes_nothing(
    tmp_path: Path, lists: Path, redirection: str
) -> None:
    out = tmp_path / "out.jsonl"
    command = ["sh", "-c", f'exec "$@" {redirection}', "sh", *MAIN, "convert", str(lists), str(out)]
    done = subprocess.run(command, capture_output=True, timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert out.read_text().count("\n") > 0


def without_privileges() -> None:
    """Root may write everywhere; not without these two capabilities."""
    prctl = ctypes.CDLL(None).prctl
    for capability in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
        prctl(24, capability, 0, 0, 0)  # PR_CAPBSET_DROP


@pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="root's privileges are dropped as Linux has it"
)
@pytest.mark.parametrize("command", LOCKED)
def test_a_directory_that_cannot_be_written_gives_one_line(tmp_path: Path, command: str) -> None:
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o555)
    done = subprocess.run(
        [*MAIN, *command.format(locked).split()],
        capture_output=True,
        text=True,
        timeout=120,
        preexec_fn=without_privileges,
    )
    assert done.returncode == 2
    assert done.stderr.startswith(f"manyways: {locked}")
    assert done.stderr.endswith("Permission denied\n")
    assert done.stderr.count("\n") == 1
    assert not list(locked.iterdir())


def test_a_pipe_whose_reader_goes_ends_the_program_without_a_word(tmp_path: Path, lists: Path) -> None:
    fifo = tmp_path / "pipe"
    os.mkfifo(fifo)
    lists.write_text(LISTS * 20_000)
    process = subprocess.Popen([*MAIN, "convert", lists, fifo, "--quiet"], stderr=subprocess.PIPE)
    os.close(os.open(fifo, os.O_RDONLY))
    _, error = process.communicate(timeout=120)
    assert (process.returncode, error) == (-signal.SIGPIPE, b"")
