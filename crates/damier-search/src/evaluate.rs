//! What the search asks of an evaluation.

use damier_core::Position;

/// Judges a position in which nothing is decided and no capture is due.
pub trait Evaluate<P: Position>: Send + Sync {
    /// The score for the side to move in hundredths of a man, within ±[`EVAL_LIMIT`](crate::EVAL_LIMIT).
    fn evaluate(&self, position: &P) -> i32;
}

impl<P: Position, E: Evaluate<P> + ?Sized> Evaluate<P> for std::sync::Arc<E> {
    fn evaluate(&self, position: &P) -> i32 {
        (**self).evaluate(position)
    }
}

/// Men and kings only: the measure that any evaluation must beat.
#[derive(Clone, Copy, Debug, Default)]
pub struct Material;

impl<P: Position> Evaluate<P> for Material {
    fn evaluate(&self, position: &P) -> i32 {
        let value = |[men, kings]: [u32; 2]| 100 * men as i32 + 300 * kings as i32;
        value(position.material(position.turn())) - value(position.material(!position.turn()))
    }
}
