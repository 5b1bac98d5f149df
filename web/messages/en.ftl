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
