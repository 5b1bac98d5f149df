# The words of the page in English. Every other language may leave messages out; they are then said in English.

## Names of players

name-label = Your name
name-placeholder = What the others should call you
somebody = Somebody
all-games = All games

## Inviting friends

invite-title = Invite your opponent
invite-preparing = Sealing the invitation…
invite-how = Send this link to whoever is to command the { $seat }. The first person to open it takes the seat.
invite-link = Link
invite-qr = The invitation to the { $seat } as a QR code
invite-code-before = Or tell them the code
invite-code-after = to type on the first page under “I have a code”.
invite-send = Send the link
invite-send-title = A game of Sabretache
invite-local = Only this machine can reach this game: the links work in other windows here. To play with somebody elsewhere, start the program with --listen and --public-url.
invite-spectators = A link for spectators
invite-spectators-words = Spectators see only what is public. They take no seat.
invite-waiting = Waiting for the { $seats }. No dice are rolled before every seat is taken.
invite-complete = Everybody is here.
invite-away = Every seat is taken. Away at the moment: { $seats }.
invite-go = To the battle
invite-go-anyway = To the table meanwhile
seat-yours = You
seat-open = nobody yet
seat-friend = another player
seat-random = random orders
seat-here = is here
seat-away = is away

## The page behind an invitation

invited-looking = Opening the invitation…
invited-title = You are invited to { $game }
invited-by = { $player } asks you to command the { $seat }.
invited-by-somebody = You are asked to command the { $seat }.
invited-accept = Command the { $seat }
invited-look-on = Only look on
invited-fine = No account is needed: this browser keeps your seat. You can open it on your phone later, from the game.

## Company at the table

company-label = Players
company-you = you
company-asked = to decide
company-turn = to decide
company-watching =
    { $count ->
        [one] one spectator
       *[other] { $count } spectators
    }
company-came = { $player } has taken the seat of the { $seat }.
presence-open = the seat is free
presence-here = here now
presence-away = away
tab-your-turn = ● Your turn · { $game }
notice-title = Your turn: { $game }
call-legend = Sounds and notices
call-sound = Sounds: dice, marches, guns, and a call when it is your turn
call-notify = A notification when it is your turn
call-denied = The browser does not allow notifications from this page. You can change that in its settings.
welcome-label = Your side
welcome-title = You command the { $seats }
welcome-opposite = { $player } commands the { $seat }.
welcome-your-turn = It is your turn: the panel beside the map says what is to be decided.
welcome-their-turn = It is not your turn yet. Look around; the panel beside the map tells you when it is.
welcome-go = To the map

## A code

code-button = I have a code
code-title = A code from a friend, or from your other device
code-words = Type the eight letters and digits that you were told.
code-unknown = This code is not good, or not any more. An invitation ends when the seat is taken; a code for another device works for a quarter of an hour.
code-label = Code
code-open = Open

## Sharing, from the board

share-title = Invite and share
share-open = Nobody has taken the seat of the { $seats } yet.
share-taken = is taken: { $player }
share-spectators = Spectators
share-fine = The first person to open a seat's link takes that seat. Spectators see only what is public. No dice are rolled before every seat is taken.
share-owner-only = Only the player who created the game can invite others.
export = Export
rematch-go = To the rematch
rematch-ask = Rematch, sides swapped
check-dice = Check the dice

## When there is nothing to show

invitation-unusable = This invitation cannot be used
to-the-battlefields = To the battlefields
no-such-page = Off the map
no-such-page-words = There is no page at this address.
request-failed = The courier did not get through

## Settings

settings-title = Settings
language-label = Language
language-auto = Same as the browser
settings-light = Light
settings-as-system = Same as system
settings-day = Day
settings-night = Night
settings-text-size = Text size
settings-small = Small
settings-normal = Normal
settings-large = Large
settings-largest = Largest
settings-symbols = Symbols on the counters
settings-period = Period
settings-nato = NATO
settings-numbers = Hex numbers
settings-shown = Shown
settings-hidden = Hidden
settings-motion = Counters
settings-animated = Animated
settings-instant = Instant
settings-watch = Other side's moves
settings-slow = Slow
settings-fast = Fast
settings-handover = When players share a screen
settings-cover = Cover the board
settings-notify = Just notify me

## Reviews

nobody = Nobody
the-others = The others
review-title = Review of { $game }
review-loading = Loading the review…
review-failed = The review failed.
review-to-game = To the game
review-replay = Replay
review-you = you
review-working = A general is reviewing the game
review-working-words = At every turn it estimates the chances; where they changed, it looks for better orders. You can leave this page and come back.
review-progress = The review
review-ready = The review is ready
review-curve = The curve
review-decided = What decided the game
review-moments = Turning points
review-no-moments = No turning points
review-no-moments-words = No turn of this game changed the chances by five points or more.
review-fine = A point is one percent of a certain win. The chances are a computer general's estimates for two players as good as these, and generals can be wrong.
review-chances = { $own } { $share }, { $other } { $rest }
review-swing =
    { $points ->
        [one] One point for the { $side }
       *[other] { $points } points for the { $side }
    }
review-shares = dice { $dice }, orders { $orders }
review-by-dice = The dice of this turn of the { $side } did most of it.
review-by-good-orders = The { $side } played this turn better than could be expected.
review-by-bad-orders = The { $side } could have made more of this turn.
review-whole = { $side } { $before } at the start, { $after } at the end
review-sum =
    { $points ->
        [one] one point for the { $side }
       *[other] { $points } points for the { $side }
    }
review-sum-nobody = nothing for either side
review-sum-dice = Dice
review-sum-orders = Turns of the { $side }
review-turn = Turn { $turn } of the { $side }
review-range = { $before } → { $after }
review-done = What was done:
review-better = Better: { $order }
review-no-better = No single order would have been clearly better.
review-show = Show on the board
review-show-number = Show on the board: turning point { $number }
review-throw =
    { $points ->
        [one] one point
       *[other] { $points } points
    } for the { $side }
review-point = Turning point
review-point-back = Previous turning point
review-point-next = Next turning point
review-point-close = Close the turning point
review-back = Back to the review
review-not-ready = The review of this game is not ready yet.
review-better-heading = Better
curve-label = Chances of { $own } and { $other }, turn by turn
curve-above = { $side } ahead: above the middle
curve-below = { $side } ahead: below the middle
curve-decision = orders
curve-dice = dice
curve-moment = Moment of the game
curve-moments = Turning points on the curve
curve-mark = { $number }. { $words }
curve-turn = Turn { $turn }
curve-when = Turn { $turn }, { $side } to move
curve-end = At the end
curve-table = The curve as a table
curve-head-turn = Turn
curve-head-side = To move
curve-head-board = On the board
curve-last = End
curve-step = Step { $step }

## Lessons

coach-label = Lesson
coach-count = { $number } of { $count }
coach-fold = Fold or unfold the lesson
coach-show = Show me
coach-again = Begin again
coach-next = Next lesson
coach-ready = I am ready
coach-leave = Leave the lesson
learn-title = Lessons: { $title }
learn-heading = Learn { $title }
learn-list = Lessons
learn-done = (done)
learn-battle = To the battle
learn-count = Lesson { $number } of { $count }
learn-setting-up = Setting up the board…
learn-rules = The rules
learn-rule = Rule { $case }
learn-foot = Next lesson
learn-previous = Previous lesson
learn-next = Next lesson
learn-begin = Begin the lesson
learn-begin-again = Play the lesson again
learn-your-turn = Your turn.
learn-try = Try it yourself
learn-task = Give the order on the board: “{ $order }” is what was played here, but try what you like and see what the rules say.
learn-task-any = Give an order on the board and see what the rules say.
learn-ready = You are ready
learn-play-now = Play { $scenario } now
learn-ready-words = The panel next to the map asks for one decision at a time and names its rule. An order the rules do not allow is refused with the reason, and nothing is lost. You can undo anything up to the last die roll.
learn-play = Play { $scenario }
learn-all-rules = All the rules
learn-back = Back to lesson { $number }

## The first page

lobby-loading = Unrolling the maps…
lobby-games = Your games
lobby-new-players = New players
lobby-tools = Sandbox and files
lobby-motto = Battles of the age of horse and musket, with every rule enforced and explained
lobby-drop = Drop the game here
lobby-foot = Place names: GeoNames (CC BY 4.0). Lettering: EB Garamond and Alegreya Sans (OFL). No account needed; nothing leaves this machine unless you invite somebody.
devices-title = Devices
lobby-sandbox = Sandbox
lobby-import = Import a game
lobby-import-hint = Or drop the file anywhere on this page
lobby-newcomer = New to this?
lobby-newcomer-words = { $count } short lessons on the board teach { $title }. No reading required.
lobby-start-lessons = Start the lessons
lobby-index = Game systems
lobby-shelf-tools = Rules and lessons of { $title }
lobby-rules = Rules
lobby-lessons =
    { $ready ->
        [0] { $count ->
            [one] One lesson
           *[other] { $count } lessons
        }
       *[other] Lessons, { $ready } of { $count }
    }
lobby-play-named = Play { $scenario }
lobby-play = Play
lobby-sandbox-named = { $scenario } in the sandbox
lobby-against = Against the { $general }
deploying = Deploying…
lobby-quick = Quick start: you play the { $seat }
lobby-quick-named = { $scenario }, quick start: you play the { $seat } against the { $general }
lobby-yours =
    { $count ->
        [one] One is waiting for you
       *[other] { $count } are waiting for you
    }
lobby-finished =
    { $count ->
        [one] One finished game
       *[other] { $count } finished games
    }
lobby-older = Show older games
state-over = Over
state-yours = Your turn
state-waiting = Waiting for the { $seats }
state-running = In progress
just-now = just now
row-you = you: { $seats }
row-spectator = spectator
row-turn = Turn { $turn }
row-unverified = dice not verified
row-review = Review
row-rematch = Rematch of { $game } with sides swapped
row-export = Export { $game }
row-delete = Delete { $game }
delete-title = Delete this game?
delete-words = { $game }, turn { $turn }, will be deleted for all its players. You can export it first and import it again later.
delete-export = Export first
delete-keep = Keep it
delete-now = Delete
deleted = Deleted
imported = Imported. Its dice are marked as not verified.

## A new game

by-here = You
by-here-hint = at this screen
by-link = A friend
by-link-hint = by invitation
by-general = A general
by-general-hint = computer
by-random = Random
by-random-hint = any legal order
nonce-label = Your word for the dice
nonce-summary = Dice that can be checked
nonce-words = The server picks a secret seed and shows its hash. Only then is your word sent, like every player's, and no dice are rolled until all words are in, so that nobody can choose a convenient seed or word. When the game is over the seed is revealed and this page repeats the arithmetic. Your word, picked by your browser just now:
nonce-another = Pick another
swap-sides = Swap sides
general-of = The general of the { $seat }
general-level = Level
general-style = Style
you-play = You play the { $seats }
swapped = Swapped
read-on = Read on
rules-options = Rules options ({ $count })
start = Start
not-now = Not now

## Seats that change hands

give-up-title = Give up this seat?
give-up-words = The { $seat } will wait for another player. The player who created the game gets a new link to invite one; your own link to the seat no longer works.
give-up-stay = Stay
give-up = Give up
given-up = Given up
seat-taken = The seat is taken
seat-taken-words = Somebody else has this seat. To take over, ask for it: its player sees your request and decides.
seat-asked = Request sent. As soon as the player agrees, the seat is yours; until then you are a spectator.
seat-ask = Ask for the seat
request-label = Request for a seat
request-yours = Somebody asks to take over the { $seat } from you
request-other = Somebody asks for the seat of the { $seat }
request-yours-words = From { $device }. If you agree, you lose the seat.
request-other-words = Its player decides. After two weeks without that player, the player who created the game may decide.
request-hand-over = Hand it over
request-agree = Agree
request-refuse = Refuse

## Devices

some-time-ago = some time ago
copy = Copy
copied = Copied
press-copy = Press Ctrl+C
device-qr = The link as a QR code
device-scan = Scan this with the other device, or open the link there:
device-type = Or choose “I have a code” on its first page and type
device-once = It works once, until { $time }. Give it to nobody else: anybody who opens it can play for you.
device-ready = The link is ready
own-seats = Your seats
open-elsewhere = Open on another device
a-browser = A browser
this-device = this device
last-used = last used { $when }
sign-out = Sign out
sign-out-named = Sign out { $device }
open-on = on { $device }, since { $when }
close-there = Close there
link-unused = link not used yet, valid until { $time }
withdraw = Withdraw
code-from-device = Code from your other device
devices-words = Open all your games on a phone, a tablet or another computer, and play on there.
devices-open = Open my games on another device
devices-signed-in = Signed in
devices-sign-out-others = Sign out everywhere else
devices-seats = Single seats open elsewhere
devices-links = Links
devices-none = This browser has no games yet. Start or join one, or bring your games here from another device.
open-here-title = Open on this device?
open-here-seat = { $seat } in { $game }
open-here-all = all games
open-here-own = This is the device the link comes from. Open it on another one.
open-here-games = This browser has games of its own, which it would lose. On the other device, open the game and choose “Open on another device” for a single seat.
open-here-words = { $from } offers { $what } to this device ({ $here }). Continue only if you created this link yourself.
another-device = Another device
open-here = Open here
all-your-games = All your games
request-refused = Your request for the seat of the { $seat } was refused
request-not-given = You did not get the seat of the { $seat }
request-refused-words = Its player keeps the seat.
request-handed-over-words = Its player has handed it over to somebody else who asked.
request-given-up-words = Its player has given it up. The player who created the game has a new invitation to it.
request-close = Close
request-own = You have asked for the seat of the { $seat }
request-own-words = Its player decides. You will see the answer here.
request-withdraw = Withdraw
open-seats = Seats without a player
open-seat-nobody = nobody yet
open-seat-random = random moves
open-seat-level = A general for the { $seat }
open-seat-general = Let a general play
open-seat-invite = Invite a player instead
settings-ahead = Orders that cannot be undone
settings-shown-first = Shown first
settings-given-at-once = Given at once
settings-pass = Questions with one answer
settings-passed-over = Passed over
settings-asked = Asked

## Before an order is given

ahead-label = Before the order is given
ahead-dice = Dice fall: this cannot be undone.
ahead-reveals = Something comes to light: this cannot be undone.
ahead-asks = Then another player decides: this cannot be undone.
ahead-ends = The game ends.
ahead-joins = Joins { $units } there
ahead-then = Then:
ahead-do = Do it
ahead-rarer = … and { $count ->
    [one] a rarer result
   *[other] { $count } rarer results
}
ahead-idle = As things stand nothing would come of it.
ahead-spoken = { $order }. { $facts } Enter does it, Escape cancels.
cancel = Cancel
cancelled = Cancelled

## What is to be decided

prompt-label = Your decision
prompt-no-end = The phase cannot be ended now. { $question }
prompt-deciding = Deciding
prompt-formation = Whole formation ({ $count })
prompt-step-by-step = Step by step
hand-march = March
hand-march-to = { $units } to { $place }
hand-price = { $cost } movement, { $left } left
prompt-manoeuvres = Changes of front and formation
prompt-riders = By themselves
prompt-more = … and { $count } more: point at them on the map
prompt-deselect = Deselect
prompt-go-back = Go back
prompt-go-back-words = Takes back what was begun, to where the phase could be ended
prompt-choices = All choices ({ $count })
prompt-idle = Allowed, but nothing would come of it now
prompt-invite = Invite
prompt-spectator = You are a spectator.
prompt-any-time = At any time you may
prompt-any-time-seat = { $seat }, at any time
prompt-back = Back to the game
counted = { $words } ({ $count })
off-the-map = off the map
the-dice = The dice
hint-stack = Click a marked { $place } to march there, or drag the stack. The number is the movement it will have left. Deselect counters here to leave them behind.
hint-group = { $count } units together: click where { $unit } should go, or drag it; the others keep their positions around it.
hint-unit = { $unit }: click a { $place } to march there, or drag it. The number is the movement it will have left.
hint-caution = A ! means a price or a risk: point at the place to read it.
hint-facing = { $unit } at { $place }: click the wedge that shows where it is to look.
hint-wedge = A wedge turns it.
hint-wedge-keys = So do [ and ].
hint-wheel = Drag an end to wheel.
hint-shift = Shift-click adds units.
hint-finding = Finding where they can go…
hint-not-together = These units cannot move together.
hint-one-of = { $unit }: click one of the marked { $places }.
hint-unit-then-place = Click a marked unit, then a { $place }.
hint-unit-or-place = Click a marked unit or { $place }.
hint-place = Click a marked { $place }.
hint-place-or-answer = Click a marked { $place }, or choose below.
hint-place-or-farther = Click a marked { $place }, or a farther one to march there.
hint-off-map = They are off the map: choose one below.
hint-units =
    { $count ->
        [one] One unit is marked: select it.
       *[other] { $count } units are marked: select one.
    }
hint-next = N goes to the next.
wait-dice = Rolling the dice…
wait-dice-empty = The dice wait until every seat is taken: send the { $seats } their link.
wait-dice-seats = The dice wait for the { $seats } to open the game.
wait-sending = Sending your order…
wait-empty = That seat is still empty: send the { $seats } their link.
wait-seats = Waiting for the { $seats }.
wait-others = Waiting for the other side.
replay = Replay
replay-words = You are viewing an earlier position. The game itself is unchanged.
over = The game is over
over-review = Review the game
over-replay = Replay the game
over-rematch = Your opponent wants a rematch: take your seat
over-share = Share, export, rematch
forced-only = Nothing else can be done here.
forced-stay = Wait
forced-passed = Passed over: { $orders }

## How the battle stands

headlines-label = How the battle stands
news-label = News
news-arrived = Reinforcements at { $place }: { $units }

## Combat

duel-at = At
duel-hidden = { $count } face down
combat-label = The combat
combat-heading = Combat
combat-reckoning = Calculating the odds…
combat-choice = Choice
combat-best = The best of them
combat-best-of = { $order } (best)
combat-attack = Attack
combat-defence = Defence
combat-column = Column
combat-follows = What can follow
combat-follows-sampled = What can follow (sampled)
combat-nothing = Nothing more happens
combat-average = ({ $number } on average)
show-unit = Show { $unit }

## The table

board-loading = Unfolding the map…
board-unnamed = The game
connection-opening = Connecting…
connection-again = Reconnecting…
connection-lost = Connection lost, trying again…
server-answered = The server answered { $status }.
server-away = Cannot reach the server. It may have stopped; the page will keep trying.
close = Close
dismiss = Dismiss
unknown = unknown
map-label = Map
map-words = Map of { $game }. Arrow keys move a cursor over the { $places }, Enter acts there, N goes to the next unit that can act, S reads a summary aloud, question mark lists all keys.
tool-hide = Hide counters (H)
tool-nearer = Zoom in (+)
tool-farther = Zoom out (−)
tool-whole-map = Whole map (0)
tool-next = Next unit that can act (N)
tool-replay = Replay (R)
tool-rules = Rules (B)
tool-help = Help (?)
grip-label = Log, forces and tracks
aside-label = Orders and log
side-label = Log and forces
tab-log = Log
tab-tracks = Tracks
tab-forces = Forces
tab-notes = Notes
counters-hidden = Counters hidden
counters-shown = Counters shown
counter-face-down = A face-down counter
score-of = { $seat } points
level-of = { $value } of { $start }
force-sum = { $standing } of { $all } units, strength { $strength }
force-units = Units
track-now = now
boxes-none = None
table-nothing = Nothing.
case-chart = chart
card-stack = { $count ->
        [one] One unit
       *[other] { $count } units
    }, { $strength }
strength-sum = strength { $sum }
strength-more = strength { $sum } and more unknown
strength-unknown = strength unknown
card-moves = moves { $points }
card-face-down = { $nation }, face down
card-commander = under { $name }
card-when = Can be played { $when }.
card-not-own = This half belongs to the other side: you cannot use it.
card-play = Play it now
card-none = You have no cards.
card-target = Target
place-empty = empty
place-offered = offered: { $offers }
menu-goes = Choose where { $unit } goes
menu-label = What you can do here
roll-label = The last roll
roll-close = Close the result
die-label = { $face } on a die of { $faces }
step-back = Step back
step-forward = Step forward
think-words = Thinking
think-time = Time used
think-seconds = { $used } of { $budget } s
think-spoken = { $general } is thinking for the { $seat }
think-computer = The computer

## Selecting and marching

hand-select-those = Select those at { $place }
hand-goes-along = { $unit } goes along.
hand-without = Without { $unit }
hand-selected =
    { $count ->
        [one] One unit selected
       *[other] { $count } units selected
    }
hand-fan = { $units }. Select one.
hand-nothing = Nothing to do on the map
tray-label = Units that march
tray-marches = marches
tray-stays = stays
way-label = The route
reach-and-more = { $unit } and { $count } more
reach-to-facing = { $units } to { $place }, looking { $facing }
reach-left = { $left } left
reach-must-stop = Must stop there:
reach-barred = Cannot enter { $place }
reach-refused = not allowed, rule { $case }: { $facts }
reach-spoken =
    { $barred ->
        [0] { $units } can reach { $count } places
       *[other] { $units } can reach { $count } places, { $barred } are barred
    }
turn-cannot = This unit cannot turn now
turn-whom = Select a unit first
turn-not-right = It cannot turn to the right
turn-not-left = It cannot turn to the left
turn-many = { $count } possible facings there. Brackets cycle through them, Enter takes { $facing }.
facing-n = north
facing-nne = north-north-east
facing-ne = north-east
facing-e = east
facing-se = south-east
facing-sse = south-south-east
facing-s = south
facing-ssw = south-south-west
facing-sw = south-west
facing-w = west
facing-nw = north-west
facing-nnw = north-north-west
order-late = The game changed before your order arrived. Check the board and try again.
order-no-answer = No answer from the server yet; trying again.
refused-title = The rules do not allow it
refused-show = Show the rule and an example
refused-spoken = Refused. Rule { $cases }. { $facts }
check-must = Must still act
check-away = Waiting off the map
check-able =
    { $count ->
        [one] One unit can still act
       *[other] { $count } units can still act
    }
check-not-yet = Not yet

## Undo, redo, takeback

undo-tool = Undo (U)
redo-tool = Redo (Shift+U)
redo = Redo
reset-tool = Undo the whole turn, back to the last die roll
takeback-tool = Take back past a die roll
takeback-label = Takeback request
undo-barrier = Undo stops at a die roll, at something that was revealed, and where another player is asked something.
undo-in-the-past = You are viewing an earlier position; go back to the game first.
undo-spectator = You are a spectator; only players can do this.
undo-nothing = you have nothing to undo
redo-nothing = Nothing to redo.
undone = Undone
redone = Redone
reset-done = Undone, back to the last die roll or the last question to another player.
takeback-pending = A takeback request is pending.
takeback-nothing = Nothing has happened yet.
takeback-further = Request to go back further
takeback-title = Take back your last order?
takeback-words = The game goes back to before your last order.
takeback-words-now = The game goes back to before your last order; it is now { $now }.
takeback-words-since = Everything since is taken back with it.
takeback-words-others = Everything since is taken back with it, the moves of the { $seats } too.
takeback-words-dice = Dice are not rolled the same way again.
takeback-must-agree = The { $seats } must agree.
takeback-keep = Keep playing
takeback-ask = Ask for it
takeback-do = Take it back
takeback-done = Went back to before the last order. Old rolls are not repeated: the next roll is a new one.
takeback-sending = Sending your answer…
takeback-by = The { $seat } request a takeback
takeback-waiting = Takeback requested: waiting for the { $seats }
takeback-fine = One refusal ends the request.

## The screen passes to another player

handover-pass = Pass the screen to
handover-label = Pass the screen to the { $seat }
handover-hidden = Hidden information is shown when you press the button.
handover-ready = I'm ready
handover-note = From now on just notify me
handover-decides = { $seat } to decide

## What the other side did

watch-label = What the other side did
watch-pause = Pause
watch-resume = Resume
watch-skip = Skip
watch-again = What they did
watch-moved =
    { $count ->
        [one] 1 unit moved
       *[other] { $count } units moved
    }
watch-rolls =
    { $count ->
        [one] 1 roll
       *[other] { $count } rolls
    }
watch-gone-many = { $count } off the map
watch-gone = off the map: { $units }

## The log, chat, letters, notes

log-whose = Whose lines
log-both = Both sides
log-words = Unit or place
log-about = Lines about a unit or a place
log-since =
    { $count ->
        [one] Since your last visit: 1 line
       *[other] Since your last visit: { $count } lines
    }
log-step = Step through
log-next = Next ({ $count } more)
log-all = That is all
chat-placeholder = Write to the other players
chat-label = Chat
chat-say = Say
chat-earlier = Earlier messages
chat-letters = There is no chat in this game; players of a side write letters.
letters-title = Letters
letters-label = This turn's letter
letters-open = Not sealed yet
letters-sealed = Sealed for this turn
letters-none = No letter this turn
letters-turn = turn { $turn }
letters-words = One letter per turn to the { $seats }. They can read it when the turn is over; until then you can change it.
letters-seal = Seal the letter
notes-title = Private notes
notes-placeholder = Your plan, for your eyes only.
notes-shared = Notes of this screen: everybody using it can read them.
notes-players = Only players have notes.
notes-saved = Saved
notes-saving = Saving…
notes-failed = Not saved; trying again when you type
notes-loading = Loading your notes…

## Overlays, advice, a summary aloud

overlays-title = Overlays
overlays-tool = Overlays (O), next one (Z)
overlays-one = Overlay
overlays-nothing = Nothing
overlays-none = There are no overlays for this game
overlays-click-unit = Click a unit.
overlays-click-places = Click the first { $place }, then the second.
overlays-no-unit = There is no unit there; click a unit.
overlays-second = From { $from } to … : click the second { $place }.
overlays-calculating = Calculating…
overlays-no = No overlay
overlays-empty = Nothing to show.
overlays-another = Another line
overlays-point = Point at a { $place } to see why.
hints-label = Advice
hints-ask = Ask for advice
hints-not-now = No advice available now
hints-looking = A general is looking at the position
hints-would = A general would
hints-none = No advice
hints-close = Close the advice
hints-nothing = There is nothing to decide here.
hints-fine = 100 % is a certain win, 50 % an even game, in a general's estimate.
hints-expects = expects { $share }
hints-better =
    { $points ->
        [one] 1 point better than without it
       *[other] { $points } points better than without it
    }
hints-worse =
    { $points ->
        [one] 1 point less than the best
       *[other] { $points } points less than the best
    }
hints-same = about as good as the alternative
spoken-nation =
    { $count ->
        [one] 1 { $nation } unit on the map, strength { $strength }
       *[other] { $count } { $nation } units on the map, strength { $strength }
    }
spoken-score = Victory points: { $scores }
spoken-level = { $name } { $value } of { $start }
spoken-last = Last: { $line }
spoken-idle = You have nothing to decide.
spoken-offers = Units that can act: { $units }; places: { $places }.

## Help

help-title = How to play on this page
help-words = The panel next to the map says what to decide, and under which rule. What you can use is marked in gold on the map. Try anything: an order the rules do not allow is refused with the rule, the reason and an example, and nothing is lost.
help-reset = Undo the whole turn
help-takeback = Request a takeback
help-summary = Read a summary aloud
help-playing = Playing
help-looking = Looking
keys-click = Click a marked unit
keys-shift-click = Shift+click, Shift+drag
keys-arrows = Arrows
keys-enter = Enter
keys-space = Space
keys-undo = U, Shift+U
keys-escape = Esc
keys-wheel = Wheel, pinch, + and −
keys-drag = Drag, Shift+arrows
help-click = shows where it can go and its remaining movement; click a place or drag the unit there
help-several = several units together
help-formation = the whole formation of the selected unit
help-next = next and previous unit that can act
help-cursor = cursor on the map
help-enter = act where the cursor is; with Shift, add to the group
help-space = what is there
help-end = end the phase, after a check of what is left to do
help-undo = undo and redo, up to the last die roll or another player's decision
help-turn = turn the selected unit left or right; or click a wedge next to it
help-advice = ask a general for advice
help-escape = deselect, close; skip the other side's moves
help-buttons = go to the buttons
help-zoom = zoom in and out
help-move = move the map
help-whole = whole map
help-hide = hide counters
help-overlays = overlays: choose one, show the next
help-log = log
help-rules = rules
help-replay = replay
help-aloud = read a summary of the board aloud
help-this = this page

## Replay

replay-step = Step
replay-play = Play (Space)
replay-pause = Pause (Space)
replay-speed = Speed
replay-turn-back = Previous turn (Page Up)
replay-turn-on = Next turn (Page Down)
replay-back = Step back (Left)
replay-forward = Step forward (Right)
replay-link = Copy a link to this step
replay-save = Save the game as a file
replay-sandbox = Open this position in the sandbox
replay-branch = Play on from here in a new game
replay-leave = Back to the game (Esc)
replay-as = As seen by
replay-branched = A new game begins here, with new dice.
replay-copied = Link to this step copied. Anybody who may see the game can open it.
replay-the-link = The link to this step:
replay-left = Back in the game
