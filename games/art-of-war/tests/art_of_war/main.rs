//! The data of Napoleon's Art of War: what was printed, what is written about it, and what is said when it is faulty.

mod documentation;
mod examples;
mod faulty_data;
mod printed_tables;
mod scenario_fields;
