//! What differs between the four campaigns of the series (B and V cases): sieges, garrisons, supply, absorbed strength.
//! Read from `campaigns.toml`. Germany 1813 is the one that is played; the others can be chosen for a transcribed set-up.

use std::collections::BTreeMap;

use board::Fault;
use toml::Spanned;

use board::textfile::{Findings, Provenance};

board::words! {
    /// What limits a unit that takes in strength points (3.3f, C.c).
    pub enum Ceiling {
        /// Its strength at the start of the scenario.
        Start = "start", "strength at the start";
        /// The boxes of its roster line.
        Roster = "roster";
    }
}

board::rows! {
    /// Where an army draws its supply (4.4a).
    #[derive(PartialEq, Eq)]
    pub struct Supply {
        years: String,
        army: String,
        sources: Vec<String>,
        /// A source that the book describes instead of naming it.
        special_source [default]: Option<String>,
    }

    /// Troops that use another nation's dummies and Force markers.
    #[derive(PartialEq, Eq)]
    pub struct BorrowedMarkers {
        troops: String,
        markers: String,
        after_changing_sides [default]: Option<String>,
    }

    /// An identified counter that can serve as a detachment (V.dan.mortier).
    #[derive(PartialEq, Eq)]
    pub struct LentDetachment {
        counter: String,
        scenarios: Vec<u8>,
        from: String,
        /// Strength points at most.
        strength: u8,
    }

    /// A siege that has begun before the first turn (V.pol.graudenz).
    #[derive(PartialEq, Eq)]
    pub struct StandingSiege {
        scenario: u8,
        city: String,
        step: u8,
        /// It goes no further while the besieger has no line of communication.
        needs_line: bool,
    }

    /// Destroyed units that SP reinforcements bring back (V.pol.rebuild).
    #[derive(PartialEq, Eq)]
    pub struct Rebuilding {
        scenario: u8,
        beside: String,
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Campaign {
    pub id: String,
    pub name: String,
    pub turn_days: u8,
    /// For each step that is thrown for, the lowest modified die on which the city falls; the last step repeats (T.siege).
    siege: Vec<u8>,
    /// Die modifier unless the besieger has double strength (8.8j).
    pub siege_unless_double: i8,
    /// Die modifiers of cities in poor repair (B.8.8b).
    siege_modifiers: BTreeMap<String, i8>,
    garrison_units: u8,
    pub garrison_detachments: u8,
    pub large_cities: Vec<String>,
    large_city_units: u8,
    pub strength_ceiling: Ceiling,
    /// SP reinforcements that a unit may take in a turn.
    pub strength_per_unit: u8,
    /// Whether SP reinforcements that find no unit wait for another turn.
    pub strength_kept: bool,
    pub reserve_artillery: bool,
    pub supply: Vec<Supply>,
    pub borrowed_markers: Vec<BorrowedMarkers>,
    pub lent_detachments: Vec<LentDetachment>,
    pub standing_sieges: Vec<StandingSiege>,
    pub rebuilding: Vec<Rebuilding>,
    /// Cases that the file puts into figures.
    pub cases: Vec<String>,
}

impl Campaign {
    /// Steps that are thrown for: S2 is step 0.
    pub fn siege_steps(&self) -> u8 {
        self.siege.len() as u8
    }

    /// The lowest modified die on which a city falls at this step (S2 is 0); later steps repeat the last.
    pub fn siege_falls_from(&self, step: u8) -> u8 {
        self.siege[usize::from(step).min(self.siege.len() - 1)]
    }

    pub fn city_falls(&self, step: u8, modified_die: i32) -> bool {
        modified_die >= i32::from(self.siege_falls_from(step))
    }

    pub fn siege_modifier(&self, city: &str) -> i8 {
        self.siege_modifiers.get(city).copied().unwrap_or(0)
    }

    /// Identified units that find room inside a fortified city; a detachment goes in besides (8.8e, B.8.8a).
    pub fn garrison_units(&self, city: &str) -> u8 {
        if self.large_cities.iter().any(|large| large == city) { self.large_city_units } else { self.garrison_units }
    }

    /// Every source of the campaign.
    pub fn supplies(&self) -> &[Supply] {
        &self.supply
    }

    /// The campaign as it was in one of its years; `None` if it knows no such year.
    pub fn in_year(&self, year: &str) -> Option<Campaign> {
        let mut campaign = self.clone();
        campaign.supply.retain(|row| row.years == year);
        (!campaign.supply.is_empty()).then_some(campaign)
    }

    /// Whether any source of these years is in force.
    pub(crate) fn has_year(&self, year: &str) -> bool {
        self.supply.iter().any(|row| row.years == year)
    }

    /// Where an army draws its supply in a year of the campaign.
    pub fn supply_of(&self, years: &str, army: &str) -> Option<&Supply> {
        self.supply.iter().find(|row| row.years == years && row.army == army)
    }

    /// Whose dummies and Force markers these troops use, if not their own.
    pub fn markers_of(&self, troops: &str, changed_sides: bool) -> Option<&str> {
        let row = self.borrowed_markers.iter().find(|row| row.troops == troops)?;
        let after = row.after_changing_sides.as_deref().filter(|_| changed_sides);
        Some(after.unwrap_or(&row.markers))
    }

    /// The identified counters of a scenario that can serve as detachments.
    pub fn lent_detachments(&self, scenario: u8) -> impl Iterator<Item = &LentDetachment> {
        self.lent_detachments.iter().filter(move |row| row.scenarios.contains(&scenario))
    }

    /// Sieges that have begun before the first turn of a scenario.
    pub fn standing_sieges(&self, scenario: u8) -> impl Iterator<Item = &StandingSiege> {
        self.standing_sieges.iter().filter(move |row| row.scenario == scenario)
    }

    /// Whether SP reinforcements can bring back destroyed units in a scenario.
    pub fn rebuilds(&self, scenario: u8) -> bool {
        self.rebuilding.iter().any(|row| row.scenario == scenario)
    }
}

board::rows! {
    struct File {
        #[serde(rename = "provenance")]
        _provenance: Provenance,
        campaign: Vec<Spanned<Row>>,
    }

    struct Row {
        id: Spanned<String>,
        name: String,
        turn_days: u8,
        siege: Spanned<Vec<u8>>,
        siege_unless_double: i8,
        siege_modifiers [default]: BTreeMap<String, i8>,
        garrison_units: u8,
        garrison_detachments: u8,
        large_cities: Vec<String>,
        large_city_units: u8,
        strength_ceiling: Ceiling,
        strength_per_unit: u8,
        strength_kept: bool,
        reserve_artillery: bool,
        cases: Vec<String>,
        supply: Vec<Spanned<Supply>>,
        dummies [default]: Vec<BorrowedMarkers>,
        lent_detachment [default]: Vec<LentDetachment>,
        standing_siege [default]: Vec<StandingSiege>,
        rebuilding [default]: Vec<Rebuilding>,
    }
}

/// The campaigns of the series.
#[derive(Clone, Debug)]
pub struct Campaigns {
    campaigns: Vec<Campaign>,
}

impl Campaigns {
    pub fn parse(name: &str, text: &str) -> Result<Campaigns, Vec<Fault>> {
        let (file, mut found) = Findings::read::<File>(name, text)?;
        let mut campaigns: Vec<Campaign> = Vec::new();
        for row in file.campaign {
            let at = row.span().start;
            let row = row.into_inner();
            let id = row.id.get_ref();
            if campaigns.iter().any(|other| other.id == *id) {
                found.at(&row.id, format!("there are two campaigns `{id}`"));
            }
            let dice = row.siege.get_ref();
            if dice.is_empty() || dice.iter().any(|die| !(1..=6).contains(die)) {
                found.at(&row.siege, "a siege lists dice from 1 to 6, one for each step");
            }
            if row.supply.is_empty() {
                found.offset(at, format!("the campaign `{id}` names no source of supply"));
            }
            for supply in &row.supply {
                if supply.get_ref().sources.is_empty() && supply.get_ref().special_source.is_none() {
                    let sentence = format!("{} has no source of supply", supply.get_ref().army);
                    found.at(supply, sentence);
                }
            }
            campaigns.push(Campaign {
                id: row.id.into_inner(),
                name: row.name,
                turn_days: row.turn_days,
                siege: row.siege.into_inner(),
                siege_unless_double: row.siege_unless_double,
                siege_modifiers: row.siege_modifiers,
                garrison_units: row.garrison_units,
                garrison_detachments: row.garrison_detachments,
                large_cities: row.large_cities,
                large_city_units: row.large_city_units,
                strength_ceiling: row.strength_ceiling,
                strength_per_unit: row.strength_per_unit,
                strength_kept: row.strength_kept,
                reserve_artillery: row.reserve_artillery,
                supply: row.supply.into_iter().map(Spanned::into_inner).collect(),
                borrowed_markers: row.dummies,
                lent_detachments: row.lent_detachment,
                standing_sieges: row.standing_siege,
                rebuilding: row.rebuilding,
                cases: row.cases,
            });
        }
        if !campaigns.iter().any(|campaign| campaign.id == "germany") {
            found.whole("the campaign `germany` is missing, and it is the one that is played");
        }
        found.finish(Campaigns { campaigns })
    }

    pub fn all(&self) -> &[Campaign] {
        &self.campaigns
    }

    pub fn find(&self, id: &str) -> Option<&Campaign> {
        self.campaigns.iter().find(|campaign| campaign.id == id)
    }

    pub fn germany(&self) -> &Campaign {
        self.find("germany").expect("a list without Germany is not read")
    }
}
