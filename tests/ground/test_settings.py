from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manyways.errors import ConfigError, InputError
from manyways.settings import make_settings, read_settings
from manyways.toml import format_toml, parse_value, read_toml


@dataclass(frozen=True, kw_only=True)
class Inner:
    order: int = 5
    kind: Literal["kn", "wb"] = "kn"


@dataclass(frozen=True, kw_only=True)
class Outer:
    name: str
    rate: float = 0.5
    sizes: tuple[int, ...] = ()
    limit: int | None = None
    inner: Inner = field(default_factory=Inner)


def test_values_are_typed_and_nested() -> None:
    made = make_settings(Outer, {"name": "x", "rate": 1, "sizes": [1, 2], "inner": {"kind": "wb"}})
    assert made == Outer(name="x", rate=1.0, sizes=(1, 2), inner=Inner(kind="wb"))


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"name": "x", "rat": 1}, "rat must be a known setting"),
        ({"name": "x", "rat": 1}, "Did you mean rate?"),
        ({"name": "x", "inner": {"kind": "mkn"}}, "inner.kind must be kn or wb; got 'mkn'"),
        ({"name": "x", "inner": {"order": "5"}}, "inner.order must be a whole number; got '5'"),
        ({"name": "x", "limit": True}, "limit must be a whole number; got True"),
        ({"name": "x", "sizes": [1, "b"]}, r"sizes\[1\] must be a whole number"),
        ({}, "name must be given"),
    ],
)
def test_bad_settings_say_where_and_what(values: dict[str, object], message: str) -> None:
    with pytest.raises(ConfigError, match=message.replace("?", r"\?")):
        make_settings(Outer, values)


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "recipe.toml"
    path.write_text('[train]\nname = "a"\n')
    assert read_settings(Outer, path, table="train") == Outer(name="a")
    path.write_text("[train\n")
    with pytest.raises(InputError, match="is not TOML"):
        read_toml(path)


plain = st.recursive(
    st.booleans() | st.integers(-(2**60), 2**60) | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=5,
)
tables = st.recursive(
    st.dictionaries(st.text(), plain, max_size=4), lambda inner: st.dictionaries(st.text(), inner, max_size=3)
)


@given(tables)
def test_toml_comes_back_as_it_was(tmp_path: Path, values: dict[str, object]) -> None:
    path = tmp_path / "t.toml"
    path.write_text(format_toml(values), encoding="utf-8", newline="\n")
    assert read_toml(path) == values


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3", 3),
        ("-1e-3", -0.001),
        ("true", True),
        ("inf", float("inf")),
        ('"3"', "3"),
        ("LM0", "LM0"),
        ("LM0,TM0[2]", ["LM0", "TM0[2]"]),
        ("1,4.5", [1, 4.5]),
        ("[1, 2]", [1, 2]),
        ("", ""),
    ],
)
def test_values_are_typed_on_the_command_line(text: str, value: object) -> None:
    assert parse_value(text) == value
    assert type(parse_value(text)) is type(value)


@dataclass(frozen=True)
class Optional:
    number: int | None = 1
    always: int = 1


def test_nothing_is_a_value_only_where_the_type_says_so() -> None:
    assert make_settings(Optional, {"number": None}) == Optional(number=None)
    with pytest.raises(ConfigError, match=r"always must be a whole number"):
        make_settings(Optional, {"always": None})
    with pytest.raises(ConfigError, match=r"number must be a whole number"):
        make_settings(Optional, {"number": "x"})


@pytest.mark.parametrize("number", [2**63 - 1, -(2**63), 2**62, 0])
def test_whole_numbers_of_64_bits_are_read_and_others_are_not(tmp_path: Path, number: int) -> None:
    path = tmp_path / "a.toml"
    path.write_text(f"[a]\nb = [{number}]\n")
    assert read_toml(path) == {"a": {"b": [number]}}
    for outside in (2**63, -(2**63) - 1, 3**63):
        path.write_text(f"[a]\nb = [{outside}]\n")
        with pytest.raises(InputError, match="does not fit into 64 bits"):
            read_toml(path)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("[numbr]\nx = 1\n", r"Did you mean \[some\.number\]\?"),
        ("numbr = 1\n", r"Did you mean number below \[some\]\?"),
        ("[thing]\n", r"Did you mean \[some\]\?"),
    ],
)
def test_what_stands_outside_its_table_is_told_where_it_belongs(
    tmp_path: Path, text: str, meant: str
) -> None:
    path = tmp_path / "a.toml"
    path.write_text(text)
    with pytest.raises(InputError, match=meant):
        read_settings(Optional, path, table="some")


def test_tables_in_lists_come_back_as_they_were(tmp_path: Path) -> None:
    values = {"a": {"b": [{"c d": "x", "e": [1, 2]}, {}], "f": {"g": 1}}}
    (tmp_path / "a.toml").write_text(format_toml(values))
    assert read_toml(tmp_path / "a.toml") == values
