// @ts-check
// Where the places of a map are, hexes or boxes; it comes with the map.

import { Boxes } from "./boxes.js";
import { Hexes } from "./hexes.js";

/**
 * Boxes have ways between them; the neighbours of a hex are found by looking.
 * @param {Wire.MapSheet} sheet
 */
export const spotsOf = sheet => (sheet.ways ? new Boxes(sheet) : new Hexes(sheet));
