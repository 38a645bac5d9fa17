"""Legal move generation by other programs, through their own Python interfaces.

usage: generate.py PEER SECONDS < lines "kind position"

Writes one JSON object: for each kind the positions a second and the number of moves found. What is timed is only
the call that makes the moves; positions are read before. A peer that is not installed ends with exit code 3.
"""

import json
import sys
import time


def fen(hub):
    """FEN of a Hub string of one board."""
    lists = {"w": [], "b": []}
    for number, letter in enumerate(hub[1:], 1):
        if letter != "e":
            lists[letter.lower()].append(("K" if letter.isupper() else "") + str(number))
    return f"{hub[0]}:W{','.join(lists['w'])}:B{','.join(lists['b'])}"


def one_each(boards):
    """How many positions a call generates in, if it is the one it was given."""
    return [1] * len(boards)


def dame_list():
    import dame

    return dame.Board, lambda board: len(board.legal_moves), one_each


def dame_count():
    import dame

    return dame.Board, lambda board: dame.perft(board, 1), one_each


def dame_perft():
    """Without the price of a Python call a position: three plies, which generate in the position, in those after
    one move and in those after two; the playing of the moves is in the time."""
    import dame

    def inside(boards):
        return [1 + dame.perft(board, 1) + dame.perft(board, 2) for board in boards]

    return dame.Board, lambda board: dame.perft(board, 3), inside


def py_draughts_list():
    import draughts

    return draughts.Board.from_fen, lambda board: len(board.legal_moves), one_each


PEERS = {
    "dame-list": dame_list,
    "dame-count": dame_count,
    "dame-perft": dame_perft,
    "py-draughts-list": py_draughts_list,
}


def measure(read, moves, generated, positions, seconds):
    boards = [read(fen(p)) for p in positions]
    found = sum(moves(board) for board in boards)
    a_round = sum(generated(boards))
    done, start = 0, time.perf_counter()
    while True:
        for board in boards:
            moves(board)
        done += a_round
        spent = time.perf_counter() - start
        if spent >= seconds:
            return {"per_second": done / spent, "moves": found}


def main():
    peer, seconds = sys.argv[1], float(sys.argv[2])
    try:
        peer = PEERS[peer]()
    except ImportError as error:
        print(error, file=sys.stderr)
        sys.exit(3)
    kinds = {}
    for line in sys.stdin:
        kind, position = line.split()
        kinds.setdefault(kind, []).append(position)
    json.dump({k: measure(*peer, ps, seconds) for k, ps in kinds.items()}, sys.stdout)


if __name__ == "__main__":
    main()
