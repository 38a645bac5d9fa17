//! What the server answers when it does not do what was asked. Knows nothing of who asked.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// A request that was not done, and why.
#[derive(Clone, Debug)]
pub(crate) struct Refused {
    pub(crate) status: StatusCode,
    pub(crate) body: Problem,
}

/// The body of an answer that is an error.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Problem {
    /// The whole of it in words.
    error: String,
    /// Every single problem, with its column where that is known.
    problems: Vec<Detail>,
}

/// One problem of several.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Detail {
    pub(crate) message: String,
    /// From 1, in characters.
    pub(crate) column: Option<usize>,
    /// The square that is wrong.
    pub(crate) square: Option<u8>,
    /// The board it is on.
    pub(crate) board: Option<char>,
}

impl Detail {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            column: None,
            square: None,
            board: None,
        }
    }
}

impl Refused {
    pub(crate) fn new(status: StatusCode, error: impl Into<String>) -> Self {
        Self {
            status,
            body: Problem {
                error: error.into(),
                problems: vec![],
            },
        }
    }

    /// What was sent cannot be understood or does not fit together.
    pub(crate) fn bad(error: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, error)
    }

    pub(crate) fn with(mut self, problems: Vec<Detail>) -> Self {
        self.body.problems = problems;
        self
    }

    /// In words.
    pub(crate) fn message(&self) -> &str {
        &self.body.error
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        (self.status, Json(self.body)).into_response()
    }
}
