"""Rules as the oracle has them, and as extraction gives them."""

from __future__ import annotations

from hypothesis import strategies as st

from manyways.grammar import RuleSettings
from tests.oracles import phrases as pair_oracle
from tests.oracles import rules as oracle

limits = st.builds(  # and nothing left out
    RuleSettings,
    span=st.integers(1, 6),
    symbols=st.integers(1, 5),
    gaps=st.integers(0, 2),
    hole_source=st.integers(1, 2),
    hole_target=st.integers(1, 2),
    tight=st.booleans(),
    least_pairs=st.just(1),
)


def spelled(corpus: list[pair_oracle.Sentence], row: list[int]) -> oracle.Rule:
    """A row of `extract` in words."""
    s, a, n, c, m, gaps, *holes = row
    parts = tuple(
        pair_oracle.Pair(a + sb, a + sb + sn - 1, c + tb, c + tb + tn - 1)
        for sb, sn, tb, tn in (holes[4 * k : 4 * k + 4] for k in range(gaps))
    )
    return oracle.spell(pair_oracle.Pair(a, a + n - 1, c, c + m - 1), parts, corpus[s])
