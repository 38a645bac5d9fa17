"""Reading of PDN with every move found among the legal ones, by other programs, through their own Python interfaces.

usage: pdn.py PEER FILE

Writes one JSON object: the games and moves read and the moves a second. What is timed is only the reading of the
text. A peer that is not installed ends with exit code 3.
"""

import json
import sys
import time


def py_draughts(text):
    import draughts

    if not hasattr(draughts, "__version__") or not hasattr(draughts.Board, "from_pdn"):
        raise ImportError("this `draughts` is not py-draughts")
    # It reads one game a text; the games are cut apart before the clock starts.
    games = ["[Event " + game for game in text.split("[Event ")[1:]]
    return lambda: [len(draughts.Board.from_pdn(game)._moves_stack) for game in games]


def pydraughts(text):
    from draughts import Board, Move
    from draughts.PDN import PDNReader

    def read():
        # Its reader takes every move as it stands; playing them is its only check of legality.
        plies = []
        for game in PDNReader(text).games:
            board = Board(variant=game.variant)
            for move in game.moves:
                board.push(Move(board, pdn_move=move))
            plies.append(len(game.moves))
        return plies

    return read


PEERS = {"py-draughts": py_draughts, "pydraughts": pydraughts}


def main():
    with open(sys.argv[2], encoding="ascii") as file:
        text = file.read()
    try:
        read = PEERS[sys.argv[1]](text)
    except ImportError as error:
        print(error, file=sys.stderr)
        sys.exit(3)
    start = time.perf_counter()
    plies = read()
    spent = time.perf_counter() - start
    json.dump({"games": len(plies), "moves": sum(plies), "per_second": sum(plies) / spent}, sys.stdout)


if __name__ == "__main__":
    main()
