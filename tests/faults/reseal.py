"""Our binary files from outside: takes them apart, changes a word, and makes all checksums right again.

The layout is that of core/base/section_file.h: a header of 128 bytes, sections, a checksum for every
64 KiB of them, the table of sections. Written from that description, without the core's code.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import NamedTuple

from manyways._core.base import checksum, hash_bytes

__all__ = ["SealedFile", "Section", "block_checksum"]

HEADER = 128
BLOCK = 64 * 1024
TABLE_ROW = struct.Struct("<48sQQ")
MASK = 2**64 - 1


class Section(NamedTuple):
    name: str
    offset: int
    size: int


@dataclass
class SealedFile:
    """The bytes of one file."""

    raw: bytearray

    @property
    def container(self) -> int:
        return int(struct.unpack_from("<I", self.raw, 8)[0])

    @container.setter
    def container(self, value: int) -> None:
        struct.pack_into("<I", self.raw, 8, value)

    @property
    def data_end(self) -> int:
        return int(struct.unpack_from("<Q", self.raw, 48)[0])

    def sections(self) -> list[Section]:
        blocks, count = struct.unpack_from("<QQ", self.raw, 56)
        start = self.data_end + 8 * blocks
        rows = [TABLE_ROW.unpack_from(self.raw, start + i * TABLE_ROW.size) for i in range(count)]
        return [Section(name.rstrip(b"\0").decode(), offset, size) for name, offset, size in rows]

    def seal(self) -> bytes:
        """The bytes with the checksums that belong to them."""
        data = bytes(self.raw[: self.data_end])
        of_block = hash_bytes if self.container == 1 else checksum
        for block, start in enumerate(range(HEADER, self.data_end, BLOCK)):
            struct.pack_into("<Q", self.raw, self.data_end + 8 * block, of_block(data[start : start + BLOCK]))
        struct.pack_into("<Q", self.raw, HEADER - 8, 0)
        header = seeded_hash(bytes(self.raw[:HEADER]), 0)
        struct.pack_into("<Q", self.raw, HEADER - 8, seeded_hash(bytes(self.raw[self.data_end :]), header))
        return bytes(self.raw)


def seeded_hash(data: bytes, seed: int) -> int:
    """The content hash of core/base/hash.h, which begins with a seed."""
    total = seed ^ (len(data) * 0x9E3779B97F4A7C15 & MASK)
    at = 0
    if len(data) >= 32:
        lanes = [(seed + k) & MASK for k in (1, 2, 3, 4)]
        for at in range(0, len(data) - 31, 32):
            words = struct.unpack_from("<4Q", data, at)
            lanes = [_step(lane, word) for lane, word in zip(lanes, words, strict=True)]
        at += 32
        turned = (_rotated(_mixed(lane), by) for lane, by in zip(lanes, (0, 17, 31, 47), strict=True))
        total ^= sum(turned) & MASK
    for start in range(at, len(data), 8):
        word = int.from_bytes(data[start : start + 8], "little")
        total = _mixed((total * 0x9E3779B97F4A7C15 + word + 0x632BE59BD9B4E019) & MASK)
    return _mixed(total)


def block_checksum(data: bytes) -> int:
    """The checksum of core/base/hash.h: four lanes of 16 bytes, then the hash of what is left."""
    lanes, at = [1, 2, 3, 4], 0
    for at in range(64, len(data) + 1, 64):
        words = struct.unpack_from("<8Q", data, at - 64)
        pairs = zip(lanes, words[::2], words[1::2], strict=True)
        lanes = [_rotated((lane ^ one) * 0x9FB21C651E98DF25 & MASK ^ two, 29) for lane, one, two in pairs]
    total = len(data)
    for lane in lanes:
        total = _mixed((total * 0x9E3779B97F4A7C15 + lane + 0x632BE59BD9B4E019) & MASK)
    return seeded_hash(data[at:], total)


def _rotated(x: int, by: int) -> int:
    return (x << by | x >> (64 - by)) & MASK


def _step(lane: int, word: int) -> int:
    return _rotated((lane ^ word) * 0x9FB21C651E98DF25 & MASK, 29)


def _mixed(x: int) -> int:
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ x >> 27) * 0x94D049BB133111EB & MASK
    return x ^ x >> 31
