"""Corpora of the embedded language: splits, references, links, trees, files."""

from __future__ import annotations

import os
import random
import re
import zlib
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from manyways.errors import InputError
from manyways.files import atomic_write, make_directory
from manyways.seeds import derive_seed
from manyways.text.toy.draw import Drawer, Lexicon
from manyways.text.toy.english import Speaker
from manyways.text.toy.english_nouns import Node
from manyways.text.toy.german import Token, say_sentence
from manyways.text.toy.meaning import Clause
from manyways.text.toy.sentences import draw_sentence

__all__ = ["ToyCorpus", "detokenise", "generate", "write"]

_SHARES = {"train": range(6), "dev": range(6, 7), "test": range(7, 8)}
_BUCKETS = 8
_NEW_WORD_RATE = 0.035  # how often a word of dev and test is drawn from those held out
_FIRST_BOLDNESS, _OTHER_BOLDNESS = 0.1, 0.8
_TRIES = 4  # for a reference that differs from those before it
_LENGTHS = (3, 32)
_STOP_KEY = 1


@dataclass(frozen=True)
class ToyCorpus:
    """Parallel text, tokenised, with capitals.

    sources: German, one sentence a string. references: one list per reference, `references[0]`
    the target of training. links, trees: of the first reference. templates: the tags of each
    source. constructions: what each sentence is made of.
    """

    split: str
    sources: list[str]
    references: list[list[str]]
    links: list[str]
    trees: list[str]
    templates: list[str]
    constructions: list[tuple[str, ...]]

    def __len__(self) -> int:
        return len(self.sources)

    @property
    def targets(self) -> list[str]:
        """The first reference."""
        return self.references[0]

    @property
    def raw_sources(self) -> list[str]:
        """The sources as people write them."""
        return [detokenise(text) for text in self.sources]

    @property
    def raw_references(self) -> list[list[str]]:
        """The references as people write them."""
        return [[detokenise(text) for text in texts] for texts in self.references]

    def lowercased(self) -> ToyCorpus:
        """The same corpus in lower case, the leaves of the trees too."""
        return replace(
            self,
            sources=[text.lower() for text in self.sources],
            references=[[text.lower() for text in texts] for texts in self.references],
            trees=[re.sub(r" [^ ()]+\)", lambda m: m.group().lower(), tree) for tree in self.trees],
        )


def detokenise(text: str) -> str:
    """Tokens of this language joined as people write them."""
    return re.sub(r" ([,.?!]|'s)(?= |$)", r"\1", text)


def generate(size: int, seed: int = 1, split: str = "train", references: int = 4) -> ToyCorpus:
    """A corpus of `size` sentence pairs, each with this many references.

    Deterministic; a smaller corpus is the beginning of a larger one with the same seed, and
    fewer references are the first ones. No source occurs twice, nor in two splits, whatever the seeds.
    """
    if split not in _SHARES:
        raise InputError(f"there is no split {split!r}", remedy="Choose train, dev or test.")
    if size < 0 or references < 1:
        raise InputError(f"cannot generate {size} sentences with {references} references")
    corpus = ToyCorpus(split, [], [[] for _ in range(references)], [], [], [], [])
    drawer = Drawer(
        _lexicon(split != "train"), random.Random(derive_seed(seed, "toy", split)).random, _NEW_WORD_RATE
    )
    seen: set[str] = set()
    while len(corpus.sources) < size:
        meaning = draw_sentence(drawer)
        tokens = say_sentence(meaning, _STOP_KEY)
        source = " ".join([token[0] for token in tokens])
        bucket = zlib.crc32(source.lower().encode())
        if (
            bucket % _BUCKETS not in _SHARES[split]
            or source in seen
            or not _LENGTHS[0] < len(tokens) <= _LENGTHS[1]
        ):
            continue
        seen.add(source)
        corpus.sources.append(source)
        corpus.templates.append(" ".join([token[1] for token in tokens]))
        corpus.constructions.append(tuple(sorted(drawer.used)))
        _translate(corpus, meaning, tokens, random.Random(bucket))
    return corpus


@lru_cache(maxsize=2)
def _lexicon(held_out: bool) -> Lexicon:
    return Lexicon(held_out)


def _translate(corpus: ToyCorpus, meaning: Clause, tokens: list[Token], rng: random.Random) -> None:
    """Adds the references of one sentence, and links and tree of the first."""
    speaker = Speaker(rng.random, _FIRST_BOLDNESS)
    root = speaker.sentence(meaning, _STOP_KEY)
    leaves: list[Node] = []
    corpus.trees.append(_bracket(root, leaves))
    corpus.links.append(_link(tokens, leaves))
    said = [_join(leaves)]
    corpus.references[0].append(said[0])
    for texts in corpus.references[1:]:
        speaker.boldness = _OTHER_BOLDNESS
        for _ in range(_TRIES):
            leaves = []
            _collect(speaker.sentence(meaning, _STOP_KEY), leaves)
            text = _join(leaves)
            if text not in said:
                break
            speaker.boldness = 1.0
        said.append(text)
        texts.append(text)


def _join(leaves: list[Node]) -> str:
    text = " ".join([leaf[1] for leaf in leaves])
    return text[0].upper() + text[1:]


def _collect(node: Node, leaves: list[Node]) -> None:
    for child in node[1]:
        if len(child) == 3:
            leaves.append(child)
        else:
            _collect(child, leaves)


def _bracket(node: Node, leaves: list[Node]) -> str:
    """The tree on one line, its first word with a capital; collects the leaves."""
    if len(node) == 3:
        word = node[1] if leaves else node[1][0].upper() + node[1][1:]
        leaves.append(node)
        return f"({node[0]} {word})"
    return f"({node[0]} {' '.join([_bracket(child, leaves) for child in node[1]])})"


def _link(tokens: list[Token], leaves: list[Node]) -> str:
    """Pharaoh links: words that share a key."""
    places: dict[int, list[int]] = {}
    for j, leaf in enumerate(leaves):
        for key in leaf[2]:
            places.setdefault(key, []).append(j)
    links: list[str] = []
    for i, token in enumerate(tokens):
        found = {j for key in token[2] for j in places.get(key, ())}
        links.extend([f"{i}-{j}" for j in sorted(found)])
    return " ".join(links)


def write(corpus: ToyCorpus, directory: str | os.PathLike[str]) -> list[Path]:
    """Plain files, each whole or not there: train.de train.en train.links train.trees,
    and for dev and test one file per reference (test.en.0, test.en.1, ...). Returns their paths."""
    folder = Path(directory)
    make_directory(folder)
    split = corpus.split
    files = {f"{split}.de": corpus.sources, f"{split}.links": corpus.links, f"{split}.trees": corpus.trees}
    if split == "train":
        files[f"{split}.en"] = corpus.references[0]
    else:
        files |= {f"{split}.en.{i}": texts for i, texts in enumerate(corpus.references)}
    for name, lines in files.items():
        with atomic_write(folder / name) as out:
            out.writelines(line + "\n" for line in lines)
    return [folder / name for name in files]
