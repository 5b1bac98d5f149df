# Ce que le jeu dit aux joueurs, en français.

nobody = personne

## Questions

ask-spend-morale = Dépensez le moral en surplus pour libérer des réserves, un point chacune, ou gardez-le.
    .heading = moral en surplus
ask-crowded = Trop d'unités en { $hex } : faites-en repartir une.
    .heading = mouvement, { $hex } à dégager
ask-move = Choisissez une unité à déplacer, ou terminez la phase de mouvement.
    .heading = mouvement
ask-moving = Continuez le mouvement de { $unit } (points restants : { $points }), ou arrêtez-la.
    .heading = mouvement de { $unit }
ask-fresh = La force fraîche ajoute ses points à une unité de la division dans cette phase de combat, à l'attaque ou en défense, une seule fois dans la bataille ; une unité qui ne combat pas la garde. Choisissez des unités qui combattront, ou terminez.
    .heading = force fraîche
ask-attack = Choisissez une cible, ou terminez la phase de combat.
    .heading = attaque
ask-attack-nobody = Personne ne peut être attaqué : terminez la phase de combat.
    .heading = attaque
ask-attack-owed = Choisissez une cible. Doivent encore attaquer ou être attaquées : { $units }.
    .heading = attaque
ask-declare = { $stage ->
    [nobody] Attaque de { $targets } : choisissez qui attaque.
    [strands] Attaque de { $targets } par { $units } : elle ne peut pas encore être annoncée, car { $rest } n'aurait plus personne à attaquer. Ajoutez des attaquants ou des cibles.
    [owed] Attaque de { $targets } par { $units } : elle ne peut pas encore être annoncée, car { $rest } doit être attaqué aussi et personne d'autre ne le pourrait. Ajoutez des attaquants ou des cibles.
    [incomplete] Attaque de { $targets } par { $units } : ajoutez des attaquants ou des cibles ; elle ne peut pas encore être annoncée.
    [complete] Attaque de { $targets } par { $units }, { $attack } contre { $defence } : annoncez-la à { $column } ou moins.
   *[open] Attaque de { $targets } par { $units } : ajoutez des attaquants ou des cibles, ou annoncez-la ({ $attack } contre { $defence }, { $column }).
    }
    .heading = attaque de { $targets }
ask-exchange = { $points ->
    [one] Échange : choisissez des attaquants adjacents à perdre, valant au moins un point imprimé.
   *[other] Échange : choisissez des attaquants adjacents à perdre, valant au moins { $points } points imprimés.
    }
    .heading = échange
ask-retreat = Reculez d'un hexagone : { $units }.
    .heading = retraite de { $units }
ask-displace = Une unité en { $hex } doit faire place : choisissez laquelle, et où elle va.
    .heading = déplacement depuis { $hex }
ask-call-up = L'armée { $army ->
    [french] française
    [austrian] autrichienne
    [russian] russe
   *[prussian] prussienne
    } a perdu une unité : activez l'une de ses réserves, ou renoncez.
    .heading = appel des réserves
ask-fall-back = Les batteries qui ont bombardé peuvent se replier : { $units }.
    .heading = repli volontaire
ask-advance = L'une des unités victorieuses peut avancer en { $hexes }.
    .heading = avance en { $hexes }
ask-fight-on = La journée est finie. Poursuivez le combat, ou terminez ici la bataille.
    .heading = poursuivre ou rompre
ask-reorganize = Placez les unités désorganisées de l'ennemi : choisissez-en une.
    .heading = réorganisation
ask-place = Placez { $unit } à côté d'une unité de sa nation, à une distance de { $nearest } à { $farthest } hexagones de l'ennemi le plus proche.
    .heading = placement de { $unit }
ask-nothing = Rien à décider.
    .heading = rien

## Ordres

do-select = Déplacer { $unit }
do-bring-in = Faire entrer { $unit }
do-step = Aller en { $hex }
do-enter = Entrer en { $hex }
do-halt = S'arrêter ici
do-end-movement = Terminer le mouvement
do-spend-morale = Libérer { $unit } pour un point de moral
do-keep-morale = Garder le moral
do-fresh = Force fraîche pour { $unit } (+{ $points })
do-fresh-done = Plus de force fraîche
do-target = Attaquer { $units } en { $hex }
do-target-too = Attaquer aussi { $units } en { $hex }
do-join = Attaquer avec { $unit }
do-bombard = Bombarder avec { $unit }
do-take-column = Décalage de colonne pour { $division }
do-announce = Attaquer à { $column }
do-end-combat = Terminer le combat
do-pay = Perdre { $unit }
do-retreat = { $unit } recule en { $hex }
do-displace = { $unit } fait place en { $hex }
do-fall-back = { $unit } se replie en { $hex }
do-stand-fast = Les batteries restent
do-advance = { $unit } avance en { $hex }
do-hold = Ne pas avancer
do-call-up = Activer { $unit }
do-decline = N'activer aucune réserve
do-fight-on = Poursuivre le combat
do-break-off = Terminer la bataille
do-reorganize = Placer { $unit }
do-place = La placer en { $hex }
do-free = Engager { $unit } (moral : { $morale })
do-free-both = Engager toute la Vieille Garde (moral : { $morale })

## Journal

log-turn = Tour { $turn } ({ $time })
log-turn-night = Tour { $turn } ({ $time }, nuit)
log-turn-rain = Tour { $turn } ({ $time }, pluie)
log-turn-night-rain = Tour { $turn } ({ $time }, nuit, pluie)
log-movement-phase = Phase de mouvement { $side ->
    [french] française
   *[allied] alliée
    }
log-combat-phase = Phase de combat { $side ->
    [french] française
   *[allied] alliée
    }
log-no-combat-at-night = Nuit : pas de combat pour les { $side ->
    [french] Français
   *[allied] Alliés
    }
log-moved = { $unit } se déplace { $from } → { $to }
log-entered = { $unit } entre en { $hex }
log-halted = { $unit } s'arrête en { $hex }
log-fresh-given = { $points ->
    [one] { $unit } reçoit un point de force fraîche
   *[other] { $unit } reçoit { $points } points de force fraîche
    }
log-fresh-used = La force fraîche de { $division } est épuisée
log-fresh-kept = { $division } garde sa force fraîche : l'unité n'a pas combattu
log-attack = Attaque de { $defenders } par { $attackers } : { $attack } contre { $defence }, { $column }
log-attack-with-guns = Attaque de { $defenders } par { $attackers }, bombardement par { $guns } : { $attack } contre { $defence }, { $column }
log-bombardment = Bombardement de { $defenders } par { $guns } : { $attack } contre { $defence }, { $column }
result-ae = Ae, attaquant éliminé
result-ar = Ar, l'attaquant recule
result-ee = { $points ->
    [0] Ee, échange : l'attaquant ne perd rien
    [one] Ee, échange : l'attaquant perd lui aussi au moins 1 point imprimé
   *[other] Ee, échange : l'attaquant perd lui aussi au moins { $points } points imprimés
    }
result-dr = Dr, le défenseur recule
result-de = De, défenseur éliminé
log-combat-die = Dé { $die } : { $result }
log-weather-die = Dé du temps { $die } : { $result }
log-retreated = { $unit } recule { $from } → { $to }
log-displaced = { $unit } fait place { $from } → { $to }
log-fell-back = { $unit } se replie { $from } → { $to }
log-advanced = { $unit } avance { $from } → { $to }
log-eliminated = { $unit } est éliminée en { $hex }
log-disrupted = { $unit } est désorganisée en { $hex }
log-need-not-attack = { $unit } n'est plus tenue d'attaquer
log-need-not-be-attacked = { $unit } ne doit plus être attaquée
log-morale = Moral { $army ->
    [french] français
    [austrian] autrichien
    [russian] russe
   *[prussian] prussien
    } { $from } → { $to }
log-demoralized = L'armée { $army ->
    [french] française
    [austrian] autrichienne
    [russian] russe
   *[prussian] prussienne
    } est démoralisée
log-reserve-enemy-near = { $unit } quitte la réserve : un ennemi est à côté d'elle
log-reserve-demoralized = { $unit } quitte la réserve : son armée est démoralisée
log-reserve-loss = { $unit } quitte la réserve : activée pour une perte
log-reserve-morale = { $unit } quitte la réserve : libérée pour un point de moral
log-reserve-old-guard = { $unit } quitte la réserve : les Français engagent la Vieille Garde
log-klenau-comes = Klenau : dé { $die }, son corps est disponible
log-klenau-waits = Klenau : dé { $die }
log-control = Les { $side ->
    [french] Français
   *[allied] Alliés
    } tiennent { $hex }
log-old-town = Les Alliés marquent pour la vieille ville en { $hex }
log-fought-on = La bataille continue après le tour { $turn }
log-morale-reset = Moral { $army ->
    [french] français
    [austrian] autrichien
    [russian] russe
   *[prussian] prussien
    } ramené à { $to }
log-reorganized = { $unit } revient en { $hex }
log-still-waiting = { $unit } n'a pas d'hexagone où revenir et attend
log-guard-recalled = { $unit } retourne en réserve
log-over = La partie est terminée
