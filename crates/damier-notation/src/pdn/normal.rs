//! The moves of a game in the form PDN asks for, now that they are known.

use damier_core::AnyPosition;

use super::legality::{Resolution, Step, Ten, read_setup};
use super::tree::{Game, Item, Node};
use crate::movetext::{Form, write};

impl Game {
    /// The game with every move that was played in its short form, or as its path where the short form is ambiguous,
    /// and captures written step by step made whole. A move that could not be told for certain stays as it is.
    #[must_use]
    pub fn normalized(&self, resolution: &Resolution) -> Self {
        let body = match resolution.start {
            Some(AnyPosition::International(p)) => moves(self, resolution, p),
            Some(AnyPosition::Alician(p)) => moves(self, resolution, p),
            None => self.body.clone(),
        };
        Self {
            header: self.header.clone(),
            body,
            terminator: self.terminator.clone(),
        }
    }
}

fn moves<P: Ten>(game: &Game, resolution: &Resolution, start: P) -> Vec<Node> {
    let mut body = Vec::with_capacity(game.body.len());
    let mut now = Some(start);
    let mut before = now;
    let mut lines = vec![];
    for (node, step) in game.body.iter().zip(&resolution.steps) {
        let mut item = node.item.clone();
        match &node.item {
            Item::Open => {
                lines.push((now, before));
                now = before;
            }
            Item::Close => (now, before) = lines.pop().unwrap_or((now, before)),
            Item::Setup(text) => {
                now = read_setup(&start, text).ok();
                before = now;
            }
            Item::Move(_) | Item::Unknown if *step != Step::Part => {
                before = now;
                if let (Some(position), Step::Move(mv)) = (&now, step) {
                    item = Item::Move(write(position, mv, Form::Short).into());
                }
                now = now.zip(step.mv()).map(|(mut position, mv)| {
                    position.play_unchecked(mv);
                    position
                });
            }
            Item::Move(_) => continue,
            _ => {}
        }
        body.push(Node {
            span: node.span,
            item,
        });
    }
    body
}
