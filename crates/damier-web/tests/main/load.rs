//! What the server does under load. These measure, so they are not run with the others:
//! `cargo test --release -p damier-web --test main -- --ignored --nocapture load`.
