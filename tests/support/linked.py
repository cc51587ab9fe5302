"""Small corpora with word links."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from hypothesis import strategies as st

from manyways.text.linked import LinkedText
from manyways.text.vocabulary import Vocabulary, encode
from tests.oracles import phrases as oracle


@st.composite
def sentences(draw: st.DrawFn) -> oracle.Sentence:
    source = tuple(draw(st.lists(st.sampled_from("ab"), max_size=5)))
    target = tuple(draw(st.lists(st.sampled_from("xy"), max_size=5)))
    possible = [(i, j) for i in range(len(source)) for j in range(len(target))]
    links = draw(st.sets(st.sampled_from(possible), max_size=8)) if possible else set()
    return oracle.Sentence(source, target, frozenset(links))


def linked_text(corpus: list[oracle.Sentence]) -> tuple[LinkedText, Vocabulary, Vocabulary]:
    source, target = Vocabulary(), Vocabulary()
    links = [sorted(sentence.links) for sentence in corpus]
    offsets = np.cumsum([0, *map(len, links)])
    flat = [link for each in links for link in each]
    text = LinkedText(
        *encode((" ".join(s.source) for s in corpus), source),
        *encode((" ".join(s.target) for s in corpus), target),
        np.array(flat, dtype=np.int64).reshape(-1, 2),
        offsets,
    )
    return text, source, target


def random_corpus(seed: int, size: int) -> list[oracle.Sentence]:
    random = np.random.default_rng(seed)
    corpus = []
    for _ in range(size):
        n, m = random.integers(1, 12, 2)
        links = {(int(i), int(min(m - 1, max(0, i + random.integers(-2, 3))))) for i in range(n)}
        corpus.append(
            oracle.Sentence(
                tuple(f"s{w}" for w in random.integers(0, 30, n)),
                tuple(f"t{w}" for w in random.integers(0, 30, m)),
                frozenset(links),
            )
        )
    return corpus


def parsed(sources: Iterable[str], targets: Iterable[str], links: Iterable[str]) -> list[oracle.Sentence]:
    """Sentences of lines of words and of Pharaoh links."""
    return [
        oracle.Sentence(
            tuple(source.split()),
            tuple(target.split()),
            frozenset((int(i), int(j)) for i, j in (link.split("-") for link in row.split())),
        )
        for source, target, row in zip(sources, targets, links, strict=True)
    ]
