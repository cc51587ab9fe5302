"""The rich pack: trained, taken up again, opened, refused; and the features that rest on it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from unittest import mock

import numpy as np
import pytest

from manyways.candidates import CandidateLists, write
from manyways.errors import ConfigError, InputError
from manyways.features import FEATURES, Columns, Resources, ResourceSettings, Wanted, check_feature, compute
from manyways.features.base import Feature
from manyways.features.compute import values_of
from manyways.features.families.collection import ABOVE
from manyways.features.rich import Pack, PackInputs, PackSettings, parts
from manyways.features.rich.prepared import Prepared
from manyways.features.rich.preparing import Preparation, prepare
from manyways.linguistics import TaggedText, train_tagger
from manyways.lm import LanguageModel, WordClasses
from manyways.metrics import Bleu
from manyways.text.column import TextColumn
from manyways.text.content import mark_of
from tests.support.packs import SMALL, files_in, make_pack, toy_lists

RICH = [each for each in FEATURES if each.pack == "rich"]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Preparation:
    return make_pack(tmp_path_factory.mktemp("pack"))


@pytest.fixture(scope="module")
def resources(made: Preparation) -> Resources:
    return Resources.open(ResourceSettings(pack=str(made.pack.directory)))


@pytest.fixture(scope="module")
def lists() -> CandidateLists:
    return toy_lists(9)


def possible(each: Feature, pack: Pack) -> bool:
    return all(need == "source" or pack.has(need) for need in each.needs)


@pytest.mark.parametrize("each", RICH, ids=lambda each: each.names[0])
def test_every_rich_feature_keeps_its_promises(each: Feature, resources: Resources) -> None:
    assert resources.pack is not None
    if not possible(each, resources.pack):
        pytest.skip(f"this pack has no {each.needs[-1]}")
    check_feature(each, resources=resources)
    check_feature(each, resources=resources, lists=toy_lists(3))


def column(name: str, lists: CandidateLists, resources: Resources) -> np.ndarray:
    feature = next(each for each in RICH if each.gives(name))
    return values_of(feature, Columns(lists, resources, threads=1))[name]


def test_language_models_are_asked_as_by_hand(lists: CandidateLists, resources: Resources) -> None:
    pack = resources.pack
    assert pack is not None
    texts = list(pack.target.prepare(lists.texts))
    mixed = LanguageModel.open(pack.path("mixlm"))
    by_hand = [mixed.score(text) / (len(text.split()) + 1) for text in texts]
    np.testing.assert_allclose(column("mixlm", lists, resources), by_hand)
    good = LanguageModel.open(pack.path("disc-good-3"))
    np.testing.assert_allclose(column("disc:good-3", lists, resources), [good.score(t) for t in texts])
    classes = WordClasses.read(pack.path("classes-8"))
    model = LanguageModel.open(pack.path("wclm-8-3"))
    by_class = model.score_ids(*model.encode(texts, classes=classes))
    np.testing.assert_allclose(column("wclm:8-3", lists, resources), by_class)


def test_shares_of_matches_are_told_by_steps(lists: CandidateLists, resources: Resources) -> None:
    matches = column("goog:matches", lists, resources)
    misses = column("goog:misses", lists, resources)
    words = np.array([len(text.split()) for text in resources.pack.target.prepare(lists.texts)])  # type: ignore[union-attr]
    np.testing.assert_array_equal(matches + misses, np.maximum(words - 4, 0))
    for each in ABOVE:
        above = matches > each * (matches + misses)
        np.testing.assert_array_equal(column(f"goog:above-{each}", lists, resources), above)


def test_a_right_translation_explains_its_source_best(lists: CandidateLists, resources: Resources) -> None:
    best = column("invmod1:sum", lists, resources)
    right = np.array([text in lists.references[0] for text in lists.texts])  # type: ignore[index]
    assert best[right].mean() > best[~right].mean()
    assert (column("invmod1:best", lists, resources) <= best + 1e-9).all()


def test_the_rich_features_have_their_names(lists: CandidateLists, resources: Resources) -> None:
    found = compute(lists, Wanted.named_by(["rich"]), resources, threads=1)
    families = [name.partition(":")[0] for name in found.names]
    sizes = {family: families.count(family) for family in families}
    assert sizes == {
        "invmod1": 5,
        "mixlm": 1,
        "syn": 2,
        "verb": 4,
        "disc": 4,
        "disc-tags": 4,
        "goog": 12,
        "wclm": 4,
    }
    with pytest.raises(InputError, match="no pack with wclm"):
        compute(lists, Wanted.named_by(["wclm"]))


def test_verbs_are_counted_by_their_tags(lists: CandidateLists, resources: Resources) -> None:
    pack = resources.pack
    assert pack is not None
    texts = replace(pack.target, casing="keep").prepare(lists.texts)
    tags = pack.tagger.tag_texts(texts)
    names = ("finite/words", "non-finite/words", "finite/verbs", "non-finite/verbs")
    found = np.column_stack([column(f"verb:{name}", lists, resources) for name in names])
    for row, text in enumerate(texts):
        finite = sum(each in ("MD", "VBP", "VBZ", "VBD") for each in tags.of(row))
        other = sum(each in ("VB", "VBG", "VBN") for each in tags.of(row))
        words, verbs = max(len(text.split()), 1), max(finite + other, 1)
        np.testing.assert_allclose(found[row], [finite / words, other / words, finite / verbs, other / verbs])


def test_tags_and_trees_are_scored_as_by_hand(lists: CandidateLists, resources: Resources) -> None:
    pack = resources.pack
    assert pack is not None
    texts = replace(pack.target, casing="keep").prepare(lists.texts)
    model = LanguageModel.open(pack.path("disc-tags-bad-2"))
    by_hand = [model.score(tags) for tags in pack.tagger.tag_texts(texts).texts()]
    np.testing.assert_allclose(column("disc-tags:bad-2", lists, resources), by_hand)
    trees = pack.parser.parse_texts(texts)
    brackets = [trees.text(row) if len(texts[row].split()) else "" for row in range(len(texts))]
    scores = pack.treelets.score(_column(brackets))
    np.testing.assert_allclose(column("syn:log", lists, resources), scores, atol=1e-4)
    words = [max(len(text.split()), 1) for text in texts]
    np.testing.assert_allclose(column("syn:log/word", lists, resources), scores / words, atol=1e-4)


@pytest.mark.parametrize(("own", "given", "asked"), [(12, 8, 8), (4, 8, 4), (12, 1, 1)])
def test_a_parser_in_lists_has_the_packs_beam_or_its_own(
    own: int, given: int, asked: int, lists: CandidateLists, resources: Resources
) -> None:
    assert resources.pack is not None
    pack = replace(resources.pack, settings={**resources.pack.settings, "parse_beam": given})
    parser = mock.Mock()
    parser.core.beam = own
    pack.__dict__["parser"] = parser
    assert Prepared.of(lists.texts, lists.sentence_offsets, pack, 1).trees is parser.parse_tokens.return_value
    assert parser.parse_tokens.call_args.kwargs["beam"] == asked


def test_trees_may_be_given_and_a_tagger_alone_is_enough(tmp_path: Path) -> None:
    inputs = replace(files_in(tmp_path, 60), lists=None, references=())
    given = replace(inputs, trees=tmp_path / "train.trees")
    assert prepare(given, tmp_path / "pack", SMALL, threads=1).steps["syn"].record.facts == {"trees": 60}
    (tmp_path / "train.trees").write_text("(S (NN a))\n(S (NN\n")
    with pytest.raises(InputError, match="not a tree") as caught:
        prepare(given, tmp_path / "pack", SMALL, threads=1)
    assert caught.value.line == 2
    tagged_text = TaggedText.of([(["the", "house", "is"], ["DT", "NN", "VBZ"])])
    train_tagger(tagged_text, tmp_path / "en.tagger")
    tagged = replace(inputs, parser=None, tagger=tmp_path / "en.tagger")
    pack = prepare(tagged, tmp_path / "tagged", SMALL, threads=1).pack
    assert pack.has("tagger")
    assert not pack.has("syn")
    check_feature(
        next(each for each in RICH if each.gives("verb:finite/words")), resources=Resources(pack=pack)
    )
    with pytest.raises(ConfigError, match="which has its own"):
        prepare(replace(inputs, tagger=tmp_path / "en.tagger"), tmp_path / "both", SMALL, threads=1)


def test_goodness_is_from_0_to_1_in_each_list(lists: CandidateLists) -> None:
    good = parts.goodness(lists, threads=1)
    metric = Bleu()
    scores = metric.sentence_scores(metric.statistics(lists))
    for s in range(len(lists)):
        part = slice(lists.sentence_offsets[s], lists.sentence_offsets[s + 1])
        assert (good[part].min(), good[part].max()) == (0, 1)
        np.testing.assert_array_equal(np.argsort(good[part]), np.argsort(scores[part]))
    alike = lists.split([0])
    same = replace(alike, texts=TextColumn.from_texts(["a"] * alike.candidate_count))
    assert np.isnan(parts.goodness(same, threads=1)).all()
    with pytest.raises(InputError, match="nothing to learn"):
        parts.merged(same.texts, parts.goodness(same, threads=1))


def test_equal_texts_become_one_with_the_sum_of_their_weights() -> None:
    texts = TextColumn.from_texts(["a", "b", "a", "c"])
    found, good, bad = parts.merged(texts, np.array([0.25, 1.0, 0.5, np.nan]))
    rows = {text: (g, b) for text, g, b in zip(found, good, bad, strict=True)}
    assert rows == {"a": (0.75, 1.25), "b": (1.0, 0.0)}


def test_a_second_call_does_nothing_and_a_setting_its_own_part(tmp_path: Path) -> None:
    inputs = files_in(tmp_path, 60)
    first = prepare(inputs, tmp_path / "pack", SMALL, threads=1)
    assert all(step.fresh for step in first.steps.values())
    before = (tmp_path / "pack" / "pack.toml").read_bytes()
    again = prepare(inputs, tmp_path / "pack", SMALL, threads=2)
    assert not any(step.fresh for step in again.steps.values())
    assert (tmp_path / "pack" / "pack.toml").read_bytes() == before
    other = prepare(inputs, tmp_path / "pack", replace(SMALL, model1_passes=2), threads=1)
    assert [name for name, step in other.steps.items() if step.fresh] == ["invmod1"]
    with pytest.raises(InputError, match="other settings"):
        prepare(inputs, tmp_path / "pack", SMALL, threads=1, force=False)


def test_several_texts_are_mixed_for_the_held_out_one(tmp_path: Path) -> None:
    inputs = files_in(tmp_path, 60)
    (tmp_path / "other.en").write_text("zig zag zog\nzag zog\n" * 20)
    (tmp_path / "held.en").write_text("zig zag zog\nzag zog zig\n")
    more = replace(
        inputs, text=(tmp_path / "other.en",), held_out=tmp_path / "held.en", lists=None, references=()
    )
    found = prepare(more, tmp_path / "pack", SMALL, threads=1)
    weights = found.steps["mixlm"].record.facts["weights"]
    assert weights[1] > 0.9
    assert sum(weights) == pytest.approx(1, abs=1e-3)
    assert not found.pack.has("disc")


def test_counted_ngrams_of_others_are_read(tmp_path: Path) -> None:
    inputs = replace(files_in(tmp_path, 60), lists=None, references=())
    (tmp_path / "5gm").write_text("The old house is small\t41\na b c d e\t3\n")
    given = replace(inputs, ngrams=(tmp_path / "5gm",))
    found = prepare(given, tmp_path / "pack", replace(SMALL, ngram_least=40), threads=1)
    assert found.steps["goog"].record.facts == {"n-grams": 1}
    rows = found.pack.ngrams.match(_column(["the old house is small ."]))
    assert rows.tolist() == [[1, 1]]
    (tmp_path / "5gm").write_text("a b c d e\t3\na b c d e 3\n")
    with pytest.raises(InputError, match="a tab and a count") as caught:
        prepare(given, tmp_path / "pack", SMALL, threads=1)
    assert caught.value.line == 2


def _column(texts: list[str]) -> tuple[np.ndarray, np.ndarray]:
    made = TextColumn.from_texts(texts)
    return made.data, made.offsets


def test_a_pack_that_was_changed_is_refused(tmp_path: Path) -> None:
    pack = make_pack(tmp_path).pack.directory
    (pack / "classes-4.paths").write_text("0\tthe\t3\n")
    with pytest.raises(InputError, match="bytes"):
        Pack.open(pack)
    (pack / "ngrams.bin").unlink()
    with pytest.raises(InputError, match=r"classes-4|ngrams"):
        Pack.open(pack)
    text = (pack / "pack.toml").read_text()
    (pack / "pack.toml").write_text(text.replace('path = "mixlm.bin"', 'path = "../mixlm.bin"'))
    with pytest.raises(InputError, match="seal is broken"):
        Pack.open(pack)
    with pytest.raises(InputError, match="rerank prepare"):
        Pack.open(tmp_path)


def test_the_sources_of_the_spare_lists_are_remembered(made: Preparation) -> None:
    sources = list(toy_lists(5).sources or ())
    assert made.pack.marks == {mark_of(each) for each in sources}
    with pytest.raises(InputError, match=r"1 sentence.* of it .*: 2"):
        made.pack.check_apart(["Etwas anderes", sources[0].upper()], "test.de")


def test_what_cannot_be_learnt_from_is_refused(tmp_path: Path) -> None:
    inputs = files_in(tmp_path, 30)
    with pytest.raises(ConfigError, match="used with --spare-lists"):
        prepare(replace(inputs, lists=None), tmp_path / "pack", SMALL, threads=1)
    for lacking, said in (("references", "no references"), ("sources", "no sources")):
        write(replace(toy_lists(5), **{lacking: None}), tmp_path / "spare.jsonl", format="jsonl")
        with pytest.raises(InputError, match=said):
            prepare(replace(inputs, references=()), tmp_path / "pack", SMALL, threads=1)


def test_what_is_no_parser_is_told_first(tmp_path: Path) -> None:
    for name in ("source", "target", "parser"):
        (tmp_path / name).write_text("one two\n" * 3)
    inputs = PackInputs(source=tmp_path / "source", target=tmp_path / "target", parser=tmp_path / "parser")
    with pytest.raises(InputError, match=f"^{tmp_path / 'parser'}: is not a Manyways binary file"):
        prepare(inputs, tmp_path / "pack")
    assert not (tmp_path / "pack" / "work" / "source").exists()


def test_texts_of_different_length_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("x\ny\n")
    (tmp_path / "b").write_text("x\n")
    with pytest.raises(InputError, match="line n"):
        prepare(PackInputs(source=tmp_path / "a", target=tmp_path / "b"), tmp_path / "pack", PackSettings())
