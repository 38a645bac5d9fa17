//! What a player types, taken apart. Knows no position: whether a move fits is found out later.

/// A line typed by a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// An empty line.
    Enter,
    /// One number alone: a choice from a list, or a piece touched.
    Number(u32),
    /// The text of a move.
    Move(String),
    Ask(Question),
    Explain(String),
    Undo,
    Touch(String),
    Correct,
    Resign,
    Draw,
    Yes,
    No,
    Quit,
    /// Something else.
    Unknown(String),
}

/// Something a player wants to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    Help,
    Moves,
    Board,
    /// The board turned round.
    Flip,
    Fen,
}

/// The words for `help`.
pub(crate) const HELP: &str =
    "  32-28, 28x19, 32 28   make a move; for an ambiguous capture give its path (46x28x11x2)
  Enter                 make the only legal move
  moves                 list the legal moves
  explain MOVE          say why a move is legal, forced or illegal
  board, flip, fen      draw the board, turn it round, print the FEN
  undo                  take back the last move (your last move, against a program)
  draw, resign          offer a draw, give the game up
  quit                  leave; the game is printed as PDN";

/// More words for games with touch-move.
pub(crate) const TOUCH_HELP: &str =
    "  32                    touch the piece on 32 (it must then move); then 28 to put it on 28
  correct               have the opponent's irregular last move taken back";

impl Command {
    /// Takes a line apart.
    pub(crate) fn parse(line: &str) -> Self {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match (word.to_lowercase().as_str(), rest.is_empty()) {
            ("", _) => Self::Enter,
            ("help" | "h" | "?", true) => Self::Ask(Question::Help),
            ("moves" | "m", true) => Self::Ask(Question::Moves),
            ("board" | "b", true) => Self::Ask(Question::Board),
            ("flip", true) => Self::Ask(Question::Flip),
            ("fen", true) => Self::Ask(Question::Fen),
            ("explain" | "why" | "e", false) => Self::Explain(pairs(rest)),
            ("undo" | "u" | "back", true) => Self::Undo,
            ("touch" | "t", false) => Self::Touch(rest.to_owned()),
            ("correct" | "correction", true) => Self::Correct,
            ("resign", true) => Self::Resign,
            ("draw", true) => Self::Draw,
            ("yes" | "y" | "accept", true) => Self::Yes,
            ("no" | "n" | "decline", true) => Self::No,
            ("quit" | "q" | "exit", true) => Self::Quit,
            _ if !line.starts_with(|c: char| c.is_ascii_digit()) => Self::Unknown(line.to_owned()),
            // Two digits could be two squares without a separator; nobody who plays means that.
            _ => match line.parse() {
                Ok(number) if line.len() <= 2 => Self::Number(number),
                _ => Self::Move(pairs(line)),
            },
        }
    }
}

/// Numbers with nothing but blanks between them get the separator they lack.
fn pairs(text: &str) -> String {
    let numbers: Vec<&str> = text.split_whitespace().collect();
    let bare = |n: &&str| n.chars().all(|c| c.is_ascii_digit());
    if numbers.len() > 1 && numbers.iter().all(bare) {
        numbers.join("-")
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::Command;

    #[test]
    fn lines_are_taken_apart() {
        let parse = Command::parse;
        let mv = |text: &str| Command::Move(text.to_owned());
        assert_eq!(parse("  "), Command::Enter);
        assert_eq!(parse("32-28"), mv("32-28"));
        assert_eq!(parse("32  28"), mv("32-28"));
        assert_eq!(parse("46 28 11 2"), mv("46-28-11-2"));
        assert_eq!(parse("28 x 19"), mv("28 x 19"));
        assert_eq!(parse("3228"), mv("3228"));
        assert_eq!(parse("32"), Command::Number(32));
        assert_eq!(parse(" QUIT "), Command::Quit);
        assert_eq!(parse("why 32 28"), Command::Explain("32-28".to_owned()));
        assert_eq!(parse("touch 32"), Command::Touch("32".to_owned()));
        assert_eq!(
            parse("undo it all"),
            Command::Unknown("undo it all".to_owned())
        );
        assert_eq!(parse("é28"), Command::Unknown("é28".to_owned()));
    }
}
