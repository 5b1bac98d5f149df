//! The rulebook, a file a chapter.

pub(crate) mod r03_sequence;
pub(crate) mod r03_turn;
pub(crate) mod r04_movement;
pub(crate) mod r05_duties;
pub(crate) mod r05_preconditions;
pub(crate) mod r06_resolution;
pub(crate) mod r06_retreat;
pub(crate) mod r06_strength;
pub(crate) mod r07_reinforcement;
pub(crate) mod r08_night;
pub(crate) mod r09_terrain;
pub(crate) mod r10_stacking;
pub(crate) mod r11_reserves;
pub(crate) mod r12_klenau;
pub(crate) mod r14_garrisons;
pub(crate) mod r15_coordination;
pub(crate) mod r16_morale;
pub(crate) mod r17_reorganization;
pub(crate) mod r18_dresden_victory;
pub(crate) mod r19_restrictions;
pub(crate) mod r20_integrity;
pub(crate) mod r21_fresh_strength;
pub(crate) mod r22_weather;
pub(crate) mod r23_eylau_victory;
