//! The words that explain the choice between the readings of Alician draughts, wherever a player makes it.

/// For the long help of `--rules`.
pub(crate) const LONG_HELP: &str = "\
The game, and for Alician draughts the reading of its rules:
  international
  alician                                   the default reading
  alician:letter                            obligation=board, blocked=binding
  alician:obligation=both|board,blocked=void|binding

Without this option the game is read off the position: Alician draughts (default reading) for two boards, international \
draughts for one board or none.

Alician draughts is international draughts on two boards, A and B. The array stands on A. In his turn a player makes \
one move, on either board: (1) the move must be legal on the board where it is played; (2) a piece can move or capture \
only if the square where it ends is vacant on the other board too; (3) after moving, the piece goes to the \
corresponding square of the other board. A player who has no piece left on A has lost, even in the middle of a move.

Two questions are open in the three rules: over what the duty to capture is judged, and whether a capture whose end \
square is occupied on the other board counts as a capture at all. Each has two answers, so there are four readings:

obligation=both (default): capturing is the player's duty, as in international draughts. If either board offers a \
capture one must be made, and the largest over both boards.
obligation=board: the duty is judged on the board where the move is played, that board alone; a capture on A does not \
forbid a quiet move on B.

blocked=void (default): rule 2 says what a piece can do, so a capture that it forbids does not exist; the duty and the \
count of the largest look only at captures that can end. A shorter part of a longer capture counts as a capture if its \
own end square is free.
blocked=binding: captures are judged first, rule 2 second: a largest capture whose end square is occupied cannot be \
played, and yet forbids the quiet moves and smaller captures (of its board, or of both with obligation=both).

`alician` alone means the default; `alician:letter` means obligation=board, blocked=binding, rules 1 and 2 applied to \
the letter one after the other. Only the default gives a game in which the original board decides and a draw is all \
but impossible.";
