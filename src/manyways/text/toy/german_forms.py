"""German endings and auxiliaries."""

from __future__ import annotations

__all__ = [
    "ARTICLES",
    "BE",
    "BECOME",
    "CONTRACTIONS",
    "DEFINITE",
    "DIESER",
    "EIN",
    "HAVE",
    "MIXED",
    "MODALS",
    "RELATIVE",
    "STRONG",
    "WEAK",
    "WHOSE",
]

# Rows: masculine, feminine, neuter, plural; columns: nominative, accusative, dative, genitive.
DEFINITE = (
    ("der", "den", "dem", "des"),
    ("die", "die", "der", "der"),
    ("das", "das", "dem", "des"),
    ("die", "die", "den", "der"),
)
RELATIVE = (*(row[:3] for row in DEFINITE[:3]), ("die", "die", "denen"))
WHOSE = ("dessen", "deren", "dessen", "deren")
EIN = (("", "en", "em", "es"), ("e", "e", "er", "er"), ("", "", "em", "es"), ("e", "e", "en", "er"))
DIESER = (("er", "en", "em", "es"), ("e", "e", "er", "er"), ("es", "es", "em", "es"), ("e", "e", "en", "er"))
WEAK = (("e", "en", "en", "en"), ("e", "e", "en", "en"), ("e", "e", "en", "en"), ("en",) * 4)
MIXED = (("er", "en", "en", "en"), ("e", "e", "en", "en"), ("es", "es", "en", "en"), ("en",) * 4)
STRONG = (("er", "en", "em", "en"), ("e", "e", "er", "er"), ("es", "es", "em", "en"), ("e", "e", "en", "er"))

# Article: (stem, endings, tag, endings of the adjectives that follow).
ARTICLES = {
    "indefinite": ("ein", EIN, "ART", MIXED),
    "no": ("kein", EIN, "PIAT", MIXED),
    "this": ("dies", DIESER, "PDAT", WEAK),
    "every": ("jed", DIESER, "PIAT", WEAK),
    "all": ("all", DIESER, "PIAT", WEAK),
    "many": ("viel", DIESER, "PIAT", STRONG),
    "some": ("einig", DIESER, "PIAT", STRONG),
    "several": ("mehrer", DIESER, "PIAT", STRONG),
}
CONTRACTIONS = {
    ("in", "dem"): "im",
    ("in", "das"): "ins",
    ("an", "dem"): "am",
    ("an", "das"): "ans",
    ("zu", "dem"): "zum",
    ("zu", "der"): "zur",
    ("von", "dem"): "vom",
    ("bei", "dem"): "beim",
}

HAVE = {
    "present": ["habe", "hast", "hat", "haben", "habt", "haben"],
    "past": ["hatte", "hattest", "hatte", "hatten", "hattet", "hatten"],
}
BE = {
    "present": ["bin", "bist", "ist", "sind", "seid", "sind"],
    "past": ["war", "warst", "war", "waren", "wart", "waren"],
}
BECOME = {
    "present": ["werde", "wirst", "wird", "werden", "werdet", "werden"],
    "past": ["wurde", "wurdest", "wurde", "wurden", "wurdet", "wurden"],
}
MODALS = {
    "können": {"present": ["kann", "kannst", "kann", "können", "könnt", "können"], "past": "konnte"},
    "müssen": {"present": ["muss", "musst", "muss", "müssen", "müsst", "müssen"], "past": "musste"},
    "wollen": {"present": ["will", "willst", "will", "wollen", "wollt", "wollen"], "past": "wollte"},
    "sollen": {"present": ["soll", "sollst", "soll", "sollen", "sollt", "sollen"], "past": "sollte"},
    "dürfen": {"present": ["darf", "darfst", "darf", "dürfen", "dürft", "dürfen"], "past": "durfte"},
    "möchten": {
        "present": ["möchte", "möchtest", "möchte", "möchten", "möchtet", "möchten"],
        "past": "wollte",
    },
}
