//! Tests of the tables against values from outside. Classes of four pieces and more are ignored by default: they
//! take minutes.

mod alician;
mod counts;
mod damage;
mod embedded;
mod international;
mod play;
mod resume;
mod root;
mod small;
mod verify;
