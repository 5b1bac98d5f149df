// @ts-check
/**
 * Goes to another page of the program without loading it anew.
 * @param {string} path
 */
export function go(path) {
  history.pushState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
}
