"""Text steps on real Europarl: ours beside sacremoses (tokeniser, detokeniser) and plain Python (the rest).

    python -m benchmarks text

Both sides read the same lines in the same run, on one thread; CPU time. Without the corpus the embedded
language serves, whose sentences are simpler.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.table import Table
from sacremoses import MosesDetokenizer, MosesTokenizer

from manyways.files import read_lines
from manyways.text.column import TextColumn
from manyways.text.sentences import split_column
from manyways.text.tokenise import detokenise, lower, tokenise
from manyways.text.toy import generate
from manyways.text.truecase import Truecaser
from manyways.text.vocabulary import Vocabulary, encode

DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data" / "europarl-de-en"
Work = Callable[[], object]


def lines_of(language: str) -> list[str]:
    if DATA.is_dir():
        parts = [DATA / f"{part}.raw.{language}" for part in ("dev", "devtest", "test")]
        return [line for part in parts for line in read_lines(part)]
    toy = generate(5000)
    return toy.raw_sources if language == "de" else toy.raw_references[0]


def cpu_seconds(work: Work, repeats: int) -> float:
    start = time.process_time()
    for _ in range(repeats):
        work()
    return (time.process_time() - start) / repeats


def encode_in_python(lines: list[str]) -> list[list[int]]:
    known: dict[str, int] = {}
    return [[known.setdefault(word, len(known)) for word in line.split()] for line in lines]


def share(texts: list[str] | TextColumn, others: list[str]) -> str:
    return f"{sum(a == b for a, b in zip(texts, others, strict=True)) / len(others):.2%}"


def steps_of(language: str, lines: list[str]) -> list[tuple[str, Work, Work | None, str]]:
    """Name, our work, their work, and how the results compare."""
    column = TextColumn.from_texts(lines)
    tokens = tokenise(column, language)
    tokenised = list(tokens)
    truecaser = Truecaser.train(tokens)
    tokenizer, detokenizer = MosesTokenizer(language), MosesDetokenizer(language)

    def their_tokens() -> list[str]:
        return [tokenizer.tokenize(line, escape=False, return_str=True) for line in lines]

    def their_texts() -> list[str]:
        return [detokenizer.detokenize(line.split(), unescape=False) for line in tokenised]

    same = f"{share(tokens, their_tokens())} of lines equal"
    back = f"raw again: {share(detokenise(tokens, language), lines)}, theirs {share(their_texts(), lines)}"
    return [
        ("tokenise", lambda: tokenise(column, language, threads=1), their_tokens, same),
        ("detokenise", lambda: detokenise(tokens, language, threads=1), their_texts, back),
        ("lower", lambda: lower(column, threads=1), lambda: [line.lower() for line in lines], ""),
        (
            "words to ids",
            lambda: encode(tokens, Vocabulary(), threads=1),
            lambda: encode_in_python(tokenised),
            "",
        ),
        ("train truecaser", lambda: Truecaser.train(tokens, threads=1), None, ""),
        ("truecase", lambda: truecaser.apply(tokens, threads=1), None, ""),
        ("split sentences", lambda: split_column(column, language), None, ""),
    ]


def main() -> None:
    table = Table(
        "language", "step", "MB/s", "theirs", "ratio", "results", title="Text: one thread, CPU time"
    )
    for language in ("de", "en"):
        lines = lines_of(language)
        megabytes = sum(len(line.encode()) for line in lines) / 1e6
        for step, ours, theirs, note in steps_of(language, lines):
            mine = cpu_seconds(ours, 10)
            row = [language, step, f"{megabytes / mine:.0f}", "", "", note]
            if theirs is not None:
                other = cpu_seconds(theirs, 1)
                row[3:5] = [f"{megabytes / other:.1f}", f"{other / mine:.0f}"]
            table.add_row(*row)
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
