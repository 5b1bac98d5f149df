// What crosses the wire, made from server/src/wire by `cargo xtask wire --update`. Not to be edited by hand.

declare namespace Wire {
  /** What a question is about. */
  interface About {
    places: string[];
    units: string[];
  }

  /** Something that needs no more words than who and when. */
  interface After {
    after?: number;
    seat: string;
  }

  type Arm = "infantry" | "cavalry" | "artillery" | "leader" | "supply" | "marker";

  /** A seat that is asked something. */
  interface Ask {
    about: About;
    case: string;
    /** The same for readers: units go by what is printed on them. */
    heading: string;
    /** Who and where is meant in the text. */
    mentions?: Mention[];
    seat: string;
    /** Without any word of grammar, the same for the same question. */
    short: string;
    /** What to do, in a sentence. */
    text: string;
    /** The unit in hand. */
    unit?: string;
  }

  /** A place at the edge of a reach that is refused. */
  interface Barred {
    /** Further cases that forbid it for the same facts. */
    also: string[];
    case: string;
    facts: string;
    /** Who and where is meant in the facts. */
    mentions?: Mention[];
    place: string;
  }

  /** An order that would have been better. */
  interface Better {
    label: string;
    order: string;
    orders: string[];
    places: string[];
    /** To the side that gives it. */
    promise: Promise | null;
    units: string[];
  }

  /** What a snapshot of a position would show to somebody without a seat. */
  interface Board {
    /** How the battle stands; always in sight. */
    headlines: Headline[];
    log: LogLine[];
    /** The number of the first line of `log`. */
    log_from: number;
    panels: Panel[];
    pending: Pending;
    pieces: Piece[];
    /** By seat; empty where it is not known. */
    score: { [key: string]: number };
    turn: number;
  }

  /** A counter that stands on another. */
  interface Borne {
    marks: Mark[];
    /** Where on it: one of its places. */
    place: string;
    strength: string;
    unit: string;
  }

  /** Units that are not on the map. */
  interface Boxes {
    groups: Group[];
    title: string;
  }

  /** A new game that continues from a step of your own record. */
  interface Branch {
    as?: string;
    step: number;
  }

  interface Card {
    name: string;
    parts: CardPart[];
  }

  /** One of the uses of a card. */
  interface CardPart {
    case: string;
    name: string;
    /** What can be ordered with it now. */
    orders: Ordered[];
    /** Whether its holder may use it at all. */
    own: boolean;
    text: string;
    /** When it can be played, in words. */
    when: string;
  }

  type Cause = "decision" | "dice";

  /** A box of a track. */
  interface Cell {
    label: string;
    /** A few words each. */
    marks: string[];
  }

  /** Something that an order would change. */
  interface Change {
    after: string;
    before: string;
    case: string | null;
    name: string;
  }

  interface Chapter {
    /** The scenario to which it belongs, if not to all. */
    battle: string | null;
    cases: RuleCase[];
    id: string;
    title: string;
  }

  type ChatKind = "chat";

  /** A line of chat, for those at the table. */
  interface ChatMessage {
    /** Milliseconds since 1970. */
    at: number;
    kind: ChatKind;
    line: number;
    seat: string | null;
    text: string;
  }

  /** A question with its answer as it stands, and the orders that change it. */
  interface Choice {
    case: string;
    name: string;
    note: string;
    options: ChoiceOption[];
  }

  interface ChoiceOption {
    label: string;
    /** Null for the answer that stands. */
    order: string | null;
  }

  /** Orders given in advance, which can be changed at any time. */
  interface Choices {
    note: string;
    rows: Choice[];
    title: string;
  }

  /** What a browser says: one key, and what belongs to it. */
  type ClientMessage = {
    order: Order;
  } | {
    undo: After;
  } | {
    redo: After;
  } | {
    reset: After;
  } | {
    takeback: TakebackWish;
  } | {
    takeback_answer: Consent;
  } | {
    chat: string;
  } | {
    ping: unknown;
  };

  type CodeLeads = "invitation" | "device";

  /** Where a code leads; null if it is not good, or not any more. */
  interface CodeTold {
    leads: CodeLeads | null;
  }

  /** A code as somebody has typed it. */
  interface CodeTyped {
    code: string;
  }

  interface Column {
    name: string;
    /** What it means, in a few words. */
    note: string;
    /** Its cells are numbers. */
    number: boolean;
  }

  /** Why an order cannot be undone once it is given. */
  type Commitment = "dice" | "reveals" | "asks" | "ends";

  /** Who else is there just now; before the first of these, nobody. */
  interface Company {
    kind: CompanyKind;
    /** The seats whose players are connected, without those of this browser. */
    seats: string[];
    /** How many look on without a seat, without this browser. */
    watching: number;
  }

  type CompanyKind = "company";

  /** The answer to such a wish. */
  interface Consent {
    agree: boolean;
    seat: string;
  }

  /** A whole number; beyond 64 bits as a text. */
  type Count = number | string;

  /** A new game, and what is promised about its dice. */
  interface Created {
    commitment: string;
    id: string;
  }

  /** The beginning of a player-turn, or the end of the game. */
  interface CurvePoint {
    score: number;
    /** Whose turn begins. */
    side: number;
    /** The step of the replay that shows the board then. */
    step: number;
    turn: number;
  }

  /** What is remembered of a game that was deleted before its end. */
  interface DeletedDice {
    /** Always true. */
    deleted: boolean;
    earlier: EndedGame[];
  }

  /** What has changed: those keys of a snapshot that did. `log` holds new lines only, `log_from` their first number: cut the log to so many lines, then append. */
  interface Delta {
    dice?: DiceWait | null;
    headlines?: Headline[];
    interrupts?: { [key: string]: Offer[] };
    kind: DeltaKind;
    log?: LogLine[];
    log_from?: number;
    offers?: { [key: string]: Offer[] };
    owner?: boolean;
    panels?: Panel[];
    pending?: Pending;
    /** New counters, and those that are otherwise than before. */
    pieces_changed?: Piece[];
    pieces_gone?: string[];
    redo?: { [key: string]: boolean };
    rematch?: string | null;
    requests?: SeatRequest[];
    score?: { [key: string]: number };
    seats?: Seat[];
    takeback?: Takeback | null;
    takeback_answer?: string | null;
    turn?: number;
    undo?: { [key: string]: boolean };
    undo_stops?: { [key: string]: string };
    version: number;
  }

  type DeltaKind = "delta";

  /** Where somebody is signed in. */
  interface Device {
    device: string;
    id: string;
    made: number;
    seen: number;
    /** The one that asks. */
    this: boolean;
  }

  /** Everything that is open somewhere. Times are milliseconds since 1970. */
  interface Devices {
    devices: Device[];
    links: LinkListed[];
    /** Nobody but this machine can come here. */
    local: boolean;
    seats: SeatElsewhere[];
  }

  /** The dice: promised, added to, thrown. */
  interface Dice {
    /** They wait for this browser. */
    asked: boolean;
    commitment: string | null;
    /** Games of the same commitment that were deleted. */
    earlier: EndedGame[];
    nonces: Nonce[];
    protocol: number;
    /** Null while the game runs. */
    seed: string | null;
    throws: ThrowMade[];
    unverified: boolean;
    /** They wait for what players add. */
    waiting: boolean;
  }

  /** The dice of a game, or what is remembered of a deleted one. */
  type DiceAnswer = Dice | DeletedDice;

  /** Dice that wait for what players add to them. */
  interface DiceWait {
    /** They wait for this browser. */
    asked: boolean;
    waiting_for: string[];
  }

  /** A die as it fell. */
  interface Die {
    face: number;
    faces: number;
  }

  /** What came of an order. */
  interface Done {
    /** Something came to light, and the rest of the order was dropped. */
    stopped?: Refusal;
    version: number;
  }

  /** Two parties in a fight, the attacker first. */
  interface Duel {
    matrix: Matrix | null;
    parties: Party[];
    place: string | null;
    /** How the fight stands. */
    rows: Fact[];
    title: string;
  }

  /** A game that was deleted before its end. */
  interface EndedGame {
    commitment: string;
    /** Milliseconds since 1970. */
    created: number;
    ended: number;
    game: string;
    /** Whether this browser made it. */
    mine: boolean;
    name: string;
    nonces?: Nonce[];
    protocol?: number;
    scenario?: string;
    seed?: string | null;
    /** How many there were. */
    throws?: number;
    title?: string;
  }

  type ErrorKind = "error";

  /** Something else went wrong. */
  interface ErrorMessage {
    error: string;
    faults?: Fault[];
    kind: ErrorKind;
    status?: number;
    /** The change may or may not have been kept. */
    unknown?: boolean;
    /** The present version, if the order was given on another one. */
    version?: number;
  }

  /** An example, step by step, drawn. */
  interface Example {
    /** What its units are called on their counters, where orders call them otherwise. */
    names: ExampleName[];
    note: string | null;
    /** The cases it shows. */
    rules: string[];
    /** The board before the first step. */
    start: string | null;
    steps: ExampleStep[];
    /** The file. */
    text: string;
    title: string;
  }

  /** A unit of an example, and what is printed on it. */
  interface ExampleName {
    counter: string;
    name: string;
  }

  /** An example that was run. */
  interface ExampleRun {
    faults: Fault[];
    passed: boolean;
    steps: number;
  }

  interface ExampleStep {
    /** Whose order. */
    by: string | null;
    /** What the log says. */
    note: string;
    order: string | null;
    refused: Refusal | null;
    /** The order in the words of the counters. */
    spoken: string | null;
    /** The board after the step. */
    svg?: string;
    throws: number[];
    /** What the writer of the example says. */
    words: string | null;
  }

  /** A word of the compass, with the top of the map for north: n ne se s sw nw are hexsides, the others vertices. */
  type Facing = "n" | "ne" | "se" | "s" | "sw" | "nw" | "nne" | "e" | "sse" | "ssw" | "w" | "nnw";

  interface Fact {
    /** The case that says so. */
    case: string | null;
    name: string;
    value: string;
  }

  interface Facts {
    rows: Fact[];
    title: string;
  }

  /** A throw that mattered. */
  interface Fall {
    /** The step of the replay that shows the board after it. */
    step: number;
    /** What it did to the score. */
    swing: number;
    /** What happened, as the log tells it. */
    words: string;
  }

  /** A fault in a text. */
  interface Fault {
    line: number;
    sentence: string;
  }

  /** The value of a field of a position. */
  type FieldValue = boolean | number | string;

  /** What a counter shows that lies face down. */
  interface Flag {
    /** From the staff outwards, or from the top. */
    stripes: string[];
    upright: boolean;
  }

  /** How broad a front is. */
  type Front = "broad";

  /** A game in a list. */
  interface GameListed {
    /** When something happened last that everybody may notice: milliseconds since 1970. */
    changed: number;
    /** By seat. */
    generals: { [key: string]: string };
    id: string;
    /** The seats of this browser. */
    mine: string[];
    name: string;
    over: boolean;
    owner: boolean;
    /** Names of the other players, by seat. */
    players: { [key: string]: string };
    scenario: string;
    title: string;
    turn: number;
    unverified: boolean;
    /** Seats that are asked, where nothing is hidden. */
    waiting_for: string[];
  }

  /** A level of generals. */
  interface General {
    id: string;
    name: string;
    /** A few words about how strong it is; null while nobody has measured it. */
    strength: string | null;
    words: string;
  }

  interface GeneralStyle {
    id: string;
    name: string;
    words: string;
  }

  /** A place where the first of the units would end. */
  interface Goal {
    /** What it brings with it, or what may come in between. */
    caution?: Term;
    cost: number;
    /** Everything it would cover there, if that is more than the one place. */
    covers?: string[];
    /** Where it would look. One place may be a goal several times, with different facings. */
    facing?: Facing;
    /** Points that are left there. */
    left: number;
    /** What to order, for all of the units. */
    order: string;
    /** The ways of the others, in the order in which they move. */
    others?: OtherWay[];
    path: string[];
    place: string;
    steps: StepCost[];
    /** Why it could not go on from there. */
    stops?: Reason;
    /** What else the march there comes to. */
    terms?: Term[];
  }

  /** Units in one box, by their ids. */
  interface Group {
    name: string;
    units: string[];
  }

  /** Cards that somebody holds. */
  interface Hand {
    cards: Card[];
    rows: Fact[];
    title: string;
  }

  /** What begins with a line of the log. */
  type Heading = "turn" | "phase";

  /** How the battle stands, in a few words. */
  interface Headline {
    /** The case that says so. */
    case: string | null;
    kind: HeadlineKind;
    name: string;
    /** What it means for those who play; may be empty. */
    note: string;
    /** The id of a seat of the side whose it is; null if it is everybody's. */
    side: string | null;
    value: string;
  }

  /** What a headline is about; a new time and a new sky are worth announcing. */
  type HeadlineKind = "time" | "sky" | "score" | "morale" | "points";

  /** An order that a general would give. */
  interface Hint {
    /** The score to be expected with it, from 0 to 1; null if time was too short to compare. */
    expects: number | null;
    /** How much that is better than without it, or than the best other answer. */
    gains: number | null;
    label: string;
    /** What to send. */
    order: string;
    /** The same one by one. */
    orders: string[];
    /** Those it comes to, the last being the last of its way, or those attacked. */
    places: string[];
    units: string[];
  }

  /** The best orders for a seat, the best first. */
  interface Hints {
    hints: Hint[];
  }

  /** Advice for one of your own seats. */
  interface HintsQuestion {
    seat: string;
    seconds?: number;
  }

  /** A game from a file. */
  interface Imported {
    id: string;
    /** Sentences about loading. */
    notices: string[];
  }

  /** A few lessons for beginners. */
  interface Introduction {
    lessons: Lesson[];
    title: string;
    words: string;
  }

  /** What an invitation is to. */
  interface Invited {
    /** Who made the game; null without a name. */
    by: string | null;
    game: string;
    /** It is the caller. */
    mine: boolean;
    name: string;
    scenario: string;
    seat: string;
    seat_name: string;
    /** Who has the other seats. */
    sitting: Sitting[];
    /** Somebody has the seat. */
    taken: boolean;
    title: string;
    /** What the caller is called; null without a name. */
    you: string | null;
  }

  /** An invitation to be looked at, or to be exchanged for its seat. */
  interface Join {
    /** What stands at the end of its link, or its code. */
    token: string;
  }

  /** A seat that was taken. */
  interface Joined {
    /** What is promised about the dice. */
    commitment: string | null;
    game: string;
    seat: string | null;
  }

  /** A unit of a stack that cannot go along. */
  interface LeftBehind {
    /** Further cases that forbid it for the same facts. */
    also: string[];
    case: string;
    facts: string;
    /** Who and where is meant in the facts. */
    mentions?: Mention[];
    unit: string;
  }

  interface Lesson {
    /** The cases it teaches. */
    cases: string[];
    /** The name of the example it plays. */
    example: string;
    /** What the learner does on the board; null if it is only looked at. */
    practice: Practice | null;
    title: string;
    words: string;
  }

  interface Letter {
    from: string | null;
    text: string;
    turn: number;
  }

  /** A letter that was written. */
  interface LetterKept {
    turn: number;
  }

  /** The letter of this turn. */
  interface LetterSent {
    seat: string;
    text: string;
  }

  /** Letters of the own side; only `case`, which is null, where players talk as they like. */
  interface Letters {
    case: string | null;
    /** Those that have arrived, the caller's included. */
    letters?: Letter[];
    /** Letters can still be written. */
    open?: boolean;
    seat?: string | null;
    /** The letter of this turn as far as it is written. */
    text?: string;
    to?: string[];
    turn?: number;
  }

  interface Level {
    name: string;
    note: string;
    /** Where it stood when the game began. */
    start: number;
    value: number;
  }

  /** Levels that rise and fall. */
  interface Levels {
    rows: Level[];
    title: string;
  }

  /** A link that has not been used yet. */
  interface LinkListed {
    expires: number;
    id: string;
    made: number;
    /** Null if it opens all games. */
    opens: SeatOfGame | null;
  }

  /** A new link. It is shown once, and works once. */
  interface LinkMade {
    /** To be typed in place of the link. */
    code: string;
    expires: number;
    id: string;
    /** The link as a QR code, in SVG. */
    qr: string;
    url: string;
  }

  /** A link was opened. */
  interface LinkOpened {
    /** Null if it opened all games. */
    game: string | null;
  }

  /** A link that somebody has opened or typed. */
  interface LinkSent {
    /** What stands behind the hash in the link, or the code. */
    link: string;
  }

  /** What a link would open here. */
  interface LinkShown {
    expires: number;
    /** The device on which it was made. */
    from: string;
    /** This browser has games of its own. */
    has_games: boolean;
    /** The device that asks. */
    here: string;
    /** Null if it opens all games. */
    opens: SeatOfGame | null;
    /** The caller made it. */
    own: boolean;
  }

  /** Invitations. */
  interface Links {
    /** Nobody but this machine can come here. */
    local: boolean;
    /** The seats that nobody has taken yet. */
    open: { [key: string]: OpenSeat };
    /** By seat. */
    seats: { [key: string]: string };
    spectator: string;
  }

  /** How the counters of an army look. Colours are written `#rrggbb`. */
  interface Livery {
    /** The word for the shape of the border. */
    border: string;
    /** The field of the symbol. */
    field: string;
    fill: string;
    /** Figures, symbol and border. */
    ink: string;
  }

  /** A line of the log. */
  interface LogLine {
    /** The case under which it happened, if one can be named. */
    case: string | null;
    /** Those that fell in it. */
    dice?: Die[];
    /** Units whose guns fire in it. */
    fires?: string[];
    heading?: Heading;
    /** Its number. */
    line: number;
    /** Who and where is meant in the text. */
    mentions?: Mention[];
    places: string[];
    text: string;
    units: string[];
    /** Its dice came with an imported file. */
    unverified?: boolean;
  }

  /** A part of the log. */
  interface LogPage {
    log: LogLine[];
    log_from: number;
  }

  /** A game that was made. */
  interface Made {
    id: string;
  }

  /** A change of front or formation, and where it leads. */
  interface Manoeuvre {
    goal: Goal;
    /** Words for a button. */
    label: string;
    /** Every place that it passes over or enters on the way. */
    sweeps: string[];
  }

  /** Where the places of a map lie, in the units of its drawing. */
  interface MapSheet {
    /** What is there, in a few words: names, terrain, roads, what lies on its sides. Places of which there is nothing to say are left out. */
    grounds: { [key: string]: string };
    height: number;
    /** The distance at which places can be told apart. */
    pitch: number;
    places: { [key: string]: [number, number] };
    /** Units in one place march together unless some are left behind. */
    stacks: boolean;
    /** On a board of boxes: the neighbours of each. */
    ways?: { [key: string]: string[] };
    width: number;
  }

  /** A state of a piece. */
  interface Mark {
    case: string;
    /** What it means, in a few words. */
    note: string;
    /** What is printed on the counter: one or two letters. */
    text: string;
  }

  /** A table of outcomes by two choices. */
  interface Matrix {
    /** Whose choice the rows are, and whose the columns. */
    across: [string, string];
    case: string;
    /** Row by row. */
    cells: string[][];
    /** The row and the column that have been chosen, as far as that is known. */
    chosen: [number | null, number | null];
    columns: string[];
    rows: string[];
    title: string;
  }

  /** Words of a sentence that are a unit or a place, counted in units of UTF-16 as browsers do. */
  interface Mention {
    from: number;
    place?: string;
    to: number;
    unit?: string;
  }

  interface Modifier {
    case: string;
    text: string;
    value: number;
  }

  /** A word for the program and one for people. */
  interface Named {
    id: string;
    name: string;
  }

  /** A nation. What it does not have of its own its counters have from their side. */
  interface Nation {
    flag?: Flag;
    /** What `nation` of a unit calls it. */
    id: string;
    livery?: Livery;
    name: string;
  }

  /** A new game, from a scenario and its options or from a position. */
  interface NewGame {
    options?: { [key: string]: string };
    /** The text of an example or of its `[position]`, in place of a scenario and its options. */
    position?: string;
    scenario?: string;
    /** Who plays each seat: `here`, `link`, `random` or the name of a general. */
    seats?: { [key: string]: string };
    title: string;
  }

  /** A link to another device. */
  interface NewLink {
    /** With the seat, the only one that it opens; without both it opens all games of this player. */
    game?: string;
    seat?: string;
  }

  /** What a player added. */
  interface Nonce {
    /** Null where the number of throws is a secret. */
    from_throw: number | null;
    /** Null where it is missing still. */
    nonce: string | null;
    seat: string | null;
  }

  /** What a player has added. */
  interface NonceKept {
    nonce: string;
  }

  /** What a player adds to the dice. */
  interface NonceSent {
    /** What its sender has been shown. */
    commitment: string;
    nonce: string;
  }

  /** Nothing more to say. */
  interface Nothing {}

  /** What can follow an order. */
  interface Odds {
    /** The seat knows all who can take part; otherwise worlds that fit what it knows were drawn. */
    exact: boolean;
    lines: OddsLine[];
    /** How the decisions are made that remain, where a combat is reckoned to its end. */
    script?: Script;
    /** Every number that leads to the column, where a die follows the order and nothing is hidden. */
    strengths?: Strengths;
    /** Further questions about the same combat. */
    tables?: OddsQuestion[];
    /** Why there are no lines: too much can follow, or the game has gone on. */
    unreckoned?: string;
  }

  interface OddsLine {
    denominator: Count;
    /** What happens, in the title's words. */
    labels: string[];
    numerator: Count;
    percent: number;
    /** All of that in a sentence, but for what every line begins with. */
    words: Sentence;
  }

  /** A question about a combat, its answers in their order. */
  interface OddsQuestion {
    /** Null where answers are no numbers. */
    average: number | null;
    lines: OddsLine[];
    question: string;
  }

  /** An action that a seat may take. */
  interface Offer {
    /** The one to propose among several that throw; of several that go together, the one to take along. */
    best?: boolean;
    /** It ends the phase. */
    ends?: boolean;
    /** Where the unit looks afterwards, if the action says so. */
    facing?: Facing;
    /** It is allowed, but as things stand nothing would come of it. */
    idle?: boolean;
    /** Words for a button. */
    label: string;
    /** It takes a unit up to move it: its reach can be asked for. */
    moves?: boolean;
    /** To be sent back unchanged. */
    order: string;
    /** The place to which it leads. */
    place: string | null;
    /** A die falls next. */
    throws?: boolean;
    /** The unit that acts. */
    unit: string | null;
    /** The kind of action. */
    verb: string;
  }

  /** A seat that waits for somebody. */
  interface OpenSeat {
    /** To be typed in place of the link; null in games of earlier versions. */
    code: string | null;
    /** The link as a QR code, in SVG. */
    qr: string;
  }

  /** An order, or a question about one. */
  interface Order {
    /** The version on which it was decided. */
    after?: number;
    order: string;
    seat: string;
  }

  /** An order and words for a button. */
  interface Ordered {
    label: string;
    order: string;
  }

  /** The way of another unit of a group. */
  interface OtherWay {
    cost: number;
    /** Points that are left there. */
    left: number;
    path: string[];
    place: string;
    steps: StepCost[];
    unit: string;
  }

  /** What is laid over the map. */
  interface Overlay {
    case: string;
    id: string;
    lines: OverlayLine[];
    /** Who and where is meant in the words. */
    mentions?: Mention[];
    /** One place may stand here more than once if several units have something to do with it. */
    places: OverlayPlace[];
    title: string;
    /** For those who do not see it. */
    words: string;
  }

  /** Something that can be laid over the map. */
  interface OverlayInfo {
    /** It belongs to the map as it is now: drawn from the beginning, below everything else. */
    always?: boolean;
    case: string;
    /** What to point at. */
    hint: string;
    id: string;
    name: string;
    takes: Takes;
  }

  interface OverlayLine {
    case: string;
    facts: string;
    from: string;
    /** Who and where is meant in the facts. */
    mentions?: Mention[];
    to: string;
    tone: Tone;
  }

  /** A place of an overlay, with its reason. */
  interface OverlayPlace {
    case: string;
    facts: string;
    /** Who and where is meant in the facts. */
    mentions?: Mention[];
    place: string;
    /** A letter or two for the place itself, mostly empty. */
    text: string;
    tone: Tone;
    /** Whom it comes from. */
    units: string[];
  }

  /** Something to be laid over the map. */
  interface OverlayQuestion {
    id: string;
    places?: string[];
    seat?: string;
    /** The id of a seat of that side. */
    side?: string;
    unit?: string;
  }

  /** Map, places and counters of a position that no scenario has. */
  interface OwnSheets {
    /** Symbols. */
    counters: string;
    /** A drawing. */
    map: string;
    places: MapSheet;
  }

  /** Something next to the map. */
  type Panel = Track & {
    kind: "track";
  } | Levels & {
    kind: "levels";
  } | Boxes & {
    kind: "boxes";
  } | Facts & {
    kind: "facts";
  } | Table & {
    kind: "table";
  } | Hand & {
    kind: "hand";
  } | Duel & {
    kind: "duel";
  } | Choices & {
    kind: "choices";
  };

  /** One of those who fight. */
  interface Party {
    /** How many are not. */
    hidden: number;
    modifiers: Modifier[];
    name: string;
    role: string;
    rows: Fact[];
    /** Those that are known. */
    units: string[];
  }

  /** What happens next. */
  type Pending = {
    asks: Ask[];
    kind: "decide";
  } | {
    /** Nobody is asked anything. */
    asks: [];
    kind: "throw";
    throw: Throw;
  } | {
    asks: [];
    kind: "over";
    verdict: Verdict;
  };

  /** A counter on the map. */
  interface Piece {
    arm: Arm;
    /** Counters that stand on it and are no pieces of their own. */
    bears?: Borne[];
    /** Where it looks. */
    facing?: Facing;
    /** Looking at a hexside it has three front hexes instead of one. */
    front?: Front;
    id: string;
    marks: Mark[];
    movement: string;
    name: string;
    nation: string;
    place: string;
    /** Everything that a long counter covers: a column from its head, a row from its right. */
    places?: string[];
    /** The entry of the roster that it looks like, if it does not look like itself. */
    print?: string;
    /** The id of a seat of its side. */
    side: string | null;
    /** How many lie below it in its place. */
    stack: number;
    strength: string;
  }

  /** What a player is called at every table; empty without a name. */
  interface PlayerNamed {
    name: string;
  }

  /** The answer to a ping. */
  interface Pong {
    kind: PongKind;
    ping: unknown;
  }

  type PongKind = "pong";

  /** A position as text, and what is wrong with it or what it looks like. */
  interface Position {
    /** Null if there are faults. */
    board: Board | null;
    facts: PositionFacts;
    faults: Fault[];
    /** If the position has a map or counters of its own. */
    sheets: OwnSheets | null;
    text: string;
  }

  /** A change of the text of a position or of an example. */
  type PositionEdit = {
    put: {
      place: string;
      /** Whose counters they are. */
      scenario: string;
      unit: string;
    };
  } | {
    take_off: {
      unit: string;
    };
  } | {
    flag: {
      flag: string;
      on: boolean;
      unit: string;
    };
  } | {
    field: {
      name: string;
      value: FieldValue;
    };
  } | {
    step: {
      by: string;
    };
  } | {
    bare: {};
  } | {
    example: {
      title: string;
    };
  };

  /** What the text of a position says; nothing if it cannot be read. */
  interface PositionFacts {
    /** Those that are a word, a number, or true or false. */
    fields: { [key: string]: FieldValue };
    /** What is said of units beside where they stand. */
    flags: { [key: string]: string[] };
    /** The lines at which steps begin. */
    steps: number[];
    /** Of an example. */
    title: string | null;
  }

  /** A position to be made, or the text of one to be looked at. */
  type PositionQuestion = PositionText | PositionWish;

  /** A text to be looked at, or a change of it. */
  interface PositionText {
    edit?: PositionEdit;
    text: string;
  }

  /** A position to be made of what stands where. */
  interface PositionWish {
    /** The seat whose turn it is. */
    active?: string;
    phase?: string;
    /** Whose map, rules and counters. */
    scenario: string;
    turn?: number;
    units?: WishedUnit[];
  }

  /** A lesson that is played. */
  interface Practice {
    /** Their level. */
    against: string;
    /** What is said when all is done. */
    praise: string;
    /** The learner's; generals have the others. */
    seat: string;
    tasks: Task[];
  }

  /** What an order would come to, as far as its seat can tell. */
  interface Preview {
    changes: Change[];
    /** Why it could not be undone; null if it could. */
    commits: Commitment | null;
    /** What the seat is asked next, if that is another question than now. */
    next: Term | null;
  }

  /** The body of every answer that is not what was asked for: an error with a sentence, or a refusal of the rules. */
  interface Problem {
    error?: string;
    /** What is wrong with a text that was sent. */
    faults?: Fault[];
    refusal?: Refusal;
    /** The seat of an invitation that somebody else has; it can be asked for. */
    taken?: Taken;
    /** The change may or may not have been kept. */
    unknown?: boolean;
    /** The present version, if the order was given on another one. */
    version?: number;
  }

  interface Promise {
    expects: number;
    gains: number;
  }

  /** A rating of a counter. */
  interface Rating {
    name: string;
    value: string;
  }

  /** A ratio as a column of the table. */
  interface RatioColumn {
    case: string;
    column: string;
    text: string;
  }

  /** Where units could go. */
  interface Reach {
    /** Places at the edge that are refused. */
    barred: Barred[];
    goals: Goal[];
    /** Those of a stack that were asked for and cannot go along. */
    left_behind: LeftBehind[];
    /** What the first unit can do besides marching on, such as a wheel. */
    manoeuvres?: Manoeuvre[];
    /** What the first unit may spend now. */
    points: number | null;
    /** They march as one stack: others of their place can join them, and all end in the same place. */
    stacked: boolean;
    /** What the march costs besides points, and its consequences. */
    terms: Term[];
    units: string[];
  }

  /** Where units could go together, the first leading. */
  interface ReachQuestion {
    seat: string;
    units: string[];
  }

  /** Why something is refused. */
  interface Reason {
    /** Further cases that forbid it for the same facts. */
    also: string[];
    case: string;
    facts: string;
    /** Who and where is meant in the facts. */
    mentions?: Mention[];
  }

  /** A refusal of the rules. */
  interface Refusal {
    /** Further cases that forbid it for the same facts. */
    also: string[];
    /** The case that forbids it; empty if the words make no order at all. */
    case: string;
    /** Why here, in a sentence. */
    facts: string;
    /** Who and where is meant in the facts. */
    mentions?: Mention[];
    /** The numbers in the facts. */
    numbers: number[];
    /** The places that the facts are about. */
    places: string[];
    /** The case in our words. */
    summary: string;
    /** What the case is called. */
    title: string;
    /** The units that the facts are about. */
    units: string[];
  }

  /** An order was refused by the rules, or the rest of it was dropped. */
  interface Refused {
    kind: RefusedKind;
    refusal: Refusal;
    status?: number;
    /** The first part of the order stands: it brought something to light. */
    stopped?: boolean;
  }

  type RefusedKind = "refused";

  /** The answer to a request for a seat. */
  interface RequestAnswer {
    agree: boolean;
  }

  /** How a request for a seat ended, if the seat went elsewhere. */
  type RequestAnswered = "refused" | "handed_over" | "given_up";

  /** A seat has changed hands: the socket closes, and the client asks again for what it may see. */
  interface Reseated {
    kind: ReseatedKind;
  }

  type ReseatedKind = "reseated";

  /** A finished game looked over. Scores are those of the first seat's side, from 0 to 1, draws half. */
  interface Review {
    curve: CurvePoint[];
    /** The sums of what the orders did, by the side whose turn it was. With the dice they lead from the first point of the curve to the last. */
    decisions: number[];
    /** The sum of what all dice did. */
    dice: number;
    first_seat: string;
    first_side: number;
    /** How much a turn of these players was worth to whoever moved, beyond what simulations expect: the curve takes it for granted. */
    level: number;
    turning_points: TurningPoint[];
  }

  type ReviewState = "none" | "working" | "ready";

  /** How far the review of a game is. */
  interface ReviewTold {
    /** Why it failed. */
    error?: string;
    review?: Review;
    /** From 0 to 1. */
    share?: number;
    state: ReviewState;
  }

  /** The whole roster. */
  interface Roster {
    /** The nations of the title. */
    nations: Nation[];
    units: Unit[];
  }

  /** A row of a table: a unit or something else, where it is, and a text for each column. */
  interface Row {
    cells: string[];
    /** Not in play any more, or not yet. */
    faint: boolean;
    /** Its state in a few words, each with its case. */
    marks: Mark[];
    name: string;
    /** A place on the map. */
    place: string | null;
    /** An id of the roster. */
    unit: string | null;
  }

  /** The rules in our own words. */
  interface RuleBook {
    chapters: Chapter[];
  }

  interface RuleCase {
    /** Names of examples. */
    examples: string[];
    id: string;
    /** The reading that is followed where the text is unclear. */
    ruling: string | null;
    /** Cases that bear on this one. */
    see: string[];
    status: Status;
    summary: string;
    title: string;
    /** The reason for the reading, or for leaving the case out. */
    why: string | null;
  }

  /** What a position can be made of. */
  interface Sandbox {
    counters: Unit[];
    maps: Named[];
    phases: Named[];
    sides: SeatListed[];
    /** What can be said of a counter beside where it stands. */
    states: Named[];
    /** How many turns the track has. */
    turns: number;
  }

  interface Scenario {
    /** When it was fought. */
    date: string;
    id: string;
    introduction: string;
    name: string;
    options: ScenarioOption[];
    seats: SeatListed[];
  }

  /** A choice to be made before a game. */
  interface ScenarioOption {
    default: string;
    description: string;
    id: string;
    values: string[];
  }

  interface Script {
    /** What it assumes, in sentences for players. */
    assumes: string;
    name: string;
  }

  /** Who plays a seat. */
  interface Seat {
    /** `here`, `link`, `random` or `general`. */
    by: string;
    /** The general's title and style. */
    general: string | null;
    id: string;
    /** It is this browser's. */
    mine: boolean;
    /** As prompts call it. */
    name: string;
    /** What its player is called; null without a name. */
    player: string | null;
    /** The number of its side. */
    side: number;
    taken: boolean;
  }

  /** An invitation to a seat that somebody else has. */
  interface SeatAsk {
    token: string;
  }

  /** A seat was asked for. */
  interface SeatAsked {
    game: string;
    seat: string | null;
  }

  /** One of the caller's seats that is open on another device. */
  interface SeatElsewhere {
    device: string;
    game: string;
    id: string;
    name: string;
    seat: string | null;
    seat_name: string | null;
    since: number;
  }

  /** A seat of a scenario. */
  interface SeatListed {
    id: string;
    name: string;
    /** The number of its side. */
    side: number;
  }

  /** A seat, in words for lists. */
  interface SeatOfGame {
    game: string;
    name: string;
    seat: string | null;
    seat_name: string | null;
  }

  /** Who is to play an open seat. */
  interface SeatPlayer {
    /** `link` for a player with a new invitation, `random`, or the name of a general. */
    by: string;
  }

  /** Somebody asks for a seat that somebody else has. */
  interface SeatRequest {
    /** How it ended; null while it waits. Only the player who asked is told. */
    answer: RequestAnswered | null;
    /** Milliseconds since 1970. */
    asked: number;
    /** From where it is asked. */
    device: string;
    id: string;
    /** This browser has asked. */
    own: boolean;
    seat: string | null;
    /** The seat is of this browser, which decides. */
    yours: boolean;
  }

  /** A sentence for readers: units go by what is printed on them. */
  interface Sentence {
    mentions?: Mention[];
    text: string;
  }

  /** What the server says. */
  type ServerMessage = Snapshot | Delta | Refused | ErrorMessage | ChatMessage | Pong | Thinking | Company | Reseated;

  /** How many devices were signed out. */
  interface SignedOut {
    ended: number;
  }

  /** Another seat, and who has it. */
  interface Sitting {
    /** The general's title and style. */
    general: string | null;
    player: string | null;
    seat: string;
    seat_name: string;
    taken: boolean;
  }

  /** The whole game as somebody may see it. */
  interface Snapshot {
    /** The dice wait for what players add to them; null when they do not. */
    dice: DiceWait | null;
    game: string;
    /** How the battle stands; always in sight. */
    headlines: Headline[];
    /** By seat: actions out of turn. */
    interrupts: { [key: string]: Offer[] };
    kind: SnapshotKind;
    log: LogLine[];
    /** The number of the first line of `log`. */
    log_from: number;
    name: string;
    /** Sentences about loading. */
    notices: string[];
    /** By seat: answers to what it is asked. */
    offers: { [key: string]: Offer[] };
    /** Whether this browser made the game. */
    owner: boolean;
    panels: Panel[];
    pending: Pending;
    pieces: Piece[];
    redo: { [key: string]: boolean };
    /** The game that somebody has asked for after this one. */
    rematch: string | null;
    /** The request for a seat that somebody else has; for players only. */
    requests: SeatRequest[];
    /** Empty for a game on a map of its own. */
    scenario: string;
    /** By seat; empty where it is not known. */
    score: { [key: string]: number };
    seats: Seat[];
    /** The path below which `map.svg`, `map.json`, `counters.svg` and `units.json` are. */
    sheets: string;
    /** A request to go back. */
    takeback: Takeback | null;
    /** A sentence about who refused the last request. */
    takeback_answer: string | null;
    title: string;
    turn: number;
    /** The seats that may undo their last order. */
    undo: { [key: string]: boolean };
    /** Why the others may not. */
    undo_stops: { [key: string]: string };
    /** Dice came with an imported file. */
    unverified: boolean;
    /** To be compared for equality and sent back, nothing else. */
    version: number;
  }

  type SnapshotKind = "snapshot";

  /** What the program does about a case of the rules. */
  type Status = "enforced" | "optional" | "ruling" | "not modelled";

  /** A step of a way: what it costs, under which case, and why. */
  interface StepCost {
    case: string;
    cost: number;
    note: string;
    place: string;
  }

  /** The board after a step of the viewer's own record. */
  interface StepShown {
    game: string;
    /** How the battle stands; always in sight. */
    headlines: Headline[];
    interrupts: { [key: string]: Offer[] };
    kind: SnapshotKind;
    /** Where nothing is hidden. */
    last_step: number | null;
    log: LogLine[];
    /** The number of the first line of `log`. */
    log_from: number;
    /** Nothing can be ordered in the past: this and the next three are empty. */
    offers: { [key: string]: Offer[] };
    panels: Panel[];
    pending: Pending;
    pieces: Piece[];
    redo: { [key: string]: boolean };
    scenario: string;
    /** By seat; empty where it is not known. */
    score: { [key: string]: number };
    step: number;
    title: string;
    turn: number;
    undo: { [key: string]: boolean };
  }

  /** A part of a strength: a unit's own, or what is added to it and taken from it. */
  interface Strength {
    case: string;
    note: string;
    /** Null where it belongs to several. */
    unit: string | null;
    value: number;
  }

  /** Every number that leads to the odds of a combat, in the order of the book. */
  interface Strengths {
    attack: number;
    /** They add up to `attack`. */
    attackers: Strength[];
    /** The column on which the die is thrown. */
    column: string;
    defence: number;
    /** They add up to `defence`. */
    defenders: Strength[];
    /** Columns to the right or, if negative, to the left, one after the other. */
    modifiers: Modifier[];
    /** The column of the bare ratio. */
    ratio: RatioColumn;
  }

  /** Rows under headings, such as an order of battle. */
  interface Table {
    columns: Column[];
    groups: TableGroup[];
    title: string;
  }

  /** Rows of a table that belong together. */
  interface TableGroup {
    name: string;
    note: string;
    rows: Row[];
  }

  /** A request to go back. */
  interface Takeback {
    by: string | null;
    waiting_for: string[];
    words: string;
  }

  /** A wish to go back past a barrier. */
  interface TakebackWish {
    after?: number;
    seat: string;
    /** A step of your own record; without it, before your last order. */
    step?: number;
  }

  /** Where a seat is that somebody else has. */
  interface Taken {
    game: string;
    seat: string | null;
  }

  /** What an overlay wants to be told. */
  type Takes = "nothing" | "side" | "unit" | "places";

  /** One thing to do. */
  interface Task {
    /** What is said when it is done. */
    praise: string;
    /** Units and places to point at. */
    show: string[];
    words: string;
  }

  /** Whether the learner has done what a lesson asks. */
  interface TaskAsked {
    /** Its number in the introduction, from 0. */
    lesson: number;
    /** The line of the log with which the task was set. */
    since: number;
    /** The number of the task, from 0. */
    task: number;
  }

  /** Whether a task of a lesson is done. */
  interface TaskDone {
    done: boolean;
  }

  /** Something worth knowing before an order is given, with its case. */
  interface Term {
    case: string;
    /** Who and where is meant in the text. */
    mentions?: Mention[];
    text: string;
  }

  /** A text that is kept, or a position written down. */
  interface TextKept {
    text: string;
  }

  /** A text to be kept or run. */
  interface TextSent {
    text: string;
  }

  /** How far a general is; with no seat, that it has thought. */
  interface Thinking {
    /** In seconds; null if the general does not count by them. */
    budget?: number | null;
    /** Always null: what a general hopes for is nobody else's business. */
    expects?: number | null;
    kind: ThinkingKind;
    seat: string | null;
    seconds?: number;
    /** From 0 to 1. */
    share?: number;
  }

  type ThinkingKind = "thinking";

  /** A throw to be made. */
  interface Throw {
    case: string;
    dice: number;
    faces: number;
    /** A few words. */
    purpose: string;
  }

  interface ThrowMade {
    case: string | null;
    dice: number[];
    faces: number;
    number: number;
    purpose: string | null;
    source: ThrowSource;
    /** The step of the replay that shows the board after it; null if it was taken back. */
    step: number | null;
    taken_back: boolean;
  }

  /** Where the outcome of a throw came from; `unverified` if it came with an imported file. */
  type ThrowSource = "seeded" | "scripted" | "typed" | "inherited" | "unverified";

  /** A title and what it has. */
  interface Title {
    /** Empty if it has none. */
    generals: General[];
    id: string;
    name: string;
    /** Nothing is hidden in it. */
    open: boolean;
    /** Positions can be set up by hand. */
    sandbox: boolean;
    scenarios: Scenario[];
    styles: GeneralStyle[];
  }

  /** What something on an overlay means to the viewer. */
  type Tone = "zone" | "good" | "bad" | "mark";

  /** A row of boxes along which a marker moves. */
  interface Track {
    /** The box the marker is in. */
    at: number;
    cells: Cell[];
    title: string;
  }

  /** A player-turn that turned the game. Scores are those of the first seat's side. */
  interface TurningPoint {
    /** The curve after it. */
    after: number;
    /** The curve before it. */
    before: number;
    /** Orders that a general would rather have given. */
    better: Better[];
    /** What did more of it. */
    cause: Cause;
    /** What its dice did to the score. */
    dice: number;
    /** What the log says of the units in question. */
    given: string[];
    /** What its orders did: with the dice, what the curve did. */
    orders: number;
    /** The step to look at: after the throw that mattered most, or before the orders. */
    shows: number;
    /** Whose turn it was. */
    side: number;
    /** The step of the replay with which the turn begins. */
    step: number;
    /** The throws that mattered most. */
    throws: Fall[];
    turn: number;
    /** The step at which it was over. */
    until: number;
  }

  /** A counter of the roster. */
  interface Unit {
    arm: Arm;
    /** The branch of its arm, such as `light cavalry`; empty where the title tells no more than the arm. */
    branch: string;
    /** Of its formation, written `#rrggbb`; empty if it has none. */
    colour: string;
    /** Who commands it. */
    commander: string;
    /** What it belongs to, the smallest first: division, corps, army. */
    formation: string[];
    /** The name in full; empty where the title says no more. */
    full_name: string;
    guard: boolean;
    id: string;
    /** How many hexes it is long. */
    length: number;
    movement: string;
    name: string;
    nation: string;
    /** What is printed on it and does not change, under the names of the rulebook. */
    ratings: Rating[];
    /** The id of a seat of its side. */
    side: string | null;
    strength: string;
    /** What the rulebook calls its strength; empty if it has none. */
    strength_name: string;
  }

  /** How the game ended. */
  interface Verdict {
    level: string;
    /** By side. */
    points: [number, number, number, number];
    /** The seats that have won. */
    winners: string[];
    /** The verdict in a sentence. */
    words: string;
  }

  /** The order that is meant, or why the rules forbid it; neither if nothing could be meant. */
  interface Why {
    /** Complete, to be sent unchanged. */
    order: string | null;
    refusal: Refusal | null;
  }

  /** What a player who points at units and a place means. */
  interface WhyQuestion {
    facing?: Facing;
    place?: string;
    seat: string;
    units?: string[];
  }

  interface WishedUnit {
    facing?: Facing;
    id: string;
    place?: string;
    state?: string;
  }
}
