"""Pictures for reports, as SVG inside the page.

    plot = Plot(x="candidates per sentence", y="oracle BLEU", log=True)
    plot.line([1, 10, 100], [31.0, 35.5, 39.0], "20 best", dots=True)
    plot.svg("Oracle BLEU against the size of the lists.")

Marks are drawn in the order in which they are added; what has a name is in the legend above, or
beside the end of its line. Colours are the
page's (`--series-0` ... and others in `templates/report.html`), so that they suit light and dark. Equal
plots give equal text. A reader that cannot see gets the title, the axes and the names of what is drawn.
"""

from __future__ import annotations

import math
import unicodedata
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from html import escape
from typing import Any

import numpy as np
import numpy.typing as npt

from manyways.report.marks import (
    draw_bars,
    draw_cells,
    draw_columns,
    draw_image,
    draw_line,
    draw_point,
    draw_rule,
    png,
    ramp,
)
from manyways.report.scale import Scale

__all__ = ["COLOURS", "Plot", "series"]

COLOURS = 10  # that the page has for series
_LETTER = 6.5  # pixels of a letter, about, at the size of labels
_LINE = 19  # pixels of a line of the legend
_DASHES = ("", "7 4", "2 3")

Values = Sequence[float] | npt.NDArray[Any]


def series(number: int) -> str:
    """The colour of the series of that number."""
    return f"var(--series-{number % COLOURS})"


@dataclass(frozen=True)
class _Key:
    """One entry of the legend: a drawing of 24 x 12 pixels, and a name."""

    drawing: str
    name: str


@dataclass
class Plot:
    """One pair of axes. x, y: their labels.

    width: of the picture, height: of the area inside, in pixels. log: the x axis is logarithmic.
    whole: ticks at whole numbers of x. ticks: places and names on the x axis, instead of numbers.
    rows: names of rows on the y axis, from above. x_range, y_range: what is shown; otherwise all that is
    drawn. bar: the lowest and the highest value that a map's colours tell apart, and what they are values of.
    """

    x: str = ""
    y: str = ""
    height: float = 260
    width: float = 760
    log: bool = False
    whole: bool = False
    ticks: Sequence[tuple[float, str]] = ()
    rows: Sequence[str] = ()
    x_range: tuple[float, float] | None = None
    y_range: tuple[float, float] | None = None
    bar: tuple[float, float, str] | None = None
    _marks: list[Callable[[Scale, Scale], str]] = field(default_factory=list)
    _keys: list[_Key] = field(default_factory=list)
    _xs: list[float] = field(default_factory=list)
    _ys: list[float] = field(default_factory=list)
    _ends: list[tuple[float, float, str, str]] = field(default_factory=list)  # x, y, name, colour
    _tight: bool = False  # no room between the marks and the frame

    def line(
        self,
        xs: Values,
        ys: Values,
        name: str = "",
        *,
        colour: str = series(0),
        dots: bool = False,
        stairs: bool = False,
        dash: int = 0,
        width: float = 2.0,
        strength: float = 1.0,
        at_end: bool = False,
    ) -> None:
        """A line through points; values that are not finite leave a gap. stairs: level up to the next x.

        at_end: the name stands where the line ends, not in the legend.
        """
        style = f'stroke="{colour}" stroke-width="{width}"'
        style += f' stroke-dasharray="{_DASHES[dash % 3]}"' if dash % 3 else ""
        points = [(float(x), float(y)) for x, y in zip(xs, ys, strict=True)]
        self._see([x for x, _ in points], [y for _, y in points])
        draw = partial(draw_line, points=points, style=style, dots=colour if dots else "", name=name)
        self._marks.append(partial(draw, stairs=stairs, strength=strength))
        if at_end:
            self._ends.append((*points[-1], name, colour))
            return
        dot = f'<circle cx="12" cy="6" r="3" fill="{colour}"/>' if dots else ""
        self._name(name, f'<g opacity="{strength}"><path d="M0 6H24" {style}/>{dot}</g>')

    def bars(self, xs: Values, ranges: Sequence[tuple[float, float, float]], name: str, colour: str) -> None:
        """From the lowest to the highest of each triple, with a dot at the one between."""
        self._see(list(map(float, xs)), [value for each in ranges for value in each])
        self._marks.append(partial(draw_bars, xs=xs, ranges=ranges, name=name, colour=colour))
        drawing = f'<path d="M12 0V12" stroke="{colour}" stroke-width="2"/>'
        self._name(name, drawing + f'<circle cx="12" cy="6" r="3.5" fill="{colour}"/>')

    def columns(self, edges: Values, heights: Values, colour: str = series(0)) -> None:
        """A histogram: column i stands between edges i and i + 1."""
        self._see(list(map(float, edges)), [0.0, *map(float, heights)])
        self._tight = True
        self._marks.append(partial(draw_columns, edges=edges, heights=heights, colour=colour))

    def rule(
        self, *, x: float | None = None, y: float | None = None, name: str = "", colour: str = "var(--rule)"
    ) -> None:
        """A dashed line all across: upright at x, or level at y."""
        self._see([x] if x is not None else [], [y] if y is not None else [])
        style = f'stroke="{colour}" stroke-width="1.4" stroke-dasharray="5 4"'
        self._marks.append(partial(draw_rule, at=x, level=y, style=style))
        self._name(name, f'<path d="M0 6H24" {style}/>')

    def point(self, x: float, y: float, name: str, colour: str) -> None:
        """A single point that stands out from a map."""
        self._see([x], [y])
        self._marks.append(partial(draw_point, at=x, level=y, name=name, colour=colour))
        self._name(name, f'<circle cx="12" cy="6" r="5" fill="{colour}" class="ring"/>')

    def cells(self, counts: npt.NDArray[np.integer], kinds: Sequence[tuple[str, str]]) -> None:
        """Columns 1, 2, ... of cells, one row for each name in `rows`; a cell's number is its kind: colour,
        name."""
        self._see([0.5, counts.shape[1] + 0.5], [0.0, float(counts.shape[0])])
        self._marks.append(partial(draw_cells, counts=counts, colours=[colour for colour, _ in kinds]))
        for colour, name in kinds:
            self._name(name, f'<rect x="4" width="16" height="12" rx="2" fill="{colour}" class="cell"/>')

    def image(self, values: npt.NDArray[np.float64], window: tuple[float, float, float, float]) -> None:
        """A map over the window (left, right, bottom, top), the first row on top; colours of `bar`."""
        self._see(window[:2], window[2:])
        assert self.bar is not None
        low, high, _ = self.bar
        shares = np.clip((values - low) / max(high - low, 1e-12), 0.0, 1.0)
        self._tight = True
        self._marks.append(partial(draw_image, png=png(ramp(shares)), window=window))

    def svg(self, title: str) -> str:
        """The picture as an element of a page."""
        rows = _wrapped(self._keys, self.width - 20)
        top = 14.0 + _LINE * len(rows)
        left = 22.0 + max(map(text_width, self._y_labels()), default=0.0) + (20 if self.y else 0)
        beside = max((text_width(name) + 8 for _, _, name, _ in self._ends), default=0.0)
        right = self.width - (90.0 if self.bar is not None else 16.0 + beside)
        bottom = top + self.height
        tall = bottom + (44 if self.x else 26)
        x, y = self._scales((left, right), (bottom, top))
        inner = "".join(draw(x, y) for draw in self._marks)
        clip = f"c{zlib.crc32((title + inner).encode()):08x}"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width:g} {tall:.0f}" '
            f'width="{self.width:g}" height="{tall:.0f}" role="img"><title>{escape(title)}</title>'
            f"<desc>{escape(self._description(x, y))}</desc>"
            f'<clipPath id="{clip}"><rect x="{left:.1f}" y="{top - 6:.1f}" width="{right - left:.1f}" '
            f'height="{bottom - top + 12:.1f}"/></clipPath>'
            f"{self._axes(x, y)}"
            f'<g clip-path="url(#{clip})" fill="none" stroke-linejoin="round">{inner}</g>'
            f"{_legend(rows)}{_ends(self._ends, x, y)}{_bar(self.bar, right, top, bottom)}</svg>"
        )

    def _see(self, xs: Sequence[float], ys: Sequence[float]) -> None:
        self._xs += [float(value) for value in xs if math.isfinite(value)]
        self._ys += [float(value) for value in ys if math.isfinite(value)]

    def _name(self, name: str, drawing: str) -> None:
        if name and all(key.name != name for key in self._keys):
            self._keys.append(_Key(drawing, name))

    def _scales(self, across: tuple[float, float], up: tuple[float, float]) -> tuple[Scale, Scale]:
        tight = self._tight or bool(self.rows)
        x = Scale.over(self._xs, self.x_range, across, log=self.log, tight=tight)
        if self.rows:
            return x, Scale.over(self._ys, None, (up[1], up[0]), tight=True)
        return x, Scale.over(self._ys, self.y_range, up, tight=tight)

    def _y_labels(self) -> list[str]:
        if self.rows:
            return list(self.rows)
        return [name for _, name in self._scales((0, 1), (self.height, 0))[1].ticks(most=6)]

    def _axes(self, x: Scale, y: Scale) -> str:
        (left, right), low = x.pixels, max(y.pixels)
        found = [f'<path class="axis" d="M{left:.1f} {low:.1f}H{right:.1f}"/>']
        for number, row in enumerate(self.rows):
            found.append(_text(row, left - 7, y(number + 0.5) + 4, "end"))
        for value, name in [] if self.rows else y.ticks(most=6):
            found.append(f'<path class="grid" d="M{left:.1f} {y(value):.1f}H{right:.1f}"/>')
            found.append(_text(name, left - 7, y(value) + 4, "end"))
        for value, name in self.ticks or x.ticks(most=max(4, int(self.width // 76)), whole=self.whole):
            found.append(f'<path class="axis" d="M{x(value):.1f} {low:.1f}v4"/>')
            found.append(_text(name, x(value), low + 17, "middle"))
        if self.x:
            found.append(_text(self.x, (left + right) / 2, low + 36, "middle", 'class="label"'))
        if self.y:
            turned = f'class="label" transform="translate(14 {sum(y.pixels) / 2:.1f}) rotate(-90)"'
            found.append(_text(self.y, 0, 0, "middle", turned))
        return "".join(found)

    def _description(self, x: Scale, y: Scale) -> str:
        said = [f"{self.x or 'x'} from {x.low:.6g} to {x.high:.6g}"]
        if self.rows:
            said.append("rows: " + ", ".join(self.rows))
        else:
            said.append(f"{self.y or 'y'} from {y.low:.6g} to {y.high:.6g}")
        drawn = [key.name for key in self._keys] + [name for _, _, name, _ in self._ends]
        if drawn:
            said.append("drawn: " + ", ".join(drawn))
        return "; ".join(said)


def _text(text: str, x: float, y: float, anchor: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" {more}>{escape(text)}</text>'


def text_width(text: str) -> float:
    """Pixels of a label, about: Chinese and Japanese letters are twice as wide."""
    return sum(2 * _LETTER if unicodedata.east_asian_width(each) in "WF" else _LETTER for each in text)


def _wrapped(keys: list[_Key], width: float) -> list[list[tuple[float, _Key]]]:
    """Entries with their places, in as many lines as they need."""
    lines: list[list[tuple[float, _Key]]] = []
    at = math.inf
    for key in keys:
        needed = 46 + text_width(key.name)
        if at + needed > width:
            lines.append([])
            at = 0.0
        lines[-1].append((at, key))
        at += needed
    return lines


def _legend(lines: list[list[tuple[float, _Key]]]) -> str:
    found = []
    for number, line in enumerate(lines):
        for at, key in line:
            place = f"translate({at + 22:.1f} {4 + number * _LINE})"
            name = f'<text x="30" y="10">{escape(key.name)}</text>'
            found.append(f'<g transform="{place}">{key.drawing}{name}</g>')
    return "".join(found)


def _ends(ends: list[tuple[float, float, str, str]], x: Scale, y: Scale) -> str:
    """The names of lines beside their ends, moved apart where they would meet."""
    found, lowest = [], -math.inf
    for at, level, name, colour in sorted(ends, key=lambda end: y(end[1])):
        lowest = max(y(level) + 4, lowest + _LINE - 4)
        found.append(_text(name, x(at) + 8, lowest, "start", f'class="end" fill="{colour}"'))
    return "".join(found)


def _bar(bar: tuple[float, float, str] | None, left: float, top: float, bottom: float) -> str:
    """The colours of a map and what they mean."""
    if bar is None:
        return ""
    low, high, name = bar
    scale = Scale(low, high, (bottom, top))
    picture = png(ramp(np.linspace(1.0, 0.0, 64)[:, None]))
    place = f'x="{left + 14:.1f}" y="{top:.1f}" width="14" height="{bottom - top:.1f}"'
    found = [f'<image {place} preserveAspectRatio="none" href="{picture}"/>']
    for value, label in scale.ticks(most=6):
        found.append(_text(label, left + 34, scale(value) + 4, "start"))
    turned = f'class="label" transform="translate({left + 82:.1f} {(top + bottom) / 2:.1f}) rotate(-90)"'
    found.append(_text(name, 0, 0, "middle", turned))
    return "".join(found)
