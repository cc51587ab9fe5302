"""Words of another script spelt in the target's: beside slow twins, from pairs, through files."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from manyways._core import text as core
from manyways.errors import InputError
from manyways.text.column import TextColumn
from manyways.text.linked import LinkedText
from manyways.text.transliterate import Transliterator, WordPairs, script_of
from manyways.text.vocabulary import Vocabulary, encode
from tests.oracles import letters as slow
from tests.support.scripts import drawn_word, greek


def column(texts: list[str]) -> tuple[np.ndarray, np.ndarray]:  # type: ignore[type-arg]
    made = TextColumn.from_texts(texts)
    return made.data, made.offsets


@pytest.mark.parametrize("seed", range(5))
def test_pairs_are_told_from_noise_as_the_slow_twin_tells_them(seed: int) -> None:
    draw = random.Random(seed)
    pairs, names = [], []
    for _ in range(25):
        word, other = drawn_word(draw, 5), drawn_word(draw, 5)
        same = draw.random() < 0.6
        pairs.append((greek(word if same else other), word))
        names.append(draw.random() < (0.8 if same else 0.2))
    expected = slow.chances(pairs, names)
    for threads in (1, 3):
        found = core.transliteration_chances(
            *column([a for a, _ in pairs]),
            *column([b for _, b in pairs]),
            np.array(names, dtype=np.uint8),
            threads=threads,
        )
        assert found.tolist() == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("seed", range(5))
def test_units_and_spellings_are_those_of_the_slow_twin(seed: int) -> None:
    draw = random.Random(seed)
    words = [drawn_word(draw, 6) for _ in range(20)]
    pairs = [(greek(word), word.replace("k", "ck").replace("i", "e")) for word in words]
    weights = [draw.choice([1.0, 0.7, 0.0]) for _ in pairs]
    expected = slow.units(pairs, weights)
    letters, probabilities = core.learn_units(
        *column([a for a, _ in pairs]), *column([b for _, b in pairs]), np.array(weights)
    )
    found = {
        (chr(s), "".join(chr(c) for c in t if c)): p
        for (s, *t), p in zip(letters.reshape(-1, 3).tolist(), probabilities.tolist(), strict=True)
    }
    assert found.keys() == expected.keys()
    assert [found[unit] for unit in expected] == pytest.approx(list(expected.values()), abs=1e-9)
    known = [b for _, b in pairs]
    empty = column([])
    spell = core.Transliterator(letters, probabilities, *column(known), *empty, *empty)
    for word in (pairs[0][0][:4], "κατ"):
        every = slow.spellings(word, found, known)
        best = sorted(every, key=lambda text: -every[text])[:3]
        got = spell.best(word, 3)
        assert [text for text, _ in got] == best
        assert [score for _, score in got] == pytest.approx([every[text] for text in best], abs=1e-6)
    assert spell.best("кат", 3) == []


def test_odds_are_those_of_two_letter_models() -> None:
    borrowed, own = ["τομ", "μπορα", "κατ"], ["λογος", "ανθρωπος", "καλος", "τοπος"]
    letters, probabilities = np.array([964, 116, 0], dtype=np.uint32), np.array([1.0])
    spell = core.Transliterator(letters, probabilities, *column([]), *column(borrowed), *column(own))
    one, other = slow.LetterModelOracle(borrowed), slow.LetterModelOracle(own)
    for word in ("τομ", "νομος", "ζ"):
        expected = np.log(4 / 5) + one.word(word) - other.word(word)
        assert spell.odds(word) == pytest.approx(expected)
    assert spell.odds("τομ") > 0 > spell.odds("νομος")


def test_numbers_that_do_not_fit_are_refused() -> None:
    one = column(["α"])
    with pytest.raises(ValueError, match="one mark"):
        core.transliteration_chances(*one, *column(["a"]), np.zeros(2, dtype=np.uint8))
    with pytest.raises(ValueError, match="both sides"):
        core.transliteration_chances(*one, *column([]), np.zeros(1, dtype=np.uint8))
    for weight in (2.0, float("nan")):
        with pytest.raises(ValueError, match="a weight from 0 to 1"):
            core.learn_units(*one, *column(["a"]), np.array([weight]))
    for letters, value in (([0, 97, 0], 0.5), ([945, 97, 0], 0.0), ([945, 97, 0], 2.0)):
        with pytest.raises(ValueError, match="a unit needs"):
            core.Transliterator(np.array(letters, dtype=np.uint32), np.array([value]), *one, *one, *one)


def linked(
    pairs: list[tuple[str, str]], links: list[list[tuple[int, int]]]
) -> tuple[LinkedText, Vocabulary, Vocabulary]:
    vocabularies = Vocabulary(), Vocabulary()
    sides = [
        encode(TextColumn.from_texts(pair[side] for pair in pairs), vocabularies[side]) for side in (0, 1)
    ]
    offsets = np.cumsum([0, *(len(each) for each in links)])
    rows = np.array([link for each in links for link in each], dtype=np.uint32).reshape(-1, 2)
    return LinkedText(*sides[0], *sides[1], rows, offsets), *vocabularies


def test_pairs_are_words_of_two_scripts_that_are_linked_alone() -> None:
    text = [("Ο Τομ 5 ναι", "Tom is 5 yes"), ("ο Τομ ναι", "no tom Tom"), ("ab ναι", "yes yes")]
    links = [[(1, 0), (2, 2), (3, 3)], [(1, 1), (0, 0), (0, 2)], [(0, 0), (1, 1)]]
    found = WordPairs.of(*linked(text, links))
    assert found == WordPairs(("τομ", "ναι"), ("tom", "yes"), (True, False))


def taught() -> tuple[Transliterator, float]:
    draw = random.Random(1)
    names = sorted({drawn_word(draw) for _ in range(300)})
    native = sorted({"ψ" + greek(drawn_word(draw)) + "ς" for _ in range(300)})
    pairs = [(greek(name).title(), name.title()) for name in names]
    pairs += [(word, drawn_word(draw)) for word in native]
    text = linked(pairs, [[(0, 0)]] * len(pairs))
    words = TextColumn.from_texts(name.title() for name in names)
    made, report = Transliterator.learn(WordPairs.of(*text), words, np.ones(len(words), dtype=np.int64))
    assert len(names) * 0.95 < report.pairs < len(names) * 1.1
    assert report.found > 0.9 < report.right
    return made, report.among_ten


def test_what_is_learnt_spells_new_words_and_comes_back_from_its_file(tmp_path: Path) -> None:
    made, share = taught()
    assert share > 0.9
    made.save(tmp_path / "letters")
    again = Transliterator.load(tmp_path / "letters")
    for each in (made, again):
        assert each.borrows("Μαριλενα")
        assert not each.borrows("ψταλος")
        (text, chance), *others = each.best("Μαριλενα", 5)
        assert text == "Marilena"
        assert chance + sum(one for _, one in others) == pytest.approx(1)
    assert again.best("Μαριλενα", 5) == made.best("Μαριλενα", 5)
    assert again.best("Мария", 5) == []
    rest = ("unit\tα\ta\t2", "unit\tα", "unit\tαβ\ta\t0.5", "word\ta\tx", "old\ta")
    for text in ("units\n", "letters\tsmall\n", *(f"letters\tlower\n{line}\n" for line in rest)):
        (tmp_path / "bad").write_text(text)
        with pytest.raises(InputError, match=r"line \d: expected"):
            Transliterator.load(tmp_path / "bad")


def test_scripts_are_of_words_of_letters() -> None:
    assert [script_of(word) for word in ("Haus", "हिन्दी", "عربي", "5", "a5", "")] == [
        "LATIN", "DEVANAGARI", "ARABIC", "", "", "",
    ]  # fmt: skip
