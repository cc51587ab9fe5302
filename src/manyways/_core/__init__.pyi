"""The compiled core of Manyways."""

from manyways._core import (
    align as align,
    base as base,
    candidates as candidates,
    chart as chart,
    diverse as diverse,
    exact as exact,
    geometry as geometry,
    grammar as grammar,
    graph as graph,
    lm as lm,
    metrics as metrics,
    phrases as phrases,
    search as search,
    text as text,
    tune as tune,
    unicode as unicode
)
