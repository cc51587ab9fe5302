"""Which features are computed, the columns that come of it, and files of one's own."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from manyways.candidates import CandidateLists, from_sentences, read, write
from manyways.errors import ConfigError, InputError
from manyways.features import FEATURES, Columns, Wanted, check_feature, compute, feature
from manyways.features.base import Feature, Values
from manyways.features.compute import values_of
from manyways.features.testing import odd_lists
from manyways.metrics.consensus import ConsensusSettings, consensus, utilities

OWN = '''
from manyways.features import feature, share

@feature("shouting")
def shouting(columns):
    """How much of the text is capitals."""
    return share(columns.count("capitals"), columns.count("letters"))

@feature("size", "twice")
def sizes(columns):
    words = columns.count("words")
    return [[w, 2 * w] for w in words]
'''


def own(tmp_path: Path, text: str) -> str:
    path = tmp_path / "mine.py"
    path.write_text(text)
    return str(path)


@pytest.mark.parametrize("each", FEATURES, ids=lambda each: each.names[0])
def test_every_feature_keeps_its_promises(each: Feature) -> None:
    lists = odd_lists()
    if all(Columns(lists).has(need) for need in each.needs):
        check_feature(each)
    assert each.told


def test_basic_adds_columns_and_says_what_it_left_out() -> None:
    lists = odd_lists()
    found = compute(lists, Wanted.named_by(["basic"]))
    assert found.lists.feature_names == found.names
    assert {"system:A", "rank", "score", "consensus:bleu", "words", "numbers-lost"} <= set(found.names)
    assert "mbr:bleu" not in found.names
    assert found.metrics == ("bleu", "chrf")
    assert found.remarks == (
        "no scores of words, so left out: word-score, word-score-mean, word-score-least",
    )
    assert np.isfinite(found.lists.features).all()


def test_consensus_is_that_of_the_metrics() -> None:
    lists = odd_lists()
    found = compute(lists, Wanted.named_by(["mbr:bleu,mbr:chrf", "mbr:ter", "consensus:chrf"])).lists
    expected = consensus(lists, utilities("bleu+chrf+ter"))
    averaged = consensus(lists, utilities("chrf"), settings=ConsensusSettings(method="aggregate"))
    assert found.feature_names == ("mbr:bleu", "mbr:chrf", "mbr:ter", "consensus:chrf")
    assert np.array_equal(found.features, np.hstack([expected, averaged]))


def test_scores_and_ranks_by_hand() -> None:
    lists = (
        odd_lists()
        .split([0, 3])
        .with_scores([0.0, 1.0, np.nan, 3.0, 2.0][: odd_lists().split([0, 3]).candidate_count])
    )
    found = compute(lists, Wanted.named_by(["score", "score-behind", "posterior", "rank"])).lists
    expected = {"score": [0, 1, 1, 3, 2], "score-behind": [0, -2, -2, 0, -1]}
    odds = np.exp([-2.0, -2.0, 0.0, -1.0])
    expected["posterior"] = [1, *(odds / odds.sum())]
    expected["rank"] = -np.log([1.0, 1.0, 2.0, 3.0, 4.0])
    for i, name in enumerate(found.feature_names):
        assert found.features[:, i] == pytest.approx(expected[name]), name


def test_word_scores_are_summed(tmp_path: Path) -> None:
    path = tmp_path / "lists.jsonl"
    rows = '{"text": "a b", "word_scores": [-1, -3]}, {"text": "", "word_scores": []}'
    path.write_text(f'{{"id": "0", "candidates": [{rows}]}}\n')
    found = compute(read(path), Wanted.named_by(["word-score,word-score-mean,word-score-least"])).lists
    assert found.features.tolist() == [[-4, -2, -3], [0, 0, 0]]


def test_columns_survive_the_file_to_the_last_digit(tmp_path: Path) -> None:
    found = compute(odd_lists(), Wanted.named_by(["all"])).lists
    write(found, tmp_path / "lists.jsonl")
    back = read(tmp_path / "lists.jsonl")
    assert back.feature_names == found.feature_names
    assert back.features.tobytes() == found.features.tobytes()


def test_what_is_there_stays_and_the_same_name_is_replaced() -> None:
    lists = odd_lists()
    lists = lists.with_features(["mine", "words"], np.full((lists.candidate_count, 2), 77.0))
    found = compute(lists, Wanted.named_by(["words"])).lists
    assert found.feature_names == ("mine", "words")
    assert (found.features[:, 0] == 77).all()
    assert not (found.features[:, 1] == 77).any()


def test_no_candidates_are_no_error() -> None:
    lists = odd_lists().split([1])
    assert compute(lists, Wanted.named_by(["all"])).lists.features.shape[0] == 0


def test_references_are_never_seen() -> None:
    @feature("spy")
    def spy(columns: Columns) -> Values:
        assert columns.lists.references is None
        return columns.count("words")

    lists = odd_lists()
    compute(lists.with_references(["x"] * len(lists)), Wanted((spy,)))


def test_a_system_that_took_no_part_has_zeros() -> None:
    found = compute(odd_lists(), Wanted.columns(["system:A", "system:gone"])).lists
    assert found.feature_names == ("system:A", "system:gone")
    assert found.features[:, 0].any()
    assert not found.features[:, 1].any()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["basci"], "did you mean basic"),
        ([""], "basic, all"),
    ],
)
def test_names_that_are_not_there(words: list[str], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        Wanted.named_by(words)


def test_a_name_whose_need_is_missing_is_an_error() -> None:
    bare = from_sentences([])
    with pytest.raises(InputError, match="length-ratio cannot be computed: no source texts"):
        compute(bare, Wanted.named_by(["length-ratio"]))


def test_own_features(tmp_path: Path) -> None:
    found = compute(odd_lists(), Wanted.named_by([own(tmp_path, OWN)])).lists
    assert found.feature_names == ("shouting", "size", "twice")
    assert np.array_equal(found.features[:, 2], 2 * found.features[:, 1])


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("x = (", 1, "is not Python"),
        ("import nothing_like_this", 1, "ModuleNotFoundError"),
        ("x = 1", None, "defines no feature"),
        ("raise SystemExit(0)", 1, "SystemExit"),
        (OWN + '\n@feature("words")\ndef words(columns):\n    return 1\n', 14, "the name of another feature"),
        (OWN.replace('"size", "twice"', '"size", "shouting"'), 9, "the name of another feature"),
        ('from manyways.features import feature\n@feature("a b")\ndef f(c): return 1\n', 2, "without blanks"),
        ("from manyways.features import feature\n@feature()\ndef f(c): return 1\n", 2, "without blanks"),
        (
            'from manyways.features import feature\n@feature("a", needs=("x",))\ndef f(c): return 1\n',
            2,
            "one of",
        ),
    ],
)
def test_files_that_are_no_features(tmp_path: Path, text: str, line: int | None, said: str) -> None:
    with pytest.raises(InputError, match=said) as caught:
        Wanted.named_by([own(tmp_path, text)])
    assert caught.value.path == str(tmp_path / "mine.py")
    assert caught.value.line == line


NO_COLUMNS = [
    ("return 1", "f: must be 31 numbers, one per candidate; got a single number"),
    ("return columns.count('words')[:-1]", "must be 31 numbers"),
    ("return ['x'] * 31", "must give numbers"),
    ("return None", "must be 31 numbers|must give numbers|it must be finite"),
    ("return columns.count('words') / 0", "f is (nan|inf) for a candidate of sentence '0'"),
    ("return {'g': columns.count('words')}", "gives a column 'g', but is declared as f"),
]
BREAKING = [
    ("return columns.count('no such sign')", "KeyError"),
    ("1 / 0", "ZeroDivisionError"),
    ("raise SystemError('x' * 10000)", "SystemError: x{100}"),
]


@pytest.mark.parametrize(
    ("line", "body", "said"),  # what comes out wrong is told of the function, what breaks with its own line
    [*((3, *each) for each in NO_COLUMNS), *((5, *each) for each in BREAKING)],
)
def test_functions_that_fail(tmp_path: Path, body: str, line: int, said: str) -> None:
    head = "import numpy as np\nfrom manyways.features import feature\n@feature('f')\ndef f(columns):\n"
    text = f"{head}    {body}\n"
    wanted = Wanted.named_by([own(tmp_path, text)])
    with np.errstate(all="ignore"), pytest.raises(InputError, match=said) as caught:
        compute(odd_lists(), wanted)
    assert (caught.value.path, caught.value.line) == (str(tmp_path / "mine.py"), line)
    assert len(caught.value.message) < 700


def spread(columns: Columns) -> Values:
    return columns.count("words") + len(columns.lists)


def random(columns: Columns) -> Values:
    return np.random.default_rng().random(columns.lists.candidate_count)


@pytest.mark.parametrize(("function", "said"), [(spread, "more than its own list"), (random, "by chance")])
def test_the_helper_finds_features_that_break_promises(function: object, said: str) -> None:
    broken = Feature(("broken",), function, pack="own")  # type: ignore[arg-type]
    lists = odd_lists()
    if function is spread:  # the number of sentences is the same when they are turned round
        broken = Feature(
            ("broken",), lambda columns: np.arange(columns.lists.candidate_count) * 1.0, pack="own"
        )
    with pytest.raises(AssertionError, match=said):
        check_feature(broken, lists=lists)


def test_the_helper_compares_with_a_twin() -> None:
    @feature("letters")
    def letters(columns: Columns) -> Values:
        return columns.count("characters")

    check_feature(letters, twin=lambda text, source: sum(not c.isspace() for c in text))
    with pytest.raises(AssertionError, match="but the twin has"):
        check_feature(letters, twin=lambda text, source: len(text))


def test_values_of_several_columns_are_theirs() -> None:
    lists: CandidateLists = odd_lists()
    kept = next(each for each in FEATURES if "numbers-lost" in each.names)
    values = values_of(kept, Columns(lists, threads=1))
    assert np.array_equal(values["tags-added"], Columns(lists).count("tags-added"))
