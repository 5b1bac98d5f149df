//! What random play of Jours de Gloire costs.

/// Search clones positions by the million.
#[test]
fn a_position_is_small() {
    let size = size_of::<jours_de_gloire::State>();
    assert!(size <= 16 * 1024, "a position takes {size} bytes");
}
