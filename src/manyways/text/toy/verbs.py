"""Verbs of the embedded language, by what they ask for.

One verb a line: German infinitive (`auf|stehen`: separable), forms, auxiliary (h haben, s sein),
English, classes of the subject, classes of the object, and what the frame needs besides.
Forms are `w` (weak), `w0` (weak, participle without ge-) or third person present, past, participle.
English: `base:past:participle` if irregular, `/` between synonyms, `get_up` a particle, `wait~for` a
preposition before the object, `=know` a state (no progressive), `<like` subject and object change
places. A leading `!` holds the verb out of training.
"""

from __future__ import annotations

__all__ = ["VERBS"]

VERBS: dict[str, str] = {
    "alone": """
schlafen schläft,schlief,geschlafen h sleep:slept:slept person,animal
arbeiten w h work/labour person
lachen w h laugh person
weinen w h cry/weep:wept:wept person
tanzen w h dance person
singen singt,sang,gesungen h sing:sang:sung person
schwimmen schwimmt,schwamm,geschwommen s swim:swam:swum person,animal
auf|stehen steht,stand,gestanden s get_up:got:got/stand_up:stood:stood person
ein|schlafen schläft,schlief,geschlafen s fall_asleep:fell:fallen person,animal
auf|wachen w s wake_up:woke:woken person
an|kommen kommt,kam,gekommen s arrive/turn_up person,vehicle
weg|gehen geht,ging,gegangen s leave:left:left/go_away:went:gone person
zurück|kommen kommt,kam,gekommen s come_back:came:come/return person
warten w h wait person
rauchen w h smoke person
frühstücken w h have_breakfast:had:had person
lernen w h learn/study person
spielen w h play person,animal
um|ziehen zieht,zog,gezogen s move person
sich:beeilen w0 h hurry/hurry_up person
sich:aus|ruhen w h rest/relax person,animal
sich:streiten streitet,stritt,gestritten h argue/quarrel person
nach|denken denkt,dachte,gedacht h think:thought:thought/reflect person
ab|reisen w s depart/leave:left:left person
!schnarchen w h snore person
!gähnen w h yawn person
""",
    "object": """
lesen liest,las,gelesen h read:read:read person text,text,story,form
sehen sieht,sah,gesehen h =see:saw:seen person person,animal,thing,vehicle,house,event
kaufen w h buy:bought:bought/purchase person thing,food,clothes,vehicle,text,furniture
suchen w h look~for/search~for/seek:sought:sought person person,animal,thing,clothes,text
finden findet,fand,gefunden h find:found:found/discover person thing,animal,text,house,idea,clothes
schreiben schreibt,schrieb,geschrieben h write:wrote:written person text,text,story
essen isst,aß,gegessen h eat:ate:eaten person food
trinken trinkt,trank,getrunken h drink:drank:drunk person drink
kennen kennt,kannte,gekannt h =know:knew:known person person,house,idea
besuchen w0 h visit person person,house,event
brauchen w h =need/=require person thing,vehicle,clothes,food,idea
verstehen versteht,verstand,verstanden h =understand:understood:understood person text,task,idea,person,story
vergessen vergisst,vergaß,vergessen h =forget:forgot:forgotten person thing,task,person,text
verkaufen w0 h sell:sold:sold person,group thing,food,clothes,vehicle,house,furniture
verlieren verliert,verlor,verloren h lose:lost:lost person thing,animal,clothes
lieben w h =love/=adore person person,animal,drink,house
treffen trifft,traf,getroffen h meet:met:met person person
öffnen öffnet,öffnete,geöffnet h open person door,text,thing
auf|machen w h open person door
schließen schließt,schloss,geschlossen h close/shut:shut:shut person door
zu|machen w h close/shut:shut:shut person door
an|rufen ruft,rief,gerufen h call/phone person person
ein|laden lädt,lud,geladen h invite person person
ab|holen w h pick_up/collect person person,thing,text
bauen w h build:built:built/construct person,group house,vehicle,furniture
reparieren w0 h repair/fix person vehicle,thing,door,furniture
bezahlen w0 h pay~for person food,clothes,thing
fragen w h ask person person
hören w h =hear:heard:heard person animal,event,idea,story
vor|bereiten bereitet,bereitete,bereitet h prepare/arrange person event,food
kochen w h cook person food
waschen wäscht,wusch,gewaschen h wash person vehicle,clothes,animal
auf|räumen w h tidy_up/clean_up person house
bestellen w0 h order person food,drink,text
übersetzen w0 h translate person text,story,form
unterschreiben unterschreibt,unterschrieb,unterschrieben h sign person form
lösen w h solve person,group task
ändern ändert,änderte,geändert h change/alter/modify person,group idea
ab|lehnen w h reject/refuse person,group idea,form
an|nehmen nimmt,nahm,genommen h accept person,group idea
vor|schlagen schlägt,schlug,geschlagen h suggest/propose person,group idea
unterstützen w0 h support/back person,group person,idea
kritisieren w0 h criticise person,group person,idea,text
diskutieren w0 h discuss person,group idea,task,form
retten w h save/rescue person person,animal
stehlen stiehlt,stahl,gestohlen h steal:stole:stolen person thing,vehicle,clothes
an|ziehen zieht,zog,gezogen h put_on:put:put person clothes
tragen trägt,trug,getragen h wear:wore:worn person clothes
mit|bringen bringt,brachte,gebracht h bring_along:brought:brought/bring:brought:brought person thing,food
aus|füllen w h fill_in/fill_out/complete person form
zerstören w0 h destroy/ruin person house,vehicle,thing
verhaften w0 h arrest person person
begrüßen w0 h welcome/greet person person
beobachten w0 h watch/observe person person,animal,house
füttern füttert,fütterte,gefüttert h feed:fed:fed person animal
jagen w h chase/hunt animal,person animal
beißen beißt,biss,gebissen h bite:bit:bitten animal person,animal
malen w h paint person person,house,animal
probieren w0 h try/taste person food,drink
verpassen w0 h miss person vehicle,event
mieten w h rent/hire person house,vehicle
erreichen w0 h reach person house,spot
zeichnen zeichnet,zeichnete,gezeichnet h draw:drew:drawn person person,house,animal
wiederholen w0 h repeat person task,event,story
fotografieren w0 h photograph/take_pictures~of:took:taken person person,house,animal
!verstecken w0 h hide:hid:hidden person thing,text
!loben w h praise person person
!würzen w h season person food
!erben w h inherit person thing,house
""",
    "dative": """
helfen hilft,half,geholfen h help/assist person person,group
danken w h thank person person
folgen w s follow person,animal person
antworten w h answer person person
gehören w0 h =belong~to/=<own thing,vehicle,house,animal,text person
gefallen gefällt,gefiel,gefallen h =<like/=<enjoy thing,house,event,text,idea,clothes person
zu|hören w h listen~to person person
vertrauen w0 h =trust/=rely~on person person,group
gratulieren w0 h congratulate person person
schmecken w h =<like food,drink person
fehlen w h =<miss person,animal person
drohen w h threaten/menace person person
""",
    "give": """
geben gibt,gab,gegeben h give:gave:given person thing,food,text,clothes
zeigen w h show:showed:shown person thing,house,text
schicken w h send:sent:sent/mail person text,thing,form
bringen bringt,brachte,gebracht h bring:brought:brought person thing,food,drink,text
erklären w0 h explain!to person idea,task,text
schenken w h give:gave:given person thing,text,clothes
erzählen w0 h tell:told:told person story
leihen leiht,lieh,geliehen h lend:lent:lent person thing,vehicle,text
zurück|geben gibt,gab,gegeben h return!to/give_back!to:gave:given person thing,text
vor|lesen liest,las,gelesen h read:read:read person text,story
an|bieten bietet,bot,geboten h offer person food,drink,thing
empfehlen empfiehlt,empfahl,empfohlen h recommend!to person text,house,food
beschreiben beschreibt,beschrieb,beschrieben h describe!to person house,person,idea
!spenden spendet,spendete,gespendet h donate!to person thing
""",
    "prepositional": """
warten w h wait~for person person,vehicle,text auf+a
denken denkt,dachte,gedacht h think~of:thought:thought/think~about:thought:thought person person,idea an+a
sprechen spricht,sprach,gesprochen h talk~to/speak~to:spoke:spoken/talk~with person person mit+d
reden redet,redete,geredet h talk~about/speak~about:spoke:spoken person,group idea,task,event über+a
träumen w h dream~of/dream~about person house,event,animal von+d
lachen w h laugh~at person person,story über+a
glauben w h =believe~in person idea an+a
sich:erinnern erinnert,erinnerte,erinnert h =remember person person,event,text an+a
sich:freuen w h look_forward~to person event,text auf+a
sich:interessieren w0 h =be_interested~in:was:been person idea,text,event für+a
teil|nehmen nimmt,nahm,genommen h take_part~in:took:taken/participate~in person event an+d
sich:kümmern kümmert,kümmerte,gekümmert h take_care~of:took:taken/look~after person person,animal um+a
achten w h pay_attention~to:paid:paid person thing,person auf+a
sich:beschweren w0 h complain~about/grumble~about person food,person,house über+a
suchen w h search~for/look~for person person,idea nach+d
sich:verabschieden w0 h say_goodbye~to:said:said person person von+d
auf|passen w h look~after/take_care~of:took:taken person animal,thing auf+a
zweifeln zweifelt,zweifelte,gezweifelt h =doubt person idea an+d
rechnen rechnet,rechnete,gerechnet h =reckon~with/=count~on person idea,person mit+d
""",
    "ask": """
bitten bittet,bat,gebeten h ask person person um+a~for:idea,thing
fragen w h ask person person nach+d~about:idea,house
warnen w h warn person person vor+d~about:animal,idea
erinnern erinnert,erinnerte,erinnert h remind person person an+a~of:event,idea
ein|laden lädt,lud,geladen h invite person person zu+d~to:event
befragen w0 h question person,group person zu+d~about:idea
""",
    "motion": """
gehen geht,ging,gegangen s go:went:gone/walk person
fahren fährt,fuhr,gefahren s drive:drove:driven/go:went:gone person
laufen läuft,lief,gelaufen s run:ran:run/walk person,animal
kommen kommt,kam,gekommen s come:came:come person,animal
fliegen fliegt,flog,geflogen s fly:flew:flown person
reisen w s travel/journey person
zurück|kehren w s return/go_back:went:gone person
rennen rennt,rannte,gerannt s run:ran:run person,animal
!wandern wandert,wanderte,gewandert s hike person
""",
    "position": """
wohnen w h live person
leben w h live person,animal
sitzen sitzt,saß,gesessen h sit:sat:sat person,animal
bleiben bleibt,blieb,geblieben s stay/remain person,animal
liegen liegt,lag,gelegen h lie:lay:lain thing,text,clothes,animal
stehen steht,stand,gestanden h stand:stood:stood person,vehicle,furniture
""",
    "put": """
stellen w h put:put:put/place person thing,food
legen w h put:put:put/lay:laid:laid person thing,text,clothes
werfen wirft,warf,geworfen h throw:threw:thrown person thing,clothes
""",
    "that": """
sagen w h say:said:said/state person
glauben w h =believe/=think:thought:thought person
wissen weiß,wusste,gewusst h =know:knew:known person
hoffen w h =hope person
denken denkt,dachte,gedacht h =think:thought:thought person
hören w h =hear:heard:heard person
schreiben schreibt,schrieb,geschrieben h write:wrote:written person,group
behaupten w0 h claim/assert person,group
vermuten w0 h =suspect/=assume person
erklären w0 h explain/declare person,group
bemerken w0 h notice/=realise person
!ahnen w h =suspect person
""",
    "whether": """
fragen w h ask person
wissen weiß,wusste,gewusst h =know:knew:known person
prüfen w h check/examine person,group
sich:fragen w h wonder person
""",
    "to": """
versuchen w0 h try/attempt person
hoffen w h =hope person
vergessen vergisst,vergaß,vergessen h =forget:forgot:forgotten person
beginnen beginnt,begann,begonnen h begin:began:begun/start person
an|fangen fängt,fing,gefangen h start/begin:began:begun person
beschließen beschließt,beschloss,beschlossen h decide person,group
planen w h plan/intend person,group
versprechen verspricht,versprach,versprochen h promise/pledge person,group
sich:entscheiden entscheidet,entschied,entschieden h decide person
sich:weigern weigert,weigerte,geweigert h refuse person,group
""",
    "weather": """
regnen regnet,regnete,geregnet h rain weather
schneien w h snow weather
""",
}
