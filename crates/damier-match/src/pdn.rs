//! Games of a match as PDN.

use damier_core::{Color, with_position};
use damier_notation::movetext::{self, Form};
use damier_notation::pdn::{Game, GameResult, Item, WriteOptions, write};
use damier_notation::read_position;
use damier_protocol::AnyGame;

use crate::plan::Plan;
use crate::record::{GameRecord, MoveRecord};

/// The text of a game; nothing if the record is damaged.
pub(crate) fn text(plan: &Plan, names: &[String; 2], record: &GameRecord) -> Option<String> {
    let start = read_position(&record.start, Some(plan.rules)).ok()?;
    let mut game = Game::from_position(&start);
    let [white, black] = [Color::White, Color::Black].map(|c| record.side(c).index());
    let date = record
        .finished
        .get(..10)
        .unwrap_or("????.??.??")
        .replace('-', ".");
    let round = format!("{}.{}", record.game / 2 + 1, record.game % 2 + 1);
    for (name, value) in [
        ("Event", plan.event.as_str()),
        ("Date", &date),
        ("Round", &round),
        ("White", &names[white]),
        ("Black", &names[black]),
        ("WhiteType", "program"),
        ("BlackType", "program"),
        ("TimeControl", &plan.limit.pdn()),
        ("Termination", record.cause.termination()),
    ] {
        game.set_tag(name, value);
    }
    let mut replay = AnyGame::new(start);
    let opening = record.opening.iter().map(|text| (text, None));
    let played = record.moves.iter().map(|mv| (&mv.text, Some(mv)));
    for (text, told) in opening.chain(played) {
        let mv = replay.read_move(text).ok()?;
        let turn = replay.turn();
        let short = with_position!(replay.position(), |p| movetext::write(&p, &mv, Form::Short));
        game.push(Item::Move(short.into()));
        replay.play(&mv).ok()?;
        if let Some(mv) = told {
            game.push(Item::Comment(comment(mv, turn).into()));
        }
    }
    game.push(Item::Comment(record.cause.to_string().into()));
    game.set_result(&match (record.unfinished, record.winner) {
        (true, _) => GameResult::Unknown,
        (_, None) => GameResult::Draw,
        (_, Some(winner)) if winner == record.white => GameResult::WhiteWins,
        _ => GameResult::BlackWins,
    });
    Some(write(&game, &WriteOptions::default()))
}

/// What the engine told of its move. Evaluations are from White's view there.
fn comment(mv: &MoveRecord, turn: Color) -> String {
    let view = if turn == Color::White { 1.0 } else { -1.0 };
    let score = mv.score.map(|s| format!("[%eval {:.2}]", s * view + 0.0));
    let depth = mv.depth.map(|d| format!("[%depth {d}]"));
    let time = Some(format!("[%emt {:.3}]", mv.seconds));
    let parts: Vec<String> = [score, depth, time].into_iter().flatten().collect();
    parts.join(" ")
}
