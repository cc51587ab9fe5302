"""Word alignment: which word of a sentence answers to which word of its translation."""

from manyways.align.aligner import AlignmentModel, AlignSettings, align, align_texts
from manyways.align.links import Links, Quality, evaluate, read_links, symmetrise, write_links

__all__ = [
    "AlignSettings",
    "Links",
    "Quality",
    "AlignmentModel",
    "align",
    "align_texts",
    "evaluate",
    "read_links",
    "symmetrise",
    "write_links",
]
