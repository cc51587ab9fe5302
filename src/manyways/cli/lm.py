"""`manyways lm`: estimate, query, interpolate and convert n-gram language models."""

from __future__ import annotations

import dataclasses
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from manyways.cli.options import Force, Json, Quiet, Threads, Verb, print_json, written_file
from manyways.progress import Progress

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    help="N-gram language models: estimate them from text, ask them, mix them.",
)

T = TypeVar("T", int, float)
Out = Annotated[Path, written_file("--out", help="File to write: *.arpa or *.arpa.gz, else our binary.")]
Classes = Annotated[Path | None, typer.Option("--classes", help="File of words and their classes.")]


@app.command(cls=Verb)
def estimate(
    text: Annotated[list[str], typer.Argument(help="Tokenised text, one sentence per line; *.gz, -.")],
    out: Out,
    order: Annotated[int, typer.Option(help="Words in the longest n-grams, 1 to 10.")] = 5,
    smoothing: Annotated[str, typer.Option(help="kneser-ney or witten-bell.")] = "kneser-ney",
    prune: Annotated[str, typer.Option(help="Leave out n-grams that occur so often or less: 0,0,1.")] = "0",
    discount_fallback: Annotated[
        bool, typer.Option("--discount-fallback", help="Discounts 0.5, 1, 1.5 where the text gives none.")
    ] = False,
    weights: Annotated[
        Path | None, typer.Option(help="One number per sentence: fractional counts (Witten-Bell).")
    ] = None,
    classes: Classes = None,
    memory: Annotated[int, typer.Option(help="Megabytes beyond which counts are sorted on disk.")] = 1024,
    temporary: Annotated[Path | None, typer.Option(help="Folder for temporary files.")] = None,
    force: Force = False,
    threads: Threads = 0,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Estimate a language model from tokenised text.

    Interpolated modified Kneser-Ney as KenLM's lmplz computes it, or Witten-Bell.

    Example: manyways lm estimate train.en --order 5 --out lm.bin
    """
    from manyways.lm import EstimateConfig, WordClasses, estimate_arpa, estimate_files, is_arpa, save

    config = EstimateConfig(
        order=order,
        smoothing=smoothing,
        prune=tuple(_numbers("--prune", prune, int)),
        discount_fallback=(0.5, 1.0, 1.5) if discount_fallback else None,
        memory=memory << 20,
        temporary=None if temporary is None else str(temporary),
    )
    tell = _beside(out, json=json)
    read = None if classes is None else WordClasses.read(classes)
    start = time.process_time()
    if is_arpa(out):
        reports = estimate_arpa(text, out, config, weights=weights, classes=read, threads=threads)
    else:
        result = estimate_files(text, config, weights=weights, classes=read, threads=threads)
        reports = result.reports
        save(result.ngrams, out)
    orders = [
        {"n": n, "seen": r.ngrams, "kept": r.kept, "discounts": r.discounts, "fallback": r.fallback}
        for n, r in enumerate(reports, 1)
    ]
    if json:
        print_json({"out": str(out), "orders": orders, "cpu_seconds": time.process_time() - start})
        return
    for each in orders:
        tell("{n}-grams: {kept:,} of {seen:,}".format(**each))


@app.command(cls=Verb)
def query(
    model: Annotated[Path, typer.Argument(help="A model: binary, *.arpa or *.arpa.gz.")],
    text: Annotated[str, typer.Argument(help="Tokenised text, one sentence per line.")] = "-",
    words: Annotated[
        bool, typer.Option("--words", help="One line per word instead of per sentence.")
    ] = False,
    summary: Annotated[bool, typer.Option("--summary", help="Only perplexity and counts.")] = False,
    classes: Classes = None,
    threads: Threads = 0,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Score text: one natural log probability per sentence (</s> included), or the perplexity.

    With --words: word, log probability and length of the n-gram that matched, tab-separated.

    Example: manyways lm query lm.bin dev.en --summary
    """
    from manyways.lm import LanguageModel, WordClasses
    from manyways.lm.query import score_file

    mapped = None if classes is None else WordClasses.read(classes)
    detail = "none" if summary or json else "words" if words else "sentences"
    found = score_file(
        LanguageModel.open(model), text, sys.stdout.write, detail=detail, classes=mapped, threads=threads
    )
    if json:
        perplexity = {"perplexity": found.value, "without_unknown": found.without_unknown}
        print_json(perplexity | dataclasses.asdict(found))
    elif summary:
        print(f"perplexity {found.value:.4f}, without unknown words {found.without_unknown:.4f}")
        print(f"{found.tokens:,} tokens, {found.unknown:,} unknown, {found.sentences:,} sentences")


@app.command(cls=Verb)
def interpolate(
    models: Annotated[list[Path], typer.Argument(help="Models: binary, *.arpa or *.arpa.gz.")],
    out: Out,
    tune: Annotated[Path | None, typer.Option(help="Held-out text to find the weights on.")] = None,
    weights: Annotated[str | None, typer.Option(help="Weights instead: 0.7,0.3.")] = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Mix models into one, with weights that suit held-out text best (or given ones).

    Example: manyways lm interpolate news.bin speeches.bin --tune dev.en --out lm.bin
    """
    from manyways.errors import ConfigError
    from manyways.files import open_text
    from manyways.lm import LanguageModel, save, tune_weights
    from manyways.lm import interpolate as mix

    if (tune is None) == (weights is None):
        raise ConfigError("lm interpolate", None, "given either --tune TEXT or --weights NUMBERS")
    tell = _beside(out, json=json)
    opened = [LanguageModel.open(path) for path in models]
    if tune is not None:
        with open_text(tune) as lines:
            with Progress("finding the weights"):
                chosen = tune_weights(opened, lines)
    else:
        chosen = _numbers("--weights", weights or "", float)
    with Progress("mixing"):
        ngrams = mix(opened, chosen)
        save(ngrams, out)
    names = [str(path) for path in models]
    if json:
        print_json({"out": str(out), "weights": dict(zip(names, chosen, strict=True)), "sizes": ngrams.sizes})
        return
    for name, weight in zip(names, chosen, strict=True):
        tell(f"{weight:.6f}\t{name}")


@app.command(cls=Verb)
def convert(
    model: Annotated[Path, typer.Argument(help="A model: binary, *.arpa or *.arpa.gz.")],
    out: Out,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Turn ARPA into our binary format, or the other way.

    Example: manyways lm convert lm.arpa.gz --out lm.bin
    """
    from manyways.lm import LanguageModel, is_arpa, read_arpa, save

    with Progress("converting"):
        ngrams = read_arpa(model) if is_arpa(model) else LanguageModel.open(model).ngrams()
        save(ngrams, out)


def _beside(out: Path, *, json: bool) -> Callable[[str], None]:
    """Where remarks go: not among the bytes of a model."""
    from manyways.errors import ConfigError
    from manyways.outputs import is_stdout
    from manyways.progress import say

    if is_stdout(out) and json:
        raise ConfigError("--out", str(out), "a file when --json is given")
    return say if is_stdout(out) else print


def _numbers(option: str, text: str, kind: type[T]) -> list[T]:
    from manyways.errors import ConfigError

    try:
        return [kind(part) for part in text.split(",")]
    except ValueError:
        raise ConfigError(option, text, "numbers with commas between them") from None
