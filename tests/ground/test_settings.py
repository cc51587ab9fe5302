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
