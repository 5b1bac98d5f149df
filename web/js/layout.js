// @ts-check
// The parts of the board's page and where they lie: bar, map, what is asked, log.

import { h, icon, iconButton } from "./dom.js";
import { help } from "./help.js";
import { preferences } from "./preferences.js";
import { say } from "./words.js";

/**
 * Makes the page of a game. What is pressed is asked of the part whose business it is.
 * @param {Page.Board} board
 */
export function layout(board) {
  const { field } = board;
  /**
   * @param {string} deed
   * @param {string} picture
   * @param {string} label
   * @param {() => unknown} onclick
   */
  const tool = (deed, picture, label, onclick, more = {}) => iconButton(picture, label, onclick, { "data-deed": deed, ...more });
  const wide = { class: "icon-button wide-only" };
  const world = h("div", { class: "world" }, field.map, field.layer);
  world.style.width = `${field.size.width}px`;
  world.style.height = `${field.size.height}px`;
  const hideButton = tool("hide-counters", "eye", say("tool-hide"), () => board.hideCounters(), { "aria-pressed": "false" });
  const tools = h(
    "div",
    { class: "map-tools over-map", role: "toolbar", "aria-label": say("map-label") },
    tool("nearer", "plus", say("tool-nearer"), () => board.camera.zoom(1.4)),
    tool("farther", "minus", say("tool-farther"), () => board.camera.zoom(1 / 1.4)),
    tool("whole-map", "fit", say("tool-whole-map"), () => board.camera.fit()),
    tool("next-unit", "next-unit", say("tool-next"), () => board.hand.next(1)),
    hideButton,
    board.overlays.tool,
  );
  const view = h(
    "div",
    {
      class: "view",
      tabindex: "0",
      role: "application",
      "aria-roledescription": "battlefield",
      "aria-label": say("map-words", { game: board.name, places: field.spots.nouns }),
    },
    world,
  );
  const table = h(
    "div",
    { class: "table" },
    view,
    tools,
    board.overlays.list,
    board.overlays.legend,
    h("div", { class: "notices" }, board.headlines.banner, board.throws.place),
    board.ahead.element,
    board.combat.stage,
    board.cards.card,
    board.cards.list,
    board.replay.element,
  );
  const status = h("span", { class: "status", role: "status" });
  const bar = h(
    "header",
    { class: "bar" },
    h("a", { class: "icon-button", href: "/", "aria-label": say("all-games"), title: say("all-games") }, icon("back")),
    h("div", { class: "heading" }, h("h1", {}, board.name)),
    board.company.element,
    status,
    h(
      "div",
      { class: "bar-tools" },
      board.rewind.tools,
      tool("replay", "replay", say("tool-replay"), () => board.replay.open(), wide),
      tool("share", "link", say("share-title"), () => board.share(), wide),
      tool("rules", "book", say("tool-rules"), () => board.drawer.toggle()),
      tool("settings", "gear", say("settings-title"), () => preferences(), wide),
      tool("help", "help", say("tool-help"), () => help(board)),
    ),
  );
  const grip = h(
    "button",
    { type: "button", class: "grip", "aria-expanded": "false", "aria-label": say("grip-label"), onclick: () => board.sheet() },
    icon("up"),
  );
  const aside = h(
    "aside",
    { class: "aside", "aria-label": say("aside-label") },
    grip,
    board.rewind.element,
    board.requests.element,
    board.prompt.element,
    board.side.element,
  );
  const frame = h(
    "div",
    { class: "board", "data-game": board.id, "data-busy": "false" },
    bar,
    board.headlines.element,
    table,
    aside,
    board.drawer.element,
  );
  return { view, world, table, frame, aside, grip, status, hideButton };
}
