"""Limits and words of reading: long lines, bombs, damaged gzip, bytes that are no text, JSON and TOML."""

from __future__ import annotations

import gzip
import io
import os
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest

from manyways.candidates import read
from manyways.errors import InputError, ManywaysError
from manyways.reading import (
    LONGEST_LINE,
    head_of,
    line_blocks,
    open_bytes,
    open_text,
    parse_json,
    read_blocks,
    read_bytes,
    read_json,
    read_lines,
)
from manyways.text.column import read_column
from manyways.toml import parse_value, read_toml
from tests.faults.readers import READERS

DEEP, DIGITS = 5000, "9" * 5000


XML = {"corpus tmx": b"a house", "corpus xliff": b"ein Haus"}


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return b"x" * (LONGEST_LINE + 1)


# Columns are binary, and documents have a limit of their own, for all of them.
WITHOUT_LINES = ("columns", "document ")


@pytest.mark.parametrize(
    "name", [name for name in READERS if "gz" not in name and not name.startswith(WITHOUT_LINES)]
)
def test_a_line_that_is_too_long_is_refused_by_every_reader(name: str, long: bytes, tmp_path: Path) -> None:
    reader = READERS[name]
    path = tmp_path / reader.file
    path.write_bytes(reader.sample.replace(XML[name], long) if name in XML else long)
    with pytest.raises(InputError, match="longer than 64 MB") as caught:
        list(reader.read(path))
    assert caught.value.path is not None


def test_a_tag_that_is_too_long_is_refused(long: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.tmx"
    path.write_bytes(b"<tmx " + long)
    with pytest.raises(InputError, match="line 1: a tag or a comment is longer than 1 MB"):
        list(READERS["corpus tmx"].read(path))


def test_the_longest_line_is_still_read(long: bytes, tmp_path: Path) -> None:
    path = tmp_path / "long"
    path.write_bytes(b"a\n" + long[1:] + b"\nb\n")
    assert [len(line) for line in read_lines(path)] == [1, LONGEST_LINE, 1]


def bomb(path: Path, times: int) -> Path:
    """Lines of 10 KB that unpack to `times` 32 MB, a thousand times what the file has."""
    path.write_bytes(gzip.compress((b"x" * 9999 + b"\n") * 3200, mtime=0) * times)
    return path


@pytest.mark.parametrize("opened", [read_blocks, line_blocks], ids=["bytes", "lines"])
def test_a_bomb_is_refused_in_little_memory(opened: object, tmp_path: Path) -> None:
    path = bomb(tmp_path / "bomb.gz", 30)
    tracemalloc.start()
    with pytest.raises(InputError, match=r"bomb.gz: unpacks to \d+ times its size.*at most 200.*\n.*gunzip"):
        for _ in opened(path):  # type: ignore[operator]
            pass
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 8 << 20


@pytest.mark.parametrize("opened", [read_bytes, read_column, read_toml], ids=["bytes", "column", "toml"])
def test_a_bomb_is_refused_by_those_who_read_all(opened: object, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"unpacks to|is longer than 64 MB"):
        opened(bomb(tmp_path / "bomb.gz", 12))  # type: ignore[operator]


def test_a_small_file_may_unpack_to_much_more_than_its_size(tmp_path: Path) -> None:
    assert len(read_lines(bomb(tmp_path / "regular.gz", 2))) == 6400


@pytest.mark.parametrize("name", ["file", "file.en", "file.gz"])
@pytest.mark.parametrize("packed", [True, False])
def test_gzip_is_known_by_its_content(name: str, packed: bool, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(gzip.compress(b"one\ntwo\n") if packed else b"one\ntwo\n")
    assert read_bytes(path) == b"one\ntwo\n"
    assert read_lines(path) == list(read_column(path)) == ["one", "two"]
    assert b"".join(read_blocks(path, 2)) == b"one\ntwo\n"
    assert head_of(path, 3) == b"one"


@pytest.mark.parametrize("through", ["-", "fifo"])
def test_gzip_comes_through_pipes(through: str, tmp_path: Path) -> None:
    text = b"".join(b"%d\n" % i for i in range(100_000))
    program = (
        "import sys; from manyways.reading import head_of, read_lines;"
        "head = head_of(sys.argv[1], 10); lines = read_lines(sys.argv[1]);"
        "print(head, len(lines), lines[-1])"
    )
    name = "-" if through == "-" else str(tmp_path / "fifo")
    if through == "fifo":
        os.mkfifo(name)
    reader = subprocess.Popen(
        [sys.executable, "-c", program, name], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert reader.stdin is not None
    packed = gzip.compress(text)
    if through == "fifo":
        Path(name).write_bytes(packed)
        packed = b""
    out, _ = reader.communicate(packed, timeout=60)
    assert out.decode().split(" ", 1)[1].split() == ["100000", "99999"]
    assert reader.returncode == 0


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (gzip.compress(b"a\n" * 1000)[:-3], "damaged or cut off"),
        (gzip.compress(b"a\n" * 1000)[:20], "damaged or cut off"),
        (gzip.compress(b"a\n") + b"garbage", "damaged or cut off"),
        (b"\x1f\x8b\x08", "damaged or cut off"),
    ],
    ids=["cut", "cut early", "more behind", "head only"],
)
def test_a_bad_gzip_is_told(content: bytes, words: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.gz"
    path.write_bytes(content)
    for opened in (read_bytes, read_lines, read_column, lambda p: list(read_blocks(p))):
        with pytest.raises(InputError, match=rf"bad.gz: is {words}"):
            opened(path)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("größe\n".encode("utf-16"), "this is UTF-16 text\n.*iconv -f utf-16"),
        ("one\ntwo\n".encode("utf-16-le"), "looks like UTF-16"),
        (b"one\nt\0wo\n", "line 2: byte 2 is a zero byte"),
        (b"one\nt\xe4o\n", r"line 2: byte 2 is not UTF-8 \(0xe4\).*\n.*iconv -f latin1"),
        (b"one\n\xed\xa0\x80\n", "line 2: byte 1 is not UTF-8"),
    ],
    ids=["utf-16", "utf-16 without mark", "zero", "latin1", "surrogate"],
)
def test_bytes_that_are_no_text_are_told(content: bytes, words: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    for name in ("lines", "column", "blocks", "references", "moses.ini", "weights toml", "weights json"):
        with pytest.raises(InputError, match=words):
            list(READERS[name].read(path.rename(tmp_path / READERS[name].file)))
        path = tmp_path / READERS[name].file


def test_standard_input_stays_open_and_may_be_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(b"a\r\nb"))))
    assert read_lines("-") == ["a", "b"]
    assert read_lines("-") == []
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InputError, match="standard input is closed"), open_bytes("-"):
        pass


def test_an_array_over_many_lines_comes_through_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    text = b'[{"hypotheses": ["a"],\n "scores": [-1]},\n{"hypotheses": ["b"]}]\n'
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(text))))
    assert list(read("-", format="ctranslate2").texts) == ["a", "b"]


def test_a_name_that_none_can_have() -> None:
    with pytest.raises(InputError, match="cannot be the name of a file"), open_text("a\0b"):
        pass


@pytest.mark.parametrize("size", [1, 3, 1 << 16])
def test_lines_do_not_depend_on_how_they_come(
    size: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    lines = ["", "a" * 70_000, "größe", "\u2028x\x0b", "", "日本", "end"]
    path = tmp_path / "file"
    path.write_bytes("\ufeff".encode() + "\n".join(lines).encode())
    monkeypatch.setattr("manyways.reading._LINES", size)
    assert read_lines(path) == lines
    path.write_bytes("\r\n".join([*lines, ""]).encode())
    assert read_lines(path) == lines


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"a": "\\ud800"}', r"line 7: not valid JSON: \\ud800 is half a character"),
        ('{"\\udfff x": 1}', r"\\udfff is half a character"),
        (f"[{DIGITS}]", "thousands of digits"),
        ("[" * DEEP, "nested too deeply"),
        ('{"a":' * DEEP, "nested too deeply"),
        ("[1,\n2,,]", r"line 8: not valid JSON: .*\(character 3\)"),
    ],
    ids=["half", "half a key", "digits", "arrays", "objects", "comma"],
)
def test_json_that_is_refused(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        parse_json(text, "file", 7)


def test_whole_characters_in_halves_are_read(tmp_path: Path) -> None:
    (tmp_path / "a").write_text('"\\ud83d\\ude00 \\\\ud800"')
    assert read_json(tmp_path / "a") == "\U0001f600 \\ud800"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"a = {DIGITS}", "is not TOML"),
        ("a = 99999999999999999999", "does not fit into 64 bits"),
        ("a = " + "[" * DEEP, "nested too deeply"),
        ("a = " + "{b=" * DEEP, "nested too deeply"),
        ('a = "\\ud800"', "is not TOML"),
    ],
    ids=["digits", "large", "arrays", "tables", "half"],
)
def test_toml_that_is_refused(text: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(text)
    with pytest.raises(InputError, match=words):
        read_toml(tmp_path / "a.toml")
    assert isinstance(parse_value(text.removeprefix("a = ")), str)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("candidates jsonl", '{"candidates": [{"text": "\\ud800"}]}\n', "line 1: not valid JSON"),
        ("candidates header", '{"manyways": 1, "layout": {"features": ["\\ud800"]}}\n', "half a character"),
        ("candidates jsonl", '{"candidates": ' * DEEP, "less nesting"),
        ("candidates sockeye", '{"sentence_id": 1, "translation": "\\udc00"}\n', "line 1: .*half"),
        ("candidates ctranslate2", f'{{"hypotheses": ["x"], "scores": [{DIGITS}]}}\n', "digits"),
        ("candidates ctranslate2", f'{{"hypotheses": ["x"], "scores": [{DIGITS[:400]}]}}\n', "too large"),
        ("candidates openai", "[" * DEEP, "nested too deeply"),
        ("lattice", "((('\\ud800', 1.0, 1),),)\n", "stands for no character"),
        ("lattice", "((('\\d', 1.0, 1),),)\n", "stands for no character"),
        ("lattice", f"((('x', 1.0, {DIGITS}),),)\n", "needs other numbers"),
        ("lattice", "(" * DEEP, "not understood"),
        ("lattice", "((('x', 1.0, 1) ('y', 1.0, 1)),)\n", "not understood"),
        ("markup", "a &#xD800; b\n", "&#xD800; is not the number of a character"),
        ("markup", "a &#x110000; b\n", "not the number of a character"),
        ("markup", f"a &#{DIGITS}; b\n", "not the number of a character"),
        ("markup", '<x translation="&#0;">a</x>\n', "not the number of a character"),
        ("references sgm", "<refset>\n<seg>&#xD800;</seg></refset>\n", "line 2: &#xD800; is not the number"),
        ("corpus tmx", "<tmx><tu>&#xD800;</tu></tmx>", "invalid character number"),
        ("corpus po", 'msgid "a"\nmsgstr "\\355\\240\\200"\n', "line 2: the escaped bytes .* are not UTF-8"),
        ("corpus po", 'msgid "a"\nmsgstr "\\xff"\n', "are not UTF-8"),
        ("moses.ini", "[distortion-limit]\nmany\n[feature]\n", r"line 2: \[distortion-limit\] must be"),
        ("moses.ini", f"[distortion-limit]\n{DIGITS}\n[feature]\n", r"line 2: \[distortion-limit\] must be"),
        ("moses.ini", "[feature]\nKENLM table-limit=x\n", "line 2: table-limit must be a whole number"),
        ("weights json", f'{{"LM0": {DIGITS[:400]}}}', "LM0 must be finite"),
        ("model.toml", f"format = 1\n[weights]\nLM0 = {DIGITS}\n", "is not TOML"),
        ("manifest", '{"steps":' * DEEP, "nested too deeply.*\n.*delete it"),
        ("tuning step", '{"weights": {"LM0": "x"}, "found": []}', "LM0 must be finite numbers"),
    ],
)  # fmt: skip
def test_what_used_to_end_without_words(name: str, content: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / READERS[name].file
    path.write_text(content)
    with pytest.raises(ManywaysError, match=words):
        list(READERS[name].read(path))


def test_escaped_bytes_of_a_catalogue_are_characters(tmp_path: Path) -> None:
    (tmp_path / "a.po").write_text('msgid "a"\nmsgstr "caf\\303\\251 \\xc3\\xa4 \\101\\n"\n')
    assert list(READERS["corpus po"].read(tmp_path / "a.po")) == ["acafé ä A"]


def test_a_lattice_is_read_as_python_reads_it() -> None:
    from manyways.search.inputs import read_plf

    edges = read_plf("( (('a\\'b', 1, 1), (\"*EPS*\", 1.0, 2)), (('\\u00e4', 1.0, 1),), )").edges
    assert edges == [(0, 1, "a'b", 0.0), (0, 2, "", 0.0), (1, 2, "ä", 0.0)]
    assert read_plf("()").edges == []
