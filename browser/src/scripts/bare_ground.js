// A point of the map far from every counter, once everything has come and stands still.
const frame = () => new Promise(done => requestAnimationFrame(done));
const world = document.querySelector(".world");
await document.fonts.ready;
let box = world.getBoundingClientRect();
for (let still = 0; still < 20;) {
  await frame();
  const next = world.getBoundingClientRect();
  const busy = document.getAnimations().some(one => one.playState === "running") || world.matches(".moving, .gliding");
  still = !busy && next.left === box.left && next.top === box.top && next.width === box.width ? still + 1 : 0;
  box = next;
}
const view = document.querySelector(".view").getBoundingClientRect();
const counters = [...document.querySelectorAll(".unit[data-unit]")].map(one => one.getBoundingClientRect());
const far = (x, y) => Math.min(...counters.map(one => Math.max(Math.abs(one.left + one.width / 2 - x), Math.abs(one.top + one.height / 2 - y))));
let best = [0, 0, -1];
for (let x = view.left + view.width / 4; x < view.left + view.width * 3 / 4; x += 20) {
  for (let y = view.top + view.height / 4; y < view.top + view.height * 3 / 4; y += 20) {
    const over = document.elementFromPoint(x, y);
    if (!over?.closest(".view") || over.closest(".over-map")) continue;
    const score = far(x, y);
    if (score > best[2]) best = [x, y, score];
  }
}
return best;
