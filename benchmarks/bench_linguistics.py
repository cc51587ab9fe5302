"""Tags and trees: how far they agree with GUM, and candidates per CPU second.

    python -m benchmarks.bench_linguistics [PARSER]

Trains by the command of docs/linguistics.md on GUM's training part and MASC, with word classes out of plain
text, unless a parser's file is given; then compares with GUM's development and test parts, and tags and
parses 100-best lists of Moses on one thread. Trees of GUM are another parser's, from gold tags: agreement,
no accuracy.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from benchmarks.bench_align import BIN, DATA, run
from manyways.candidates import CandidateLists, read
from manyways.linguistics import Parser
from manyways.linguistics.files import score_parser

TREES = DATA / "treebank"
PLAIN = [
    DATA / "europarl-de-en" / "train.en.gz",
    DATA / "europarl-de-en" / "mono.en.gz",
    DATA / "lm" / "us-speeches.en.gz",
    DATA / "lm" / "multi30k-captions.en.gz",
]
LISTS = DATA / "nbest-moses" / "nbest.en.gz"


def train(folder: Path) -> Path:
    """A parser with its tagger, by the command of the page."""
    out = folder / "en.parser"
    asked = [str(BIN / "manyways"), "parser", "train", str(TREES / "gum.train.mrg.gz"), "--out", str(out)]
    for path in PLAIN:
        asked += ["--text", str(path)]
    seconds = run([*asked, "--also", str(DATA / "pos" / "masc.tagged.gz"), "--quiet"])
    print(f"classes, tagger and parser {seconds:8.1f} CPU s, {out.stat().st_size / 1e6:.0f} MB")
    return out


def speed(parser: Parser, lists: CandidateLists, name: str) -> None:
    """Both together on one thread, and the tagger alone."""
    assert len(lists.tokens.ids)  # words have their ids before the clock starts
    for what, work in (("tagged", parser.tagger.tag_lists), ("tagged and parsed", parser.parse_lists)):
        start = time.process_time()
        work(lists, threads=1)
        seconds = time.process_time() - start
        print(f"{name:24} {what:18} {lists.candidate_count / seconds:9,.0f} candidates per CPU second")


def main(arguments: list[str] | None = None) -> None:
    if not TREES.exists():
        print(f"{TREES} is not here")
        return
    with tempfile.TemporaryDirectory() as name:
        model = Path(arguments[0]) if arguments else train(Path(name))
        start = time.perf_counter()
        parser = Parser.open(model)
        print(f"opened in {1000 * (time.perf_counter() - start):.0f} ms")
        for part in ("dev", "test"):
            for given in (False, True):
                found, tags = score_parser(model, [TREES / f"gum.{part}.mrg.gz"], given_tags=given, threads=1)
                whose = "given tags" if given else "own tags"
                print(
                    f"GUM {part:4} {whose:10} brackets F1 {100 * found.f1:.2f} "
                    f"({100 * found.precision:.2f} / {100 * found.recall:.2f}), tags {100 * tags.share:.2f} %"
                )
        lists = read(LISTS)
        speed(parser, lists, "Moses 100-best")
        speed(parser, lists.distinct(), "the same, distinct texts")


if __name__ == "__main__":
    main(sys.argv[1:])
