"""Text to words and back: hand-made cases in many languages, and every untokenised text that there is."""

from __future__ import annotations

from pathlib import Path

import pytest
from sacremoses import MosesDetokenizer, MosesTokenizer

from manyways.files import read_lines
from manyways.text.languages import language_of_file
from manyways.text.tokenise import detokenise, tokenise

CASES = {
    "en": [
        "AT&T and R&D use C++; O'Brien's 5 m² are fine.",
        "“So,” she said, ‘it’s the dogs’ owner’s.’",
        '"Yes," he said. "No."',
        'and then it ended".',
        "In the 1980’s the '90s were near.",
        "A “Rumours“ album",
    ],
    "de": [
        "„So geht’s“, sagte Frau Dell’Alba.",
        "»Smart Stone«-Leuchte, „Zucker“-Dose, Motorola®-Gerät",
        'Er meinte "ja" und schrieb: "Nein".',
        'Erst „ja“, dann "nein".',
        "Von Herrn Dell'Alba kam H₂O mit 33℃ und 1½ Liter.",
        "Es steht 2:0 (1:0).",
    ],
    "fr": ["L’eau, c'est « bon » : qu’en dit M. X ?", "Aujourd'hui, l'« Europe » !"],
    "es": ["¿Qué dices? ¡«Nada»!", '¿"Sí"? ¡No!'],
    "nl": ["'s Avonds zie ik foto's van Oma's in 't park.", "In 's-Hertogenbosch is 't koud."],
    "it": ["C'è un po' di tutto nell'anno.", "Dell’uomo"],
    "ro": ['El a zis „da” și „șefi".'],
    "et": ["Sõnad 'öeldav' ja 'järjestatav' on siin."],
    "ar": ["هذا، نعم؛ لماذا؟ (كتب)!"],
    "hi": ["यह अच्छी है। क्या? हाँ!"],
    "zh": ["他说：“好。”然后走了（2019年）。", "电(记者胡璐)26日,CMV-22“鱼鹰”运输机", "“学霸”“学渣”各得其所"],
}


@pytest.mark.parametrize(
    ("language", "text"), [(code, text) for code, texts in CASES.items() for text in texts]
)
def test_there_and_back(language: str, text: str) -> None:
    assert detokenise(tokenise([text], language, protect=True), language)[0] == text


TEXTS = {
    "europarl-de-en/devtest.raw.de": 0.98,
    "europarl-de-en/devtest.raw.en": 0.98,
    "nmt-qe-et-en/ref-1.en": 0.98,
    "nmt-qe-et-en/src.et": 0.98,
    "wmt-systems/wmt21-de-en/ref.A.en.gz": 0.98,
    "wmt-systems/wmt21-de-en/src.de.gz": 0.98,
    "wmt-systems/wmt21-zh-en/src.zh.gz": 0.8,  # their spaces between clauses go
    "wmt-systems/wmt22-de-en/ref.A.en.gz": 0.98,
    "wmt-systems/wmt22-de-en/src.de.gz": 0.965,
    "wmt-systems/wmt22-zh-en/ref.A.en.gz": 0.98,
}


@pytest.mark.parametrize(("path", "least"), TEXTS.items())
def test_real_text_comes_back_more_often_than_by_sacremoses(data: Path, path: str, least: float) -> None:
    language = language_of_file(Path(path))
    assert language is not None
    lines = [line for line in (" ".join(line.split()) for line in read_lines(data / path)) if line]
    back = detokenise(tokenise(lines, language, protect=True), language)
    same = [a == b for a, b in zip(lines, back, strict=True)]
    assert sum(same) >= least * len(lines)
    tokenizer, detokenizer = MosesTokenizer(language), MosesDetokenizer(language)
    some = range(0, len(lines), 5)
    theirs = sum(detokenizer.detokenize(tokenizer.tokenize(lines[i])) == lines[i] for i in some)
    assert sum(same[i] for i in some) > theirs
