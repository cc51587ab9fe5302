"""What a campaign of faults counts: first its tries, then what must not happen."""

from __future__ import annotations

from collections.abc import Mapping


def assert_unharmed(figures: Mapping[str, int], *, least: int) -> None:
    """At least so many tries, and nothing came of them."""
    tries, *harm = figures.items()
    assert tries[1] >= least, tries
    assert not any(count for _, count in harm), figures
