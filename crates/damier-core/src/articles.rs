//! The articles of both rule texts, numbered, so that a move, an outcome or an error can name its reason.
//! `docs/rules.md` prints them; the rule snapshots follow them one by one.

use std::fmt;

/// One article of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Article {
    /// The board, the array and the first move.
    Array,
    /// The step of a man.
    ManMove,
    /// The slide of a king.
    KingMove,
    /// The capture of a man, forwards and backwards.
    ManCapture,
    /// The capture of a king.
    KingCapture,
    /// Several pieces in one move.
    MultipleCapture,
    /// Capturing is compulsory.
    Obligation,
    /// The most pieces must be taken.
    Majority,
    /// Promotion at the end of the move.
    Promotion,
    /// When two captures are one move.
    SameMove,
    /// No legal move is a loss.
    NoMove,
    /// Third occurrence of a position.
    Repetition,
    /// 25 moves with kings only.
    TwentyFiveMoves,
    /// 16 moves of three pieces against a king.
    SixteenMoves,
    /// 5 moves of two pieces, or one, against a king.
    FiveMoves,
    /// A win comes before a draw.
    WinFirst,
    /// A touched piece moves.
    TouchMove,
    /// A released piece has moved.
    Release,
    /// An irregular move stands unless corrected.
    Irregular,
    /// Two boards, one move a turn.
    TwoBoards,
    /// The end square must be vacant on the other board.
    VacantMirror,
    /// The moved piece changes board.
    Transfer,
    /// Who has no piece on A has lost.
    LastPiece,
    /// The other board is out of sight.
    OwnBoardOnly,
    /// A man promotes, then transfers.
    PromotionThenTransfer,
    /// No legal move on either board.
    StuckOnBoth,
    /// There is no draw.
    NoDraw,
    /// Over which boards the duty to capture is judged.
    ObligationReading,
    /// Whether a capture that may not end counts.
    BlockedReading,
}

struct Entry {
    id: &'static str,
    title: &'static str,
    /// Article of the official rules of international draughts (FMJD, annex 1), where there is one.
    fmjd: Option<&'static str>,
    text: &'static str,
}

impl Article {
    /// Every article, in the order of the rule texts.
    pub const ALL: [Self; 29] = [
        Self::Array,
        Self::ManMove,
        Self::KingMove,
        Self::ManCapture,
        Self::KingCapture,
        Self::MultipleCapture,
        Self::Obligation,
        Self::Majority,
        Self::Promotion,
        Self::SameMove,
        Self::NoMove,
        Self::Repetition,
        Self::TwentyFiveMoves,
        Self::SixteenMoves,
        Self::FiveMoves,
        Self::WinFirst,
        Self::TouchMove,
        Self::Release,
        Self::Irregular,
        Self::TwoBoards,
        Self::VacantMirror,
        Self::Transfer,
        Self::LastPiece,
        Self::OwnBoardOnly,
        Self::PromotionThenTransfer,
        Self::StuckOnBoth,
        Self::NoDraw,
        Self::ObligationReading,
        Self::BlockedReading,
    ];

    /// Its number: `I` for international draughts, `A` for what Alician draughts adds.
    pub const fn id(self) -> &'static str {
        self.entry().id
    }

    /// Its title.
    pub const fn title(self) -> &'static str {
        self.entry().title
    }

    /// The article of the FMJD's rules (annex 1) it stands for, where there is one.
    pub const fn fmjd(self) -> Option<&'static str> {
        self.entry().fmjd
    }

    /// The rule itself.
    pub const fn text(self) -> &'static str {
        self.entry().text
    }

    #[rustfmt::skip]
    const fn entry(self) -> Entry {
        const fn entry(
            id: &'static str,
            title: &'static str,
            fmjd: Option<&'static str>,
            text: &'static str,
        ) -> Entry {
            Entry { id, title, fmjd, text }
        }
        match self {
            Self::Array => entry("I1", "board and array", Some("2"),
                "The 50 dark squares of a 10x10 board are numbered from Black's left-hand corner, row by row. White starts on 31-50 and moves first, Black on 1-20."),
            Self::ManMove => entry("I2", "move of a man", Some("3.4"),
                "A man steps one square diagonally forward to an empty square."),
            Self::KingMove => entry("I3", "move of a king", Some("3.9"),
                "A king slides any number of empty squares along a diagonal, forwards or backwards."),
            Self::ManCapture => entry("I4", "capture by a man", Some("4.2"),
                "A man jumps an adjacent enemy piece, forwards or backwards, to the empty square straight behind it."),
            Self::KingCapture => entry("I5", "capture by a king", Some("4.6"),
                "A king jumps one enemy piece at any distance and lands on any empty square behind it before the next piece."),
            Self::MultipleCapture => entry("I6", "multiple capture", Some("4.8"),
                "A capture goes on with the same piece. Captured pieces stay on the board until the move is over: they block, and none is jumped twice. Empty squares, the start square included, may be crossed again."),
            Self::Obligation => entry("I7", "capturing is compulsory", Some("4.1"),
                "Who can capture must capture."),
            Self::Majority => entry("I8", "majority", Some("4.13, 4.14"),
                "The capture that takes the most pieces must be chosen. Men and kings count the same on both sides; among equals the choice is free."),
            Self::Promotion => entry("I9", "promotion", Some("3.5, 4.15"),
                "A man becomes a king when its move ends on the far row. A man that only touches it within a capture stays a man."),
            Self::SameMove => entry("I10", "when two captures are one move", None,
                "Captures with the same start, end and captured pieces are one move, whatever the order. With other captured pieces they are two."),
            Self::NoMove => entry("I11", "no legal move", None,
                "A player to move who has no legal move, with no piece left or all of them blocked, has lost."),
            Self::Repetition => entry("I12", "third repetition", Some("6.1"),
                "The game is drawn when a position occurs for the third time with the same side to move. The first position counts."),
            Self::TwentyFiveMoves => entry("I13", "25 moves", Some("6.2"),
                "The game is drawn after 25 successive moves by each side in which only kings moved and nothing was captured."),
            Self::SixteenMoves => entry("I14", "16 moves", Some("6.3"),
                "One king against three pieces, at least one of them a king: drawn once both sides have made 16 moves since that material arose."),
            Self::FiveMoves => entry("I15", "5 moves", Some("6.4"),
                "One king against two pieces, at least one of them a king, or against one king: drawn once both sides have made 5 moves since that material arose."),
            Self::WinFirst => entry("I16", "a win comes first", None,
                "A move that leaves the opponent without a legal move wins, even if a draw count fills with it."),
            Self::TouchMove => entry("I17", "touch-move", Some("3.11"),
                "A piece that was touched must be moved, if it has a legal move."),
            Self::Release => entry("I18", "a piece let go", Some("4.10"),
                "A piece that was let go has completed its move where it stands; pieces not yet jumped stay on the board."),
            Self::Irregular => entry("I19", "irregular moves", Some("5.4"),
                "A forgotten, too small or unfinished capture stands unless the opponent asks for its correction before making his own move. The player himself may not take it back, and nothing is huffed."),
            Self::TwoBoards => entry("A1", "two boards", None,
                "The array stands on board A; board B starts empty. In his turn a player makes one move, on either board, legal on the board where it is played."),
            Self::VacantMirror => entry("A2", "the mirror square", None,
                "A piece can move or capture only if the square where its move ends is vacant on the other board too."),
            Self::Transfer => entry("A3", "transfer", None,
                "After moving, the piece goes to the same square of the other board. Movement, transfer and removal of the captured pieces follow in this order."),
            Self::LastPiece => entry("A4", "the last piece on A", None,
                "The first side found without a piece on A after movement, transfer or removal has lost, even in the middle of its own move."),
            Self::OwnBoardOnly => entry("A5", "pieces see their own board", None,
                "Pieces of the other board do not block the way and cannot be jumped; they matter only on the square where the whole move ends."),
            Self::PromotionThenTransfer => entry("A6", "promotion on either board", None,
                "A man that ends its move on the far row of either board becomes a king and transfers as a king."),
            Self::StuckOnBoth => entry("A7", "no legal move on either board", None,
                "A player to move who has no legal move on either board has lost."),
            Self::NoDraw => entry("A8", "no draw", None,
                "The rules know no draw: no repetition and no move count."),
            Self::ObligationReading => entry("A9", "the duty to capture", None,
                "obligation=both: a capture on either board must be made, the largest over both. obligation=board: the duty binds only the board where the move is played."),
            Self::BlockedReading => entry("A10", "blocked captures", None,
                "blocked=void: a capture whose end square is taken on the other board does not exist, and a shorter part that may end counts instead. blocked=binding: it cannot be played and still forbids other moves."),
        }
    }
}

impl fmt::Display for Article {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}", self.id(), self.title())?;
        if let Some(fmjd) = self.fmjd() {
            write!(f, ", FMJD {fmjd}")?;
        }
        f.write_str(")")
    }
}
