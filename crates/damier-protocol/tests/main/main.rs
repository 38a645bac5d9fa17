//! Tests of the protocols: the conversations of the fact files, the faults that programs have shown, and anything
//! that may come over a wire.

mod dialogues;
mod driver;
mod engine;
mod frames;
mod lines;
mod sequences;
mod transcript;
mod transcripts;
