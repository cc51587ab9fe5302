from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from manyways.errors import InputError, ModelError
from manyways.model.moses_ini import format_moses_ini, read_moses_ini
from manyways.model.weights import Weights
from tests.support.damage import damaged

number = st.floats(allow_nan=False, allow_infinity=False)
names = st.text("ABab0_", min_size=1, max_size=5).filter(
    lambda name: not name[-1].isdigit() or "_" not in name
)
some_weights = st.dictionaries(names, st.lists(number, min_size=1, max_size=3), min_size=1, max_size=4)


@given(some_weights, st.sampled_from(["w.toml", "w.json", "w.ini"]))
def test_weights_come_back_from_every_form(tmp_path: Path, values: dict[str, list[float]], name: str) -> None:
    weights = Weights(values)
    weights.write(tmp_path / name)
    assert Weights.read(tmp_path / name) == weights


@given(some_weights)
def test_components_and_vector_agree(values: dict[str, list[float]]) -> None:
    weights = Weights(values)
    components = weights.components()
    assert weights.vector(list(components)).tolist() == [n for value in values.values() for n in value]
    assert Weights.from_components(list(components), list(components.values())) == weights


POOL = ["TM[0]", "TM[1]", "TM[2]", "TM[10]", "TM", "LM0", "LM0[0]", "x[7]", "x[8]", "[y]", "a=b", "c#d"]


@given(st.lists(st.sampled_from(POOL), min_size=1, unique=True), st.sampled_from(["toml", "json", "ini"]))
def test_components_keep_their_weights_in_any_order_and_any_choice(
    tmp_path: Path, names: list[str], suffix: str
) -> None:
    vector = np.arange(1.0, len(names) + 1)
    weights = Weights.from_components(names, vector)
    assert weights.vector(names).tolist() == vector.tolist()
    assert weights.replaced(names[::-1], -vector[::-1]).vector(names).tolist() == (-vector).tolist()
    weights.write(tmp_path / f"weights.{suffix}")
    assert Weights.read(tmp_path / f"weights.{suffix}").vector(names).tolist() == vector.tolist()


def test_components_in_the_order_of_their_names_are_put_together() -> None:
    names = sorted(f"TM[{i}]" for i in range(12))  # TM[10] before TM[2]
    found = Weights.from_components(names, [float(name[3:-1]) for name in names])
    assert found.plain() == {"TM": [float(i) for i in range(12)]}


def test_replacing_some_leaves_the_rest() -> None:
    weights = Weights({"LM0": 0.5, "T": [1, 2]})
    assert weights.replaced(["T[1]"], np.array([7.0])) == Weights({"LM0": 0.5, "T": [1, 7]})
    with pytest.raises(ModelError, match="no weight for U"):
        weights.vector(["LM0", "U"])
    with pytest.raises(ModelError, match="finite"):
        Weights({"LM0": float("nan")})


INI = """[feature]
UnknownWordPenalty
WordPenalty
PhraseDictionaryMemory name=TM num-features=2 path=pt.gz
KENLM path=lm.arpa
[distortion-limit]
4
[weight]
WordPenalty0= -1
TM= 0.1 0.2   # comment
KENLM0= 0.5
"""


def test_a_moses_ini_is_read_with_names_and_checked(tmp_path: Path) -> None:
    path = tmp_path / "moses.ini"
    path.write_text(INI)
    ini = read_moses_ini(path)
    assert [feature.name for feature in ini.features] == [
        "UnknownWordPenalty0",
        "WordPenalty0",
        "TM",
        "KENLM0",
    ]
    assert ini.weights["UnknownWordPenalty0"] == (1.0,)
    assert (ini.number("distortion-limit", 6), ini.tables[0].path) == (4, "pt.gz")
    again = tmp_path / "again.ini"
    lines = ["WordPenalty", "KENLM name=KENLM0 path=lm.arpa"]
    kept = Weights({name: ini.weights[name] for name in ("WordPenalty0", "KENLM0")})
    again.write_text(format_moses_ini(lines, kept, distortion_limit=4))
    assert read_moses_ini(again).weights == kept


@damaged("moses_ini")
def test_what_does_not_agree_is_named(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = tmp_path / "moses.ini"
    path.write_text(INI.replace(old, new, 1))
    with pytest.raises(InputError, match=message):
        read_moses_ini(path)


def test_the_peers_files_are_read(peers: Path) -> None:
    ini = read_moses_ini(peers / "moses-de-en" / "moses.ini")
    assert ini.weights["TranslationModel0"] == (0.0611838, 0.0375079, 0.0705903, 0.079598)
    assert read_moses_ini(peers / "hiero" / "moses.ini").is_chart


@pytest.mark.parametrize(
    "content",
    [
        '{"LM0": [0.5, "x"]}',
        '{"LM0": ["x", 0.5]}',
        '{"LM0": [[0.5]]}',
        '{"LM0": []}',
        '{"LM0": true}',
        "{}",
        "[1]",
    ],
)
def test_a_file_with_anything_but_numbers_is_named(tmp_path: Path, content: str) -> None:
    """Also where some of a list are numbers."""
    (tmp_path / "w.json").write_text(content)
    with pytest.raises(InputError, match=r"w\.json: must hold a table of weights"):
        Weights.read(tmp_path / "w.json")


def test_a_line_of_moses_weights_is_read_or_named(tmp_path: Path) -> None:
    path = tmp_path / "moses.ini"
    path.write_text(
        "[feature]\nLM0= x\n[weight]\n# LM1= 7\nLM0= 0.5 # was 1\nTM= 1 -2e-1\n\n[other]\nTM= 3\n"
    )
    assert Weights.read(path).plain() == {"LM0": 0.5, "TM": [1.0, -0.2]}
    for line, why in (
        ("LM0= 1", "LM0 has weights already"),
        ("A= nan", "expected `Name"),
        ("A=", "expected `Name"),
    ):
        path.write_text(f"[weight]\nLM0= 0.5\n{line}\n")
        with pytest.raises(InputError, match=rf"moses\.ini, line 3: {why}"):
            Weights.read(path)
    path.write_text("[weights]\nLM0= 1\n")
    with pytest.raises(InputError, match=r"has no \[weight\] section"):
        Weights.read(path)
