"""Rules from links: the fast way equals the slow, obvious way, and Moses's outputs."""

from __future__ import annotations

import gzip
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from manyways.errors import ConfigError, InputError
from manyways.grammar import RuleSettings, RuleTable, export_glue, export_rules, extract, import_rules, train
from tests.oracles import phrases as pair_oracle
from tests.oracles import rules as oracle
from tests.support.linked import linked_text, parsed, random_corpus, sentences
from tests.support.rules import limits, spelled

ALL = RuleSettings(tight=False, least_pairs=1)  # nothing is left out: Moses's rules
LINE = (
    "im [X][X] haus [X][X] [X] ||| [X][X] in [X][X] house [X] ||| 0.5 1 1 0.25 ||| "
    "0-1 1-2 2-3 3-0 ||| 4 2 1 ||| |||\n"
)


@settings(max_examples=60)
@given(st.lists(sentences(), min_size=1, max_size=4), limits)
def test_extraction_equals_the_definition(corpus: list[pair_oracle.Sentence], limits: RuleSettings) -> None:
    text, _, _ = linked_text(corpus)
    found: Counter[oracle.Rule] = Counter()
    rows, counts = extract(text, settings=limits)
    for row, count in zip(rows.tolist(), counts.tolist(), strict=True):
        found[spelled(corpus, row)] += count
    expected: Counter[oracle.Rule] = Counter()
    for sentence in corpus:
        expected.update(oracle.extract(sentence, limits))
    assert found.keys() == expected.keys()
    for rule, count in found.items():
        assert count == pytest.approx(expected[rule], rel=1e-5)


@settings(max_examples=40)
@given(st.lists(sentences(), min_size=1, max_size=4), limits, st.sampled_from([1, 3]))
def test_training_equals_the_definition(
    tmp_path_factory: pytest.TempPathFactory,
    corpus: list[pair_oracle.Sentence],
    limits: RuleSettings,
    threads: int,
) -> None:
    text, source, target = linked_text(corpus)
    path = tmp_path_factory.mktemp("rules") / "rules.bin"
    summary = train(text, (source, target), path, settings=limits, threads=threads)
    expected = oracle.table(corpus, limits)
    rules = RuleTable(path)
    assert len(rules) == summary.rules == len(expected)
    found = {(f, rule.target): rule for f in {f for f, _ in expected} for rule in rules.find(f)}
    assert found.keys() == expected.keys()
    for key, rule in found.items():
        scores, counts = expected[key]
        assert np.exp(rule.scores) == pytest.approx(scores, rel=1e-4)
        assert rule.counts == pytest.approx(counts, rel=1e-5)


def test_the_same_file_for_any_threads_and_any_memory(tmp_path: Path) -> None:
    text, source, target = linked_text(random_corpus(1, 1500))
    contents = set()
    for threads, memory in ((1, 1024), (2, 1024), (3, 1)):
        path = tmp_path / f"{threads}.{memory}"
        train(text, (source, target), path, settings=replace(ALL, memory=memory), threads=threads)
        contents.add(path.read_bytes())
    assert len(contents) == 1
    assert len(list(tmp_path.iterdir())) == 3


def test_pruning(tmp_path: Path) -> None:
    text, source, target = linked_text(random_corpus(2, 300))
    train(text, (source, target), tmp_path / "all", settings=ALL)
    train(text, (source, target), tmp_path / "often", settings=replace(ALL, least_count=0.5))
    train(text, (source, target), tmp_path / "best", settings=replace(ALL, table_limit=3))
    everything, often, best = (RuleTable(tmp_path / name) for name in ("all", "often", "best"))
    sides = [f"s{i}" for i in range(30)] + [f"s{i} [X]" for i in range(30)]
    assert sum(len(everything.find(side)) > 3 for side in sides) > 10
    for side in sides:
        rules = everything.find(side)
        assert often.find(side) == [r for r in rules if r.counts[2] >= 0.5]
        assert best.find(side) == rules[:3]


def test_a_line_is_kept_whole(tmp_path: Path) -> None:
    (tmp_path / "rule-table").write_text(LINE)
    rules = import_rules(tmp_path / "rule-table", tmp_path / "rules.bin")
    (rule,) = rules.find("im [X] haus [X]")
    assert rule.target == "[X,2] in [X,1] house"
    assert np.exp(rule.scores) == pytest.approx([0.5, 1, 1, 0.25])
    assert rule.counts == [4, 2, 1]
    assert sorted(rule.links) == [(0, 1), (1, 2), (2, 3), (3, 0)]
    assert rules.find("im [X]") == rules.find("") == []
    assert rules.score_names == ("p(f|e)", "lex(f|e)", "p(e|f)", "lex(e|f)")
    export_rules(rules, tmp_path / "again")
    assert (tmp_path / "again").read_text() == LINE


def test_marks_of_windows_are_no_words(tmp_path: Path) -> None:
    (tmp_path / "rule-table").write_bytes(b"\xef\xbb\xbf" + LINE.replace("\n", "\r\n").encode())
    (rule,) = import_rules(tmp_path / "rule-table", tmp_path / "rules.bin").find("im [X] haus [X]")
    assert rule.target == "[X,2] in [X,1] house"
    assert rule.counts == [4, 2, 1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no phrase pair"),
        ("a ||| b ||| 1\n", "does not end with \\[X\\]"),
        ("a [X] ||| b[X] ||| 1\n", "does not end with \\[X\\]"),
        ("[X] ||| [X] ||| 1\n", "does not end with \\[X\\]"),
        ("[X] ||| the [X,1] ||| das [X,1] ||| 1\n", "(?s)behind words or gaps.*cdec and Joshua"),
        ("a [NP][X] [X] ||| b [X][NP] [X] ||| 1 ||| 1-1\n", "the symbol \\[NP\\]\\[X\\]"),
        ("a [X][X] [X] ||| b [X][X] [X] ||| 1 ||| 0-0\n", "not linked one to one"),
        ("a [X][X] [X] ||| b [X] ||| 1 ||| 0-0\n", "not linked one to one"),
        ("a [X][X] [X] ||| b [X][X] [X] ||| 1 ||| 1-0\n", "not linked one to one"),
        ("a [X][X] b [X][X] [X] ||| [X][X] [X][X] [X] ||| 1 ||| 1-0 1-1\n", "not linked one to one"),
        ("[X][X] a [X][X] b [X][X] [X] ||| b [X] ||| 1\n", "3 gaps"),
        ("a [X] ||| b [X] ||| x\n", "not a probability"),
        ("a [X] ||| b [X] ||| nan\n", "not a probability"),
        ("a [X] ||| b [X] ||| 1e999\n", "not a probability"),
        ("a [X] ||| b [X] ||| \n", "line 1: no scores"),
        ("a [X] ||| b [X]\n", "line 1: .* has 2 fields; expected source ... target ... scores"),
        (LINE + "a [X] ||| b [X] ||| 1 1 1\n", "line 2: 3 scores; expected 4 as in line 1"),
        (LINE + "a [X] ||| b [X] ||| 1 1 1 1 1\n", "line 2: 5 scores; expected 4 as in line 1"),
        ("a [X] ||| b [X] ||| 1 ||| ||| 1e300 1 1\n", "the count '1e300' is not a number of occurrences"),
        ("a [X] ||| b [X] ||| 1 ||| ||| 1e39\n", "the count '1e39' is not a number of occurrences"),
        ("a [X] ||| b [X] ||| 1 ||| ||| -1\n", "the count '-1' is not a number of occurrences"),
        ("a [X] ||| b [X] ||| 1 ||| 99999999999-0\n", "link '99999999999-0' does not fit"),
        ("a " * 256 + "[X] ||| b [X] ||| 1\n", "a phrase of 256 words; expected at most 255"),
        (bytes(range(256)) * 9, "line 1: byte 1 is not UTF-8 text"),
        (b"\x7fELF\2\1\1" + bytes(64), "this is a program"),
        (b"a\xff [X] ||| b [X] ||| 1\n", "line 1: byte 2 is not UTF-8 text"),
        ("a [X] ||| b [X] ||| 1 ||| 0-1\n", "link '0-1' does not fit"),
        (LINE + LINE, "line 2: .* second time"),
    ],
)
def test_hostile_text_is_an_input_error(tmp_path: Path, text: str | bytes, message: str) -> None:
    (tmp_path / "rule-table").write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(InputError, match=message):
        import_rules(tmp_path / "rule-table", tmp_path / "rules.bin")
    assert not list(tmp_path.glob("rules.bin*"))


def test_a_phrase_table_is_no_grammar(tmp_path: Path) -> None:
    from manyways.phrases import import_moses

    (tmp_path / "t").write_text("a ||| b ||| 1\n")
    import_moses(tmp_path / "t", tmp_path / "phrases.bin")
    with pytest.raises(InputError, match="holds a phrase table; expected a rule table"):
        RuleTable(tmp_path / "phrases.bin")


@pytest.mark.parametrize(
    "setting", [{"span": 0}, {"span": 256}, {"symbols": 0}, {"gaps": 3}, {"gaps": -1}, {"hole_source": 0},
                {"least_count": -1}, {"least_count": float("nan")}, {"table_limit": -1}, {"memory": 0},
                {"least_pairs": 0}, {"rare_count": -1}, {"evidence": "some"}]
)  # fmt: skip
def test_bad_settings(setting: dict[str, float]) -> None:
    with pytest.raises(ConfigError, match=f"grammar.{next(iter(setting))}"):
        RuleSettings(**setting)  # type: ignore[arg-type]


# Moses 3445289 on 100 pairs of Multi30k with GIZA++ links (see the fixtures' README).


def lines_of(path: Path) -> list[str]:
    return gzip.decompress(path.read_bytes()).decode().split("\n")[:-1]


@pytest.fixture(scope="module")
def moses100(peers: Path) -> list[pair_oracle.Sentence]:
    columns = [
        (peers / "hiero" / f"train100.{kind}").read_text().splitlines() for kind in ("de", "en", "gdfa")
    ]
    return parsed(*columns)


@pytest.mark.slow
def test_moses_extract(moses100: list[pair_oracle.Sentence], peers: Path) -> None:
    text, _, _ = linked_text(moses100)
    rows, counts = extract(text, settings=ALL)
    ours: Counter[tuple[int, str, str, frozenset[tuple[int, int]]]] = Counter()
    for row, count in zip(rows.tolist(), counts.tolist(), strict=True):
        rule = spelled(moses100, row)
        ours[row[0], " ".join(rule.source), " ".join(oracle.plain(rule.target)), rule.links] += count
    mine = sorted((f, e, sorted(links), count) for (_, f, e, links), count in ours.items())
    theirs = []
    for line in lines_of(peers / "hiero" / "extract100.gz"):
        f, e, links, count = line.split(" ||| ")[:4]
        pairs = [tuple(map(int, link.split("-"))) for link in links.split()]
        f, e = (side.removesuffix(" [X]").replace("[X][X]", "[X]") for side in (f, e))
        theirs.append((f, e, sorted(pairs), float(count)))
    theirs.sort()
    assert [row[:3] for row in mine] == [row[:3] for row in theirs]
    np.testing.assert_allclose([row[3] for row in mine], [row[3] for row in theirs], atol=1e-5)


def test_moses_table(moses100: list[pair_oracle.Sentence], peers: Path, tmp_path: Path) -> None:
    text, source, target = linked_text(moses100)
    train(text, (source, target), tmp_path / "rules.bin", settings=ALL)
    export_rules(RuleTable(tmp_path / "rules.bin"), tmp_path / "rt.gz")
    mine = [line.split(" ||| ") for line in lines_of(tmp_path / "rt.gz")]
    theirs = [line.split(" ||| ") for line in lines_of(peers / "hiero" / "rule-table.100.gz")]
    # Rules that differ only in the order of gaps stand in no particular order.
    mine.sort(key=lambda f: (f[0], f[1], f[3]))
    theirs.sort(key=lambda f: (f[0], f[1], f[3]))
    assert [(f[0], f[1], f[3], f[5]) for f in mine] == [(f[0], f[1], f[3], f[5]) for f in theirs]
    for column in (2, 4):
        ours, moses = (np.array([f[column].split() for f in rows], dtype=float) for rows in (mine, theirs))
        np.testing.assert_allclose(ours, moses, atol=1e-5, rtol=1e-4)


def test_moses_rules_of_real_text(peers: Path, tmp_path: Path) -> None:
    rules = import_rules(peers / "hiero" / "rule-table.gz", tmp_path / "rules.bin")
    assert len(rules) == 157040
    rules.verify()
    best = rules.find("[X] mit [X] .")
    assert any("with" in rule.target for rule in best)
    export_glue(tmp_path / "glue")
    assert (tmp_path / "glue").read_text().split() == (peers / "hiero" / "glue-grammar").read_text().split()
