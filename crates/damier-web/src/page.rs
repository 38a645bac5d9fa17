//! The page, which is part of the program: every file with its name and kind.

use axum::http::{Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use crate::error::Refused;

macro_rules! files {
    ($($name:literal: $kind:expr),* $(,)?) => {
        /// Name, kind and text of every file.
        pub(crate) const FILES: &[(&str, &str, &str)] =
            &[$(($name, $kind, include_str!(concat!("../page/", $name)))),*];
    };
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml; charset=utf-8";
const MANIFEST: &str = "application/manifest+json";

files! {
    "index.html": HTML,
    "style.css": CSS,
    "board.css": CSS,
    "icon.svg": SVG,
    "manifest.json": MANIFEST,
    "analyse.js": SCRIPT,
    "api.js": SCRIPT,
    "app.js": SCRIPT,
    "board.js": SCRIPT,
    "go.js": SCRIPT,
    "hand.js": SCRIPT,
    "main.js": SCRIPT,
    "moves.js": SCRIPT,
    "newgame.js": SCRIPT,
    "pdn.js": SCRIPT,
    "play.js": SCRIPT,
    "say.js": SCRIPT,
    "setup.js": SCRIPT,
    "share.js": SCRIPT,
    "table.js": SCRIPT,
    "tree.js": SCRIPT,
}

pub(crate) async fn serve(method: Method, uri: Uri) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return Refused::new(StatusCode::METHOD_NOT_ALLOWED, "files can only be read")
            .into_response();
    }
    let name = match uri.path() {
        "/" => "index.html",
        path => path.trim_start_matches('/'),
    };
    match FILES.iter().find(|(file, ..)| *file == name) {
        Some((_, kind, text)) => (
            [
                (header::CONTENT_TYPE, *kind),
                (header::CACHE_CONTROL, "no-cache"),
            ],
            *text,
        )
            .into_response(),
        None => Refused::new(StatusCode::NOT_FOUND, format!("there is no {}", uri.path()))
            .into_response(),
    }
}
