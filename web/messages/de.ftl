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
