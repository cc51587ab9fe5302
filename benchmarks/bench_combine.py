"""Combining 15 systems' outputs of 1,000 sentences, and 50 inputs: CPU time on one core.

    python -m benchmarks combine

The systems are those of WMT 2021, German-English; a radius of 7 and a beam of 500 are what MEMT's manual
recommends. Fifty inputs are the systems' outputs, and the same with single words left out.
"""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np

from benchmarks.corpora import absent
from manyways.candidates import Candidate, CandidateLists, Sentence, from_sentences, read_systems
from manyways.combine import METHODS, Combiner, FrontierSettings, make_method
from manyways.combine.base import Method
from manyways.model.weights import Weights

WMT = Path(__file__).resolve().parents[2] / "shared" / "data" / "wmt-systems" / "wmt21-de-en"
SYSTEMS, INPUTS = 15, 50
BLANK = Weights({})


def timed(name: str, method: Method, lists: CandidateLists) -> None:
    prepared = Combiner(method, BLANK).prepare(lists, threads=1)
    weights = method.start(method.feature_names(prepared))
    start = time.process_time()
    found = Combiner(method, weights).apply(lists, threads=1).lists
    taken = time.process_time() - start
    proved = ""
    if found.status is not None and found.bounds is not None:
        low, high = found.bounds.T
        proved = f", {sum(one == 'optimal' for one in found.status)} proved best"
        proved += f", {np.nanmean(high - low):.2f} below the bound on average ({np.nanmean(low):.2f})"
    print(f"{name:32} {len(lists):5} sentences {taken:8.1f} CPU s{proved}", flush=True)


def crowded(lists: CandidateLists, inputs: int, sentences: int) -> CandidateLists:
    """Lists of many inputs: each system's text, and the same with single words left out."""
    texts, made = list(lists.texts), []
    for s in range(sentences):
        own = texts[int(lists.sentence_offsets[s]) : int(lists.sentence_offsets[s + 1])]
        rows = []
        for k in range(inputs):
            words = own[k % len(own)].split()
            if k >= len(own) and len(words) > 1:
                del words[k % len(words)]
            rows.append(Candidate(" ".join(words), system=f"S{k}"))
        made.append(Sentence(str(s), rows))
    return from_sentences(made)


def main() -> None:
    if absent(WMT):
        return
    lists = read_systems(sorted(WMT.glob("hyp.*"))[:SYSTEMS])
    timed("frontier, radius 7, beam 500", FrontierSettings(radius=7, beam=500), lists)
    for kind in METHODS:
        timed(f"{kind}, as by default", make_method(kind, {}), lists)
    many = crowded(lists, INPUTS, 100)
    for kind in METHODS:
        timed(f"{kind}, {INPUTS} inputs", make_method(kind, {}), many.split(np.arange(100)))


if __name__ == "__main__":
    main()
