"""`manyways combine train`."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from manyways.cli import options as shared
from manyways.cli.combine_files import First, Lists, References, files_of
from manyways.cli.verb import needs, together
from manyways.progress import warn

_METHOD = "How: frontier (word by word), confusion (networks), fusion (spans), select (no new sentences)."


@together(
    needs("--by-position", on=["--references"]),
    needs("--tokenise", on=["--metric bleu"]),
    needs("--temperature", on=["--votes-by score", "--votes-by system"]),
    needs("--lm-lower", on=["--lm"]),
    needs("--folds", on=["--try", "--gate"]),
)
def command(
    ctx: typer.Context,
    lists: Lists,
    out: Annotated[str, shared.written_file("--out", help="The combiner, a file that ends in .toml.")],
    references: References = None,
    method: Annotated[
        Literal["frontier", "confusion", "fusion", "select"], typer.Option("--how", help=_METHOD)
    ] = "frontier",
    fix: Annotated[list[str] | None, typer.Option("--fix", help="Settings of the method: radius=7.")] = None,
    tried: Annotated[
        list[str] | None,
        typer.Option("--try", help="Settings of the method that folds choose: radius=3,5,7 size=300,600."),
    ] = None,
    gate: Annotated[bool, typer.Option("--gate", help="Learn where not to combine.")] = False,
    language: Annotated[str, typer.Option("--language", help="Of the texts, as a code.")] = "en",
    lm: Annotated[list[str] | None, typer.Option("--lm", help="Language models of the target side.")] = None,
    lower_lm: Annotated[bool, typer.Option("--lm-lower", help="They know lower case alone.")] = False,
    stems: Annotated[bool, typer.Option("--stems", help="Words of one stem match.")] = False,
    synonyms: Annotated[str | None, typer.Option("--synonyms", help="Words that match, with tabs.")] = None,
    clusters: Annotated[
        str | None, typer.Option("--clusters", help="Classes whose words match (manyways cluster).")
    ] = None,
    votes: Annotated[
        Literal["uniform", "score", "rank", "system"],
        typer.Option("--votes-by", help="What inputs count by."),
    ] = "uniform",
    temperature: Annotated[
        float, typer.Option("--temperature", help="The higher, the more alike votes are.")
    ] = 1.0,
    tuner: shared.WithLists = "svm",
    own: shared.Own = None,
    rounds: Annotated[int, typer.Option("--rounds", min=1, help="Searches and lessons, at most.")] = 5,
    nbest: Annotated[int, typer.Option("--nbest", min=2, help="Sentences of each list to learn from.")] = 300,
    metric: Annotated[shared.MetricName, typer.Option(help="What is to be best.")] = "bleu",
    folds: Annotated[int, typer.Option(min=2, help="Parts for honest scores.")] = 2,
    force: shared.Force = False,
    first: First = None,
    seed: shared.Seed = 1,
    *,
    reading: shared.Reading,
    words: shared.Words,
    running: shared.Running,
) -> None:
    """Learn from candidates with references how to make new sentences of them, and write a combiner.

    Several plain files are a system each; the members of one system's lists are combined as if they were
    systems. Settings after --try are chosen by folds; --gate learns which sentences to leave as they are.

    Example: manyways combine train dev.*.en --references dev.ref --lm news.bin --out combiner.toml
    """
    from manyways.combine import CombineSettings, VoteSettings, WordSettings
    from manyways.combine.job import train_files
    from manyways.errors import ConfigError
    from manyways.tables import print_tables

    if not out.endswith(".toml"):
        raise ConfigError("--out", out, "a file that ends in .toml")
    grid = shared.named_values("--try", tried or [])
    settings = CombineSettings(
        method=method,
        own=shared.named_values("--fix", fix or []),
        tried={key: each if isinstance(each, list) else [each] for key, each in grid.items()},
        words=WordSettings(
            language=language,
            tokenised=words.tokenised,
            stems=stems,
            synonyms=synonyms,
            clusters=clusters,
            models=tuple(lm or ()),
            lower_models=lower_lm,
        ),
        votes=VoteSettings(kind=votes, temperature=temperature),
        learner=tuner,
        learner_own=shared.named_values("--set", own or []),
        metric=metric,
        tokenise=words.tokeniser,
        rounds=rounds,
        size=nbest,
        folds=folds,
        gate=gate,
        seed=seed,
    )
    trained = train_files(files_of(ctx), out, settings, threads=running.threads)
    for remark in trained.remarks:
        warn(f"note: {remark}")
    shared.print_json(trained.as_json()) if running.json else print_tables(*trained.tables())
