"""Features for anybody's lists: columns of numbers that tuning, choosing and reranking read.

computed = compute(lists, Wanted.named_by(["basic"]))
computed.lists.features, computed.lists.feature_names, computed.remarks

@feature("shouting")
def shouting(columns: Columns) -> Values: ...
"""

from manyways.features.base import SIGNS, Columns, Feature, Values, feature, share
from manyways.features.compute import Computation, Wanted, compute
from manyways.features.job import FeatureSettings, feature_files
from manyways.features.outside import OutsideSettings
from manyways.features.own import read_features
from manyways.features.registry import FEATURES, PACKS
from manyways.features.resources import Resources, ResourceSettings
from manyways.features.testing import check_feature

__all__ = [
    "FEATURES",
    "PACKS",
    "SIGNS",
    "Columns",
    "Computation",
    "Feature",
    "FeatureSettings",
    "OutsideSettings",
    "ResourceSettings",
    "Resources",
    "Values",
    "Wanted",
    "check_feature",
    "compute",
    "feature",
    "feature_files",
    "read_features",
    "share",
]
