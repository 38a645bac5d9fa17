//! The pages of what Alician draughts adds.

super::pages! {
    a01_two_boards: TwoBoards => |page| {
        page.alician("The start", "W:W31-50:B1-20/W:B");
        page.alician("A move on either board", "W:W31:B1/W28:B5");
        let fen = "B:W31:B1/W28:B5";
        page.alician("And for Black", fen);
        page.explain("alician", fen, "28-22");
    };
    a02_the_mirror_square: VacantMirror => |page| {
        let quiet = "W:W32:B1/W50:B28";
        page.alician("28 is taken on B, and 50 may go to 44 and 45", quiet);
        page.explain("alician", quiet, "32-28");
        let own = "W:W32:B1/W28:B5";
        page.alician("An own piece takes the square as well", own);
        let king = "W:WK46:B1/W:B28,19";
        page.alician("A king ends on any square that is vacant on B", king);
        page.explain("alician", king, "46-28");
    };
    a03_transfer: Transfer => |page| {
        let quiet = "W:W32,50:B1/W:B5";
        page.alician("From A to B", quiet);
        page.after("alician", quiet, "32-28");
        let back = "W:W50:B1/W32:B5";
        page.alician("From B to A", back);
        page.after("alician", back, "32-28");
        let capture = "W:W32,50:B28,1/W:B5";
        page.alician("The captured piece is removed from the board of the capture", capture);
        page.after("alician", capture, "32x23");
    };
    a04_the_last_piece_on_a: LastPiece => |page| {
        let leaving = "W:W32:B1/W50:B5";
        page.alician("White may leave A, and loses by it", leaving);
        page.after("alician", leaving, "32-28");
        page.after("alician", leaving, "50-44");
        let both = "W:W32:B28/W50:B5";
        page.alician("The transfer comes before the removal: White loses, 28 stays", both);
        page.after("alician", both, "32x23");
        let winning = "W:W32,50:B28/W:B5";
        page.alician("With a piece left on A the same capture wins", winning);
        page.after("alician", winning, "32x23");
        page.alician("An empty A ends the game whoever is to move", "B:W:B1/W50:B5");
    };
    a05_pieces_see_their_own_board: OwnBoardOnly => |page| {
        page.alician("The pieces of B on 37 and 28 do not bar the king on A, nor can it jump them", "W:WK46,50:B1/W:B37,28");
        page.alician(
            "The square between two jumps may be taken on B: 32x23 goes on to 12",
            "W:W32,50:B28,18,1/W:B23,5",
        );
        page.alician("A man jumps on its own board only", "W:W32,50:B1/W:B28");
    };
    a06_promotion_on_either_board: PromotionThenTransfer => |page| {
        let on_a = "W:W7,50:B20/W:B15";
        page.alician("A man of A", on_a);
        page.after("alician", on_a, "7-2");
        let on_b = "W:W50:B20/W7:B15";
        page.alician("A man of B", on_b);
        page.after("alician", on_b, "7-2");
        let capture = "B:W42,36:B38,5/W50:B";
        page.alician("By a capture", capture);
        page.after("alician", capture, "38x47");
    };
    a07_no_legal_move_on_either_board: StuckOnBoth => |page| {
        page.alician("Blocked on A; on B the end square 21 is taken on A", "W:W6,36:B1,31,27,21/W26:B45");
        page.alician("Blocked on A, free on B", "W:W6:B1/W26:B45");
    };
    a08_no_draw: NoDraw => |page| {
        let fen = "W:W11:B1/WK49:BK2";
        page.alician("Two kings go to and fro between the boards", fen);
        let start = damier_tests::text::alician(fen, damier_core::Reading::DEFAULT);
        let mut game = damier_core::Game::new(start);
        for text in ["49-16", "2-8", "16-49", "8-2"].iter().cycle().take(120) {
            assert_eq!(game.outcome(), None);
            let mv = damier_tests::text::find(game.position(), text);
            game.play(&mv).expect("the move is legal");
        }
        page.line(&format!(
            "after 120 plies of 49-16 2-8 16-49 8-2: occurrence {}, kings only for {} plies, not over: {}",
            game.occurrences(),
            game.counts().king_plies,
            game.outcome().is_none(),
        ));
    };
    a09_the_duty_to_capture: ObligationReading => |page| {
        page.readings("A capture on A and a quiet move on B", "W:W28,32:B23,1/W46:B");
        page.readings("One piece on A, two on B", "W:W28,32:B23,1/W46,47:B41,31,5");
    };
    a10_blocked_captures: BlockedReading => |page| {
        page.readings("28x19 would end on a square taken on B", "W:W28:B23,1/W46:B19");
        page.readings(
            "28x10 takes two and would end on a square taken on B; its part 28x19 may end",
            "W:W28,50:B23,14,1/W:B10",
        );
    };
}
