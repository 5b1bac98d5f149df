// @ts-check
/** Another page was asked for, and not one that has been left before. */
let anew = false;

/** Whether the page that is shown now is to begin at its top, however far down the last one was read. */
export function begins() {
  const was = anew;
  anew = false;
  return was;
}

/**
 * Goes to another page of the program without loading it anew; `instead` of this one, if there is no way back to it.
 * @param {string} path
 */
export function go(path, instead = false) {
  if (instead) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  anew = !instead;
  dispatchEvent(new PopStateEvent("popstate"));
}
