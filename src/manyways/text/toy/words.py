"""Names, adverbs, times, connectives, modals and numbers of the embedded language.

Phrases are written as tagged, keyed words: `letzte/ADJA/1 Woche/NN/2` and, with its label,
`NP last/JJ/1 week/NN/2`. Words of the two sides that share a key are linked.
"""

from __future__ import annotations

__all__ = [
    "CITIES",
    "CONNECTIVES",
    "COUNTRIES",
    "FREQUENCY",
    "MANNER",
    "MODALS",
    "MONTHS",
    "NUMBERS",
    "PERSONS",
    "SENTENCE_ADVERBS",
    "TIMES",
    "WEEKDAYS",
]

PERSONS = """
Anna:f Peter:m Maria:f Thomas:m Julia:f Paul:m Martin:m Laura:f Karl:m Eva:f Max:m Lena:f Felix:m
Sophie:f Jan:m Clara:f Lukas:m Helga:f Otto:m Ingrid:f !Jonas:m !Greta:f !Emil:m !Frieda:f !Anton:m
!Mathilda:f
"""

CITIES = """
Berlin Hamburg München:Munich Wien:Vienna Köln:Cologne London Paris Rom:Rome Zürich:Zurich
Prag:Prague Frankfurt Dresden Madrid Moskau:Moscow Genf:Geneva !Lissabon:Lisbon !Bremen
!Warschau:Warsaw !Oslo
"""

COUNTRIES = """
Deutschland:Germany Österreich:Austria Frankreich:France Italien:Italy Spanien:Spain England
Polen:Poland Amerika:America Japan Griechenland:Greece !Norwegen:Norway !Ungarn:Hungary
"""

MONTHS = """
Januar:January Februar:February März:March April:April Mai:May Juni:June Juli:July August:August
September:September Oktober:October November:November Dezember:December
"""

WEEKDAYS = """
Montag:Monday Dienstag:Tuesday Mittwoch:Wednesday Donnerstag:Thursday Freitag:Friday
Samstag:Saturday Sonntag:Sunday
"""

NUMBERS = """
zwei:two drei:three vier:four fünf:five sechs:six sieben:seven acht:eight neun:nine zehn:ten
elf:eleven zwölf:twelve fünfzehn:fifteen zwanzig:twenty dreißig:thirty vierzig:forty fünfzig:fifty
hundert:one_hundred tausend:one_thousand
"""

# Kind of time (past, future, any, habit): German = English | English ...
TIMES = """
past gestern/ADV/1 = NP yesterday/NN/1
past vorgestern/ADV/1 = NP the/DT/1 day/NN/1 before/IN/1 yesterday/NN/1
past letzte/ADJA/1 Woche/NN/2 = NP last/JJ/1 week/NN/2
past letztes/ADJA/1 Jahr/NN/2 = NP last/JJ/1 year/NN/2
past letzten/ADJA/1 Sommer/NN/2 = NP last/JJ/1 summer/NN/2
past letzten/ADJA/1 Monat/NN/2 = NP last/JJ/1 month/NN/2
past gestern/ADV/1 Abend/NN/2 = NP yesterday/NN/1 evening/NN/2 | NP last/JJ/1 night/NN/2
past damals/ADV/1 = PP at/IN/1 that/DT/1 time/NN/1 | ADVP back/RB/1 then/RB/1
past neulich/ADV/1 = ADVP recently/RB/1 | NP the/DT/1 other/JJ/1 day/NN/1
past heute/ADV/1 früh/ADV/2 = NP this/DT/1 morning/NN/2
future morgen/ADV/1 = NP tomorrow/NN/1
future übermorgen/ADV/1 = NP the/DT/1 day/NN/1 after/IN/1 tomorrow/NN/1
future nächste/ADJA/1 Woche/NN/2 = NP next/JJ/1 week/NN/2
future nächstes/ADJA/1 Jahr/NN/2 = NP next/JJ/1 year/NN/2
future nächsten/ADJA/1 Monat/NN/2 = NP next/JJ/1 month/NN/2
future bald/ADV/1 = ADVP soon/RB/1 | ADVP shortly/RB/1
future heute/ADV/1 Abend/NN/2 = NP tonight/NN/1,2 | NP this/DT/1 evening/NN/2
future morgen/ADV/1 früh/ADV/2 = NP tomorrow/NN/1 morning/NN/2
any heute/ADV/1 = NP today/NN/1
any am/APPRART/1 Morgen/NN/2 = PP in/IN/1 the/DT/1 morning/NN/2
any am/APPRART/1 Abend/NN/2 = PP in/IN/1 the/DT/1 evening/NN/2
any am/APPRART/1 Nachmittag/NN/2 = PP in/IN/1 the/DT/1 afternoon/NN/2
any am/APPRART/1 Wochenende/NN/2 = PP at/IN/1 the/DT/1 weekend/NN/2 | PP on/IN/1 the/DT/1 weekend/NN/2
any im/APPRART/1 Sommer/NN/2 = PP in/IN/1 the/DT/1 summer/NN/2 | PP in/IN/1 summer/NN/2
any im/APPRART/1 Winter/NN/2 = PP in/IN/1 the/DT/1 winter/NN/2 | PP in/IN/1 winter/NN/2
any in/APPR/1 der/ART/2 Nacht/NN/3 = PP at/IN/1 night/NN/3 | PP during/IN/1 the/DT/2 night/NN/3
any nach/APPR/1 dem/ART/2 Essen/NN/3 = PP after/IN/1 the/DT/2 meal/NN/3
habit jeden/PIAT/1 Tag/NN/2 = NP every/DT/1 day/NN/2 | NP each/DT/1 day/NN/2
habit jeden/PIAT/1 Morgen/NN/2 = NP every/DT/1 morning/NN/2
habit jede/PIAT/1 Woche/NN/2 = NP every/DT/1 week/NN/2
habit einmal/ADV/1 im/APPRART/2 Monat/NN/3 = NP once/RB/1 a/DT/2 month/NN/3
now jetzt/ADV/1 = ADVP now/RB/1 | ADVP right/RB/1 now/RB/1
now gerade/ADV/1 = ADVP right/RB/1 now/RB/1 | PP at/IN/1 the/DT/1 moment/NN/1
now im/APPRART/1 Augenblick/NN/2 = PP at/IN/1 the/DT/1 moment/NN/2
"""

FREQUENCY = """
oft/ADV/1 = ADVP often/RB/1 | ADVP frequently/RB/1
immer/ADV/1 = ADVP always/RB/1
manchmal/ADV/1 = ADVP sometimes/RB/1
selten/ADV/1 = ADVP rarely/RB/1 | ADVP seldom/RB/1
meistens/ADV/1 = ADVP usually/RB/1 | ADVP mostly/RB/1
nie/ADV/1 = ADVP never/RB/1
auch/ADV/1 = ADVP also/RB/1
wahrscheinlich/ADJD/1 = ADVP probably/RB/1 | ADVP most/RBS/1 likely/RB/1
"""

MANNER = """
wieder/ADV/1 = ADVP again/RB/1 | ADVP once/RB/1 more/RB/1
schnell/ADJD/1 = ADVP quickly/RB/1 | ADVP fast/RB/1
langsam/ADJD/1 = ADVP slowly/RB/1
leise/ADJD/1 = ADVP quietly/RB/1 | ADVP softly/RB/1
vorsichtig/ADJD/1 = ADVP carefully/RB/1 | ADVP cautiously/RB/1
allein/ADV/1 = ADVP alone/RB/1
heimlich/ADJD/1 = ADVP secretly/RB/1 | PP in/IN/1 secret/NN/1
mit/APPR/1 Freude/NN/2 = PP with/IN/1 joy/NN/2 | ADVP gladly/RB/1,2
mit/APPR/1 Mühe/NN/2 = PP with/IN/1 difficulty/NN/2
ohne/APPR/1 Hilfe/NN/2 = PP without/IN/1 help/NN/2
sorgfältig/ADJD/1 = ADVP carefully/RB/1 | PP with/IN/1 care/NN/1
"""

SENTENCE_ADVERBS = """
vielleicht/ADV/1 = ADVP perhaps/RB/1 | ADVP maybe/RB/1
leider/ADV/1 = ADVP unfortunately/RB/1 | ADVP sadly/RB/1
natürlich/ADV/1 = PP of/IN/1 course/NN/1 | ADVP naturally/RB/1
endlich/ADV/1 = ADVP finally/RB/1 | PP at/IN/1 last/JJ/1
plötzlich/ADV/1 = ADVP suddenly/RB/1 | NP all/DT/1 of/IN/1 a/DT/1 sudden/JJ/1
deshalb/ADV/1 = ADVP therefore/RB/1 | PP for/IN/1 that/DT/1 reason/NN/1
trotzdem/ADV/1 = ADVP nevertheless/RB/1 | ADVP still/RB/1
"""

# German: present, past; English: what stands before the verb, present and past, plain and negated.
# `to` ends a phrase verb, which is inflected at its first word (have to, had to).
MODALS = """
können kann konnte = can | am_able_to = could | was_able_to = cannot | am_not_able_to = could_not
müssen muss musste = must | have_to = had_to = do_not_have_to | need_not = did_not_have_to
wollen will wollte = want_to = wanted_to = do_not_want_to = did_not_want_to
sollen soll sollte = should | am_supposed_to = was_supposed_to | should = should_not = was_not_supposed_to
dürfen darf durfte = may | am_allowed_to = was_allowed_to = must_not | may_not = was_not_allowed_to
möchten möchte wollte = would_like_to | want_to = wanted_to = do_not_want_to = did_not_want_to
"""

# kind german = english | english. Kinds: cause, if, past (simple past on both sides), while, until, purpose.
CONNECTIVES = """
cause weil = because | since | as
cause obwohl = although | though | even_though
if wenn = if | when
past als = when
past nachdem = after
past bevor = before
while während = while
if sobald = as_soon_as | once
if bis = until | till
if falls = if | in_case
"""
