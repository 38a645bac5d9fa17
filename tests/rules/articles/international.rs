//! The pages of international draughts.

super::pages! {
    i01_board_and_array: Array => |page| {
        page.international("The start", "W:W31-50:B1-20");
    };
    i02_move_of_a_man: ManMove => |page| {
        let middle = "W:W28:B1";
        page.international("A white man goes up the board", middle);
        page.explain("international", middle, "28-32");
        page.explain("international", middle, "28-17");
        page.international("A black man goes down the board", "B:W50:B28");
        page.international("At the edge, and behind other pieces", "W:W26,31,36,41,46,47:B1");
    };
    i03_move_of_a_king: KingMove => |page| {
        page.international("From a corner square", "B:W:BK5");
        let barred = "W:WK28,37:B14,10,12,8";
        page.international("Up to the first piece of either side", barred);
        page.explain("international", barred, "28-41");
        page.explain("international", barred, "28-29");
    };
    i04_capture_by_a_man: ManCapture => |page| {
        page.international("Forwards and backwards", "W:W28:B22,33");
        page.international("Not onto an occupied square, nor over an own man", "W:W28,23:B22,17,19");
        page.international("A king is taken like a man", "B:WK33:B28");
    };
    i05_capture_by_a_king: KingCapture => |page| {
        page.international("From any distance to any empty square behind", "W:WK46:B28");
        page.international("Up to the next piece behind", "W:WK46,10:B28");
        page.international("Not over two pieces in a row", "W:WK46:B28,23");
    };
    i06_multiple_capture: MultipleCapture => |page| {
        page.international("A man in three directions", "W:W47:B13,14,22,24,31,34,K41,44");
        page.international("After 38 and 41 the king would be shut in on 46, since 41 is still there: it takes 38, 28 and 24", "B:W6,24,28,38,41:B13,K49");
        page.international("Round to the square of the start", "W:WK2:B7,8,17,18");
    };
    i07_capturing_is_compulsory: Obligation => |page| {
        let fen = "W:W28,32:B23";
        page.international("The man on 32 may not move", fen);
        page.explain("international", fen, "28-19");
        page.explain("international", fen, "32-27");
    };
    i08_majority: Majority => |page| {
        let fen = "W:W28,32:B17,23,27";
        page.international("Two before one", fen);
        page.explain("international", fen, "28x19");
        page.international("Three men before two kings", "W:W48:B24,K31,34,K42,43");
        page.international("A king and a man are worth the same", "W:W35:B30,K40");
        page.international("A king has no precedence over a man", "W:WK46,26:B21,32");
    };
    i09_promotion: Promotion => |page| {
        let step = "W:W7:B20";
        page.international("By a step", step);
        page.after("international", step, "7-2");
        let capture = "W:W15:B9,10,13,22";
        page.international("By a capture that ends on the far row", capture);
        page.after("international", capture, "15x4");
        let passing = "W:W15:B9,10,45";
        page.international("A capture that passes the far row on 4 makes no king", passing);
        page.after("international", passing, "15x13");
        let black = "B:W6:B42";
        page.international("Black on the other far row", black);
        page.after("international", black, "42-48");
    };
    i10_when_two_captures_are_one_move: SameMove => |page| {
        page.international("The same four pieces in either order", "W:WK2:B7,8,17,18");
        page.international("Other pieces between the same two squares", "W:WK4:B13,20,32,37");
    };
    i11_no_legal_move: NoMove => |page| {
        page.international("Blocked", "W:W6:B1");
        page.international("Blocked with more pieces, a king among them", "W:WK46,36:B41,37,31,27,K47");
        page.international("No piece left", "W:W:B1");
        page.international("Not the side to move", "B:W6:B1");
    };
    i12_third_repetition: Repetition => |page| {
        page.game(
            "The first position is its first occurrence",
            "W:WK1,31:BK50,20",
            "1-6 50-45 6-1 45-50 1-6 50-45 6-1 45-50",
        );
        page.game(
            "The same pieces with the other side to move are another position: six plies, and no draw",
            "W:WK1,31:BK50,20",
            "1-6 50-45 6-1 45-50 1-6 50-45",
        );
    };
    i13_25_moves: TwentyFiveMoves => |page| {
        page.game(
            "Two kings against two kings",
            "W:WK46,K47:BK3,K4",
            "47-41 4-27 41-5 3-12 5-37 27-22 37-5 22-31 5-32 31-18 32-28 18-27 28-5 12-29 5-37 27-22 37-48 29-15 48-26 \
             22-36 46-32 36-4 32-16 4-18 16-11 15-38 26-8 18-36 11-28 38-47 28-19 36-27 19-23 27-9 23-32 47-33 8-3 9-36 \
             32-21 36-31 21-12 31-26 3-8 26-31 8-30 33-44 12-21 44-22 30-34 22-50",
        );
        page.game(
            "A man moves at ply 21",
            "W:WK46,K47,31:BK3,K4",
            "47-36 3-12 46-41 12-34 41-46 4-18 46-19 34-43 19-46 18-29 46-19 29-47 19-5 47-33 5-37 33-29 37-28 29-42 \
             28-37 42-38 31-26 38-33",
        );
    };
    i14_16_moves: SixteenMoves => |page| {
        page.game(
            "A king and two men against a king; two of the moves are by men",
            "W:WK28:BK1,2,3",
            "28-33 1-12 33-50 12-40 50-11 40-29 11-50 29-45 50-22 2-8 22-11 45-12 11-33 12-26 33-15 26-37 15-33 37-23 \
             33-42 23-40 42-33 8-13 33-28 40-12 28-22 12-18 22-39 18-31 39-44 31-37 44-39 37-14",
        );
        page.game(
            "Three become two at ply 26: the 16 moves are full before the 5",
            "W:WK46,K47,K48:BK3",
            "47-24 3-26 24-33 26-8 46-28 8-13 33-42 13-9 42-47 9-27 47-24 27-49 48-37 49-35 24-47 35-49 47-36 49-40 \
             36-4 40-29 28-17 29-1 17-26 1-29 4-18 29x7 37-28 7-1 28-14 1-6 14-3 6-50",
        );
    };
    i15_5_moves: FiveMoves => |page| {
        page.game(
            "King against king",
            "W:WK28:BK1",
            "28-22 1-40 22-27 40-34 27-4 34-29 4-10 29-7 10-37 7-45",
        );
        page.game(
            "A king and a man against a king; the man is promoted at ply 9",
            "W:W11,K49:BK35",
            "49-32 35-40 32-38 40-45 11-6 45-50 38-49 50-33 6-1 33-17",
        );
        page.game(
            "Three become two at ply 10: the 5 moves are full before the 16",
            "W:WK46,K47,K48:BK3",
            "47-24 3-26 24-33 26-8 46-28 8-13 33-42 13-9 42-20 9x25 48-26 25-34 28-14 34-48 14-5 48-39 5-23 39-6 \
             23-19 6-44",
        );
    };
    i16_a_win_comes_first: WinFirst => |page| {
        page.game(
            "The tenth ply fills the 5 moves and takes the last piece",
            "W:WK28:BK1",
            "28-33 1-12 33-28 12-21 28-6 21-43 6-1 43-21 1-12 21x3",
        );
    };
}
