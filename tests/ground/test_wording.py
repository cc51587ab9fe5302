"""One thing is not called by its plural."""

from __future__ import annotations

import pytest

from manyways.progress import Progress
from manyways.text.filters import FilterReport
from manyways.wording import counted


@pytest.mark.parametrize(
    ("number", "words"), [(0, "0 lines"), (1, "1 line"), (2, "2 lines"), (1200, "1,200 lines")]
)
def test_a_number_and_its_noun(number: int, words: str) -> None:
    assert counted(number, "lines") == words


def test_messages_and_bars_say_it_so() -> None:
    assert str(FilterReport(total=1, kept=1, dropped={})) == "1 of 1 pair kept"
    for total, shown in ((1, "1 of 1 sentence"), (2, "1 of 2 sentences"), (None, "1 sentence")):
        bar = Progress("proving", total=total, unit="sentences")
        bar.advance()
        assert bar._facts().split(",")[0] == shown
