"""Pipes as inputs, with names or without: what was looked at to tell a format is not lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from manyways.candidates import read, read_chunks
from manyways.candidates.references import read_references
from manyways.errors import InputError
from manyways.files import content_hash
from manyways.reading import head_of, open_bytes, read_bytes

needs_names = pytest.mark.skipif(not os.path.exists("/dev/fd/0"), reason="descriptors have no names here")
SENTENCES = 2000  # several times what is looked at


@contextmanager
def pipe(data: bytes) -> Iterator[str]:
    """A name under which the data can be read, once."""
    reader, writer = os.pipe()

    def feed() -> None:
        with suppress(BrokenPipeError), open(writer, "wb") as out:
            out.write(data)

    thread = threading.Thread(target=feed)
    thread.start()
    try:
        yield f"/dev/fd/{reader}"
    finally:
        os.close(reader)
        thread.join()


def _text() -> bytes:
    return b"".join(b"sentence number %06d, and some words more\n" % i for i in range(SENTENCES))


def _moses() -> bytes:
    return b"".join(b"%d ||| a b c ||| LM0= -1.5 ||| -2.25\n" % i for i in range(SENTENCES))


def _jsonl(names: int = 3) -> bytes:
    layout = {"features": [f"feature number {i}" for i in range(names)]}
    lines: list[object] = [{"manyways": 1, "layout": layout}]
    lines += [{"id": str(i), "candidates": [{"text": "a b c", "score": -1.5}]} for i in range(SENTENCES)]
    return "".join(json.dumps(each) + "\n" for each in lines).encode()


@needs_names
@pytest.mark.parametrize("data", [_text(), _moses(), _jsonl()], ids=["text", "moses", "jsonl"])
def test_lists_from_a_pipe_with_a_name_are_whole(data: bytes) -> None:
    with pipe(data) as name:
        assert sum(len(each) for each in read_chunks(name)) == SENTENCES


@needs_names
def test_references_from_a_pipe_with_a_name_are_whole() -> None:
    with pipe(_text()) as name:
        (found,) = read_references([name])
        assert [len(found), found[0][:22]] == [SENTENCES, "sentence number 000000"]


@needs_names
def test_a_pipe_may_be_looked_at_again_and_another_is_not_taken_for_it() -> None:
    with pipe(b"first\n" * 5) as name:
        assert head_of(name, 3) == b"fir"
        assert head_of(name, 8) == b"first\nfi"
        descriptor = int(name.rsplit("/", 1)[1])
        first = os.dup(descriptor)
        with pipe(b"second\n") as other:
            assert read_bytes(other) == b"second\n"
        with pipe(b"third\n") as third:  # gets the name of the first, which nobody read to its end
            os.dup2(int(third.rsplit("/", 1)[1]), descriptor)
            assert read_bytes(name) == b"third\n"
        os.dup2(first, descriptor)
        os.close(first)
        assert read_bytes(name) == b"first\n" * 5


@needs_names
def test_a_pipe_that_was_looked_at_is_closed_with_its_reader() -> None:
    reader, writer = os.pipe()
    os.write(writer, b"text\n")
    assert head_of(f"/dev/fd/{reader}", 2) == b"te"
    with open_bytes(f"/dev/fd/{reader}") as stream:
        assert stream.read(3) == b"tex"
    os.close(reader)
    with pytest.raises(BrokenPipeError):  # nobody is left who could read it
        os.write(writer, b"more")
    os.close(writer)


@needs_names
def test_a_pipe_has_no_checksum() -> None:
    with pipe(b"text\n") as name, pytest.raises(InputError, match="is a pipe, and must be read more"):
        content_hash(name)


def test_a_header_longer_than_what_tells_the_format_is_read(tmp_path: Path) -> None:
    path = tmp_path / "lists.jsonl"
    path.write_bytes(_jsonl(names=10_000))
    assert len(read(path).feature_names) == 10_000


def test_a_header_that_comes_in_pieces_through_standard_input_is_read(tmp_path: Path) -> None:
    data, out = _jsonl(names=1000), tmp_path / "out.jsonl"
    command = [sys.executable, "-m", "manyways", "convert", "-", "--from", "jsonl", "--out", str(out)]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        process.stdin.write(data[:7])
        process.stdin.flush()
        process.stdin.write(data[7:])
        process.stdin.close()
    assert process.returncode == 0
    assert len(read(out).feature_names) == 1000


@pytest.mark.parametrize(
    ("arguments", "words"),
    [("--version >&-", "standard output: cannot be written"), ("check - <&-", "standard input is closed")],
)
def test_a_closed_stream_is_told_in_words(arguments: str, words: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f'exec "{sys.executable}" -m manyways {arguments}'], capture_output=True, text=True
    )
    assert done.returncode == 2
    assert words in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
