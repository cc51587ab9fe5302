"""Adjectives of the embedded language.

One a line: German, German comparative, English, classes of nouns it describes (p person, a animal,
t thing, c clothes, f food, b text, l place, e event, x idea, g group).
English: `big:bigger`, without a colon the comparative is `more`; `/` separates synonyms. A leading
`!` holds the adjective out of training. Some German words stand twice: their English depends on
the noun (ein leichter Koffer, a light suitcase; eine leichte Frage, an easy question).
"""

from __future__ import annotations

__all__ = ["ADJECTIVES", "COLOURS", "ORIGINS"]

ADJECTIVES = """
groß größer big:bigger/large:larger atlg
groß größer tall:taller p
groß größer great:greater ex
klein kleiner small:smaller/little:smaller patflegb
neu neuer new:newer ptlexgb
alt älter old:older patlxgb
gut besser good:better/fine:finer patflexgb
jung jünger young:younger pa
schön schöner beautiful/lovely:lovelier patleb
wichtig wichtiger important/significant texbg
schnell schneller fast:faster/quick:quicker at
langsam langsamer slow:slower pat
interessant interessanter interesting/fascinating plexb
teuer teurer expensive/costly:costlier tfl
billig billiger cheap:cheaper/inexpensive tf
schwer schwerer heavy:heavier tf
schwer schwerer difficult/hard:harder ex
leicht leichter light:lighter tf
leicht leichter easy:easier/simple:simpler ex
freundlich freundlicher friendly:friendlier/kind:kinder p
glücklich glücklicher happy:happier/glad p
traurig trauriger sad:sadder/unhappy:unhappier p
traurig trauriger sad:sadder b
müde müder tired/weary:wearier pa
krank kränker ill/sick:sicker p
krank kränker sick:sicker a
klug klüger clever:cleverer/smart:smarter pax
reich reicher rich:richer/wealthy:wealthier p
arm ärmer poor:poorer pa
berühmt berühmter famous/well-known plb
lang länger long:longer teb
kurz kürzer short:shorter eb
frisch frischer fresh:fresher f
süß süßer sweet:sweeter f
warm wärmer warm:warmer flc
kalt kälter cold:colder fl
sauber sauberer clean:cleaner/tidy:tidier tl
schmutzig schmutziger dirty:dirtier/filthy:filthier tl
dunkel dunkler dark:darker/gloomy:gloomier l
ruhig ruhiger quiet:quieter/calm:calmer pl
laut lauter loud:louder/noisy:noisier pe
stark stärker strong:stronger/powerful pa
schwach schwächer weak:weaker pax
gefährlich gefährlicher dangerous/risky:riskier alex
modern moderner modern/contemporary tl
kaputt - broken/damaged t
nützlich nützlicher useful/helpful tx
falsch - wrong/false x
richtig - right/correct x
ehrlich ehrlicher honest/sincere p
höflich höflicher polite/courteous p
fleißig fleißiger hard-working/diligent p
faul fauler lazy:lazier/idle pa
neugierig neugieriger curious/inquisitive pa
mutig mutiger brave:braver/courageous pa
seltsam seltsamer strange:stranger/odd:odder ptlexb
einfach einfacher simple:simpler/easy:easier x
bekannt bekannter well-known/famous plb
leer leerer empty:emptier/deserted l
voll voller full:fuller l
spannend spannender exciting/thrilling eb
langweilig langweiliger boring/dull:duller peb
hungrig hungriger hungry:hungrier/starving pa
nervös nervöser nervous/anxious p
hübsch hübscher pretty:prettier/cute:cuter pt
breit breiter wide:wider/broad:broader t
wertvoll wertvoller valuable/precious tb
fremd - foreign/strange p
still stiller silent/quiet:quieter pl
!eifersüchtig eifersüchtiger jealous p
!rostig rostiger rusty:rustier t
!gemütlich gemütlicher cosy:cosier l
!großzügig großzügiger generous p
!zerbrechlich zerbrechlicher fragile t
!geheim - secret xb
!sauer saurer sour:sourer f
!prächtig prächtiger magnificent le
"""

COLOURS = """
rot - red t
blau - blue t
grün - green t
weiß - white ta
schwarz - black ta
gelb - yellow t
braun - brown ta
grau - grey ta
!violett - purple t
"""

ORIGINS = """
deutsch - German ptlbg
englisch - English ptlbg
französisch - French ptlbg
italienisch - Italian ptlf
spanisch - Spanish plb
amerikanisch - American ptlbg
japanisch - Japanese ptlf
!griechisch - Greek plf
"""
