// @ts-check
/**
 * Goes to another page of the program without loading it anew; `instead` of this one, if there is no way back to it.
 * @param {string} path
 */
export function go(path, instead = false) {
  if (instead) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
}
