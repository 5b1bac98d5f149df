// Adds up how long nobody at this screen is asked, by turn and by whose phase the log says it is.
const sums = new Map();
let last = performance.now();
let stretch = 0;
window.longestWait = 0;
setInterval(() => {
  const now = performance.now();
  const passed = now - last;
  last = now;
  const board = document.querySelector(".board");
  const waits = board && board.dataset.pending !== "over" && (!board.dataset.seat || board.dataset.busy === "true");
  if (!waits) { stretch = 0; return; }
  const phase = [...document.querySelectorAll(".line-phase")].at(-1)?.textContent.trim().split(" ")[0] ?? "";
  const key = `${board.dataset.turn} ${phase}`;
  sums.set(key, (sums.get(key) ?? 0) + passed);
  stretch += passed;
  window.longestWait = Math.max(window.longestWait, stretch);
  window.waits = [...sums].map(([name, sum]) => [Number(name.split(" ")[0]), name.split(" ")[1], sum]);
}, 20);
return true;
