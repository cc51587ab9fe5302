"""Small damage to good files: what disks, networks, editors and strangers do to them. Seeded."""

# ruff: noqa: E501  (tables of bytes)
from __future__ import annotations

import random
import re
from collections.abc import Callable

__all__ = ["mutate"]

_NUMBER = re.compile(rb"-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")
_VALUE = re.compile(rb'"[^"\n]*"|-?\d+(?:\.\d+)?|true|false|null')
_NUMBERS = [
    b"9" * 5000,
    b"1" * 400,
    *b"1e999 -1e999 1e-999 nan -nan inf -inf Infinity -1 0 -0 1.5 65536 2147483648 4294967296 0x10 1_0".split(),
    *b"99999999999999999999 -99999999999999999999 18446744073709551615 1e 1e+ . - + 1-2 1e30".split(),
    "٣".encode(),
    "²".encode(),
    b"",
]
_VALUES = [
    b"null",
    b"[]",
    b"{}",
    b"true",
    b"1",
    b'""',
    b"[[1]]",
    b'{"a": 1}',
    b'["x"]',
    b"1979-05-27",
    b"1e400",
]
_PIECES = [
    *[
        b"[" * 5000,
        b"(" * 5000,
        b'{"a":' * 3000,
        b"<a>" * 5000,
        b"a." * 3000,
        b"'",
        b'"',
        b"\\",
        b"'''",
        b'"""',
    ],
    *[
        b"\0",
        b"\r",
        b"\r\n",
        b"\n",
        b"\t",
        b" ",
        b"  ",
        b"\x0b",
        b"\x1f",
        b"|||",
        b" ||| ",
        b"=",
        b"#",
        b"&",
        b"<",
    ],
    *[b"\\ud800", b"\\udc00", b"\\ud83d\\ude00", b"\\u0000", b"\\x80", b"\\777", b"\\N{DIGIT ONE}", b"\\d"],
    *[b"&#xD800;", b"&#x110000;", b"&#" + b"9" * 5000 + b";", b"&#0;", b"&lt;", b"&x;", b"<!ENTITY a 'b'>"],
    *[
        b"\xff",
        b"\xc3",
        b"\xed\xa0\x80",
        b"\xf4\x90\x80\x80",
        b"\xc0\x80",
        b"\xef\xbb\xbf",
        b"\xff\xfe",
        b"\x1f\x8b",
    ],
    *["\u2028".encode(), "\u00a0".encode(), "\u3000".encode(), "\U0001f600".encode(), "e\u0301".encode()],
    b"x" * 20000,
]
Change = Callable[[bytes, random.Random], bytes]


def _flip(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data))
    return data[:at] + bytes([data[at] ^ (1 << chance.randrange(8))]) + data[at + 1 :]


def _delete(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data))
    return data[:at] + data[at + chance.choice([1, 1, 2, 5, 20]) :]


def _double(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data))
    piece = data[at : at + chance.choice([1, 3, 10, 50])]
    return data[:at] + piece * chance.choice([1, 1, 1, 100]) + data[at:]


def _cut(data: bytes, chance: random.Random) -> bytes:
    return data[: chance.randrange(len(data))]


def _insert(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + chance.choice(_PIECES) + data[at:]


def _swap_lines(data: bytes, chance: random.Random) -> bytes:
    lines = data.split(b"\n")
    one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines)


def _repeat_line(data: bytes, chance: random.Random) -> bytes:
    lines = data.split(b"\n")
    at = chance.randrange(len(lines))
    return b"\n".join(lines[:at] + lines[at : at + 1] * chance.choice([0, 2, 30]) + lines[at + 1 :])


def _replace(pattern: re.Pattern[bytes], others: list[bytes]) -> Change:
    def change(data: bytes, chance: random.Random) -> bytes:
        found = list(pattern.finditer(data))
        if not found:
            return _insert(data, chance)
        match = chance.choice(found)
        return data[: match.start()] + chance.choice(others) + data[match.end() :]

    return change


def _swap_tokens(data: bytes, chance: random.Random) -> bytes:
    tokens = re.split(rb"([\s,:=()<>\[\]{}]+)", data)
    one, other = chance.randrange(len(tokens)), chance.randrange(len(tokens))
    tokens[one], tokens[other] = tokens[other], tokens[one]
    return b"".join(tokens)


_CHANGES: list[Change] = [
    *[
        _flip,
        _flip,
        _delete,
        _double,
        _cut,
        _insert,
        _insert,
        _insert,
        _swap_lines,
        _repeat_line,
        _swap_tokens,
    ],
    *[_replace(_NUMBER, _NUMBERS)] * 3,
    *[_replace(_VALUE, _VALUES)] * 2,
]


def mutate(data: bytes, seed: str) -> bytes:
    """The same damage for the same seed: one to three changes."""
    chance = random.Random(seed)
    for _ in range(chance.choice([1, 1, 2, 3])):
        if data:
            data = chance.choice(_CHANGES)(data, chance)
    return data
