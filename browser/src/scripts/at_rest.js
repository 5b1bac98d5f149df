const board = document.querySelector(".board");
const rests = () => board && board.dataset.busy !== "true" && !document.querySelector("[data-watching]");
if (!rests()) return false;
const { version } = board.dataset;
return fetch(`/api/games/${board.dataset.game}`, { cache: "no-store" })
  .then(answer => answer.json())
  .then(told => {
    if (!rests() || board.dataset.version !== version || String(told.version) !== version) return false;
    const shown = [...document.querySelectorAll(".unit[data-unit]:not(.leaving)")].map(one => [one.dataset.unit, one.dataset.place]);
    return { told, shown };
  });
