"""For those who write features: does it keep what every feature promises?

    from manyways.features import check_feature
    check_feature(shouting)                                   # an AssertionError says what is wrong
    check_feature(shouting, twin=lambda text, source: sum(map(str.isupper, text)) / max(len(text), 1))

On small lists full of odd texts: one finite number per candidate, the same whatever the threads, the same for
lists together and one by one, and the same for a list's candidates whoever stands before them in the file.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from manyways.candidates import Candidate, CandidateLists, Sentence, from_sentences
from manyways.features.base import Columns, Feature
from manyways.features.compute import values_of
from manyways.features.resources import Resources

__all__ = ["check_feature", "odd_lists"]

_ODD = (
    "",
    "The house is small .",
    "THE HOUSE, the house, the house!!!",
    "Das Haus kostet 1.000,50 Euro (ungefähr).",
    "It costs 1,000.50 euros (about ] .",
    "see http://example.org/a?b=1, write to x.y@example.org",
    "<b>Bold</b> {name} %s __KEY__ ${x}",
    "房子很小。",
    "дом мал ?",
    "a a a a a a a a",
    "\u0664\u0662 \u00e9e\u0301 \U0001f600",
)


def odd_lists(*, seed: int = 1, sentences: int = 12) -> CandidateLists:
    """Small lists of odd texts, with sources and scores, of two systems; one of them is empty."""
    chance = np.random.default_rng(seed)
    made = []
    for number in range(sentences):
        texts = [str(each) for each in chance.choice(_ODD, size=0 if number == 1 else 1 + number % 5)]
        members = [
            Candidate(each, system="AB"[i % 2], score=float(round(chance.normal(), 2)))
            for i, each in enumerate(texts)
        ]
        made.append(Sentence(str(number), members, source=str(chance.choice(_ODD))))
    return from_sentences(made)


def check_feature(
    feature: Feature,
    *,
    twin: Callable[[str, str], float] | None = None,
    lists: CandidateLists | None = None,
    resources: Resources | None = None,
) -> None:
    """An AssertionError if the feature does not keep its promises on `lists` (odd ones by default).

    twin: the same in plain Python from a text and its source, for a feature of one column; slow and obvious.
    """
    tried = odd_lists() if lists is None else lists
    whole = values_of(feature, Columns(tried, resources, threads=1))
    again = values_of(feature, Columns(tried, resources, threads=3))
    names = ", ".join(feature.names)
    assert list(whole) == list(again), f"{names}: other columns with more threads"
    for name, values in whole.items():
        assert np.array_equal(values, again[name]), f"{name}: other values with more threads, or by chance"
    order = np.arange(len(tried))[::-1]
    turned = values_of(feature, Columns(tried.split(order), resources, threads=1))
    for name, values in whole.items():
        parts = [values[tried.sentence_offsets[s] : tried.sentence_offsets[s + 1]] for s in order]
        assert np.allclose(turned[name], np.concatenate(parts)), f"{name}: depends on more than its own list"
    if twin is not None:
        (values,) = whole.values()
        sources = [""] * len(tried) if tried.sources is None else list(tried.sources)
        for row, text in enumerate(tried.texts):
            slow = twin(text, sources[int(tried.sentence_of[row])])
            assert np.isclose(values[row], slow), (
                f"{names}: {values[row]} for {text!r}, but the twin has {slow}"
            )
