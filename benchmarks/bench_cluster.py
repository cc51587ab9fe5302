"""Word classes: CPU time and mutual information; ours, Liang's and ClusterCat where they are on the PATH.

    python -m benchmarks.bench_cluster

Europarl English, 300 classes, words that occur twice or more, one thread; commands as a whole.
"""

from __future__ import annotations

import gzip
import shutil
import tempfile
from pathlib import Path

import numpy as np

from benchmarks.bench_align import BIN, DATA, run
from manyways._core.base import Vocabulary
from manyways._core.cluster import Bigrams
from manyways.lm.classes import read_classes
from manyways.text.column import read_column
from manyways.text.vocabulary import encode

TEXT = DATA / "europarl-de-en" / "train.en.gz"
CLASSES = "300"


def information(bigrams: Bigrams, words: Vocabulary, path: Path) -> float:
    """The mutual information of a file's classes; words that it lacks get one class together."""
    found = read_classes(path)
    names = [found.get(words.word(int(each)), "") for each in bigrams.words]
    numbers = {name: number for number, name in enumerate(dict.fromkeys(names))}
    return bigrams.mutual_information(np.array([numbers[name] for name in names], dtype=np.uint32))


def main() -> None:
    if not TEXT.exists():
        print(f"{TEXT} is not here")
        return
    words = Vocabulary()
    bigrams = Bigrams(*encode(read_column(TEXT), words), words, 2)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        text, out = folder / "text", folder / "classes"
        text.write_bytes(gzip.decompress(TEXT.read_bytes()))
        ours = [
            str(BIN / "manyways"),
            "cluster",
            str(text),
            "--into",
            CLASSES,
            "--threads",
            "1",
            "--quiet",
        ]
        for method in ("brown", "exchange"):
            seconds = run([*ours, "--algorithm", method, "--out", str(out), "--force"])
            print(f"{method:12} {seconds:7.1f} s   {information(bigrams, words, out):.4f} bits")
        peers = {
            "wcluster": (["--text", str(text), "--c", CLASSES, "--min-occur", "2"], "--output_dir", "w"),
            "clustercat": (
                ["--in", str(text), "--num-classes", CLASSES, "--min-count", "2", "-j", "1"],
                "--out",
                "c",
            ),
        }
        for peer, (options, to, where) in peers.items():
            if shutil.which(peer):
                seconds = run([peer, *options, to, str(folder / where)])
                found = folder / where / "paths" if peer == "wcluster" else folder / where
                print(f"{peer:12} {seconds:7.1f} s   {information(bigrams, words, found):.4f} bits")


if __name__ == "__main__":
    main()
