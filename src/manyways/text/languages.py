"""What the text steps must know of a language: apostrophes, ordinals, spacing, abbreviations, script.

language_of("pt-BR").code        # 'pt'
language_of("xx").apostrophe     # a language nobody described gets the plain rules
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from manyways._core.text import Apostrophe
from manyways.errors import ConfigError
from manyways.text.abbreviations import abbreviations_of, numeric_abbreviations_of

__all__ = ["Language", "language_name", "language_of", "language_of_file", "LANGUAGES"]


@dataclass(frozen=True, kw_only=True)
class Language:
    """The rules of one language.

    apostrophe: where an apostrophe inside a word goes (it 's, l' eau, or alone).
    ordinals: "3." is the third, so the dot stays.
    spaced_signs: signs with a space before them in print.
    leading_apostrophe: words may begin with one ('s avonds).
    letters: one letter of each script it is written in; none where we do not know.
    """

    code: str
    apostrophe: Apostrophe = Apostrophe.ALONE
    ordinals: bool = False
    inner_colon: bool = False
    inner_point: bool = False
    spaced_signs: str = ""
    unspaced: bool = False
    leading_apostrophe: bool = False
    letters: str = "a"

    @property
    def abbreviations(self) -> tuple[str, ...]:
        return abbreviations_of(self.code)

    @property
    def numeric_abbreviations(self) -> tuple[str, ...]:
        return numeric_abbreviations_of(self.code)


def _described() -> list[Language]:
    languages = [
        Language(code="en", apostrophe=Apostrophe.RIGHT),
        Language(code="de", ordinals=True, spaced_signs="%…"),
        Language(code="fr", apostrophe=Apostrophe.LEFT, spaced_signs="?!:;%«»"),
        Language(code="it", apostrophe=Apostrophe.LEFT),
        Language(code="ca", apostrophe=Apostrophe.LEFT, inner_point=True),
        Language(code="ga", apostrophe=Apostrophe.LEFT),
        Language(code="es", spaced_signs="%"),
        Language(code="fi", ordinals=True, inner_colon=True, spaced_signs="%"),
        Language(code="sv", inner_colon=True, spaced_signs="%"),
        Language(code="nl", leading_apostrophe=True),
        Language(code="el", letters="α"),
        Language(code="sr", letters="яa", ordinals=True),
        Language(code="zh", unspaced=True, letters="漢"),
        Language(code="ja", unspaced=True, letters="漢あア"),
        Language(code="ko", letters="한漢"),
        Language(code="he", letters="א"),
        Language(code="bn", letters="ব"),
        Language(code="ta", letters="த"),
        Language(code="te", letters="త"),
        Language(code="th", letters="ก"),
    ]
    languages += [Language(code=code) for code in ("pt", "ro", "tr", "vi", "id", "et", "lt", "lv", "hu")]
    languages += [
        Language(code=code, ordinals=True, spaced_signs="%")
        for code in ("cs", "sk", "sl", "hr", "bs", "da", "no", "nb", "nn", "pl", "is")
    ]
    languages += [Language(code=code, letters="я") for code in ("ru", "uk", "bg", "mk")]
    languages += [Language(code=code, letters="ع") for code in ("ar", "fa", "ur", "ps")]
    languages += [Language(code=code, letters="अ") for code in ("hi", "mr", "ne", "sa")]
    return languages


# What people write instead of the codes above.
_WRITTEN = """en English de German fr French it Italian ca Catalan ga Irish es Spanish fi Finnish sv Swedish
    el Greek sr Serbian zh Chinese ja Japanese ko Korean he Hebrew bn Bengali ta Tamil te Telugu th Thai
    pt Portuguese nl Dutch ro Romanian tr Turkish vi Vietnamese id Indonesian et Estonian lt Lithuanian
    lv Latvian hu Hungarian cs Czech sk Slovak sl Slovenian hr Croatian bs Bosnian da Danish no Norwegian
    pl Polish is Icelandic ru Russian uk Ukrainian bg Bulgarian mk Macedonian ar Arabic fa Persian ur Urdu
    ps Pashto hi Hindi mr Marathi ne Nepali sa Sanskrit""".lower().split()
_NAMES = dict(zip(_WRITTEN[1::2], _WRITTEN[::2], strict=True))

LANGUAGES: dict[str, Language] = {language.code: language for language in _described()}


# A language, perhaps a script, perhaps a region: de, pt-BR, zh-Hant, sr_Latn_RS, es-419.
_CODE = re.compile(r"([A-Za-z]{2,3})([-_][A-Za-z]{4})?([-_]([A-Za-z]{2}|\d{3}))?")


@lru_cache(maxsize=256)
def language_of(code: str) -> Language:
    """The rules for a language code such as `de` or `pt-BR`; plain rules for one not described."""
    found = _CODE.fullmatch(code)
    if found is None:
        raise ConfigError("language", code[:40], "a code such as en, pt-BR or zh-Hant", remedy=_meant(code))
    base = found[1].lower()
    return LANGUAGES.get(base, Language(code=base, letters=""))


def language_name(code: str) -> str:
    """What the language is called in English; its code if we do not know."""
    base = language_of(code).code
    return next((name.capitalize() for name, each in _NAMES.items() if each == base), code)


def _meant(name: str) -> str:
    """The code of the language whose name, or whose code with something behind it, this may be."""
    name = re.split(r"[^a-z]", name.lower())[0]
    near = difflib.get_close_matches(name, _NAMES, n=1, cutoff=0.75)
    code = _NAMES[near[0]] if near else name if name in LANGUAGES else ""
    return f"Did you mean {code}?" if code else "Codes have two or three letters (ISO 639)."


def language_of_file(path: Path | None) -> str | None:
    """The language that a file's suffix names (train.de, train.en.gz), if it is one we know."""
    suffix = "" if path is None else Path(path.name.removesuffix(".gz")).suffix.removeprefix(".")
    return suffix if suffix in LANGUAGES else None
