"""Lists of cdec and Joshua: features as `name=value`, the total last::

0 ||| das Haus ||| Glue=1 LanguageModel=-7.1 PhraseModel_0=2.5 ||| -4.2
"""

from __future__ import annotations

from manyways.candidates.formats.attached import attached_format

__all__ = ["FORMAT"]

FORMAT = attached_format(
    "cdec", "cdec or Joshua k-best list (name=value)", ("id", "text", "features", "score")
)
