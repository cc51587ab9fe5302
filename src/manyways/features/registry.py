"""All features by name, and what `--features` may say: a pack, names, a file of one's own."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from manyways.errors import ConfigError
from manyways.features.base import Feature
from manyways.features.families import (
    agreement,
    class_models,
    collection,
    copying,
    discriminative,
    inverse_model1,
    kept,
    language_models,
    length,
    marks,
    mixed_lm,
    repetition,
    script,
    standing,
    terms,
    treelets,
    verbs,
    word_pairs,
    words,
)

__all__ = ["FEATURES", "PACKS", "find"]

PACKS = {"basic": ("basic", "rich"), "all": ("basic", "all", "rich"), "rich": ("rich",)}
FEATURES: tuple[Feature, ...] = (
    *standing.FEATURES,
    *agreement.FEATURES,
    *length.FEATURES,
    *copying.FEATURES,
    *kept.FEATURES,
    *marks.FEATURES,
    *repetition.FEATURES,
    *script.FEATURES,
    *terms.FEATURES,
    *words.FEATURES,
    *word_pairs.FEATURES,
    *language_models.FEATURES,
    *inverse_model1.FEATURES,
    *mixed_lm.FEATURES,
    *treelets.FEATURES,
    *verbs.FEATURES,
    *discriminative.FEATURES,
    *collection.FEATURES,
    *class_models.FEATURES,
)


def find(name: str, known: Sequence[Feature]) -> Feature:
    """The feature that gives a column of this name; a ConfigError names the nearest."""
    for each in known:
        if each.gives(name):
            return each
    names = [name.removesuffix("*") for each in known for name in each.names]
    near = get_close_matches(name, [*PACKS, *names], 1, 0.5)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join([*PACKS, *names])}"
    raise ConfigError(
        "--features", name, f"basic, all, rich, names of features, or a file that ends in .py: {hint}"
    )
