"""The compiled core of Manyways."""

from manyways._core import (
    base as base,
    graph as graph,
    lm as lm,
    phrases as phrases,
    text as text,
    unicode as unicode
)
