//! The words in which the games and the readings of Alician draughts are offered.

use serde::Serialize;

/// A game to choose.
#[derive(Debug, Serialize)]
pub(crate) struct Game {
    id: &'static str,
    name: &'static str,
    words: &'static str,
}

/// An open question of the rules of Alician draughts.
#[derive(Debug, Serialize)]
#[expect(
    clippy::struct_field_names,
    reason = "the fields are names of the JSON"
)]
pub(crate) struct Question {
    id: &'static str,
    question: &'static str,
    answers: &'static [Answer],
}

/// One of its answers, the default first.
#[derive(Debug, Serialize)]
pub(crate) struct Answer {
    id: &'static str,
    words: &'static str,
}

pub(crate) static GAMES: [Game; 2] = [
    Game {
        id: "international",
        name: "International draughts",
        words: "On one board of 10x10, by the rules of the FMJD.",
    },
    Game {
        id: "alician",
        name: "Alician draughts",
        words: "J. Boyer's game of 1956: international draughts on two boards, A (the original) and B (the mirror). \
                Every piece that moves goes through to the other board.",
    },
];

pub(crate) static ALICIAN: [&str; 5] = [
    "The usual array stands on A; B starts empty. In his turn a player makes one move, on either board:",
    "1. the move must be legal on the board where it is played;",
    "2. a piece can move or capture only if the square where it ends is vacant on the other board too;",
    "3. after moving, the piece goes to the corresponding square of the other board.",
    "A player who has no piece left on A has lost, even in the middle of a move.",
];

pub(crate) static QUESTIONS: [Question; 2] = [
    Question {
        id: "obligation",
        question: "Over what is the duty to capture judged?",
        answers: &[
            Answer {
                id: "both",
                words: "Capturing is the player's duty, as in international draughts. If either board offers a capture one \
                        must be made, and the largest over both boards.",
            },
            Answer {
                id: "board",
                words: "The duty is judged on the board where the move is played, that board alone; a capture on A does not \
                        forbid a quiet move on B.",
            },
        ],
    },
    Question {
        id: "blocked",
        question: "Does a capture whose end square is occupied on the other board count as a capture?",
        answers: &[
            Answer {
                id: "void",
                words: "Rule 2 says what a piece can do, so a capture that it forbids does not exist; the duty and the count \
                        of the largest look only at captures that can end. A shorter part of a longer capture counts as a \
                        capture if its own end square is free.",
            },
            Answer {
                id: "binding",
                words: "Captures are judged first, rule 2 second: a largest capture whose end square is occupied cannot be \
                        played, and yet forbids the quiet moves and smaller captures (of its board, or of both with \
                        obligation=both).",
            },
        ],
    },
];
