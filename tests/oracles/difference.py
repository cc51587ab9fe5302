"""Words that two texts keep: every common subsequence, by recursion, and the one with the most characters."""

from __future__ import annotations

from functools import cache


def most_kept(left: tuple[str, ...], right: tuple[str, ...]) -> int:
    """Characters of the common subsequence that has the most."""

    @cache
    def best(i: int, j: int) -> int:
        if i == len(left) or j == len(right):
            return 0
        skipped = max(best(i + 1, j), best(i, j + 1))
        return max(skipped, len(left[i]) + best(i + 1, j + 1)) if left[i] == right[j] else skipped

    return best(0, 0)
