"""What plots are made of: functions that draw one kind of mark, given both scales."""

from __future__ import annotations

import base64
import math
import struct
import zlib
from collections.abc import Sequence
from html import escape
from typing import Any

import numpy as np
import numpy.typing as npt

from manyways.report.scale import Scale

__all__ = [
    "draw_bars",
    "draw_cells",
    "draw_columns",
    "draw_image",
    "draw_line",
    "draw_point",
    "draw_rule",
    "png",
    "ramp",
]

Values = Sequence[float] | npt.NDArray[Any]

# From low to high, as light as they are high, so that a map can be read without seeing colours.
_RAMP = np.array(
    [[35, 23, 75], [58, 62, 140], [36, 112, 153], [31, 157, 138], [120, 198, 84], [250, 231, 60]]
)


def draw_line(
    x: Scale,
    y: Scale,
    points: list[tuple[float, float]],
    style: str,
    dots: str,
    name: str,
    stairs: bool,
    strength: float,
) -> str:
    path, dotted, pen = [], [], "M"
    for px, py in points:
        if not (math.isfinite(px) and math.isfinite(py)):
            pen = "M"
            continue
        across, up = f"{x(px):.1f}", f"{y(py):.1f}"
        path.append(f"H{across}V{up}" if stairs and pen == "L" else f"{pen}{across} {up}")
        if dots:
            tip = escape(f"{name}: {py:.6g} at {px:.6g}" if name else f"{py:.6g} at {px:.6g}")
            place = f'cx="{across}" cy="{up}" r="3.2"'
            dotted.append(f'<circle {place} fill="{dots}"><title>{tip}</title></circle>')
        pen = "L"
    return f'<g opacity="{strength}"><path d="{"".join(path)}" {style}/>{"".join(dotted)}</g>'


def draw_bars(
    x: Scale, y: Scale, xs: Values, ranges: Sequence[tuple[float, float, float]], name: str, colour: str
) -> str:
    found = []
    for at, (low, middle, high) in zip(xs, ranges, strict=True):
        tip = escape(f"{name}: {low:.1f}, {middle:.1f}, {high:.1f}")
        across, ends = x(float(at)), [y(value) for value in (low, middle, high)]
        found.append(
            f'<g><title>{tip}</title><path d="M{across:.1f} {ends[0]:.1f}V{ends[2]:.1f}'
            f"M{across - 5:.1f} {ends[0]:.1f}h10M{across - 5:.1f} {ends[2]:.1f}h10"
            f'" stroke="{colour}" stroke-width="2"/>'
            f'<circle cx="{across:.1f}" cy="{ends[1]:.1f}" r="4" fill="{colour}"/></g>'
        )
    return "".join(found)


def draw_columns(x: Scale, y: Scale, edges: Values, heights: Values, colour: str) -> str:
    found = []
    for left, right, height in zip(edges[:-1], edges[1:], heights, strict=True):
        tip = escape(f"{left:.6g} to {right:.6g}: {height:,.6g}")
        place = f'x="{x(left) + 0.5:.1f}" y="{y(height):.1f}" width="{max(0.5, x(right) - x(left) - 1):.1f}"'
        tall = f'height="{y(0.0) - y(height):.1f}"'
        found.append(f'<rect {place} {tall} fill="{colour}"><title>{tip}</title></rect>')
    return "".join(found)


def draw_rule(x: Scale, y: Scale, at: float | None, level: float | None, style: str) -> str:
    if at is not None:
        return f'<path d="M{x(at):.1f} {y.pixels[0]:.1f}V{y.pixels[1]:.1f}" {style}/>'
    assert level is not None
    return f'<path d="M{x.pixels[0]:.1f} {y(level):.1f}H{x.pixels[1]:.1f}" {style}/>'


def draw_point(x: Scale, y: Scale, at: float, level: float, name: str, colour: str) -> str:
    place = f'cx="{x(at):.1f}" cy="{y(level):.1f}" r="6"'
    return f'<circle {place} fill="{colour}" class="ring"><title>{escape(name)}</title></circle>'


def draw_cells(x: Scale, y: Scale, counts: npt.NDArray[np.integer], colours: list[str]) -> str:
    """Cells of one colour are one path, and neighbours in a row one piece of it."""
    pieces: list[list[str]] = [[] for _ in colours]
    for number, row in enumerate(counts):
        starts = np.flatnonzero(np.append(True, row[1:] != row[:-1]))
        for start, stop in zip(starts, np.append(starts[1:], len(row)), strict=True):
            left, right = x(start + 0.5), x(stop + 0.5)
            top, tall = y(number) + 0.5, y(number + 1) - y(number) - 1
            pieces[int(row[start])].append(f"M{left:.1f} {top:.1f}H{right:.1f}v{tall:.1f}H{left:.1f}z")
    both = zip(pieces, colours, strict=True)
    return "".join(f'<path d="{"".join(each)}" fill="{colour}"/>' for each, colour in both if each)


def draw_image(x: Scale, y: Scale, png: str, window: tuple[float, float, float, float]) -> str:
    left, right, top, bottom = x(window[0]), x(window[1]), y(window[3]), y(window[2])
    place = f'x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" height="{bottom - top:.1f}"'
    return f'<image {place} preserveAspectRatio="none" class="map" href="{png}"/>'


def ramp(shares: npt.NDArray[np.float64]) -> npt.NDArray[np.uint8]:
    """Colours (..., 3) of numbers from 0 to 1."""
    places = np.linspace(0.0, 1.0, len(_RAMP))
    return np.stack([np.interp(shares, places, each) for each in _RAMP.T], axis=-1).round().astype(np.uint8)


def png(pixels: npt.NDArray[np.uint8]) -> str:
    """An image (rows, columns, 3) as the address of itself."""
    tall, wide, _ = pixels.shape
    lines = np.concatenate([np.zeros((tall, 1), np.uint8), pixels.reshape(tall, -1)], axis=1)
    header = struct.pack(">IIBBBBB", wide, tall, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(lines.tobytes(), 9)), (b"IEND", b""))
    raw = b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in parts
    )
    return "data:image/png;base64," + base64.b64encode(raw).decode("ascii")
