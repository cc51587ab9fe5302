"""Binary files that a stranger has changed and sealed again: an answer or a message, never a crash."""

from __future__ import annotations

import random
import struct
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from manyways.errors import InputError
from manyways.phrases import PhraseTable
from tests.faults.children import outcomes
from tests.faults.material import USES, Material, make
from tests.faults.reseal import HEADER, TABLE_ROW, SealedFile

SHARE = {
    "lm": 110,
    "phrases": 150,
    "rules": 80,
    "align": 60,
    "model1": 40,
    "ngrams": 40,
    "trees": 40,
    "tagger": 90,
    "parser": 120,
}  # tampered files at scale 1
FINE = {"returned", "InputError"}


def tampered(sound: bytes, draw: random.Random, number: int) -> bytes:
    """The file with a word of one section changed, each section in its turn; now and then of the table."""
    file = SealedFile(bytearray(sound))
    sections = [section for section in file.sections() if section.size >= 4]
    if number % 12 == 11:
        rows = len(file.sections())
        row = len(file.raw) - TABLE_ROW.size * (1 + draw.randrange(rows))
        change(file.raw, row + 48 + 8 * draw.randrange(2), 8, draw)
        return file.seal()
    section = sections[number % len(sections)]
    for _ in range(draw.choice((1, 1, 1, 20))):
        width = draw.choice((4, 8)) if section.size >= 8 else 4
        at = section.offset + width * draw.randrange(section.size // width)
        change(file.raw, at, width, draw)
    return file.seal()


def change(raw: bytearray, at: int, width: int, draw: random.Random) -> None:
    """Another value for a word: wild, extreme, one off, its neighbour's, or not a number."""
    kind = "<I" if width == 4 else "<Q"
    value = struct.unpack_from(kind, raw, at)[0]
    most = 2 ** (8 * width) - 1
    neighbour = struct.unpack_from(kind, raw, max(HEADER, at - width))[0]
    not_a_number = 0x7FC00000 if width == 4 else 0x7FC000007FC00000
    choices = (
        draw.randint(0, most),
        0,
        most,
        most - 1,
        value + 1,
        value - 1,
        neighbour,
        value << 8,
        not_a_number,
    )
    struct.pack_into(kind, raw, at, draw.choice(choices) & most)


def use_tampered(kind: str, seed: int, number: int, sound: bytes, material: Material) -> None:
    path = material.directory / f"tampered-{kind}-{number}.bin"
    path.write_bytes(tampered(sound, random.Random(f"{seed} {kind} {number}"), number))
    try:
        USES[kind](path, material)
    finally:
        path.unlink()


def campaign(work: Path, *, scale: int = 1) -> dict[str, int]:
    return tamper_with(make(work), scale=scale, kinds=tuple(SHARE))


def tamper_with(material: Material, *, scale: int, kinds: tuple[str, ...]) -> dict[str, int]:
    ends: Counter[str] = Counter()
    for kind in kinds:
        sound = material.path(kind).read_bytes()
        assert SealedFile(bytearray(sound)).seal() == sound, "the harness seals files as the core does"
        USES[kind](material.path(kind), material)
        calls: list[Callable[[], object]] = [
            partial(use_tampered, kind, 1, number, sound, material) for number in range(SHARE[kind] * scale)
        ]
        ends.update(outcomes(calls))
    others = sum(count for end, count in ends.items() if end not in FINE | {"crash", "hang"})
    return {
        "tampered": ends.total(),
        "refused": ends["InputError"],
        "crashes": ends["crash"],
        "hangs": ends["hang"],
        "other exceptions": others,
    }


@pytest.fixture(scope="module")
def material(tmp_path_factory: pytest.TempPathFactory) -> Material:
    return make(tmp_path_factory.mktemp("material"))


@pytest.mark.parametrize("kind", SHARE)
def test_a_tampered_file_with_right_checksums_gives_an_answer_or_a_message(
    kind: str, material: Material
) -> None:
    figures = tamper_with(material, scale=1, kinds=(kind,))
    assert figures["crashes"] == figures["hangs"] == figures["other exceptions"] == 0, figures
    assert figures["refused"] > figures["tampered"] // 5, figures


def test_files_with_the_checksums_of_old_are_read(trained: Path, tmp_path: Path) -> None:
    file, path = SealedFile(bytearray((trained / "phrases.bin").read_bytes())), tmp_path / "phrases.bin"
    file.container = 1
    old = file.seal()
    path.write_bytes(old)
    PhraseTable(path).verify()
    path.write_bytes(old[: file.data_end - 1] + bytes([old[file.data_end - 1] ^ 1]) + old[file.data_end :])
    with pytest.raises(InputError, match="checksum of bytes"):
        PhraseTable(path).verify()
    file.container = 3
    path.write_bytes(file.seal())
    with pytest.raises(InputError, match="container format 3"):
        PhraseTable(path)
