"""Diverse lists: many good translations that differ, chosen from any list.

    from manyways.diverse import Dissimilarity, SelectConfig, select
    few = select(lists, SelectConfig(size=5))

The method is that of Gimpel, Batra, Dyer and Shakhnarovich (EMNLP 2013); docs/diverse.md has figures.
"""

from manyways.diverse.dissimilarity import Dissimilarity
from manyways.diverse.grid import Trial, tune
from manyways.diverse.profile import Profile, profile
from manyways.diverse.select import SelectConfig, select

__all__ = ["Dissimilarity", "Profile", "SelectConfig", "Trial", "profile", "select", "tune"]
