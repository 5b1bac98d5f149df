// Where the places of a map are, hexes or boxes; it comes with the map.

import { Hexes } from "./hexes.js";
import { Boxes } from "./boxes.js";

/** Boxes have ways between them; the neighbours of a hex are found by looking. */
export const placesOf = sheet => sheet.ways ? new Boxes(sheet) : new Hexes(sheet);
