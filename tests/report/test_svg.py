"""Pictures: well-formed, at the right places, with round ticks, and told to those who cannot see them."""

from __future__ import annotations

import base64
import struct
import zlib
from xml.etree import ElementTree

import numpy as np
import pytest

from manyways.report.marks import png, ramp
from manyways.report.scale import Scale
from manyways.report.svg import Plot, series

SVG = "{http://www.w3.org/2000/svg}"


def parsed(plot: Plot, title: str = "A & B") -> ElementTree.Element:
    return ElementTree.fromstring(plot.svg(title))


def texts(root: ElementTree.Element) -> list[str]:
    return [each.text or "" for each in root.iter(f"{SVG}text")]


def full() -> Plot:
    plot = Plot(x="<x>", y="y & z", whole=True)
    plot.line([1, 2, 3], [3.0, float("-inf"), 5.0], "a < b", dots=True)
    plot.line([1, 2, 3], [1.0, 4.0, 2.0], "second", colour=series(1), dash=1, stairs=True, strength=0.5)
    plot.bars([1, 2], [(1.0, 2.0, 3.0), (2.0, 3.0, 4.0)], "ranges", series(2))
    plot.rule(x=2.0, name="here")
    plot.rule(y=4.5, name="so much")
    return plot


def test_a_picture_is_told() -> None:
    root = parsed(full())
    assert root.get("role") == "img"
    assert root[0].tag == f"{SVG}title"
    assert root[0].text == "A & B"
    told = root[1].text or ""
    for part in ("<x> from", "y & z from", "a < b", "second", "ranges", "here", "so much"):
        assert part in told
        assert part.removesuffix(" from") in texts(root)


def test_equal_plots_are_equal_text_and_ids_of_others_differ() -> None:
    assert full().svg("x") == full().svg("x")
    other = full()
    other.line([1, 2], [1, 2])
    ids = [next(parsed(each, "x").iter(f"{SVG}clipPath")).get("id") for each in (full(), other)]
    assert ids[0] != ids[1]


def test_points_are_where_their_numbers_are() -> None:
    plot = Plot(x_range=(0.0, 4.0), y_range=(0.0, 10.0))
    plot.line([0, 1, 2, 4], [0.0, 5.0, 10.0, float("nan")], dots=True)
    places = [(float(c.get("cx", "")), float(c.get("cy", ""))) for c in parsed(plot).iter(f"{SVG}circle")]
    assert len(places) == 3  # a value that is no number is not drawn
    (x0, y0), (x1, y1), (x2, y2) = places
    assert x1 - x0 == pytest.approx(x2 - x1, abs=0.2)
    assert y0 - y1 == pytest.approx(y1 - y2, abs=0.2)  # upward is less
    assert y0 - y2 == pytest.approx(plot.height, abs=0.2)


def test_stairs_are_level_up_to_the_next_point_and_gaps_stay_open() -> None:
    plot = Plot(x_range=(0.0, 4.0), y_range=(0.0, 10.0))
    plot.line([0, 1, 2, 3], [1.0, 2.0, float("inf"), 3.0], stairs=True)
    path = next(each for each in parsed(plot).iter(f"{SVG}path") if "stroke-width" in each.attrib)
    drawn = path.get("d", "")
    assert drawn.count("M") == 2
    assert drawn.count("H") == drawn.count("V") == 1
    assert drawn.index("H") < drawn.index("V")  # on the level first, then up


def test_cells_cover_the_area_once() -> None:
    counts = np.array([[0, 0, 1, 2], [2, 2, 2, 2]])
    plot = Plot(rows=["das", "漢字"], height=40)
    plot.cells(counts, [("#111", "none"), ("#222", "one"), ("#333", "two")])
    root = parsed(plot)
    pieces = [
        each.get("d", "").count("M") for each in root.iter(f"{SVG}path") if each.get("fill", "")[:1] == "#"
    ]
    assert pieces == [1, 1, 2]  # neighbours of one kind are one piece
    assert {"das", "漢字", "none", "one", "two"} <= set(texts(root))


def test_a_map_is_an_image_with_its_colours_beside() -> None:
    plot = Plot(x="a", y="b", bar=(0.0, 10.0, "BLEU"))
    plot.image(np.arange(12.0).reshape(3, 4), (-1.0, 1.0, 0.0, 2.0))
    plot.point(0.5, 1.0, "here", "#ffffff")
    root = parsed(plot)
    images = list(root.iter(f"{SVG}image"))
    assert len(images) == 2
    assert all(each.get("href", "").startswith("data:image/png;base64,") for each in images)
    assert {"BLEU", "here", "10"} <= set(texts(root))


def test_an_empty_plot_and_a_single_point_are_drawn() -> None:
    assert texts(parsed(Plot(x="x")))
    for log in (False, True):
        plot = Plot(log=log)
        plot.line([3], [5.0], dots=True)
        assert len(list(parsed(plot).iter(f"{SVG}circle"))) == 1


def test_long_legends_are_wrapped() -> None:
    plot = Plot()
    for number in range(20):
        plot.line([0, 1], [0, number], f"LexicalReordering0[{number}]", colour=series(number))
    root = parsed(plot)
    for text in root.iter(f"{SVG}text"):
        assert len(text.text or "") < 40
    places = [
        each.get("transform", "") for each in root.iter(f"{SVG}g") if "translate" in each.get("transform", "")
    ]
    across = [float(each[10:].split()[0]) for each in places]
    assert len(places) == 20
    assert max(across) < 700
    assert len({each.split()[1] for each in places}) >= 4


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0.0, 10.0, ["0", "2", "4", "6", "8", "10"]),
        (-0.31, 0.29, ["−0.3", "−0.2", "−0.1", "0.0", "0.1", "0.2"]),
        (998.0, 5012.0, ["1,000", "2,000", "3,000", "4,000", "5,000"]),
        (0.0, 0.0004, ["0.0000", "0.0001", "0.0002", "0.0003", "0.0004"]),
    ],
)
def test_ticks_are_round(low: float, high: float, expected: list[str]) -> None:
    assert [name for _, name in Scale(low, high, (0, 1)).ticks(most=6)] == expected


def test_whole_ticks_are_whole() -> None:
    assert [name for _, name in Scale(-0.1, 3.2, (0, 1)).ticks(most=10, whole=True)] == ["0", "1", "2", "3"]


def test_logarithms_make_ratios_distances() -> None:
    scale = Scale(1.0, 100.0, (0.0, 200.0), log=True)
    assert [scale(value) for value in (1.0, 10.0, 100.0)] == pytest.approx([0.0, 100.0, 200.0])
    assert [name for _, name in scale.ticks(most=6)] == ["1", "10", "100"]


def test_the_image_is_a_png_of_these_pixels() -> None:
    """Read back by hand: signature, header, checksums, rows without filter."""
    pixels = np.arange(24, dtype=np.uint8).reshape(2, 4, 3)
    raw = base64.b64decode(png(pixels).partition(",")[2])
    assert raw[:8] == b"\x89PNG\r\n\x1a\n"
    at, parts = 8, {}
    while at < len(raw):
        (size,) = struct.unpack(">I", raw[at : at + 4])
        kind, body = raw[at + 4 : at + 8], raw[at + 8 : at + 8 + size]
        assert struct.unpack(">I", raw[at + 8 + size : at + 12 + size]) == (zlib.crc32(kind + body),)
        parts[kind], at = body, at + 12 + size
    assert struct.unpack(">IIBBBBB", parts[b"IHDR"]) == (4, 2, 8, 2, 0, 0, 0)
    rows = np.frombuffer(zlib.decompress(parts[b"IDAT"]), np.uint8).reshape(2, 13)
    assert (rows[:, 0] == 0).all()
    np.testing.assert_array_equal(rows[:, 1:].reshape(2, 4, 3), pixels)


def test_higher_is_lighter() -> None:
    light = ramp(np.linspace(0, 1, 50)) @ [0.2126, 0.7152, 0.0722]
    assert (np.diff(light) > 0).all()


def test_columns_stand_on_nought_and_names_beside_the_ends_of_lines() -> None:
    plot = Plot(width=400)
    plot.columns([0, 1, 2], [3, 6])
    plot.line([0, 2], [1.0, 5.0], "first", at_end=True)
    plot.line([0, 2], [1.0, 5.0], "second", colour=series(1), at_end=True)
    root = parsed(plot)
    tall = [
        float(each.get("height", "")) for each in root.iter(f"{SVG}rect") if each.get("fill") == series(0)
    ]
    assert tall[1] == pytest.approx(2 * tall[0], abs=0.2)
    ends = {
        each.text: float(each.get("y", "")) for each in root.iter(f"{SVG}text") if each.get("class") == "end"
    }
    assert set(ends) == {"first", "second"}
    assert abs(ends["first"] - ends["second"]) >= 12  # moved apart
    assert root.get("width") == "400"
    assert "first, second" in (root[1].text or "")
