"""Abbreviations that end in a dot without ending a sentence, by language; ours, from common use.

The tokeniser leaves their dot where it is and the sentence splitter does not stop at them. The lists are
short on purpose: titles, offices, months and what any newspaper shortens. Words that may as well end a
sentence (German "Art.", English "no.") count only before a number and are in `_NUMERIC`. What has a dot
inside (z.B., U.S.) and what a small letter follows needs no list: the tokeniser sees it.
"""

from __future__ import annotations

import string

__all__ = ["abbreviations_of", "numeric_abbreviations_of"]

_CAPITALS = string.ascii_uppercase
_LETTERS = string.ascii_letters

# Single letters that stand for a name (J. Smith) or a word (z. B.); where absent, the Latin capitals. Small
# letters are left out where a common one-letter word could end a sentence.
_INITIALS = {
    "de": _LETTERS + "ÄÖÜäöü",
    "nl": _LETTERS,
    "fr": _CAPITALS + "ÀÂÇÉÈÊÎÔ" + "cdpv",
    "pt": _CAPITALS + "ÁÂÇÉÍÓÚ" + "p",
    "es": _CAPITALS + "ÁÉÍÑÓÚ" + "p",
    "ca": _CAPITALS + "ÀÇÈÉÍÒÓÚ" + "p",
    "it": _CAPITALS + "p",
    "cs": _CAPITALS + "ČĎŇŘŠŤŽ",
    "sk": _CAPITALS + "ČĎĽŇŠŤŽ",
    "sl": _CAPITALS + "ČŠŽ",
    "hr": _CAPITALS + "ČĆĐŠŽ",
    "pl": _CAPITALS + "ĆŁŃÓŚŹŻ",
    "ro": _CAPITALS + "ĂÂÎȘȚ",
    "hu": _CAPITALS + "ÁÉÍÓÖŐÚÜŰ",
    "lv": _CAPITALS + "ĀČĒĢĪĶĻŅŠŪŽ",
    "lt": _CAPITALS + "ĄČĖĮŠŲŪŽ",
    "et": _CAPITALS + "ÄÕÖÜŠŽ",
    "sv": _CAPITALS + "ÅÄÖ",
    "fi": _CAPITALS + "ÅÄÖ",
    "da": _CAPITALS + "ÆØÅ",
    "is": _CAPITALS + "ÁÐÉÍÓÚÝÞÆÖ",
    "el": "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ",
    "ru": _CAPITALS + "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЭЮЯ",
    "uk": _CAPITALS + "АБВГҐДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЮЯ",
    "bg": _CAPITALS + "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЮЯ",
}

_WORDS = {
    "en": """
        Mr Mrs Ms Messrs Dr Prof Rev Hon St Jr Sr Esq Gen Col Maj Capt Lt Sgt Adm Gov Sen Rep Pres
        Inc Ltd Corp Co Bros Ave Blvd Mt Ft vs etc cf al approx dept e.g i.e viz
    """,
    "de": """
        Hr Hrn Fr Frl Dr Prof Dipl Ing Mag St Hl geb usw etc bzw ca evtl ggf inkl exkl sog vgl Vgl
        bspw insb Mio Mrd Tsd Abs Abb Aufl Hrsg Jh Str Hbf MwSt z.B d.h u.a
    """,
    "fr": """
        MM Mr Mme Mmes Mlle Mlles Mgr Me Dr Pr Prof St Ste Cie janv févr avr juil sept oct nov déc
        etc cf env vol chap art éd tél bd av p.ex c.-à-d
    """,
    "es": """
        Sr Sra Srta Sres Dr Dra Prof Profa Lic Ing Gral Cnel Mons Sto Sta Ud Uds Vd Vds Cía Hnos
        Excmo Excma Avda Av etc pág págs cap vol ed tel aprox p.ej EE.UU
    """,
    "it": """
        Sig Sigg Dott Dr Prof Proff Avv Ing Arch Geom Rag On Sen Gen Col Mons Egr Gent Spett
        ecc etc cfr pag pagg cap vol tel ca p.es
    """,
    "pt": """
        Sr Sra Srs Sras Srta Dr Dra Prof Profa Eng Arq Gen Cel Exmo Exma Sto Sta Av Cia Ltda
        etc pág págs cap vol ed tel aprox p.ex
    """,
    "nl": """
        dhr Dhr mevr Mevr mw Mw Mr mr Drs drs dr Dr ds Ds ir Ir ing Ing prof Prof St jan feb aug
        sept okt nov dec enz etc bijv bv ca resp vgl blz incl excl jl mln mld d.w.z o.a
    """,
    "cs": """
        Ing Mgr Bc MUDr JUDr PhDr RNDr doc Doc prof Prof dr Dr gen plk sv např atd apod tj tzv tzn
        popř resp mj cca mil mld tis obr tab ul nám hod min
    """,
    "sk": """
        Ing Mgr Bc MUDr JUDr PhDr RNDr doc Doc prof Prof dr Dr gen plk sv napr atď tj tzv tzn
        resp cca mil mld tis obr tab ul nám hod
    """,
    "pl": """
        dr Dr prof Prof mgr inż hab doc gen płk mjr kpt ks św al ul pl np itd itp tj tzw tzn ok
        godz mln mld tys zob por ur zm m.in
    """,
    "sl": """
        g ga gdč dr Dr prof Prof mag inž dipl sv npr itd ipd tj oz ok str tel ul jan feb apr avg
        sept okt nov dec mio mrd
    """,
    "hr": """
        g gđa gđica dr Dr prof Prof mr mag ing dipl sv npr itd tj tzv odn god str tel ul mil mlrd
    """,
    "ro": """
        dl dna dlui Dl Dna d-l d-na dr Dr prof Prof ing gen col sf Sf str bd etc ex cca
        aprox vol cap pag tel mil mld ian febr aug sept oct nov dec
    """,
    "hu": """
        dr Dr prof Prof ifj id özv gr br szt stb pl ill kb ún vö old tel jan febr márc ápr jún júl
        aug szept okt nov dec
    """,
    "ca": """
        Sr Sra Srta Srs Dr Dra Prof Mons Mn St Sta Av Cia etc pàg pàgs cap vol ed tel aprox p.ex
    """,
    "lv": """
        dr Dr prof Prof doc inž sv utt piem plkst lpp tālr milj tūkst jan febr apr aug sept okt nov dec
        u.c t.i
    """,
    "lt": """
        dr Dr prof Prof doc inž šv gen pvz kt pan žr vad tel mln mlrd tūkst proc psl val t.y
    """,
    "et": """
        hr Hr pr prl dr Dr prof Prof ins jne nt vt lk tel mln mld jaan veebr apr aug sept okt nov dets
    """,
    "fi": """
        hra rva nti tri Tri prof Prof maist toht esim jne ym yms ks vrt mm ns nk klo milj mrd puh
    """,
    "sv": """
        hr Hr fr dr Dr prof Prof doc S:t jan febr apr aug sept okt nov dec osv etc jfr ca resp inkl
        exkl kl tel milj dvs bl.a t.ex
    """,
    "da": """
        hr Hr fr frk dr Dr prof Prof Skt jan feb apr aug sept okt nov dec osv etc jf ca evt inkl
        ekskl kl tlf mio mia dvs bl.a f.eks
    """,
    "is": """
        hr frk dr Dr prof Prof sr sbr bls frh jan feb apr ágú sept okt nóv des þús millj t.d
    """,
    "el": """
        κ κκ κα Δρ δρ καθ αγ Αγ αρ βλ πρβλ κλπ κτλ δηλ σελ κεφ τηλ εκ εκατ δισ χιλ π.χ
    """,
    "ru": """
        г гг г-н г-жа др пр проф акад доц ген им св ул просп обл стр рис табл см ср тыс млн млрд руб
        коп англ нем т.е т.д
    """,
    "uk": """
        р рр п проф акад доц ген ім св вул просп обл стор рис табл див тис млн млрд грн коп англ нім
        т.д т.п
    """,
    "bg": """
        г гр г-н г-жа др проф акад доц инж ген св ул бул обл стр вж напр хил млн млрд лв ст т.е т.н
    """,
    "hi": """
        डॉ प्रो श्री कु पं स्व रु
    """,
}
for _same, _as in (("no", "da"), ("nb", "da"), ("nn", "da"), ("sr", "hr"), ("bs", "hr")):
    _WORDS[_same], _INITIALS[_same] = _WORDS[_as], _INITIALS[_as]

_NUMERIC = {
    "en": "No Nos no nos Nr Art Fig Figs Sec Vol Ch p pp Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec",
    "de": "Nr Nrn Art Kap Bd Ziff Tel Jan Feb Apr Aug Sept Okt Nov Dez",
    "fr": "n no nos p pp fig",
    "es": "núm núms Núm art Art p pp ene feb mar abr jun jul ago sept oct nov dic",
    "it": "n nn N art artt p pp gen feb mar apr giu lug ago sett ott nov dic",
    "pt": "n nº art Art p pp jan fev mar abr jun jul ago set out nov dez",
    "ca": "núm art p pp",
    "nl": "nr Nr nrs art hfst p pp",
    "cs": "č čl odst str",
    "sk": "č čl ods str",
    "sl": "št čl odst",
    "hr": "br čl st",
    "pl": "nr art ust poz str",
    "ro": "nr Nr art alin p pp",
    "hu": "sz",
    "fi": "nro s",
    "sv": "nr Nr s sid",
    "da": "nr Nr s",
    "is": "nr bls gr",
    "ru": "№ п ст гл",
    "uk": "№ ст гл с",
    "bg": "№ чл ал с",
}


def abbreviations_of(language: str) -> tuple[str, ...]:
    """Abbreviations without their dot, single letters included."""
    return (*_INITIALS.get(language, _CAPITALS), *dict.fromkeys(_WORDS.get(language, "").split()))


def numeric_abbreviations_of(language: str) -> tuple[str, ...]:
    """Words that are abbreviations only before a number."""
    return tuple(_NUMERIC.get(language, "").split())
