"""Language models beside KenLM: estimation, batch queries on ids, whole sentences from Python.

KenLM's query code is built here from its PyPI source archive (a minute, once); the figure for lmplz
is measured if `lmplz` is on the path, else the one of ../shared/fixtures (0.90 CPU s) is shown.
"""

from __future__ import annotations

import gzip
import resource
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path

import numpy as np

from benchmarks.corpora import SHARED, absent
from manyways._core import lm as core
from manyways._core.base import Vocabulary
from manyways.lm import EstimateSettings, LanguageModel, read_arpa, write_model
from manyways.lm.blocks import text_blocks
from manyways.settings import to_core
from manyways.text.vocabulary import encode

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "bench-kenlm"
LMPLZ_SECONDS = 0.90


def cpu_seconds() -> float:
    return time.process_time()


def build_kenlm() -> Path:
    """KenLM's probing query, compiled from the source archive on PyPI with its usual flags."""
    program = BUILD / "kenlm_query"
    if program.exists():
        return program
    BUILD.mkdir(parents=True, exist_ok=True)
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", "kenlm", "kenlm"]
    subprocess.run([*pip, "--dest", str(BUILD)], check=True)
    with tarfile.open(next(BUILD.glob("kenlm-*.tar.gz"))) as archive:
        archive.extractall(BUILD, filter="data")
    source = next(path for path in BUILD.glob("kenlm-*") if path.is_dir())
    patterns = ["util/*.cc", "util/double-conversion/*.cc", "lm/*.cc"]
    files = [path for pattern in patterns for path in sorted(source.glob(pattern))]
    files = [f for f in files if not f.stem.endswith(("_test", "_main")) and "benchmark" not in f.stem]
    flags = ["-O3", "-DNDEBUG", "-DKENLM_MAX_ORDER=6", "-w", f"-I{source}", "-std=c++17"]
    main = ROOT / "benchmarks" / "kenlm_query.cc"
    subprocess.run(["g++", *flags, str(main), *map(str, files), "-lpthread", "-o", str(program)], check=True)
    return program


def bench_estimation(text: Path, folder: Path) -> None:
    plain = folder / "train"
    plain.write_bytes(gzip.decompress(text.read_bytes()))
    for threads in (1, 0):
        start = cpu_seconds()
        vocabulary = Vocabulary()
        estimator = core.Estimator(
            to_core(core.EstimateSettings(), EstimateSettings(temporary=str(folder))), threads
        )
        for block in text_blocks(plain):
            estimator.add(*encode(block, vocabulary, threads=threads), np.zeros(0))
        ngrams, _ = estimator.finish(vocabulary)
        estimated = cpu_seconds()
        write_model(ngrams, folder / "own.bin")
        written = cpu_seconds()
        print(
            f"5-gram of Multi30k, text to n-grams in memory, {threads or 'all'} threads: "
            f"{estimated - start:.2f} CPU s; to the query file: {written - start:.2f}"
        )
    lmplz = shutil.which("lmplz")
    if lmplz is None:
        print(f"lmplz, text to ARPA (figure of the fixtures): {LMPLZ_SECONDS:.2f} CPU s")
        return
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with plain.open("rb") as stream, (folder / "lmplz.arpa").open("wb") as out:
        subprocess.run(
            [lmplz, "-o", "5", "-S", "1G"], stdin=stream, stdout=out, stderr=subprocess.DEVNULL, check=True
        )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"lmplz, text to ARPA: {seconds:.2f} CPU s")


def bench_queries(arpa: Path, text: Path, folder: Path) -> None:
    plain, lines = folder / "lm.arpa", folder / "text"
    plain.write_bytes(gzip.decompress(arpa.read_bytes()))
    lines.write_bytes(gzip.decompress(text.read_bytes()))
    write_model(read_arpa(plain), folder / "lm.bin")
    start = time.perf_counter()
    model = LanguageModel.open(folder / "lm.bin")
    milliseconds = (time.perf_counter() - start) * 1e3
    print(f"opened in {milliseconds:.1f} ms ({(folder / 'lm.bin').stat().st_size >> 20} MB)")
    column = next(text_blocks(lines, block_bytes=1 << 30))
    ids, offsets = model.encode(column)
    words = len(ids) + len(column)
    program = build_kenlm()
    for _ in range(3):  # in turn, because the machine may be busy
        start = cpu_seconds()
        scores = model.core.score_sentences(ids, offsets, True, True, 1)[0]
        ours = (cpu_seconds() - start) / words * 1e9
        answer = subprocess.run([program, plain, lines, "1"], capture_output=True, text=True, check=True)
        total, theirs = map(float, answer.stdout.split())
        print(
            f"ids in batch, one thread: {ours:.1f} ns per word; KenLM probing (C++): {theirs:.1f}; "
            f"ratio {theirs / ours:.2f}; sums of log10 {scores.sum() / np.log(10):.1f} and {total:.1f}"
        )
    bench_sentences(model, plain, list(column)[:20000])


def bench_sentences(model: LanguageModel, arpa: Path, sentences: list[str]) -> None:
    try:
        import kenlm
    except ImportError:
        print("kenlm.Model.score: not installed (extra `bench`)")
        return
    theirs = kenlm.Model(str(arpa))
    ids, offsets = model.encode(sentences)
    for _ in range(3):
        start = cpu_seconds()
        model.score_ids(ids, offsets, threads=1)
        batch = cpu_seconds() - start
        start = cpu_seconds()
        first = model.score_texts(sentences, threads=1)
        ours = cpu_seconds() - start
        start = cpu_seconds()
        second = [theirs.score(sentence) for sentence in sentences]
        other = cpu_seconds() - start
        worst = np.abs(first / np.log(10) - second).max()
        print(
            f"{len(sentences):,} sentences from Python: {batch:.3f} CPU s as ids, {ours:.3f} as strings; "
            f"kenlm.Model.score {other:.3f}; ratios {other / batch:.1f} and {other / ours:.1f}; "
            f"greatest difference {worst:.1e} in log10 per sentence"
        )


def main() -> None:
    if absent(SHARED):
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        bench_estimation(SHARED / "data" / "multi30k-de-en" / "train.en.gz", folder)
        arpa = SHARED / "fixtures" / "lm" / "en.5.arpa.gz"
        bench_queries(arpa, SHARED / "data" / "lm" / "multi30k-captions.en.gz", folder)


if __name__ == "__main__":
    main()
