"""Features that need a glossary or an aligner, and the languages of texts, against slow twins."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from manyways.align import AlignmentModel
from manyways.candidates import Candidate, CandidateLists, Sentence, from_sentences
from manyways.errors import InputError
from manyways.features import FEATURES, Resources, ResourceSettings, Wanted, check_feature, compute
from manyways.features.resources import OpenedAligner, open_glossary
from manyways.text.pipeline import TextPipeline
from manyways.translator.flags import flags_of
from tests.oracles.features import language_of, pair_scores, term_counts

SOURCE = ["das", "haus", "ist", "klein", "neu", "york", "stadt"]
TARGET = ["the", "house", "is", "small", "new", "york", "city"]


def random_lists(seed: int, *, sentences: int = 30) -> CandidateLists:
    chance = np.random.default_rng(seed)

    def text(words: list[str]) -> str:
        return " ".join(chance.choice(words, size=int(chance.integers(0, 7))))

    return from_sentences(
        [
            Sentence(
                str(i), [Candidate(text(TARGET)) for _ in range(int(chance.integers(0, 4)))], text(SOURCE)
            )
            for i in range(sentences)
        ]
    )


def glossary_file(tmp_path: Path, lines: list[tuple[str, str]]) -> str:
    path = tmp_path / "terms.tsv"
    path.write_text("".join(f"{a}\t{b}\n" for a, b in lines))
    return str(path)


@pytest.mark.parametrize("seed", range(5))
def test_terms_are_those_of_the_twin(tmp_path: Path, seed: int) -> None:
    chance = np.random.default_rng(seed)
    lines = [
        (
            " ".join(chance.choice(SOURCE, int(chance.integers(1, 4)))),
            " ".join(chance.choice(TARGET, 1 + i % 3)),
        )
        for i in range(12)
    ]
    lines.append(("...", "house"))  # no word: left out
    resources = Resources.open(ResourceSettings(glossary=glossary_file(tmp_path, lines)))
    lists = random_lists(seed)
    found = compute(lists, Wanted.named_by(["terms-met,terms-missed"]), resources).lists
    assert lists.sources is not None
    for row, text in enumerate(lists.texts):
        expected = term_counts(lines, text, lists.sources[int(lists.sentence_of[row])])
        assert found.features[row].tolist() == expected


def test_a_term_of_several_translations_and_a_longer_one_by_hand(tmp_path: Path) -> None:
    lines = [("Haus", "house"), ("Haus", "home"), ("neu York", "New York"), ("York", "the duke")]
    resources = Resources.open(ResourceSettings(glossary=glossary_file(tmp_path, lines)))
    texts = ["A home in New York.", "The duke's house", "nothing"]
    lists = from_sentences([Sentence("0", [Candidate(each) for each in texts], "Haus, Haus in Neu-York")])
    found = compute(lists, Wanted.named_by(["terms-met,terms-missed"]), resources).lists
    assert found.features.tolist() == [[2, 0], [1, 1], [0, 2]]


@pytest.mark.parametrize(
    ("content", "line", "said"),
    [
        ("a\tb\nc\n", 2, "has 1 field"),
        ("a\tb\tc\n", 1, "unknown flag 'c'"),
        ("a\t \n", 1, "has no translation"),
        ("\n\n", None, "holds no term"),
        (".\t!\n", None, "has no translation of any term"),
        ("a\tb\tforbidden\n", None, "has no translation of any term"),
    ],
)
def test_glossaries_that_are_none(tmp_path: Path, content: str, line: int | None, said: str) -> None:
    path = tmp_path / "terms.tsv"
    path.write_text(content)
    with pytest.raises(InputError, match=said) as caught:
        open_glossary(path)
    assert caught.value.line == line


def trained(tmp_path: Path) -> str:
    pairs = [("das haus", "the house"), ("das ist", "this is"), ("ein haus", "a house"), ("klein", "small")]
    model, _ = AlignmentModel.train([a for a, _ in pairs] * 4, [b for _, b in pairs] * 4)
    path = str(tmp_path / "aligner.bin")
    model.save(path)
    return path


def test_word_pairs_are_those_of_model_1(tmp_path: Path) -> None:
    aligner = OpenedAligner.open(trained(tmp_path))
    resources = Resources(aligner=aligner)
    lists = random_lists(3)
    names = ["align:forward", "align:reverse", "align:covered", "align:linked"]
    found = compute(lists, Wanted.named_by(names), resources).lists
    assert found.feature_names == tuple(names)
    source, target, values, *alone = aligner.model.counts()
    counts = {(int(e), int(f)): float(c) for e, f, c in zip(source, target, values, strict=True)}
    assert lists.sources is not None
    sources = aligner.source_words(lists.sources, 1)
    texts = aligner.target_words(lists.texts, 1)
    for row in range(lists.candidate_count):
        s = int(lists.sentence_of[row])
        words = [sources[0][sources[1][s] : sources[1][s + 1]], texts[0][texts[1][row] : texts[1][row + 1]]]
        expected = pair_scores(counts, alone, [each.tolist() for each in words])
        expected[0] /= max(len(words[1]), 1)
        expected[1] /= max(len(words[0]), 1)
        assert found.features[row] == pytest.approx(expected, rel=1e-6)
    good = from_sentences([Sentence("0", [Candidate("the house"), Candidate("small")], "das haus")])
    values = compute(good, Wanted.named_by(names), resources).lists.features
    assert (values[0] > values[1]).all()
    assert values[0, 2:].tolist() == [1, 1]


def of_languages(tmp_path: Path, *codes: str) -> Resources:
    one, other = (TextPipeline(language=each, casing="keep") for each in codes)
    return Resources(aligner=replace(OpenedAligner.open(trained(tmp_path)), pipelines=(one, other)))


def test_negations_that_are_lost(tmp_path: Path) -> None:
    """As the flags of a translation say: with contractions, in capitals, in a script without spaces."""
    cases = [
        (
            "de",
            "en",
            "Er kam nicht.",
            ["He came.", "He did not come.", "He didn't come.", "He didn’t.", "Not he."],
        ),
        ("de", "en", "Er kam.", ["He came.", "He did not come."]),
        ("de", "en", "Keine Zeit, niemals!", ["No time.", "Time !", "Nothing", "Notes"]),
        ("zh", "en", "我不知道", ["I know", "I can't know", "I never know"]),
        ("en", "zh", "I don't know, nor can he.", ["我不知道", "我知道"]),
        ("fr", "de", "Il n'est pas venu.", ["Er kam.", "Er kam nicht."]),
    ]
    for source_language, target_language, source, texts in cases:
        lists = from_sentences([Sentence("0", [Candidate(each) for each in texts], source)])
        resources = of_languages(tmp_path, source_language, target_language)
        found = compute(lists, Wanted.named_by(["negation-lost"]), resources).lists.features
        expected = ["negation" in flags_of(source, each, source_language, target_language) for each in texts]
        assert found[:, 0].tolist() == expected, source
    assert expected == [True, False]


def test_negations_of_no_known_language(tmp_path: Path) -> None:
    lists = from_sentences([Sentence("0", [Candidate("a")], "b")])
    for resources in (
        of_languages(tmp_path, "de", "fi"),
        Resources(aligner=OpenedAligner.open(trained(tmp_path))),
    ):
        with pytest.raises(InputError, match="negations are known"):
            compute(lists, Wanted.named_by(["negation-lost"]), resources)
        assert (
            "negation-lost" not in compute(lists, Wanted.named_by(["basic"]), resources).lists.feature_names
        )


@pytest.mark.parametrize(
    "each",
    [each for each in FEATURES if {"align", "glossary"} & set(each.needs) and "negations" not in each.needs],
)
def test_they_keep_the_promises_of_features(tmp_path: Path, each: object) -> None:
    lines = [("das", "the"), ("haus", "house")]
    settings = ResourceSettings(align=trained(tmp_path), glossary=glossary_file(tmp_path, lines))
    check_feature(each, lists=random_lists(1), resources=Resources.open(settings))  # type: ignore[arg-type]


def test_negations_keep_the_promises_of_features(tmp_path: Path) -> None:
    resources = of_languages(tmp_path, "de", "en")
    (each,) = (each for each in FEATURES if "negations" in each.needs)
    check_feature(each, lists=random_lists(1), resources=resources)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("The house is small, and it was the first of them.", 1),
        ("Das Haus ist klein und es war das erste von ihnen.", 2),
        ("La maison est petite et elle est dans la ville", 3),
        ("Это был дом, и он не большой", 17),
        ("house", 0),
        ("", 0),
    ],
)
def test_languages(text: str, code: int) -> None:
    assert language_of(text) == code
    lists = from_sentences([Sentence("0", [Candidate(text)], source="The house is the first of them all")])
    from manyways.features import Columns

    assert Columns(lists).count("language").tolist() == [code]


def test_another_language_than_the_list_or_that_of_the_source() -> None:
    english, german = "This is the house of the king.", "Das ist das Haus von dem König."
    source = "Das ist das Haus des Königs, und es ist nicht klein."
    texts = [english, german, english, "Ok"]
    lists = from_sentences([Sentence("0", [Candidate(each) for each in texts], source)])
    found = compute(lists, Wanted.named_by(["other-language,source-language"])).lists
    assert found.features.tolist() == [[0, 0], [1, 1], [0, 0], [0, 0]]


def test_pair_scores_by_hand() -> None:
    alone = [[0.0] * 5, [0.0] * 5]  # NULL gives each of five words a fifth
    found = pair_scores({(3, 3): 2.0, (4, 4): 1.0}, alone, [[3, 4], [3, 4]])
    share = np.log(0.4 + 0.2 / 5)
    assert found == pytest.approx([2 * share, 2 * share, 1, 1])
