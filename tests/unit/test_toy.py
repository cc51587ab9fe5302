"""The embedded language: deterministic, grammatical where that can be checked, linked, bracketed, varied."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from pathlib import Path

import pytest

from manyways.errors import InputError
from manyways.text.toy import ToyCorpus, generate, write
from manyways.text.toy.lexicon import read_adjectives, read_names, read_nouns, read_phrases, read_verbs
from manyways.text.toy.words import CITIES, COUNTRIES, FREQUENCY, MANNER, SENTENCE_ADVERBS, TIMES


@lru_cache(maxsize=4)
def corpus(split: str, size: int) -> ToyCorpus:
    return generate(size, seed=1, split=split)


def train() -> ToyCorpus:
    return corpus("train", 5000)


def held_back() -> ToyCorpus:
    return corpus("test", 500)


def test_the_same_seed_gives_the_same_corpus_and_another_seed_another() -> None:
    assert generate(50, seed=3, split="dev") == generate(50, seed=3, split="dev")
    assert generate(50, seed=3).sources != generate(50, seed=4).sources


def test_a_small_corpus_begins_a_large_one_and_fewer_references_are_the_first() -> None:
    small, large = generate(40, seed=5, references=2), generate(90, seed=5)
    assert small.sources == large.sources[:40]
    assert small.references == [texts[:40] for texts in large.references[:2]]
    assert small.links == large.links[:40]
    assert small.trees == large.trees[:40]


def test_splits_share_no_source_whatever_the_seed() -> None:
    seen = {text.lower() for text in train().sources}
    assert len(seen) == 5000
    for split in ("dev", "test"):
        for seed in (1, 2):
            assert not seen & {text.lower() for text in generate(300, seed=seed, split=split).sources}


def test_the_lexicon_has_400_entries_on_each_side() -> None:
    german: set[object] = {noun.german[0][0] for noun in read_nouns()}
    english: set[object] = {words[0] for noun in read_nouns() for words in noun.english}
    german |= {verb.infinitive for verb in read_verbs()}
    english |= {(verb.base, verb.particle) for entry in read_verbs() for verb in entry.english}
    german |= {adjective.german for adjective in read_adjectives()}
    english |= {word for adjective in read_adjectives() for word, _ in adjective.english}
    for name in (*read_names(), *read_names(CITIES), *read_names(COUNTRIES)):
        german.add(name.german)
        english.add(name.english)
    for phrase in read_phrases(TIMES, kinds=True) + read_phrases(MANNER + FREQUENCY + SENTENCE_ADVERBS):
        german |= {word for word, _, _ in phrase.german}
        english |= {word for _, words in phrase.english for word, _, _ in words}
    assert len(german) >= 400
    assert len(english) >= 400


def test_links_are_within_bounds_and_cover_the_words() -> None:
    sources = linked = 0
    rows = train()
    for source, target, links in zip(rows.sources, rows.targets, rows.links, strict=True):
        pairs = [tuple(map(int, link.split("-"))) for link in links.split()]
        assert pairs == sorted(set(pairs))
        words, others = source.split(), target.split()
        assert all(i < len(words) and j < len(others) for i, j in pairs)
        assert (len(words) - 1, len(others) - 1) in pairs
        sources += sum(word != "," for word in words)
        linked += len({i for i, _ in pairs if words[i] != ","})
    assert linked / sources > 0.97


def test_leaves_of_the_trees_are_the_tokens() -> None:
    rows = train()
    for tree, target in zip(rows.trees, rows.targets, strict=True):
        assert re.findall(r" ([^ ()]+)\)", tree) == target.split()
        assert tree.count("(") == tree.count(")")
        assert tree.startswith(("(S ", "(SQ ", "(SBARQ "))


def test_references_mostly_differ() -> None:
    rows = held_back()
    distinct = [len({texts[i] for texts in rows.references}) for i in range(len(rows))]
    assert sum(distinct) / len(rows) > 3.2
    assert sum(n == 4 for n in distinct) / len(rows) > 0.65


def test_few_test_sentences_share_a_template_with_training() -> None:
    known = set(train().templates)
    shared = sum(template in known for template in held_back().templates)
    assert shared / len(held_back()) <= 0.3


def test_many_constructions_are_used() -> None:
    found = Counter(name for names in train().constructions for name in names)
    needed = (
        "passive,modal verb,perfect,separable verb,negation,question,wh-question,relative clause,date,number"
    )
    needed += (
        ",subordinate clause,object clause,infinitive clause,coordination of clauses,coordination of nouns"
    )
    needed += ",genitive,comparison,command,reflexive verb,object first,future,prepositional,give,dative"
    for name in needed.split(","):
        assert found[name] >= 50, name
    assert len(found) >= 35


def test_lengths_vary() -> None:
    lengths = [len(text.split()) for text in train().sources]
    assert min(lengths) >= 3
    assert max(lengths) <= 32
    assert 10 <= sum(lengths) / len(lengths) <= 13


def test_unknown_words_occur_in_test() -> None:
    known = {word.lower() for text in train().sources for word in text.split()}
    words = [word.lower() for text in held_back().sources for word in text.split()]
    assert 0.01 <= sum(word not in known for word in words) / len(words) <= 0.04


def test_articles_agree_with_nouns() -> None:
    genders = {}
    for noun in read_nouns():
        genders.setdefault(noun.german[0][0], set()).add(noun.gender)
    allowed = {"der": {0}, "die": {1}, "das": {2}}
    checked = 0
    for source in train().sources:
        words = source.split()
        if (
            words[0].lower() in allowed
            and words[1] in genders
            and words[2] in ("ist", "hat", "wird", "kann", "muss")
        ):
            checked += 1
            assert genders[words[1]] & allowed[words[0].lower()], source
    assert checked > 100


def test_raw_and_lower_case_forms() -> None:
    rows = generate(200, seed=2)
    assert all(" ," not in text and not text.endswith((" .", " ?", " !")) for text in rows.raw_sources)
    assert all(" 's" not in text for text in rows.raw_references[0])
    lower = rows.lowercased()
    assert lower.targets == [text.lower() for text in rows.targets]
    assert re.findall(r" ([^ ()]+)\)", lower.trees[0]) == lower.targets[0].split()
    assert lower.trees[0].startswith("(S")


def test_files_hold_the_corpus(tmp_path: Path) -> None:
    rows = generate(20, split="test")
    paths = write(rows, tmp_path / "toy")
    assert sorted(path.name for path in paths) == [
        "test.de", "test.en.0", "test.en.1", "test.en.2", "test.en.3", "test.links", "test.trees",
    ]  # fmt: skip
    assert (tmp_path / "toy" / "test.de").read_text(encoding="utf-8").splitlines() == rows.sources
    assert (tmp_path / "toy" / "test.en.2").read_text(encoding="utf-8").splitlines() == rows.references[2]
    write(generate(5), tmp_path / "toy")
    assert (tmp_path / "toy" / "train.en").exists()


def test_nonsense_is_refused() -> None:
    with pytest.raises(InputError, match="there is no split 'validation'"):
        generate(1, split="validation")
    with pytest.raises(InputError, match="-1 sentences"):
        generate(-1)
