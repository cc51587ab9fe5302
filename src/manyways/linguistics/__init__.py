"""What is known of words beside their spelling: classes that text itself gives.

clusters = cluster_files(["train.en"], ClusterSettings(classes=300))
clusters.write("train.classes", layout="paths")
"""

from manyways.linguistics.clusters import Clusters, ClusterSettings, cluster_files, cluster_texts

__all__ = ["ClusterSettings", "Clusters", "cluster_files", "cluster_texts"]
