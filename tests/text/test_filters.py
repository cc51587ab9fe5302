from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from manyways.errors import ConfigError
from manyways.text.column import TextColumn
from manyways.text.corpus import ParallelCorpus, read_corpus
from manyways.text.filters import FilterSettings, filter_pairs
from manyways.text.splits import SplitSettings, split_by_content

TEXT = st.lists(st.sampled_from(["a", "b", "я", "7"]), max_size=4).map(" ".join)
PAIRS = st.lists(st.tuples(TEXT, TEXT), max_size=12)


def corpus_of(pairs: list[tuple[str, str]]) -> ParallelCorpus:
    return ParallelCorpus(
        TextColumn.from_texts([one for one, _ in pairs]), TextColumn.from_texts([other for _, other in pairs])
    )


def filter_slowly(pairs: list[tuple[str, str]], settings: FilterSettings) -> list[str]:
    """The oracle: one pair after the other; the reason, or nothing where it stays."""
    reasons: list[str] = []
    seen: set[tuple[str, str]] = set()
    for source, target in pairs:
        lengths = sorted((len(source.split()), len(target.split())))
        share = [
            sum(c in "ab" for c in s if c.isalpha()) / max(1, sum(map(str.isalpha, s)))
            for s in (source, target)
        ]
        wrong = any(
            value < settings.min_script and any(map(str.isalpha, s))
            for value, s in zip(share, (source, target), strict=True)
        )
        if lengths[0] < settings.min_length:
            reasons.append("too short")
        elif lengths[1] > settings.max_length:
            reasons.append("too long")
        elif lengths[1] > settings.max_ratio * max(lengths[0], 1):
            reasons.append("uneven lengths")
        elif wrong:
            reasons.append("wrong script")
        elif not settings.duplicates and (source, target) in seen:
            reasons.append("duplicate")
        else:
            reasons.append("")
            seen.add((source, target))
    return reasons


@given(PAIRS, st.integers(0, 1), st.integers(1, 4), st.sampled_from([1.0, 2.0, 9.0]), st.booleans())
def test_same_as_one_by_one(
    pairs: list[tuple[str, str]], low: int, high: int, ratio: float, duplicates: bool
) -> None:
    settings = FilterSettings(min_length=low, max_length=high, max_ratio=ratio, duplicates=duplicates)
    kept, report = filter_pairs(corpus_of(pairs), settings, source_language="en", target_language="de")
    reasons = filter_slowly(pairs, settings)
    assert kept.tolist() == [i for i, reason in enumerate(reasons) if not reason]
    assert {reason: each.count for reason, each in report.dropped.items()} == {
        reason: reasons.count(reason) for reason in reasons if reason
    }
    assert report.kept + sum(each.count for each in report.dropped.values()) == report.total == len(pairs)
    for reason, dropped in report.dropped.items():
        first = reasons.index(reason)
        assert dropped.examples[0] == (first, *pairs[first])


def test_the_report_reads_well() -> None:
    corpus = corpus_of([("a", "b"), ("a", "b"), ("", "b"), ("a b", "я")])
    _, report = filter_pairs(corpus, source_language="en", target_language="en")
    assert str(report) == (
        "1 of 4 pairs kept; 1 too short (first: line 3); 1 wrong script (first: line 4);"
        " 1 duplicate (first: line 2)"
    )


def test_settings_are_checked() -> None:
    with pytest.raises(ConfigError, match=r"filter\.min_length"):
        FilterSettings(min_length=81)
    with pytest.raises(ConfigError, match=r"filter\.max_ratio"):
        FilterSettings(max_ratio=float("nan"))
    with pytest.raises(ConfigError, match=r"filter\.min_script"):
        FilterSettings(min_script=2)
    with pytest.raises(ConfigError, match=r"split\.tune"):
        SplitSettings(tune=-0.1)
    with pytest.raises(ConfigError, match=r"split\.test must be less than 0.5"):
        SplitSettings(tune=0.5, test=0.5)


@given(st.lists(TEXT, max_size=20), st.lists(TEXT, max_size=20), st.randoms())
def test_a_text_keeps_its_part_when_the_corpus_grows(
    first: list[str], more: list[str], random: object
) -> None:
    settings = SplitSettings(tune=0.3, test=0.3)

    def parts(texts: list[str]) -> dict[str, str]:
        split = split_by_content(TextColumn.from_texts(texts), settings)
        named = {"train": split.train, "tune": split.tune, "test": split.test}
        assert sorted(np.concatenate(list(named.values())).tolist()) == list(range(len(texts)))
        return {texts[i]: name for name, indices in named.items() for i in indices}

    grown = [*first, *more]
    random.shuffle(grown)  # type: ignore[attr-defined]
    before, after = parts(first), parts(grown)
    assert all(after[text] == part for text, part in before.items())


def test_shares_are_as_asked() -> None:
    texts = TextColumn.from_texts(f"sentence {i}" for i in range(20_000))
    split = split_by_content(texts, SplitSettings(tune=0.1, test=0.2))
    assert len(split.tune) == pytest.approx(2000, rel=0.1)
    assert len(split.test) == pytest.approx(4000, rel=0.1)
    other = split_by_content(texts, SplitSettings(tune=0.1, test=0.2, seed=2))
    assert not np.array_equal(split.test, other.test)


def test_real_corpus(data: Path) -> None:
    folder = data / "europarl-de-en"
    corpus = read_corpus(folder / "dev.de", folder / "dev.en")
    kept, report = filter_pairs(corpus, source_language="de", target_language="en")
    assert report.kept == len(kept) > 0.99 * len(corpus)
    swapped, _ = filter_pairs(corpus, source_language="ru", target_language="en")
    assert len(swapped) == 0
