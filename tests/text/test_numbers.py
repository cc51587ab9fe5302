from __future__ import annotations

import pytest

from manyways.text.numbers import NUMBER, localise
from manyways.text.pipeline import TextPipeline
from manyways.text.protect import shield, unshield


@pytest.mark.parametrize(
    ("number", "source", "target", "expected"),
    [
        ("3.500", "de", "en", "3,500"),
        ("3,500", "en", "de", "3.500"),
        ("12,5 %", "de", "en", "12.5%"),
        ("12.5%", "en", "de", "12,5\u00a0%"),
        ("12.5%", "en-GB", "fr", "12,5\u00a0%"),
        ("1 234,5", "fr", "de", "1.234,5"),
        ("1\u202f234", "fr", "en", "1,234"),
        ("1,234,567.89", "en", "fr", "1\u00a0234\u00a0567,89"),
        ("٣٫٥", "ar", "en", "3.5"),
        ("1500", "de", "en", "1500"),
        ("50 %", "de", "en", "50%"),
        # What is open stays.
        ("3.14", "de", "en", "3.14"),
        ("1.2.3", "en", "de", "1.2.3"),
        ("1,50,000", "hi", "en", "1,50,000"),
        ("0,5", "de", "en", "0.5"),
    ],
)
def test_by_rule(number: str, source: str, target: str, expected: str) -> None:
    assert NUMBER.fullmatch(number)
    assert localise(number, source, target) == expected


def test_numbers_of_a_text() -> None:
    text = "Von 3.500 Euro (12,5 %) für 1.200,5 kg bleiben 7, siehe a.org/3.500 und 3.1.2."
    expected = "Von 3,500 Euro (12.5%) für 1,200.5 kg bleiben 7, siehe a.org/3.500 und 3.1.2."
    pipeline = TextPipeline(language="de", casing="keep")
    assert unshield(pipeline.restore(pipeline.prepare([shield(text, ("de", "en"))]))[0]) == expected
