"""Reading candidate lists: MB/s of one core, memory against the columns, memory of streams.

The file is 1,000 sentences x 1,000 candidates in Moses's format, made from a small list whose words and
numbers are varied, so that no candidate repeats. CPU time, one thread, warm cache, UTF-8 checked, words
interned, float columns filled. The peer is the same work in plain Python on a hundredth of the file.

2,000 sentences x 2,000 candidates are read into memory whole. Streams of several lengths are then sent
through `manyways convert` and `manyways check`: the peak of memory must not follow the length, so that a
million sentences of 100 candidates, whose columns would not fit, need no more than twenty thousand.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

SENTENCES = CANDIDATES = 1000
_TEXT = """
    a man in an orange hat starring at something . two young guys with shaggy hair look their hands while
    hanging out the yard women dressed red and from group of men loading cotton onto truck playing ball
"""


def make_list(path: Path, sentences: int = SENTENCES, candidates: int = CANDIDATES) -> None:
    """A Moses list of varied candidates with 14 features in 6 groups, as Moses prints them."""
    random = np.random.default_rng(1)
    vocabulary = _TEXT.split()
    with open(path, "w", encoding="utf-8") as out:
        for s in range(sentences):
            words = random.choice(vocabulary, size=(candidates, 12))
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


def read_whole(path: Path) -> list[float]:
    """CPU seconds, bytes of columns, peak, candidates, words; in a process of its own, for its peak."""
    command = [sys.executable, "-c", _CHILD, str(path)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return [float(x) for x in done.stdout.split()]


def print_reading(folder: Path) -> None:
    path = folder / "nbest"
    make_list(path)
    seconds, columns, peak, count, tokens = min(read_whole(path) for _ in range(3))
    python = read_in_python(path, SENTENCES * CANDIDATES // 100) * 100
    size = path.stat().st_size / 1e6
    print(f"Moses n-best list, {count:,.0f} candidates, {tokens:,.0f} words, {size:.0f} MB")
    print(f"  manyways   {size / seconds:8.0f} MB/s per core   {seconds:6.2f} s CPU")
    print(f"  Python     {size / python:8.0f} MB/s per core   {python:6.2f} s CPU ({python / seconds:.1f})")
    print(
        f"  columns {columns / 1e6:.0f} MB, peak {peak / 1e6:.0f} MB: {peak / columns:.2f} times the columns"
    )


def print_large(folder: Path) -> None:
    path = folder / "large"
    with open(path, "wb") as out:
        out.writelines(stream(2000, 2000))
    seconds, columns, peak, count, _ = read_whole(path)
    size = path.stat().st_size / 1e6
    print(f"2,000 sentences x 2,000 candidates in memory: {count:,.0f} candidates, {size:.0f} MB")
    print(f"  manyways   {size / seconds:8.0f} MB/s per core   {seconds:6.2f} s CPU")
    print(
        f"  columns {columns / 1e6:.0f} MB, peak {peak / 1e6:.0f} MB: {peak / columns:.2f} times the columns"
    )


def stream(sentences: int, candidates: int) -> Iterator[bytes]:
    """The lists of a Moses file, sentence by sentence; quick to make, because sentences are alike."""
    words = "||| the house number {} is small and old . ||| LM0= -{}.25 TM0= -1 -2 -3 -{} ||| -{}.5\n"
    lines = [words.format(r, r % 50, r % 7, r) for r in range(candidates)]
    pattern = "".join("\0 " + line for line in lines).encode()
    return (pattern.replace(b"\0", b"%d" % s) for s in range(sentences))


def peak_of(verb: list[str], sentences: int, candidates: int) -> tuple[float, float, float]:
    """Send a stream through a verb: MB sent, MB of its peak, its CPU seconds."""
    command = [sys.executable, "-m", "manyways", *verb]
    size = 0
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as child:
        assert child.stdin is not None
        for part in stream(sentences, candidates):
            size += child.stdin.write(part)
        child.stdin.close()
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = status
    peak = used.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return size / 1e6, peak / 1e6, used.ru_utime + used.ru_stime


def print_streams() -> None:
    print("streams: the peak of memory")
    for verb in (["convert", "-", "-", "--to", "jsonl", "--quiet"], ["check", "-"]):
        for sentences, candidates in ((5_000, 100), (20_000, 100), (80_000, 100), (1_000, 2_000)):
            size, peak, seconds = peak_of(verb, sentences, candidates)
            print(
                f"  {verb[0]:8} {sentences:7,} x {candidates:5,}   {size:6.0f} MB in   "
                f"peak {peak:4.0f} MB   {size / seconds:4.0f} MB/s"
            )


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        print_reading(Path(folder))
        print_large(Path(folder))
    print_streams()


if __name__ == "__main__":
    main()
