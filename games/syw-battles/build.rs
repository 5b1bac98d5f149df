//! Embeds the title's data and examples.

fn main() {
    embed::data_of("syw-battles");
}
