"""Write the tables of core/base/unicode.cc: `python make_unicode_tables.py OUT.inc`.

Each code point has a record (category, script, flags, distance to its lower and upper case letter). Equal
records are kept once, and so are equal blocks of 128 code points, which leaves about 100 kB. The Unicode
version is that of the Python that runs this (`unicodedata`), so that the core and Python agree.
"""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path

BLOCK = 128
CODE_POINTS = 0x110000

# In the order of the enums in core/base/unicode.h.
CATEGORIES = [
    "Lu",
    "Ll",
    "Lt",
    "Lm",
    "Lo",
    "Mn",
    "Mc",
    "Me",
    "Nd",
    "Nl",
    "No",
    "Pc",
    "Pd",
    "Ps",
    "Pe",
    "Pi",
    "Pf",
    "Po",
    "Sm",
    "Sc",
    "Sk",
    "So",
    "Zs",
    "Zl",
    "Zp",
    "Cc",
    "Cf",
    "Cs",
    "Co",
    "Cn",
]
SCRIPTS = [
    "COMMON",
    "LATIN",
    "GREEK",
    "CYRILLIC",
    "ARMENIAN",
    "HEBREW",
    "ARABIC",
    "DEVANAGARI",
    "BENGALI",
    "GURMUKHI",
    "GUJARATI",
    "ORIYA",
    "TAMIL",
    "TELUGU",
    "KANNADA",
    "MALAYALAM",
    "SINHALA",
    "THAI",
    "LAO",
    "TIBETAN",
    "MYANMAR",
    "GEORGIAN",
    "ETHIOPIC",
    "KHMER",
    "MONGOLIAN",
    "HANGUL",
    "HIRAGANA",
    "KATAKANA",
    "BOPOMOFO",
    "HAN",
    "OTHER",
]
HAN_NAMES = ("CJK UNIFIED", "CJK COMPATIBILITY IDEOGRAPH", "IDEOGRAPHIC", "HANGZHOU NUMERAL")
# Unicode names these by what they are, not by their script first.
PREFIXES = ("FULLWIDTH ", "HALFWIDTH ", "COMBINING ", "MODIFIER LETTER ")


def script_of(character: str, category: str) -> int:
    """Letters, marks and numbers have the script that their name begins with; all else is common."""
    if category[0] not in "LMN":
        return 0
    name = unicodedata.name(character, "")
    if name.startswith(HAN_NAMES):
        return SCRIPTS.index("HAN")
    for prefix in PREFIXES:
        name = name.removeprefix(prefix)
    word = name.split(" ")[0].split("-")[0]
    if word == "KATAKANA" or word == "HIRAGANA" or word in SCRIPTS[1:-1]:
        return SCRIPTS.index(word)
    return SCRIPTS.index("OTHER") if category[0] == "L" else 0


def record_of(code: int) -> tuple[int, int, int, int, int]:
    character = chr(code)
    category = unicodedata.category(character)
    flags = (
        character.isalnum()
        | character.isspace() << 1
        | character.isupper() << 2
        | character.islower() << 3
        | character.isdecimal() << 4
    )
    lower, upper = character.lower(), character.upper()
    return (
        CATEGORIES.index(category),
        script_of(character, category),
        flags,
        ord(lower) - code if len(lower) == 1 else 0,
        ord(upper) - code if len(upper) == 1 else 0,
    )


def numbers(values: list[int]) -> str:
    lines = [",".join(map(str, values[i : i + 32])) for i in range(0, len(values), 32)]
    return ",\n".join(lines)


def main() -> None:
    records: dict[tuple[int, int, int, int, int], int] = {}
    blocks: dict[tuple[int, ...], int] = {}
    index: list[int] = []
    for start in range(0, CODE_POINTS, BLOCK):
        block = tuple(
            records.setdefault(record_of(code), len(records)) for code in range(start, start + BLOCK)
        )
        index.append(blocks.setdefault(block, len(blocks)))
    flat = [value for block in blocks for value in block]
    rows = ",\n".join("{" + ",".join(map(str, record)) + "}" for record in records)
    text = (
        f"// Made from Unicode {unicodedata.unidata_version} by tools/make_unicode_tables.py.\n"
        f'constexpr char kVersion[] = "{unicodedata.unidata_version}";\n'
        f"constexpr std::uint16_t kBlockOf[] = {{\n{numbers(index)}}};\n"
        f"constexpr std::uint16_t kRecordOf[] = {{\n{numbers(flat)}}};\n"
        f"constexpr CodePointRecord kRecords[] = {{\n{rows}}};\n"
    )
    Path(sys.argv[1]).write_text(text, encoding="ascii")


if __name__ == "__main__":
    main()
