declare namespace Wire {
  type Facing = "n" | "nne" | "ne" | "e" | "se" | "sse" | "s" | "ssw" | "sw" | "w" | "nw" | "nnw";
  interface Reason {
    case: string;
    also: string[];
    facts: string;
    mentions?: Mention[];
  }
  interface Reach {
    units: string[];
    points: number | null;
    goals: Goal[];
    barred: Barred[];
    stacked: boolean;
    terms: Term[];
    left_behind: LeftBehind[];
  }
  interface Goal {
    place: string;
    cost: number;
    left: number;
    path: string[];
    steps: StepCost[];
    order: string;
    covers?: string[];
    facing?: Facing;
    stops?: Reason;
    caution?: Term;
    others?: OtherWay[];
  }
  interface Way {
    place: string;
    cost: number;
    left: number;
    path: string[];
    steps: StepCost[];
  }
  interface OtherWay {
    unit: string;
    place: string;
    cost: number;
    left: number;
    path: string[];
    steps: StepCost[];
  }
  interface StepCost {
    place: string;
    cost: number;
    case: string;
    note: string;
  }
  interface Barred {
    place: string;
    case: string;
    also: string[];
    facts: string;
    mentions?: Mention[];
  }
  interface LeftBehind {
    unit: string;
    case: string;
    also: string[];
    facts: string;
    mentions?: Mention[];
  }
  interface Term {
    case: string;
    text: string;
    mentions?: Mention[];
  }
  interface OverlayInfo {
    id: string;
    name: string;
    case: string;
    takes: Takes;
    hint: string;
    always?: boolean;
  }
  interface Overlay {
    id: string;
    title: string;
    case: string;
    places: OverlayPlace[];
    lines: OverlayLine[];
    words: string;
    mentions?: Mention[];
  }
  interface OverlayPlace {
    place: string;
    tone: Tone;
    text: string;
    case: string;
    facts: string;
    mentions?: Mention[];
    units: string[];
  }
  interface OverlayLine {
    from: string;
    to: string;
    tone: Tone;
    case: string;
    facts: string;
    mentions?: Mention[];
  }
  interface Odds {
    exact: boolean;
    lines: OddsLine[];
    strengths?: Strengths;
    script?: Script;
    tables?: OddsQuestion[];
  }
  interface OddsLine {
    labels: string[];
    words: Sentence;
    numerator: Count;
    denominator: Count;
    percent: number;
  }
  interface Script {
    name: string;
    assumes: string;
  }
  interface OddsQuestion {
    question: string;
    lines: OddsLine[];
    average: number | null;
  }
  interface Strengths {
    attackers: Strength[];
    defenders: Strength[];
    attack: number;
    defence: number;
    ratio: RatioColumn;
    modifiers: Modifier[];
    column: string;
  }
  interface Strength {
    unit: string | null;
    value: number;
    note: string;
    case: string;
  }
  interface RatioColumn {
    column: string;
    case: string;
    text: string;
  }
  interface Modifier {
    case: string;
    text: string;
    value: number;
  }
  interface Snapshot {
    kind: SnapshotKind;
    version: number;
    game: string;
    title: string;
    scenario: string;
    sheets: string;
    name: string;
    unverified: boolean;
    notices: string[];
    turn: number;
    pieces: Piece[];
    panels: Panel[];
    score: { [key: string]: number };
    log_from: number;
    log: LogLine[];
    seats: Seat[];
    pending: Pending;
    offers: { [key: string]: Offer[] };
    interrupts: { [key: string]: Offer[] };
    undo: { [key: string]: boolean };
    redo: { [key: string]: boolean };
    owner: boolean;
    takeback: Takeback | null;
    takeback_answer: string | null;
    rematch: string | null;
  }
  interface Face {
    turn: number;
    pieces: Piece[];
    panels: Panel[];
    score: { [key: string]: number };
    log_from: number;
    log: LogLine[];
  }
  interface Personal {
    seats: Seat[];
    pending: Pending;
    offers: { [key: string]: Offer[] };
    interrupts: { [key: string]: Offer[] };
    undo: { [key: string]: boolean };
    redo: { [key: string]: boolean };
    owner: boolean;
    takeback: Takeback | null;
    takeback_answer: string | null;
    rematch: string | null;
  }
  interface Delta {
    kind: DeltaKind;
    version: number;
    turn?: number;
    pieces_changed?: Piece[];
    pieces_gone?: string[];
    panels?: Panel[];
    score?: { [key: string]: number };
    log_from?: number;
    log?: LogLine[];
    seats?: Seat[];
    pending?: Pending;
    offers?: { [key: string]: Offer[] };
    interrupts?: { [key: string]: Offer[] };
    undo?: { [key: string]: boolean };
    redo?: { [key: string]: boolean };
    owner?: boolean;
    takeback?: Takeback | null;
    takeback_answer?: string | null;
    rematch?: string | null;
  }
  interface News {
    turn?: number;
    pieces_changed?: Piece[];
    pieces_gone?: string[];
    panels?: Panel[];
    score?: { [key: string]: number };
    log_from?: number;
    log?: LogLine[];
  }
  interface PersonalNews {
    seats?: Seat[];
    pending?: Pending;
    offers?: { [key: string]: Offer[] };
    interrupts?: { [key: string]: Offer[] };
    undo?: { [key: string]: boolean };
    redo?: { [key: string]: boolean };
    owner?: boolean;
    takeback?: Takeback | null;
    takeback_answer?: string | null;
    rematch?: string | null;
  }
  interface StepShown {
    kind: SnapshotKind;
    step: number;
    last_step: number | null;
    game: string;
    title: string;
    scenario: string;
    turn: number;
    pieces: Piece[];
    panels: Panel[];
    score: { [key: string]: number };
    log_from: number;
    log: LogLine[];
    pending: Pending;
    offers: { [key: string]: Offer[] };
    interrupts: { [key: string]: Offer[] };
    undo: { [key: string]: boolean };
    redo: { [key: string]: boolean };
  }
  interface Board {
    turn: number;
    pieces: Piece[];
    panels: Panel[];
    score: { [key: string]: number };
    log_from: number;
    log: LogLine[];
    pending: Pending;
  }
  interface Seat {
    id: string;
    name: string;
    side: number;
    mine: boolean;
    taken: boolean;
    by: string;
    general: string | null;
  }
  interface Takeback {
    by: string | null;
    words: string;
    waiting_for: string[];
  }
  interface Ask {
    seat: string;
    case: string;
    short: string;
    heading: string;
    text: string;
    mentions?: Mention[];
    about: About;
    unit?: string;
  }
  interface About {
    units: string[];
    places: string[];
  }
  interface Throw {
    dice: number;
    faces: number;
    case: string;
    purpose: string;
  }
  interface Verdict {
    winners: string[];
    level: string;
    points: [number, number, number, number];
    words: string;
  }
  interface Offer {
    order: string;
    verb: string;
    unit: string | null;
    place: string | null;
    facing?: Facing;
    label: string;
    ends?: boolean;
    throws?: boolean;
    best?: boolean;
    moves?: boolean;
  }
  interface Piece {
    id: string;
    place: string;
    places?: string[];
    facing?: Facing;
    front?: Front;
    stack: number;
    name: string;
    nation: string;
    side: string | null;
    arm: Arm;
    strength: string;
    movement: string;
    marks: Mark[];
    print?: string;
  }
  interface Mark {
    text: string;
    note: string;
    case: string;
  }
  interface LogLine {
    line: number;
    case: string | null;
    text: string;
    mentions?: Mention[];
    units: string[];
    places: string[];
    dice?: Die[];
    heading?: Heading;
    unverified?: boolean;
  }
  interface Die {
    faces: number;
    face: number;
  }
  interface Nothing {
  }
  interface Imported {
    id: string;
    notices: string[];
  }
  interface Joined {
    game: string;
    seat: string | null;
  }
  interface GameListed {
    id: string;
    title: string;
    scenario: string;
    name: string;
    turn: number;
    over: boolean;
    waiting_for: string[];
    mine: string[];
    changed: number;
    owner: boolean;
    unverified: boolean;
    generals: { [key: string]: string };
  }
  interface LogPage {
    log_from: number;
    log: LogLine[];
  }
  interface Links {
    seats: { [key: string]: string };
    spectator: string;
  }
  interface Done {
    version: number;
    stopped?: Refusal;
  }
  interface Why {
    order: string | null;
    refusal: Refusal | null;
  }
  interface TextKept {
    text: string;
  }
  interface Letters {
    case: string | null;
    seat?: string | null;
    to?: string[];
    turn?: number;
    open?: boolean;
    text?: string;
    letters?: Letter[];
  }
  interface LetterDesk {
    seat: string | null;
    to: string[];
    turn: number;
    open: boolean;
    text: string;
    letters: Letter[];
  }
  interface Letter {
    from: string | null;
    turn: number;
    text: string;
  }
  interface LetterKept {
    turn: number;
  }
  interface Dice {
    commitment: string | null;
    nonces: Nonce[];
    seed: string | null;
    throws: ThrowMade[];
    unverified: boolean;
  }
  interface Nonce {
    seat: string | null;
    nonce: string;
    from_throw: number | null;
  }
  interface ThrowMade {
    number: number;
    step: number | null;
    purpose: string | null;
    case: string | null;
    faces: number;
    dice: number[];
    source: ThrowSource;
    taken_back: boolean;
  }
  interface ExampleRun {
    passed: boolean;
    faults: Fault[];
    steps: number;
  }
  interface Track {
    title: string;
    cells: Cell[];
    at: number;
  }
  interface Cell {
    label: string;
    marks: string[];
  }
  interface Levels {
    title: string;
    rows: Level[];
  }
  interface Level {
    name: string;
    value: number;
    start: number;
    note: string;
  }
  interface Boxes {
    title: string;
    groups: Group[];
  }
  interface Group {
    name: string;
    units: string[];
  }
  interface Facts {
    title: string;
    rows: Fact[];
  }
  interface Fact {
    name: string;
    value: string;
    case: string | null;
  }
  interface Table {
    title: string;
    columns: Column[];
    groups: TableGroup[];
  }
  interface Column {
    name: string;
    note: string;
    number: boolean;
  }
  interface TableGroup {
    name: string;
    note: string;
    rows: Row[];
  }
  interface Row {
    name: string;
    unit: string | null;
    place: string | null;
    cells: string[];
    marks: Mark[];
    faint: boolean;
  }
  interface Hand {
    title: string;
    cards: Card[];
    rows: Fact[];
  }
  interface Card {
    name: string;
    parts: CardPart[];
  }
  interface CardPart {
    name: string;
    text: string;
    when: string;
    case: string;
    own: boolean;
    orders: Ordered[];
  }
  interface Ordered {
    label: string;
    order: string;
  }
  interface Duel {
    title: string;
    place: string | null;
    rows: Fact[];
    parties: Party[];
    matrix: Matrix | null;
  }
  interface Party {
    name: string;
    role: string;
    units: string[];
    hidden: number;
    rows: Fact[];
    modifiers: Modifier[];
  }
  interface Matrix {
    title: string;
    case: string;
    across: [string, string];
    rows: string[];
    columns: string[];
    cells: string[][];
    chosen: [number | null, number | null];
  }
  interface Choices {
    title: string;
    note: string;
    rows: Choice[];
  }
  interface Choice {
    name: string;
    note: string;
    case: string;
    options: ChoiceOption[];
  }
  interface ChoiceOption {
    label: string;
    order: string | null;
  }
  interface Refusal {
    case: string;
    also: string[];
    facts: string;
    mentions?: Mention[];
    title: string;
    summary: string;
    units: string[];
    places: string[];
  }
  interface Fault {
    line: number;
    sentence: string;
  }
  interface Problem {
    error?: string;
    refusal?: Refusal;
    version?: number;
    faults?: Fault[];
    unknown?: boolean;
  }
  interface NewGame {
    title: string;
    scenario?: string | null;
    position?: string | null;
    options?: { [key: string]: string };
    seats?: { [key: string]: string };
    nonce?: string | null;
  }
  interface Order {
    seat: string;
    after?: number | null;
    order: string;
  }
  interface After {
    seat: string;
    after?: number | null;
  }
  interface TakebackWish {
    seat: string;
    after?: number | null;
    step?: number | null;
  }
  interface Consent {
    seat: string;
    agree: boolean;
  }
  interface ReachQuestion {
    seat: string;
    units: string[];
  }
  interface OverlayQuestion {
    id: string;
    seat?: string | null;
    side?: string | null;
    unit?: string | null;
    places?: string[];
  }
  interface HintsQuestion {
    seat: string;
    seconds?: number | null;
  }
  interface Branch {
    step: number;
    as?: string | null;
  }
  interface LetterSent {
    seat: string;
    text: string;
  }
  interface TextSent {
    text: string;
  }
  interface Join {
    token: string;
    nonce?: string | null;
  }
  interface PositionWish {
    scenario: string;
    turn?: number | null;
    phase?: string | null;
    active?: string | null;
    units?: WishedUnit[];
  }
  interface WishedUnit {
    id: string;
    place?: string | null;
    facing?: Facing | null;
    state?: string | null;
  }
  interface PositionText {
    text: string;
    edit?: PositionEdit | null;
  }
  interface WhyQuestion {
    seat: string;
    units?: string[];
    place?: string | null;
    facing?: Facing | null;
  }
  interface Hints {
    hints: Hint[];
  }
  interface Hint {
    order: string;
    orders: string[];
    label: string;
    units: string[];
    places: string[];
    expects: number | null;
    gains: number | null;
  }
  interface ReviewTold {
    state: ReviewState;
    share?: number;
    review?: Review;
    error?: string;
  }
  interface Review {
    first_seat: string;
    first_side: number;
    curve: CurvePoint[];
    turning_points: TurningPoint[];
    dice: number;
    decisions: number[];
  }
  interface CurvePoint {
    step: number;
    turn: number;
    side: number;
    score: number;
  }
  interface TurningPoint {
    step: number;
    until: number;
    turn: number;
    cause: Cause;
    side: number;
    swing: number;
    before: number;
    after: number;
    words: string;
    given: string[];
    better: Better[];
  }
  interface Better {
    order: string;
    orders: string[];
    label: string;
    units: string[];
    places: string[];
    promise: Promise | null;
  }
  interface Promise {
    expects: number;
    gains: number;
  }
  interface Mention {
    from: number;
    to: number;
    unit?: string;
    place?: string;
  }
  interface Sentence {
    text: string;
    mentions?: Mention[];
  }
  interface Refused {
    kind: RefusedKind;
    refusal: Refusal;
    status?: number;
    stopped?: boolean;
  }
  interface ErrorMessage {
    kind: ErrorKind;
    error: string;
    status?: number;
    version?: number;
    faults?: Fault[];
    unknown?: boolean;
  }
  interface ChatMessage {
    kind: ChatKind;
    line: number;
    seat: string | null;
    text: string;
    at: number;
  }
  interface Pong {
    kind: PongKind;
    ping: unknown;
  }
  interface Thinking {
    kind: ThinkingKind;
    seat: string | null;
    share?: number;
    seconds?: number;
    budget?: number | null;
    expects?: number | null;
  }
  interface Thought {
    share: number;
    seconds: number;
    budget: number | null;
    expects: number | null;
  }
  interface Title {
    id: string;
    name: string;
    open: boolean;
    scenarios: Scenario[];
    generals: General[];
    styles: GeneralStyle[];
    sandbox: boolean;
  }
  interface Scenario {
    id: string;
    name: string;
    date: string;
    introduction: string;
    options: ScenarioOption[];
    seats: SeatListed[];
  }
  interface ScenarioOption {
    id: string;
    description: string;
    values: string[];
    default: string;
  }
  interface SeatListed {
    id: string;
    name: string;
    side: number;
  }
  interface General {
    id: string;
    name: string;
    words: string;
    strength: string | null;
  }
  interface GeneralStyle {
    id: string;
    name: string;
    words: string;
  }
  interface MapSheet {
    width: number;
    height: number;
    pitch: number;
    places: { [key: string]: [number, number] };
    ways?: { [key: string]: string[] };
    stacks: boolean;
  }
  interface Roster {
    units: Unit[];
  }
  interface Unit {
    id: string;
    name: string;
    nation: string;
    side: string | null;
    arm: Arm;
    strength: string;
    movement: string;
    length: number;
  }
  interface RuleBook {
    chapters: Chapter[];
  }
  interface Chapter {
    id: string;
    title: string;
    battle: string | null;
    cases: RuleCase[];
  }
  interface RuleCase {
    id: string;
    title: string;
    summary: string;
    status: Status;
    ruling: string | null;
    why: string | null;
    see: string[];
    examples: string[];
  }
  interface Introduction {
    title: string;
    words: string;
    lessons: Lesson[];
  }
  interface Lesson {
    title: string;
    words: string;
    example: string;
    cases: string[];
  }
  interface Example {
    title: string;
    note: string | null;
    rules: string[];
    start: string | null;
    steps: ExampleStep[];
    names: ExampleName[];
    text: string;
  }
  interface ExampleName {
    name: string;
    counter: string;
  }
  interface ExampleStep {
    by: string | null;
    order: string | null;
    spoken: string | null;
    throws: number[];
    refused: Refusal | null;
    note: string;
    words: string | null;
    svg?: string;
  }
  interface Named {
    id: string;
    name: string;
  }
  interface Sandbox {
    maps: Named[];
    sides: SeatListed[];
    phases: Named[];
    turns: number;
    states: Named[];
    counters: Unit[];
  }
  interface Position {
    text: string;
    facts: PositionFacts;
    faults: Fault[];
    board: Board | null;
    sheets: OwnSheets | null;
  }
  interface PositionFacts {
    fields: { [key: string]: unknown };
    flags: { [key: string]: string[] };
    title: string | null;
    steps: number[];
  }
  interface OwnSheets {
    map: string;
    places: MapSheet;
    counters: string;
  }
  type Count = number | string;
  type SnapshotKind = "snapshot";
  type DeltaKind = "delta";
  type Pending = { kind: "decide"; asks: Ask[] } | { kind: "throw"; asks: []; throw: Throw } | { kind: "over"; asks: []; verdict: Verdict };
  type Panel = ({ kind: "track" } & Track) | ({ kind: "levels" } & Levels) | ({ kind: "boxes" } & Boxes) | ({ kind: "facts" } & Facts) | ({ kind: "table" } & Table) | ({ kind: "hand" } & Hand) | ({ kind: "duel" } & Duel) | ({ kind: "choices" } & Choices);
  type PositionEdit = { put: { scenario: string; unit: string; place: string } } | { take_off: { unit: string } } | { flag: { unit: string; flag: string; on: boolean } } | { field: { name: string; value: FieldValue } } | { step: { by: string } } | { bare: {} } | { example: { title: string } };
  interface Made { id: string }
  type FieldValue = boolean | number | string;
  type PositionQuestion = PositionText | PositionWish;
  type ReviewState = "none" | "working" | "ready";
  type Cause = "decision" | "dice";
  type ClientMessage = { order: Order } | { undo: After } | { redo: After } | { reset: After } | { takeback: TakebackWish } | { takeback_answer: Consent } | { chat: string } | { ping: unknown };
  type ServerMessage = Snapshot | Delta | Refused | ErrorMessage | ChatMessage | Pong | Thinking;
  type RefusedKind = "refused";
  type ErrorKind = "error";
  type ChatKind = "chat";
  type PongKind = "pong";
  type ThinkingKind = "thinking";
  type Arm = "infantry" | "cavalry" | "artillery" | "leader" | "supply" | "marker";
  type Front = "broad";
  type Heading = "turn" | "phase";
  type Takes = "nothing" | "side" | "unit" | "places";
  type Tone = "zone" | "good" | "bad" | "mark";
  type Status = "enforced" | "optional" | "ruling" | "not modelled";
  type ThrowSource = "seeded" | "scripted" | "typed" | "inherited" | "unverified";
}
