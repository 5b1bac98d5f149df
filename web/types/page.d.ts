// What the modules of the page hand to each other. What comes from the server is in wire.d.ts.

declare namespace Page {
  type Board = import("../js/board.js").Board;
  type Game = import("../js/game.js").Game;
  type Field = import("../js/field.js").Field;
  type Spots = import("../js/hexes.js").Hexes | import("../js/boxes.js").Boxes;
  type Failure = import("../js/api.js").Failure;

  /** What can stand inside an element. */
  type Child = Node | string | number | null | undefined | false | "" | readonly Child[];

  /** The element that an event of the page happened to. */
  interface Target extends HTMLElement {
    value: string;
    checked: boolean;
    open: boolean;
    disabled: boolean;
    select(): void;
  }

  type On<E extends Event> = (event: E & { readonly target: Target; readonly currentTarget: Target }) => unknown;

  /** Attributes of an element that is made, and what happens when something happens to it. */
  interface Attributes {
    onclick?: On<PointerEvent>;
    onpointerenter?: On<PointerEvent>;
    onpointerleave?: On<PointerEvent>;
    onpointerdown?: On<PointerEvent>;
    onpointermove?: On<PointerEvent>;
    onkeydown?: On<KeyboardEvent>;
    oninput?: On<Event>;
    onchange?: On<Event>;
    ontoggle?: On<Event>;
    onsubmit?: On<SubmitEvent>;
    onfocus?: On<FocusEvent>;
    onblur?: On<FocusEvent>;
    oncancel?: On<Event>;
    [name: string]: string | number | boolean | null | undefined | ((event: never) => unknown);
  }

  interface ButtonAttributes extends Attributes {
    /** Classes beside `button`. */
    kind?: string;
    /** The name of its icon. */
    picture?: string;
  }

  interface Point {
    x: number;
    y: number;
  }

  interface Rectangle extends Point {
    width: number;
    height: number;
  }

  /** The sheet of a map; `frame` is the part on which there are places. */
  interface Size {
    width: number;
    height: number;
    frame?: Rectangle | null;
  }

  /** A piece of a snapshot. Off the map it has no place, and `off` says where it is. */
  type Piece = Omit<Wire.Piece, "place"> & { place: string | null; off?: string };

  /** A unit as far as everybody may know it, on the table or not. */
  type Known = Pick<Wire.Unit, "id" | "name" | "nation" | "side" | "arm" | "strength" | "movement">;

  type Snapshot = Omit<Wire.Snapshot, "pieces"> & { pieces: Piece[] };

  /** Why something is refused, as far as it is told. */
  type Refusal = Pick<Wire.Refusal, "case" | "also" | "facts"> & Partial<Wire.Refusal>;

  /** An offer, by the seat that may take it if that is not the one that decides. */
  type Offer = Wire.Offer & { seat?: string };

  /** An order that is meant, and what there is to say of it before it is given. */
  interface Meant {
    order: string;
    /** The seat that gives it, if that is not the one that decides. */
    seat?: string;
    /** Who does what, in a line. */
    title: string;
    /** Words for the button that gives it. */
    does?: string;
    /** Where on the map it is meant. */
    place?: string | null;
    /** A die falls next. */
    throws?: boolean;
    /** It wants a second word whatever comes of it. */
    must?: boolean;
    /** Several go, or some are there already: what is asked next matters. */
    group?: boolean;
    /** Who stands where it leads. */
    friends?: string[];
    cost?: string;
    terms?: Wire.Term[];
    /** Done before it is given. */
    before?(): void;
    /** What else the same press may have meant. */
    other?: { words: string; deed(): unknown };
  }

  /** What is known of a press on the map. */
  interface Press {
    shiftKey: boolean;
    ctrlKey?: boolean;
    metaKey?: boolean;
    pointerType?: string;
  }

  /** Where a counter lies: its middle, its axis in degrees, how many places it covers in a line. */
  interface Lie extends Point {
    axis: number;
    length: number;
  }

  type Aspect = "front" | "left" | "right" | "rear";

  /** A counter that is shown, and what it was last drawn as. */
  type Counter = SVGGElement & { lain?: string; lies?: { axis: number; length: number } & Partial<Point>; placed?: string; written?: string };

  /** A mark on a place of the map. */
  interface Mark {
    mark: string;
    kind?: string;
    text?: string;
    stops?: boolean;
    data?: Attributes;
  }

  /** Where a unit would stand. */
  interface Ghost {
    unit: string;
    place: string;
    covers?: string[];
    facing?: Wire.Facing;
  }

  /** What is advised: from where, through which places, and which of them it comes to. */
  interface Advice {
    from: string[];
    places: string[];
    aims: string[];
  }

  /** What has been taken up from the map and is being carried about. */
  interface Carry {
    move(at: Point): void;
    cancel?(): void;
    drop(at: Point, event: PointerEvent): unknown;
  }

  interface CameraHooks {
    tap(point: Point, event: PointerEvent): unknown;
    hold(point: Point): unknown;
    hover(point: Point | null, event: MouseEvent): unknown;
    grab(point: Point, event: PointerEvent): Carry | null;
    moved?(): void;
    sharpened?(scale: number): void;
    /** How many pixels of the view's foot are covered. */
    covered?(): number;
  }

  /** A picture of what the others did. */
  interface Picture {
    lines: Wire.LogLine[];
    trails: string[][];
    moved: string[];
    gone: string[];
    hold: number;
    snapshot: Snapshot;
  }

  interface Group {
    lines: Wire.LogLine[];
    unit?: string;
    alone: boolean;
  }

  /** A row of the menu of overlays: what it needs, as far as it is known. */
  interface OverlayRow {
    overlay: Wire.OverlayInfo;
    name: string;
    ready: { side?: string; unit?: string; places?: string[] } | null;
  }

  interface PaletteHooks {
    pick(id: string): void;
    where(id: string): string | null;
    held(): string | null;
    over?(event: PointerEvent): void;
    drop(id: string, event: PointerEvent): void;
  }

  /** What a sandbox begins with. */
  interface Beginning {
    text?: string;
    title?: string | null;
    scenario?: string | null;
    name?: string;
    from?: { name?: string; href: string };
  }

  /** A level and a style of general. */
  interface Character {
    level: string | null;
    style: string | null;
  }

  /** Who sits where: `here`, `link`, `random` or the name of a general, by seat. */
  interface Seating {
    [seat: string]: string;
  }

  interface NewGame {
    title: Wire.Title;
    scenario?: Wire.Scenario;
    position?: string;
    seats: Wire.SeatListed[];
    name: string;
    introduction?: string;
    here?: boolean;
  }

  /** What was promised about the dice when the game began, as this browser was told. */
  interface Witness {
    nonce?: string;
    commitment?: string | null;
    throws?: number;
    /** The words that were in already when this browser added its own. */
    before?: { seat: string | null; nonce: string }[];
    at: number;
  }

  /** What came of checking the dice. */
  interface Checked {
    committed: boolean | null;
    /** What is wrong, a sentence each. */
    faults: string[];
    verdicts: { kind: string; words: string }[];
    verdict: "good" | "bad" | "waiting" | "trusted";
    good: number;
    bad: number;
    trusted: number;
  }

  type RuleCase = Wire.RuleCase & { chapter: Wire.Chapter };
}

interface Event {
  readonly pointerType?: string;
}
