"""A small rich pack of the embedded language, and lists of it."""

from __future__ import annotations

import random
from pathlib import Path

from manyways.candidates import Candidate, CandidateLists, Sentence, from_sentences, write
from manyways.features.rich import PackInputs, PackSettings
from manyways.features.rich.preparing import Preparation, prepare
from manyways.linguistics import ParserSettings, read_treebank, train_parser
from manyways.text import toy
from manyways.text.column import TextColumn

__all__ = ["SMALL", "files_in", "make_pack", "toy_lists"]

SMALL = PackSettings(
    source_language="de", target_language="en", classes=(4, 8), class_orders=(2, 3), disc_orders=(2, 3)
)


def toy_lists(seed: int, sentences: int = 20, size: int = 6) -> CandidateLists:
    """Right translations, and worse ones with words lost, doubled or exchanged."""
    draw = random.Random(seed)
    corpus = toy.generate(sentences, seed=seed)
    made = []
    for number, (source, right) in enumerate(zip(corpus.raw_sources, corpus.raw_references[0], strict=True)):
        texts = [right]
        while len(texts) < size:
            words = right.split()
            for _ in range(draw.randint(1, 3)):
                place = draw.randrange(len(words))
                words[place : place + 1] = draw.choice([[], [words[place]] * 2, [draw.choice(words)]])
                words = words or ["the"]
            texts.append(" ".join(words))
        draw.shuffle(texts)
        members = [Candidate(text, score=-float(i)) for i, text in enumerate(texts)]
        made.append(Sentence(f"{seed}.{number}", members, source=source))
    return from_sentences(made).with_references(TextColumn.from_texts(corpus.raw_references[0]))


def files_in(folder: Path, pairs: int = 200) -> PackInputs:
    """Parallel text and spare lists, written into a folder."""
    corpus = toy.generate(pairs)
    for name, lines in (("train.de", corpus.raw_sources), ("train.en", corpus.raw_references[0])):
        (folder / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    write(toy_lists(5), folder / "spare.jsonl", format="jsonl")
    references = toy.generate(20, seed=5).raw_references[0]
    (folder / "spare.en").write_text("".join(f"{line}\n" for line in references), encoding="utf-8")
    tree_file = folder / "train.trees"
    tree_file.write_text("".join(f"{tree}\n" for tree in corpus.trees), encoding="utf-8")
    train_parser(read_treebank(tree_file), folder / "en.parser", ParserSettings(passes=2, folds=1, beam=2))
    return PackInputs(
        source=folder / "train.de",
        target=folder / "train.en",
        lists=folder / "spare.jsonl",
        references=(folder / "spare.en",),
        parser=folder / "en.parser",
    )


def make_pack(folder: Path) -> Preparation:
    return prepare(files_in(folder), folder / "pack", SMALL, threads=1)
