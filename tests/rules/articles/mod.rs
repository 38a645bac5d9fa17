//! One page for each article of the rules: what it says, positions that show it, and what is legal there.
//!
//! The pages are snapshots, read by a person against the rule texts before they were accepted. A page that no article
//! asks for fails the run.

mod alician;
mod arbiter;
mod international;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use damier_core::{
    Article, Board10, Explanation, Freedom, Game, Position, Reading, Rules, explain, with_position,
};
use damier_notation::movetext::{self, Spelling};
use damier_notation::{diagram, fen};
use damier_tests::text::{find, moves, setup, single};

/// The page of one article while it is written.
struct Page {
    text: String,
}

impl Page {
    fn new(article: Article) -> Self {
        let fmjd = article
            .fmjd()
            .map_or(String::new(), |a| format!(" (FMJD {a})"));
        let text = format!(
            "{} {}{fmjd}\n{}\n",
            article.id(),
            article.title(),
            article.text()
        );
        Self { text }
    }

    /// A line of its own.
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// A position with its diagram and legal moves.
    fn position(&mut self, caption: &str, rules: &str, fen: &str) {
        let any = rules
            .parse::<Rules>()
            .expect("known rules")
            .position(&setup(fen))
            .expect("a good setup");
        self.line(&format!("\n{caption}"));
        with_position!(any, |p| self.show(&p, rules));
    }

    fn show<P: Position<Geometry = Board10>>(&mut self, position: &P, rules: &str) {
        self.line(&format!("{rules} {}", fen::write(position)));
        let drawn = diagram::text(position, &diagram::Options::default());
        self.text.push_str(&drawn);
        self.legal(position);
    }

    fn legal<P: Position<Geometry = Board10>>(&mut self, position: &P) {
        let moves = moves(position);
        self.line(&format!(
            "legal moves: {}",
            if moves.is_empty() { "none" } else { &moves }
        ));
        if let Some(win) = position.win() {
            self.line(&format!("{} has won by {}", win.winner, win.article));
        }
    }

    /// International draughts, the game most pages are about.
    fn international(&mut self, caption: &str, fen: &str) {
        self.position(caption, "international", fen);
    }

    /// A position of Alician draughts under the default reading.
    fn alician(&mut self, caption: &str, fen: &str) {
        self.position(caption, "alician", fen);
    }

    /// The same position under all four readings.
    fn readings(&mut self, caption: &str, fen: &str) {
        self.alician(caption, fen);
        for reading in &Reading::ALL[1..] {
            let position = damier_tests::text::alician(fen, *reading);
            self.line(&format!("{}:", Rules::Alician(*reading)));
            self.legal(&position);
        }
    }

    /// What is said about a move of the position.
    fn explain(&mut self, rules: &str, fen: &str, text: &str) {
        let any = rules
            .parse::<Rules>()
            .expect("known rules")
            .position(&setup(fen))
            .expect("a good setup");
        with_position!(any, |p| self.explain_move(&p, text));
    }

    fn explain_move<P: Position<Geometry = Board10>>(&mut self, position: &P, text: &str) {
        let spelling = Spelling::parse(text).expect("a move");
        let square = |i: usize| {
            u32::from(spelling.numbers()[i])
                .try_into()
                .expect("a square")
        };
        match explain(position, square(0), square(1), None) {
            Explanation::Legal {
                mv,
                freedom,
                articles,
            } => {
                let ids: Vec<_> = articles.iter().map(|a| a.id()).collect();
                let freedom = match freedom {
                    Freedom::OnlyMove => "the only move".to_owned(),
                    Freedom::Free => "a free choice".to_owned(),
                    Freedom::Forced { choices } => format!("one of {choices} captures"),
                };
                self.line(&format!(
                    "{mv} is legal: {freedom}; articles {}",
                    ids.join(" ")
                ));
            }
            Explanation::Illegal(error) => self.line(&error.to_string()),
        }
    }

    /// The position that a move leads to.
    fn after(&mut self, rules: &str, fen: &str, text: &str) {
        let any = rules
            .parse::<Rules>()
            .expect("known rules")
            .position(&setup(fen))
            .expect("a good setup");
        with_position!(any, |p| {
            let mv = find(&p, text);
            let next = p.play(&mv).expect("the move is legal");
            self.line(&format!("after {text}: {}", fen::write(&next)));
            if let Some(win) = next.win() {
                self.line(&format!("{} has won by {}", win.winner, win.article));
            }
        });
    }

    /// A game of international draughts from a position to its end, which comes with the last move.
    fn game(&mut self, caption: &str, fen: &str, text: &str) {
        self.international(caption, fen);
        let mut game = Game::new(single(fen));
        let mut line = String::from("moves:");
        for text in text.split_whitespace() {
            assert_eq!(game.outcome(), None, "before {text}");
            let mv = find(game.position(), text);
            line += " ";
            line += &movetext::write(game.position(), &mv, movetext::Form::Short);
            game.play(&mv).expect("the move is legal");
        }
        self.line(&line);
        self.line(&format!(
            "after ply {}: {}",
            game.len(),
            fen::write(game.position())
        ));
        let counts = game.counts();
        let plies = |n: Option<u32>| n.map_or("-".to_owned(), |n| n.to_string());
        let _ = writeln!(
            self.text,
            "kings only for {} plies; three against a king for {}; two or one for {}; occurrence {}",
            counts.king_plies,
            plies(counts.three_against_king),
            plies(counts.two_against_king),
            game.occurrences()
        );
        match game.outcome() {
            Some(outcome) => self.line(&format!("{}, {outcome}", outcome.result())),
            None => self.line("not over"),
        }
    }

    /// Compares the page with the one that was accepted.
    fn check(&self, name: &str) {
        check(name, &self.text);
    }
}

/// Compares a text with the snapshot of this name.
pub(crate) fn check(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// Tests that each write the page of one article, and the list of them.
macro_rules! pages {
    ($($name:ident: $article:ident => $write:expr;)*) => {
        /// Every page of this file with its article.
        pub(super) const PAGES: &[(&str, damier_core::Article)] =
            &[$((stringify!($name), damier_core::Article::$article)),*];

        $(
            #[test]
            fn $name() {
                let mut page = super::Page::new(damier_core::Article::$article);
                let write: fn(&mut super::Page) = $write;
                write(&mut page);
                page.check(stringify!($name));
            }
        )*
    };
}
use pages;

fn all_pages() -> impl Iterator<Item = (&'static str, Article)> {
    [international::PAGES, arbiter::PAGES, alician::PAGES]
        .into_iter()
        .flatten()
        .copied()
}

/// Every article has one page, named after its id and title.
#[test]
fn every_article_has_its_page() {
    let articles: Vec<Article> = all_pages().map(|(_, article)| article).collect();
    assert_eq!(articles, Article::ALL, "in the order of the articles");
    for (name, article) in all_pages() {
        let (letter, number) = article.id().split_at(1);
        let number: u32 = number.parse().expect("a letter and a number");
        let title = article.title().replace([' ', '-'], "_").to_lowercase();
        assert_eq!(
            name,
            format!("{}{number:02}_{title}", letter.to_lowercase())
        );
    }
}

/// Every snapshot belongs to a test, and every test has its snapshot.
#[test]
fn no_snapshot_is_left_over() {
    let known: BTreeSet<String> = all_pages()
        .map(|(name, _)| name)
        .chain(crate::playthroughs::NAMES.iter().copied())
        .map(|name| format!("{name}.snap"))
        .collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/snapshots");
    let found: BTreeSet<String> = std::fs::read_dir(&folder)
        .expect("the folder of snapshots")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        // What a failed run leaves beside the accepted ones.
        .filter(|name| !name.ends_with(".snap.new"))
        .collect();
    assert_eq!(found, known);
}
