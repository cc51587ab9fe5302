"""`manyways lm convert`."""

from __future__ import annotations

from manyways.cli.lm_files import ModelFile, Out
from manyways.cli.options import Force, Quiet
from manyways.progress import Progress


def command(
    model: ModelFile,
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
