// Where the middle of a counter of a fanned stack is, once it stands still.
const [unit] = arguments;
const element = document.querySelector(`.unit[data-unit="${unit}"] .ring`) ?? document.querySelector(`.unit[data-unit="${unit}"]`);
if (!element) return null;
const frame = () => new Promise(done => requestAnimationFrame(done));
let box = element.getBoundingClientRect();
for (let still = 0; still < 3;) {
  await frame();
  const next = element.getBoundingClientRect();
  still = next.left === box.left && next.top === box.top ? still + 1 : 0;
  box = next;
}
return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
