"""`manyways score`: the numbers, the errors, and input that nobody should give it."""

from __future__ import annotations

import gzip
import json
import random
import re
from pathlib import Path

import numpy as np
import pytest
import sacrebleu
from typer.testing import CliRunner

from manyways.cli.main import app
from manyways.errors import ConfigError, InputError, ManywaysError, UsageError
from tests.support.commands import manyways_command

WORDS = ["the", "a", "cat", "dog", "house", "sees", "has", "red", "old", "in", "on"]


def run(*arguments: object) -> str:
    result = CliRunner().invoke(app, ["score", *map(str, arguments)])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.stdout


def run_json(*arguments: object) -> dict:  # type: ignore[type-arg]
    found = json.loads(run("--json", *arguments))
    assert isinstance(found, dict)
    return found


def sentences(seed: int, count: int = 30) -> list[str]:
    rng = random.Random(seed)
    return [" ".join(rng.choices(WORDS, k=rng.randint(4, 9))) for _ in range(count)]


def worn(lines: list[str], seed: int, errors: float) -> list[str]:
    rng = random.Random(seed)
    return [" ".join(rng.choice(WORDS) if rng.random() < errors else w for w in x.split()) for x in lines]


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    references = sentences(1)
    texts = {
        "ref.0": references,
        "ref.1": worn(references, 2, 0.2),
        "good": worn(references, 3, 0.2),
        "bad": worn(references, 4, 0.6),
    }
    for name, lines in texts.items():
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    lists = [
        {"id": str(i), "references": [r], "candidates": [{"text": bad}, {"text": good}]}
        for i, (r, bad, good) in enumerate(zip(references, texts["bad"], texts["good"], strict=True))
    ]
    (tmp_path / "lists.jsonl").write_text("".join(json.dumps(each) + "\n" for each in lists))
    return {name: tmp_path / name for name in [*texts, "lists.jsonl"]}


def test_scores_are_sacrebleus(files: dict[str, Path]) -> None:
    found = run_json(files["good"], "--references", files["ref.0"], files["ref.1"])
    hypotheses = files["good"].read_text().splitlines()
    references = [files[name].read_text().splitlines() for name in ("ref.0", "ref.1")]
    for name, metric in (("bleu", sacrebleu.BLEU()), ("chrf", sacrebleu.CHRF()), ("ter", sacrebleu.TER())):
        score = found["scores"][name]
        expected = metric.corpus_score(hypotheses, references, n_bootstrap=1000)
        assert score["value"] == pytest.approx(expected.score, abs=1e-9)
        assert score["low"] <= score["value"] <= score["high"]
        assert (score["high"] - score["low"]) / 2 == pytest.approx(expected._ci, abs=1e-3)
        assert score["signature"].split("|")[:-1] == str(metric.get_signature()).split("|")[:-1]
    assert found["sentences"] == 30


def test_references_may_come_in_several_ways(files: dict[str, Path]) -> None:
    one = run_json(files["good"], "--references", files["ref.0"], "--references", files["ref.1"])
    assert one == run_json("--references", files["ref.0"], files["ref.1"], "--", files["good"])
    assert one == run_json(f"--references={files['ref.0']}", files["ref.1"], "--seed", 12345, files["good"])


def test_comparison(files: dict[str, Path]) -> None:
    arguments = (files["bad"], files["good"], files["bad"], "--references", files["ref.0"], "--compare")
    found = run_json(*arguments)
    better, same = found["systems"][1]["comparison"]["bleu"], found["systems"][2]["comparison"]["bleu"]
    assert better["difference"] > 0
    assert max(better["p_bootstrap"], better["p_randomisation"]) < 0.01
    assert same["difference"] == 0
    assert "comparison" not in found["systems"][0]
    text = run(*arguments)
    assert "Difference to" in text
    assert "nrefs:1|bs:1000|seed:12345|case:mixed" in text


def test_lists(files: dict[str, Path]) -> None:
    found = run_json(files["lists.jsonl"], "--oracle", "--quartiles", "--metric", "bleu,ter,chrf++")
    bad = run_json(files["bad"], "--references", files["ref.0"])
    assert found["scores"]["bleu"] == bad["scores"]["bleu"]
    for name, better in (("bleu", 1), ("chrf++", 1), ("ter", -1)):
        first, each = found["scores"][name]["value"], found["oracle"][name]
        assert better * first < better * each["value"] <= better * each["together"] + 1e-9
        assert "oracle:each" in each["signature"]
        assert sum(quarter["sentences"] for quarter in found["quartiles"][name]) == 30
    assert found["lists"]["size"] == 2
    assert 0 < found["lists"]["coverage"]["value"] < 100
    text = run(files["lists.jsonl"], "--oracle", "--quartiles")
    assert "Best choice from lists.jsonl" in text
    assert "self-bleu" in text


def nbest(path: Path, texts: dict[str, str]) -> Path:
    path.write_text("".join(f"{one} ||| {text} ||| lm= -1 ||| -1\n" for one, text in texts.items()))
    return path


def value(*arguments: object) -> float:
    return float(run_json(*arguments, "--metric", "ter")["scores"]["ter"]["value"])


@pytest.mark.parametrize("ids", ["0 1 2", "1 2 3", "000 001 002", "request-1 request-2 request-3"])
def test_ids_say_which_reference_is_whose(ids: str, tmp_path: Path) -> None:
    names = ids.split()
    (tmp_path / "ref").write_text("a b\nc d\ne f\n")
    texts = dict(zip(names, ["a b", "c d", "e f"], strict=True))
    for order in ([0, 1, 2], [2, 1, 0], [1, 2, 0]):
        path = nbest(tmp_path / "nbest", {names[i]: texts[names[i]] for i in order})
        assert value(path, "--references", tmp_path / "ref") == 0.0
        assert (value(path, "--references", tmp_path / "ref", "--by-position") == 0.0) == (order == [0, 1, 2])


def test_answers_of_a_batch_come_in_any_order(tmp_path: Path) -> None:
    (tmp_path / "ref").write_text("a b\nc d\n")
    answers = [
        {"custom_id": f"request-{i}", "response": {"body": {"choices": [{"message": {"content": text}}]}}}
        for i, text in ((2, "c d"), (1, "a b"))
    ]
    (tmp_path / "batch.jsonl").write_text("".join(json.dumps(each) + "\n" for each in answers))
    assert value(tmp_path / "batch.jsonl", "--references", tmp_path / "ref") == 0.0


@pytest.mark.parametrize(
    ("ids", "message"),
    [
        (["0", "2"], r"nbest: has 2 sentences, .*ref has 3; no list has the id 1\n"),
        (["1", "2"], r"no list has the id 0\n"),
        (["0", "1", "3"], r"has no list for the id 2, but one for 3: .*ref has 3 sentences"),
        (["a7f3", "b", "c"], r"the ids, such as 'b', do not number the sentences"),
        (["x-1", "y-2", "x-3"], r"such as 'x-3', do not number the sentences.*\n.*--by-position"),
        (["a", "b"], r"has 2 sentences, .*ref has 3"),
        (["0", "1", "2", "3"], r"has 4 sentences, .*ref has 3"),
    ],
)
def test_ids_that_do_not_fit_the_references_are_refused(ids: list[str], message: str, tmp_path: Path) -> None:
    (tmp_path / "ref").write_text("a b\nc d\ne f\n")
    path = nbest(tmp_path / "nbest", dict.fromkeys(ids, "a b"))
    with pytest.raises(InputError) as caught:
        run(path, "--references", tmp_path / "ref")
    assert re.search(message, str(caught.value)), caught.value
    if len(ids) == 3:
        assert value(path, "--references", tmp_path / "ref", "--by-position") > 0


def test_an_option_about_references_needs_them(files: dict[str, Path]) -> None:
    with pytest.raises(UsageError, match="--by-position has no effect without --references"):
        run(files["lists.jsonl"], "--by-position")
    with pytest.raises(ConfigError, match="--tokenise"):
        run(files["lists.jsonl"], "--tokenised", "--tokenise", "13a")


def test_systems_in_another_order_are_compared_sentence_by_sentence(tmp_path: Path) -> None:
    (tmp_path / "ref").write_text("a b\nc d\ne f\n")
    (tmp_path / "text").write_text("a b\nc d\ne f\n")
    shuffled = nbest(tmp_path / "nbest", {"2": "e f", "0": "a b", "1": "c d"})
    arguments = (tmp_path / "text", shuffled, "--references", tmp_path / "ref", "--compare")
    found = run_json(*arguments, "--metric", "chrf")["systems"][1]["comparison"]["chrf"]
    assert found["difference"] == 0
    assert found["p_randomisation"] == 1


def test_tokeniser_and_case(files: dict[str, Path], tmp_path: Path) -> None:
    (tmp_path / "h").write_text("THE CAT, sees the dog.\n")
    (tmp_path / "r").write_text("the cat , sees the dog .\n")
    plain = run_json(tmp_path / "h", "--references", tmp_path / "r", "--lowercase")
    assert plain["scores"]["bleu"]["value"] == pytest.approx(100)
    split = run_json(tmp_path / "h", "--references", tmp_path / "r", "--lowercase", "--tokenised")
    assert split["scores"]["bleu"]["value"] < 50
    assert "tok:none" in split["scores"]["bleu"]["signature"]


def write(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


def test_wrong_counts_name_file_and_line(files: dict[str, Path], tmp_path: Path) -> None:
    short = write(tmp_path / "short", b"a\nb\n")
    with pytest.raises(InputError, match=r"short, line 3: has 2 sentences, .*ref\.0 has 30"):
        run(short, "--references", files["ref.0"])
    with pytest.raises(InputError, match=r"short, line 3: has 2 sentences"):
        run(files["good"], "--references", files["ref.0"], short)
    longer = write(tmp_path / "longer", b"a\n" * 31)
    with pytest.raises(InputError, match=r"longer, line 31"):
        run(longer, "--references", files["ref.0"])


def test_what_cannot_be_scored(files: dict[str, Path], tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="--metric must be one or more of bleu"):
        run(files["good"], "--references", files["ref.0"], "--metric", "rouge")
    with pytest.raises(ConfigError, match="--metric"):
        run(files["good"], "--references", files["ref.0"], "--metric", ",")
    with pytest.raises(AssertionError, match="'14a' is not one of '13a'"):  # as every choice is refused
        run(files["good"], "--references", files["ref.0"], "--tokenise", "14a")
    with pytest.raises(UsageError, match="--compare has no effect on one system"):
        run(files["good"], "--references", files["ref.0"], "--compare")
    with pytest.raises(InputError, match="has no references in it"):
        run(files["good"])
    with pytest.raises(InputError, match="No such file"):
        run(tmp_path / "none", "--references", files["ref.0"])
    with pytest.raises(InputError, match="No such file"):
        run(files["good"], "--references", tmp_path / "none")


def test_systems_on_other_sentences_are_not_compared(tmp_path: Path) -> None:
    def lists(path: Path, references: str, sizes: list[int]) -> Path:
        records = [
            {"id": str(s), "references": [r], "candidates": [{"text": "a"}] * size}
            for s, (r, size) in enumerate(zip(references, sizes, strict=True))
        ]
        path.write_text("".join(json.dumps(each) + "\n" for each in records))
        return path

    first = lists(tmp_path / "x", "abc", [1, 1, 1])
    with pytest.raises(InputError, match="y: sentence 2 has other references than in x"):
        run(first, lists(tmp_path / "y", "acb", [1, 1, 1]), "--compare")
    with pytest.raises(InputError, match="y: sentence 3 has other references than in x, or none"):
        run(first, lists(tmp_path / "y", "ab", [1, 1]), "--compare")
    with pytest.raises(InputError, match=r"y: sentence 2 \(id '1'\) has no candidates, unlike in x"):
        run(first, lists(tmp_path / "y", "abc", [1, 0, 1]), "--compare")


BROKEN = [b"", b"\n", b"\xff\xfe\x00a", b"\x00" * 100, b"a\xe9\n" * 30, gzip.compress(b"a\n")[:-3], b"[1, 2]"]


@pytest.mark.parametrize("content", BROKEN, ids=range(len(BROKEN)))
@pytest.mark.parametrize("name", ["odd", "odd.gz"])
def test_odd_files_give_a_message(content: bytes, name: str, files: dict[str, Path], tmp_path: Path) -> None:
    odd = write(tmp_path / name, content)
    with pytest.raises(ManywaysError):
        run(odd, "--references", files["ref.0"])
    with pytest.raises(ManywaysError):
        run(files["good"], "--references", odd)


@pytest.mark.parametrize("content", [b"{\n" * 30, b'{"id": 1, "candidates": []}\n', b"x ||| y ||| z\n" * 30])
def test_odd_lists_give_a_message(content: bytes, files: dict[str, Path], tmp_path: Path) -> None:
    with pytest.raises(ManywaysError):
        run(write(tmp_path / "odd", content), "--references", files["ref.0"])


def test_odd_text_is_scored(tmp_path: Path) -> None:
    lines = [
        "",
        " ",
        "\u2028a\u2028",
        "a\tb",
        "\u200b",
        "𝒂" * 3000,
        "a " * 5000,
        "\u0301",
        "." * 2000,
        "😀 🫨",
    ]
    hypotheses = write(tmp_path / "h", ("\n".join(lines) + "\n").encode())
    references = write(tmp_path / "r", ("\n".join(reversed(lines)) + "\n").encode())
    found = run_json(hypotheses, "--references", references, "--metric", "bleu,chrf,chrf++,ter")
    values = [score["value"] for score in found["scores"].values()]
    assert np.all(np.isfinite(values))


@pytest.fixture
def systems(files: dict[str, Path]) -> Path:
    """Lists of three systems: the second has nothing for the last sentence, the third is the best."""
    texts = {name: files[name].read_text().splitlines() for name in ("bad", "ref.1", "good")}
    rows = []
    for i in range(30):
        candidates = [
            {"text": texts[name][i], "system": name} for name in texts if (name, i) != ("ref.1", 29)
        ]
        rows.append(json.dumps({"id": str(i), "candidates": candidates}) + "\n")
    path = files["bad"].parent / "systems.jsonl"
    path.write_text("".join(rows))
    return path


def test_lists_of_several_systems_have_a_row_for_each(files: dict[str, Path], systems: Path) -> None:
    found = run_json(systems, "--references", files["ref.0"], "--baseline", "good", "--oracle")
    alone = {name: run_json(files[name], "--references", files["ref.0"]) for name in ("good", "bad")}
    by_name = {each["system"]: each for each in found["by_system"]}
    for name, each in alone.items():
        assert by_name[name]["scores"] == each["scores"]
    values = [each["scores"]["bleu"]["value"] for each in found["by_system"]]
    assert values == sorted(values, reverse=True)
    assert len(values) == 3
    assert by_name["ref.1"]["sentences"] == 29
    pair = run_json(files["good"], files["bad"], "--references", files["ref.0"], "--compare")
    assert by_name["bad"]["comparison"] == pair["systems"][1]["comparison"]
    assert found["baseline"] == "good"
    assert "comparison" not in by_name["good"]
    assert "comparison" not in by_name["ref.1"]
    assert found["scores"] == by_name["bad"]["scores"]
    assert "oracle" in found
    by_ter = run_json(systems, "--references", files["ref.0"], "--metric", "ter")["by_system"]
    errors = [each["scores"]["ter"]["value"] for each in by_ter]
    assert errors == sorted(errors)


def test_systems_in_tables(files: dict[str, Path], systems: Path) -> None:
    text = run(systems, "--references", files["ref.0"], "--compare")
    first, second = text.split("Difference to ")
    assert second.startswith("good,")  # the best that has all sentences
    assert "first candidates" not in text  # those of bad
    assert first.index("good") < first.index("bad")
    mixed = run(files["ref.1"], systems, "--references", files["ref.0"], "--baseline", "systems.jsonl: bad")
    assert "Difference to systems.jsonl: bad" in mixed


def test_a_system_without_all_sentences(files: dict[str, Path], systems: Path) -> None:
    result = CliRunner().invoke(app, ["score", str(systems), "--references", str(files["ref.0"])])
    assert "ref.1 has candidates for 29 of 30 sentences: its score is of these" in result.stderr
    with pytest.raises(InputError, match=r"ref\.1 has no candidate for sentence '29', good has one"):
        run(systems, "--references", files["ref.0"], "--baseline", "ref.1")


def test_a_baseline_that_is_not_there(files: dict[str, Path], systems: Path) -> None:
    with pytest.raises(UsageError, match="--baseline best: no system is called so; there are"):
        run(systems, "--references", files["ref.0"], "--baseline", "best")
    with pytest.raises(UsageError, match="--baseline has no effect on one system"):
        run(files["good"], "--references", files["ref.0"], "--baseline", "good")


def test_a_page_with_every_sentence(tmp_path: Path) -> None:
    for name, text in {"a.en": "one\ntwo\n", "b.en": "one\ntwo three\n", "ref": "one\ntwo three\n"}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    page = tmp_path / "page.html"
    words = ["score", str(tmp_path / "a.en"), str(tmp_path / "b.en"), "--references", str(tmp_path / "ref")]
    done = manyways_command(*words, "--html", str(page), "--source", str(tmp_path / "ref"))
    assert done.returncode == 0, done.stderr
    assert "BLEU" in done.stdout
    assert '"texts":["one","one","two","two three"]' in page.read_text(encoding="utf-8")
    again = manyways_command(*words, "--html", str(page))
    assert again.returncode == 2
    assert "--force" in again.stderr
    assert "has no effect without --html" in manyways_command(*words, "--source", "x").stderr


def test_a_page_of_the_systems_in_lists(files: dict[str, Path], systems: Path) -> None:
    page = systems.parent / "page.html"
    run(systems, "--references", files["ref.0"], "--baseline", "good", "--html", page)
    html = page.read_text(encoding="utf-8")
    assert '"systems":["good","ref.1","bad"]' in html or '"systems":["good","bad","ref.1"]' in html
    assert '"sizes":[3,' in html
    assert ",3,2]" in html  # one system has nothing for the last sentence
