"""Every reader: what it makes of a good file, and what it says of bad ones."""

# ruff: noqa: E501  (lines of foreign files are as long as they are)
from __future__ import annotations

import gzip
import json
import math
from pathlib import Path

import numpy as np
import pytest

from manyways.candidates import FORMATS, read, read_chunks, read_references, read_systems, write, write_chunks
from manyways.candidates.formats import detect
from manyways.errors import ConfigError, InputError
from tests.support.good_files import GOOD, OPENAI, count_of

ALL = sorted(FORMATS)


def test_every_format_has_an_example() -> None:
    assert set(GOOD) == set(FORMATS)


@pytest.mark.parametrize("name", ALL)
def test_a_good_file_is_detected_and_read(name: str, tmp_path: Path) -> None:
    path = tmp_path / "good"
    path.write_text(GOOD[name], encoding="utf-8")
    assert detect(path).name == name
    lists = read(path, per_source=count_of(name))
    assert list(lists.texts)[:2] == ["a house", "one house"]
    packed = tmp_path / "good.packed"  # gzip is known by its content
    packed.write_bytes(gzip.compress(GOOD[name].encode()))
    again = read(packed, per_source=count_of(name))
    assert list(again.texts) == list(lists.texts)
    assert np.array_equal(again.scores, lists.scores, equal_nan=True)


@pytest.mark.parametrize("name", ALL)
def test_chunks_hold_the_whole_file(name: str, tmp_path: Path) -> None:
    path = tmp_path / "good"
    path.write_text(GOOD[name], encoding="utf-8")
    parts = list(read_chunks(path, chunk=1, per_source=count_of(name)))
    whole = read(path, per_source=count_of(name))
    assert [one for part in parts for one in part.ids] == whole.ids
    assert [text for part in parts for text in part.texts] == list(whole.texts)
    assert all(part.origin is not None and len(part.origin.lines) == part.candidate_count for part in parts)


@pytest.mark.parametrize("name", [name for name in ALL if FORMATS[name].write is not None])
def test_what_is_written_can_be_read(name: str, tmp_path: Path) -> None:
    path = tmp_path / "good"
    path.write_text(GOOD[name], encoding="utf-8")
    lists = read(path, per_source=count_of(name))
    write(lists, tmp_path / "again", format=name)
    again = read(tmp_path / "again", format=name, per_source=count_of(name))
    assert list(again.texts) == list(lists.texts)
    assert again.ids == lists.ids
    assert again.feature_names == lists.feature_names
    assert np.array_equal(again.features, lists.features)


BAD: dict[str, bytes] = {
    "empty": b"",
    "blank": b"\n\n",
    "binary": bytes(range(256)) * 20,
    "zero": b"0 ||| a\0b ||| A= 1 ||| 2\n",
    "latin1": "0 ||| d\u00fcrr ||| A= 1 ||| 2\n".encode("latin-1"),
    "gzip": gzip.compress(b"0 ||| a ||| A= 1 ||| 2\n" * 50)[:-9],
    "json": b'{"some": "other", "kind": ["of", "file"]}\n',
    "deep": b"[" * 100_000,
    "number": b"1\n2\n",
    "pipes": b"0 ||| a ||| b c d ||| e\n0 ||| a\n",
    "half character": b'{"id": "0", "candidates": [{"text": "\\ud800"}]}\n',
}


@pytest.mark.parametrize("kind", sorted(BAD))
@pytest.mark.parametrize("name", ALL)
def test_bad_files_get_a_message_and_leave_nothing(name: str, kind: str, tmp_path: Path) -> None:
    if name == "text" and kind in {"blank", "json", "deep", "number", "pipes", "half character"}:
        pytest.skip("any text is plain text")
    path = tmp_path / "bad"
    path.write_bytes(BAD[kind])
    expect_refusal(path, name, tmp_path)


def expect_refusal(path: Path, name: str, tmp_path: Path, line: int | None = None) -> InputError:
    out = tmp_path / "out" / "x.jsonl"
    out.parent.mkdir(exist_ok=True)
    with pytest.raises(InputError) as caught:
        write_chunks(read_chunks(path, format=name, per_source=count_of(name)), out)
    assert str(path) in str(caught.value)
    assert caught.value.remedy
    assert list(out.parent.iterdir()) == []
    if line is not None:
        assert caught.value.line == line
    return caught.value


@pytest.mark.parametrize("name", ALL)
def test_a_truncated_file_is_told(name: str, tmp_path: Path) -> None:
    """Cut anywhere, a file is either refused with a place or read as far as its last whole line goes."""
    content = GOOD[name].encode()
    whole = read_texts(content, name, tmp_path)
    for cut in range(1, len(content), 7):
        path = tmp_path / "cut"
        path.write_bytes(content[:cut])
        error = None
        found: list[str] = []
        try:
            for part in read_chunks(path, format=name, per_source=count_of(name)):
                found += part.texts
        except InputError as caught:
            error = caught
        assert error is None or (str(path) in str(error) and error.remedy)
        assert len(found) <= len(whole)


def read_texts(content: bytes, name: str, tmp_path: Path) -> list[str]:
    path = tmp_path / "whole"
    path.write_bytes(content)
    return list(read(path, format=name, per_source=count_of(name)).texts)


@pytest.mark.parametrize("name", ALL)
def test_a_damaged_gzip_is_told(name: str, tmp_path: Path) -> None:
    path = tmp_path / "cut.gz"
    path.write_bytes(gzip.compress(GOOD[name].encode())[:-12])
    expect_refusal(path, name, tmp_path)


@pytest.mark.parametrize("name", ALL)
def test_a_missing_file_is_told(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        list(read_chunks(tmp_path / "none", format=name))
    with pytest.raises(InputError):
        list(read_chunks(tmp_path, format=name))


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_a_huge_line_is_told(name: str, tmp_path: Path) -> None:
    path = tmp_path / "huge"
    path.write_bytes(b"x" * (65 << 20))
    error = expect_refusal(path, name, tmp_path)
    assert "longer than" in str(error) or "JSON" in str(error)


@pytest.mark.parametrize(
    ("name", "text", "line", "words"),
    [
        ("moses", "0 ||| a ||| A= 1 ||| 2\n0 ||| b ||| A= 1\n", 2, "3 columns, where the first line has 4"),
        ("moses", "0 ||| a ||| A= 1 ||| 2\n0 ||| b ||| A= 1 ||| x\n", 2, "the total is 'x'"),
        ("moses", "0 ||| a ||| A= 1 2 ||| 2\n0 ||| b ||| A= 1 ||| 2\n", 2, "1 value(s) here and 2 before"),
        ("moses", "0 ||| a ||| A= 1 ||| 2\n0 ||| b ||| A= 1 A= 2 ||| 2\n", 2, "stands here twice"),
        ("moses", "0 ||| a ||| A= 1 ||| 2\n0 ||| b ||| A= x ||| 2\n", 2, "found 'x'"),
        ("moses", "0 ||| a ||| A= 1 ||| 2\n ||| b ||| A= 1 ||| 2\n", 2, "no sentence id"),
        ("moses", "a b ||| c ||| A= 1 ||| 2\n", 1, "an id holds no blanks"),
        ("moses", "a text\n", 1, "no column separator"),
        ("jsonl", '{"id": "0", "candidates": [{"text": "a"}]}\n{"id": "1"}\n', 2, '"candidates"'),
        ("jsonl", '{"id": "0", "candidates": [{"score": 1}]}\n', 1, 'no "text"'),
        ("jsonl", '{"id": "0", "candidates": [{"text": "a"}]\n', 1, "not valid JSON"),
        ("jsonl", '{"id": "0", "candidates": [{"text": "a", "score": "b"}]}\n', 1, "a number should be"),
        ("jsonl", '{"manyways": 2}\n{"id": "0", "candidates": []}\n', 1, "format 2"),
        ("jsonl", '{"manyways": 1, "layout": {"features": 3}}\n', 1, "layout.features"),
        ("sockeye", '{"sentence_id": 1, "translations": ["a"], "scores": [1, 2]}\n', 1, "one length"),
        ("fairseq", "S-0\ta\nH-0\tx\ty\n", 2, "'x' is not a number"),
        ("fairseq", "S-0\ta\nD-0\t-1\ty\n", 2, "before any H-0"),
        ("openai", '{"choices": [{"message": {"content": 3}}]}\n', 1, "the content"),
        ("text", "a\nb\nc\n", 3, "1 line too early for 2 candidates"),
    ],
)
def test_messages_name_the_line(name: str, text: str, line: int, words: str, tmp_path: Path) -> None:
    path = tmp_path / "bad"
    path.write_text(text)
    assert words in str(expect_refusal(path, name, tmp_path, line))


def test_an_unknown_format(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("[1, 2]")
    with pytest.raises(InputError, match="not in any format known here"):
        read(tmp_path / "x")
    with pytest.raises(ConfigError, match="one of jsonl"):
        read(tmp_path / "x", format="mosse")
    (tmp_path / "y").write_text(GOOD["moses"])
    with pytest.raises(ConfigError, match="can be written: jsonl"):
        write(read(tmp_path / "y"), tmp_path / "z", format="sockeye")


# What each reader understands ------------------------------------------------------------------------


def test_moses(tmp_path: Path) -> None:
    (tmp_path / "x").write_text(GOOD["moses"] + "7 ||| z ||| TM0= 1e-3 2 LM0= -inf ||| 1e300 ||| \n")
    lists = read(tmp_path / "x")
    assert lists.ids == ["0", "7"]
    assert lists.feature_names == ("LM0", "TM0[0]", "TM0[1]")
    assert lists.features.tolist() == [[-1, 1, 2], [-2, 1, 3], [-math.inf, 0.001, 2]]
    assert lists.scores.tolist() == [-1.5, -2, 1e300]
    assert lists.links is not None
    assert list(lists.links) == ["0-0", "0-1", ""]
    assert lists.sparse is not None
    assert (lists.sparse.names, lists.sparse.offsets.tolist()) == (("s_x",), [0, 0, 1, 1])


def test_marian(tmp_path: Path) -> None:
    (tmp_path / "x").write_text(GOOD["marian"])
    lists = read(tmp_path / "x")
    assert lists.feature_names == ("F0",)
    assert lists.word_scores is not None
    assert [row.tolist() for row in (lists.word_scores[0], lists.word_scores[1])] == [
        [-1.51923, -0.2195],
        [-1, -0.5, -0.25],
    ]
    assert lists.links is not None
    assert list(lists.links) == ["0-0 1-1", "0-0"]


def test_travatar_keeps_rare_features_sparse(tmp_path: Path) -> None:
    (tmp_path / "x").write_text(GOOD["travatar"])
    lists = read(tmp_path / "x")
    assert lists.scores.tolist() == [-1.5, -2]
    assert lists.feature_names == ("lm", "w")
    assert lists.sparse is not None
    assert lists.sparse.names == ("rare",)


def test_fairseq_is_put_in_order(tmp_path: Path) -> None:
    (tmp_path / "x").write_text(GOOD["fairseq"])
    lists = read(tmp_path / "x")
    assert lists.ids == ["1", "3"]
    assert lists.sources is not None
    assert lists.references is not None
    assert list(lists.sources) == ["ein Haus", "s3"]
    assert list(lists.references[0]) == ["a house !", "t3"]
    assert lists.scores.tolist() == [-0.5, -0.75, -4]
    assert lists.word_scores is not None
    assert lists.word_scores[0].tolist() == [-0.25, -0.5]


def test_sockeye_scores_are_turned(tmp_path: Path) -> None:
    (tmp_path / "x").write_text(GOOD["sockeye"])
    assert read(tmp_path / "x").scores.tolist() == [-0.5, -0.75, -1.5]


def test_openai(tmp_path: Path) -> None:
    (tmp_path / "x").write_text(GOOD["openai"])
    lists = read(tmp_path / "x")
    assert (lists.ids, lists.sizes.tolist(), lists.system_names) == (["q7", "q8"], [2, 0], ("m",))
    assert lists.scores[0] == -3
    assert math.isnan(lists.scores[1])
    body = OPENAI["response"]["body"]  # type: ignore[index]
    (tmp_path / "y").write_text(json.dumps(body, indent=2))
    assert list(read(tmp_path / "y").texts) == ["a house", "one house"]


def test_huggingface_lists_of_lists(tmp_path: Path) -> None:
    (tmp_path / "x").write_text(
        '[[{"generated_text": "a"}, {"generated_text": "b"}], [{"generated_text": "c"}]]'
    )
    lists = read(tmp_path / "x")
    assert lists.sizes.tolist() == [2, 1]


def test_one_file_per_system(tmp_path: Path) -> None:
    for name, text in (("online.en", "a\nb\n"), ("ours.en", "c\nd\n")):
        (tmp_path / name).write_text(text)
    lists = read_systems([tmp_path / "online.en", tmp_path / "ours.en"])
    assert list(lists.texts) == ["a", "c", "b", "d"]
    assert [lists.system_names[i] for i in lists.systems] == ["online", "ours", "online", "ours"]
    (tmp_path / "ours.en").write_text("c\n")
    with pytest.raises(InputError, match="has 1 line,"):
        read_systems([tmp_path / "online.en", tmp_path / "ours.en"])


def test_references(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("x\ny\n")
    (tmp_path / "b.sgm").write_text(
        '<refset setid="t" srclang="any" trglang="en">\n<doc sysid="r1" docid="d"><p>\n<seg id="1"> u &amp; v </seg>\n'
        '<seg id="2">w</seg></p></doc><doc sysid="r2" docid="d"><seg id="1">p</seg>\n<seg id="2">q</seg></doc></refset>'
    )
    sets = read_references([tmp_path / "a", tmp_path / "b.sgm"])
    assert [list(each) for each in sets] == [["x", "y"], ["u & v", "w"], ["p", "q"]]
    (tmp_path / "a").write_text("x\n")
    with pytest.raises(InputError, match="has 2 sentences, others 1"):
        read_references([tmp_path / "a", tmp_path / "b.sgm"])
    (tmp_path / "b.sgm").write_text("<refset><doc><seg>a<seg>b</seg>")
    with pytest.raises(InputError, match="not closed"):
        read_references([tmp_path / "b.sgm"])


def test_texts_that_a_format_cannot_carry(tmp_path: Path) -> None:
    (tmp_path / "x").write_text('{"id": "s", "candidates": [{"text": "a ||| b"}, {"text": "c\\nd"}]}\n')
    lists = read(tmp_path / "x")
    for format, words in (("moses", "holds '|||'"), ("text", "holds a line break")):
        with pytest.raises(InputError, match="sentence 's'") as caught:
            write(lists, tmp_path / "out", format=format)
        assert words.split()[-1].strip("'") in str(caught.value)
    assert not (tmp_path / "out").exists()
