//! Germany 1813 as it comes with the program: data, scenarios, random games, and what they show to whom.

mod faulty_data;
mod map;
mod positions;
mod printed_tables;
mod random_games;
mod scenarios;
mod secrets;
