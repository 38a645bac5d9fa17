//! A book from the engine's own analysis: the cheapest open line is opened further, again and again.
//!
//! Each position of the book has a score for each legal move: that of a search, or the one carried back from the
//! positions behind it. A line costs something for every ply and for every hundredth of a man by which a move falls
//! short of the best; what costs least is looked at next. So the book is deep where play is forced and broad where
//! moves are as good as each other (after Lincke's drop-out expansion, 2000).

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::atomic::{AtomicUsize, Ordering};

use damier_core::{Board10, Color, Game, Move, Position};

use super::{Book, pack};
use crate::engine::{Engine, Progress};
use crate::evaluate::Evaluate;
use crate::limits::{Control, Limits};
use crate::table::TableSizeError;

/// How a book grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GrowSettings {
    /// Nodes of the search that judges a position.
    pub nodes: u64,
    /// Plies from the start at which lines end.
    pub plies: u32,
    /// What a ply costs, in hundredths of a man of a worse move.
    pub ply_cost: i32,
    /// Positions this far from balance, hundredths of a man, are not looked into.
    pub decided: i32,
    /// Threads, each judging positions of its own.
    pub threads: usize,
    /// Hash table of each, MiB.
    pub hash_mib: usize,
}

impl Default for GrowSettings {
    fn default() -> Self {
        Self {
            nodes: 100_000,
            plies: 30,
            ply_cost: 3,
            decided: 80,
            threads: 1,
            hash_mib: 16,
        }
    }
}

/// How far a book has grown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Growth {
    /// Positions with scores.
    pub positions: usize,
    /// Plies from the start to the last of them.
    pub deepest: u32,
    /// The score of the start, for the side to move.
    pub score: i32,
}

/// No line here can be opened further.
const CLOSED: i32 = i32::MAX / 4;

struct Edge {
    mv: Move,
    score: i32,
    child: Option<usize>,
}

struct Node<P> {
    position: P,
    edges: Vec<Edge>,
    parents: Vec<usize>,
    ply: u32,
    /// Score of the best move.
    value: i32,
    /// Cost of the cheapest open line below.
    cost: i32,
}

struct Graph<'a, P> {
    nodes: Vec<Node<P>>,
    index: HashMap<Box<[u8]>, usize>,
    /// Moves to positions that are not here yet: the position before and the place among its moves.
    waiting: HashMap<Box<[u8]>, Vec<(usize, usize)>>,
    settings: &'a GrowSettings,
}

impl<P: Position<Geometry = Board10>> Graph<'_, P> {
    /// Adds a position with the scores of its legal moves, in their order, and ties it to what leads to it and to what
    /// it leads to.
    fn add(&mut self, position: P, ply: u32, scores: &[i32]) -> usize {
        let at = self.nodes.len();
        let moves = position.legal_moves();
        let mut edges = Vec::with_capacity(moves.len());
        for (&mv, &score) in moves.iter().zip(scores) {
            let packed = pack(&after(&position, &mv).setup());
            let child = self.index.get(&packed).copied();
            if let Some(child) = child {
                self.nodes[child].parents.push(at);
            } else {
                let waiting = self.waiting.entry(packed).or_default();
                waiting.push((at, edges.len()));
            }
            edges.push(Edge { mv, score, child });
        }
        let packed = pack(&position.setup());
        let leading = self.waiting.remove(&packed).unwrap_or_default();
        for &(parent, edge) in &leading {
            self.nodes[parent].edges[edge].child = Some(at);
        }
        self.index.insert(packed, at);
        self.nodes.push(Node {
            position,
            edges,
            parents: leading.into_iter().map(|(parent, _)| parent).collect(),
            ply,
            value: 0,
            cost: 0,
        });
        self.update(at);
        at
    }

    /// What a move costs: the ply, and what it falls short of the best.
    fn price(&self, node: &Node<P>, score: i32) -> i32 {
        self.settings.ply_cost + node.value - score
    }

    fn edge_score(&self, edge: &Edge) -> i32 {
        edge.child.map_or(edge.score, |c| -self.nodes[c].value)
    }

    fn edge_cost(&self, node: &Node<P>, edge: &Edge) -> i32 {
        let score = self.edge_score(edge);
        let below = match edge.child {
            Some(child) => self.nodes[child].cost,
            None if self.may_open(node, edge, score) => 0,
            None => CLOSED,
        };
        (below + self.price(node, score)).min(CLOSED)
    }

    fn may_open(&self, node: &Node<P>, edge: &Edge, score: i32) -> bool {
        let next = after(&node.position, &edge.mv);
        // Only men: no line can come back to a position of its own.
        let kings = Color::ALL.iter().any(|&c| next.material(c)[1] > 0);
        node.ply + 1 < self.settings.plies
            && score.abs() < self.settings.decided
            && !kings
            && next.has_moves()
    }

    /// Carries score and cost of a position back to all that lead to it.
    fn update(&mut self, from: usize) {
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            let node = &self.nodes[at];
            let scores = node.edges.iter().map(|e| self.edge_score(e));
            let value = scores.max().unwrap_or(0);
            let before = (node.value, node.cost);
            self.nodes[at].value = value;
            let node = &self.nodes[at];
            let costs = node.edges.iter().map(|e| self.edge_cost(node, e));
            let cost = costs.min().unwrap_or(CLOSED);
            self.nodes[at].cost = cost;
            if (value, cost) != before || at == from {
                open.extend(&self.nodes[at].parents);
            }
        }
    }

    /// The cheapest open line: the last position in the book and the move that leaves it.
    fn next(&self) -> Option<(usize, usize)> {
        let mut at = 0;
        loop {
            let node = &self.nodes[at];
            let costs = node.edges.iter().map(|e| self.edge_cost(node, e));
            let (edge, cost) = costs.enumerate().min_by_key(|&(_, cost)| cost)?;
            if cost >= CLOSED {
                return None;
            }
            match node.edges[edge].child {
                Some(child) => at = child,
                None => return Some((at, edge)),
            }
        }
    }

    fn growth(&self) -> Growth {
        Growth {
            positions: self.nodes.len(),
            deepest: self.nodes.iter().map(|n| n.ply).max().unwrap_or(0),
            score: self.nodes.first().map_or(0, |n| n.value),
        }
    }
}

fn after<P: Position<Geometry = Board10>>(position: &P, mv: &Move) -> P {
    let mut next = *position;
    next.play_unchecked(mv);
    next
}

/// Grows a book from `start` until `positions` of its positions have scores, no line is left open, or `tell` answers
/// false; `tell` is called after each position and may save the book, which is complete then. What the book knows
/// already is kept, so that a book that was stopped grows on.
pub fn grow<P: Position<Geometry = Board10>, E: Evaluate<P>>(
    book: &mut Book,
    start: P,
    settings: &GrowSettings,
    positions: usize,
    evaluation: &(impl Fn() -> E + Sync),
    tell: &mut dyn FnMut(&Book, &Growth) -> bool,
) -> Result<Growth, TableSizeError> {
    let mut engines = (0..settings.threads.max(1))
        .map(|_| Engine::new(evaluation(), settings.hash_mib))
        .collect::<Result<Vec<_>, _>>()?;
    let mut graph = Graph {
        nodes: vec![],
        index: HashMap::new(),
        waiting: HashMap::new(),
        settings,
    };
    gather(&mut graph, book, start);
    if graph.nodes.is_empty() {
        let scores = judge(&start, &graph, &mut engines);
        graph.add(start, 0, &scores);
        note(book, &graph, 0);
    }
    while graph.nodes.len() < positions {
        let Some((from, edge)) = graph.next() else {
            break;
        };
        let node = &graph.nodes[from];
        let ply = node.ply + 1;
        let position = after(&node.position, &node.edges[edge].mv);
        let scores = judge(&position, &graph, &mut engines);
        let child = graph.add(position, ply, &scores);
        // Only positions that lead to the new one have other scores.
        let mut changed = vec![child];
        let mut noted = HashSet::new();
        while let Some(at) = changed.pop() {
            if noted.insert(at) {
                note(book, &graph, at);
                changed.extend(&graph.nodes[at].parents);
            }
        }
        if !tell(book, &graph.growth()) {
            break;
        }
    }
    Ok(graph.growth())
}

/// Takes what a book knows: every position with a score for each legal move that such positions lead to.
fn gather<P: Position<Geometry = Board10>>(graph: &mut Graph<'_, P>, book: &Book, start: P) {
    let mut open = VecDeque::from([(start, 0)]);
    let mut seen = HashSet::new();
    while let Some((position, ply)) = open.pop_front() {
        let packed = pack(&position.setup());
        let moves = position.legal_moves();
        let Some(known) = book.positions.get(&packed) else {
            continue;
        };
        let scores: Option<Vec<i32>> = (0..moves.len())
            .map(|place| {
                let known = known.iter().find(|k| usize::from(k.place) == place)?;
                known.score.map(i32::from)
            })
            .collect();
        let Some(scores) = scores else { continue };
        if !seen.insert(packed) {
            continue;
        }
        open.extend(moves.iter().map(|mv| (after(&position, mv), ply + 1)));
        graph.add(position, ply, &scores);
    }
}

/// A score for each legal move of a position: the negative of what a search says of the position behind it.
fn judge<P: Position<Geometry = Board10>, E: Evaluate<P>>(
    position: &P,
    graph: &Graph<'_, P>,
    engines: &mut [Engine<P, E>],
) -> Vec<i32> {
    let moves = position.legal_moves();
    let next = AtomicUsize::new(0);
    let limits = Limits::nodes(graph.settings.nodes);
    let mut scores = vec![0; moves.len()];
    let judged: Vec<(usize, i32)> = std::thread::scope(|scope| {
        let workers: Vec<_> = engines
            .iter_mut()
            .map(|engine| {
                let (next, moves) = (&next, &moves);
                scope.spawn(move || {
                    let mut judged = vec![];
                    loop {
                        let i = next.fetch_add(1, Ordering::Relaxed);
                        let Some(mv) = moves.get(i) else {
                            return judged;
                        };
                        // What another position left behind would make the score depend on the order of work.
                        engine.new_game();
                        let game = Game::new(after(position, mv));
                        let quiet = &mut |_: &Progress| {};
                        let found = engine.search(&game, &limits, &Control::new(), quiet);
                        judged.push((i, -found.score().0));
                    }
                })
            })
            .collect();
        workers
            .into_iter()
            .flat_map(|w| {
                w.join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            })
            .collect()
    });
    for (i, score) in judged {
        scores[i] = score.clamp(i32::from(i16::MIN), i32::from(i16::MAX));
    }
    scores
}

/// Writes the scores of a position into the book.
fn note<P: Position<Geometry = Board10>>(book: &mut Book, graph: &Graph<'_, P>, at: usize) {
    let node = &graph.nodes[at];
    for (place, edge) in node.edges.iter().enumerate() {
        let score = graph.edge_score(edge) as i16;
        book.entry(&node.position, place as u16).score = Some(score);
    }
}
