//! Maps from GeoJSON, and the drawing of maps and counters as SVG.
