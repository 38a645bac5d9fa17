//! From a request to a game: its rules, where it starts and what was done since. The server keeps no games: every
//! request brings its own, and a closed tab leaves nothing behind.

use axum::http::StatusCode;
use damier_core::{
    Alician, AnyPosition, Arbiter, ArbiterError, Bitboard, Board10, Game, IllegalMove, Move,
    Reading, Rules, SetupError, SetupErrors, Single, Square, SquareError,
};
use damier_endgame::{Tabled, Tables};
use damier_notation::movetext::{self, MoveTextError};
use damier_notation::{LettersProblem, PositionError, read_position};
use damier_search::Playable;
use serde::Deserialize;

use crate::error::{Detail, Refused};
use crate::state::Shared;

/// The longest game that is taken.
pub(crate) const MOST_ACTIONS: usize = 4_000;

/// A game that can be played here, by people and by the engine.
pub(crate) trait Played: Playable + Tabled + Into<AnyPosition> {
    /// The endgame tables for the rules of this position.
    fn tables<'a>(&self, shared: &'a Shared) -> &'a Tables<Self>;
}

impl Played for Single {
    fn tables<'a>(&self, shared: &'a Shared) -> &'a Tables<Self> {
        &shared.tables.international
    }
}

impl Played for Alician {
    fn tables<'a>(&self, shared: &'a Shared) -> &'a Tables<Self> {
        let reading = self.reading();
        let at = Reading::ALL.iter().position(|&r| r == reading);
        &shared.tables.alician[at.unwrap_or(0)]
    }
}

/// A game as a request tells it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameRequest {
    /// `international`, `alician`, ...; read off the start position if it is missing.
    pub(crate) rules: Option<String>,
    /// FEN or Hub string; the start position if it is missing.
    pub(crate) start: Option<String>,
    /// Moves; with an arbiter also `touch 32` and `correct`.
    #[serde(default)]
    pub(crate) moves: Vec<String>,
    /// An arbiter watches.
    #[serde(default)]
    pub(crate) arbiter: bool,
    /// A touched piece must move; needs an arbiter.
    #[serde(default)]
    pub(crate) touch_move: bool,
}

/// A game with or without an arbiter.
#[derive(Clone, Debug)]
pub(crate) enum Table<P: Played> {
    Free(Game<P>),
    Watched(Arbiter<P>),
}

/// A table of whatever game. Take it apart with [`with_table!`].
pub(crate) enum AnyTable {
    International(Table<Single>),
    Alician(Table<Alician>),
}

/// Runs the same code for whatever game a table is of.
macro_rules! with_table {
    ($any:expr, |$table:ident| $body:expr) => {
        match $any {
            $crate::game::AnyTable::International($table) => $body,
            $crate::game::AnyTable::Alician($table) => $body,
        }
    };
}
pub(crate) use with_table;

/// A move as hands make it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hand {
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) captured: Option<Bitboard>,
}

/// Why a move was not made.
#[derive(Debug)]
pub(crate) enum No {
    /// It fits several moves.
    Choose(Vec<Move>),
    /// The rules forbid it.
    Illegal(IllegalMove),
    /// The arbiter does.
    Arbiter(ArbiterError),
    /// It is no move at all.
    Text(MoveTextError),
    /// Anything else.
    Other(String),
}

impl From<ArbiterError> for No {
    fn from(error: ArbiterError) -> Self {
        match error {
            ArbiterError::Ambiguous { moves, .. } => Self::Choose(moves),
            ArbiterError::Illegal(why) => Self::Illegal(why),
            other => Self::Arbiter(other),
        }
    }
}

impl No {
    /// In words.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Choose(moves) => format!(
                "it may be any of {}",
                moves
                    .iter()
                    .map(ToString::to_string)
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
            Self::Illegal(why) => why.to_string(),
            Self::Arbiter(why) => why.to_string(),
            Self::Text(why) => why.to_string(),
            Self::Other(why) => why.clone(),
        }
    }
}

impl GameRequest {
    /// The game that is told of.
    pub(crate) fn table(&self) -> Result<AnyTable, Refused> {
        Ok(match self.start()? {
            AnyPosition::International(p) => AnyTable::International(self.replay(p)?),
            AnyPosition::Alician(p) => AnyTable::Alician(self.replay(p)?),
        })
    }

    fn start(&self) -> Result<AnyPosition, Refused> {
        let rules: Option<Rules> = match &self.rules {
            Some(name) => Some(
                name.parse()
                    .map_err(|e: damier_core::RulesError| Refused::bad(e.to_string()))?,
            ),
            None => None,
        };
        match self.start.as_deref().map(str::trim) {
            None | Some("" | "start") => Ok(rules.unwrap_or_default().start()),
            Some(text) => read_position(text, rules).map_err(|e| position_refused(&e)),
        }
    }

    fn replay<P: Played>(&self, start: P) -> Result<Table<P>, Refused> {
        if self.moves.len() > MOST_ACTIONS {
            return Err(Refused::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                format!(
                    "{} moves: expected at most {MOST_ACTIONS}",
                    self.moves.len()
                ),
            ));
        }
        let game = Game::new(start);
        let mut table = if self.arbiter {
            Table::Watched(Arbiter::new(game, self.touch_move))
        } else {
            Table::Free(game)
        };
        for (i, action) in self.moves.iter().enumerate() {
            table.act(action).map_err(|no| {
                Refused::bad(format!("move {} ({action:?}): {}", i + 1, no.text()))
            })?;
        }
        Ok(table)
    }
}

impl<P: Played> Table<P> {
    pub(crate) fn game(&self) -> &Game<P> {
        match self {
            Self::Free(game) => game,
            Self::Watched(arbiter) => arbiter.game(),
        }
    }

    /// Does again what was done before. Moves after a draw by rule are taken: records have them.
    fn act(&mut self, action: &str) -> Result<(), No> {
        match (self, action.trim()) {
            (Self::Watched(arbiter), "correct") => {
                arbiter.correct()?;
            }
            (Self::Watched(arbiter), action) if action.starts_with("touch ") => {
                let square = square(action.trim_start_matches("touch "))?;
                arbiter.touch(square)?;
            }
            (Self::Watched(arbiter), action) => {
                let hand = hand(arbiter.game().position(), action)?;
                arbiter.play(hand.from, hand.to, hand.captured)?;
            }
            (Self::Free(game), action) => {
                let mv = movetext::read(game.position(), action).map_err(no_text)?;
                game.play_past_draws(&mv).map_err(No::Illegal)?;
            }
        }
        Ok(())
    }

    /// Makes a move that a text names.
    pub(crate) fn play_text(&mut self, text: &str) -> Result<Move, No> {
        let hand = match self {
            Self::Free(game) => {
                let mv = movetext::read(game.position(), text).map_err(no_text)?;
                Hand {
                    from: mv.from,
                    to: mv.to,
                    captured: Some(mv.captured),
                }
            }
            Self::Watched(arbiter) => hand(arbiter.game().position(), text)?,
        };
        self.play(hand)
    }

    /// Makes a move. Without captured squares any move between the two squares is meant, if there is but one.
    pub(crate) fn play(&mut self, hand: Hand) -> Result<Move, No> {
        match self {
            Self::Watched(arbiter) => {
                arbiter.play(hand.from, hand.to, hand.captured)?;
            }
            Self::Free(game) => {
                let legal = game.position().legal_moves();
                let fits = |m: &&Move| {
                    m.from == hand.from
                        && m.to == hand.to
                        && hand.captured.is_none_or(|c| c == m.captured)
                };
                let fitting: Vec<Move> = legal.iter().filter(fits).copied().collect();
                let mv = match fitting.as_slice() {
                    [only] => *only,
                    [] => Move {
                        captured: hand.captured.unwrap_or_default(),
                        from: hand.from,
                        to: hand.to,
                        promotes: false,
                    },
                    _ => return Err(No::Choose(fitting)),
                };
                game.play(&mv)
                    .map_err(|why| explained(game.position(), hand, why))?;
            }
        }
        let made = self.game().moves().next_back().copied();
        made.ok_or_else(|| No::Other("no move was made".to_owned()))
    }
}

/// The reason without captured squares: those of a move that does not exist would only mislead.
fn explained<P: Played>(position: &P, hand: Hand, why: IllegalMove) -> No {
    if matches!(why.reason, damier_core::Reason::GameOver(_)) {
        return No::Illegal(why);
    }
    match damier_core::explain(position, hand.from, hand.to, hand.captured) {
        damier_core::Explanation::Illegal(why) => No::Illegal(why),
        damier_core::Explanation::Legal { .. } => No::Illegal(why),
    }
}

fn no_text(error: MoveTextError) -> No {
    match error {
        MoveTextError::Ambiguous { moves, .. } => No::Choose(moves),
        MoveTextError::Illegal(why) => No::Illegal(why),
        other => No::Text(other),
    }
}

/// A square by its number.
pub(crate) fn square(text: &str) -> Result<Square, No> {
    let number = text
        .trim()
        .parse()
        .map_err(|_| No::Other(format!("{text:?}: expected a square from 1 to 50")))?;
    Square::new(number).map_err(|e: SquareError| No::Other(e.to_string()))
}

/// What hands do, legal or not.
fn hand<P: Played>(position: &P, text: &str) -> Result<Hand, No> {
    match movetext::read(position, text) {
        Ok(mv) => Ok(Hand {
            from: mv.from,
            to: mv.to,
            captured: Some(mv.captured),
        }),
        Err(MoveTextError::Illegal(why)) => {
            // The Hub form of an irregular move names what it takes.
            let numbers: Vec<&str> = text.split(['-', 'x']).collect();
            let captured = match numbers.get(2..) {
                Some([]) if text.contains('-') => Some(Bitboard::<Board10>::default()),
                Some([]) | None => None,
                Some(taken) => {
                    let taken: Result<Vec<Square>, No> = taken.iter().map(|t| square(t)).collect();
                    Some(taken?.into_iter().collect())
                }
            };
            Ok(Hand {
                from: why.from,
                to: why.to,
                captured,
            })
        }
        Err(error) => Err(no_text(error)),
    }
}

/// A position that cannot be read or played, with all that is wrong with it.
pub(crate) fn position_refused(error: &PositionError) -> Refused {
    Refused::bad(error.to_string()).with(position_problems(error))
}

/// The problems of a position one by one.
pub(crate) fn position_problems(error: &PositionError) -> Vec<Detail> {
    match error {
        PositionError::Fen(fen) => fen
            .problems
            .iter()
            .take(50)
            .map(|located| Detail {
                column: Some(located.column),
                ..Detail::new(located.problem.to_string())
            })
            .collect(),
        PositionError::Hub(hub) => hub
            .problems
            .iter()
            .take(50)
            .map(|problem: &LettersProblem| Detail::new(problem.to_string()))
            .collect(),
        PositionError::Setup(errors) => setup_problems(errors),
        other => vec![Detail::new(other.to_string())],
    }
}

/// The problems of a set-up one by one, with their squares.
pub(crate) fn setup_problems(errors: &SetupErrors) -> Vec<Detail> {
    let errors = errors.0.iter();
    errors
        .map(|error| {
            let (square, board) = match error {
                SetupError::StrayMan { square, board, .. } => (Some(square), Some(board.letter())),
                SetupError::OnBothBoards { square } => (Some(square), None),
                _ => (None, None),
            };
            Detail {
                square: square.map(|s| s.number()),
                board,
                ..Detail::new(error.to_string())
            }
        })
        .collect()
}
