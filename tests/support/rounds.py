"""Small settings of diverse rounds, drawn at random."""

from __future__ import annotations

from hypothesis import strategies as st

from manyways.diverse import Dissimilarity, DiverseSettings


def round_settings(*traits: str) -> st.SearchStrategy[DiverseSettings]:
    """traits: those that may cost something."""
    near = st.builds(
        Dissimilarity,
        st.dictionaries(st.integers(1, 4), st.sampled_from([0.5, 1.0]), min_size=1, max_size=2),
        st.sampled_from([None, {"a": "x", "b": "x"}]),
        st.dictionaries(st.sampled_from(traits), st.sampled_from([0.5, 2.0])),
    )
    return st.builds(
        DiverseSettings,
        rounds=st.integers(1, 5),
        each=st.integers(1, 4),
        strength=st.sampled_from([0.0, 0.5, 1.25]),
        unit=st.just("log"),
        dissimilarity=near,
        distinct=st.booleans(),
    )
