"""Completions, ways and places, in running text."""

from __future__ import annotations

from pathlib import Path

import pytest

from manyways import Translator
from manyways.errors import ConfigError
from manyways.text.glossary import Glossary, Term
from manyways.translator.completion import complete, graph_of
from manyways.translator.places import word_places
from manyways.translator.ways import WaysSettings, find_ways

TEXT = "Die alte Katze schläft."


@pytest.fixture(scope="module")
def translator(trained: Path) -> Translator:
    return Translator(trained, threads=1)


def test_every_beginning_of_every_good_text_is_gone_on_from(translator: Translator) -> None:
    graph = graph_of(translator, TEXT)
    for text in translator.kbest([TEXT], 5).texts:
        for cut in range(len(text) + 1):
            found = complete(translator, TEXT, text[:cut], graph=graph)
            assert found.status == "exact"
            assert found.text == text[:cut] + found.rest
        assert complete(translator, TEXT, text, graph=graph).rest == ""
    best = translator.translate(TEXT).text
    assert complete(translator, TEXT, "").rest == best


def test_case_does_not_matter_and_stays(translator: Translator) -> None:
    best = translator.translate(TEXT).text
    typed = best[:5].upper()
    assert complete(translator, TEXT, typed).text == typed + best[5:]


def test_own_words_are_kept_and_the_nearest_is_gone_on_from(translator: Translator) -> None:
    words = translator.translate(TEXT).text.split()
    typed = " ".join([*words[:2], "Xylophon"])
    found = complete(translator, TEXT, typed)
    assert (found.status, found.edits) == ("nearest", 1)
    assert found.text.startswith(typed + " ")
    assert found.rest.split() == words[3:]
    assert complete(translator, TEXT, "Q W E R T Y U I O P A S").status == "nearest"


def test_places_of_words() -> None:
    assert word_places(["das", "haus", "."], "Das Haus.") == [(0, 3), (4, 8), (8, 9)]
    assert word_places(["a", "zzz", "b"], "a b") == [(0, 1), (1, 1), (2, 3)]
    assert word_places([], "") == []
    assert word_places(["i̇x"], "İx") in ([(0, 0)], [(0, 2)])


def test_ways_differ_and_their_alignment_covers_both_sides(translator: Translator) -> None:
    found = find_ways(translator, TEXT, WaysSettings(count=4, strength=0.1, alignment=True, features=True))
    texts = [way.text for way in found.candidates]
    assert texts[0] == translator.translate(TEXT).text
    assert len(set(texts)) == 4
    for way in found.candidates:
        assert way.alignment
        assert way.features
        joined = "".join(way.text[link.target[0] : link.target[1]] for link in way.alignment)
        assert joined.replace(" ", "") == way.text.replace(" ", "")
        sources = sorted(link.source for link in way.alignment)
        assert "".join(TEXT[a:b] for a, b in sources).replace(" ", "") == TEXT.replace(" ", "")


def test_terms_hold_in_completions_too(trained: Path) -> None:
    own = Translator(trained, threads=1, glossary=Glossary((Term("Katze", "tomcat"),)))
    assert "tomcat" in complete(own, TEXT, "").rest
    assert "tomcat" in find_ways(own, TEXT, WaysSettings()).candidates[0].text


def test_an_empty_text_has_an_empty_way(translator: Translator) -> None:
    assert [way.text for way in find_ways(translator, "", WaysSettings(count=3)).candidates] == [""]
    assert complete(translator, "", "So").text == "So"


def test_tokenised_text_has_no_ways(trained: Path) -> None:
    with pytest.raises(ConfigError, match="running text"):
        find_ways(Translator(trained, tokenised=True), TEXT, WaysSettings())
