"""Lists of Travatar: the total before the features, which are `name=value`::

0 ||| das Haus ||| -4.2 ||| lm=-7.1 w=2
"""

from __future__ import annotations

from manyways.candidates.formats.attached import attached_format

__all__ = ["FORMAT"]

FORMAT = attached_format("travatar", "Travatar n-best list (name=value)", ("id", "text", "score", "features"))
