"""No verb answers bad input with a traceback: every verb meets every bad file."""

from __future__ import annotations

import gzip
import random
from pathlib import Path

import pytest
from typer.testing import CliRunner

from manyways.cli.main import app
from manyways.errors import ManywaysError

GOOD = "the house is small .\na house is old .\nthe old man sees a house .\n"
NBEST = "0 ||| the house ||| LM0= -1 TM0= -1 -2 ||| -1\n1 ||| a man ||| LM0= -2 TM0= -1 -3 ||| -2\n"
LISTS = "".join(
    f"{i} ||| the {word} ||| LM0= {len(word)} ||| 1\n" for i in range(3) for word in ("house", "man")
)
JSONL = '{"id": "0", "references": ["the house"], "candidates": [{"text": "the house", "score": 1}]}\n'
ARPA = "\\data\\\nngram 1=3\n\n\\1-grams:\n-1\t<unk>\n-1\t<s>\n-1\t</s>\n\n\\end\\\n"
TOML = '[text]\nsource = "de"\ntarget = "en"\n[features]\nLM0 = 1\n'
XML = "<tmx version='1.4'><body><tu><tuv xml:lang='de'><seg>x</seg></tuv></tu></body></tmx>"
SEEDS = [GOOD, NBEST, JSONL, ARPA, TOML, XML, "S-0\tx\nH-0\t-1\ty\n", '{"translation": "x", "score": 1}\n']
STRANGE = [
    b"",
    b"\n\n\n",
    b"\x00" * 100,
    b"\xff\xfe\x00d",
    "größe\n".encode("latin-1"),
    gzip.compress(GOOD.encode())[:-9],
    b"[" * 5000,
    b'{"candidates": ' * 2000,
    b"9" * 5000 + b" ||| x ||| LM0= 1e999 ||| nan\n",
    b"0 ||| x ||| LM0= " + b"1" * 500 + b" ||| 1\n-1 ||| ||| ||| \n",
    b'{"id": 1e999, "candidates": [{"text": "\\ud800", "features": {"a": [[1]]}}]}\n',
    b'{"manyways": 1, "layout": {"format": "moses", "columns": 7}}\n' + JSONL.encode(),
]

VERBS = [
    ["check", "F"],
    ["check", "F", "--references", "F", "--source", "G"],
    ["check", "F", "--from", "fairseq"],
    ["convert", "F", "OUT.jsonl"],
    ["convert", "F", "G", "OUT", "--to", "cdec"],
    ["convert", "F", "OUT", "--from", "openai"],
    ["score", "F", "--references", "G", "--oracle", "--quartiles"],
    ["score", "G", "--references", "F"],
    ["score", "F", "F", "--references", "F", "--compare", "--json"],
    ["align", "--source", "F", "--target", "F"],
    ["align", "--source", "G", "--target", "G", "--gold", "F"],
    ["lm", "estimate", "F", "--order", "2", "--discount-fallback", "--out", "OUT"],
    ["cluster", "F", "--out", "OUT"],
    ["tagger", "train", "F", "--passes", "1", "--out", "OUT"],
    ["tagger", "train", "G", "--also", "F", "--clusters", "F", "--passes", "1", "--out", "OUT"],
    ["tagger", "apply", "F", "G", "--out", "OUT"],
    ["tagger", "score", "F", "G"],
    ["parser", "train", "F", "--passes", "1", "--out", "OUT"],
    ["parser", "apply", "F", "G", "--out", "OUT"],
    ["parser", "score", "F", "G"],
    ["tokenise", "F", "--language", "de", "--out", "OUT"],
    ["detokenise", "F", "--language", "de", "--out", "OUT"],
    ["split", "F", "--language", "de", "--out", "OUT"],
    ["lm", "query", "F", "G"],
    ["lm", "convert", "F", "OUT"],
    ["lm", "interpolate", "F", "F", "--held-out", "G", "--out", "OUT"],
    ["train", "--source", "F", "--target", "G", "--out", "OUT"],
    ["train", "--source", "G", "--target", "G", "--links", "F", "--out", "OUT"],
    ["train", "--source", "G", "--target", "G", "--recipe", "F", "--out", "OUT"],
    ["import-moses", "F", "OUT"],
    ["export-moses", "D", "OUT"],
    ["check", "D"],
    ["translate", "D", "G"],
    ["translate", "F", "G"],
    ["diversify", "F", "--size", "2", "--out", "OUT"],
    ["diversify", "G", "--size", "2", "--unless", "F", "--out", "OUT"],
    ["choose", "F", "--by", "mbr", "--out", "OUT"],
    ["rerank", "train", "F", "--references", "G", "--out", "OUT.toml"],
    ["rerank", "explain", "F", "L", "--id", "0"],
    ["tune", "--candidates", "F", "--references", "G", "--with", "mert", "--set", "restarts=1"],
    ["tune", "--candidates", "F", "--with", "apro", "--out", "OUT.toml"],
    ["tune", "--candidates", "L", "--references", "F", "--with", "mira"],
    ["tune", "--candidates", "L", "--references", "G", "--with", "apro", "--start", "F"],
    ["tune", "D", "F", "G", "--with", "pro"],
]


def damaged(text: str, chance: random.Random) -> bytes:
    """A few bytes of a good file replaced, doubled or cut off."""
    data = bytearray(text.encode())
    for _ in range(chance.randint(1, 3)):
        place = chance.randrange(len(data))
        kind = chance.randrange(4)
        if kind == 0:
            data[place] = chance.choice(b'\x00\xff"{}[]|=-9\t\n')
        elif kind == 1:
            data[place:place] = data[place : place + chance.randint(1, 30)]
        elif kind == 2:
            del data[place : place + chance.randint(1, 10)]
        else:
            data = data[: place + 1]
    return bytes(data)


def bad_files() -> list[bytes]:
    chance = random.Random(1)
    return [*STRANGE, *(damaged(text, chance) for text in SEEDS)]


@pytest.mark.parametrize("verb", VERBS, ids=" ".join)
def test_no_traceback(verb: list[str], tmp_path: Path) -> None:
    (tmp_path / "G").write_text(GOOD)
    (tmp_path / "L").write_text(LISTS)
    for number, data in enumerate(bad_files()):
        (tmp_path / "F").write_bytes(data)
        (tmp_path / "D").mkdir(exist_ok=True)
        (tmp_path / "D" / "model.toml").write_bytes(data)
        words = [str(tmp_path / each) if each[0] in "FGDLO" else each for each in verb]
        words = [each.replace("OUT", f"OUT{number}") for each in words]
        error = CliRunner().invoke(app, words).exception
        assert error is None or isinstance(error, (SystemExit, ManywaysError)), (verb, data[:200], error)


@pytest.mark.parametrize("file", ["missing", "."], ids=["missing", "directory"])
@pytest.mark.parametrize("verb", VERBS, ids=" ".join)
def test_no_file(verb: list[str], file: str, tmp_path: Path) -> None:
    (tmp_path / "G").write_text(GOOD)
    (tmp_path / "L").write_text(LISTS)
    words = [
        str(tmp_path / (file if each[0] in "FD" else each)) if each[0] in "FGDLO" else each for each in verb
    ]
    error = CliRunner().invoke(app, words).exception
    assert isinstance(error, ManywaysError) or (isinstance(error, SystemExit) and error.code == 2), error
