"""Pictures with a row for each name: points with intervals, or bars; every row says its number.

    plot = RowPlot(x="BLEU")
    plot.interval("Online-A", 31.2, 30.1, 32.4)
    plot.interval("chosen", 33.0, 31.9, 34.0, strong=True)
    plot.rule(31.2)
    plot.svg("BLEU of the systems, with 95 % intervals.")

All rows share one scale. Colours are the page's, as in `manyways.report.svg`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape

from manyways.report.scale import Scale
from manyways.report.svg import series, text_width

__all__ = ["RowPlot"]

_TALL = 24  # pixels of a row
_LONGEST = 20  # letters of a name that are shown
_AXIS = 46


@dataclass(frozen=True)
class _Row:
    name: str
    value: float
    low: float
    high: float
    label: str
    strong: bool

    @property
    def colour(self) -> str:
        return series(0) if self.strong else "var(--rule)"


@dataclass
class RowPlot:
    """x: what the numbers are. width: in pixels. bars: from 0 to each value, not points with intervals."""

    x: str
    width: float = 400
    bars: bool = False
    _rows: list[_Row] = field(default_factory=list)
    _rules: list[float] = field(default_factory=list)

    def interval(
        self, name: str, value: float, low: float, high: float, *, label: str = "", strong: bool = False
    ) -> None:
        """A point, and a line from low to high."""
        self._rows.append(_Row(name, value, low, high, label or f"{value:.1f}", strong))

    def bar(self, name: str, value: float, *, label: str, strong: bool = False) -> None:
        self._rows.append(_Row(name, value, 0.0, value, label, strong))

    def rule(self, x: float) -> None:
        """A dashed line down all rows."""
        self._rules.append(x)

    def svg(self, title: str) -> str:
        """The picture as an element of a page."""
        names = [_short(row.name) for row in self._rows]
        left = 14 + 1.05 * max(map(text_width, names), default=0.0)
        right = self.width - 12 - 1.1 * max((text_width(row.label) for row in self._rows), default=0.0)
        bottom = 8.0 + _TALL * len(self._rows)
        ends = [end for row in self._rows for end in (row.low, row.high)] + self._rules
        scale = Scale.over(ends, (0.0, max([*ends, 1e-9])) if self.bars else None, (left, right))
        found = [self._axis(scale, bottom)]
        for number, (row, name) in enumerate(zip(self._rows, names, strict=True)):
            found.append(self._drawn(row, name, scale, 8.0 + _TALL * (number + 0.5)))
        told = "; ".join(f"{row.name}: {row.label}" for row in self._rows)
        size = f'viewBox="0 0 {self.width:.0f} {bottom + _AXIS:.0f}" width="{self.width:.0f}"'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} height="{bottom + _AXIS:.0f}" role="img">'
            f"<title>{escape(title)}</title><desc>{escape(told)}</desc>{''.join(found)}</svg>"
        )

    def _axis(self, scale: Scale, bottom: float) -> str:
        left, right = scale.pixels
        found = [f'<path class="axis" d="M{left:.1f} {bottom:.1f}H{right:.1f}"/>']
        for value, name in scale.ticks(most=6):
            found.append(f'<path class="grid" d="M{scale(value):.1f} 8V{bottom:.1f}"/>')
            found.append(
                f'<text x="{scale(value):.1f}" y="{bottom + 16:.1f}" text-anchor="middle">{name}</text>'
            )
        for x in self._rules:
            found.append(f'<path class="reference" d="M{scale(x):.1f} 4V{bottom:.1f}"/>')
        place = f'x="{(left + right) / 2:.1f}" y="{bottom + 36:.1f}"'
        found.append(f'<text class="label" {place} text-anchor="middle">{escape(self.x)}</text>')
        return "".join(found)

    def _drawn(self, row: _Row, name: str, scale: Scale, y: float) -> str:
        style = ' class="strong"' if row.strong else ""
        across = f"{scale(row.value):.1f}"
        if self.bars:
            wide = max(0.0, scale(row.value) - scale.pixels[0])
            mark = (
                f'<rect x="{scale.pixels[0]:.1f}" y="{y - 7:.1f}" width="{wide:.1f}" height="14" rx="2" '
                f'fill="{row.colour}"/>'
            )
            end = scale(row.value)
        else:
            mark = (
                f'<path d="M{scale(row.low):.1f} {y:.1f}H{scale(row.high):.1f}" stroke="{row.colour}" '
                f'stroke-width="2"/><circle cx="{across}" cy="{y:.1f}" r="4" fill="{row.colour}"/>'
            )
            end = scale.pixels[1]
        before, after = (f'x="{x:.1f}" y="{y + 4:.1f}"' for x in (scale.pixels[0] - 8, end + 8))
        return (
            f"<g><title>{escape(f'{row.name}: {row.label}')}</title>"
            f'<text {before} text-anchor="end">{escape(name)}</text>'
            f"{mark}<text{style} {after}>{escape(row.label)}</text></g>"
        )


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"
