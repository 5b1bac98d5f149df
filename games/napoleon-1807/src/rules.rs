//! The rulebook, one file a chapter.

mod r03_moments;
mod r03_reasons;
mod r03_sequence;
mod r03_standing;
pub(crate) mod r04_movement;
mod r05_zones;
mod r06_stacks;
mod r07_rifle;
mod r08_combat;
mod r08_duties;
mod r08_retreat;
mod r08_strength;
mod r09_charge;
mod r09_reactions;
mod r10_artillery;
mod r11_commanders;
mod r12_reorganization;
mod r13_squares;
mod s_scenarios;
pub(crate) mod t_terrain;
