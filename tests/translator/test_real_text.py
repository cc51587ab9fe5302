"""Text as people have it: protected spans, numbers, lower case, in one line and out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from manyways import Translator
from manyways.errors import ConfigError
from manyways.text.truecase import Truecaser

SPANS = ["https://a.org/b?c=1&D=e", "a.B@c.org", "{1}", "%s", "__PH2__", "@num@", "&nbsp;", "#Tag", "`x = Y`"]


@pytest.fixture(scope="module")
def translator(trained: Path) -> Translator:
    return Translator(trained)


@pytest.mark.parametrize("span", [*SPANS, "C++", "AT&T", "5 km²", "Datei_Name.TXT", "C:\\Ab\\c.txt", "<b>"])
@pytest.mark.parametrize(
    "form", ["{} Die Frau lacht.", "Die Frau {} lacht.", "Die Frau lacht ({}).", "{}", '"{}"']
)
def test_spans_come_out_as_they_went_in(translator: Translator, span: str, form: str) -> None:
    text = form.replace("{}", span)
    found = translator.translate(text).text
    assert span in found
    assert found.count(" " + span) == text.count(" " + span) or form.startswith("{} ")
    assert f"({span})" in found if "(" in form else True
    lists = translator.kbest([text], 5)
    assert all(span in each for each in lists.texts)


def test_spans_that_touch_words_still_do(translator: Translator) -> None:
    assert translator.translate("{0}Haus{1}").text.lower() == "{0}house{1}"


def test_two_spans_of_one_kind(translator: Translator) -> None:
    found = translator.translate("{1} und {2} und {1}.").text
    assert [found.count("{1}"), found.count("{2}")] == [2, 1]


def test_derivations_show_spans_as_they_are(translator: Translator) -> None:
    steps = translator.translate("Die Frau liest https://a.org/b.").derivation
    assert any("https://a.org/b" in str(step) for step in steps)


def test_what_was_protected_can_be_forced_and_proved(translator: Translator) -> None:
    text = "Die Frau liest https://a.org/b."
    best = translator.translate(text)
    forced = translator.force(text, best.text)
    assert forced.reached
    assert forced.translation is not None
    assert forced.translation.score == pytest.approx(best.score, abs=1e-4)


def test_without_protection_words_are_the_model_s(translator: Translator) -> None:
    (shielded,), (plain,) = (
        each.prepare(["Siehe a/b@c.org an."]) for each in (translator, translator.unprotected())
    )
    assert plain == "Siehe a / b @ c.org an ."
    assert shielded != plain


def test_markup_and_protection_together(translator: Translator) -> None:
    (sentence,) = translator.marked(['Das <x translation="X 1">Haus</x> {1} ist https://a.org/b?c.'])
    found = translator.translate(sentence).text
    assert "X 1" in found
    assert "{1}" in found
    assert "https://a.org/b?c" in found


def test_numbers_by_rule(trained: Path) -> None:
    assert "3,500" in Translator(trained, numbers=True).translate("Die Frau hat 3.500 gesehen.").text
    assert "3.500" in Translator(trained).translate("Die Frau hat 3.500 gesehen.").text
    with pytest.raises(ConfigError, match="left out for text that is tokenised"):
        Translator(trained, numbers=True, tokenised=True)


def test_lower_case_stays_where_the_model_saw_nothing_else(translator: Translator) -> None:
    target = replace(translator.target, truecaser=Truecaser.train(["the house is big .", "the end"] * 9))
    assert target.restore(["the house . it is big ."])[0] == "the house. it is big."
    words = replace(translator.words, target=target)
    assert words.lower_only
    assert not translator.words.lower_only
    assert not replace(words, target=replace(target, language="zh")).lower_only
    assert translator.target.restore(["the house . it is e.g. big ."])[0] == "The house. It is e.g. big."
