"""`manyways choose`: candidates of any kind in, the best of each sentence out."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from manyways.cli import options as shared
from manyways.cli.verb import excludes, needs, together
from manyways.progress import warn

__all__ = ["command"]

_BY = "score, a feature's name, weights.toml, mbr, mbr:bleu+chrf, what --learn wrote; best, to learn it."
_CONSENSUS = "How mbr compares; aggregate is linear in the list, not for ter."


@together(
    needs("--source", on=["--html"]),
    needs("--by-position", on=["--references", "--source"]),
    needs("--votes", "--folds", "--metric", on=["--learn"]),
    needs("--confidence", on=["--consensus prune"]),
    needs("--seed", on=["--consensus prune", "--learn"]),
    excludes("--out", "--top", "--learn", "--references", "--abstain-below", on=["--explain"]),
    excludes("--html", on=["--explain", "--learn"]),
    needs("--force", on=["--out", "--learn", "--html"]),
)
def command(
    files: Annotated[
        list[str],
        typer.Argument(metavar="CANDIDATES", help="Lists in any format, or a plain file per system."),
    ],
    by: Annotated[str, typer.Option(metavar="WHAT", help=_BY)],
    out: Annotated[
        str | None,
        shared.written_file("--out", help="A text per sentence; lists, best first, if it is .jsonl."),
    ] = None,
    top: Annotated[int | None, typer.Option(min=1, help="Candidates to keep in each list.")] = None,
    references: Annotated[list[str] | None, typer.Option(help="Show what was gained, by these.")] = None,
    html: shared.Html = None,
    source: shared.Source = None,
    explain: Annotated[str | None, typer.Option(metavar="ID", help="Why this sentence's choice won.")] = None,
    pool: Annotated[str | None, typer.Option(help="Lists that vote in place of the candidates.")] = None,
    consensus: Annotated[Literal["pairs", "aggregate", "prune"] | None, typer.Option(help=_CONSENSUS)] = None,
    confidence: Annotated[float, typer.Option(help="How sure to be before a candidate is dropped.")] = 0.99,
    learn: Annotated[
        Path | None,
        shared.written_file("--learn", help="A file for what is learned from the references."),
    ] = None,
    votes: Annotated[
        Literal["uniform", "score", "system"], typer.Option(help="Whose votes in mbr to learn.")
    ] = "uniform",
    metric: Annotated[shared.MetricName, typer.Option(help="What is to be best.")] = "bleu",
    folds: Annotated[int, typer.Option(min=2, help="Parts for honest scores.")] = 5,
    abstain_below: Annotated[
        float | None, typer.Option(help="Leave out what is expected to be worse; see --learn.")
    ] = None,
    force: shared.Force = False,
    seed: shared.Seed = 1,
    *,
    reading: shared.Reading,
    words: shared.Words,
    running: shared.Running,
) -> None:
    """Choose the best candidate of each sentence: by score, a feature, tuned weights, or consensus (mbr).

    Several plain files are a system each. With --references the gain is shown with its interval and p,
    against the first candidates and against every system. --learn finds votes and what quality to expect.
    --html writes a page with every sentence, its choice and what came next.

    Example: manyways choose system.*.en --by mbr --out best.en
    """
    from manyways.choose import ChooseSettings, LearnSettings, choose_files, explain_files
    from manyways.errors import ConfigError
    from manyways.metrics.consensus import ConsensusSettings
    from manyways.outputs import all_or_none, is_stdout
    from manyways.tables import print_tables

    split = words.tokeniser
    learning = LearnSettings(votes=votes, metric=metric, tokenise=split, folds=folds, seed=seed)
    compared = ConsensusSettings(method=consensus or "pairs", confidence=confidence, seed=seed)
    settings = ChooseSettings(
        by=by,
        top=top,
        pool=pool,
        consensus=compared if consensus else None,
        tokenise=split if words.given else None,
        learning=learning if learn else None,
        learn=None if learn is None else str(learn),
        abstain_below=abstain_below,
        references=tuple(references or ()),
        source=source,
        keep=html is not None,
        **reading.arguments,
    )
    if explain is not None:
        found = explain_files(files, explain, settings, threads=running.threads)
        print_tables(*([] if running.json else found.tables()))
        shared.print_json(found.as_json()) if running.json else print(
            "\n".join([found.reason, *found.because])
        )
        return
    to_stdout = is_stdout(out) if out else not (learn or html)
    if to_stdout and (references or running.json):
        raise ConfigError("--out", out or "-", "a file with --references or --json")
    with all_or_none():
        outcome = choose_files(files, out, settings, threads=running.threads)
        if html and outcome.chosen is not None:
            from manyways.report.choice import choice_page

            choice_page(
                outcome.chosen, by=by, gain=outcome.gain, risk=outcome.risk, threads=running.threads
            ).write(html)
    for remark in outcome.remarks:
        warn(f"note: {remark}")
    shared.print_json(outcome.as_json()) if running.json else print_tables(*outcome.tables())
