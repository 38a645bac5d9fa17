//! The page in a real browser: what people do with mouse, finger and keys, and what they are told.

mod access;
mod analysis;
mod captures;
mod driver;
mod endings;
mod files;
mod games;
mod keyboard;
mod page;
mod phone;
mod pictures;
mod setup;
mod touch;
