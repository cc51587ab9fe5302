"""Seeds: one number from the user, as many independent streams as the work needs.

A stream is named, not counted, so that adding a step does not change the others::

    rng = stream(seed, "mert", restart)
"""

from __future__ import annotations

import hashlib

import numpy as np

__all__ = ["derive_seed", "stream"]


def derive_seed(seed: int, *names: object) -> int:
    """A 63-bit seed for a named part of the work; the same on every machine."""
    text = "\x1f".join([str(seed), *map(str, names)])
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little") >> 1


def stream(seed: int, *names: object) -> np.random.Generator:
    """A NumPy generator for a named part of the work."""
    return np.random.Generator(np.random.PCG64(derive_seed(seed, *names)))
