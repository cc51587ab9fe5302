"""Compounds in their parts, known words for new ones: beside a slow twin, through files and pipelines."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from manyways.errors import InputError, ModelError
from manyways.text import known_words
from manyways.text.column import TextColumn
from manyways.text.known_words import KnownWords, is_word
from manyways.text.pipeline import TextPipeline
from tests.oracles.known_words import KnownWordsOracle

STEMS_OF_FIVE = ["".join(letters) for letters in itertools.product("kmü", repeat=5)][:40]
STEMS = ["haus", "halt", "plan", "recht", "grund", "lage", "über", "größe"]


def made(
    counts: dict[str, int], joiners: tuple[str, ...] = (), *, split: bool = True, vary: bool = False
) -> KnownWords:
    words = TextColumn.from_texts(counts)
    return KnownWords(words, np.array(list(counts.values()), dtype=np.int64), joiners, split, vary)


@pytest.mark.parametrize("seed", range(30))
def test_compounds_are_split_as_the_slow_twin_splits_them(seed: int) -> None:
    draw = random.Random(seed)
    counts = {draw.choice([str.lower, str.title])(stem): draw.choice([3, 5, 8, 8, 30]) for stem in STEMS}
    for _ in range(20):
        joined = "".join(draw.choice(STEMS) + draw.choice(["", "s"]) for _ in range(draw.randint(2, 3)))
        counts.setdefault(joined, draw.choice([1, 4, 7, 40]))
    known, slow = made(counts, ("s",)), KnownWordsOracle(counts, ["s"], known_words.MOST)
    for _ in range(60):
        word = "".join(draw.choice(STEMS) + draw.choice(["", "s", "x"]) for _ in range(draw.randint(1, 4)))
        assert known.apply([word])[0] == (slow.split(word) or word), word


@pytest.mark.parametrize("seed", range(10))
def test_words_are_split_behind_prefixes_as_the_slow_twin_splits_them(seed: int) -> None:
    draw = random.Random(seed)
    prefixes, stems = ["w", "al", "bi", "wal"], ["".join(draw.choices("abcü", k=k)) for k in (2, 3, 3, 4, 5)]
    counts = {stem: draw.choice([1, 2, 8, 30]) for stem in stems}
    for _ in range(20):
        word = "".join(draw.sample(prefixes, k=2))[: draw.randint(0, 5)] + draw.choice(stems)
        counts.setdefault(word, draw.choice([1, 2, 8, 30]))
    known = replace(made(counts, split=False), prefixes=tuple(prefixes))
    slow = KnownWordsOracle(counts, [], known_words.MOST)
    split = 0
    for _ in range(60):
        word = draw.choice(prefixes) + draw.choice(["", *prefixes]) + draw.choice(stems)
        expected = slow.behind_prefix(word, prefixes)
        split += expected is not None
        assert known.apply([word])[0] == (expected or word), word
    assert split > 10


def test_prefixes_are_learnt_as_the_slow_twin_learns_them(tmp_path: Path) -> None:
    draw = random.Random(1)
    stems = ["".join(letters) for letters in itertools.product("kmü", repeat=4)]
    words = [*stems, *stems]
    for prefix, share in (("w", 0.9), ("al", 0.6), ("bil", 0.45), ("s", 0.3), ("wala", 0.5), ("-", 0.9)):
        words += [prefix + stem for stem in stems if draw.random() < share]
    words += [f"s{stem[::-1]}zz" for stem in stems]
    known = KnownWords.learn(words, prefixes=True, vary=False)
    slow = KnownWordsOracle(Counter(words), [], known_words.MOST)
    assert list(known.prefixes) == [each for each in slow.prefixes() if each != "-"]
    assert {"w", "al", "bil"} <= set(known.prefixes) < {"w", "al", "bil", "wala", "s", "wal"}
    known.save(tmp_path / "words")
    again = KnownWords.load(tmp_path / "words", vary=False)
    assert (again.prefixes, again.joiners) == (known.prefixes, ())
    for word in (prefix + stem for prefix in known.prefixes for stem in stems):
        assert again.apply([word])[0] == (slow.behind_prefix(word, known.prefixes) or word), word


def test_new_words_become_those_that_have_a_translation() -> None:
    counts = {"Vertrag": 9, "vertrag": 2, "zusammenarbeit": 9, "zusammenarbeiq": 8, "Haus": 3}
    known = made(counts, split=False, vary=True).with_unusable(["Vertrag", "zusammenarbeit", "Haus"])
    text = "Vertrag VERTRAG zusammenarbeit zusammenarbeix Haus HAUS"
    assert known.apply([text])[0] == "vertrag vertrag zusammenarbeiq zusammenarbeiq Haus HAUS"


def test_a_rest_is_varied_like_a_word_of_its_own(tmp_path: Path) -> None:
    endings = [f"{stem}{ending}" for stem in STEMS_OF_FIVE for ending in ("i", "u")]
    counts = dict.fromkeys(endings, 2) | {"kkkkku": 4, "walkkkkku": 1, "alkkkkki": 1}
    known = replace(made(counts, split=False, vary=True), prefixes=("al", "wal"))
    assert known.apply(["walkkkkkü walkkkkki alkkkkkx"])[0] == "walkkkkkü wal+ kkkkki alkkkkkx"
    known = known.with_unusable(["kkkkki", "alkkkkki"])
    assert known.apply(["walkkkkki alkkkkki"])[0] == "wal+ kkkkku al+ kkkkku"
    known.save(tmp_path / "words")
    again = KnownWords.load(tmp_path / "words")
    assert (again.unusable, again.prefixes) == (known.unusable, known.prefixes)
    assert again.apply(["walkkkkki"])[0] == "wal+ kkkkku"


@pytest.mark.parametrize("seed", range(4))
def test_endings_are_changed_as_the_slow_twin_changes_them(seed: int) -> None:
    draw = random.Random(seed)
    letters = "abcdeü"
    stems = ["".join(draw.choices(letters, k=5)) for _ in range(60)]
    endings = ["", "n", "en", "s", "üs"]
    counts = {
        draw.choice([str.lower, str.title])(stem + ending): draw.choice([1, 2, 2, 9])
        for stem in stems
        for ending in draw.sample(endings, k=3)
    }
    unusable = draw.sample(list(counts), k=40)
    known = made(counts, split=False, vary=True).with_unusable(unusable)
    slow = KnownWordsOracle(counts, [], 0, unusable)
    changed = 0
    for stem in stems:
        for ending in (*endings, "q"):
            word = draw.choice([str.lower, str.title])(stem + ending)
            if word.lower() in slow.usable:
                continue
            expected = slow.by_ending(word) or word
            changed += expected != word
            assert known.apply([word])[0] == expected, word
    assert changed > 10


def test_a_word_of_this_text_stays_unless_it_is_a_rare_compound() -> None:
    counts = {"Haushalt": 50, "Ausschuss": 40, "Haushaltsausschuss": 30, "EU": 90, "die": 500}
    known = made(counts, ("s",))
    assert known.apply(["die Haushaltsausschuss EU-Haushalt Haushaltausschuss"])[0] == (
        "die Haushaltsausschuss EU Haushalt Haushalt Ausschuss"
    )
    rare = made(counts | {"Haushaltsausschuss": 3}, ("s",))
    assert rare.apply(["Haushaltsausschuss"])[0] == "Haushalt Ausschuss"
    assert (
        rare.apply(["Haushaltsausschuss-2 haushaltsxausschuss  a"])[0]
        == "Haushaltsausschuss-2 haushaltsxausschuss a"
    )


def test_new_words_without_a_capital_may_differ_in_a_letter() -> None:
    known = made({"zusammenarbeit": 9, "Zeppelin": 9, "wirklich": 3}, split=False, vary=True)
    text = "zusamenarbeit zusammmenarbeit zusammenerbeit Zepelin ZEPPELIN wirklch \ue000a.org"
    assert (
        known.apply([text])[0]
        == "zusammenarbeit zusammenarbeit zusammenarbeit Zepelin Zeppelin wirklch \ue000a.org"
    )


def test_words_of_other_scripts_are_words() -> None:
    assert is_word("हिन्दी")
    assert is_word("EU-Haushalt")
    assert not is_word("EU-")
    assert not is_word("a1")
    texts = [f"{stem}{ending}" for stem in _hindi_stems() for ending in ("ी", "ों")]
    known = KnownWords.learn([*texts, "लड़की"])
    assert known.apply(["लड़कों"])[0] == "लड़की"


def _hindi_stems() -> list[str]:
    return ["".join(letters) for letters in itertools.islice(itertools.product("कखगच", repeat=4), 30)]


def test_joiners_are_learnt(tmp_path: Path) -> None:
    firsts, seconds = [f"{a}{b}eit" for a in "bdfgk" for b in "aeo"], ["ausschuss", "bericht", "plan"]
    texts = [f"{word} " * 25 for word in (*firsts, *seconds)] + [
        f"{a}s{b} {a}{b}" for a in firsts for b in seconds
    ]
    known = KnownWords.learn(texts, split=True)
    assert known.joiners == ("s",)
    assert known.apply(["baeitsplan"])[0] == "baeit plan"
    known.save(tmp_path / "words")
    again = KnownWords.load(tmp_path / "words", split=True)
    assert list(again.words) == list(known.words)
    assert again.joiners == ("s",)
    for text in ("joiners\ts\nHaus\tviele\n", "Haus\t3\n", "joiners\nHaus\n", "joiners\nHaus\t3\tx\n"):
        (tmp_path / "bad").write_text(text)
        with pytest.raises(InputError, match=r"line \d: expected"):
            KnownWords.load(tmp_path / "bad")


def test_a_pipeline_counts_the_words_of_pieces_after_splitting() -> None:
    corpus = ["Da ist der Haushalt."] * 30 + ["Da ist der Ausschuss."] * 30
    pipeline = TextPipeline(language="de", compounds="split", unknown="vary").trained(corpus)
    text, counts = pipeline.prepare_pieces([["Der", "Haushaltausschuss ist", "", "der."], ["Ausschuss"]])
    assert list(text) == ["der Haushalt Ausschuss ist der .", "Ausschuss"]
    assert counts == [[1, 3, 0, 2], [1]]
    assert list(pipeline.prepare(["Der Haushaltausschuss ist der."])) == [text[0]]
    with pytest.raises(ModelError, match="needs known words"):
        TextPipeline(language="de", casing="keep", compounds="split").prepare(["a"])
