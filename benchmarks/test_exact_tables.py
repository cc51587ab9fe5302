"""The tables of a benchmark compare the same sentences with each other."""

from __future__ import annotations

from benchmarks.exact_tables import Run, common_set, seconds_table


def run(i: int, seconds: float, status: str = "optimal") -> Run:
    return Run(i, 5, status, seconds, 1, 0, 0.0, 0.0, 0.0)


def test_a_sentence_that_one_way_did_not_finish_counts_for_none() -> None:
    """Before, the way that lost its hardest sentence had the lower mean and median."""
    ways = {
        "one": [run(1, 1.0), run(2, 2.0), run(3, 90.0)],
        "other": [run(1, 1.5), run(2, 3.0), run(3, 4.0, "gap")],
    }
    assert [each.id for each in common_set(ways)["one"]] == [1, 2]
    table = seconds_table(ways).splitlines()
    assert table[0].startswith("| constraints (one/other; 2 sentences) | 1-10 |")
    assert [line.split(" | ")[1] for line in table[-2:]] == ["1.50/2.25", "1.50/2.25"]
