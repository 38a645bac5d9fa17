//! Where nobody can win: the Alician positions that neither side can force, what they have in common, and the
//! smallest of them. Turns tables into a survey; how positions look in text is for the caller to say.

use std::fmt::Write;

use damier_core::{Alician, Color, Move, Position, Reading, Rules};

use crate::game::Tabled;
use crate::index::Layout;
use crate::material::Material;
use crate::pack::Contents;
use crate::placements::Placements;
use crate::tables::Tables;
use crate::wld::Wld;

/// The undecided positions under one reading.
#[derive(Clone, Debug)]
pub struct Survey {
    /// The reading.
    pub reading: Reading,
    /// The classes that were looked at, by the side to move.
    pub classes: Vec<ClassSurvey>,
    /// How many undecided positions were looked at more closely.
    pub looked_at: u64,
    /// Of these, how many have a property.
    pub common: Vec<(Property, u64)>,
    /// For each class with undecided positions one that comes back after the fewest plies.
    pub examples: Vec<Example>,
}

/// The undecided positions of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassSurvey {
    /// The class.
    pub material: Material,
    /// Positions in which the game is not over.
    pub open: u64,
    /// Those that neither side can force.
    pub undecided: u64,
    /// Undecided positions by how many of the side's and of the other's pieces stand on A.
    pub on_a: Vec<([u8; 2], u64)>,
}

/// Something that undecided positions may have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    /// Two pieces a side.
    TwoASide,
    /// Each side has a king.
    KingEach,
    /// No man of the side to move can move.
    MenStuck,
    /// No man of the other side could move if it were its turn.
    OtherMenStuck,
    /// The side to move has a capture.
    Capture,
    /// Only one move does not lose.
    OnlyMove,
    /// The position can come back after four plies, none of them a mistake.
    FourPlies,
}

impl Property {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::TwoASide,
        Self::KingEach,
        Self::MenStuck,
        Self::OtherMenStuck,
        Self::Capture,
        Self::OnlyMove,
        Self::FourPlies,
    ];

    /// In words.
    pub const fn text(self) -> &'static str {
        match self {
            Self::TwoASide => "two pieces against two",
            Self::KingEach => "each side has a king",
            Self::MenStuck => "the side to move has no move with a man",
            Self::OtherMenStuck => "the other side would have no move with a man",
            Self::Capture => "the side to move has a capture",
            Self::OnlyMove => "only one move does not lose",
            Self::FourPlies => "the position can come back after four plies without a mistake",
        }
    }
}

/// An undecided position and how it comes back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The position.
    pub position: Alician,
    /// Moves that keep the balance and lead back to it; empty if no short way is known.
    pub cycle: Vec<Move>,
}

/// How many undecided positions of a class are looked at closely.
const CLOSELY: u64 = 20_000;
/// Longest way back that is searched.
const LONGEST_CYCLE: usize = 4;

/// Looks at all classes of so many pieces. `pace` is told how many positions more are done and says whether to go on.
/// Nothing if a table is missing or the caller stops.
pub fn survey(
    tables: &Tables<Alician>,
    reading: Reading,
    pieces: u32,
    pace: &dyn Fn(u64) -> bool,
) -> Option<Survey> {
    let mut survey = Survey {
        reading,
        classes: vec![],
        looked_at: 0,
        common: Property::ALL.map(|p| (p, 0)).to_vec(),
        examples: vec![],
    };
    for material in Material::all(pieces) {
        let stats = tables
            .stats(material, Contents::Values)
            .or_else(|| tables.stats(material, Contents::Distances))?;
        let mut class = ClassSurvey {
            material,
            open: 0,
            undecided: 0,
            on_a: vec![],
        };
        for part in &stats.parts {
            let on_a = [part.on_a[0] + part.on_a[2], part.on_a[1] + part.on_a[3]];
            let draws = part.all[Wld::Draw as usize];
            class.undecided += draws;
            if on_a[0] > 0 && on_a[1] > 0 {
                class.open += part.positions();
            }
            if draws > 0 {
                match class.on_a.iter_mut().find(|(spread, _)| *spread == on_a) {
                    Some((_, count)) => *count += draws,
                    None => class.on_a.push((on_a, draws)),
                }
            }
        }
        class.on_a.sort_unstable();
        if class.undecided > 0 {
            look_closely(tables, reading, &class, &mut survey, pace)?;
        }
        survey.classes.push(class);
    }
    Some(survey)
}

fn look_closely(
    tables: &Tables<Alician>,
    reading: Reading,
    class: &ClassSurvey,
    survey: &mut Survey,
    pace: &dyn Fn(u64) -> bool,
) -> Option<()> {
    const BATCH: u64 = 1 << 16;
    let rules = Rules::Alician(reading);
    let layout = Layout::new(class.material, rules.boards());
    let placements = Placements::new(layout);
    let every = class.undecided.div_ceil(CLOSELY);
    let mut number = 0;
    let mut best: Option<Example> = None;
    let mut lists = vec![];
    for index in 0..layout.size {
        if index % BATCH == BATCH - 1 && !pace(BATCH) {
            return None;
        }
        let position = placements
            .boards(index)
            .and_then(|boards| Alician::place(rules, Color::White, boards));
        let Some(position) = position else {
            continue;
        };
        if position.decided().is_some() || tables.value(&position, &mut lists)?.0 != Wld::Draw {
            continue;
        }
        number += 1;
        if number % every != 0 {
            continue;
        }
        let cycle = shortest_cycle(tables, &position);
        survey.looked_at += 1;
        for (property, count) in &mut survey.common {
            *count += u64::from(has(tables, &position, &cycle, *property));
        }
        let length = |cycle: &[Move]| {
            if cycle.is_empty() {
                usize::MAX
            } else {
                cycle.len()
            }
        };
        if best
            .as_ref()
            .is_none_or(|best| length(&cycle) < length(&best.cycle))
        {
            best = Some(Example { position, cycle });
        }
    }
    survey.examples.extend(best);
    Some(())
}

fn has(tables: &Tables<Alician>, position: &Alician, cycle: &[Move], property: Property) -> bool {
    let sides = [position.turn(), !position.turn()].map(|side| position.material(side));
    match property {
        Property::TwoASide => sides.iter().all(|[men, kings]| men + kings == 2),
        Property::KingEach => sides.iter().all(|[_, kings]| *kings > 0),
        Property::MenStuck => !a_man_moves(position),
        Property::OtherMenStuck => {
            let mut setup = position.setup();
            setup.turn = Some(!position.turn());
            position
                .with_setup(&setup)
                .is_ok_and(|other| !a_man_moves(&other))
        }
        Property::Capture => position.legal_moves().iter().any(Move::is_capture),
        Property::OnlyMove => keeping(tables, position).len() == 1,
        Property::FourPlies => cycle.len() == 4,
    }
}

fn a_man_moves(position: &Alician) -> bool {
    let is_man = |mv: &Move| {
        position
            .piece_at(mv.from)
            .is_some_and(|(_, piece)| !piece.king)
    };
    position.legal_moves().iter().any(is_man)
}

/// The moves that do not lose an undecided position.
fn keeping(tables: &Tables<Alician>, position: &Alician) -> Vec<(Move, Alician)> {
    let moves = position.legal_moves();
    let next = moves.iter().map(|&mv| {
        let mut next = *position;
        next.play_unchecked(&mv);
        (mv, next)
    });
    next.filter(|(_, next)| tables.probe(next) == Some(Wld::Draw))
        .collect()
}

/// The shortest way back to a position by moves that keep the balance; empty if it is longer than four plies.
fn shortest_cycle(tables: &Tables<Alician>, start: &Alician) -> Vec<Move> {
    let mut cycle = vec![];
    if returns(tables, start, start, LONGEST_CYCLE, &mut cycle) {
        cycle.reverse();
        return cycle;
    }
    vec![]
}

/// Whether a number of plies can lead to a position; the moves, the last first.
fn returns(
    tables: &Tables<Alician>,
    from: &Alician,
    to: &Alician,
    plies: usize,
    moves: &mut Vec<Move>,
) -> bool {
    if plies == 0 {
        return from == to;
    }
    keeping(tables, from).iter().any(|(mv, next)| {
        let found = returns(tables, next, to, plies - 1, moves);
        if found {
            moves.push(*mv);
        }
        found
    })
}

/// How positions and moves look in a page.
pub struct Words<'a> {
    /// The FEN of a position.
    pub fen: &'a dyn Fn(&Alician) -> String,
    /// Its diagram in lines of text.
    pub diagram: &'a dyn Fn(&Alician) -> String,
}

/// The page about all surveys, in Markdown.
pub fn page(surveys: &[Survey], words: &Words) -> String {
    let mut page = String::from(OPENING);
    let write = |page: &mut String| -> std::fmt::Result {
        overview(surveys, page)?;
        for survey in surveys {
            chapter(survey, words, page)?;
        }
        Ok(())
    };
    // Writing to a string does not fail.
    let _ = write(&mut page);
    page
}

const OPENING: &str = "\
# Draws in Alician draughts

The source of the game says that a draw is impossible. With few pieces that can be decided: the endgame tables give the
value of every position. A position is *undecided* if neither side can force a win; with best play such a game never
ends, and the rules have no other end for it. Below, *class* `1102` means one man and one king of the side to move
against two kings, on whatever boards. Counts are of positions with the pieces as seen by the side to move; each
stands for two positions, one with each side to move.

This page is written by `damier egdb draws`. Do not edit it.

";

fn overview(surveys: &[Survey], page: &mut String) -> std::fmt::Result {
    writeln!(
        page,
        "| reading | pieces | positions, game not over | undecided | share |"
    )?;
    writeln!(page, "|---|---|---|---|---|")?;
    for survey in surveys {
        let mut pieces: Vec<u32> = survey.classes.iter().map(|c| c.material.pieces()).collect();
        pieces.sort_unstable();
        pieces.dedup();
        for pieces in pieces {
            let of = survey
                .classes
                .iter()
                .filter(|c| c.material.pieces() == pieces);
            let (open, undecided) =
                of.fold((0, 0), |(open, un), c| (open + c.open, un + c.undecided));
            writeln!(
                page,
                "| {} | {pieces} | {} | {} | {} |",
                survey.reading,
                grouped(open),
                grouped(undecided),
                share(undecided, open),
            )?;
        }
    }
    writeln!(page)
}

fn chapter(survey: &Survey, words: &Words, page: &mut String) -> std::fmt::Result {
    let rules = Rules::Alician(survey.reading);
    writeln!(page, "## {} (`{rules}`)\n", survey.reading)?;
    let undecided = || survey.classes.iter().filter(|class| class.undecided > 0);
    if undecided().next().is_none() {
        return writeln!(page, "Every position is decided.\n");
    }
    writeln!(
        page,
        "| class | positions, game not over | undecided | share | pieces on A: own, other |"
    )?;
    writeln!(page, "|---|---|---|---|---|")?;
    for class in undecided() {
        let spreads: Vec<String> = class
            .on_a
            .iter()
            .map(|([own, other], count)| format!("{own}, {other}: {}", grouped(*count)))
            .collect();
        writeln!(
            page,
            "| {} | {} | {} | {} | {} |",
            class.material,
            grouped(class.open),
            grouped(class.undecided),
            share(class.undecided, class.open),
            spreads.join("; "),
        )?;
    }
    writeln!(
        page,
        "\nAll other classes are decided throughout. What undecided positions have in common ({} looked at):\n",
        grouped(survey.looked_at)
    )?;
    for (property, count) in &survey.common {
        writeln!(
            page,
            "- {}: {}",
            property.text(),
            share(*count, survey.looked_at)
        )?;
    }
    writeln!(page, "\nFor each class one that comes back soonest:\n")?;
    for example in &survey.examples {
        let moves: Vec<String> = example.cycle.iter().map(ToString::to_string).collect();
        let line = if moves.is_empty() {
            "it does not come back within four plies".to_owned()
        } else {
            format!("{} and the position is back", moves.join(" "))
        };
        writeln!(page, "`{}`: {line}\n", (words.fen)(&example.position))?;
        writeln!(page, "```text\n{}```\n", (words.diagram)(&example.position))?;
    }
    Ok(())
}

/// A number with its thousands apart.
fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A share in per cent; never rounded to none or to all.
fn share(part: u64, whole: u64) -> String {
    if part == 0 {
        return "none".to_owned();
    }
    if part == whole {
        return "all".to_owned();
    }
    let percent = 100.0 * part as f64 / whole as f64;
    if percent < 0.01 {
        format!("{percent:.5} %")
    } else {
        format!("{:.2} %", percent.min(99.99))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_easy_to_read() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_000), "1,000");
        assert_eq!(grouped(531_576_960), "531,576,960");
        assert_eq!(share(0, 7), "none");
        assert_eq!(share(7, 7), "all");
        assert_eq!(share(999_999, 1_000_000), "99.99 %");
        assert_eq!(share(35_106, 531_576_960), "0.00660 %");
        assert_eq!(share(1, 4), "25.00 %");
    }
}
