//! `cargo run --package sabretache-browser -- pan`: how heavy the Dresden board is, when it is painted, and what moving it costs.

use browser::board::Board;
use browser::browser::{Browser, DESK};
use browser::pan::{arrival, pan};
use browser::server::Server;
use browser::trace::Figures;

const HELP: &str = "\
cargo run --package sabretache-browser -- pan    the Dresden board in Chromium: bytes, paint, frames, script
                                                 (`cargo xtask browser` installs Chromium)";

#[tokio::main]
async fn main() {
    if std::env::args().skip(1).ne(["pan".to_owned()]) {
        println!("{HELP}");
        return;
    }
    let server = Server::start();
    let browser = Browser::open(server.url(), DESK).await;
    let board = Board::begin(&browser, "dresden", &[("french", "here"), ("allied", "here")]).await;
    let path = format!("/game/{}", board.game().await);
    let drawn = "document.querySelectorAll('.unit[data-unit]').length > 50";
    let come = arrival(&browser, &path, drawn).await;
    println!("Dresden, cold cache: {} bytes over the wire in {} answers", come.bytes, come.answers.len());
    let mut heaviest = come.answers.clone();
    heaviest.sort_by_key(|(_, bytes)| std::cmp::Reverse(*bytes));
    for (address, bytes) in heaviest.iter().take(6) {
        println!("  {bytes:>8}  {}", address.trim_start_matches(server.url()));
    }
    println!(
        "first contentful paint {:.0} ms, largest {:.0} ms, counters on the map {:.0} ms",
        come.first_contentful_paint, come.largest_contentful_paint, come.drawn
    );
    let found = pan(&browser).await;
    print("dragging the board", &found.board.drag);
    print("dragging on a nearly empty page", &found.empty.drag);
    print("zooming the board", &found.board.zoom);
    print("zooming on a nearly empty page", &found.empty.zoom);
}

fn print(what: &str, figures: &Figures) {
    println!(
        "{what}: {} frames, one every {:.1} ms (95th percentile {:.1} ms); script a frame {:.2} ms (95th \
         percentile {:.2} ms); {} layouts, {} style recalculations of at most {} elements, {} paints",
        figures.frames,
        figures.frame_median,
        figures.frame_95,
        figures.script_median,
        figures.script_95,
        figures.layouts,
        figures.style_recalculations,
        figures.most_elements,
        figures.paints
    );
}
