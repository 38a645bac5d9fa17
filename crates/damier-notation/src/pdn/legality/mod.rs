//! Whether the moves of a game are legal, as a pass of its own over the tree. Knows nothing of text beyond a move's.
//!
//! Each line, the main line and every variation, is gone through by itself from the position where it starts, so
//! nesting costs no stack. Within a line, every way to understand an ambiguous move is followed until the moves after
//! it decide.

mod line;
mod text;

pub(super) use text::read_setup;

use damier_core::{
    Alician, AnyPosition, Board10, Move, MoveList, Position, Rules, SetupError, Single,
    with_position,
};

use super::problem::{Problem, ProblemKind, Problems, Span};
use super::tree::{Game, Item};
use crate::fen;

/// What became of an item of a game's body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Step {
    /// It is no move, or was not reached.
    #[default]
    None,
    /// A move.
    Move(Move),
    /// A move that fits its text as others do; this one was taken to go on.
    Guess(Move),
    /// A part of the capture at the move before.
    Part,
}

impl Step {
    /// The move played.
    pub fn mv(&self) -> Option<&Move> {
        match self {
            Self::Move(mv) | Self::Guess(mv) => Some(mv),
            _ => None,
        }
    }
}

/// The moves of a game as played.
#[derive(Clone, Debug, Default)]
pub struct Resolution {
    /// The start position, if the game is played here and its FEN is good. A diagram without a side to move has none.
    pub start: Option<AnyPosition>,
    /// What became of each item of the body.
    pub steps: Vec<Step>,
    /// What is wrong with the moves.
    pub problems: Vec<Problem>,
    /// Moves played, variations included.
    pub moves: u64,
    /// Moves of the text that were not played: illegal, ambiguous or behind such a one.
    pub unresolved: u64,
}

impl Resolution {
    /// Whether every move was played, in a game that is played here.
    pub fn is_complete(&self) -> bool {
        self.unresolved == 0 && (self.start.is_some() || self.problems.is_empty())
    }

    /// The positions of the main line: the start, and the one after each move or set-up command, with the place of
    /// that item in the body.
    pub fn positions<'a>(
        &'a self,
        game: &'a Game,
    ) -> impl Iterator<Item = (Option<usize>, AnyPosition)> + 'a {
        let mut now = self.start;
        let start = self.start.map(|p| (None, p));
        let rest = game.main_line().map_while(move |(i, item)| {
            let position = now?;
            match (self.steps.get(i)?, item) {
                (Step::Move(mv) | Step::Guess(mv), _) => now = Some(play(&position, mv)),
                (Step::None, Item::Setup(text)) => now = setup(&position, text).ok(),
                (Step::None, Item::Move(_) | Item::Unknown) => now = None,
                _ => return Some(None),
            }
            // Behind a move that is not known there is nothing but a set-up command, which few games have.
            Some(now.map(|p| (Some(i), p)))
        });
        start.into_iter().chain(rest.flatten())
    }
}

fn play(position: &AnyPosition, mv: &Move) -> AnyPosition {
    with_position!(*position, |p| {
        let mut next = p;
        next.play_unchecked(mv);
        next.into()
    })
}

/// The position of a set-up command in a game of the same rules.
fn setup(position: &AnyPosition, text: &str) -> Result<AnyPosition, ProblemKind> {
    let setup = fen::read(text).map_err(ProblemKind::Fen)?.setup;
    position
        .rules()
        .position(&setup)
        .map_err(ProblemKind::Setup)
}

/// Plays the moves of a game.
pub fn resolve(game: &Game) -> Resolution {
    Resolver::default().resolve(game)
}

/// Plays the moves of games. One that is kept needs no new memory for each game.
#[derive(Debug, Default)]
pub struct Resolver {
    legal: MoveList,
    fitting: Vec<Move>,
    closes: Vec<u32>,
    international: line::Room<Single>,
    alician: line::Room<Alician>,
}

impl Resolver {
    /// Plays the moves of a game.
    pub fn resolve(&mut self, game: &Game) -> Resolution {
        let mut resolution = Resolution {
            steps: vec![Step::None; game.body.len()],
            ..Resolution::default()
        };
        let mut problems = Problems::default();
        match start(game) {
            Ok(Some(start)) => {
                resolution.start = Some(start);
                self.match_variations(game);
                let mut work = line::Work {
                    game,
                    closes: &self.closes,
                    steps: &mut resolution.steps,
                    problems: &mut problems,
                    legal: &mut self.legal,
                    fitting: &mut self.fitting,
                    moves: 0,
                };
                match start {
                    AnyPosition::International(p) => work.game(p, &mut self.international),
                    AnyPosition::Alician(p) => work.game(p, &mut self.alician),
                }
                resolution.moves = work.moves;
            }
            Ok(None) => {}
            Err((span, kind)) => problems.push(span, kind),
        }
        let texts = game
            .body
            .iter()
            .filter(|n| matches!(n.item, Item::Move(_)))
            .count() as u64;
        let parts = resolution
            .steps
            .iter()
            .filter(|s| **s == Step::Part)
            .count() as u64;
        let guesses = resolution
            .steps
            .iter()
            .filter(|s| matches!(s, Step::Guess(_)))
            .count() as u64;
        resolution.unresolved = texts - parts - resolution.moves + guesses;
        resolution.problems = problems.finish();
        resolution
    }

    /// Where each variation ends, by the place of its opening.
    fn match_variations(&mut self, game: &Game) {
        let end = game.body.len() as u32;
        self.closes.clear();
        self.closes.resize(game.body.len(), end);
        let mut open: Vec<usize> = vec![];
        for (i, node) in game.body.iter().enumerate() {
            match node.item {
                Item::Open => open.push(i),
                Item::Close => {
                    if let Some(close) = open.pop().and_then(|o| self.closes.get_mut(o)) {
                        *close = i as u32;
                    }
                }
                _ => {}
            }
        }
    }
}

/// The position in which a game starts; none for a diagram.
fn start(game: &Game) -> Result<Option<AnyPosition>, (Span, ProblemKind)> {
    let span = |names: &[&str]| {
        let entry = game.header.iter().find(|entry| match &entry.item {
            super::HeaderItem::Tag { name, .. } => {
                names.iter().any(|n| n.eq_ignore_ascii_case(name))
            }
            _ => false,
        });
        entry.map(|e| e.span).unwrap_or_default()
    };
    let rules: Rules = game.rules().map_err(|refusal| match refusal {
        super::Refusal::GameType { .. } | super::Refusal::UnknownGameType { .. } => {
            (span(&["GameType"]), ProblemKind::Refused(refusal))
        }
        _ => (span(&["Variant"]), ProblemKind::Refused(refusal)),
    })?;
    match game.tag("FEN") {
        None => Ok(Some(rules.start())),
        Some(text) if text.trim().is_empty() => Ok(Some(rules.start())),
        Some(text) => {
            let at = || span(&["FEN"]);
            let setup = fen::read(text)
                .map_err(|e| (at(), ProblemKind::Fen(e)))?
                .setup;
            rules.position(&setup).map(Some).or_else(|errors| {
                // A diagram without a side to move is good to look at as long as nobody moves.
                let diagram = errors.0 == [SetupError::NoTurn] && game.plies() == 0;
                if diagram {
                    Ok(None)
                } else {
                    Err((at(), ProblemKind::Setup(errors)))
                }
            })
        }
    }
}

/// Both games are played on the same board.
pub(super) trait Ten: Position<Geometry = Board10> {}

impl<P: Position<Geometry = Board10>> Ten for P {}
