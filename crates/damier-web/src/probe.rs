//! What endgame tables say of a position and of each of its moves.

use damier_endgame::probe_root;
use serde::Serialize;

use crate::error::Refused;
use crate::game::{GameRequest, Played, Table, with_table};
use crate::records::{MoveRecord, Worth, value};
use crate::state::Shared;

/// The verdict.
#[derive(Debug, Serialize)]
pub(crate) struct Probe {
    /// The most pieces of any position that the tables know.
    most_pieces: u32,
    /// Nothing if no table knows the position.
    worth: Option<Worth>,
    /// The best first; worth to the side that moves.
    moves: Vec<Probed>,
}

#[derive(Debug, Serialize)]
struct Probed {
    #[serde(rename = "move")]
    mv: MoveRecord,
    worth: Worth,
}

pub(crate) fn probe(shared: &Shared, request: &GameRequest) -> Result<Probe, Refused> {
    with_table!(request.table()?, |table| Ok(look(shared, &table)))
}

fn look<P: Played>(shared: &Shared, table: &Table<P>) -> Probe {
    let position = table.game().position();
    let tables = position.tables(shared);
    let worth = |w: damier_endgame::Worth| Worth {
        value: value(w.value),
        plies: w.plies,
    };
    let found = probe_root(tables, position);
    Probe {
        most_pieces: tables.max_pieces(),
        worth: found.as_ref().map(|p| worth(p.worth)),
        moves: found
            .iter()
            .flat_map(|p| &p.moves)
            .map(|m| Probed {
                mv: MoveRecord::new(position, &m.mv),
                worth: worth(m.worth),
            })
            .collect(),
    }
}
