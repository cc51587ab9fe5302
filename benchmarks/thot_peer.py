"""sil-thot's decoder (PyPI) on a model made from the same sentence pairs and the same word links as ours."""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from manyways.align import Links, align_texts

Words = list[str]


def build(folder: Path, source: Sequence[str], target: Sequence[str]) -> Callable[[str], str]:
    """A function that translates: lexical models that sil-thot trains (fast_align), phrases that it extracts
    from our links, trigram counts. Settings are the defaults of its own programs; weights are not tuned.
    """
    ta, tt = importlib.import_module("thot.alignment"), importlib.import_module("thot.translation")

    pairs = [(a.split(), b.split()) for a, b in zip(source, target, strict=True)]
    links = align_texts(source, target)
    prefix, lm = folder / "tm", folder / "lm"
    _train_lexicon(ta, f"{prefix}_invswm", pairs)
    _train_lexicon(ta, f"{prefix}_swm", [(target, source) for source, target in pairs])
    _write_alignments(folder / "tm.A3.final", pairs, links)
    phrases = tt.PhraseModel()
    wanted = tt.PhraseExtractParameters()
    wanted.max_target_phrase_length = 10
    phrases.build(str(folder / "tm.A3.final"), wanted, pseudo_ml=False)
    phrases.print_phrase_table(f"{prefix}.ttable", n=20)
    phrases.clear()
    for suffix, text in (
        (".lambda", "0.7 0.7"),
        (".srcsegmlentable", "Uniform"),
        (".trgcutstable", "0.999"),
        (".trgsegmlentable", "Geometric"),
    ):
        Path(f"{prefix}{suffix}").write_text(text)
    _write_counts(lm, [target for _, target in pairs])
    model = tt.SmtModel(ta.AlignmentModelType.FAST_ALIGN)
    if not model.load_translation_model(str(prefix)) or not model.load_language_model(str(lm)):
        raise RuntimeError("sil-thot cannot read its own model")
    model.non_monotonicity, model.heuristic = 0, 6
    model.w, model.a, model.e = 0.4, 10, 2
    decoder = tt.SmtDecoder(model)
    decoder.s, decoder.is_breadth_first = 10, True

    def translate(text: str, keep: object = model) -> str:
        return " ".join(decoder.translate(text).target)

    return translate


def _train_lexicon(ta: Any, prefix: str, pairs: Iterable[tuple[Words, Words]]) -> None:
    model = ta.FastAlignModel()
    for source, target in pairs:
        model.add_sentence_pair(source, target, 1)
    model.start_training()
    for _ in range(5):
        model.train()
    model.end_training()
    model.print(prefix)


def _write_alignments(path: Path, pairs: Sequence[tuple[Words, Words]], links: Links) -> None:
    with path.open("w", encoding="utf-8") as out:
        for s, (source, target) in enumerate(pairs):
            of: list[list[int]] = [[] for _ in target]
            for i, j in links[s]:
                of[j].append(i + 1)
            free = sorted(set(range(1, len(source) + 1)) - {i for each in of for i in each})
            words = zip(["NULL", *target], [free, *of], strict=True)
            row = " ".join(f"{word} ({{ {' '.join(map(str, sorted(at)))} }})" for word, at in words)
            out.write(f"# 1\n{' '.join(source)}\n{row}\n")


def _write_counts(path: Path, texts: Iterable[Words]) -> None:
    """Trigram counts; the first occurrence of every word is an unknown word."""
    counts: Counter[tuple[str, ...]] = Counter()
    seen: set[str] = set()
    total = 0
    for text in texts:
        words = ["<s>", *(word if word in seen else "<unk>" for word in text), "</s>"]
        seen.update(text)
        total += len(words)
        for n in (1, 2, 3):
            counts.update(tuple(words[i : i + n]) for i in range(len(words) - n + 1))
    with path.open("w", encoding="utf-8") as out:
        for ngram in sorted(counts, key=lambda each: (len(each), each)):
            prefix = counts[ngram[:-1]] if len(ngram) > 1 else total
            out.write(f"{' '.join(ngram)} {prefix} {counts[ngram]}\n")
    path.with_name(path.name + ".weights").write_text("3 3 10 " + " ".join(["0.5"] * 9) + "\n")
    path.with_name(path.name + ".wp").write_text("")
