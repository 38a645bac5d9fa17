//! Where a game ends: at its result, before the next header, or with the file.

use super::super::problem::ProblemKind;
use super::super::token::{Kind, Memory, Token};
use super::super::visitor::{RawText, Visitor};
use super::{Run, Step, Word};

impl Run {
    /// Whether a tag belongs to the next game.
    pub(super) fn tag_ends_game<V: Visitor>(
        &mut self,
        token: &Token,
        name: &RawText<'_>,
        visitor: &mut V,
    ) -> Option<Step> {
        if self.body {
            self.finish(visitor);
            let at = self.span(self.last_end.saturating_sub(1), self.last_end);
            visitor.problem(at, ProblemKind::NoResult);
            return Some(Step::End(self.last_end));
        }
        if self.tags > 2 && name.bytes.eq_ignore_ascii_case(&self.first_tag) {
            self.finish(visitor);
            let at = self.span(token.start, token.end);
            visitor.problem(at, ProblemKind::HeaderAgain);
            return Some(Step::End(self.last_end));
        }
        None
    }

    /// A move text that is the unusual result of the tag, if nothing follows it.
    pub(super) fn unusual_result<V: Visitor>(
        &mut self,
        word: &Word<'_>,
        memory: &mut Memory,
        visitor: &mut V,
    ) -> Option<Step> {
        let unusual = self.unusual.as_deref()?;
        if !self.open.is_empty() || word.whole().decode() != unusual {
            return None;
        }
        match word.behind(memory) {
            None => Some(Step::More),
            Some(Kind::End | Kind::Tag(_)) => {
                let found = unusual.to_owned();
                let step = self.result(word, memory, visitor);
                if !matches!(step, Step::More) {
                    visitor.problem(word.span, ProblemKind::ResultUnusual { found });
                }
                Some(step)
            }
            Some(_) => None,
        }
    }

    /// `*`: behind a move an only move if the game goes on, otherwise the end.
    pub(super) fn star<V: Visitor>(
        &mut self,
        word: &Word<'_>,
        memory: &mut Memory,
        visitor: &mut V,
    ) -> Step {
        let token = word.token;
        if token.start != self.move_end {
            return self.result(word, memory, visitor);
        }
        let Some(next) = word.behind(memory) else {
            return Step::More;
        };
        let over = match next {
            Kind::End | Kind::Tag(_) => true,
            Kind::Number { number, .. } => number == 1 && self.open.is_empty(),
            _ => false,
        };
        if over {
            return self.result(word, memory, visitor);
        }
        visitor.problem(word.span, ProblemKind::StrengthStar);
        if self.hears() {
            visitor.nag(word.span, 7);
        }
        self.move_end = token.end;
        self.last_end = token.end;
        Step::On(token.end)
    }

    pub(super) fn result<V: Visitor>(
        &mut self,
        word: &Word<'_>,
        memory: &mut Memory,
        visitor: &mut V,
    ) -> Step {
        let (text, token) = (word.text, word.token);
        if !self.open.is_empty() {
            match word.behind(memory) {
                None => return Step::More,
                Some(Kind::End | Kind::Tag(_)) => {}
                Some(_) => {
                    self.number = None;
                    if self.hears() {
                        visitor.variation_result(word.span, word.whole());
                    }
                    self.last_end = token.end;
                    return Step::On(token.end);
                }
            }
        }
        // What follows on the line belongs to this game, and a second result to nothing.
        let mut end = token.end;
        let mut comments = vec![];
        let mut again = vec![];
        loop {
            let Some(next) = text.next(end, memory) else {
                return Step::More;
            };
            let between = text.bytes.get(token.end..next.start).unwrap_or_default();
            let span = self.span(next.start, next.end);
            match next.kind {
                Kind::Comment { text, closed: true } if !between.contains(&b'\n') => {
                    comments.push((span, text));
                }
                Kind::Result | Kind::Star => again.push(span),
                _ => break,
            }
            end = next.end;
        }
        self.finish(visitor);
        visitor.result(word.span, word.whole());
        for (span, text) in comments {
            visitor.comment(span, word.part(text));
        }
        for span in again {
            visitor.problem(span, ProblemKind::ResultAgain);
        }
        Step::End(end)
    }

    /// Reports what is left open.
    pub(super) fn finish<V: Visitor>(&mut self, visitor: &mut V) {
        self.number_alone(visitor);
        if let Some(span) = self.open.last() {
            visitor.problem(*span, ProblemKind::VariationOpen);
        }
        let heard = self.skipped.map_or(self.open.len(), |depth| depth - 1);
        let at = self.span(self.last_end, self.last_end);
        for _ in 0..heard {
            visitor.end_variation(at);
        }
        self.open.clear();
        self.skipped = None;
    }
}
