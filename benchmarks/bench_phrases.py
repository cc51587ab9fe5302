"""Phrase tables and rules on Multi30k and Europarl: ours beside Moses's recorded times.

    python -m benchmarks phrases

CPU seconds over all threads. Moses cannot be installed from a registry, so its figures are those measured
on the same texts with GIZA++ (Multi30k) and fast_align (Europarl) links; ours use our own links, made before
the clock starts. Times grow with the number of phrase pairs, which depends on the links, so pairs are shown.
Without the corpora the embedded language serves.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from manyways import grammar, phrases
from manyways.align import align
from manyways.files import read_lines
from manyways.text.linked import LinkedText
from manyways.text.toy import generate
from manyways.text.vocabulary import Vocabulary, encode

DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
# CPU seconds: lexical weights 2.1, extract and sort 22.1, score 34.6, reordering 4.2.
MOSES_MULTI30K = 63.0
# Lexical weights 15, extract 33, sorts 34, scores 136, consolidate 33; without reordering.
MOSES_EUROPARL = 251.0
MOSES_RULES = 449.0  # Hiero extract 198, score 251, for 5.18 million rules


class Corpus:
    """Texts as ids with our links; `part(n)` is the first n pairs."""

    def __init__(self, source: list[str], target: list[str]) -> None:
        self.words = Vocabulary(), Vocabulary()
        ids = (*encode(source, self.words[0]), *encode(target, self.words[1]))
        links = align(*ids)
        pairs = np.stack([links.source, links.target], axis=1)
        self.text = LinkedText(*ids, pairs, links.offsets)

    def part(self, size: int) -> LinkedText:
        t = self.text
        source, target, links = (o[size] for o in (t.source_offsets, t.target_offsets, t.link_offsets))
        return LinkedText(
            t.source[:source],
            t.source_offsets[: size + 1],
            t.target[:target],
            t.target_offsets[: size + 1],
            t.links[:links],
            t.link_offsets[: size + 1],
        )


def corpus_of(name: str) -> Corpus | None:
    folder = DATA / name
    if not folder.is_dir():
        return None
    return Corpus(*([line.lower() for line in read_lines(folder / f"train.{s}.gz")] for s in ("de", "en")))


def measured(work: Callable[[], object]) -> tuple[object, float, float]:
    cpu, wall = time.process_time(), time.perf_counter()
    result = work()
    return result, time.process_time() - cpu, time.perf_counter() - wall


def peak() -> str:
    if sys.platform == "win32":
        return ""
    import resource

    scale = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / scale:,.0f}"


def train_row(
    table: Table,
    name: str,
    corpus: Corpus,
    text: LinkedText,
    path: Path,
    moses: float | None,
    reordering: bool,
) -> None:
    settings = phrases.PhraseSettings(reordering="word" if reordering else "none")
    summary, cpu, wall = measured(lambda: phrases.train(text, corpus.words, path, settings=settings))
    assert isinstance(summary, phrases.TrainSummary)
    peer = (f"{moses:.0f}", f"{moses / cpu:.0f} x") if moses else ("", "")
    table.add_row(name, f"{len(text):,}", f"{summary.pairs:,}", f"{cpu:.1f}", f"{wall:.1f}", *peer, peak())


def rule_row(table: Table, name: str, corpus: Corpus, path: Path, moses: float | None) -> None:
    summary, cpu, wall = measured(lambda: grammar.train(corpus.text, corpus.words, path))
    assert isinstance(summary, grammar.TrainSummary)
    peer = (f"{moses:.0f}", f"{moses / cpu:.0f} x") if moses else ("", "")
    row = (name, f"{len(corpus.text):,}", f"{summary.rules:,}", f"{cpu:.1f}", f"{wall:.1f}")
    table.add_row(*row, *peer, peak())


def show_lookup(console: Console, path: Path, sentences: list[str]) -> None:
    opened, _, seconds = measured(lambda: phrases.PhraseTable(path))
    assert isinstance(opened, phrases.PhraseTable)
    for sentence in sentences:
        opened.spans(sentence)  # pages and checksums are touched once
    _, _, total = measured(lambda: [opened.spans(sentence) for sentence in sentences])
    each = 1e6 * total / len(sentences)
    console.print(
        f"open {1e3 * seconds:.2f} ms; all options of a sentence {each:.1f} µs ({len(sentences):,})"
    )


def main() -> None:
    console = Console()
    table = Table(
        "task", "pairs of sentences", "distinct pairs", "CPU s", "wall s", "Moses CPU s", "", "peak MiB"
    )
    multi30k, europarl = corpus_of("multi30k-de-en"), corpus_of("europarl-de-en")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "phrases.bin"
        rules_peer = None if multi30k is None else MOSES_RULES
        if multi30k is None:
            toy = generate(5000)
            multi30k = Corpus(list(toy.sources), list(toy.references[0]))
            sentences = list(toy.sources)[:500]
            train_row(table, "embedded language", multi30k, multi30k.text, path, None, True)
        else:
            sentences = read_lines(DATA / "multi30k-de-en" / "devtest.de")
            train_row(table, "Multi30k phrases", multi30k, multi30k.text, path, MOSES_MULTI30K, True)
        show_lookup(console, path, sentences)
        if europarl is not None:
            for share in (8, 4, 2, 1):
                text = europarl.part(len(europarl.text) // share)
                name = f"Europarl phrases 1/{share}" if share > 1 else "Europarl phrases"
                train_row(table, name, europarl, text, path, MOSES_EUROPARL if share == 1 else None, False)
            train_row(table, "Europarl with reordering", europarl, europarl.text, path, None, True)
        rule_row(table, "rules", multi30k, path, rules_peer)
    console.print(table)


if __name__ == "__main__":
    main()
