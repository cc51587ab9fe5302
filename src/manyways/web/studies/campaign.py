"""Campaigns of Pearmut (github.com/zouharvi/pearmut): what a study asks people, in its JSON, and back.

Out: tasks of editing, each an item with what is shown and a text field; or pairs to judge, each with its
reference and both texts, in one stream that all judges draw from. Conditions are hidden as Pearmut hides
names of models. In: a campaign whose items have a reference and outputs of the same two models is a study of
judges who compare these.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from manyways.errors import InputError
from manyways.metrics.bleu import Bleu
from manyways.reading import AnyPath, read_json
from manyways.web.studies.creating import Study
from manyways.web.studies.design import Listed
from manyways.web.studies.results import Results
from manyways.web.studies.settings import BEST, DIVERSE

__all__ = ["edit_campaign", "judge_campaign", "read_campaign"]

_SHAPE = "A campaign is an object with `info` and `data`: lists of items with `ref` and `tgt` of two models."


def edit_campaign(study: Study, shown: Sequence[tuple[str, str, Sequence[str]]]) -> dict[str, Any]:
    """Of tasks of editing: a name, the source (or nothing), and what is shown."""
    documents = []
    for name, source, texts in shown:
        item: dict[str, Any] = {"item_id": name, "tgt": {f"{i}": text for i, text in enumerate(texts, 1)}}
        documents.append([item | ({"src": source} if source else {})])
    info = {"textfield": "visible", "instructions": study.settings.editing, "shuffle": False}
    return _campaign(study, "edit", info, documents)


def judge_campaign(study: Study, results: Results) -> dict[str, Any]:
    """Of all pairs of edited texts that there are."""
    texts: dict[int, dict[str, list[tuple[int, str]]]] = {}
    for each in results.edits:
        texts.setdefault(each.sentence, {}).setdefault(each.condition, []).append(
            (each.repetition, each.text)
        )
    documents = [
        [
            {
                "item_id": f"{results.sentences[number].name}_#_{one}-{other}",
                "ref": results.sentences[number].reference,
                "tgt": {BEST: first, DIVERSE: second},
            }
        ]
        for number, found in sorted(texts.items())
        for one, first in sorted(found.get(BEST, []))
        for other, second in sorted(found.get(DIVERSE, []))
    ]
    return _campaign(study, "judge", {"instructions": study.settings.judging, "shuffle": True}, documents)


def _campaign(study: Study, what: str, info: dict[str, Any], documents: list[Any]) -> dict[str, Any]:
    stream = {"assignment": "single-stream", "protocol": "DA", "users": 10}
    return {"info": stream | info, "campaign_id": f"{study.name}-{what}", "data": documents}


def read_campaign(path: AnyPath) -> tuple[list[Listed], tuple[str, str]]:
    """Sentences with one text of each of two models, and the models' names; an InputError for others."""
    campaign = read_json(path)
    found: list[Listed] = []
    models: tuple[str, str] | None = None
    for number, item in enumerate(_items(campaign, path), 1):
        reference, outputs = item.get("ref"), item.get("tgt")
        if item.get("validation") or "form" in item:
            continue  # checks and forms: ours are made by the study itself
        sound = (
            isinstance(reference, str)
            and isinstance(outputs, dict)
            and len(outputs) == 2
            and all(isinstance(text, str) and text.strip() for text in outputs.values())
        )
        if not sound:
            raise InputError(
                f"item {number} has not a reference and two models' texts", path=path, remedy=_SHAPE
            )
        assert isinstance(outputs, dict)
        assert isinstance(reference, str)
        first, second = models or tuple(outputs)
        models = (first, second)
        if set(outputs) != {first, second}:
            raise InputError(f"item {number} is not of {first} and {second}", path=path, remedy=_SHAPE)
        texts = [" ".join(outputs[name].split()) for name in models]
        source = item.get("src")
        name = str(item.get("item_id", number))
        told = source if isinstance(source, str) else ""
        found.append(Listed(name, told, reference, texts[0], 0.0, (texts[0],), (texts[1],)))
    if models is None:
        raise InputError("has no items to judge", path=path, remedy=_SHAPE)
    return _scored(found), models


def _scored(sentences: list[Listed]) -> list[Listed]:
    from dataclasses import replace

    metric = Bleu(lowercase=True)
    rows = metric.statistics([each.first for each in sentences], [[each.reference for each in sentences]])
    values = metric.sentence_scores(rows)
    return [replace(each, bleu=float(value)) for each, value in zip(sentences, values, strict=True)]


def _items(campaign: Any, path: AnyPath) -> Iterator[dict[str, Any]]:
    """Items of documents of all users, in any nesting that Pearmut takes."""
    if not isinstance(campaign, dict) or not isinstance(campaign.get("data"), list):
        raise InputError("is no campaign of Pearmut", path=path, remedy=_SHAPE)
    waiting: list[tuple[Any, int]] = [(campaign["data"], 0)]
    while waiting:
        each, depth = waiting.pop(0)
        if isinstance(each, dict):
            yield each
        elif isinstance(each, list) and depth < 4:
            waiting = [(inner, depth + 1) for inner in each] + waiting
        else:
            raise InputError("has something in `data` that is no item", path=path, remedy=_SHAPE)
