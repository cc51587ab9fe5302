"""What must come through every step exactly."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manyways.text.column import TextColumn
from manyways.text.pipeline import TextPipeline
from manyways.text.protect import (
    KINDS,
    find_spans,
    matched,
    outside_shields,
    shield,
    unshield,
    unshield_column,
)
from manyways.text.tokenise import detokenise, tokenise

# One text per line: what is found in it, by kind.
FOUND = {
    "Siehe https://a.org/b?c=1&d=(2) (Seite {1}).": ["address https://a.org/b?c=1&d=(2)", "placeholder {1}"],
    "An a.b+c@d-e.org, www.x.de/y. Ende": ["address a.b+c@d-e.org", "address www.x.de/y"],
    "请访问https://x.com/a了解。": ["address https://x.com/a"],
    "Auf example.com und example.com/a/b.": ["address example.com", "address example.com/a/b"],
    "C:\\Users\\x.txt, /usr/lib/x.so, ./run.sh und datei.txt.": [
        "path C:\\Users\\x.txt",
        "path /usr/lib/x.so",
        "path ./run.sh",
        "path datei.txt",
    ],
    "%s von %1$d: %(name)s, %.2f, %@ {0} {{x}} ${y} __PH2__ @num@ #NAME#": [
        *("placeholder %s", "placeholder %1$d", "placeholder %(name)s", "placeholder %.2f", "placeholder %@"),
        *("placeholder {0}", "placeholder {{x}}", "placeholder ${y}", "placeholder __PH2__"),
        *("placeholder @num@", "placeholder #NAME#"),
    ],
    "{1}-{2} und %s=%d, {3}%": ["placeholder {1}-{2}", "placeholder %s=%d", "placeholder {3}%"],
    "a &amp; b&nbsp;c &#228;": ["entity &amp;", "entity &nbsp;", "entity &#228;"],
    "`a = b c` und foo_bar() mit --option=x": [
        "code `a = b c`",
        "identifier foo_bar()",
        "identifier --option=x",
    ],
    "<b>fett</b><br/> *so* **so**": [
        *("markup <b>", "markup </b><br/>", "markup *", "markup *", "markup **", "markup **")
    ],
    "#tag @nutzer AT&T R&D C++ C# O'Brien m² H₂O": [
        *("tag #tag", "tag @nutzer", "identifier AT&T", "identifier R&D", "identifier C++", "identifier C#"),
        *("identifier O'Brien", "identifier m²", "identifier H₂O"),
    ],
    "5 km, 5km, 1.200,5 kg, 20°C, 15-25 °C, 3½ und 100 km/h": [
        *("number 5 km", "number 5km", "number 1.200,5 kg", "number 20°C", "number 15-25 °C", "number 3½"),
        "number 100 km/h",
    ],
    "Um 10:30 Uhr am 12.03.2024, v1.2.3, 50+1, +49 30 1234567": [
        *("number 10:30", "number 12.03.2024", "number v1.2.3", "number 50+1", "number +49 30 1234567")
    ],
    "Gut :) ;-) 😘😘": ["smiley :)", "smiley ;-)", "smiley 😘😘"],
    # What looks like it and is none.
    "Das ist 3 m hoch, z.B. in den U.S. (Art. 5 Abs. 3), und/oder 50 % mehr für $5.50.": [],
    "Dr. No sagte: nein; 1999/2000 war's - ja - gut.": [],
    "5 oz, 100 % sicher, 50%ig": [],
}


@pytest.mark.parametrize("text", FOUND)
def test_what_is_found(text: str) -> None:
    assert [f"{span.kind} {text[span.start : span.end]}" for span in find_spans(text)] == FOUND[text]


def test_every_kind_is_shown() -> None:
    assert {each.split()[0] for found in FOUND.values() for each in found} == set(KINDS)


@pytest.mark.parametrize("text", FOUND)
@pytest.mark.parametrize("language", ["de", "en", "fr"])
def test_spans_survive_the_text_pipeline(text: str, language: str) -> None:
    spans = [text[span.start : span.end] for span in find_spans(text)]
    for casing in ("lower", "keep"):
        pipeline = TextPipeline(language=language, casing=casing)
        back = unshield(pipeline.restore(pipeline.prepare([shield(text)]))[0])
        at = 0
        for span in spans:  # in their order, and each as it was
            at = back.index(span, at) + len(span)


@pytest.mark.parametrize(
    "text",
    [
        "{0}Datei öffnen{1}",
        "(siehe {1})",
        "{1}: {2}.",
        'Er sagte "%s".',
        "https://a.org/b",
        "Klick <b>hier</b>!",
        "E-{1} und {1}-Wert",
        "{a} {b} {c}",
        "vor{1}nach",
    ],
)
@pytest.mark.parametrize("language", ["de", "en", "nl"])
def test_spaces_around_spans_are_kept(text: str, language: str) -> None:
    pipeline = TextPipeline(language=language, casing="keep")
    assert unshield(pipeline.restore(pipeline.prepare([shield(text)]))[0]) == text
    assert detokenise(tokenise([text], language, protect=True), language)[0] == text


@given(
    st.text(st.sampled_from("ab1 .:/@{}%<>&;#_-*`O'漢\U0001f600\U0010fff0\U0010fff2\U000f0061"), max_size=20)
)
def test_shielding_and_back_changes_spaces_alone(text: str) -> None:
    plain = "".join(c for c in text if c not in "\U0010fff0\U0010fff2")
    back = unshield(shield(text))
    assert back.replace(" ", "") == plain.replace(" ", "")
    assert unshield(plain) == plain
    spans = find_spans(plain)
    assert all(a.end <= b.start for a, b in itertools.pairwise(spans))
    assert all(0 <= span.start < span.end <= len(plain) for span in spans)


def test_a_column_without_shields_is_left_alone() -> None:
    column = TextColumn.from_texts(["a", "漢"])
    assert unshield_column(column) is column


def test_targets_are_matched_to_their_source() -> None:
    source, target = (" ".join(shield(text).split()) for text in ("x{1} y", "a {1} b {2}"))
    assert unshield(target) == "a {1} b {2}"
    assert unshield(matched(target, source)) == "a{1} b {2}"


def test_a_segmenter_does_not_see_what_is_shielded() -> None:
    seen: list[str] = []

    def split(text: str) -> list[str]:
        seen.append(text)
        return text.split()

    words = [word for part in outside_shields(shield("a https://b.org c"), split) for word in part]
    assert [unshield(word) for word in words] == ["a", "https://b.org", "c"]
    assert seen == ["a ", " c"]
