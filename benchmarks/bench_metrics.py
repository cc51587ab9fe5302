"""Statistics per candidate against four references, from strings: ours and sacreBLEU's `sentence_score`.

    python -m benchmarks.bench_metrics

Both read the same strings, tokenisation included, on one thread, in the same run; CPU time. Candidates
are made from real references (bible-zh-en, four of them) by losing, doubling and moving words, so that
they are about as far from the references as a system's n-best list. sacreBLEU is timed on a sample; it has
its own cache of tokenised lines, which the repeated references profit from.
"""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable
from pathlib import Path

import sacrebleu
from rich.console import Console
from rich.table import Table

from manyways.files import read_lines
from manyways.metrics import Bleu, Chrf, Metric, Ter
from manyways.metrics.base import Lists
from manyways.text.column import TextColumn

DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
SENTENCES, CANDIDATES, SAMPLE = 100, 100, 3


class NBest:
    """As much of candidate lists as a metric reads."""

    def __init__(self, lists: list[list[str]], references: list[list[str]]) -> None:
        import numpy as np

        self.texts = TextColumn.from_texts(text for each in lists for text in each)
        self.sentence_offsets = np.cumsum([0, *map(len, lists)], dtype=np.int64)
        self.references = [TextColumn.from_texts(each) for each in references]


def worn(words: list[str], others: list[str], rng: random.Random) -> str:
    """A candidate: some words of a reference replaced by another's, lost, doubled, or moved in blocks."""
    words = list(words)
    for _ in range(rng.randrange(1, max(2, len(words) // 3))):
        at = rng.randrange(len(words))
        kind = rng.random()
        if kind < 0.5:
            words[at] = rng.choice(others)
        elif kind < 0.7 and len(words) > 2:
            del words[at]
        elif kind < 0.8:
            words.insert(at, words[rng.randrange(len(words))])
        else:
            end = min(len(words), at + rng.randrange(1, 4))
            block = words[at:end]
            del words[at:end]
            place = rng.randrange(len(words) + 1)
            words[place:place] = block
    return " ".join(words)


def make_lists(sentences: int, candidates: int) -> tuple[list[list[str]], list[list[str]]]:
    rng = random.Random(1)
    sets = [read_lines(DATA / "bible-zh-en" / f"test.en.{r}") for r in range(4)]
    chosen = [s % len(sets[0]) for s in range(sentences)]
    references = [[each[s] for s in chosen] for each in sets]
    lists = []
    for s in range(sentences):
        split = [each[s].split(" ") for each in references]
        others = [word for words in split for word in words]
        lists.append([worn(split[c % 4], others, rng) for c in range(candidates)])
    return lists, references


def cpu_seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def compare(metric: Metric, theirs: sacrebleu.metrics.base.Metric, sample: int) -> tuple[float, float]:
    """Microseconds per candidate: ours, sacreBLEU's."""
    lists, references = make_lists(SENTENCES, CANDIDATES)
    nbest: Lists = NBest(lists, references)
    metric.statistics(nbest, threads=1)
    ours = min(cpu_seconds(lambda: metric.statistics(nbest, threads=1)) for _ in range(3))

    def score_sample() -> None:
        for s in range(SENTENCES):
            own = [each[s] for each in references]
            for candidate in lists[s][:sample]:
                theirs.sentence_score(candidate, own)

    peer = cpu_seconds(score_sample)
    return 1e6 * ours / (SENTENCES * CANDIDATES), 1e6 * peer / (SENTENCES * sample)


def main() -> None:
    logging.getLogger("sacrebleu").setLevel(logging.ERROR)
    table = Table(title="Statistics of one candidate against four references, one thread")
    for heading in ("metric", "Manyways, µs", "sacreBLEU, µs", "times faster", "goal"):
        table.add_column(heading, justify="left" if heading == "metric" else "right")
    rows: list[tuple[str, Metric, sacrebleu.metrics.base.Metric, int, int]] = [
        ("BLEU, 13a", Bleu(), sacrebleu.BLEU(effective_order=True), SAMPLE, 200),
        (
            "BLEU, intl",
            Bleu(tokenise="intl"),
            sacrebleu.BLEU(effective_order=True, tokenize="intl"),
            SAMPLE,
            200,
        ),
        ("chrF", Chrf(), sacrebleu.CHRF(), 1, 50),
        ("chrF++", Chrf(word_order=2), sacrebleu.CHRF(word_order=2), 1, 50),
        ("TER", Ter(), sacrebleu.TER(), 1, 100),
    ]
    for name, metric, theirs, sample, goal in rows:
        ours, peer = compare(metric, theirs, sample)
        table.add_row(name, f"{ours:.2f}", f"{peer:,.0f}", f"{peer / ours:,.0f}", f"{goal}")
    console = Console()
    console.print(table)
    lists, references = make_lists(1000, 1000)
    nbest = NBest(lists, references)
    start = time.perf_counter()
    seconds = cpu_seconds(lambda: Bleu().statistics(nbest))
    elapsed = time.perf_counter() - start
    console.print(f"BLEU of 1,000 sentences x 1,000 candidates: {seconds:.2f} s CPU, {elapsed:.2f} s elapsed")


if __name__ == "__main__":
    main()
