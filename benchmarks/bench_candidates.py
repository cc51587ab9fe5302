"""Reading candidate lists: MB/s of one core, and memory against the columns.

The file is 1,000 sentences x 1,000 candidates in Moses's format, made from a small list whose words and
numbers are varied, so that no candidate repeats. CPU time, one thread, warm cache, UTF-8 checked, words
interned, float columns filled. The peer is the same work in plain Python on a hundredth of the file.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

SENTENCES = CANDIDATES = 1000
_WORDS = [
    "a",
    "man",
    "in",
    "an",
    "orange",
    "hat",
    "starring",
    "at",
    "something",
    ".",
    "two",
    "young",
    "guys",
    "with",
    "shaggy",
    "hair",
    "look",
    "their",
    "hands",
    "while",
    "hanging",
    "out",
    "the",
    "yard",
    "women",
    "dressed",
    "red",
    "and",
    "from",
    "group",
    "of",
    "men",
    "loading",
    "cotton",
    "onto",
    "truck",
    "playing",
    "beach",
    "ball",
]


def make_list(path: Path, sentences: int = SENTENCES, candidates: int = CANDIDATES) -> None:
    """A Moses list of varied candidates with 14 features in 6 groups, as Moses prints them."""
    random = np.random.default_rng(1)
    with open(path, "w", encoding="utf-8") as out:
        for s in range(sentences):
            words = random.choice(_WORDS, size=(candidates, 12))
            numbers = np.round(random.normal(-5, 4, size=(candidates, 12)), 5)
            for row in range(candidates):
                n = [f"{x:.6g}" for x in numbers[row]]
                out.write(
                    f"{s} ||| {' '.join(words[row])}  ||| LexicalReordering0= {' '.join(n[:6])} Distortion0= "
                    f"{-(row % 7)} LM0= {n[6]} WordPenalty0= -12 PhrasePenalty0= 5 TranslationModel0= "
                    f"{' '.join(n[7:11])} ||| {n[11]}\n"
                )


def read_in_python(path: Path, lines: int) -> float:
    """CPU seconds of reading the first lines with plain Python and NumPy."""
    start = time.process_time()
    texts, rows = [], []
    with open(path, encoding="utf-8") as stream:
        for _, line in zip(range(lines), stream, strict=False):
            _, text, features, score = line.split(" ||| ")
            texts.append(text.split())
            rows.append([float(x) for x in features.split() if x[-1] != "="] + [float(score)])
    np.array(rows)
    return time.process_time() - start


_CHILD = """
import resource, sys, time
from manyways.candidates import read
peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
before = peak()
open(sys.argv[1], "rb").read(1)
start = time.process_time()
lists = read(sys.argv[1])
seconds = time.process_time() - start
print(seconds, lists.nbytes, peak() - before, lists.candidate_count, len(lists.tokens.ids))
"""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "nbest"
        make_list(path)
        size = path.stat().st_size
        # A process of its own, so that the peak of its memory is the reader's.
        runs = []
        for _ in range(3):
            done = subprocess.run(
                [sys.executable, "-c", _CHILD, str(path)], check=True, capture_output=True, text=True
            )
            runs.append([float(x) for x in done.stdout.split()])
        seconds, columns, peak, count, tokens = min(runs)
        python = read_in_python(path, SENTENCES * CANDIDATES // 100) * 100
    megabytes = size / 1e6
    print(f"Moses n-best list, {count:,.0f} candidates, {tokens:,.0f} words, {megabytes:.0f} MB")
    print(f"  manyways   {megabytes / seconds:8.0f} MB/s per core   {seconds:6.2f} s CPU")
    print(
        f"  Python     {megabytes / python:8.0f} MB/s per core   {python:6.2f} s CPU ({python / seconds:.1f})"
    )
    print(
        f"  columns {columns / 1e6:.0f} MB, peak {peak / 1e6:.0f} MB: {peak / columns:.2f} times the columns"
    )


if __name__ == "__main__":
    main()
