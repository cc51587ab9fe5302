"""Learning to choose: rerankers from lists with references, what made one win, what a feature is worth.

trained = train_reranker(lists, RerankSettings())
trained.chooser.write("reranker.toml")              # what `choose --by` takes
trained.gain                                        # honest: by folds
waterfall(lists, "17", trained.reranker)            # which features made this one win
"""

from manyways.rerank.ablation import Ablation, ablate
from manyways.rerank.explaining import Waterfall, waterfall
from manyways.rerank.jackknife import JackknifeSettings, jackknife
from manyways.rerank.job import RerankFiles, ablate_files, explain_file, read_training, train_files
from manyways.rerank.learners import LEARNERS, Validated
from manyways.rerank.training import RerankSettings, Trained, train_reranker

__all__ = [
    "LEARNERS",
    "Ablation",
    "JackknifeSettings",
    "RerankFiles",
    "RerankSettings",
    "Trained",
    "Validated",
    "Waterfall",
    "ablate",
    "ablate_files",
    "explain_file",
    "jackknife",
    "read_training",
    "train_files",
    "train_reranker",
    "waterfall",
]
