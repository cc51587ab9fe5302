from __future__ import annotations

import unicodedata
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sacremoses import MosesTokenizer

from manyways.errors import ConfigError
from manyways.files import read_lines
from manyways.text.column import TextColumn
from manyways.text.languages import _NAMES, LANGUAGES, language_of
from manyways.text.tokenise import detokenise, lower, plain, tokenise
from manyways.text.toy import generate
from tests.oracles.tokenise import tokenise_slowly

# Few characters, so that they meet in every order.
TRICKY = st.text("aBs5.,'( -", max_size=12)
ANYTHING = st.text(
    st.one_of(
        st.sampled_from("aB5.,'’-\"( %:/漢ア\u0301\u200d\u200f…😀🏽\t\x01ก।، "), st.characters(codec="utf-8")
    ),
    max_size=20,
)


@settings(max_examples=400)
@example("5'a 5's a'5 a' 'a 5,5 ,5 5,", "en")
@example("a'a 5'a ''a a..a. 5. B. a.b. C", "fr")
@given(TRICKY, st.sampled_from(["en", "fr", "de", "pt"]))
def test_same_as_the_rules_one_by_one(text: str, code: str) -> None:
    language = language_of(code)
    expected = tokenise_slowly(
        text,
        language.apostrophe.name,
        set(language.abbreviations),
        set(language.numeric_abbreviations),
        language.ordinals,
    )
    assert tokenise([text], code)[0] == expected


@given(ANYTHING, st.sampled_from(["en", "de", "zh", "ja", "ar", "hi", "fi", "xx"]), st.booleans())
def test_nothing_is_lost(text: str, code: str, segments: bool) -> None:
    """Only white space and what does not show may go; tokens are separated by one space."""
    tokens = tokenise([text], code, keep_segments=segments)[0]

    def shown(s: str) -> str:
        hidden = [
            c for c in s if c.isspace() or (unicodedata.category(c) == "Cf" and c not in "\u200c\u200d\xad")
        ]
        return "".join(c for c in s if c not in hidden and not (c < " " or c == "\x7f"))

    assert shown(tokens) == shown(text)
    assert tokens.split(" ") == tokens.split() or not tokens
    assert shown(detokenise([tokens], code)[0]) == shown(text)


@given(st.lists(ANYTHING, max_size=4))
def test_lower_is_the_language_s_own(texts: list[str]) -> None:
    # One character to one: where Python's mapping is longer, or looks at the context, ours stays simple.
    expected = ["".join(low if len(low := c.lower()) == 1 else c for c in text) for text in texts]
    assert list(lower(texts)) == expected


EXAMPLES = {
    "en": [
        ("It's 5,300 m. long, isn't it?", "It 's 5,300 m. long , isn 't it ?"),
        ('"No. 5 is Mr. Smith\'s," she said.', '" No. 5 is Mr. Smith \'s , " she said .'),
        ("He paid £5.50 in the U.S. in the '90s...", "He paid £ 5.50 in the U.S. in the ' 90s ..."),
        ("Write to a.b@c.org and/or me.", "Write to a.b @ c.org and / or me ."),
    ],
    "de": [
        ("Am 3. Oktober, d.h. ca. 12 % mehr.", "Am 3. Oktober , d.h. ca. 12 % mehr ."),
        ("„So geht's“, sagte er (um 10:30 Uhr).", "„ So geht ' s “ , sagte er ( um 10 : 30 Uhr ) ."),
        ("»Gut«, z. B. 1999–2004.", "» Gut « , z. B. 1999 – 2004 ."),
    ],
    "fr": [("L'eau, c'est « bon » : qu'en dit M. X ?", "L' eau , c' est « bon » : qu' en dit M. X ?")],
    "it": [("C'è un po' di tutto nell'anno.", "C' è un po ' di tutto nell' anno .")],
    "fi": [("EU:n komissio klo 10:30.", "EU:n komissio klo 10 : 30.")],
    "ca": [("El col·legi és a l'avinguda.", "El col·legi és a l' avinguda .")],
    "ar": [("هذا، بنسبة ١٢٫٥ (كَتَبَ)؟", "هذا ، بنسبة ١٢٫٥ ( كَتَبَ ) ؟")],
    "ur": [("یہ کتاب اچھی ہے۔", "یہ کتاب اچھی ہے ۔")],
    "hi": [("यह अच्छी है। डॉ. शर्मा ने 1,50,000 दिए॥", "यह अच्छी है । डॉ. शर्मा ने 1,50,000 दिए ॥")],
    "zh": [
        ("2019年(AM)增长3.5%。他说：《红楼梦》！", "2019 年 ( AM ) 增 长 3.5 % 。 他 说 ： 《 红 楼 梦 》 ！")
    ],
    "ja": [("第3代（1368年-1394年）である。", "第 3 代 （ 1368 年 - 1394 年 ） で あ る 。")],
}


@pytest.mark.parametrize(
    ("code", "text", "tokens"), [(code, *pair) for code, pairs in EXAMPLES.items() for pair in pairs]
)
def test_examples_there_and_back(code: str, text: str, tokens: str) -> None:
    assert tokenise([text], code)[0] == tokens
    assert detokenise([tokens], code)[0] == text


def test_segments_stay_together() -> None:
    assert tokenise(["红楼梦 很好, ok"], "zh", keep_segments=True)[0] == "红楼梦 很好 , ok"


def test_emoji_stay_whole() -> None:
    assert tokenise(["a👨‍👩‍👧b 👍🏽!"], "en")[0] == "a 👨‍👩‍👧 b 👍🏽 !"


def test_invisible_characters_vanish() -> None:
    assert tokenise(["a\x01b\u200fc\u200bd\xa0e"], "en")[0] == "abc d e"


def test_plain_punctuation() -> None:
    assert plain(["“a” ‘b’ – c—d…"])[0] == "\"a\" 'b' - c - d..."


def test_broken_bytes_do_no_harm() -> None:
    raw = np.frombuffer(b"a\xff\xe2\x80b\xf0\x9f", dtype=np.uint8)
    column = TextColumn(raw, np.array([0, 3, 3, len(raw)], dtype=np.int64))
    assert len(tokenise(column, "en")) == 3
    assert len(detokenise(column, "en")) == 3
    assert len(lower(column)) == 3


def test_threads_do_not_change_the_text() -> None:
    texts = [f'Satz {i}, usw. (sagte\'n "{i}").' for i in range(5000)]
    one, many = (tokenise(texts, "de", threads=n) for n in (1, 4))
    assert np.array_equal(one.data, many.data)
    assert np.array_equal(one.offsets, many.offsets)


def test_language_codes() -> None:
    assert language_of("pt-BR") is LANGUAGES["pt"]
    assert language_of("DE_at").ordinals
    assert language_of("xx").letters == ""
    assert language_of("sr-Latn-RS") is LANGUAGES["sr"]


@pytest.mark.parametrize(
    ("given", "remedy"),
    [
        ("English language", "Did you mean en?"),
        ("germna", "Did you mean de?"),
        ("de.utf8", "Did you mean de?"),
        ("klingon", "two or three letters"),
        ("e", "two or three letters"),
        ("", "two or three letters"),
        ("de-", "Did you mean de?"),
    ],
)
def test_what_is_no_language_code_is_refused(given: str, remedy: str) -> None:
    with pytest.raises(ConfigError, match="a code such as en") as error:
        language_of(given)
    assert remedy in error.value.remedy


def test_every_described_language_is_known_by_its_name() -> None:
    assert set(_NAMES.values()) | {"nb", "nn"} == set(LANGUAGES)


@pytest.mark.parametrize("code", ["de", "en"])
def test_agrees_with_sacremoses_on_real_text(data: Path, code: str) -> None:
    lines = read_lines(data / "europarl-de-en" / f"dev.raw.{code}")
    peer = MosesTokenizer(code)
    theirs = [peer.tokenize(line, escape=False, return_str=True) for line in lines[:600]]
    tokens = tokenise(lines, code)
    assert np.mean([a == b for a, b in zip(tokens, theirs, strict=False)]) >= 0.995
    assert np.mean([a == b for a, b in zip(detokenise(tokens, code), lines, strict=True)]) >= 0.97


def test_the_embedded_language_there_and_back() -> None:
    corpus = generate(300)
    for code, texts, raw in (
        ("de", corpus.sources, corpus.raw_sources),
        ("en", corpus.targets, corpus.raw_references[0]),
    ):
        # Moses splits o'clock; the grammar does not.
        expected = [text.replace("o'clock", "o 'clock") for text in texts]
        assert np.mean([a == b for a, b in zip(tokenise(raw, code), expected, strict=True)]) > 0.97
        assert np.mean([a == b for a, b in zip(detokenise(texts, code), raw, strict=True)]) > 0.97
