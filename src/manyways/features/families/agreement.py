"""How far the others of its list agree with a candidate, as in `choose --by mbr`: a column per metric."""

from __future__ import annotations

import numpy as np

from manyways.features.base import Columns, Values, feature
from manyways.metrics.consensus import ConsensusSettings, consensus, utilities

__all__ = ["FEATURES"]


@feature("consensus:bleu", "consensus:chrf", pack="basic", metrics=("bleu", "chrf"))
def averaged(columns: Columns) -> Values:
    """Sentence BLEU and chrF against the averaged n-grams of its list, 0 to 100; linear in the list."""
    return _asked(columns, "bleu+chrf", ConsensusSettings(method="aggregate"))


@feature("mbr:bleu", pack="all", metrics=("bleu",))
def mbr_bleu(columns: Columns) -> Values:
    """The mean sentence BLEU against every candidate of its list, 0 to 100."""
    return _asked(columns, "bleu", ConsensusSettings())


@feature("mbr:chrf", pack="all", metrics=("chrf",))
def mbr_chrf(columns: Columns) -> Values:
    """The mean chrF against every candidate of its list, 0 to 100."""
    return _asked(columns, "chrf", ConsensusSettings())


@feature("mbr:ter", pack="all", metrics=("ter",))
def mbr_ter(columns: Columns) -> Values:
    """100 less the mean TER against every candidate of its list; slow for long lists."""
    return _asked(columns, "ter", ConsensusSettings())


def _asked(columns: Columns, names: str, settings: ConsensusSettings) -> Values:
    metrics = utilities(names)
    if columns.lists.candidate_count == 0:
        values = np.zeros((0, len(metrics)))
    else:
        values = consensus(columns.lists, metrics, settings=settings, threads=columns.threads)
    return values if len(metrics) > 1 else values[:, 0]


FEATURES = (averaged, mbr_bleu, mbr_chrf, mbr_ter)
