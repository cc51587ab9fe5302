"""Any candidates in, the best out: by score, by a feature, by weights, by consensus; and why.

    best = choose(lists, Consensus())                     # the lists, best first, with scores and reasons
    best.top_texts()
    learned = learn(dev, Chooser.named("mbr"), LearnSettings(votes="system"))
    choose(test, learned.chooser.scorer)

A scorer gives every candidate a number; the rest is the same for all of them.
"""

from manyways.choose.best import Best, Leaning
from manyways.choose.chooser import Chooser, Given
from manyways.choose.choosing import choose
from manyways.choose.consensus import Consensus, Posterior, SystemVotes, UniformVotes
from manyways.choose.explain import Explanation, explain
from manyways.choose.job import ChooseSettings, Outcome, choose_files, choose_lists, explain_files
from manyways.choose.learning import Learned, LearnSettings, learn
from manyways.choose.quality import Quality, risk_coverage, traits
from manyways.choose.reranker import Reranker
from manyways.choose.scorers import ByFeature, ByScore, ByWeights, Scored, Scorer
from manyways.metrics.gain import Gain

__all__ = [
    "Best",
    "Leaning",
    "ByFeature",
    "ByScore",
    "ByWeights",
    "ChooseSettings",
    "Chooser",
    "Consensus",
    "Explanation",
    "Gain",
    "LearnSettings",
    "Learned",
    "Outcome",
    "Posterior",
    "Quality",
    "Reranker",
    "Scored",
    "Scorer",
    "Given",
    "SystemVotes",
    "UniformVotes",
    "choose",
    "choose_files",
    "choose_lists",
    "explain",
    "explain_files",
    "learn",
    "risk_coverage",
    "traits",
]
