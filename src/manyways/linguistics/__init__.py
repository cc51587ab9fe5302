"""What is known of words beside their spelling: classes that text itself gives, tags, trees.

clusters = cluster_files(["train.en"], ClusterSettings(classes=300))
clusters.write("train.classes", layout="paths")
tags = Tagger.open("en.tagger").tag_lists(lists)
trees = Parser.open("en.parser").parse_lists(lists)
"""

from manyways.linguistics.clusters import Clusters, ClusterSettings, cluster_files, cluster_texts
from manyways.linguistics.parser import Parser, ParserSettings, train_parser
from manyways.linguistics.tagged import TaggedText, read_tagged
from manyways.linguistics.tagger import TagColumns, Tagger, TaggerSettings, train_tagger
from manyways.linguistics.trees import Treebank, Trees, read_treebank

__all__ = [
    "ClusterSettings",
    "Clusters",
    "Parser",
    "ParserSettings",
    "TagColumns",
    "TaggedText",
    "Tagger",
    "TaggerSettings",
    "Treebank",
    "Trees",
    "cluster_files",
    "cluster_texts",
    "read_tagged",
    "read_treebank",
    "train_parser",
    "train_tagger",
]
