"""The embedded language: German and English sentences drawn from a grammar.

    corpus = generate(5000, seed=1)                # sources, references, links, trees
    test = generate(500, seed=1, split="test")     # no source of which is in any training corpus
    write(corpus, "toy")

A meaning is drawn at random, said once in German and several times in English, so that one source
has several correct translations. Words that stand for the same part of the meaning are linked.
"""

from manyways.text.toy.corpus import ToyCorpus, detokenise, generate, write

__all__ = ["ToyCorpus", "detokenise", "generate", "write"]
