//! One game: asks the players in turn, keeps their clocks, and says how it ended. Knows no protocol.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use damier_core::{Color, Move, Rules, with_position};
use damier_notation::fen;
use damier_protocol::AnyGame;
use damier_protocol::dxp::Standing;

use crate::limit::{Clock, Limit};
use crate::opening::Opening;
use crate::players::{Fault, NewGame, Player, Reply};
use crate::record::{Cause, GameRecord, MoveRecord, Side};

/// What the arbiter has to know.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conditions {
    pub(crate) limit: Limit,
    pub(crate) margin: Duration,
    pub(crate) max_plies: usize,
    pub(crate) max_occurrences: u32,
}

/// How a game ended.
struct End {
    winner: Option<Side>,
    unfinished: bool,
    cause: Cause,
}

impl End {
    fn lost_by(side: Side, cause: Cause) -> Self {
        Self {
            winner: Some(side.other()),
            unfinished: false,
            cause,
        }
    }

    fn of(fault: Fault, by: Side) -> Self {
        Self::lost_by(
            by,
            match fault {
                Fault::Late { time, allowed } => Cause::Time {
                    by,
                    seconds: time.as_secs_f64(),
                    allowed: allowed.as_secs_f64(),
                },
                Fault::Illegal { said, problem } => Cause::Illegal { by, said, problem },
                Fault::Gone(detail) => Cause::Crashed { by, detail },
            },
        )
    }
}

/// Plays game `number` from an opening. `None` if it was stopped from outside.
pub(crate) fn play(
    number: u64,
    opening: &Opening,
    players: &mut [Box<dyn Player>; 2],
    conditions: &Conditions,
    stop: &AtomicBool,
) -> Option<GameRecord> {
    let white = if number.is_multiple_of(2) {
        Side::A
    } else {
        Side::B
    };
    let side_of = |color: Color| match color {
        Color::White => white,
        Color::Black => white.other(),
    };
    let mut game = opening.game.clone();
    let mut moves = vec![];
    let end = begin(number, &game, players, conditions, &side_of);
    let end = match end {
        Some(end) => Some(end),
        None => go_on(&mut game, &mut moves, players, conditions, &side_of, stop),
    };
    let standing = match end.as_ref().map(|e| (e.winner, e.unfinished)) {
        None | Some((_, true)) => Standing::Unknown,
        Some((None, false)) => Standing::Draw,
        Some((Some(winner), false)) if winner == white => Standing::Won(Color::White),
        Some((Some(_), false)) => Standing::Won(Color::Black),
    };
    for player in players {
        player.end_game(standing);
    }
    let End {
        winner,
        unfinished,
        cause,
    } = end?;
    Some(GameRecord {
        game: number,
        white,
        start: with_position!(opening.game.start(), |p| fen::write(&p)),
        opening: opening.game.moves().iter().map(Move::to_string).collect(),
        moves,
        winner,
        unfinished,
        cause,
        finished: jiff::Timestamp::now()
            .strftime("%Y-%m-%dT%H:%M:%SZ")
            .to_string(),
    })
}

/// Tells both players. The one to move comes last: its time may run from then on.
fn begin(
    number: u64,
    game: &AnyGame,
    players: &mut [Box<dyn Player>; 2],
    conditions: &Conditions,
    side_of: &dyn Fn(Color) -> Side,
) -> Option<End> {
    for color in [!game.turn(), game.turn()] {
        let side = side_of(color);
        let new = NewGame {
            number,
            game,
            color,
            limit: conditions.limit,
            max_plies: conditions.max_plies,
        };
        if let Err(fault) = players[side.index()].new_game(&new) {
            return Some(End::of(fault, side));
        }
    }
    None
}

fn go_on(
    game: &mut AnyGame,
    moves: &mut Vec<MoveRecord>,
    players: &mut [Box<dyn Player>; 2],
    conditions: &Conditions,
    side_of: &dyn Fn(Color) -> Side,
    stop: &AtomicBool,
) -> Option<End> {
    let mut clocks = [Clock::new(conditions.limit); 2];
    loop {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        if let Some(end) = ended(game, moves.len(), conditions, side_of) {
            return Some(end);
        }
        let side = side_of(game.turn());
        let clock = &mut clocks[side.index()];
        let reply = players[side.index()].go(game, clock, conditions.margin);
        let (mv, time, remarks) = match reply {
            Ok(Reply::Move { mv, time, remarks }) => (mv, time, remarks),
            Ok(Reply::Ended(standing)) => return Some(given_up(standing, game.turn(), side)),
            Err(fault) => return Some(End::of(fault, side)),
        };
        clock.moved(time);
        if let Err(problem) = game.play(&mv) {
            let (said, problem) = (mv.to_string(), problem.to_string());
            return Some(End::of(Fault::Illegal { said, problem }, side));
        }
        moves.push(MoveRecord {
            text: mv.to_string(),
            seconds: (time.as_secs_f64() * 1e4).round() / 1e4,
            score: remarks.score,
            depth: remarks.depth,
            nodes: remarks.nodes,
        });
        if let Err(fault) = players[side.other().index()].told(&mv) {
            return Some(End::of(fault, side.other()));
        }
    }
}

/// How the game has ended by the rules, or because it was long enough.
fn ended(
    game: &AnyGame,
    plies: usize,
    conditions: &Conditions,
    side_of: &dyn Fn(Color) -> Side,
) -> Option<End> {
    if let Some(outcome) = game.outcome() {
        return Some(End {
            winner: outcome.winner.map(side_of),
            unfinished: false,
            cause: Cause::Rules {
                article: outcome.article.to_string(),
            },
        });
    }
    let knows_draws = game.rules() == Rules::International;
    let cause = if plies >= conditions.max_plies {
        Cause::TooLong
    } else if !knows_draws && game.occurrences() >= conditions.max_occurrences {
        Cause::Repetition
    } else {
        return None;
    };
    Some(End {
        winner: None,
        unfinished: !knows_draws,
        cause,
    })
}

/// A side has ended the game where the rules had not. Only a loss is its own to declare; who claims to have won has
/// broken off the game.
fn given_up(standing: Standing, color: Color, by: Side) -> End {
    match standing {
        Standing::Won(winner) if winner != color => End::lost_by(by, Cause::Resigned { by }),
        Standing::Won(_) => {
            let said = "I have won".to_owned();
            let problem = "the game is not over".to_owned();
            End::lost_by(by, Cause::Illegal { by, said, problem })
        }
        Standing::Draw | Standing::Unknown => End {
            winner: None,
            unfinished: false,
            cause: Cause::Ended {
                by,
                said: match standing {
                    Standing::Draw => "drawn".to_owned(),
                    _ => "nothing".to_owned(),
                },
            },
        },
    }
}
