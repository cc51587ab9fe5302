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
            assert not seen & {text.lower() for text in generate(100, seed=seed, split=split).sources}


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


# Which (gender or plural, case) an article may stand for.
ARTICLES = {
    "der": "mn fd fg pg", "die": "fn fa pn pa", "das": "nn na", "den": "ma pd", "dem": "md nd",
    "des": "mg ng",
    "ein": "mn nn na", "eine": "fn fa", "einen": "ma", "einem": "md nd", "einer": "fd fg", "eines": "mg ng",
}  # fmt: skip


def adjective_ending(article: str, cell: str) -> str:
    if article.startswith("ein") and cell in ("mn", "nn", "na"):
        return "er" if cell == "mn" else "es"
    return "e" if cell in ("mn", "fn", "fa", "nn", "na") else "en"


def noun_cells() -> dict[str, set[str]]:
    cells: dict[str, set[str]] = {}
    for noun in read_nouns():
        for number in (0, 1):
            for case, form in zip("nadg", noun.german[number], strict=True):
                cells.setdefault(form, set()).add(("p" if number else "mfn"[noun.gender]) + case)
    return cells


def agrees(article: str, adjectives: list[str], noun: set[str]) -> bool:
    return any(
        cell in noun and all(word.endswith(adjective_ending(article, cell)) for word in adjectives)
        for cell in ARTICLES[article].split()
    )


def test_articles_and_adjectives_agree_with_nouns() -> None:
    cells, checked = noun_cells(), 0
    for source, template in zip(train().sources, train().templates, strict=True):
        words, tags = source.split(), template.split()
        for i, tag in enumerate(tags):
            end = i + 1
            while tags[end : end + 1] == ["ADJA"]:
                end += 1
            if tag == "ART" and tags[end] == "NN" and words[end] in cells:
                checked += 1
                assert agrees(words[i].lower(), words[i + 1 : end], cells[words[end]]), source
    assert checked > 5000
    assert not agrees("der", [], cells["Kind"])
    assert not agrees("den", ["alte"], cells["Mann"])


def test_verbs_agree_with_pronouns_and_close_subordinate_clauses() -> None:
    endings = {"Du": ("t",), "Wir": ("n", "d")}
    checked = 0
    for source, template in zip(train().sources, train().templates, strict=True):
        words, tags = source.split(), template.split()
        if words[0] in endings and tags[1].endswith("FIN"):
            assert words[1].endswith(endings[words[0]]), source
            checked += 1
        for i, tag in enumerate(tags):
            if tag == "KOUS":
                end = next(j for j in range(i, len(tags)) if tags[j] in ("$,", "$."))
                finite = [j for j in range(i, end) if tags[j].endswith("FIN")]
                assert finite in ([], [end - 1]), source
                checked += 1
    assert checked > 1000


def test_english_verbs_and_articles_agree() -> None:
    for tree in train().trees:
        assert not re.search(r"\(PRP ([Hh]e|[Ss]he|[Ii]t)\)\) \(VP \(VBP", tree), tree
        assert not re.search(r"\(PRP (I|[Tt]hey|[Ww]e|[Yy]ou)\)\) \(VP \(VBZ", tree), tree
        assert not re.search(r"\(DT [Aa]n\) \([A-Z]+ [^aeiouAEIOUh]", tree), tree
        assert not re.search(r"\(DT [Aa]\) \([A-Z]+ ([aeioAEIO]|u(?!ni|se))", tree), tree


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
