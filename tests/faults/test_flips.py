"""One bit of one file of a model is flipped: nobody translates otherwise than before, and all are told."""

from __future__ import annotations

import json
import os
import random
import traceback
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from manyways.cli.main import app
from manyways.errors import ManywaysError
from manyways.translator import Translator
from tests.faults.figures import assert_unharmed
from tests.faults.tiny import TEXTS, make_everything

FIGURES = (
    "flips",
    "silent differences",  # translations changed and nobody said so
    "disagreements",  # `check` passed what `translate` refuses
    "unnoticed by check",
    "without the file's name",
    "tracebacks",
    "crashes",
)


def campaign(work: Path, *, scale: int = 1) -> dict[str, int]:
    """Flip about 300 bits, spread over all files: at the start, at the end, and in between."""
    model = make_everything(work)
    expected = _translations(model)
    found = Counter(dict.fromkeys(FIGURES, 0))
    files = sorted(path for path in model.rglob("*") if path.is_file() and path.stat().st_size > 0)
    for number, path in enumerate(files):
        chance = random.Random(number)
        count = 60 * scale if path.name == "model.toml" else max(4, 240 * scale // len(files))
        places = _places(path.stat().st_size, count, chance)
        found.update(_in_a_child(model, path, [(place, chance.randrange(8)) for place in places], expected))
    return dict(found)


def _places(size: int, count: int, chance: random.Random) -> list[int]:
    near = [*range(min(size, count // 4)), *range(max(0, size - count // 4), size)]
    return [*near, *(chance.randrange(size) for _ in range(count - len(near)))][:count]


def _in_a_child(model: Path, path: Path, flips: list[tuple[int, int]], expected: list[str]) -> dict[str, int]:
    """In a process of its own: a crash is counted, and takes the rest of the file's flips with it."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            found = Counter[str]()
            for place, bit in flips:
                found.update(_flip(model, path, place, bit, expected))
            os.write(writing, json.dumps(found).encode())
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(0)
    os.close(writing)
    with open(reading, "rb") as stream:
        told = stream.read()
    os.waitpid(child, 0)
    counted: dict[str, int] = json.loads(told) if told else {"crashes": 1}
    return counted


def _flip(model: Path, path: Path, place: int, bit: int, expected: list[str]) -> list[str]:
    good = path.read_bytes()
    path.unlink()  # a file of its own: the good one may have other links
    path.write_bytes(good[:place] + bytes([good[place] ^ (1 << bit)]) + good[place + 1 :])
    try:
        return ["flips", *_symptoms(model, path, expected)]
    finally:
        path.write_bytes(good)


def _symptoms(model: Path, path: Path, expected: list[str]) -> list[str]:
    found = []
    told = ""
    try:
        if _translations(model) != expected:
            found.append("silent differences")
    except ManywaysError as error:
        told = str(error)
        if path.name not in told:
            found.append("without the file's name")
    except Exception:
        traceback.print_exc()
        found.append("tracebacks")
    checked = CliRunner().invoke(app, ["check", str(model), "--json"])
    if checked.exit_code == 0:
        found += ["unnoticed by check", *(["disagreements"] if told else [])]
    elif checked.exit_code != 2:
        found.append("tracebacks")
    elif path.name not in checked.stdout:
        found.append("without the file's name")
    return found


def _translations(model: Path) -> list[str]:
    found = Translator(model, threads=1).translate(TEXTS)
    return [f"{each.text} {each.score}" for each in found]


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked here")
def test_no_flipped_bit_goes_unnoticed(tmp_path: Path) -> None:
    assert_unharmed(campaign(tmp_path), least=250)
