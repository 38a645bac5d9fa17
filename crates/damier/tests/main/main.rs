//! The command line as its users meet it: the program is run, and what it prints is compared with values of the rule
//! texts, the published tables and the reference lists.

mod bad_input;
mod book;
mod diagram;
mod egdb;
mod engine;
mod explain;
mod json;
mod learn;
mod moves;
mod pages;
mod pdn;
mod pdn_files;
mod pdn_search;
mod perft;
mod play;
mod process;
mod run;
mod serve;
mod show;
mod touch;
