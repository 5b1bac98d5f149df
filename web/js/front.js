// @ts-check
// Where the armies face each other: what a game opens with.

/**
 * @param {Page.Point} a
 * @param {Page.Point} b
 */
const apart = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

/**
 * The points of both sides that are at the front: those nearest to an enemy, and their neighbours in the line. With one side alone,
 * all of it.
 * @param {Page.Point[]} own
 * @param {Page.Point[]} enemies
 * @param {number} depth  how much farther from the enemy somebody may be who still belongs to the front
 */
export function front(own, enemies, depth) {
  if (!own.length || !enemies.length) return [...own, ...enemies];
  /** @param {Page.Point} from @param {Page.Point[]} to */
  const nearest = (from, to) => to.reduce((best, point) => (apart(from, point) < apart(from, best) ? point : best), to[0]);
  const paired = own.map(point => ({ point, enemy: nearest(point, enemies) }));
  const least = Math.min(...paired.map(({ point, enemy }) => apart(point, enemy)));
  const near = paired.filter(({ point, enemy }) => apart(point, enemy) <= least + depth);
  return near.flatMap(({ point, enemy }) => [point, enemy]);
}

/**
 * One of one's own and the enemy nearest to him: where neither side can see the other on one screen, the way between them is shown
 * if it is not too long.
 * @param {Page.Point[]} own
 * @param {Page.Point[]} enemies
 * @returns {Page.Point[]}
 */
export function closest(own, enemies) {
  const pairs = own.flatMap(point => enemies.map(enemy => [point, enemy]));
  return pairs.reduce((best, pair) => (!best.length || apart(pair[0], pair[1]) < apart(best[0], best[1]) ? pair : best), []);
}

/**
 * A rectangle around points, with some room.
 * @param {Page.Point[]} points
 * @param {number} room
 * @returns {Page.Rectangle | null}
 */
export function around(points, room) {
  if (!points.length) return null;
  const [xs, ys] = [points.map(point => point.x), points.map(point => point.y)];
  const [left, top] = [Math.min(...xs) - room, Math.min(...ys) - room];
  return { x: left, y: top, width: Math.max(...xs) + room - left, height: Math.max(...ys) + room - top };
}

/**
 * The part of the map, no larger than can be seen at once, where most of both sides face each other: a siege far away does not
 * draw the eye from the armies.
 * @param {Page.Point[]} own
 * @param {Page.Point[]} enemies
 * @param {Page.Point[]} points  those at the front
 * @param {{ width: number, height: number }} window
 */
export function thickest(own, enemies, points, { width, height }) {
  /** @param {Page.Point} centre */
  const within = centre => (/** @type {Page.Point} */ point) =>
    Math.abs(point.x - centre.x) <= width / 2 && Math.abs(point.y - centre.y) <= height / 2;
  /** @param {Page.Point} centre */
  const worth = centre => {
    const [ours, theirs] = [own.filter(within(centre)).length, enemies.filter(within(centre)).length];
    // Where the sides are too far apart to be seen at once, one's own come first.
    return Math.min(ours, theirs) + ours / 100 + theirs / 10_000;
  };
  const best = points.reduce((centre, point) => (worth(point) > worth(centre) ? point : centre), points[0]);
  return best ? points.filter(within(best)) : points;
}
