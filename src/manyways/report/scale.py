"""From numbers to places in a picture, and the ticks of an axis."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Scale"]


@dataclass(frozen=True)
class Scale:
    """Numbers from low to high at places from pixels[0] to pixels[1]; `log` if by their logarithms."""

    low: float
    high: float
    pixels: tuple[float, float]
    log: bool = False

    @staticmethod
    def over(
        values: Sequence[float],
        limits: tuple[float, float] | None,
        pixels: tuple[float, float],
        *,
        log: bool = False,
        tight: bool = False,
    ) -> Scale:
        """A scale of all values, with some room at both ends unless it is tight, or of `limits`."""
        if limits is not None:
            return Scale(*limits, pixels, log)
        low, high = (min(values), max(values)) if values else (0.0, 1.0)
        if low == high:
            half = 0.5 if not log else low / 2
            return Scale(low - half, high + half, pixels, log)
        if tight:
            return Scale(low, high, pixels, log)
        if log:
            room = (high / low) ** 0.04
            return Scale(low / room, high * room, pixels, log)
        return Scale(low - 0.04 * (high - low), high + 0.04 * (high - low), pixels, log)

    def __call__(self, value: float) -> float:
        if self.log:
            share = math.log(value / self.low) / math.log(self.high / self.low)
        else:
            share = (value - self.low) / (self.high - self.low)
        return self.pixels[0] + share * (self.pixels[1] - self.pixels[0])

    def ticks(self, *, most: int, whole: bool = False) -> list[tuple[float, str]]:
        """Round numbers inside, about `most` of them at most, and how they are written."""
        if self.log:
            first, last = math.ceil(math.log10(self.low)), math.floor(math.log10(self.high))
            return [(10.0**power, f"{10.0**power:,g}") for power in range(first, last + 1)]
        step = _round_step((self.high - self.low) / most)
        if whole:
            step = max(1.0, step)
        decimals = max(0, -math.floor(math.log10(step) + 1e-9))
        numbers = range(math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9) + 1)
        return [(n * step, f"{n * step:,.{decimals}f}".replace("-", "\u2212")) for n in numbers]


def _round_step(least: float) -> float:
    """The smallest of 1, 2, 5, 10, 20, ... (or 0.5, 0.2, ...) that is not below `least`."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least * (1 - 1e-9))
