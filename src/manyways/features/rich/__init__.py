"""The rich pack: what the 36 rich features of reranking need, trained once and kept in one directory.

    prepare(PackInputs(source="train.de", target="train.en"), "packs/de-en", PackSettings())
    pack = Pack.open("packs/de-en")
    compute(lists, Wanted.named_by(["rich"]), Resources.open(ResourceSettings(pack="packs/de-en")))

The features are those of Gimpel et al. (EMNLP 2013), a file per family in `features/families/`.
"""

from manyways.features.rich.pack import PARTS, Pack, PackFile
from manyways.features.rich.settings import PackInputs, PackSettings, make_pack_settings

__all__ = ["PARTS", "Pack", "PackFile", "PackInputs", "PackSettings", "make_pack_settings"]
