"""Diverse lists: many good translations that differ, out of a search or chosen from any list.

    lists = generate(model, sentences, DiverseSettings(rounds=20, each=50))
    few = select(lists, SelectSettings(size=5))

The method is that of Gimpel, Batra, Dyer and Shakhnarovich (EMNLP 2013); docs/diverse.md has figures.
"""

from manyways.diverse.arpa import write_penalties
from manyways.diverse.dissimilarity import Dissimilarity
from manyways.diverse.generate import DiverseSettings, from_graph, from_graphs, generate
from manyways.diverse.grid import Trial, tune, tune_search
from manyways.diverse.profile import Profile, oracle_curve, profile, signatures, spread
from manyways.diverse.select import SelectSettings, select, select_chunks

__all__ = [
    "Dissimilarity",
    "DiverseSettings",
    "Profile",
    "SelectSettings",
    "Trial",
    "from_graph",
    "from_graphs",
    "generate",
    "oracle_curve",
    "profile",
    "select",
    "select_chunks",
    "signatures",
    "spread",
    "tune",
    "tune_search",
    "write_penalties",
]
