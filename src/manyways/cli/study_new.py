"""`manyways study new`."""

from __future__ import annotations

from manyways.cli import options as shared
from manyways.cli.study_files import Designed, Name, Where, room_of_the_web
from manyways.cli.verb import excludes, needs, together


@together(
    needs("--by-position", on=["--references", "--source"]),
    excludes("--references", "--source", "--sentences", "--repetitions", on=["--campaign"]),
)
def command(
    name: Name, store: Where = "studies.db", json: shared.Json = False, *, designed: Designed
) -> None:
    """Make a study of two kinds of lists: people edit what they show, others judge the texts.

    Sentences with references of 5 to 25 words are drawn by the seed. Editors see entries 1, i and j of the
    best or of the diverse list, judges the reference and two texts. A recipe sets the rest in [study]: the
    words that people are shown, checks of attention, whether the source is shown.

    Example: manyways study new pilot --best best.jsonl --diverse-lists diverse.jsonl --references test.en
    """
    with room_of_the_web():
        from manyways.web.store import Store
        from manyways.web.studies.creating import create

    design = designed.design()
    kept = Store.open(store, create=True)
    made = create(kept, name, design)
    judgements = sum(len(each.turned) for each in design.pairs)
    edits = sum(not each.text for each in design.edits)
    if json:
        counts = {"sentences": len(design.sentences), "edits": edits, "judgements": judgements}
        shared.print_json({"study": made.name, "store": kept.place, **counts})
        return
    sizes = f"{len(design.sentences):,} sentences, {edits:,} texts to edit, {judgements:,} judgements"
    print(f"{made.name}: {sizes}")
    print(f"next: manyways study serve --store {kept.place}")
