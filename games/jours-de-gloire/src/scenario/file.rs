//! The rows of a scenario file as they are written.

use std::collections::BTreeMap;

use toml::Spanned;

use board::textfile::Provenance;
use kit::title::History;

board::rows! {
    pub(super) struct File {
        #[serde(rename = "provenance")]
        _provenance: Provenance,
        id: Spanned<String>,
        title: String,
        date: String,
        first_turn: Spanned<u8>,
        last_turn: Spanned<u8>,
        season: Spanned<String>,
        napoleon_counts [default]: bool,
        frontier_closed [default]: bool,
        armistice [default]: Option<ArmisticeRow>,
        deck: Spanned<Vec<u8>>,
        hypotheses [default]: Vec<Spanned<String>>,
        history: History,
        /// By army: leaders in the order in which they take over, a turn behind a name bars him until then.
        commanders: BTreeMap<String, Spanned<Vec<Spanned<String>>>>,
        setup: Vec<SetupRow>,
        siege [default]: Vec<SiegeRow>,
        entrenchment [default]: Vec<EntrenchmentRow>,
        /// Lettered counters that can be made detachments of (6.1a).
        detachments: Vec<Spanned<String>>,
        dummies: SideRow<DummyRow>,
        autumn_dummies [default]: Option<SideRow<DummyRow>>,
        pontoons: SideRow<u8>,
        arrival [default]: Vec<Spanned<ArrivalRow>>,
        strength [default]: Vec<Spanned<StrengthRow>>,
        leader [default]: Vec<Spanned<LeaderRow>>,
        closed [default]: Vec<ClosedRow>,
        defection [default]: Vec<Spanned<DefectionRow>>,
        victory: Vec<VictoryRow>,
    }

    pub(super) struct ArmisticeRow {
        marker: Spanned<u8>,
        /// `ends` or `passes`.
        then: Spanned<String>,
    }

    pub(super) struct SetupRow {
        #[serde(rename = "box")]
        place: Spanned<String>,
        counters: Vec<Spanned<String>>,
    }

    pub(super) struct SiegeRow {
        #[serde(rename = "box")]
        place: Spanned<String>,
        besieger: Spanned<String>,
        #[serde(default = "one")]
        step: u8,
        masked [default]: bool,
    }
}

fn one() -> u8 {
    1
}

board::rows! {
    pub(super) struct EntrenchmentRow {
        #[serde(rename = "box")]
        place: Spanned<String>,
        side: Spanned<String>,
    }

    pub(super) struct SideRow<T> {
        french: T,
        allied: T,
    }

    pub(super) struct DummyRow {
        infantry: u8,
        cavalry: u8,
    }

    pub(super) struct FlagRow {
        #[serde(rename = "box")]
        place: Spanned<String>,
        side: Spanned<String>,
    }

    /// Exactly one of `turn`, `armistice` and `restart` is given.
    pub(super) struct ArrivalRow {
        turn [default]: Option<u8>,
        armistice [default]: Option<u8>,
        restart [default]: Option<u8>,
        #[serde(default, rename = "box")]
        place: Option<Spanned<String>>,
        connection [default]: Option<Spanned<String>>,
        with [default]: Option<Spanned<String>>,
        counters: Vec<Spanned<String>>,
        arrives_on [default]: Option<Spanned<u8>>,
        needs [default]: Option<FlagRow>,
        option [default]: Option<Spanned<String>>,
    }

    pub(super) struct StrengthRow {
        turn [default]: Option<u8>,
        armistice [default]: Option<u8>,
        restart [default]: Option<u8>,
        nations: BTreeMap<crate::counters::Nation, u8>,
    }

    pub(super) struct LeaderRow {
        turn [default]: Option<u8>,
        armistice [default]: Option<u8>,
        restart [default]: Option<u8>,
        remove [default]: Option<Spanned<String>>,
        replace [default]: Option<Spanned<String>>,
        by [default]: Option<Spanned<String>>,
        option [default]: Option<Spanned<String>>,
        unless [default]: Option<Spanned<String>>,
        #[serde(rename = "reason")]
        _reason: String,
    }

    pub(super) struct ClosedRow {
        boxes: Vec<Spanned<String>>,
        until: FlagRow,
        reason: String,
    }

    pub(super) struct DefectionRow {
        turn [default]: Option<u8>,
        restart [default]: Option<u8>,
        counter: Spanned<String>,
        strength: u8,
        from_die: Spanned<u8>,
        reason: String,
    }

    pub(super) struct VictoryRow {
        #[serde(rename = "box")]
        place: Spanned<String>,
        points: u8,
        flag [default]: Option<Spanned<String>>,
    }
}
