# Everything the title says to players in English: questions, orders, the log. Units come as they are printed, with the word for them in
# brackets; hexes by number. Whose something is comes as a word: french, allied, austrian, russian, prussian.

nobody = nobody

## Questions; the heading stands above them

ask-spend-morale = Spend surplus morale to free reserves, one point each, or keep it.
    .heading = excess morale
ask-crowded = { $hex } holds too many units: move one of them on.
    .heading = movement, { $hex } to be cleared
ask-move = { $side ->
    [french] French
   *[allied] Allies
    }: select a unit to move, or end the Movement Phase.
    .heading = movement
ask-moving = Move { $unit } on ({ $points } points left), or stop it.
    .heading = moving { $unit }
ask-fresh = { $side ->
    [french] French
   *[allied] Allies
    }: fresh strength adds its points to one unit of a division in this Combat Phase, attacking or defending, once in the battle; a unit that does not fight keeps it. Select units that will fight, or finish.
    .heading = fresh strength
ask-attack = Choose a target, or end the Combat Phase.
    .heading = attack
ask-attack-nobody = Nobody can be attacked: end the Combat Phase.
    .heading = attack
ask-attack-owed = Choose a target. These must still attack or be attacked: { $units }.
    .heading = attack
ask-declare = { $stage ->
    [nobody] Attack on { $targets }: choose who attacks.
    [strands] Attack on { $targets } by { $units }: it cannot be announced yet, for { $rest } would have nobody left to attack. Add attackers or targets.
    [owed] Attack on { $targets } by { $units }: it cannot be announced yet, for { $rest } must be attacked too and nobody else could. Add attackers or targets.
    [incomplete] Attack on { $targets } by { $units }: add attackers or targets; it cannot be announced yet.
    [complete] Attack on { $targets } by { $units }, { $attack } against { $defence }: announce it at { $column } or lower.
   *[open] Attack on { $targets } by { $units }: add attackers or targets, or announce it ({ $attack } against { $defence }, { $column }).
    }
    .heading = attack on { $targets }
ask-exchange = { $points ->
    [one] Exchange: choose adjacent attackers to lose, worth at least 1 printed point.
   *[other] Exchange: choose adjacent attackers to lose, worth at least { $points } printed points.
    }
    .heading = exchange of { $points }
ask-retreat = Retreat one hex: { $units }.
    .heading = retreat of { $units }
ask-displace = A unit in { $hex } must make room: choose which one, and where it goes.
    .heading = displacement from { $hex }
ask-call-up = The { $army ->
    [french] French
    [austrian] Austrian
    [russian] Russian
   *[prussian] Prussian
    } army has lost a unit: activate one of its reserves, or decline.
    .heading = call up of reserves
ask-fall-back = Bombarding batteries may fall back: { $units }.
    .heading = voluntary retreat of { $units }
ask-advance = One of the winning units may advance into { $hexes }.
    .heading = advance into { $hexes }
ask-fight-on = The day is over. Fight on, or end the battle here.
    .heading = fight on or break off
ask-reorganize = Place the enemy's disrupted units: select one.
    .heading = reorganization
ask-place = Place { $unit } next to a unit of its nation, { $nearest } to { $farthest } hexes from its nearest enemy.
    .heading = placement of { $unit }
ask-nothing = Nothing to decide.
    .heading = nothing

## Orders, for buttons

do-select = Move { $unit }
do-bring-in = Bring in { $unit }
do-step = Move to { $hex }
do-enter = Enter at { $hex }
do-halt = Stop here
do-end-movement = End movement
do-spend-morale = Free { $unit } for a point of morale
do-keep-morale = Keep the morale
do-fresh = Fresh strength for { $unit } (+{ $points })
do-fresh-done = No more fresh strength
do-target = Attack { $units } in { $hex }
do-target-too = Also attack { $units } in { $hex }
do-join = Attack with { $unit }
do-bombard = Bombard with { $unit }
do-take-column = Column shift for { $division }
do-announce = Attack at { $column }
do-end-combat = End combat
do-pay = Lose { $unit }
do-retreat = Retreat { $unit } to { $hex }
do-displace = Displace { $unit } to { $hex }
do-fall-back = { $unit } falls back to { $hex }
do-stand-fast = Batteries stay
do-advance = Advance { $unit } to { $hex }
do-hold = Do not advance
do-call-up = Activate { $unit }
do-decline = Activate no reserve
do-fight-on = Fight on
do-break-off = End the battle
do-reorganize = Place { $unit }
do-place = Place it in { $hex }
do-free = Commit { $unit } ({ $morale } morale)
do-free-both = Commit the whole Old Guard ({ $morale } morale)

## The log

log-turn = Turn { $turn } ({ $time })
log-turn-night = Turn { $turn } ({ $time }, night)
log-turn-rain = Turn { $turn } ({ $time }, rain)
log-turn-night-rain = Turn { $turn } ({ $time }, night, rain)
log-movement-phase = { $side ->
    [french] French
   *[allied] Allied
    } Movement Phase
log-combat-phase = { $side ->
    [french] French
   *[allied] Allied
    } Combat Phase
log-no-combat-at-night = Night: no combat for the { $side ->
    [french] French
   *[allied] Allies
    }
log-moved = { $unit } moves { $from } → { $to }
log-entered = { $unit } enters at { $hex }
log-halted = { $unit } stops in { $hex }
log-fresh-given = { $unit } gets { $points } points of fresh strength
log-fresh-used = The fresh strength of { $division } is used up
log-fresh-kept = { $division } keeps its fresh strength: the unit did not fight
log-attack = Attack on { $defenders } by { $attackers }: { $attack } against { $defence }, { $column }
log-attack-with-guns = Attack on { $defenders } by { $attackers }, bombarding { $guns }: { $attack } against { $defence }, { $column }
log-bombardment = Attack on { $defenders }, bombarding { $guns }: { $attack } against { $defence }, { $column }
result-ae = Ae, attacker eliminated
result-ar = Ar, attacker retreats
result-ee = { $points ->
    [0] Ee, exchange: the attacker loses nothing
    [one] Ee, exchange: the attacker loses at least 1 printed point too
   *[other] Ee, exchange: the attacker loses at least { $points } printed points too
    }
result-dr = Dr, defender retreats
result-de = De, defender eliminated
log-combat-die = Die { $die }: { $result }
log-weather-die = Weather die { $die }: { $result }
log-retreated = { $unit } retreats { $from } → { $to }
log-displaced = { $unit } is displaced { $from } → { $to }
log-fell-back = { $unit } falls back { $from } → { $to }
log-advanced = { $unit } advances { $from } → { $to }
log-eliminated = { $unit } is eliminated in { $hex }
log-disrupted = { $unit } is disrupted in { $hex }
log-need-not-attack = { $unit } no longer has to attack
log-need-not-be-attacked = { $unit } no longer has to be attacked
log-morale = { $army ->
    [french] French
    [austrian] Austrian
    [russian] Russian
   *[prussian] Prussian
    } morale { $from } → { $to }
log-demoralized = The { $army ->
    [french] French
    [austrian] Austrian
    [russian] Russian
   *[prussian] Prussian
    } army is demoralized
log-reserve-enemy-near = { $unit } leaves the reserve: an enemy is next to it
log-reserve-demoralized = { $unit } leaves the reserve: its army is demoralized
log-reserve-loss = { $unit } leaves the reserve: activated for a loss
log-reserve-morale = { $unit } leaves the reserve: freed for a point of morale
log-reserve-old-guard = { $unit } leaves the reserve: the French commit the Old Guard
log-klenau-comes = Klenau: die { $die }, his corps is available
log-klenau-waits = Klenau: die { $die }
log-control = The { $side ->
    [french] French
   *[allied] Allies
    } hold { $hex }
log-old-town = The Allies score for the old town in { $hex }
log-fought-on = The battle goes on after turn { $turn }
log-morale-reset = { $army ->
    [french] French
    [austrian] Austrian
    [russian] Russian
   *[prussian] Prussian
    } morale is reset to { $to }
log-reorganized = { $unit } returns at { $hex }
log-still-waiting = { $unit } has no hex to return to and waits
log-guard-recalled = { $unit } goes back into reserve
log-over = The game is over

## Results in tables of odds

odds-exchange = { $points ->
    [0] Exchange (Ee): you lose nothing
    [one] Exchange (Ee): you lose at least 1 printed point too
   *[other] Exchange (Ee): you lose at least { $points } printed points too
    }
odds-weather = weather: { $result }
odds-retreated = { $unit } retreats to { $to }
odds-displaced = { $unit } is displaced to { $to }
odds-advanced = { $unit } advances to { $to }
odds-eliminated = { $unit } is eliminated
odds-disrupted = { $unit } is disrupted
odds-demoralized = the { $army ->
    [french] French
    [austrian] Austrian
    [russian] Russian
   *[prussian] Prussian
    } army is demoralized
odds-klenau-comes = Klenau is available
odds-klenau-waits = Klenau is not available
