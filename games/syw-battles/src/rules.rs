//! The rulebook, one file a chapter: 3 to 7, then A to M.

mod r3_formations;
mod r4_zones;
mod r5_stacking;
mod r6_checks;
mod r6_disorganisation;
mod r7_weather;
mod ra_arrivals;
mod rb_initiative;
mod rb_moments;
mod rc_command;
mod rd_brigades;
mod rd_changes;
mod rd_movement;
mod rd_turning;
mod rf_entry;
mod rg_artillery;
mod rg_fire;
mod rg_infantry;
mod rg_sight;
mod rh_approach;
mod rh_charge;
mod rh_recoil;
mod rh_results;
mod ri_leaders;
mod rj_rally;
mod rk_rout;
mod rl_reorganisation;
mod rm_end;
mod s_scenarios;

pub(crate) use rg_sight::Screen;
