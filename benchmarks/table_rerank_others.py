"""Lists of others reranked with the rich features: each half of a set is chosen for by what the other taught.

    python -m benchmarks.table_rerank_others PACK

PACK: of `manyways rerank prepare`, English, tokenised. Sources are not asked for, so that its source language
does not matter: INVMOD1 is left out. Texts are split and put into lower case for its models alone; scores are
of the texts as they are. They are told against the first candidates, or the system that is best on the half
that was learned from.
"""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np

from benchmarks.corpora import SHARED
from manyways.candidates import CandidateLists, read, read_systems
from manyways.choose.choosing import order_of
from manyways.features import Resources, ResourceSettings, Wanted, compute
from manyways.metrics import Bleu, significance
from manyways.metrics.oracle import first_of_each
from manyways.reading import read_lines
from manyways.rerank import RerankSettings, train_reranker
from manyways.text.tokenise import lower, tokenise

DATA = SHARED / "data"
WMT = ("wmt21-de-en", "wmt22-de-en")
ROWS = {"without a pack": False, "all": True}


def of_wmt(name: str) -> CandidateLists:
    folder = DATA / "wmt-systems" / name
    lists = read_systems(sorted(folder.glob("hyp.*")))
    references = [list(read_lines(path)) for path in sorted(folder.glob("ref.*"))]
    return lists.with_references(*references)


def of_moses() -> CandidateLists:
    lists = read(DATA / "nbest-moses" / "nbest.en.gz")
    return lists.with_references(list(read_lines(DATA / "nbest-moses" / "ref.en")))


def featured(lists: CandidateLists, resources: Resources, *, split: bool) -> CandidateLists:
    """The same texts with features of the pack's models, and those that need none."""
    plain = lists
    if split:
        words = lower(tokenise(lists.texts, "en", threads=1), threads=1)
        sources = (
            None if lists.sources is None else lower(tokenise(lists.sources, "de", threads=1), threads=1)
        )
        plain = replace(lists, texts=words, sources=sources, known_tokens=None)
    made = compute(plain, Wanted.named_by(["basic"]), resources, threads=1).lists
    kept = [i for i, name in enumerate(made.feature_names) if not name.startswith("system:")]
    names = tuple(made.feature_names[i] for i in kept)
    return replace(lists, feature_names=names, features=np.ascontiguousarray(made.features[:, kept]))


def first_rows(lists: CandidateLists, train: CandidateLists, metric: Bleu) -> np.ndarray:
    """The statistics of what one would have without reranking."""
    rows = metric.statistics(lists, threads=1)
    if len(lists.system_names) < 2:
        return rows[first_of_each(lists.sentence_offsets)]
    known = metric.statistics(train, threads=1)
    sums = [known[train.systems == i].sum(axis=0) for i in range(len(train.system_names))]
    best = int(np.argmax(metric.scores(np.array(sums))))
    found: np.ndarray = rows[lists.systems == best]
    return found


def told(name: str, lists: CandidateLists, rich: set[str], metric: Bleu) -> None:
    halves = [np.arange(len(lists))[i::2] for i in (0, 1)]
    for row, all_of_them in ROWS.items():
        base, ours = [], []
        for one, other in (halves, halves[::-1]):
            train, test = lists.split(one), lists.split(other)
            wanted = tuple(n for n in lists.feature_names if all_of_them or n.partition(":")[0] not in rich)
            settings = RerankSettings(features=wanted, tokenise=metric.tokenise)
            by = train_reranker(train, settings, threads=1).reranker
            chosen = order_of(test, by(test, threads=1).values)[first_of_each(test.sentence_offsets)]
            base.append(first_rows(test, train, metric))
            ours.append(metric.statistics(test, threads=1)[chosen])
        before, after = np.concatenate(base), np.concatenate(ours)
        pair = significance.paired_bootstrap(metric, before, after)
        scores = [metric.score(each.sum(axis=0)).value for each in (before, after)]
        gain = f"{pair.difference:+.2f} [{pair.low:+.2f}, {pair.high:+.2f}], p {pair.p_value:.3f}"
        print(f"| {name}, {row} ({len(wanted)}) | {scores[0]:.2f} | {scores[1]:.2f} | {gain} |", flush=True)


def main() -> None:
    resources = Resources.open(ResourceSettings(pack=sys.argv[1]))
    rich = {"mixlm", "syn", "verb", "disc", "disc-tags", "goog", "wclm"}
    print("| lists, features | without | reranked | gain |\n|---|---:|---:|---:|")
    moses = featured(of_moses(), resources, split=False)
    told("nbest-moses, 100 x 100", moses, rich, Bleu(tokenise="none"))
    for name in WMT:
        lists = of_wmt(name)
        said = f"{name}, {len(lists)} x {len(lists.system_names)}"
        told(said, featured(lists, resources, split=True), rich, Bleu())


if __name__ == "__main__":
    main()
