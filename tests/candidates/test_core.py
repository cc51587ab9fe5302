"""The compiled readers against slow, obvious twins."""

from __future__ import annotations

import itertools
import json
import math
from importlib import resources
from pathlib import Path

import jsonschema
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from manyways._core import candidates as core
from manyways.candidates import Candidate, Sentence, from_sentences, read, read_chunks, write, write_chunks
from manyways.errors import InputError


def column(*texts: bytes) -> tuple[np.ndarray, np.ndarray]:  # type: ignore[type-arg]
    offsets = np.concatenate([[0], np.cumsum([len(each) for each in texts])]).astype(np.int64)
    return np.frombuffer(b"".join(texts), dtype=np.uint8), offsets


def numbers_of(text: str) -> list[float]:
    reader = core.PipedReader("x")
    line = f"0 ||| t ||| A= {text} ||| 0\n"
    reader.feed(np.frombuffer(line.encode(), dtype=np.uint8))
    found: list[float] = reader.take(True)["features"].tolist()
    return found


digits = st.text("0123456789", max_size=20)
decimals = st.builds(
    "{}{}.{}{}".format,
    st.sampled_from(["", "-"]),
    digits.map(lambda text: text or "0"),
    digits,
    st.one_of(st.just(""), st.integers(-330, 330).map("e{}".format)),
)


@given(st.lists(st.one_of(decimals, st.floats(allow_nan=False).map(repr)), min_size=1, max_size=8))
def test_numbers_are_the_nearest_doubles(texts: list[str]) -> None:
    assert [x.hex() for x in numbers_of(" ".join(texts))] == [float(each).hex() for each in texts]


@pytest.mark.parametrize(
    "text",
    [
        "nan",
        "-nan",
        "NaN",
        "inf",
        "-inf",
        "Infinity",
        "+1.5",
        ".5",
        "5.",
        "-.5e1",
        "1e-400",
        "0.1e400",
        "1" * 400,
        "1" * 400 + "e-400",
        "0." + "0" * 400 + "1e500",
    ],
)
def test_unusual_numbers(text: str) -> None:
    assert np.array_equal(numbers_of(text), [float(text)], equal_nan=True)


@pytest.mark.parametrize("text", ["-", ".", "e5", "1e", "1,5", "0x10", "--1", "1.2.3", "1e5.5"])
def test_what_is_no_number(text: str) -> None:
    with pytest.raises(InputError, match="line 1"):
        numbers_of(text)


@given(st.floats(allow_nan=False), st.sampled_from(["general:6", "fixed:4", "shortest", "python"]))
def test_number_styles(value: float, style: str) -> None:
    lists = from_sentences([Sentence("0", [Candidate("t", value)])])
    layout = [("id", 0, 1), ("text", 1, 1), ("score", 1, 0)]
    from manyways.candidates.assemble import to_columns

    line, _ = core.write_piped(to_columns(lists), layout, "= ", "\n", style, "fixed:5")
    written = line.decode().rsplit("||| ", 1)[1].strip()
    if style == "general:6":
        assert written == f"{value:.6g}"
    elif style == "fixed:4":
        assert written == f"{value:.4f}"
    else:
        assert float(written) == value


@given(st.binary(max_size=80))
def test_utf8_is_checked_as_python_does(data: bytes) -> None:
    padded = b"0 ||| " + b"x" * 40 + data.replace(b"\n", b"").replace(b"\r", b"") + b" ||| 1\n"
    reader = core.PipedReader("x")
    try:
        padded.decode()
        good = b"\0" not in padded
    except UnicodeDecodeError:
        good = False
    if good and b"|" not in data:
        reader.feed(np.frombuffer(padded, dtype=np.uint8))
        assert bytes(reader.take(True)["texts"][0].tobytes()).startswith(b"x" * 40)
    elif not good:
        with pytest.raises(InputError, match=r"line 1: (a byte is not UTF-8|holds a zero byte)"):
            reader.feed(np.frombuffer(padded, dtype=np.uint8))


@given(st.text(alphabet=st.characters(exclude_characters="\0", exclude_categories=["Cs"])))
def test_json_strings_are_read_as_python_does(text: str) -> None:
    for escape in (True, False):
        record = {"id": text, "candidates": [{"text": text}], "unknown": [{"a": [text, None, True, 1.5]}]}
        reader = core.JsonlReader("x")
        reader.feed(np.frombuffer(json.dumps(record, ensure_ascii=escape).encode() + b"\n", dtype=np.uint8))
        columns = reader.take(True)
        assert columns["texts"][0].tobytes().decode() == text
        assert columns["ids"][0].tobytes().decode() == text


words = st.text(alphabet="ab\u00fc\u4e2d", min_size=1, max_size=20)


@given(st.lists(st.lists(words, max_size=6), max_size=6), st.sampled_from([" ", "  ", "\t"]))
def test_words_are_interned_once(rows: list[list[str]], blank: str) -> None:
    ids, offsets, vocabulary = core.intern(*column(*[blank.join(row).encode() for row in rows]))
    assert [[vocabulary.word(int(i)) for i in ids[a:b]] for a, b in itertools.pairwise(offsets)] == rows
    assert len(vocabulary) == 3 + len({word for row in rows for word in row})


feature_lists = st.lists(
    st.tuples(st.sampled_from(["LM0", "TM0", "s_a", "s_b", "New"]), st.sampled_from([-1.5, 0.0, 2.0])),
    max_size=5,
    unique_by=lambda pair: pair[0],
)


@given(st.lists(st.tuples(st.integers(0, 2), feature_lists), min_size=1, max_size=8), st.integers(1, 40))
def test_lists_in_blocks_of_any_size(rows: list[tuple[int, list[tuple[str, float]]]], size: int) -> None:
    """Lines, sentences and features come out the same however the bytes are cut."""
    lines = [
        f"{one} ||| t{i} ||| {' '.join(f'{n}= {v:g}' for n, v in features)} ||| {i}\n"
        for i, (one, features) in enumerate(rows)
    ]
    data = "".join(lines).encode()
    reader = core.PipedReader("x")
    features: list[dict[str, float]] = []
    ids: list[str] = []

    def collect(columns: dict[str, object]) -> None:
        dense, sparse = reader.feature_names, reader.sparse_feature_names
        count = len(columns["scores"])  # type: ignore[arg-type]
        matrix = columns["features"].reshape(count, len(dense))  # type: ignore[attr-defined]
        pairs = columns.get("sparse_values")
        for row in range(count):
            found = {name: float(x) for name, x in zip(dense, matrix[row], strict=True) if x != 0.0}
            if pairs is not None:
                span = slice(int(pairs[1][row]), int(pairs[1][row + 1]))  # type: ignore[index]
                names = [sparse[int(i)] for i in columns["sparse_names"][span]]  # type: ignore[index]
                found |= {n: float(x) for n, x in zip(names, pairs[0][span], strict=True) if x != 0.0}  # type: ignore[index]
            features.append(found)
        text, bounds = columns["ids"]  # type: ignore[misc]
        counts = np.diff(columns["sentence_offsets"])  # type: ignore[call-overload]
        for s, n in enumerate(counts.tolist()):
            ids.extend([text[bounds[s] : bounds[s + 1]].tobytes().decode()] * n)

    for start in range(0, len(data), size):
        reader.feed(np.frombuffer(data[start : start + size], dtype=np.uint8))
        if start % 3 == 0:
            collect(reader.take(False))
    reader.finish()
    collect(reader.take(True))
    assert ids == [str(one) for one, _ in rows]
    assert features == [{n: v for n, v in each if v != 0.0} for _, each in rows]


layouts = st.sampled_from(["", " ", "  "])
values = st.sampled_from(["0", "-1.5", "1e-05", "-123.457", "1e+06", "3", "nan", "0.10", "inf"])


@settings(max_examples=50)
@given(
    st.lists(
        st.tuples(
            st.sampled_from("012"),
            st.lists(words, max_size=3),
            st.lists(values, min_size=4, max_size=4),
            layouts,
        ),
        min_size=1,
        max_size=6,
    ),
    st.sampled_from(["= ", ": "]),
    layouts,
    st.sampled_from(["\n", "\r\n"]),
)
def test_any_moses_list_survives_json(
    tmp_path: Path, rows: list[tuple[str, list[str], list[str], str]], label: str, blanks: str, end: str
) -> None:
    text = "".join(
        f"{one} ||| {' '.join(w)}{blanks} ||| {irregular}A{label}{v[0]} B{label}{v[1]} {v[2]} ||| {v[3]}{end}"
        for one, w, v, irregular in rows
    )
    path = tmp_path / "list"
    path.write_bytes(text.encode())
    write_chunks(read_chunks(path, format="moses", chunk=1, keep_raw=True), tmp_path / "there.jsonl")
    write_chunks(read_chunks(tmp_path / "there.jsonl", chunk=2), tmp_path / "back")
    assert (tmp_path / "back").read_bytes().decode() == text
    schema = json.loads(resources.files("manyways.candidates").joinpath("candidates.schema.json").read_text())
    validator = jsonschema.Draft202012Validator(schema)
    for line in (tmp_path / "there.jsonl").read_text(encoding="utf-8").splitlines():
        validator.validate(json.loads(line))


def test_the_schema_refuses_what_the_reader_refuses() -> None:
    schema = json.loads(resources.files("manyways.candidates").joinpath("candidates.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for bad in (
        {"id": "0"},
        {"candidates": [{"score": 1}]},
        {"candidates": [{"text": "a", "score": "x"}]},
        {"candidates": [{"text": "a", "features": {"A": "x"}}]},
        {"candidates": [{"text": 3}]},
        {"candidates": {}},
    ):
        assert not validator.is_valid(bad)
        reader = core.JsonlReader("x")
        with pytest.raises(InputError):
            reader.feed(np.frombuffer(json.dumps(bad).encode() + b"\n", dtype=np.uint8))


def test_what_json_has_no_number_for(tmp_path: Path) -> None:
    features = {"A": math.inf, "B": [math.nan, -math.inf, -0.0]}
    write(from_sentences([Sentence("0", [Candidate("t", -math.inf, features)])]), tmp_path / "x.jsonl")
    lists = read(tmp_path / "x.jsonl")
    assert np.array_equal(lists.features, [[math.inf, math.nan, -math.inf, -0.0]], equal_nan=True)
    assert math.copysign(1, lists.features[0, 3]) == -1
    assert lists.scores.tolist() == [-math.inf]


def test_letters_of_latin_1_have_the_case_that_unicode_gives_them() -> None:
    letters = [chr(c) for c in range(0x21, 0x100) if chr(c) not in "\u00aa\u00b5\u00ba"]
    traits, _, folded, _ = core.profile_rows(*column(*(each.encode() for each in letters)))
    assert (traits & 6).tolist() == [2 * each.isupper() + 4 * each.islower() for each in letters]
    for letter, found in zip(letters, folded, strict=True):
        if letter.lower() in letters:
            assert found == folded[letters.index(letter.lower())]
        assert np.count_nonzero(folded == found) <= 2


@pytest.mark.parametrize("blank_beside", list("!/:;@[`{~\u2010\u205f"))
def test_blanks_beside_marks_do_not_count_and_others_do(blank_beside: str) -> None:
    _, _, _, joined = core.profile_rows(
        *column(*(x.encode() for x in [f"a {blank_beside} b", f"a{blank_beside}b"]))
    )
    assert joined[0] == joined[1]


@pytest.mark.parametrize("letter", list("09AZaz\u00e9\u2009\u2060"))
def test_blanks_beside_letters_count(letter: str) -> None:
    _, _, _, joined = core.profile_rows(*column(*(x.encode() for x in [f"a {letter} b", f"a{letter}b"])))
    assert joined[0] != joined[1]


@pytest.mark.parametrize(
    "character", ["\u0080", "\u07ff", "\u0800", "\ud7ff", "\ue000", "\uffff", "\U00010000", "\U0010ffff"]
)
def test_characters_that_json_writes_as_numbers_are_read(character: str) -> None:
    assert json.dumps(character).startswith('"\\u')
    reader = core.JsonlReader("x")
    line = json.dumps({"id": "0", "candidates": [{"text": character}]}) + "\n"
    reader.feed(np.frombuffer(line.encode(), dtype=np.uint8))
    assert bytes(reader.take(True)["texts"][0]).decode() == character
