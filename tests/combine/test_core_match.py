"""Matching against all matchings there are."""

from __future__ import annotations

import random

import numpy as np
import pytest

from manyways._core import combine as core
from tests.oracles import combine as slow
from tests.support.combining import Tiny, lists_of, random_stages, random_text


@pytest.mark.parametrize("seed", range(150))
def test_each_stage_links_as_many_words_in_the_fewest_chunks(seed: int) -> None:
    chance = random.Random(seed)
    tiny = Tiny(random_stages(chance))
    a, b = random_text(chance, 6, 3), random_text(chance, 6, 3)
    to, kinds, exact = core.match(tiny.words(), np.array(a, np.uint32), np.array(b, np.uint32), 10_000)
    assert exact
    fixed: slow.Pairs = {}
    for kind in tiny.kinds:
        links = {
            i: j for i, (j, how) in enumerate(zip(to.tolist(), kinds.tolist(), strict=True)) if how == kind
        }
        assert all(tiny.keys(kind)[a[i]] == tiny.keys(kind)[b[j]] is not None for i, j in links.items())
        now = fixed | links
        assert len(set(now.values())) == len(now)
        assert slow.objective(now) == slow.best_matching(a, b, tiny.keys(kind), fixed)
        fixed = now


def test_a_narrow_beam_says_that_it_dropped_something() -> None:
    a = np.array([3, 4, 3, 4, 3, 4, 3], np.uint32)
    b = np.array([4, 3, 3, 4, 4, 3, 3], np.uint32)
    to, _, exact = core.match(Tiny().words(), a, b, 1)
    assert not exact
    assert sorted(j for j in to.tolist() if j >= 0) == list(range(7))


def test_components_with_one_word_of_each_are_closed() -> None:
    # 3 and 4 have one stem, 4 and 5 one class: 3 reaches 5 over 4.
    stems = [None, None, None, 0, 0, None, *([None] * 6)]
    classes = [None, None, None, None, 1, 1, *([None] * 6)]
    words = Tiny({slow.STEM: stems, slow.CLUSTER: classes}).words()
    settings = core.MatchSettings()
    lists = lists_of([(3,), (4,), (5,)])
    assert core.link_list(words, lists, settings)[0].tolist() == [[0, 0, -1], [0, 0, 0], [-1, 0, 0]]
    settings.transitive = True
    to, kinds = core.link_list(words, lists, settings)
    assert to.tolist() == [[0, 0, 0]] * 3
    assert kinds.tolist()[0] == [slow.EXACT, slow.STEM, slow.TRANSITIVE]


def test_a_component_with_two_words_of_one_input_stays_as_it_is() -> None:
    stems = [None, None, None, 0, 0, None, *([None] * 6)]
    classes = [None, None, None, None, 1, 1, *([None] * 6)]
    words = Tiny({slow.STEM: stems, slow.CLUSTER: classes}).words()
    settings = core.MatchSettings()
    settings.transitive = True
    to, _ = core.link_list(words, lists_of([(3, 5), (4,), (5,)]), settings)
    assert to.tolist()[0] == [0, 0, -1]


def test_words_that_are_not_in_the_table_are_refused() -> None:
    with pytest.raises(ValueError, match="table of words"):
        core.match(Tiny().words(), np.array([99], np.uint32), np.array([3], np.uint32))
