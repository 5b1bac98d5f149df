// Where the middle of a hex is in the window once the map stands still, and whether a finger would reach the map there.
const [hex, wait] = arguments;
const world = document.querySelector(".world");
const board = document.querySelector(".board");
const frame = () => new Promise(done => requestAnimationFrame(done));
// A game says which map it is on; the sandbox has it in its list.
const where = async () => {
  const chosen = document.querySelector("[data-sandbox-scenario]")?.value;
  if (chosen) return `/api/titles/${chosen}`;
  return (await (await fetch(`/api/games/${board.dataset.game}`)).json()).sheets;
};
const key = board.dataset.game ?? document.querySelector("[data-sandbox-scenario]")?.value;
const kept = (window.testMaps ??= new Map());
if (!kept.has(key)) kept.set(key, await (await fetch(`${await where()}/map.json`)).json());
const map = kept.get(key);
let box = world.getBoundingClientRect();
// A unit that is chosen near the edge is brought into sight a few frames later.
for (let still = 0; still < 9;) {
  await frame();
  const next = world.getBoundingClientRect();
  still = next.left === box.left && next.top === box.top && next.width === box.width ? still + 1 : 0;
  box = next;
}
const scale = box.width / map.width;
const [x, y] = map.places[hex].map((value, index) => Math.round((index ? box.top : box.left) + value * scale));
const over = document.elementFromPoint(x, y);
const free = Boolean(over?.closest(".view")) && !over.closest(".over-map");
return free || !wait ? { x, y, free, over: over?.className?.baseVal ?? over?.className ?? null } : null;
