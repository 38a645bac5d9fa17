//! An opening book: what is known of positions early in a game. Knows no text and opens no files.
//!
//! A position stands in the book once, whatever moves led to it. Each of its moves carries what games say of it (how
//! many, won and lost) and what the search says (a score, carried back from the end of the book's lines).

mod file;
mod grow;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use bincode::{Decode, Encode};
use damier_core::{Board, Board10, Color, Move, Piece, Position, Rules, Setup, Square};

pub use file::BookError;
pub use grow::{GrowSettings, Growth, grow};

/// What is known of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub struct BookMove {
    /// Its place among the sorted legal moves of the position.
    pub place: u16,
    /// Games in which it was played, those without a result too.
    pub games: u32,
    /// Games that its side won.
    pub wins: u32,
    /// Games that were drawn.
    pub draws: u32,
    /// Games that its side lost.
    pub losses: u32,
    /// Score for its side, hundredths of a man.
    pub score: Option<i16>,
}

/// A book of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    rules: Rules,
    positions: BTreeMap<Box<[u8]>, Vec<BookMove>>,
}

/// How a game ended, for a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A side won.
    Won(Color),
    /// Neither did.
    Drawn,
    /// Nobody wrote it down.
    Unknown,
}

/// Most plies of a game that come from a book, if nothing else is said.
pub const PLIES: usize = 40;

/// How a move of the book is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookChoice {
    /// How much worse than the best score a move may be, hundredths of a man.
    pub margin: i32,
    /// Games that a move without a score must have been played in.
    pub least_games: u32,
}

impl Default for BookChoice {
    fn default() -> Self {
        Self {
            margin: 4,
            least_games: 2,
        }
    }
}

impl Book {
    /// An empty book.
    pub fn new(rules: Rules) -> Self {
        Self {
            rules,
            positions: BTreeMap::new(),
        }
    }

    /// The book that comes with the program, if there is one for the game.
    pub fn embedded(rules: Rules) -> Option<&'static Self> {
        static INTERNATIONAL: LazyLock<Option<Book>> =
            LazyLock::new(|| Book::read(include_bytes!("../../data/international.book")).ok());
        match rules {
            Rules::International => INTERNATIONAL.as_ref(),
            Rules::Alician(_) => None,
        }
    }

    /// The rules of its game.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Positions in it.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Moves in it.
    pub fn moves(&self) -> usize {
        self.positions.values().map(Vec::len).sum()
    }

    /// What is known of the moves of a position, the best first: by score, then by games.
    pub fn get<P: Position<Geometry = Board10>>(&self, position: &P) -> Vec<(Move, BookMove)> {
        let Some(known) = self.positions.get(&pack(&position.setup())) else {
            return vec![];
        };
        let legal = position.legal_moves();
        let mut moves: Vec<(Move, BookMove)> = known
            .iter()
            .filter_map(|k| Some((*legal.get(usize::from(k.place))?, *k)))
            .collect();
        moves.sort_by_key(|(_, k)| (std::cmp::Reverse((k.score, k.games)), k.place));
        moves
    }

    /// Adds the first moves of a game. Stops at a move that is not legal; returns how
    /// many were added.
    pub fn add_game<P: Position<Geometry = Board10>>(
        &mut self,
        start: P,
        moves: &[Move],
        ending: Ending,
    ) -> usize {
        let mut position = start;
        for (count, mv) in moves.iter().enumerate() {
            let legal = position.legal_moves();
            let Some(place) = legal.iter().position(|m| m == mv) else {
                return count;
            };
            let turn = position.turn();
            let known = self.entry(&position, place as u16);
            known.games += 1;
            match ending {
                Ending::Won(winner) if winner == turn => known.wins += 1,
                Ending::Won(_) => known.losses += 1,
                Ending::Drawn => known.draws += 1,
                Ending::Unknown => {}
            }
            position.play_unchecked(mv);
        }
        moves.len()
    }

    fn entry<P: Position<Geometry = Board10>>(
        &mut self,
        position: &P,
        place: u16,
    ) -> &mut BookMove {
        let moves = self.positions.entry(pack(&position.setup())).or_default();
        let at = match moves.binary_search_by_key(&place, |m| m.place) {
            Ok(at) => at,
            Err(at) => {
                let new = BookMove {
                    place,
                    ..BookMove::default()
                };
                moves.insert(at, new);
                at
            }
        };
        &mut moves[at]
    }

    /// Takes out moves that have no score and were played in fewer games than this.
    pub fn prune(&mut self, least_games: u32) {
        self.positions.retain(|_, moves| {
            moves.retain(|m| m.score.is_some() || m.games >= least_games);
            !moves.is_empty()
        });
    }

    /// A move of the book for a position, `None` if it has none. Where moves have scores, one within the margin of
    /// the best, the better the likelier; else one that games favour: its weight is the games less those that
    /// were lost, and those that were won once more. `random` decides; the same number gives the same move.
    pub fn choose<P: Position<Geometry = Board10>>(
        &self,
        position: &P,
        choice: &BookChoice,
        random: u64,
    ) -> Option<Move> {
        let moves = self.get(position);
        let best = moves.iter().filter_map(|(_, k)| k.score).max();
        let weight = |known: &BookMove| match (best, known.score) {
            (Some(best), Some(score)) => {
                let short = i32::from(best) - i32::from(score);
                (choice.margin.max(0) + 1 - short).max(0) as u64
            }
            (Some(_), None) => 0,
            (None, _) if known.games < choice.least_games.max(1) => 0,
            (None, _) => u64::from(known.wins) + u64::from(known.games - known.losses),
        };
        let total: u64 = moves.iter().map(|(_, k)| weight(k)).sum();
        if total == 0 {
            return None;
        }
        // The remainder favours small numbers by less than one in 2^40 here.
        let mut left = random % total;
        for (mv, known) in moves {
            match left.checked_sub(weight(&known)) {
                Some(rest) => left = rest,
                None => return Some(mv),
            }
        }
        None
    }
}

/// A position in the fewest bytes that keep it whole: the side to move, then a half byte for each square of each board.
fn pack(setup: &Setup) -> Box<[u8]> {
    let mut bytes = vec![u8::from(setup.turn == Some(Color::Black))];
    for board in std::iter::once(&setup.a).chain(&setup.b) {
        let half = |number: u32| {
            let piece = Square::new(number).ok().and_then(|s| board.piece_at(s));
            piece.map_or(0, |p| 1 + p.color as u8 + 2 * u8::from(p.king))
        };
        bytes.extend((1..=50).step_by(2).map(|n| half(n) << 4 | half(n + 1)));
    }
    bytes.into()
}

/// The reverse of [`pack`]; `None` for bytes that it never writes.
fn unpack(bytes: &[u8]) -> Option<Setup> {
    let (&turn, boards) = bytes.split_first()?;
    let mut boards = boards.chunks(25).map(|halves| {
        let mut board = Board::empty();
        for (i, &pair) in halves.iter().enumerate() {
            for (j, half) in [pair >> 4, pair & 15].into_iter().enumerate() {
                let square = Square::new((2 * i + j + 1) as u32).ok()?;
                let color = if half % 2 == 1 {
                    Color::White
                } else {
                    Color::Black
                };
                board.set(
                    square,
                    (half > 0).then_some(Piece {
                        color,
                        king: half > 2,
                    }),
                );
                if half > 4 {
                    return None;
                }
            }
        }
        (halves.len() == 25).then_some(board)
    });
    let turn = match turn {
        0 => Color::White,
        1 => Color::Black,
        _ => return None,
    };
    let a = boards.next()??;
    let b = match boards.next() {
        None => None,
        Some(board) => Some(board?),
    };
    let setup = Setup {
        turn: Some(turn),
        a,
        b,
    };
    boards.next().is_none().then_some(setup)
}
