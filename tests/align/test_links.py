"""Links: text form, symmetrisation, evaluation."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from manyways.align import Links, evaluate, read_links, symmetrise, write_links
from manyways.errors import ConfigError, InputError
from tests.oracles import align as oracle

LINK_SETS = st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=8)
WAYS = ["intersection", "union", "grow-diag", "grow-diag-final", "grow-diag-final-and"]


@given(
    st.lists(st.tuples(LINK_SETS, LINK_SETS), min_size=1, max_size=4), st.sampled_from(["moses", "atools"])
)
def test_symmetrise_is_its_definition(pairs: list[tuple[set, set]], order: str) -> None:
    forward, backward = (Links.from_pairs(sorted(pair[k]) for pair in pairs) for k in (0, 1))
    for how in WAYS:
        got = symmetrise(forward, backward, how, order=order)
        for (left, right), links in zip(pairs, got, strict=True):
            assert set(links) == oracle.symmetrise(set(left), set(right), how, order)
            assert links == sorted(set(links))


@pytest.mark.parametrize(
    "forward, backward, gold, order",
    [
        ("giza.de2en", "giza.en2de", "giza.gdfa", "moses"),
        ("fast_align.fwd", "fast_align.rev", "fast_align.gdfa", "atools"),
    ],
)
def test_symmetrise_equals_the_peers(peers: Path, forward: str, backward: str, gold: str, order: str) -> None:
    """Moses 3445289 symal; fast_align cab1e9a atools."""
    left, right, wanted = (read_links(peers / "align" / f"{n}.txt.gz") for n in (forward, backward, gold))
    got = symmetrise(left, right, "grow-diag-final-and", order=order, threads=2)
    assert len(got) == 2000
    assert list(got) == [sorted(links) for links in wanted]


def test_threads_do_not_matter() -> None:
    rng = np.random.default_rng(1)
    sides = [Links.from_pairs([rng.integers(0, 9, (12, 2)).tolist() for _ in range(5000)]) for _ in range(2)]
    results = [list(symmetrise(*sides, threads=n)) for n in (1, 3)]
    assert results[0] == results[1]


def test_text_round_trip(tmp_path: Path) -> None:
    text = "0-0 1-2\n\n12-3 0-65535\n"
    (tmp_path / "a").write_text(text)
    links = read_links(tmp_path / "a")
    assert list(links) == [[(0, 0), (1, 2)], [], [(12, 3), (0, 65535)]]
    write_links(links, tmp_path / "b.gz")
    assert list(read_links(tmp_path / "b.gz")) == list(links)
    write_links(links, tmp_path / "c")
    assert (tmp_path / "c").read_text() == text


def test_probabilities_and_possible_links(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b" 0-0:0.5\t1p2:0.25 \r\n3-3\n")
    links = read_links(tmp_path / "a")
    assert list(links) == [[(0, 0), (1, 2)], [(3, 3)]]
    assert links.probability.tolist() == [0.5, 0.25, 1.0]
    assert links.possible.tolist() == [0, 1, 0]
    write_links(links, tmp_path / "b")
    assert (tmp_path / "b").read_text() == "0-0:0.5000 1-2:0.2500\n3-3:1.0000\n"


@pytest.mark.parametrize(
    "bad",
    [
        "0_1",
        "0-",
        "-1-2",
        "1--2",
        "a-b",
        "1-2x",
        "1-2:",
        "1-2:nan",
        "1-2:1.5",
        "65536-0",
        "0-99999999999",
        "\x00",
    ],
)
def test_a_bad_link_has_a_place(tmp_path: Path, bad: str) -> None:
    (tmp_path / "a").write_text(f"0-0\n1-1 {bad}\n")
    with pytest.raises(InputError, match=r"line 2.*is not a link"):
        read_links(tmp_path / "a")


def test_evaluate() -> None:
    gold = Links.from_pairs([[(0, 0), (1, 1), (2, 2)], [(0, 0)]])
    gold = Links(gold.source, gold.target, gold.offsets, gold.probability, np.array([0, 0, 1, 0], np.uint8))
    found = Links.from_pairs([[(0, 0), (2, 2), (3, 3)], [], [(5, 5)]])  # the third has no gold links
    quality = evaluate(found, gold)
    assert quality.links == 3
    assert quality.precision == pytest.approx(2 / 3)
    assert quality.recall == pytest.approx(1 / 3)
    assert quality.error_rate == pytest.approx(1 - (1 + 2) / (3 + 3))
    assert quality.f1 == pytest.approx(2 * 2 / (3 + 4))


def test_evaluate_edges() -> None:
    nothing = Links.from_pairs([[], []])
    assert evaluate(nothing, nothing).error_rate == 0.0
    with pytest.raises(InputError, match="gold links for 2 sentences"):
        evaluate(Links.from_pairs([[]]), nothing)


def test_unequal_directions_are_refused() -> None:
    with pytest.raises(InputError, match="one direction has 1"):
        symmetrise(Links.from_pairs([[]]), Links.from_pairs([[], []]))
    with pytest.raises(ConfigError, match="one of"):
        symmetrise(Links.from_pairs([[]]), Links.from_pairs([[]]), "grow")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="too many for one sentence"):
        symmetrise(Links.from_pairs([[(60000, 60000)]]), Links.from_pairs([[]]))
