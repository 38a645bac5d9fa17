//! The table files: their bytes, written and read.

mod block;
mod file;
mod head;
mod pairs;
mod write;

pub(crate) use self::block::Block;
pub(crate) use self::file::{Hold, remove_unfinished, write_whole};
pub(crate) use self::head::{BLOCK, HEAD, Head, SHARING, Sections, TAIL, code_of, value_of};
pub use self::head::{Contents, Part, Subject, TableError};
pub(crate) use self::pairs::{Pairs, Symbols};
pub(crate) use self::write::pack;
