//! The page in a real browser: what people do with mouse, finger and keys, and what they are told.

mod driver;
mod page;
mod pictures;

