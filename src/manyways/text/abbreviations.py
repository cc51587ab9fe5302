"""Abbreviations that end in a dot without ending a sentence, by language; ours, from common use.

The tokeniser leaves their dot where it is and the sentence splitter does not stop at them. A line of
`NUMERIC` holds those that are abbreviations only before a number (No. 5, but: No.).
"""

from __future__ import annotations

import string

__all__ = ["abbreviations_of", "numeric_abbreviations_of"]

_CAPITALS = string.ascii_uppercase
_LETTERS = string.ascii_letters

# Single letters that may stand for a name, by language; where absent, the Latin capitals.
_INITIALS = {
    "de": _LETTERS + "ÄÖÜ",
    "fr": _LETTERS.replace("a", "") + "ÉÈÀ",
    "pt": _LETTERS + "ÁÉÍÓÚ",
    "nl": _LETTERS,
    "is": _LETTERS + "ÁÐÉÍÓÚÝÞÆÖ",
    "cs": _CAPITALS + "ČŘŠŽ",
    "sk": _CAPITALS + "ČĎĽŠŤŽ",
    "sv": _CAPITALS + "ÅÄÖ",
    "fi": _CAPITALS + "ÅÄÖ",
    "da": _CAPITALS + "ÆØÅ",
    "no": _CAPITALS + "ÆØÅ",
    "hu": _CAPITALS + "ÁÉÍÓÖŐÚÜŰ",
    "pl": _CAPITALS + "ĆŁÓŚŹŻ",
    "el": "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ",
    "ru": _CAPITALS + "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ",
    "uk": _CAPITALS + "АБВГҐДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЬЮЯ",
    "bg": _CAPITALS + "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЬЮЯ",
}

_WORDS = {
    "en": """
        Adm Attn Ave Bart Bldg Blvd Brig Bros Capt Cdr Cllr Cmdr Col Comdr Co Corp Cpl Det Dir Dr Drs Ens
        Esq Ft Gen Gov Hon Hr Inc Insp Jr Lt Ltd MM Maj Messrs Mlle Mme Mr Mrs Ms Msgr Mt Op Ord PhD Ph.D
        Pfc Prof Pte Pvt Rep Reps Res Rev Rt Sen Sens Sfc Sgt Sr St Ste Supt Surg vs v viz e.g i.e rev etc
        al cf approx dept est Univ ed eds Ed Eds Ch ch Vol
    """,
    "de": """
        Abb Abg Abk Abs Abt Adj Adm allg Anm Art Aufl Ausg bspw Bd Bde bes betr bez bzgl bzw ca Chr d.h
        dergl dgl Dipl Dir Doz Dr Ed ehem einschl engl entspr Erg etc etw ev evtl exkl Fa ff Fig franz Fr
        Frl geb gegr gem Gen gest gez ggf gleichz griech Hbf Hg hl Hr Hrn Hrsg Hs i.d.R i.e inkl insb insbes
        Ing Ital Jh Jhd Jhs Jr jun Kap kath Kl Komm lat lfd lt Ltd Mag männl max mdl med Mill min Mio Mme
        Mrd mtl Mr Mrs Ms MwSt n.Chr nachm nat od o.ä o.g op orig österr Pfd phil pl Pl Pos Priv Prof prot
        rd Red rel Rep resp rk röm Rs russ schweiz sen Sen sog Soc St stellv Std Str südl svw s.o s.u Tab
        tägl tsd Tsd u.a u.U u.ä u.s.w ungebr univ Univ unv urspr usf usw v.a v.Chr verh vgl Vgl vs wg wiss
        z.B z.T z.Zt zool zuf zus zw zzgl Nrn
    """,
    "fr": """
        adj al apr art arr av avr bd Bd boul c.-à-d cf ch chap Cie col coll dép dir Dr Drs éd ed édit env
        etc ex fasc fév févr fig hab hist ibid ind inv janv juil lat Lt M MM Mgr Mlle Mlles Mme Mmes Mr Ms
        St Ste Me Mes max min N.B nat nov obs oct op par paragr pl pop Pr préf Prof réf s.-à-d sect sept
        sing spéc Sr subst suiv sup suppl tél trad vol vs zool p.ex i.e e.g
    """,
    "es": """
        a.C d.C A.C Admón Apdo apdo aprox Arq art Arts atte Av Avda avda Bco Bibl c/c cap caps Cía Co col
        Cap Coord D Da Dª Dn Dña dcha depto Dep Dr Dra Drs Dras EE.UU Ed ed Edo ej e.g etc Excmo Excma Fdo
        fig Gral Gob Hno Hnos i.e Ilmo Ilma Ing izq izqda Jr Lcdo Lda Ldo Lic Ltda Mons Mr Mrs Ms Mtro núms
        pág págs p.ej Prof Profa Pte RR.HH S.A S.L Sr Sra Sres Srta Sta Sto Sdo ss tel Tel tít trad Ud Uds
        Vd Vds vol vols vs
    """,
    "it": """
        a.C d.C all Amn apr Arch Art art artt Avv avv ca cap Cav cfr Cfr cit Co Col col Comm cons dic Dir
        Dott dott Dr Dott.ssa ecc Ecc ed Egr es etc fasc feb fig fr Gen gen Geom giu Gent Ill Ing lett Lt
        lug lun mag Mag mar Mons Mr Mrs Ms nn nov on On op ott pag pagg par Prof Proff prof Rag Rep Rev Sen
        sec seg segg sen set Sig sig Sigg Sig.ra Sigra Sr Spett St tel vol voll vs p.es s.p.a S.p.A
    """,
    "pt": """
        a.C d.C Adm Al alm Alm apart Apto Arq art Art Arts Av av Bel bras cap Cap caps Cel Cia cia Cf cf
        Cmdt Co cód Com Cons cont D Dep depto des Desemb Dir Diz Doc Dom Dr Dra Drs Dras ed Ed Edit Eng Enga
        Enfo etc Esc esp Est ex Exa Excia Exmo Exma fls Fl fig Gen Gov Hab i.e Ilmo Ilma Jr Lda Lic Ltd Ltda
        Maj Mal Mons mons Mr Mrs Ms obs Obs op Pe p.ex pág págs Pres Prof Profa prof proc prox Rep Rev séc
        Sec Sen Sr Sra Sras Sres Srta Sta Sto ss tel Tel Ten v.g V.Exa vol vols vs
    """,
    "nl": """
        aant a.d a.h.w aug afb afd afk al alg apr arr art bc b.d ber best betr bijv bv b.v bijz blz ca cat
        c.q corr c.s ct dd d.d dec dgl dhr Dhr dir Dir d.i d.m.v dr Dr Drs drs ds Ds d.w.z e.a e.d Ed ed e.e
        enz etc e.v excl feb fig Fr ged gem geb get hfst Hr hr Hrs hs i.c ibid i.h.a i.m i.o i.p.v i.s.m
        i.t.t i.v.m Ing ing incl inl inz Ir ir jan jhr Jhr jl jr Jr jul jun kath kol l.g lic Lic Mej mevr
        Mevr mgr min mld mln mm Mr mr Mrs Ms Mw mw m.a.w m.b.t m.b.v m.i m.i.v m.m m.n nl n.a.v n.o.t.k nov
        nr Nr nrs o.a o.b.v o.i.d okt o.l.v o.m op opm o.t.t p.a par pct plm plv Pol pp Prof prof red ref
        reg resp sec sep sept soc sr Sr St st s.v.p t.a.v tel t.g.v t.o.v t.w.v u.d vgl v.Chr vnl vol voorz
        vs v.w.b w.o wrn z.g zgn z.i z.o z
    """,
    "cs": """
        akad angl apod atd atp Bc BcA br cca cit CSc č čes čís čl čp dec DiS dr Dr doc Doc fr hl hod ibid
        Ing JUDr kap kol lat lit max mj Mgr MgA mil min mld MUDr MVDr např nám něm násl nár obr odd odst okr
        opr orig p PaedDr PharmDr Ph.D PhD PhDr pí pl popř pov pozn pol pplk ppor prof Prof př př.n.l příp
        res resp RNDr roč sl slov sp sr st str sv tab tel ThDr ThLic tis tj tř tzn tzv ul úv vč viz vl vyd z
        zvl zn zv
    """,
    "ro": """
        abr alin aprox art bd Bd bl cap cca cf col conf dep dl Dl dlui d-l d-lui d-na D-na dna d-ra dpdv dr
        Dr dvs Dvs ed etc etj ex fig gen i.e ing Ing int jud lat lt lit max min mil mld mun M.Ap.N nov nr Nr
        obs oct or pag par pct pl pr prof Prof pt Pt reg ref resp sec Sf sf Sfânta str Str șamd șos tel vol
        vs
    """,
    "pl": """
        al ang bp br bm cd cdn ck cyt czyt dr Dr doc Dz dot dyr gen godz hab hr im in inż itd itp jw kap
        kard kl kol kpt ks książk lek lic łac m.in mgr min mjr mld mln n.e nast np nt o ob ok os p par pl
        płk pn pol pow por pos poz późn pp ppłk prof Prof przed przyp r red reż rep rozdz rtm rys św ś.p s
        sc sen sek sp str sz szt śr t tab tel tj tłum tyg tys tzn tzw ub ul ur ust w wg ws wyd z zob zł
    """,
    "ru": """
        акад англ гг гл гр др греч доц им инж итал кв кг км кн коп куб лат мин млн млрд мм напр нач нем обл
        ок оз пер пл поз пом пос пр пред проф пр-т р рис руб русск сб св см сокр соч ср ст стр сущ с-ц т
        табл тел тов т.д т.е т.к т.н т.п трлн тыс ул франц ч чел экз эт яз
    """,
    "sv": """
        adj adr ang anm art bl bl.a ca d.v.s dvs dec dr Dr doc e.d e.Kr ed el enl etc ev exkl ex f.d f.Kr
        febr fig fil fr.o.m förf forts gm hr inkl jan jfr jr kap kl kr kyrk m.a.o m.fl m.m max milj min mkt
        moms mån möjl m.h.t nov o.d o.s.v obs okt osv P.S p.g.a pga pl prof Prof red ref resp s.a.s s.k sen
        sept sid skr st S:t t.ex t.o.m t.v tab tel tfn tr u.a uppl ung utg v.g vol ö
    """,
    "fi": """
        ao alk ark ed eaa e.Kr engl eKr esim ev hra huom jKr jne joht kesk klo ko ks l.k lat lk lkm ltk lääk
        maist max min milj mm mmm mon mrd muk nk no ns n oik os p par pj pnä prof Prof pvm puh r ref rva s
        saks seur siht suom synt t tms tod.näk toht tri ts tuom ven vrt vs yht ym yms yo
    """,
    "da": """
        adj adr afd afs alm ang apr art aug bd bl.a blandt bl ca d.d d.s.s dec dr Dr ds dvs e.Kr eks ekskl
        el etc evt f.eks f.Kr f.o.m feb fhv fig forts fr frk gl hhv hr ifl ift inkl jan jf jr kap kgl kl kr
        Kbh maks m.a.o m.fl m.m m.v mag max medd mht mia min mio ml nov nr o.a o.l okt op osv p.g.a pct pga
        pkt prof Prof red ref resp s.u sek sept sml St stk t.o.m tlf vedr vha vs årg årh
    """,
    "hu": """
        Áp ált aug bek b.ú.é.k dec dr Dr du ea érk feb febr fig fsz ford gör hiv hrsz id ifj ig ill ind ith
        itt jan jegyz júl jún kat kb kft kk kiad kir köv krt l lat márc max megh mell min nov okt old op özv
        par pc pl prof Prof rt stb szept szerk sz szt szül tel tsz u ún utca vö vsz zrt
    """,
    "el": """
        αι αρ αριθ βλ γεν Δρ δηλ δισ εκ εκατ επ Κα κα κεφ κλπ κ κκ Κος κος κτλ κυρ λ.χ μ.Χ ν οδ ό.π π.μ π.Χ
        π.χ παρ περ πρβλ Πρβλ σελ στρ συγγρ τ.μ τηλ τόμ χγρ χιλ χλμ
    """,
    "sk": """
        a.s akad alt angl atď atp Bc býv cca CSc č čes čís čl doc Doc Dr dr Ing hl hod JUDr kap kpt kt lat
        max Mgr mil min mld mjr MUDr MVDr nám napr nar nasl obr odd ods ob okr op p PaedDr PharmDr PhD PhDr
        pl pol popr por pozn pplk prof Prof príp resp RNDr roč s.r.o Sb sl slov sp str sv t.j tab tel ThDr
        tis tj tzn tzv ul vyd z zn zv
    """,
    "sl": """
        a.s angl apr avg cca cf čl d.d d.o.o dec dipl dr Dr feb fig gl Gl inž ing ipd itd itn izr jan jul
        jun kor lit mag mar max min mio mrd nem nov npr Npr odst okt op Op oz Oz pl pogl pon posl prev prib
        prim prof Prof red ref roj s.p sep sept sl Sl sod st str šol tel tj Tj tn tov ul univ vod zv
    """,
    "ca": """
        a.C d.C adm admdor Admdora al angl aprox art Av av ca cap cast Cia Co col cult dc dept Dept dg dir
        dj dl Dr Dra ds dt dv ed edit Emm entl esq etc Excma Excm fig fra i.e Il·lm max màx Mn Mr Mrs n nre
        núm p p.e p.ex pàg pàgs pl Prof pta ptes S.A S.L Sr Sra St Sta tel vol vols
    """,
    "lv": """
        a.c akad apm att burt c ca dec doc dr Dr e.g etc febr g gs ģen i.e inž jan k kand lpp mag max milj
        min mljrd m.ē n.p.k nod nov okt p.m.ē piem plkst pr pr.m.ē prof Prof priekšs rad red s.k sal sast
        sēd sept sk st stud t.i t.s tālr tml u.c u.tml utt v v.tml vārd zin
    """,
    "lt": """
        a.k akad aps apyg asm b dab dek dėst doc dr Dr e.g el etc g gen gim gyd gyv habil i.e inž įm įsk įst
        k kan kpt kt kun lot m mėn min mln mlrd mjr mst n n.e nr pan pav pirm pr pr.m.e prof Prof psl pvz r
        raj red rež s sav sen šv t t.t t.y tel tr tūkst up vad val vid vyr yp ž zin
    """,
    "et": """
        a.k.a aadr apr aug det e.m.a eKr etc Hr hr i.e ins jaan jne jr juh jun kapt kd kl koost kpt krt lk
        lp lpn m.a.j max min mld mln nim nov nr okt ol ph prl prof Prof pr pKr s.o s.t saj sealh sept sh sm
        snd st stj tel tlk toim trt u veebr vrd vt v.a õp
    """,
    "uk": """
        акад англ гр грн див доц ім інж кв км коп куб лат мін млн млрд мм напр нім обл оз о ред рис рос р рр
        с св см ст стор табл т тис т.д т.з т.п тел тов укр ул проф пр пл пос просп франц
    """,
    "bg": """
        акад англ бел бл бр бул вж вкл вр гл гр ген др Др доц ж изд инж кв кн лат лв мин млн млрд напр нем
        обл ок ол пл пр проф Проф рр руск с сб св сл см ср ст стр т табл тел т.е т.н т.нар фиг франц хил ул
    """,
    "hr": """
        akad apr arh čl dipl doc dr Dr dr.sc eng etc g gđa gl god ing inž itd itsl izd kol lat max mil min
        mj mlrd mr npr nar njem odn op os prof Prof red ref sl st stol str sv tal tel tj tzv ul univ usp v
        vj
    """,
    "is": """
        a.m.k bls dr Dr e.Kr e.t.v f.Kr frh frk frú gr hr jr kl kr m.a m.v milj nk nr o.fl o.s.frv o.þ.h
        prof Prof s.k s.s sbr sr t.d þ.e þ.e.a.s u.þ.b
    """,
    "hi": """
        डॉ डा प्रो श्री रु सु कु पं स्व एम एन एस एच एफ एल आर पी टी वी सी डी बी जी के जे यू ए ई ओ
    """,
}
_WORDS["no"] = _WORDS["nb"] = _WORDS["nn"] = _WORDS["da"]
_WORDS["sr"] = _WORDS["bs"] = _WORDS["hr"]

_NUMERIC = {
    "en": "Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec No Nos Nr Art Fig Figs Sec pp p para paras no",
    "de": "Jan Feb Apr Jun Jul Aug Sep Sept Okt Nov Dez Nr Nrn No Nos Art Rn Rz Ziff S Seite Seiten Teil §",
    "fr": "no nos n No Nos N nº p pp art",
    "es": "No núm Núm nº p pp Art",
    "it": "n N no No nn nr p pp",
    "pt": "No no nº nr Nr p pp pág art",
    "nl": "Nr nr nrs No no p pp art",
    "cs": "č čl odst str §",
    "ro": "nr Nr art p pp",
    "pl": "nr art poz str par",
    "ru": "№ стр рис гл п ст",
    "sv": "nr Nr s sid",
    "da": "nr Nr s",
    "sl": "št Št čl",
    "sk": "č čl ods str",
}


def abbreviations_of(language: str) -> tuple[str, ...]:
    """Abbreviations without their dot, single letters included."""
    return (*_INITIALS.get(language, _CAPITALS), *dict.fromkeys(_WORDS.get(language, "").split()))


def numeric_abbreviations_of(language: str) -> tuple[str, ...]:
    """Words that are abbreviations only before a number."""
    return tuple(_NUMERIC.get(language, "").split())
