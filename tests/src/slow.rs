//! The rules once more, slowly: rows, columns and lists of squares, written from the rule texts like a rule book.
//! It must share nothing with the fast generator but the values that say what the rules are.

use std::collections::{BTreeMap, HashSet};

use damier_core::{Blocked, Color, KingReach, Obligation, Priority, Reading, RuleSet};

/// A place on the board: row 0 is at the top, column 0 at the left.
type Place = (i32, i32);

/// A diagonal direction: rows and columns of one step.
type Way = (i32, i32);

const WAYS: [Way; 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// A man or king of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SlowPiece {
    /// Whose it is.
    pub side: Color,
    /// Whether it is a king.
    pub king: bool,
}

/// What stands where, by square number.
pub type SlowBoard = BTreeMap<u8, SlowPiece>;

/// Side to move and pieces: one board, or A and B.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlowPosition {
    /// The side to move.
    pub turn: Color,
    /// The boards.
    pub boards: Vec<SlowBoard>,
}

/// A whole move. Captures with the same start, end and captured pieces are one move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SlowMove {
    /// Start.
    pub from: u8,
    /// End.
    pub to: u8,
    /// Captured squares, ascending.
    pub captured: Vec<u8>,
}

/// A game: its board, its rules, and the reading if it is played on two boards.
#[derive(Clone, Copy, Debug)]
pub struct Book {
    /// Rows of the board.
    pub rows: i32,
    /// Columns of the board, light squares counted.
    pub columns: i32,
    /// The rules of one board.
    pub rules: RuleSet,
    /// The reading of a game on two boards.
    pub reading: Option<Reading>,
}

/// A board with its squares laid out by row and column.
struct Grid {
    rows: i32,
    columns: i32,
    pieces: Vec<Option<SlowPiece>>,
}

impl Grid {
    fn on_board(&self, (row, column): Place) -> bool {
        (0..self.rows).contains(&row) && (0..self.columns).contains(&column)
    }

    /// The piece on a place of the board.
    fn piece(&self, (row, column): Place) -> Option<SlowPiece> {
        self.pieces[(row * self.columns + column) as usize]
    }

    fn is_empty(&self, place: Place) -> bool {
        self.on_board(place) && self.piece(place).is_none()
    }

    fn is_enemy(&self, place: Place, side: Color) -> bool {
        self.on_board(place) && self.piece(place).is_some_and(|p| p.side != side)
    }
}

fn step((row, column): Place, way: Way) -> Place {
    (row + way.0, column + way.1)
}

impl Book {
    /// Numbers run row by row; even rows start on the second column.
    fn place(&self, square: u8) -> Place {
        let index = i32::from(square) - 1;
        let (row, nth) = (index / (self.columns / 2), index % (self.columns / 2));
        (row, 2 * nth + 1 - row % 2)
    }

    fn square(&self, (row, column): Place) -> u8 {
        (row * (self.columns / 2) + column / 2 + 1) as u8
    }

    /// Number of squares.
    pub fn squares(&self) -> u8 {
        (self.rows * self.columns / 2) as u8
    }

    fn grid(&self, board: &SlowBoard) -> Grid {
        let mut grid = Grid {
            rows: self.rows,
            columns: self.columns,
            pieces: vec![None; (self.rows * self.columns) as usize],
        };
        for (&square, &piece) in board {
            let (row, column) = self.place(square);
            grid.pieces[(row * self.columns + column) as usize] = Some(piece);
        }
        grid
    }

    /// White plays up the board, Black down.
    fn is_forward(side: Color, way: Way) -> bool {
        way.0 == if side == Color::White { -1 } else { 1 }
    }

    fn is_far_row(&self, side: Color, square: u8) -> bool {
        self.place(square).0
            == if side == Color::White {
                0
            } else {
                self.rows - 1
            }
    }

    /// Every move without capture on one board.
    fn quiet_moves(&self, board: &SlowBoard, side: Color) -> Vec<SlowMove> {
        let grid = self.grid(board);
        let mut moves = vec![];
        for (&from, piece) in board.iter().filter(|(_, p)| p.side == side) {
            for way in WAYS {
                if !piece.king && !Self::is_forward(side, way) {
                    continue;
                }
                let slides = piece.king && self.rules.king_reach == KingReach::Flying;
                let mut place = step(self.place(from), way);
                while grid.is_empty(place) {
                    moves.push(SlowMove {
                        from,
                        to: self.square(place),
                        captured: vec![],
                    });
                    if !slides {
                        break;
                    }
                    place = step(place, way);
                }
            }
        }
        moves
    }

    /// Every capture on one board, each part of a longer one included, and whether it had to go on: whether the last
    /// jump could have ended on a square from which the piece jumps again.
    fn captures(&self, board: &SlowBoard, side: Color) -> Vec<(SlowMove, bool)> {
        let mut moves = vec![];
        for (&from, &piece) in board.iter().filter(|(_, p)| p.side == side) {
            // The square the piece has left is empty; captured pieces stay until the move is over.
            let mut grid = self.grid(board);
            let (row, column) = self.place(from);
            grid.pieces[(row * self.columns + column) as usize] = None;
            let mut seen = HashSet::new();
            let mut open = vec![((row, column), vec![])];
            while let Some((at, captured)) = open.pop() {
                for (victim, lands) in self.jumps(&grid, piece, at, &captured) {
                    let mut captured = captured.clone();
                    captured.push(self.square(victim));
                    captured.sort_unstable();
                    let goes_on = lands
                        .iter()
                        .any(|&land| !self.jumps(&grid, piece, land, &captured).is_empty());
                    for land in lands {
                        let mv = SlowMove {
                            from,
                            to: self.square(land),
                            captured: captured.clone(),
                        };
                        moves.push((mv, goes_on));
                        // Where the piece stands and what it has captured is all that the rest depends on.
                        if seen.insert((land, captured.clone())) {
                            open.push((land, captured.clone()));
                        }
                    }
                }
            }
        }
        moves.sort();
        moves.dedup();
        moves
    }

    /// The next jumps of a capturing piece: the piece jumped and the squares to land on.
    fn jumps(
        &self,
        grid: &Grid,
        piece: SlowPiece,
        at: Place,
        captured: &[u8],
    ) -> Vec<(Place, Vec<Place>)> {
        let flies = piece.king && self.rules.king_reach == KingReach::Flying;
        let mut jumps = vec![];
        for way in WAYS {
            if !piece.king
                && !self.rules.men_capture_backwards
                && !Self::is_forward(piece.side, way)
            {
                continue;
            }
            let mut victim = step(at, way);
            while flies && grid.is_empty(victim) {
                victim = step(victim, way);
            }
            if !grid.is_enemy(victim, piece.side) || captured.contains(&self.square(victim)) {
                continue;
            }
            let mut lands = vec![];
            let mut land = step(victim, way);
            while grid.is_empty(land) {
                lands.push(land);
                if !flies {
                    break;
                }
                land = step(land, way);
            }
            if !lands.is_empty() {
                jumps.push((victim, lands));
            }
        }
        jumps
    }

    /// Of all captures those that a player may choose.
    fn choice(&self, captures: Vec<(SlowMove, bool)>) -> Vec<SlowMove> {
        let most = captures
            .iter()
            .map(|(m, _)| m.captured.len())
            .max()
            .unwrap_or(0);
        captures
            .into_iter()
            .filter(|(m, goes_on)| match self.rules.priority {
                Priority::Most => m.captured.len() == most,
                Priority::Any => !goes_on,
            })
            .map(|(m, _)| m)
            .collect()
    }

    /// Whether both sides have a piece on A. Asked in games on two boards only.
    fn both_on_a(position: &SlowPosition) -> bool {
        Color::ALL
            .iter()
            .all(|&side| position.boards[0].values().any(|p| p.side == side))
    }

    /// The legal moves, sorted.
    pub fn legal(&self, position: &SlowPosition) -> Vec<SlowMove> {
        let side = position.turn;
        let mut legal = match self.reading {
            None => {
                let captures = self.choice(self.captures(&position.boards[0], side));
                if captures.is_empty() {
                    self.quiet_moves(&position.boards[0], side)
                } else {
                    captures
                }
            }
            Some(reading) => self.legal_on_two_boards(position, reading),
        };
        legal.sort();
        legal.dedup();
        legal
    }

    fn legal_on_two_boards(&self, position: &SlowPosition, reading: Reading) -> Vec<SlowMove> {
        if !Self::both_on_a(position) {
            return vec![];
        }
        let side = position.turn;
        let mut captures = vec![];
        let mut quiet = vec![];
        for here in [0, 1] {
            let there = &position.boards[1 - here];
            let mut found = self.captures(&position.boards[here], side);
            if reading.blocked == Blocked::Void {
                found.retain(|(m, _)| !there.contains_key(&m.to));
            }
            let chosen = self.choice(found);
            // Judged on this board alone, a capture forbids the quiet moves of this board.
            quiet.push(if chosen.is_empty() {
                self.quiet_moves(&position.boards[here], side)
            } else {
                vec![]
            });
            captures.push(chosen);
        }
        if reading.obligation == Obligation::Both {
            let most = captures.iter().flatten().map(|m| m.captured.len()).max();
            if let Some(most) = most {
                quiet = vec![vec![], vec![]];
                for list in &mut captures {
                    list.retain(|m| m.captured.len() == most);
                }
            }
        }
        let mut legal = vec![];
        for here in [0, 1] {
            let there = &position.boards[1 - here];
            legal.extend(
                captures[here]
                    .drain(..)
                    .filter(|m| !there.contains_key(&m.to)),
            );
            legal.extend(quiet[here].drain(..).filter(|m| !there.contains_key(&m.to)));
        }
        legal
    }

    /// Everything that hands could do with a piece of the side to move as far as its way and its end square go: every
    /// step and slide, and every capture, whole or broken off. The duty to capture is not asked about.
    pub fn by_hand(&self, position: &SlowPosition) -> Vec<SlowMove> {
        let mut moves = vec![];
        for (index, board) in position.boards.iter().enumerate() {
            let captures = self
                .captures(board, position.turn)
                .into_iter()
                .map(|(m, _)| m);
            let all = captures.chain(self.quiet_moves(board, position.turn));
            let there = position.boards.get(1 - index);
            moves.extend(all.filter(|m| there.is_none_or(|b| !b.contains_key(&m.to))));
        }
        moves.sort();
        moves.dedup();
        moves
    }

    /// The position after a legal move.
    #[must_use]
    pub fn play(&self, position: &SlowPosition, mv: &SlowMove) -> SlowPosition {
        let side = position.turn;
        let mut boards = position.boards.clone();
        let here = boards.iter().position(|b| b.contains_key(&mv.from));
        let here = here.expect("a legal move starts from a piece");
        let there = boards.len() - 1 - here;
        // Movement and, with two boards, transfer; a man that ends on the far row goes on as a king.
        let mut piece = boards[here]
            .remove(&mv.from)
            .expect("the piece was just seen");
        piece.king |= self.is_far_row(side, mv.to);
        let there = if self.reading.is_some() { there } else { here };
        boards[there].insert(mv.to, piece);
        // Who has emptied his side of A by the transfer has lost before the captured pieces are removed.
        let lost = self.reading.is_some() && !boards[0].values().any(|p| p.side == side);
        if !lost {
            for victim in &mv.captured {
                boards[here].remove(victim);
            }
        }
        SlowPosition {
            turn: !side,
            boards,
        }
    }

    /// The winner, if the game is over.
    pub fn winner(&self, position: &SlowPosition) -> Option<Color> {
        if self.reading.is_some() {
            for side in [position.turn, !position.turn] {
                if !position.boards[0].values().any(|p| p.side == side) {
                    return Some(!side);
                }
            }
        }
        self.legal(position).is_empty().then_some(!position.turn)
    }

    /// Whether a side could capture if it were its turn.
    pub fn can_capture(&self, position: &SlowPosition, side: Color) -> bool {
        let asked = SlowPosition {
            turn: side,
            boards: position.boards.clone(),
        };
        self.legal(&asked).iter().any(|m| !m.captured.is_empty())
    }
}
