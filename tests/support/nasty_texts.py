"""Texts that hurt tokenisers: short, full of what the rules look at, and of ties."""

from __future__ import annotations

from pathlib import Path

from hypothesis import strategies as st

from manyways.files import read_lines

# Letters, digits of several scripts, punctuation and symbols that some rule names, odd spaces, escapes.
PIECES = [
    *"aaabAB012 .,.,-'\"!?()&;<>/$%+=[]{}~_^`|@#*:\\",
    *" \t\n\r\x0b\x0c\x1c\x1f\x85\xa0\u1680\u2003\u2028\u202f\u205f\u3000",
    *"é\u0301ßİıΣσς¿«»–—…“”‘’€£°©½²٣३𝟙Ⅷ①",
    *"你好，。、【】〈〉・ー々アあ한글कि\u094dعً،؟!。．０１２Ａ\u2001\u2a6d\u2a6e\u2f81\u2fe0\u33ff\u3f22",
    *"\u4db5\u4db6\u9fbb\u9fbc\ufa2d\ufa2e\ufe30\ufffd\u31ef\U0001fae8\U00020000\U0002f800\U0001f600\ue000\x00\x7f\u200b\ufeff",
    *[
        "&quot;",
        "&amp;",
        "&lt;",
        "&gt;",
        "&amp;lt;",
        "<skipped>",
        "-\n",
        "\n-",
        "'s ",
        "1-2",
        "3.5",
        "a.b",
        " the",
    ],
]

piece = st.sampled_from(PIECES)
nasty = st.lists(piece, max_size=16).map("".join)
wordy = st.lists(st.sampled_from(["a", "b", "c", "d", "a b", ".", "é"]), max_size=12).map(" ".join)
text = st.one_of(nasty, wordy)

# Name: hypotheses (a system's, or a reference or source to be worn down) and its references.
REAL_SETS = {
    "wmt22-zh-en": (
        "wmt-systems/wmt22-zh-en/hyp.Online-W.en.gz",
        "wmt-systems/wmt22-zh-en/ref.{}.en.gz",
        "AB",
    ),
    "wmt21-de-en": ("wmt-systems/wmt21-de-en/hyp.UEdin.en.gz", "wmt-systems/wmt21-de-en/ref.{}.en.gz", "A"),
    "bible-zh-en": ("bible-zh-en/test.en.1", "bible-zh-en/test.en.{}", "0123"),
    "indic-hi-en": ("indic-hi-en/test.en.2", "indic-hi-en/test.en.{}", "0123"),
    "multi30k-de-en": ("multi30k-de-en/test.en", "multi30k-de-en/test.{}", ["en"]),
    "chinese": ("bible-zh-en/test.zh", "bible-zh-en/test.{}", ["zh"]),
    "hindi": ("indic-hi-en/test.hi", "indic-hi-en/test.{}", ["hi"]),
    "arabic": ("formal-ar-en/test.ar", "formal-ar-en/test.{}", ["ar"]),
}


def worn(line: str, number: int) -> str:
    """A hypothesis made of a reference: some words lost, repeated and moved, more of them by `number`."""
    words = line.split(" ")
    for step in range(min(number % 5, len(words) - 1)):
        at = (number * 7 + step * 3) % len(words)
        word = words.pop(at)
        if step % 3:
            words.insert((at + 4 * step) % (len(words) + 1), word.swapcase() if step == 2 else word)
    return " ".join(words) or line


def real_set(data: Path, name: str, size: int) -> tuple[list[str], list[list[str]]]:
    hypothesis_file, reference_file, sets = REAL_SETS[name]
    hypotheses = read_lines(data / hypothesis_file)[:size]
    if not hypothesis_file.startswith("wmt"):
        hypotheses = [worn(line, number) for number, line in enumerate(hypotheses)]
    return hypotheses, [read_lines(data / reference_file.format(each))[:size] for each in sets]
