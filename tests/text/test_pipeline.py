from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from manyways.errors import ConfigError, DependencyError, ModelError
from manyways.files import read_lines
from manyways.text.pipeline import TextPipeline
from manyways.toml import format_toml, tomllib

CORPUS = ["Das Haus ist groß.", "Er sagt, das Haus ist alt.", "Und das ist so."]
SETTINGS = st.fixed_dictionaries(
    {
        "language": st.sampled_from(["de", "en", "zh", "hi"]),
        "tokeniser": st.sampled_from(["rules", "tokenised"]),
        "casing": st.sampled_from(["truecase", "lower", "keep"]),
        "segmenter": st.sampled_from(["characters", "spaces"]),
        "plain": st.booleans(),
    }
)


def test_there_and_back() -> None:
    pipeline = TextPipeline(language="de").trained(CORPUS)
    prepared = pipeline.prepare(["Das Haus – „alt“."])
    assert prepared[0] == 'das Haus - " alt " .'
    assert pipeline.restore(prepared)[0] == 'Das Haus - "alt".'


@given(SETTINGS, st.lists(st.text("aB.,'“漢 Ä", max_size=10), max_size=4))
def test_a_pipeline_survives_the_file(settings: dict[str, object], texts: list[str]) -> None:
    """The contract of every pipeline: its dict is TOML, and what comes back does the same."""
    pipeline = TextPipeline.from_dict(settings).trained(CORPUS)
    again = TextPipeline.from_dict(tomllib.loads(format_toml(pipeline.to_dict())), pipeline.truecaser)
    assert again == pipeline
    prepared = pipeline.prepare(texts)
    assert list(again.prepare(texts)) == list(prepared)
    assert list(again.restore(prepared)) == list(pipeline.restore(prepared))
    assert len(prepared) == len(texts)


def test_tokenised_text_is_left_alone() -> None:
    pipeline = TextPipeline(language="de", tokeniser="tokenised", casing="keep")
    assert list(pipeline.restore(pipeline.prepare(["a  “b”."]))) == ["a  “b”."]


def test_a_truecaser_must_be_there() -> None:
    with pytest.raises(ModelError, match="has no truecaser"):
        TextPipeline(language="de").prepare(["x"])


def test_wrong_settings() -> None:
    with pytest.raises(ConfigError, match="Did you mean casing"):
        TextPipeline.from_dict({"language": "de", "casin": "lower"})
    with pytest.raises(ConfigError, match=r"text\.casing must be one of"):
        TextPipeline.from_dict({"language": "de", "casing": "upper"})
    with pytest.raises(ConfigError, match="a file of the model"):
        TextPipeline.from_dict({"language": "de", "truecaser": "x"})
    with pytest.raises(ConfigError, match="language must be a code"):
        TextPipeline(language="?")


def test_a_missing_segmenter_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jieba", None)
    with pytest.raises(DependencyError, match="pip install jieba"):
        TextPipeline(language="zh", segmenter="jieba", casing="keep").prepare(["红楼梦"])


@pytest.mark.parametrize("code", ["de", "en"])
def test_real_text_there_and_back(data: Path, code: str) -> None:
    lines = read_lines(data / "europarl-de-en" / f"test.raw.{code}")
    kept = TextPipeline(language=code, casing="keep")
    cased = TextPipeline(language=code).trained(read_lines(data / "europarl-de-en" / f"dev.raw.{code}"))
    plain = kept.restore(kept.prepare(lines))
    same = [a == b for a, b in zip(plain, cased.restore(cased.prepare(lines)), strict=True)]
    assert np.mean(same) > 0.97
