//! Germany 1813 as it comes with the program: data and scenarios.

mod faulty_data;
mod map;
mod positions;
mod printed_tables;
mod scenarios;
