"""Running text through a model: the façade and the command."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import jsonschema
import numpy as np
import pytest

from manyways import Translator
from manyways.candidates import read
from manyways.errors import InputError
from manyways.exact import ExactSettings
from manyways.lm import EstimateSettings, LanguageModel, estimate, write_model
from manyways.model import Model, Piece, Weights
from manyways.search import BeamSettings, Translations
from tests.conftest import ROOT
from tests.support.commands import manyways_command

TEXTS = ["Die Frau hat das Haus gesehen.", "Er lacht nicht.", "", "Qwertz!"]


@pytest.fixture(scope="module")
def translator(trained: Path) -> Translator:
    return Translator(trained)


def test_text_goes_in_and_comes_out_as_running_text(translator: Translator) -> None:
    found = translator.translate(TEXTS)
    assert len(found) == len(TEXTS)
    assert found[0].text[0].isupper()
    assert found[0].text.endswith(".")
    assert " ." not in found[0].text
    assert found[2].text == ""
    assert found[3].text.startswith("Qwertz")
    assert translator.translate(TEXTS[0]).text == found[0].text


def test_lists_are_sorted_distinct_and_scored_by_the_weights(translator: Translator) -> None:
    lists = translator.kbest(TEXTS, 10)
    vector = translator.weights.vector(lists.feature_names)
    np.testing.assert_allclose(lists.features @ vector, lists.scores, rtol=1e-5, atol=1e-4)
    for first, last in zip(lists.sentence_offsets, lists.sentence_offsets[1:], strict=False):
        assert (np.diff(lists.scores[first:last]) <= 1e-9).all()
    assert [lists.texts[int(i)] for i in lists.sentence_offsets[:-1]] == [
        t.text for t in translator.translate(TEXTS)
    ]


def test_other_weights_need_no_new_files(translator: Translator) -> None:
    shorter = translator.weights.replaced(["WordPenalty0"], [-5.0])
    longer = translator.with_weights(shorter).translate(TEXTS[0])
    assert len(longer.text.split()) >= len(translator.translate(TEXTS[0]).text.split())


def test_a_model_directory_may_hold_a_language_model_of_classes(
    translator: Translator, corpus: Path, trained: Path, tmp_path: Path
) -> None:
    prepared = list(translator.target.prepare((corpus / "train.en").read_text().splitlines()))
    classes = {word: f"C{len(word) % 4}" for text in prepared for word in text.split()}
    with_classes = tmp_path / "classes"
    mapped = [" ".join(classes[word] for word in text.split()) for text in prepared]
    write_model(
        estimate(mapped, EstimateSettings(order=3, smoothing="witten-bell")).ngrams, tmp_path / "lm.bin"
    )
    (tmp_path / "words").write_text("".join(f"{w} {c}\n" for w, c in classes.items()))
    weights = Weights({**translator.weights.plain(), "LM1": 0.5})
    added = {
        "LM1": Piece.of(tmp_path / "lm.bin", "lm"),
        "LM1.classes": Piece.of(tmp_path / "words", "classes"),
    }
    Model.open(trained).copied(with_classes, weights, added=added)

    lists = Translator(with_classes).kbest(TEXTS[:2], 20)
    column = lists.feature_names.index("LM1")
    model = LanguageModel.open(with_classes / "LM1.bin")
    restored = Translator(with_classes, tokenised=True).kbest(list(translator.prepare(TEXTS[:2])), 20)
    for text, value in zip(restored.texts, lists.features[:, column], strict=True):
        own = " ".join(classes.get(word, "<unk>") for word in text.split())
        assert value == pytest.approx(model.score(own), abs=1e-4)

    words = with_classes / "LM1.classes"
    words.write_text(words.read_text().replace(" ", "_", 1))
    with pytest.raises(InputError, match=r"LM1\.classes: is not what model\.toml recorded"):
        Translator(with_classes)
    added["LM1.classes"] = Piece.of(words, "classes")
    Model.open(trained).copied(tmp_path / "odd", weights, added=added)
    with pytest.raises(InputError, match=r"LM1\.classes, line 1: expected a word and its class"):
        Translator(tmp_path / "odd")


def test_forcing_its_own_translation_reaches_it(translator: Translator) -> None:
    best = translator.translate(TEXTS[0])
    forced = translator.force(TEXTS[0], best.text)
    assert forced.reached
    assert forced.translation is not None
    assert forced.translation.score == pytest.approx(best.score, abs=1e-4)
    assert (forced.prefix, forced.translation.text) == (best.text, best.text)  # running text, as it came
    assert not translator.force(TEXTS[0], "Entirely different words!").reached


def test_a_translation_is_proved_or_a_better_one_given(trained: Path) -> None:
    translator = Translator(trained)
    best = translator.exact(TEXTS)[0]
    verdict = translator.prove(TEXTS[0], best.candidate.text)
    assert verdict.optimal
    assert verdict.better is None
    worse = translator.prove(TEXTS[0], "the the the")
    assert worse.optimal is False
    assert worse.better is not None
    assert worse.better.text == best.candidate.text


def test_proofs_are_of_the_space_of_the_translator(trained: Path) -> None:
    text = " ".join(["Die Frau hat das Haus nicht gesehen"] * 2)
    weights = Translator(trained).weights.replaced(["Distortion0"], [-1.0])  # jumps are welcome
    spaces = BeamSettings(space="gap"), BeamSettings(space="free")
    gap, free = (Translator(trained, settings=each).with_weights(weights) for each in spaces)
    best = free.exact([text])[0]
    assert best.lower > gap.exact([text])[0].lower + 0.1
    assert best.lower == pytest.approx(gap.exact([text], ExactSettings(space="free"))[0].lower)
    assert free.prove(text, best.candidate.text).optimal
    assert gap.prove(text, best.candidate.text).gap > 0.1
    assert free.force(text, best.candidate.text).translation.score == pytest.approx(best.lower, abs=1e-4)  # type: ignore[union-attr]


def test_a_recased_first_word_is_read_both_ways(trained: Path) -> None:
    """An unknown word is copied; at the start it gets a capital, which the model did not write."""
    translator = Translator(trained)
    (best,) = translator.exact(["xyz lacht nicht"])
    assert best.candidate.text.startswith("Xyz")
    assert translator.prove("xyz lacht nicht", best.candidate.text).optimal
    assert translator.force("xyz lacht nicht", best.candidate.text).reached


def test_the_command_gives_text_json_and_lists(trained: Path, tmp_path: Path) -> None:
    source = tmp_path / "in.de"
    source.write_text("\n".join(TEXTS) + "\n")
    plain = manyways_command("translate", str(trained), str(source), "--quiet")
    assert plain.returncode == 0, plain.stderr
    assert len(plain.stdout.splitlines()) == len(TEXTS)
    told = manyways_command("translate", str(trained), str(source), "--json", "--quiet")
    rows = [json.loads(line) for line in told.stdout.splitlines()]
    assert [row["text"] for row in rows] == plain.stdout.splitlines()
    assert {"id", "source", "score", "features", "derivation", "status", "seconds"} <= rows[0].keys()
    out = tmp_path / "lists.jsonl"
    done = manyways_command(
        "translate", str(trained), str(source), "--nbest", "5", "--distinct", "--out", str(out)
    )
    assert done.returncode == 0, done.stderr
    assert read(out).ids == ["0", "1", "2", "3"]
    options = ("--diverse", "3", "--order", "2", "--out", str(out), "--force", "--quiet")
    varied = manyways_command("translate", str(trained), str(source), *options)
    assert varied.returncode == 0, varied.stderr
    lists = read(out)
    texts = [lists.texts[i] for i in range(*lists.sentence_offsets[:2])]
    assert texts[0] == plain.stdout.splitlines()[0]
    assert 1 < len(set(texts)) == len(texts) <= 3
    proved = manyways_command("translate", str(trained), str(source), "--search", "exact", "--json")
    rows = [json.loads(line) for line in proved.stdout.splitlines()]
    assert {row["status"] for row in rows} == {"optimal"}
    assert all(row["upper"] == row["lower"] == row["score"] >= row["beam"] for row in rows)
    assert f"{len(rows)} of {len(rows)} proved optimal" in proved.stderr
    aligned = manyways_command("translate", str(trained), str(source), "--alignment", "--quiet")
    assert " ||| 0-0" in aligned.stdout


def test_lists_of_an_exact_search_are_lists_like_any_other(trained: Path, tmp_path: Path) -> None:
    source, out = tmp_path / "in.de", tmp_path / "lists.jsonl"
    source.write_text("\n".join(TEXTS) + "\n")
    options = ("--search", "exact", "--nbest", "3", "--json", "--alignment")
    done = manyways_command("translate", str(trained), str(source), *options, "--out", str(out))
    assert done.returncode == 0, done.stderr
    assert f"{len(TEXTS)} of {len(TEXTS)} proved optimal" in done.stderr
    lists = read(out)
    assert lists.ids == ["0", "1", "2", "3"]
    assert lists.sizes[0] == 3
    assert lists.candidate_count > len(TEXTS)  # some sentences have fewer than three
    assert list(lists.status or []) == ["optimal"] * len(TEXTS)
    assert lists.bounds is not None
    assert lists.bounds[:, 0] == pytest.approx(lists.scores[lists.sentence_offsets[:-1]])
    assert lists.links is not None
    checked = manyways_command("check", str(out))
    assert checked.returncode in (0, 1), checked.stdout  # warnings about so few texts are none of the format
    for verb in (
        ("convert", str(out), str(tmp_path / "lists.moses")),
        ("score", str(out), "--references", str(source), "--oracle"),
    ):
        done = manyways_command(*verb)
        assert done.returncode == 0, done.stderr
    schema = json.loads((ROOT / "src/manyways/candidates/candidates.schema.json").read_text())
    checker = jsonschema.Draft202012Validator(schema)
    for line in out.read_text().splitlines():
        checker.validate(json.loads(line))
    assert {"status", "lower", "upper"} <= json.loads(out.read_text().splitlines()[1]).keys()


def test_diverse_lists_are_of_the_space_that_was_asked_for(trained: Path, tmp_path: Path) -> None:
    weights, source = tmp_path / "weights.toml", tmp_path / "in.de"
    Translator(trained).weights.replaced(["Distortion0"], [-1.0]).write(weights)  # jumps are welcome
    source.write_text(" ".join(["Die Frau hat das Haus nicht gesehen"] * 2) + "\n")
    best = {}
    for space in ("gap", "free"):
        out = tmp_path / f"{space}.jsonl"
        options = ("--diverse", "2", "--space", space, "--weights", str(weights), "--out", str(out))
        done = manyways_command("translate", str(trained), str(source), *options)
        assert done.returncode == 0, done.stderr
        best[space] = read(out).scores[0]
    assert best["free"] > best["gap"] + 0.1


def test_only_what_is_printed_is_made(translator: Translator, monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts come as a column; features, derivations and links of a line are made when they are asked for."""
    found = translator.translate(TEXTS)
    monkeypatch.setattr(Translations, "_row", lambda *_: pytest.fail("an object for a line"))
    assert len(list(found.texts)) == len(TEXTS)
    assert found.remarks == ()


def test_markup_gives_translations_to_running_text(translator: Translator) -> None:
    lines = [
        'Die Frau hat das <x translation="{{7}} Castle, old">Haus</x> gesehen.',
        'Die <x forbid="woman">Frau</x> <wall/> hat das Haus gesehen.',
        "<n translation='12'>Qwertz</n>!",
        TEXTS[0],
    ]
    marked = translator.marked(lines)
    assert [s.text for s in marked][:2] == [translator.prepare(TEXTS)[0]] * 2
    found = translator.translate(marked)
    assert "{{7}} Castle, old" in found[0].text
    assert "woman" not in found[1].text.lower()
    assert found[2].text.startswith("12")
    assert found[3].text == translator.translate(TEXTS[0]).text
    assert translator.kbest(marked, 3).sources is not None
    with pytest.raises(InputError, match="contains no word"):
        translator.marked(['a <x translation="b"> </x>'])


def test_the_command_reads_markup_and_lattices_and_writes_graphs(trained: Path, tmp_path: Path) -> None:
    source = tmp_path / "in"
    source.write_text('Die <x translation="Dame">Frau</x> lacht.\nDie Frau <wall/> lacht.\n')
    out = tmp_path / "lists.jsonl"
    options = ("--input", "markup", "--nbest", "5", "--distinct", "--alignment", "--out", str(out))
    done = manyways_command("translate", str(trained), str(source), *options)
    assert done.returncode == 0, done.stderr
    lists = read(out)
    assert lists.links is not None
    assert "Dame" in lists.texts[0]
    assert "0-0" in lists.links[0]
    source.write_text("((('die', 1, 1),),(('Frau', 0.6, 1), ('Frauen', 0.4, 1),),(('lacht', 1, 1),),)\n")
    graphs = ("--graph-out", str(tmp_path / "graphs"), "--graph-format", "fst")
    done = manyways_command(
        "translate", str(trained), str(source), "--input", "plf", "--space", "free", *graphs
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
    assert (tmp_path / "graphs" / "0.fst").stat().st_size > 100
    source.write_text("Er lacht.\n<x>Er</x> lacht.\n")
    bad = manyways_command("translate", str(trained), str(source), "--input", "markup")
    assert bad.returncode == 2
    assert "line 2: markup, character 1: a tag that gives no translation" in bad.stderr


def test_an_open_pipe_is_answered_line_by_line(trained: Path) -> None:
    command = [sys.executable, "-c", "from manyways.cli.main import main; main()", "translate", str(trained)]
    with subprocess.Popen(
        [*command, "--quiet"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for text in ("Er lacht.", "Sie schläft."):
            process.stdin.write(text + "\n")
            process.stdin.flush()
            assert process.stdout.readline().strip()
        process.stdin.close()
        assert process.wait(timeout=60) == 0


def test_a_closed_pipe_ends_quietly(trained: Path, tmp_path: Path) -> None:
    source = tmp_path / "long.de"
    source.write_text("Er lacht .\n" * 3000)
    start = "-c 'from manyways.cli.main import main; main()' translate"
    line = f"{sys.executable} {start} {trained} {source} --quiet | head -n 1"
    done = subprocess.run(line, shell=True, capture_output=True, text=True, timeout=120)
    assert done.stdout.strip()
    assert done.stderr == ""


def test_what_is_missing_is_named(trained: Path, tmp_path: Path) -> None:
    gone = manyways_command("translate", str(tmp_path), "-")
    assert gone.returncode == 2
    assert "is not a model" in gone.stderr
    Weights({"LM0": 1.0}).write(tmp_path / "w.toml")
    few = manyways_command("translate", str(trained), "--weights", str(tmp_path / "w.toml"))
    assert few.returncode == 2
    assert "Traceback" not in few.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")
def test_on_a_terminal_there_is_nothing_but_the_translations(trained: Path, tmp_path: Path) -> None:
    import pty

    source = tmp_path / "in.de"
    source.write_text(TEXTS[0] + "\n")
    command = [sys.executable, "-c", "from manyways.cli.main import main; main()"]
    ours, theirs = pty.openpty()
    done = subprocess.run([*command, "translate", str(trained), str(source)], stdout=theirs, stderr=theirs)
    assert done.returncode == 0
    assert os.read(ours, 10_000).decode() == Translator(trained).translate(TEXTS[0]).text + "\r\n"
    os.close(ours)
    os.close(theirs)
