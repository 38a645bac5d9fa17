//! The API as its users meet it: over sockets, with good requests and bad ones.

mod answers;
mod bad_clients;
mod client;
mod description;
mod live;
mod load;
mod pdn;
mod strangers;
