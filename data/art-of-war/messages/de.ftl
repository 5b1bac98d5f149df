# Was das Spiel den Spielern auf Deutsch sagt.

nobody = niemand

## Fragen

ask-spend-morale = Überschüssige Moral ausgeben, um Reserven freizugeben, einen Punkt für jede, oder sie behalten.
    .heading = überschüssige Moral
ask-crowded = In { $hex } stehen zu viele Einheiten: Eine muss weiterziehen.
    .heading = Bewegung, { $hex } ist zu räumen
ask-move = Eine Einheit wählen, die sich bewegt, oder die Bewegungsphase beenden.
    .heading = Bewegung
ask-moving = { $unit } weiterbewegen (verbleibende Punkte: { $points }) oder anhalten.
    .heading = Bewegung von { $unit }
ask-fresh = Frische Stärke zählt in dieser Kampfphase zu einer Einheit der Division hinzu, im Angriff oder in der Verteidigung, einmal in der Schlacht; eine Einheit, die nicht kämpft, behält sie. Einheiten wählen, die kämpfen werden, oder abschließen.
    .heading = frische Stärke
ask-attack = Ein Ziel wählen oder die Kampfphase beenden.
    .heading = Angriff
ask-attack-nobody = Niemand kann angegriffen werden: die Kampfphase beenden.
    .heading = Angriff
ask-attack-owed = Ein Ziel wählen. Noch müssen angreifen oder angegriffen werden: { $units }.
    .heading = Angriff
ask-declare = { $stage ->
    [nobody] Angriff auf { $targets }: wählen, wer angreift.
    [strands] Angriff auf { $targets } mit { $units }: er kann noch nicht angesagt werden, denn { $rest } hätte niemanden mehr anzugreifen. Fügen Sie Angreifer oder Ziele hinzu.
    [owed] Angriff auf { $targets } mit { $units }: er kann noch nicht angesagt werden, denn { $rest } muss auch angegriffen werden, und niemand sonst könnte es. Fügen Sie Angreifer oder Ziele hinzu.
    [incomplete] Angriff auf { $targets } mit { $units }: Angreifer oder Ziele hinzufügen; er kann noch nicht angesagt werden.
    [complete] Angriff auf { $targets } mit { $units }, { $attack } gegen { $defence }: zu { $column } oder weniger ansagen.
   *[open] Angriff auf { $targets } mit { $units }: Angreifer oder Ziele hinzufügen oder ihn ansagen ({ $attack } gegen { $defence }, { $column }).
    }
    .heading = Angriff auf { $targets }
ask-exchange = { $points ->
    [one] Austausch: benachbarte Angreifer opfern, die mindestens einen gedruckten Punkt wert sind.
   *[other] Austausch: benachbarte Angreifer opfern, die mindestens { $points } gedruckte Punkte wert sind.
    }
    .heading = Austausch
ask-retreat = Ein Feld zurückgehen: { $units }.
    .heading = Rückzug von { $units }
ask-displace = Eine Einheit in { $hex } muss Platz machen: wählen, welche, und wohin sie geht.
    .heading = Verdrängung aus { $hex }
ask-call-up = Die { $army ->
    [french] französische
    [austrian] österreichische
    [russian] russische
   *[prussian] preußische
    } Armee hat eine Einheit verloren: eine ihrer Reserven aktivieren oder verzichten.
    .heading = Aufruf der Reserven
ask-fall-back = Die Batterien, die geschossen haben, dürfen zurückgehen: { $units }.
    .heading = freiwilliger Rückzug
ask-advance = Eine der siegreichen Einheiten darf nach { $hexes } vorrücken.
    .heading = Vorrücken nach { $hexes }
ask-fight-on = Der Tag ist zu Ende. Weiterkämpfen oder die Schlacht hier abbrechen.
    .heading = weiterkämpfen oder abbrechen
ask-reorganize = Die zersprengten Einheiten des Gegners aufstellen: eine wählen.
    .heading = Neuordnung
ask-place = { $unit } neben eine Einheit ihrer Nation stellen, { $nearest } bis { $farthest } Felder vom nächsten Gegner entfernt.
    .heading = Aufstellung von { $unit }
ask-nothing = Nichts zu entscheiden.
    .heading = nichts

## Befehle

do-select = { $unit } bewegen
do-bring-in = { $unit } hereinbringen
do-step = Nach { $hex } gehen
do-enter = In { $hex } hereinkommen
do-halt = Hier anhalten
do-end-movement = Bewegung beenden
do-spend-morale = { $unit } für einen Punkt Moral freigeben
do-keep-morale = Moral behalten
do-fresh = Frische Stärke für { $unit } (+{ $points })
do-fresh-done = Keine frische Stärke mehr
do-target = { $units } in { $hex } angreifen
do-target-too = Auch { $units } in { $hex } angreifen
do-join = Mit { $unit } angreifen
do-bombard = Mit { $unit } beschießen
do-take-column = Spaltenverschiebung für { $division }
do-announce = Angriff mit { $column }
do-end-combat = Kampf beenden
do-pay = { $unit } verlieren
do-retreat = { $unit } geht nach { $hex } zurück
do-displace = { $unit } macht Platz nach { $hex }
do-fall-back = { $unit } weicht nach { $hex } aus
do-stand-fast = Die Batterien bleiben
do-advance = { $unit } rückt nach { $hex } vor
do-hold = Nicht vorrücken
do-call-up = { $unit } aktivieren
do-decline = Keine Reserve aktivieren
do-fight-on = Weiterkämpfen
do-break-off = Die Schlacht beenden
do-reorganize = { $unit } aufstellen
do-place = In { $hex } aufstellen
do-free = { $unit } einsetzen ({ $morale } Moral)
do-free-both = Die ganze Alte Garde einsetzen ({ $morale } Moral)

## Protokoll

log-turn = Runde { $turn } ({ $time })
log-turn-night = Runde { $turn } ({ $time }, Nacht)
log-turn-rain = Runde { $turn } ({ $time }, Regen)
log-turn-night-rain = Runde { $turn } ({ $time }, Nacht, Regen)
log-movement-phase = { $side ->
    [french] Französische
   *[allied] Alliierte
    } Bewegungsphase
log-combat-phase = { $side ->
    [french] Französische
   *[allied] Alliierte
    } Kampfphase
log-no-combat-at-night = Nacht: kein Kampf für die { $side ->
    [french] Franzosen
   *[allied] Alliierten
    }
log-moved = { $unit } zieht { $from } → { $to }
log-entered = { $unit } kommt in { $hex } herein
log-halted = { $unit } hält in { $hex }
log-fresh-given = { $points ->
    [one] { $unit } bekommt einen Punkt frische Stärke
   *[other] { $unit } bekommt { $points } Punkte frische Stärke
    }
log-fresh-used = Die frische Stärke von { $division } ist verbraucht
log-fresh-kept = { $division } behält die frische Stärke: Die Einheit hat nicht gekämpft
log-attack = Angriff auf { $defenders } mit { $attackers }: { $attack } gegen { $defence }, { $column }
log-attack-with-guns = Angriff auf { $defenders } mit { $attackers }, Beschuss durch { $guns }: { $attack } gegen { $defence }, { $column }
log-bombardment = Beschuss von { $defenders } durch { $guns }: { $attack } gegen { $defence }, { $column }
result-ae = Ae, Angreifer ausgeschaltet
result-ar = Ar, Angreifer weicht zurück
result-ee = { $points ->
    [0] Ee, Austausch: der Angreifer verliert nichts
    [one] Ee, Austausch: auch der Angreifer verliert mindestens 1 gedruckten Punkt
   *[other] Ee, Austausch: auch der Angreifer verliert mindestens { $points } gedruckte Punkte
    }
result-dr = Dr, Verteidiger weicht zurück
result-de = De, Verteidiger ausgeschaltet
log-combat-die = Würfel { $die }: { $result }
log-weather-die = Wetterwürfel { $die }: { $result }
log-retreated = { $unit } geht zurück { $from } → { $to }
log-displaced = { $unit } wird verdrängt { $from } → { $to }
log-fell-back = { $unit } weicht aus { $from } → { $to }
log-advanced = { $unit } rückt vor { $from } → { $to }
log-eliminated = { $unit } ist in { $hex } vernichtet
log-disrupted = { $unit } ist in { $hex } zersprengt
log-need-not-attack = { $unit } muss nicht mehr angreifen
log-need-not-be-attacked = { $unit } muss nicht mehr angegriffen werden
log-morale = { $army ->
    [french] Französische
    [austrian] Österreichische
    [russian] Russische
   *[prussian] Preußische
    } Moral { $from } → { $to }
log-demoralized = Die { $army ->
    [french] französische
    [austrian] österreichische
    [russian] russische
   *[prussian] preußische
    } Armee ist demoralisiert
log-reserve-enemy-near = { $unit } verlässt die Reserve: Ein Gegner steht neben ihr
log-reserve-demoralized = { $unit } verlässt die Reserve: Ihre Armee ist demoralisiert
log-reserve-loss = { $unit } verlässt die Reserve: für einen Verlust aktiviert
log-reserve-morale = { $unit } verlässt die Reserve: für einen Punkt Moral freigegeben
log-reserve-old-guard = { $unit } verlässt die Reserve: Die Franzosen setzen die Alte Garde ein
log-klenau-comes = Klenau: Würfel { $die }, sein Korps ist verfügbar
log-klenau-waits = Klenau: Würfel { $die }
log-control = Die { $side ->
    [french] Franzosen
   *[allied] Alliierten
    } halten { $hex }
log-old-town = Die Alliierten bekommen Punkte für die Altstadt in { $hex }
log-fought-on = Die Schlacht geht nach Runde { $turn } weiter
log-morale-reset = { $army ->
    [french] Französische
    [austrian] Österreichische
    [russian] Russische
   *[prussian] Preußische
    } Moral ist wieder { $to }
log-reorganized = { $unit } kommt in { $hex } zurück
log-still-waiting = { $unit } hat kein Feld zur Rückkehr und wartet
log-guard-recalled = { $unit } geht in die Reserve zurück
log-over = Das Spiel ist zu Ende
