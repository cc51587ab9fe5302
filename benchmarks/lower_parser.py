"""A parser of English in lower case, for tables whose text is lower-cased.

    python -m benchmarks.lower_parser lower.parser

It learns from GUM's training trees, MASC's tags and plain text, all in lower case, by the command of
docs/linguistics.md; two CPU minutes.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.bench_linguistics import PLAIN, TREES
from benchmarks.corpora import SHARED, absent
from manyways.files import read_lines

__all__ = ["lower_parser", "lower_tree"]

TAGGED = SHARED / "data" / "pos" / "masc.tagged.gz"
LEAF = re.compile(r" [^()\s]+\)")  # a word of a tree, with what surrounds it


def lower_parser(out: Path) -> Path:
    """The file `out`; trained if it is not there."""
    if not out.exists():
        out.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            trees = map(lower_tree, read_lines(TREES / "gum.train.mrg.gz"))
            tagged = (" ".join(map(_lower_word, line.split())) for line in read_lines(TAGGED))
            plain = (line.lower() for path in PLAIN for line in read_lines(path))
            files = {"gum.mrg": trees, "masc.tagged": tagged, "plain.en": plain}
            for file, lines in files.items():
                with (folder / file).open("w", encoding="utf-8") as text:
                    text.writelines(f"{line}\n" for line in lines)
            gum, masc, english = (str(folder / each) for each in files)
            asked = ["parser", "train", gum, "--also", masc, "--text", english, "--out", str(out), "--quiet"]
            subprocess.run([sys.executable, "-m", "manyways", *asked], check=True, stdout=sys.stderr)
    return out


def lower_tree(line: str) -> str:
    """A tree in brackets with its words in lower case; -NONE- and -LRB- are none."""
    return LEAF.sub(lambda leaf: leaf[0] if leaf[0].startswith(" -") else leaf[0].lower(), line)


def _lower_word(pair: str) -> str:
    word, mark, tag = pair.rpartition("_")
    return word.lower() + mark + tag


if __name__ == "__main__":
    if not absent(TREES):
        print(lower_parser(Path(sys.argv[1])))
