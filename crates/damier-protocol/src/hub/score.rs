//! Scores as the protocol writes them: men with two decimals, and a scale beyond 80 for what is decided.

/// A win is 100.00 less a hundredth for every ply to the end of the game.
const GAME: i64 = 10_000;
/// The same for a win known from an endgame table.
const TABLE: i64 = 9_000;
/// What lies beyond is decided.
const DECIDED: i64 = 8_000;

/// A score from the view of the side to move of the position that was searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// In hundredths of a man.
    Men(i32),
    /// The side to move wins; the game ends after this many plies.
    Win(u32),
    /// The side to move loses.
    Loss(u32),
    /// An endgame table says that the side to move wins, and it is this many plies away.
    TableWin(u32),
    /// An endgame table says that the side to move loses.
    TableLoss(u32),
}

impl Score {
    /// Hundredths of a man on the protocol's scale. An evaluation never looks like a decided game.
    pub fn hundredths(self) -> i64 {
        let beyond = |from: i64, plies: u32| from - i64::from(plies).min(from - DECIDED - 1);
        match self {
            Self::Men(score) => i64::from(score).clamp(1 - DECIDED, DECIDED - 1),
            Self::Win(plies) => beyond(GAME, plies).max(TABLE + 1),
            Self::Loss(plies) => -beyond(GAME, plies).max(TABLE + 1),
            Self::TableWin(plies) => beyond(TABLE, plies),
            Self::TableLoss(plies) => -beyond(TABLE, plies),
        }
    }

    /// The score that a number of men on the protocol's scale means; `None` if it is no number.
    pub fn from_men(men: f64) -> Option<Self> {
        if !men.is_finite() {
            return None;
        }
        let hundredths = (men * 100.0).round().clamp(-10_000.0, 10_000.0) as i64;
        let size = hundredths.abs();
        Some(match (size, hundredths > 0) {
            (..=DECIDED, _) => Self::Men(hundredths as i32),
            (..=TABLE, true) => Self::TableWin((TABLE - size) as u32),
            (..=TABLE, false) => Self::TableLoss((TABLE - size) as u32),
            (_, true) => Self::Win((GAME - size) as u32),
            (_, false) => Self::Loss((GAME - size) as u32),
        })
    }

    /// The same score from the other side's view.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Men(score) => Self::Men(score.saturating_neg()),
            Self::Win(plies) => Self::Loss(plies),
            Self::Loss(plies) => Self::Win(plies),
            Self::TableWin(plies) => Self::TableLoss(plies),
            Self::TableLoss(plies) => Self::TableWin(plies),
        }
    }
}

/// As in `score=`: two decimals, no plus sign.
impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let hundredths = self.hundredths();
        let sign = if hundredths < 0 { "-" } else { "" };
        let size = hundredths.abs();
        write!(f, "{sign}{}.{:02}", size / 100, size % 100)
    }
}
