//! The pages of the articles for a real board: what hands do, and what the arbiter says.

use damier_core::{Arbiter, Board10, Game, Position, Reading, Square, Touch};
use damier_notation::fen;
use damier_notation::movetext::Spelling;
use damier_tests::text::{alician, single};

/// A watched game, with each deed and its outcome written down.
struct Watched<'a, P: Position<Geometry = Board10>> {
    page: &'a mut super::Page,
    arbiter: Arbiter<P>,
}

fn square(number: u8) -> Square {
    u32::from(number).try_into().expect("a square")
}

impl<P: Position<Geometry = Board10>> Watched<'_, P> {
    fn turn(&self) -> String {
        self.arbiter.game().position().turn().to_string()
    }

    fn touch(&mut self, number: u8) {
        let turn = self.turn();
        let said = match self.arbiter.touch(square(number)) {
            Ok(Touch::Bound) => "it must be moved".to_owned(),
            Ok(Touch::Free) => "nothing follows".to_owned(),
            Err(error) => error.to_string(),
        };
        self.page.line(&format!("{turn} touches {number}: {said}"));
    }

    fn play(&mut self, text: &str) {
        let turn = self.turn();
        let spelling = Spelling::parse(text).expect("a move");
        let [from, to, captured @ ..] = spelling.numbers() else {
            panic!("{text} is no move")
        };
        let captured =
            (!captured.is_empty()).then(|| captured.iter().copied().map(square).collect());
        let said = match self.arbiter.play(square(*from), square(*to), captured) {
            Ok(None) => "a legal move".to_owned(),
            Ok(Some(irregular)) => {
                format!("it stands for now, {irregular} ({})", irregular.article())
            }
            Err(error) => error.to_string(),
        };
        self.page.line(&format!("{turn} plays {text}: {said}"));
        self.page
            .line(&format!("  {}", fen::write(self.arbiter.game().position())));
    }

    fn correct(&mut self) {
        let turn = self.turn();
        let said = match self.arbiter.correct() {
            Ok(irregular) => format!("{} is taken back, {irregular}", irregular.mv()),
            Err(error) => error.to_string(),
        };
        self.page
            .line(&format!("{turn} asks for correction: {said}"));
        self.page
            .line(&format!("  {}", fen::write(self.arbiter.game().position())));
    }
}

/// Shows a position of international draughts and watches a game from it.
fn watch<'a>(
    page: &'a mut super::Page,
    caption: &str,
    fen: &str,
    touch_move: bool,
) -> Watched<'a, damier_core::Single> {
    page.international(caption, fen);
    Watched {
        page,
        arbiter: Arbiter::new(Game::new(single(fen)), touch_move),
    }
}

super::pages! {
    i17_touch_move: TouchMove => |page| {
        let fen = "W:W31,32,36:B1,5";
        let mut game = watch(page, "With touch-move: 36 has no legal move", fen, true);
        game.touch(1);
        game.touch(36);
        game.touch(32);
        game.touch(31);
        game.play("31-27");
        game.play("32-28");
        game.touch(5);
        game.play("5-10");
        let mut game = watch(page, "Without touch-move", fen, false);
        game.touch(32);
        game.play("31-27");
    };
    i18_a_piece_let_go: Release => |page| {
        let fen = "W:W32,50:B1,17,27";
        let mut game = watch(page, "Let go on 21 after the first jump: 17 stays, the opponent plays on", fen, true);
        game.play("32x21x27");
        game.play("17x26");
        game.correct();
        let mut game = watch(page, "Let go on 21, and the opponent wants the whole capture", fen, true);
        game.play("32x21x27");
        game.correct();
        game.play("50-44");
        game.play("32x21x27");
        game.play("32x12");
    };
    i19_irregular_moves: Irregular => |page| {
        let fen = "W:W28,32,37:B1,23";
        let mut game = watch(page, "A forgotten capture that stands: nothing is huffed", fen, true);
        game.play("37-31");
        game.play("1-6");
        game.correct();
        let mut game = watch(page, "A forgotten capture that is corrected", fen, true);
        game.play("37-31");
        game.correct();
        game.correct();
        game.play("37-31");
        game.play("28x19");
        let smaller = "W:W28,32:B1,17,23,27";
        let mut game = watch(page, "One taken where two could be", smaller, true);
        game.play("28x19");
        game.correct();
        game.play("32x12");
        let mut game = watch(page, "What is not even a capture or a step is no irregular move", fen, true);
        game.play("32-22");
        game.correct();

        let fen = "W:W28,32:B1,23/W46:B";
        page.alician("Two boards: a move on B while a capture is forgotten on A", fen);
        let mut game = Watched {
            page,
            arbiter: Arbiter::new(Game::new(alician(fen, Reading::DEFAULT)), true),
        };
        game.play("46-41");
        game.correct();
        game.play("28x19");
    };
}
