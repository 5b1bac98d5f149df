# Die Wörter der Seite auf Deutsch. Was fehlt, steht auf Englisch da.

## Namen der Spieler

name-label = Ihr Name
name-placeholder = Wie die anderen Sie nennen
somebody = Jemand
all-games = Alle Partien

## Freunde einladen

invite-title = Laden Sie Ihren Gegner ein
invite-preparing = Die Einladung wird versiegelt…
invite-how = Schicken Sie diesen Link dem, der die Seite „{ $seat }“ führen soll. Wer ihn zuerst öffnet, bekommt den Platz.
invite-link = Link
invite-qr = Die Einladung für „{ $seat }“ als QR-Code
invite-code-before = Oder sagen Sie den Code
invite-code-after = durch; er wird auf der ersten Seite unter „Ich habe einen Code“ eingegeben.
invite-send = Link senden
invite-send-title = Eine Partie Sabretache
invite-local = Nur dieser Rechner kann die Partie erreichen: Die Links gehen in anderen Fenstern hier. Um mit jemandem anderswo zu spielen, starten Sie das Programm mit --listen und --public-url.
invite-spectators = Ein Link für Zuschauer
invite-spectators-words = Zuschauer sehen nur, was öffentlich ist. Sie nehmen keinen Platz ein.
invite-waiting = Warten auf: { $seats }. Kein Würfel fällt, bevor alle Plätze besetzt sind.
invite-complete = Alle sind da.
invite-away = Alle Plätze sind besetzt. Im Moment nicht da: { $seats }.
invite-go = In die Schlacht
invite-go-anyway = Inzwischen an den Tisch
seat-yours = Sie
seat-open = noch niemand
seat-friend = ein anderer Spieler
seat-random = zufällige Befehle
seat-here = ist da
seat-away = ist nicht da

## Hinter einer Einladung

invited-looking = Die Einladung wird geöffnet…
invited-title = Sie sind eingeladen: { $game }
invited-by = { $player } bittet Sie, die Seite „{ $seat }“ zu führen.
invited-by-somebody = Sie werden gebeten, die Seite „{ $seat }“ zu führen.
invited-accept = Führen: { $seat }
invited-look-on = Nur zuschauen
invited-fine = Ein Konto ist nicht nötig: Dieser Browser behält Ihren Platz. Sie können ihn später aus der Partie heraus auf dem Telefon öffnen.

## Am Tisch

company-label = Spieler
company-you = Sie
company-asked = am Zug
company-turn = am Zug
company-watching =
    { $count ->
        [one] ein Zuschauer
       *[other] { $count } Zuschauer
    }
company-came = { $player } hat den Platz eingenommen: { $seat }.
presence-open = der Platz ist frei
presence-here = gerade da
presence-away = nicht da
tab-your-turn = ● Am Zug · { $game }
notice-title = Sie sind am Zug: { $game }
call-legend = Töne und Hinweise
call-sound = Töne: Würfel, Märsche, Kanonen und ein Ruf, wenn Sie am Zug sind
call-notify = Eine Benachrichtigung, wenn Sie am Zug sind
call-denied = Der Browser erlaubt dieser Seite keine Benachrichtigungen. Das lässt sich in seinen Einstellungen ändern.
welcome-label = Ihre Seite
welcome-title = Sie führen: { $seats }
welcome-opposite = { $player } führt die Seite „{ $seat }“.
welcome-your-turn = Sie sind am Zug: Neben der Karte steht, was zu entscheiden ist.
welcome-their-turn = Sie sind noch nicht am Zug. Sehen Sie sich um; neben der Karte steht, wann es so weit ist.
welcome-go = Zur Karte

## Ein Code

code-button = Ich habe einen Code
code-title = Ein Code von einem Freund oder von Ihrem anderen Gerät
code-words = Geben Sie die acht Buchstaben und Ziffern ein, die man Ihnen gesagt hat.
code-unknown = Dieser Code gilt nicht oder nicht mehr. Eine Einladung endet, wenn der Platz besetzt ist; ein Code für ein anderes Gerät gilt eine Viertelstunde.
code-label = Code
code-open = Öffnen

## Einstellungen

settings-title = Einstellungen
language-label = Sprache
language-auto = Wie der Browser
settings-light = Licht
settings-as-system = Wie das System
settings-day = Tag
settings-night = Nacht
settings-text-size = Schriftgröße
settings-small = Klein
settings-normal = Normal
settings-large = Groß
settings-largest = Sehr groß
settings-symbols = Symbole auf den Steinen
settings-period = Zeitgenössisch
settings-nato = NATO
settings-numbers = Feldnummern
settings-shown = Sichtbar
settings-hidden = Verborgen
settings-motion = Steine
settings-animated = Bewegt
settings-instant = Sofort
settings-watch = Züge der anderen Seite
settings-slow = Langsam
settings-fast = Schnell
settings-handover = Wenn man sich den Bildschirm teilt
settings-cover = Das Brett verdecken
settings-notify = Nur Bescheid sagen

## Lektionen

coach-label = Lektion
coach-count = { $number } von { $count }
coach-fold = Lektion ein- oder ausklappen
coach-show = Zeigen Sie es mir
coach-again = Noch einmal
coach-next = Nächste Lektion
coach-ready = Ich bin so weit
coach-leave = Lektion verlassen
learn-title = Lektionen: { $title }
learn-heading = { $title } lernen
learn-list = Lektionen
learn-done = (gelernt)
learn-battle = In die Schlacht
learn-count = Lektion { $number } von { $count }
learn-begin = Lektion beginnen
learn-begin-again = Lektion noch einmal spielen
learn-previous = Vorige Lektion
learn-next = Nächste Lektion
learn-ready = Sie sind so weit

## Die erste Seite

lobby-loading = Die Karten werden ausgerollt…
lobby-games = Ihre Partien
lobby-new-players = Neue Spieler
lobby-tools = Sandkasten und Dateien
lobby-motto = Schlachten aus der Zeit von Pferd und Muskete, jede Regel geprüft und erklärt
lobby-drop = Die Partie hier ablegen
lobby-foot = Ortsnamen: GeoNames (CC BY 4.0). Schriften: EB Garamond und Alegreya Sans (OFL). Kein Konto nötig; nichts verlässt diesen Rechner, solange Sie niemanden einladen.
devices-title = Geräte
lobby-sandbox = Sandkasten
lobby-import = Partie einlesen
lobby-import-hint = Oder die Datei irgendwo auf dieser Seite ablegen
lobby-newcomer = Neu hier?
lobby-newcomer-words = { $count } kurze Lektionen auf dem Brett lehren { $title }. Ohne Lesen.
lobby-start-lessons = Mit den Lektionen beginnen
lobby-index = Spielsysteme
lobby-shelf-tools = Regeln und Lektionen von { $title }
lobby-rules = Regeln
lobby-lessons =
    { $ready ->
        [0] { $count ->
            [one] Eine Lektion
           *[other] { $count } Lektionen
        }
       *[other] Lektionen, { $ready } von { $count }
    }
lobby-play-named = { $scenario } spielen
lobby-play = Spielen
lobby-sandbox-named = { $scenario } im Sandkasten
lobby-against = Gegen: { $general }
deploying = Aufmarsch…
lobby-quick = Schnellstart: Sie spielen „{ $seat }“
lobby-quick-named = { $scenario }, Schnellstart: Sie spielen „{ $seat }“ gegen { $general }
lobby-yours =
    { $count ->
        [one] Eine wartet auf Sie
       *[other] { $count } warten auf Sie
    }
lobby-finished =
    { $count ->
        [one] Eine beendete Partie
       *[other] { $count } beendete Partien
    }
lobby-older = Ältere Partien zeigen
state-over = Beendet
state-yours = Sie sind am Zug
state-waiting = Warten auf: { $seats }
state-running = Läuft
just-now = gerade eben
row-you = Sie: { $seats }
row-spectator = Zuschauer
row-turn = Runde { $turn }
row-unverified = Würfel nicht geprüft
row-review = Analyse
row-rematch = Revanche von { $game } mit vertauschten Seiten
row-export = { $game } sichern
row-delete = { $game } löschen
delete-title = Diese Partie löschen?
delete-words = { $game }, Runde { $turn }, wird für alle Spieler gelöscht. Sie können sie vorher sichern und später wieder einlesen.
delete-export = Erst sichern
delete-keep = Behalten
delete-now = Löschen
deleted = Gelöscht
imported = Eingelesen. Die Würfel gelten als nicht geprüft.

## Eine neue Partie

by-here = Sie
by-here-hint = an diesem Bildschirm
by-link = Ein Freund
by-link-hint = auf Einladung
by-general = Ein General
by-general-hint = Computer
by-random = Zufall
by-random-hint = irgendein erlaubter Befehl
nonce-label = Ihr Wort für die Würfel
nonce-summary = Würfel, die man nachprüfen kann
nonce-another = Ein anderes wählen
swap-sides = Seiten tauschen
general-of = Der General der Seite „{ $seat }“
general-level = Stufe
general-style = Stil
you-play = Sie spielen: { $seats }
swapped = Getauscht
read-on = Weiterlesen
rules-options = Regeloptionen ({ $count })
start = Beginnen
not-now = Jetzt nicht

## Teilen

share-title = Einladen und teilen
share-open = Diesen Platz hat noch niemand: { $seats }.
share-taken = ist besetzt: { $player }
share-spectators = Zuschauer
share-fine = Wer den Link eines Platzes zuerst öffnet, bekommt ihn. Zuschauer sehen nur, was öffentlich ist. Kein Würfel fällt, bevor alle Plätze besetzt sind.
share-owner-only = Nur wer die Partie angelegt hat, kann andere einladen.
export = Sichern
rematch-go = Zur Revanche
rematch-ask = Revanche mit vertauschten Seiten
check-dice = Würfel nachprüfen
copy = Kopieren
copied = Kopiert

## Wenn es nichts zu zeigen gibt

invitation-unusable = Diese Einladung gilt nicht
to-the-battlefields = Zu den Schlachtfeldern
no-such-page = Außerhalb der Karte
no-such-page-words = Unter dieser Adresse gibt es keine Seite.
request-failed = Der Kurier kam nicht durch
request-refused = Ihre Bitte um den Platz „{ $seat }“ wurde abgelehnt
request-not-given = Sie haben den Platz „{ $seat }“ nicht bekommen
request-refused-words = Der Spieler behält den Platz.
request-handed-over-words = Der Spieler hat ihn jemand anderem übergeben, der darum gebeten hatte.
request-given-up-words = Der Spieler hat ihn aufgegeben. Wer die Partie angelegt hat, hat eine neue Einladung dafür.
request-close = Schließen
request-own = Sie haben um den Platz „{ $seat }“ gebeten
request-own-words = Der Spieler entscheidet. Die Antwort erscheint hier.
request-withdraw = Zurückziehen
open-seats = Plätze ohne Spieler
open-seat-nobody = noch niemand
open-seat-random = zufällige Züge
open-seat-level = Ein General für „{ $seat }“
open-seat-general = Einen General spielen lassen
open-seat-invite = Doch einen Spieler einladen
settings-ahead = Befehle, die sich nicht zurücknehmen lassen
settings-shown-first = Erst zeigen
settings-given-at-once = Sofort geben
settings-pass = Fragen mit nur einer Antwort
settings-passed-over = Übergehen
settings-asked = Stellen

## Analysen

nobody = Niemand
the-others = Die anderen
review-title = Analyse von { $game }
review-loading = Die Analyse wird geladen…
review-failed = Die Analyse ist misslungen.
review-to-game = Zur Partie
review-replay = Partie nachspielen
review-you = Sie
review-working = Ein General sieht die Partie durch
review-working-words = In jeder Runde schätzt er die Aussichten; wo sie sich änderten, sucht er bessere Befehle. Sie können diese Seite verlassen und wiederkommen.
review-progress = Die Analyse
review-ready = Die Analyse ist fertig
review-curve = Die Kurve
review-decided = Was die Partie entschied
review-moments = Wendepunkte
review-no-moments = Keine Wendepunkte
review-no-moments-words = Kein Zug dieser Partie hat die Aussichten um fünf Punkte oder mehr verändert.
review-fine = Ein Punkt ist ein Hundertstel eines sicheren Sieges. Die Aussichten sind Schätzungen eines Generals des Computers für zwei Spieler dieser Stärke, und Generale können irren.
review-chances = { $own } { $share }, { $other } { $rest }
review-swing =
    { $points ->
        [one] Ein Punkt für „{ $side }“
       *[other] { $points } Punkte für „{ $side }“
    }
review-shares = Würfel { $dice }, Befehle { $orders }
review-by-dice = Das meiste taten die Würfel in diesem Zug der Seite „{ $side }“.
review-by-good-orders = Die Seite „{ $side }“ hat diesen Zug besser gespielt, als zu erwarten war.
review-by-bad-orders = Die Seite „{ $side }“ hätte mehr aus diesem Zug machen können.
review-whole = { $side } { $before } am Anfang, { $after } am Ende
review-sum =
    { $points ->
        [one] ein Punkt für „{ $side }“
       *[other] { $points } Punkte für „{ $side }“
    }
review-sum-nobody = nichts für beide
review-sum-dice = Würfel
review-sum-orders = Züge der Seite „{ $side }“
review-turn = Runde { $turn }, „{ $side }“ am Zug
review-range = { $before } → { $after }
review-done = Was geschah:
review-better = Besser: { $order }
review-no-better = Kein einzelner Befehl wäre deutlich besser gewesen.
review-show = Auf dem Brett zeigen
review-show-number = Auf dem Brett zeigen: Wendepunkt { $number }
review-throw =
    { $points ->
        [one] ein Punkt
       *[other] { $points } Punkte
    } für „{ $side }“
review-point = Wendepunkt
review-point-back = Voriger Wendepunkt
review-point-next = Nächster Wendepunkt
review-point-close = Wendepunkt schließen
review-back = Zurück zur Analyse
review-not-ready = Die Analyse dieser Partie ist noch nicht fertig.
review-better-heading = Besser
curve-label = Aussichten von { $own } und { $other }, Runde für Runde
curve-above = { $side } im Vorteil: oberhalb der Mitte
curve-below = { $side } im Vorteil: unterhalb der Mitte
curve-decision = Befehle
curve-dice = Würfel
curve-moment = Zeitpunkt der Partie
curve-moments = Wendepunkte auf der Kurve
curve-mark = { $number }. { $words }
curve-turn = Runde { $turn }
curve-when = Runde { $turn }, „{ $side }“ am Zug
curve-end = Am Ende
curve-table = Die Kurve als Tabelle
curve-head-turn = Runde
curve-head-side = Am Zug
curve-head-board = Auf dem Brett
curve-last = Ende
curve-step = Schritt { $step }

## Lektionen, zweiter Teil

learn-setting-up = Das Brett wird aufgebaut…
learn-rules = Die Regeln
learn-rule = Regel { $case }
learn-foot = Nächste Lektion
learn-your-turn = Sie sind am Zug.
learn-try = Versuchen Sie es selbst
learn-task = Geben Sie den Befehl auf dem Brett: „{ $order }“ wurde hier gespielt, aber versuchen Sie, was Sie wollen, und sehen Sie, was die Regeln sagen.
learn-task-any = Geben Sie einen Befehl auf dem Brett und sehen Sie, was die Regeln sagen.
learn-play-now = { $scenario } jetzt spielen
learn-ready-words = Neben der Karte wird eine Entscheidung nach der anderen gestellt, jede mit ihrer Regel. Ein Befehl, den die Regeln nicht erlauben, wird mit dem Grund abgelehnt, und nichts ist verloren. Bis zum letzten Würfelwurf lässt sich alles zurücknehmen.
learn-play = { $scenario } spielen
learn-all-rules = Alle Regeln
learn-back = Zurück zu Lektion { $number }

## Würfel, die man nachprüfen kann

nonce-words = Der Server wählt eine geheime Saat und zeigt deren Prüfsumme. Erst dann wird Ihr Wort geschickt, wie das jedes Spielers, und kein Würfel fällt, bevor alle Wörter da sind: So kann sich niemand eine bequeme Saat oder ein bequemes Wort aussuchen. Nach der Partie wird die Saat aufgedeckt, und diese Seite rechnet nach. Ihr Wort, das Ihr Browser eben gewählt hat:

## Plätze, die den Besitzer wechseln

give-up-title = Diesen Platz aufgeben?
give-up-words = Die Seite „{ $seat }“ wartet dann auf einen anderen Spieler. Wer die Partie angelegt hat, bekommt einen neuen Link, um einen einzuladen; Ihr eigener Link gilt nicht mehr.
give-up-stay = Bleiben
give-up = Aufgeben
given-up = Aufgegeben
seat-taken = Der Platz ist besetzt
seat-taken-words = Jemand anders hat diesen Platz. Um ihn zu übernehmen, bitten Sie darum: Sein Spieler sieht die Bitte und entscheidet.
seat-asked = Bitte abgeschickt. Sobald der Spieler zustimmt, gehört der Platz Ihnen; bis dahin sind Sie Zuschauer.
seat-ask = Um den Platz bitten
request-label = Bitte um einen Platz
request-yours = Jemand bittet darum, „{ $seat }“ von Ihnen zu übernehmen
request-other = Jemand bittet um den Platz „{ $seat }“
request-yours-words = Von { $device }. Wenn Sie zustimmen, verlieren Sie den Platz.
request-other-words = Sein Spieler entscheidet. Nach zwei Wochen ohne ihn darf entscheiden, wer die Partie angelegt hat.
request-hand-over = Übergeben
request-agree = Zustimmen
request-refuse = Ablehnen

## Geräte

some-time-ago = vor einiger Zeit
press-copy = Drücken Sie Strg+C
device-qr = Der Link als QR-Code
device-scan = Lesen Sie das mit dem anderen Gerät ein, oder öffnen Sie dort den Link:
device-type = Oder wählen Sie dort auf der ersten Seite „Ich habe einen Code“ und tippen Sie
device-once = Er gilt einmal, bis { $time }. Geben Sie ihn niemandem: Wer ihn öffnet, kann für Sie spielen.
device-ready = Der Link ist fertig
own-seats = Ihre Plätze
open-elsewhere = Auf einem anderen Gerät öffnen
a-browser = Ein Browser
this-device = dieses Gerät
last-used = zuletzt benutzt { $when }
sign-out = Abmelden
sign-out-named = { $device } abmelden
open-on = auf { $device }, seit { $when }
close-there = Dort schließen
link-unused = Link noch nicht benutzt, gültig bis { $time }
withdraw = Zurückziehen
code-from-device = Code von Ihrem anderen Gerät
devices-words = Öffnen Sie alle Ihre Partien auf einem Telefon, einem Tablet oder einem anderen Rechner und spielen Sie dort weiter.
devices-open = Meine Partien auf einem anderen Gerät öffnen
devices-signed-in = Angemeldet
devices-sign-out-others = Überall sonst abmelden
devices-seats = Einzelne Plätze, die anderswo offen sind
devices-links = Links
devices-none = Dieser Browser hat noch keine Partien. Beginnen Sie eine, setzen Sie sich an eine, oder holen Sie Ihre Partien von einem anderen Gerät.
open-here-title = Auf diesem Gerät öffnen?
open-here-seat = { $seat } in { $game }
open-here-all = alle Partien
open-here-own = Von diesem Gerät kommt der Link. Öffnen Sie ihn auf einem anderen.
open-here-games = Dieser Browser hat eigene Partien, die er verlöre. Öffnen Sie auf dem anderen Gerät die Partie und wählen Sie „Auf einem anderen Gerät öffnen“ für einen einzelnen Platz.
open-here-words = { $from } bietet diesem Gerät ({ $here }) an: { $what }. Fahren Sie nur fort, wenn Sie diesen Link selbst erzeugt haben.
another-device = Ein anderes Gerät
open-here = Hier öffnen
all-your-games = Alle Ihre Partien

## Bevor ein Befehl gegeben wird

ahead-label = Bevor der Befehl gegeben wird
ahead-dice = Würfel fallen: Das lässt sich nicht zurücknehmen.
ahead-reveals = Etwas kommt ans Licht: Das lässt sich nicht zurücknehmen.
ahead-asks = Danach entscheidet ein anderer Spieler: Das lässt sich nicht zurücknehmen.
ahead-ends = Die Partie endet.
ahead-joins = Stößt dort zu { $units }
ahead-then = Danach:
ahead-do = Ausführen
ahead-rarer = … und { $count ->
    [one] ein selteneres Ergebnis
   *[other] { $count } seltenere Ergebnisse
}
ahead-idle = So, wie es steht, käme nichts dabei heraus.
ahead-spoken = { $order }. { $facts } Eingabe führt es aus, Escape bricht ab.
cancel = Abbrechen
cancelled = Abgebrochen

## Was zu entscheiden ist

prompt-label = Ihre Entscheidung
prompt-no-end = Die Phase lässt sich jetzt nicht beenden. { $question }
prompt-deciding = Wer entscheidet
prompt-formation = Ganzer Verband ({ $count })
prompt-step-by-step = Schritt für Schritt
hand-march = Marschieren
hand-march-to = { $units } nach { $place }
hand-price = { $cost } Bewegung, { $left } übrig
prompt-manoeuvres = Wechsel von Front und Formation
prompt-riders = Für sich allein
prompt-more = … und { $count } weitere: auf der Karte darauf zeigen
prompt-deselect = Loslassen
prompt-go-back = Zurück
prompt-go-back-words = Nimmt zurück, was begonnen wurde, bis die Phase sich beenden ließ
prompt-choices = Alle Möglichkeiten ({ $count })
prompt-idle = Erlaubt, aber jetzt ohne Wirkung
prompt-invite = Einladen
prompt-spectator = Sie sind Zuschauer.
prompt-any-time = Jederzeit können Sie
prompt-any-time-seat = { $seat }, jederzeit
prompt-back = Zurück zur Partie
counted = { $words } ({ $count })
off-the-map = nicht auf der Karte
the-dice = Die Würfel
hint-stack = Klicken Sie auf einen markierten Ort, um dorthin zu marschieren, oder ziehen Sie den Stapel. Die Zahl ist die Bewegung, die ihm bleibt. Was zurückbleiben soll, hier abwählen.
hint-group = { $count } Einheiten zusammen: Klicken Sie, wohin { $unit } gehen soll, oder ziehen Sie den Stein; die anderen behalten ihren Platz um ihn herum.
hint-unit = { $unit }: Klicken Sie auf einen markierten Ort, um dorthin zu marschieren, oder ziehen Sie den Stein. Die Zahl ist die Bewegung, die ihm bleibt.
hint-caution = Ein ! bedeutet einen Preis oder ein Wagnis: Zeigen Sie auf den Ort, um es zu lesen.
hint-facing = { $unit } in { $place }: Klicken Sie auf den Keil, der zeigt, wohin er blicken soll.
hint-wedge = Ein Keil dreht ihn.
hint-wedge-keys = Das tun auch [ und ].
hint-wheel = Ein Ende ziehen heißt schwenken.
hint-shift = Umschalt-Klick nimmt Einheiten dazu.
hint-finding = Es wird gesucht, wohin sie können…
hint-not-together = Diese Einheiten können nicht zusammen marschieren.
hint-one-of = { $unit }: Klicken Sie auf einen der markierten Orte.
hint-unit-then-place = Klicken Sie auf eine markierte Einheit, dann auf einen Ort.
hint-unit-or-place = Klicken Sie auf eine markierte Einheit oder einen markierten Ort.
hint-place = Klicken Sie auf einen markierten Ort.
hint-place-or-answer = Klicken Sie auf einen markierten Ort, oder wählen Sie unten.
hint-place-or-farther = Klicken Sie auf einen markierten Ort, oder auf einen weiteren, um dorthin zu marschieren.
hint-off-map = Sie sind nicht auf der Karte: Wählen Sie unten.
hint-units =
    { $count ->
        [one] Eine Einheit ist markiert: Wählen Sie sie.
       *[other] { $count } Einheiten sind markiert: Wählen Sie eine.
    }
hint-next = N geht zur nächsten.
wait-dice = Die Würfel fallen…
wait-dice-empty = Die Würfel warten, bis alle Plätze besetzt sind. Schicken Sie den Link an: { $seats }.
wait-dice-seats = Die Würfel warten, bis die Partie geöffnet wird von: { $seats }.
wait-sending = Ihr Befehl wird überbracht…
wait-empty = Dieser Platz ist noch frei. Schicken Sie den Link an: { $seats }.
wait-seats = Warten auf: { $seats }.
wait-others = Warten auf die andere Seite.
replay = Nachspielen
replay-words = Sie sehen eine frühere Stellung. Die Partie selbst ist unverändert.
over = Die Partie ist zu Ende
over-review = Partie analysieren
over-replay = Partie nachspielen
over-rematch = Ihr Gegner möchte eine Revanche: Nehmen Sie Platz
over-share = Teilen, sichern, Revanche
forced-only = Etwas anderes ist hier nicht möglich.
forced-stay = Warten
forced-passed = Übergangen: { $orders }

## Wie die Schlacht steht

headlines-label = Wie die Schlacht steht
news-label = Neues
news-arrived = Verstärkungen in { $place }: { $units }

## Kampf

duel-at = Bei
duel-hidden = { $count } verdeckt
combat-label = Der Kampf
combat-heading = Kampf
combat-reckoning = Die Aussichten werden berechnet…
combat-choice = Wahl
combat-best = Die beste von allen
combat-best-of = { $order } (am besten)
combat-attack = Angriff
combat-defence = Verteidigung
combat-column = Spalte
combat-follows = Was folgen kann
combat-follows-sampled = Was folgen kann (Stichprobe)
combat-nothing = Es geschieht nichts weiter
combat-average = (im Mittel { $number })
show-unit = { $unit } zeigen

## Der Tisch

board-loading = Die Karte wird entfaltet…
board-unnamed = Die Partie
connection-opening = Verbindung wird aufgebaut…
connection-again = Verbindung wird erneuert…
connection-lost = Verbindung verloren, neuer Versuch…
server-answered = Der Server hat { $status } geantwortet.
server-away = Der Server ist nicht zu erreichen. Vielleicht läuft er nicht mehr; die Seite versucht es weiter.
close = Schließen
dismiss = Schließen
unknown = unbekannt
map-label = Karte
map-words = Karte: { $game }. Die Pfeiltasten bewegen einen Zeiger, Eingabe handelt dort, N geht zur nächsten Einheit, die etwas tun kann, S liest eine Zusammenfassung vor, das Fragezeichen nennt alle Tasten.
tool-hide = Steine verbergen (H)
tool-nearer = Größer (+)
tool-farther = Kleiner (−)
tool-whole-map = Ganze Karte (0)
tool-next = Nächste Einheit, die etwas tun kann (N)
tool-replay = Nachspielen (R)
tool-rules = Regeln (B)
tool-help = Hilfe (?)
grip-label = Protokoll, Streitkräfte und Leisten
aside-label = Befehle und Protokoll
side-label = Protokoll und Streitkräfte
tab-log = Protokoll
tab-tracks = Leisten
tab-forces = Streitkräfte
tab-notes = Notizen
counters-hidden = Steine verborgen
counters-shown = Steine gezeigt
counter-face-down = Ein verdeckter Stein
score-of = Punkte: { $seat }
level-of = { $value } von { $start }
force-sum = { $standing } von { $all } Einheiten, Stärke { $strength }
force-units = Einheiten
track-now = jetzt
boxes-none = Keine
table-nothing = Nichts.
case-chart = Tabelle
card-stack = { $count ->
        [one] Eine Einheit
       *[other] { $count } Einheiten
    }, { $strength }
strength-sum = Stärke { $sum }
strength-more = Stärke { $sum }, dazu Unbekanntes
strength-unknown = Stärke unbekannt
card-moves = Bewegung { $points }
card-face-down = { $nation }, verdeckt
card-commander = unter { $name }
card-when = Spielbar { $when }.
card-not-own = Diese Hälfte gehört der anderen Seite: Sie können sie nicht nutzen.
card-play = Jetzt spielen
card-none = Sie haben keine Karten.
card-target = Ziel
place-empty = leer
place-offered = möglich: { $offers }
menu-goes = Wählen, wohin { $unit } geht
menu-label = Was sich hier tun lässt
roll-label = Der letzte Wurf
roll-close = Ergebnis schließen
die-label = { $face } mit einem Würfel von { $faces } Seiten
step-back = Einen Schritt zurück
step-forward = Einen Schritt vor
think-words = Denkt nach
think-time = Verbrauchte Zeit
think-seconds = { $used } von { $budget } s
think-spoken = { $general } denkt nach für: { $seat }
think-computer = Der Rechner

## Auswählen und marschieren

hand-select-those = Die in { $place } auswählen
hand-goes-along = { $unit } geht mit.
hand-without = Ohne { $unit }
hand-selected =
    { $count ->
        [one] Eine Einheit ausgewählt
       *[other] { $count } Einheiten ausgewählt
    }
hand-fan = { $units }. Wählen Sie.
hand-nothing = Auf der Karte ist nichts zu tun
tray-label = Einheiten, die marschieren
tray-marches = marschiert
tray-stays = bleibt
way-label = Der Weg
reach-and-more = { $unit } und { $count } weitere
reach-to-facing = { $units } nach { $place }, Blick nach { $facing }
reach-left = { $left } übrig
reach-must-stop = Muss dort halten:
reach-barred = Kann { $place } nicht betreten
reach-refused = nicht erlaubt, Regel { $case }: { $facts }
reach-spoken =
    { $barred ->
        [0] { $units }: { $count } Orte erreichbar
       *[other] { $units }: { $count } Orte erreichbar, { $barred } verwehrt
    }
turn-cannot = Diese Einheit kann sich jetzt nicht drehen
turn-whom = Wählen Sie zuerst eine Einheit
turn-not-right = Sie kann sich nicht nach rechts drehen
turn-not-left = Sie kann sich nicht nach links drehen
turn-many = { $count } Blickrichtungen möglich. Eckige Klammern wechseln, Eingabe nimmt { $facing }.
facing-n = Norden
facing-nne = Nordnordost
facing-ne = Nordosten
facing-e = Osten
facing-se = Südosten
facing-sse = Südsüdost
facing-s = Süden
facing-ssw = Südsüdwest
facing-sw = Südwesten
facing-w = Westen
facing-nw = Nordwesten
facing-nnw = Nordnordwest
order-late = Die Partie hat sich geändert, bevor Ihr Befehl ankam. Sehen Sie nach und versuchen Sie es noch einmal.
order-no-answer = Noch keine Antwort vom Server; neuer Versuch.
refused-title = Die Regeln erlauben es nicht
refused-show = Regel und Beispiel zeigen
refused-spoken = Abgelehnt. Regel { $cases }. { $facts }
check-must = Müssen noch handeln
check-away = Warten außerhalb der Karte
check-able =
    { $count ->
        [one] Eine Einheit kann noch handeln
       *[other] { $count } Einheiten können noch handeln
    }
check-not-yet = Noch nicht

## Zurücknehmen und wiederholen

undo-tool = Rückgängig (U)
redo-tool = Wiederholen (Umschalt+U)
redo = Wiederholen
reset-tool = Den ganzen Zug zurücknehmen, bis zum letzten Wurf
takeback-tool = Vor einen Wurf zurückgehen
takeback-label = Bitte um Rücknahme
undo-barrier = Rückgängig endet bei einem Wurf, bei etwas Aufgedecktem und bei einer Frage an einen anderen Spieler.
undo-in-the-past = Sie sehen eine frühere Stellung; gehen Sie zuerst zur Partie zurück.
undo-spectator = Sie sind Zuschauer; das können nur Spieler.
undo-nothing = Sie haben nichts zurückzunehmen
redo-nothing = Nichts zu wiederholen.
undone = Zurückgenommen
redone = Wiederholt
reset-done = Zurückgenommen bis zum letzten Wurf oder zur letzten Frage an einen anderen Spieler.
takeback-pending = Eine Bitte um Rücknahme ist offen.
takeback-nothing = Noch ist nichts geschehen.
takeback-further = Um weiteres Zurückgehen bitten
takeback-title = Den letzten Befehl zurücknehmen?
takeback-words = Die Partie geht vor Ihren letzten Befehl zurück.
takeback-words-now = Die Partie geht vor Ihren letzten Befehl zurück; jetzt ist: { $now }.
takeback-words-since = Alles seither wird mit zurückgenommen.
takeback-words-others = Alles seither wird mit zurückgenommen, auch die Züge der anderen ({ $seats }).
takeback-words-dice = Die Würfel fallen nicht noch einmal gleich.
takeback-must-agree = Zustimmen muss: { $seats }.
takeback-keep = Weiterspielen
takeback-ask = Darum bitten
takeback-do = Zurücknehmen
takeback-done = Zurück vor dem letzten Befehl. Alte Würfe wiederholen sich nicht: Der nächste ist ein neuer.
takeback-sending = Ihre Antwort wird gesendet…
takeback-by = Bitte um Rücknahme: { $seat }
takeback-waiting = Rücknahme erbeten: warten auf { $seats }
takeback-fine = Eine Ablehnung beendet die Bitte.

## Der Bildschirm wird weitergegeben

handover-pass = Geben Sie den Bildschirm weiter an
handover-label = Bildschirm weitergeben: { $seat }
handover-hidden = Verborgenes wird gezeigt, wenn Sie den Knopf drücken.
handover-ready = Ich bin bereit
handover-note = Von jetzt an nur Bescheid sagen
handover-decides = Am Zug: { $seat }

## Was die andere Seite getan hat

watch-label = Was die andere Seite getan hat
watch-pause = Anhalten
watch-resume = Fortsetzen
watch-skip = Überspringen
watch-again = Was sie taten
watch-moved =
    { $count ->
        [one] 1 Einheit bewegt
       *[other] { $count } Einheiten bewegt
    }
watch-rolls =
    { $count ->
        [one] 1 Wurf
       *[other] { $count } Würfe
    }
watch-gone-many = { $count } nicht mehr auf der Karte
watch-gone = nicht mehr auf der Karte: { $units }

## Protokoll, Gespräch, Briefe, Notizen

log-whose = Wessen Zeilen
log-both = Beide Seiten
log-words = Einheit oder Ort
log-about = Zeilen über eine Einheit oder einen Ort
log-since =
    { $count ->
        [one] Seit Ihrem letzten Besuch: 1 Zeile
       *[other] Seit Ihrem letzten Besuch: { $count } Zeilen
    }
log-step = Schritt für Schritt
log-next = Weiter (noch { $count })
log-all = Das ist alles
chat-placeholder = An die anderen Spieler schreiben
chat-label = Gespräch
chat-say = Sagen
chat-earlier = Frühere Nachrichten
chat-letters = In dieser Partie wird nicht gesprochen; die Spieler einer Seite schreiben sich Briefe.
letters-title = Briefe
letters-label = Der Brief dieser Runde
letters-open = Noch nicht versiegelt
letters-sealed = Für diese Runde versiegelt
letters-none = In dieser Runde kein Brief
letters-turn = Runde { $turn }
letters-words = Ein Brief je Runde, an: { $seats }. Gelesen wird er, wenn die Runde vorbei ist; bis dahin können Sie ihn ändern.
letters-seal = Brief versiegeln
notes-title = Eigene Notizen
notes-placeholder = Ihr Plan, nur für Ihre Augen.
notes-shared = Notizen dieses Bildschirms: Jeder, der ihn benutzt, kann sie lesen.
notes-players = Nur Spieler haben Notizen.
notes-saved = Gespeichert
notes-saving = Wird gespeichert…
notes-failed = Nicht gespeichert; neuer Versuch beim Tippen
notes-loading = Ihre Notizen werden geladen…

## Auflagen, Rat, eine Zusammenfassung

overlays-title = Auflagen
overlays-tool = Auflagen (O), die nächste (Z)
overlays-one = Auflage
overlays-nothing = Nichts
overlays-none = Für diese Partie gibt es keine Auflagen
overlays-click-unit = Klicken Sie auf eine Einheit.
overlays-click-places = Klicken Sie auf den ersten Ort, dann auf den zweiten.
overlays-no-unit = Dort steht keine Einheit; klicken Sie auf eine.
overlays-second = Von { $from } nach …: Klicken Sie auf den zweiten Ort.
overlays-calculating = Wird berechnet…
overlays-no = Keine Auflage
overlays-empty = Nichts zu zeigen.
overlays-another = Eine andere Linie
overlays-point = Zeigen Sie auf einen Ort, um zu sehen, warum.
hints-label = Rat
hints-ask = Um Rat fragen
hints-not-now = Im Moment kein Rat
hints-looking = Ein General sieht sich die Stellung an
hints-would = Ein General würde
hints-none = Kein Rat
hints-close = Rat schließen
hints-nothing = Hier ist nichts zu entscheiden.
hints-fine = 100 % sind ein sicherer Sieg, 50 % eine ausgeglichene Partie, wie ein General es schätzt.
hints-expects = erwartet { $share }
hints-better =
    { $points ->
        [one] 1 Punkt besser als ohne ihn
       *[other] { $points } Punkte besser als ohne ihn
    }
hints-worse =
    { $points ->
        [one] 1 Punkt weniger als der beste
       *[other] { $points } Punkte weniger als der beste
    }
hints-same = etwa so gut wie die andere Wahl
spoken-nation =
    { $count ->
        [one] { $nation }: 1 Einheit auf der Karte, Stärke { $strength }
       *[other] { $nation }: { $count } Einheiten auf der Karte, Stärke { $strength }
    }
spoken-score = Siegpunkte: { $scores }
spoken-level = { $name } { $value } von { $start }
spoken-last = Zuletzt: { $line }
spoken-idle = Sie haben nichts zu entscheiden.
spoken-offers = Einheiten, die handeln können: { $units }; Orte: { $places }.

## Hilfe

help-title = Wie man auf dieser Seite spielt
help-words = Das Feld neben der Karte sagt, was zu entscheiden ist und nach welcher Regel. Was Sie benutzen können, ist auf der Karte golden markiert. Probieren Sie alles: Ein Befehl, den die Regeln nicht erlauben, wird mit Regel, Grund und Beispiel abgelehnt, und nichts ist verloren.
help-reset = Den ganzen Zug zurücknehmen
help-takeback = Um Rücknahme bitten
help-summary = Eine Zusammenfassung vorlesen
help-playing = Spielen
help-looking = Schauen
keys-click = Klick auf eine markierte Einheit
keys-shift-click = Umschalt+Klick, Umschalt+Ziehen
keys-arrows = Pfeile
keys-enter = Eingabe
keys-space = Leertaste
keys-undo = U, Umschalt+U
keys-escape = Esc
keys-wheel = Rad, zwei Finger, + und −
keys-drag = Ziehen, Umschalt+Pfeile
help-click = zeigt, wohin sie gehen kann und was ihr an Bewegung bleibt; klicken Sie auf einen Ort oder ziehen Sie die Einheit dorthin
help-several = mehrere Einheiten zusammen
help-formation = der ganze Verband der gewählten Einheit
help-next = nächste und vorige Einheit, die etwas tun kann
help-cursor = Zeiger auf der Karte
help-enter = dort handeln, wo der Zeiger ist; mit Umschalt zur Gruppe nehmen
help-space = was dort ist
help-end = die Phase beenden, nach einem Blick auf das, was noch zu tun ist
help-undo = zurücknehmen und wiederholen, bis zum letzten Wurf oder zur Entscheidung eines anderen
help-turn = die gewählte Einheit nach links oder rechts drehen; oder auf einen Keil neben ihr klicken
help-advice = einen General um Rat fragen
help-escape = loslassen, schließen; die Züge der anderen Seite überspringen
help-buttons = zu den Knöpfen gehen
help-zoom = größer und kleiner
help-move = die Karte bewegen
help-whole = ganze Karte
help-hide = Steine verbergen
help-overlays = Auflagen: eine wählen, die nächste zeigen
help-log = Protokoll
help-rules = Regeln
help-replay = nachspielen
help-aloud = eine Zusammenfassung der Karte vorlesen
help-this = diese Seite

## Nachspielen

replay-step = Schritt
replay-play = Abspielen (Leertaste)
replay-pause = Anhalten (Leertaste)
replay-speed = Tempo
replay-turn-back = Vorige Runde (Bild auf)
replay-turn-on = Nächste Runde (Bild ab)
replay-back = Einen Schritt zurück (links)
replay-forward = Einen Schritt vor (rechts)
replay-link = Link zu diesem Schritt kopieren
replay-save = Partie als Datei speichern
replay-sandbox = Diese Stellung im Sandkasten öffnen
replay-branch = Von hier in einer neuen Partie weiterspielen
replay-leave = Zurück zur Partie (Esc)
replay-as = Gesehen von
replay-branched = Hier beginnt eine neue Partie, mit neuen Würfeln.
replay-copied = Link zu diesem Schritt kopiert. Jeder, der die Partie sehen darf, kann ihn öffnen.
replay-the-link = Der Link zu diesem Schritt:
replay-left = Zurück in der Partie
