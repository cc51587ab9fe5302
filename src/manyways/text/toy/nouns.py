"""Nouns of the embedded language, by class of meaning.

One noun a line: German, gender, German plural, English. A star after the gender marks the weak
declension (den Studenten), `-` a noun without plural, `/` separates English synonyms, `:` an
irregular English plural, `_` joins English words. A leading `!` holds the noun out of training.
"""

from __future__ import annotations

__all__ = ["NOUNS"]

NOUNS: dict[str, str] = {
    "person": """
Mann m Männer man:men
Frau f Frauen woman:women
Kind n Kinder child:children/kid
Lehrer m Lehrer teacher
Freund m Freunde friend
Mutter f Mütter mother/mum
Vater m Väter father/dad
Junge m* Jungen boy
Mädchen n Mädchen girl
Student m* Studenten student
Lehrerin f Lehrerinnen teacher
Arzt m Ärzte doctor/physician
Schüler m Schüler pupil/student
Freundin f Freundinnen friend
Bruder m Brüder brother
Schwester f Schwestern sister
Nachbar m* Nachbarn neighbour
Studentin f Studentinnen student
Sohn m Söhne son
Tochter f Töchter daughter
Ärztin f Ärztinnen doctor
Polizist m* Polizisten police_officer/policeman:policemen
Kollege m* Kollegen colleague
Chef m Chefs boss/manager
Gast m Gäste guest
Onkel m Onkel uncle
Tante f Tanten aunt
Nachbarin f Nachbarinnen neighbour
Verkäufer m Verkäufer salesman:salesmen
Verkäuferin f Verkäuferinnen saleswoman:saleswomen
Kellner m Kellner waiter
Koch m Köche cook/chef
Großvater m Großväter grandfather/grandpa
Großmutter f Großmütter grandmother/grandma
Kollegin f Kolleginnen colleague
Bauer m* Bauern farmer
Richter m Richter judge
Künstler m Künstler artist
Schriftsteller m Schriftsteller writer/author
Künstlerin f Künstlerinnen artist
Musiker m Musiker musician
Journalist m* Journalisten journalist/reporter
Tourist m* Touristen tourist/visitor
Dieb m Diebe thief:thieves/burglar
Ingenieur m Ingenieure engineer
Präsident m* Präsidenten president
Ministerin f Ministerinnen minister
Bürgermeister m Bürgermeister mayor
!Maler m Maler painter
!Schneider m Schneider tailor
!Pfarrer m Pfarrer priest
!Sängerin f Sängerinnen singer
!Anwalt m Anwälte lawyer
!Zahnarzt m Zahnärzte dentist
!Enkel m Enkel grandson
!Zeugin f Zeuginnen witness
""",
    "animal": """
Hund m Hunde dog
Katze f Katzen cat
Pferd n Pferde horse
Vogel m Vögel bird
Kuh f Kühe cow
Maus f Mäuse mouse:mice
Schaf n Schafe sheep:sheep
Bär m* Bären bear
Ente f Enten duck
Ziege f Ziegen goat
Affe m* Affen monkey
Huhn n Hühner chicken/hen
!Igel m Igel hedgehog
!Fuchs m Füchse fox
!Esel m Esel donkey
""",
    "text": """
Buch n Bücher book
Brief m Briefe letter
Zeitung f Zeitungen newspaper/paper
Bericht m Berichte report/account
Roman m Romane novel
Nachricht f Nachrichten message/note
Artikel m Artikel article
Gedicht n Gedichte poem
Text m Texte text
Zeitschrift f Zeitschriften magazine/journal
Tagebuch n Tagebücher diary
!Fahrplan m Fahrpläne timetable
""",
    "story": """
Geschichte f Geschichten story/tale
Märchen n Märchen fairy_tale
Witz m Witze joke
""",
    "form": """
Vertrag m Verträge contract/agreement
Formular n Formulare form
Rechnung f Rechnungen bill/invoice
Antrag m Anträge application
!Urkunde f Urkunden certificate
""",
    "task": """
Frage f Fragen question
Problem n Probleme problem/difficulty
Aufgabe f Aufgaben task/exercise
!Rätsel n Rätsel riddle
""",
    "food": """
Brot n - bread
Apfel m Äpfel apple
Kuchen m Kuchen cake
Suppe f Suppen soup
Fleisch n - meat
Ei n Eier egg
Käse m - cheese
Kartoffel f Kartoffeln potato:potatoes
Salat m Salate salad
Fisch m Fische fish:fish
Birne f Birnen pear
Banane f Bananen banana
Wurst f Würste sausage
Reis m - rice
Tomate f Tomaten tomato:tomatoes
Gericht n Gerichte dish/meal
!Pilz m Pilze mushroom
!Zwiebel f Zwiebeln onion
""",
    "drink": """
Wasser n - water
Kaffee m - coffee
Milch f - milk
Tee m - tea
Wein m - wine
Bier n - beer
Saft m - juice
!Limonade f - lemonade
""",
    "thing": """
Tasche f Taschen bag/handbag
Schlüssel m Schlüssel key
Uhr f Uhren watch/clock
Bild n Bilder picture/painting
Geschenk n Geschenke gift/present
Telefon n Telefone phone/telephone
Koffer m Koffer suitcase/case
Computer m Computer computer
Messer n Messer knife:knives
Karte f Karten map/card
Glas n Gläser glass
Flasche f Flaschen bottle
Ball m Bälle ball
Blume f Blumen flower
Teller m Teller plate
Lampe f Lampen lamp/light
Kamera f Kameras camera
Tasse f Tassen cup
Schuh m Schuhe shoe
Stein m Steine stone/rock
Regenschirm m Regenschirme umbrella
Korb m Körbe basket
Kiste f Kisten box/crate
Ring m Ringe ring
Stift m Stifte pen/pencil
Radio n Radios radio
Puppe f Puppen doll
Spiegel m Spiegel mirror
Decke f Decken blanket
Topf m Töpfe pot
Werkzeug n Werkzeuge tool
Maschine f Maschinen machine
Waschmaschine f Waschmaschinen washing_machine
Kerze f Kerzen candle
Löffel m Löffel spoon
Schloss n Schlösser lock
!Trommel f Trommeln drum
!Besen m Besen broom
!Nadel f Nadeln needle
!Eimer m Eimer bucket
!Vase f Vasen vase
!Seil n Seile rope
""",
    "clothes": """
Mantel m Mäntel coat
Hemd n Hemden shirt
Kleid n Kleider dress
Jacke f Jacken jacket
Hut m Hüte hat
Hose f Hosen pair_of_trousers:pairs_of_trousers
!Schal m Schals scarf:scarves
""",
    "vehicle": """
Auto n Autos car/automobile
Zug m Züge train
Bus m Busse bus
Fahrrad n Fahrräder bicycle/bike
Schiff n Schiffe ship
Flugzeug n Flugzeuge plane/airplane
Boot n Boote boat
Motorrad n Motorräder motorcycle/motorbike
Straßenbahn f Straßenbahnen tram/streetcar
Taxi n Taxis taxi/cab
!Lastwagen m Lastwagen truck
""",
    "door": """
Tür f Türen door
Fenster n Fenster window
Tor n Tore gate
""",
    "furniture": """
Tisch m Tische table
Stuhl m Stühle chair/seat
Bett n Betten bed
Sofa n Sofas sofa/couch
Bank f Bänke bench
Regal n Regale shelf:shelves
Teppich m Teppiche carpet/rug
!Hocker m Hocker stool
""",
    "house": """
Haus n Häuser house
Schule f Schulen school
Stadt f Städte city/town
Garten m Gärten garden/yard
Wohnung f Wohnungen flat/apartment
Küche f Küchen kitchen
Park m Parks park
Zimmer n Zimmer room
Büro n Büros office
Restaurant n Restaurants restaurant
Dorf n Dörfer village
Wald m Wälder forest
Kirche f Kirchen church/chapel
Bibliothek f Bibliotheken library
Museum n Museen museum
Krankenhaus n Krankenhäuser hospital/clinic
Hotel n Hotels hotel
Theater n Theater theatre
Laden m Läden shop/store
Fabrik f Fabriken factory/plant
Kino n Kinos cinema/movie_theatre
Bank f Banken bank
Keller m Keller cellar/basement
Schloss n Schlösser castle
Bäckerei f Bäckereien bakery
Gefängnis n Gefängnisse prison/jail
Reisebüro n Reisebüros travel_agency
!Scheune f Scheunen barn
!Apotheke f Apotheken pharmacy
!Höhle f Höhlen cave
""",
    "spot": """
Bahnhof m Bahnhöfe station/train_station
See m Seen lake
Fluss m Flüsse river
Strand m Strände beach
Flughafen m Flughäfen airport
Universität f Universitäten university
Hafen m Häfen harbour/port
Grenze f Grenzen border
!Teich m Teiche pond
""",
    "square": """
Markt m Märkte market
Platz m Plätze square
Insel f Inseln island
Bauernhof m Bauernhöfe farm
Brücke f Brücken bridge
Straße f Straßen street/road
Berg m Berge mountain
!Wiese f Wiesen meadow
""",
    "event": """
Fest n Feste party/celebration
Konzert n Konzerte concert
Film m Filme film/movie
Spiel n Spiele game/match
Sitzung f Sitzungen meeting/session
Reise f Reisen trip/journey
Prüfung f Prüfungen exam/test
Hochzeit f Hochzeiten wedding
Kurs m Kurse course/class
Ausstellung f Ausstellungen exhibition/show
Vortrag m Vorträge lecture/talk
!Wettbewerb m Wettbewerbe competition
!Vorstellung f Vorstellungen performance
""",
    "idea": """
Idee f Ideen idea/thought
Plan m Pläne plan/scheme
Antwort f Antworten answer/reply
Vorschlag m Vorschläge proposal/suggestion
Entscheidung f Entscheidungen decision
Fehler m Fehler mistake/error
Lösung f Lösungen solution
Regel f Regeln rule
Gesetz n Gesetze law/statute
Wahrheit f - truth
Meinung f Meinungen opinion/view
Projekt n Projekte project
Ziel n Ziele goal/aim
Erklärung f Erklärungen explanation
Grund m Gründe reason
Traum m Träume dream
!Gerücht n Gerüchte rumour
!Verdacht m - suspicion
""",
    "group": """
Firma f Firmen company/firm
Regierung f Regierungen government
Mannschaft f Mannschaften team
Familie f Familien family
Gruppe f Gruppen group
Partei f Parteien party
Polizei f - police_force
!Behörde f Behörden authority
""",
}
