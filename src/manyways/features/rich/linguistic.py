"""The parts of a rich pack that rest on a tagger or a parser of the target language."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from manyways._core import rich as core
from manyways.candidates.lists import Tokens
from manyways.errors import InputError
from manyways.features.rich.parts import goodness, merged, read_lists, weighted_model
from manyways.features.rich.settings import PackInputs, PackSettings
from manyways.linguistics import Parser, TagColumns, Tagger, Trees
from manyways.lm import write_model
from manyways.text.column import TextColumn, read_column
from manyways.text.pipeline import TextPipeline
from manyways.text.vocabulary import Vocabulary, decode, encode

__all__ = ["learn_treelets", "parsed_columns", "tag_texts", "tags_of_good_and_bad"]

Facts = Mapping[str, Any]
FIRST = 3  # the id of the first word of a vocabulary


def tag_texts(tags: TagColumns, *, threads: int = 0) -> TextColumn:
    """The tags of each text, joined by blanks."""
    names = Vocabulary()
    known = np.array([names.add(name) for name in tags.names], dtype=np.uint32)
    ids = known[tags.ids] if len(known) else np.zeros(0, dtype=np.uint32)
    return decode(ids, tags.offsets, names, threads=threads)


def parsed_columns(trees: Trees) -> tuple[Any, list[str], list[str], Vocabulary]:
    """Trees as the core's model of trees takes them."""
    tokens = trees.tokens
    arrays = (
        trees.offsets,
        trees.labels,
        trees.begins,
        trees.ends,
        tokens.offsets,
        trees.tags.ids,
        tokens.ids,
    )
    return arrays, list(trees.names), list(trees.tags.names), tokens.vocabulary


def tags_of_good_and_bad(
    inputs: PackInputs,
    pipeline: TextPipeline,
    models: Mapping[str, Path],
    outs: Mapping[str, Path],
    *,
    threads: int,
) -> Facts:
    """Language models of the tags of good and of bad candidates; `outs` by role, `disc-tags-good-3`."""
    lists = read_lists(inputs)
    tagger = Parser.open(models["parser"]).tagger if "parser" in models else Tagger.open(models["tagger"])
    cased = replace(pipeline, casing="keep").prepare(lists.texts, threads=threads)
    vocabulary = Vocabulary()
    tokens = Tokens(*encode(cased, vocabulary, threads=threads), vocabulary)
    tags = tagger.tag_tokens(tokens, np.ascontiguousarray(lists.sentence_offsets), threads=threads)
    texts, good, bad = merged(tag_texts(tags, threads=threads), goodness(lists, threads=threads))
    for role, out in outs.items():
        _, kind, order = role.rsplit("-", 2)
        write_model(weighted_model(texts, good if kind == "good" else bad, int(order), threads), out)
    return {"candidates": lists.candidate_count}


def learn_treelets(
    inputs: PackInputs,
    pipeline: TextPipeline,
    parser: Path,
    out: Path,
    settings: PackSettings,
    *,
    threads: int,
) -> Facts:
    """The model of trees: of those that are given, or of the parser's of the target text."""
    trainer = core.TreeletTrainer()
    if inputs.trees is not None:
        column = read_column(inputs.trees)
        wrong = trainer.add((column.data, column.offsets))
        if wrong >= 0:
            raise InputError(
                f"is not a tree in brackets: {column[wrong][:60]!r}", path=inputs.trees, line=wrong + 1
            )
    else:
        text = read_column(inputs.target)
        step = max(1, -(-len(text) // settings.trees_most))
        sample = text.take(np.arange(0, len(text), step))
        cased = replace(pipeline, casing="keep").prepare(sample, threads=threads)
        trainer.add_parsed(*parsed_columns(Parser.open(parser).parse_texts(cased, threads=threads)))
    if not trainer.trees:
        raise InputError("has no tree to learn from", path=inputs.trees or inputs.target)
    trainer.write(os.fspath(out))
    return {"trees": trainer.trees}
