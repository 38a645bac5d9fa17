//! What the tests of this package share: corpora of values from outside, a slow second implementation of the rules,
//! seeded random positions, further variants. No test is here, and nothing here is used outside this package.

pub mod colliding;
pub mod corpus;
pub mod random;
pub mod referee;
pub mod slow;
pub mod text;
pub mod variants;
