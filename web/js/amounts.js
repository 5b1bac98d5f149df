// @ts-check
// Points as players write them: whole, or with a fraction where the rules count in halves, thirds or quarters.

/** No rulebook divides a point more finely. */
const PARTS = 12;

/** Fractions that have a sign of their own, by twelfths. @type {{ [twelfths: number]: string }} */
const SIGNS = { 2: "⅙", 3: "¼", 4: "⅓", 6: "½", 8: "⅔", 9: "¾", 10: "⅚" };

/**
 * A number of points in signs: 2, ⅔, 1⅓.
 * @param {number} points
 */
export function amount(points) {
  const parts = Math.round(points * PARTS);
  // What is no such fraction is said as it is.
  if (points < 0 || Math.abs(points * PARTS - parts) > 1e-6) return String(points);
  const [whole, rest] = [Math.floor(parts / PARTS), parts % PARTS];
  if (!rest) return String(whole);
  const sign = SIGNS[rest];
  if (sign) return `${whole || ""}${sign}`;
  return `${whole ? `${whole} ` : ""}${rest}/${PARTS}`;
}
