//! Everything that can be wrong with a PDN file, as values. Knows nothing of lines and columns.

use damier_core::{Board10, IllegalMove, SetupErrors};
use thiserror::Error;

use super::refusal::Refusal;
use crate::fen::FenError;
use crate::movetext::SyntaxProblem;

/// A part of a file, in bytes from its start. UTF-16 files are counted as if they were UTF-8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Span {
    /// The first byte.
    pub start: u64,
    /// The byte behind the last.
    pub end: u64,
}

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(rename_all = "lowercase")
)]
pub enum Severity {
    /// Read as meant; a writer would put it otherwise.
    Note,
    /// Read, but something does not fit.
    Warning,
    /// Not read, or wrong.
    Error,
}

/// A problem and where it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// Where.
    pub span: Span,
    /// What.
    pub kind: ProblemKind,
    /// How often in the game; more than once only for notes, of which each kind is given once.
    pub times: u32,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ProblemKind {
    /// Bytes that are not UTF-8.
    #[error("not UTF-8: read in the older encoding")]
    Encoding,
    /// A tag without its closing bracket.
    #[error("tag without `]`: expected `]` behind the value")]
    TagOpen,
    /// A tag without quotes.
    #[error("tag without quotes: expected [Name \"value\"]")]
    TagBare,
    /// Quotes inside a value that are not escaped.
    #[error("quotes inside the value: expected \\\"")]
    TagQuotes,
    /// A value that does not end on its line.
    #[error("value without closing quotes: ended with the line")]
    TagUnended,
    /// A tag given twice.
    #[error("second tag {name}: expected each tag once")]
    TagTwice {
        /// Its name.
        name: String,
    },
    /// A second header without a game between.
    #[error("the header starts again without moves or a result: read as another game")]
    HeaderAgain,
    /// A comment that is never closed.
    #[error("comment without `}}`: ended before the next game")]
    CommentOpen,
    /// A comment to the end of the line, which PDN does not have.
    #[error("comment after `;`: expected {{...}}")]
    Semicolon,
    /// A bracket or brace that closes nothing.
    #[error("`{found}` closes nothing")]
    Closing {
        /// Which.
        found: char,
    },
    /// A dot that belongs to no number.
    #[error("dot without a move number")]
    Dot,
    /// A variation that is never closed.
    #[error("variation without `)`: ended with the game")]
    VariationOpen,
    /// A variation before any move.
    #[error("variation before any move: there is no move to which it is an alternative")]
    VariationOfNothing,
    /// A move number without a move.
    #[error("move number {number} without a move")]
    NumberAlone {
        /// The number.
        number: u32,
    },
    /// A move number with a blank before its dot, or no dot.
    #[error("move number spelled {found:?}: expected a dot right behind it")]
    NumberSpelling {
        /// As it stands.
        found: String,
    },
    /// A move that is not known.
    #[error("unknown move: what follows cannot be checked")]
    UnknownMove,
    /// `!` or `?` apart from the move, or in parentheses.
    #[error("strength {found:?} apart from its move: expected it right behind")]
    StrengthApart {
        /// As it stands.
        found: String,
    },
    /// `*` for an only move.
    #[error("`*` behind a move: read as $7, the only move")]
    StrengthStar,
    /// A sign of printed books.
    #[error("sign {found:?}: read as ${nag}")]
    Symbol {
        /// The sign.
        found: String,
        /// Its glyph.
        nag: u32,
    },
    /// `\n` written out.
    #[error("line feed written as \\n: read as a blank")]
    WrittenBlank,
    /// A command outside a comment.
    #[error("command outside a comment: expected {{[%...]}}")]
    Command,
    /// A set-up command that is not known.
    #[error("set-up command {name:?}: expected FEN")]
    SetupName {
        /// Its name.
        name: String,
    },
    /// Text without a meaning.
    #[error("expected a move, a comment, a result or a tag, found {found:?}")]
    Junk {
        /// The text.
        found: String,
    },
    /// A game that stops where the next one starts.
    #[error("game without a result: expected one, or *, before the next game")]
    NoResult,
    /// Tag and end of the game disagree.
    #[error("result {found} at the end, but the tag says {tag}")]
    ResultMismatch {
        /// At the end.
        found: String,
        /// In the tag.
        tag: String,
    },
    /// A result of another scoring.
    #[error("result {found} of an unusual scoring: kept as it is")]
    ResultUnusual {
        /// The result.
        found: String,
    },
    /// A result after the result.
    #[error("a second result: the first one counts")]
    ResultAgain,
    /// A tag that names the file, not a game.
    #[error("tag FILENAME alone: not a game")]
    FileName,
    /// A game longer than the reader holds.
    #[error("game of more than {limit} {unit}: cut here")]
    TooLong {
        /// The limit.
        limit: usize,
        /// What is limited.
        unit: &'static str,
    },
    /// Problems that are not listed.
    #[error("and {count} more problems in this game")]
    More {
        /// How many.
        count: u32,
    },

    /// A game that is not played here.
    #[error("moves not checked: {0}")]
    Refused(Refusal),
    /// A FEN that is none.
    #[error("bad FEN: {0}")]
    Fen(FenError),
    /// A FEN from which nobody can play.
    #[error("not a position: {0}")]
    Setup(SetupErrors),
    /// A move text that is none.
    #[error("{label}: column {column}: {problem}")]
    MoveSyntax {
        /// Number and text of the move.
        label: String,
        /// Where in the text, from 1.
        column: usize,
        /// What is wrong.
        problem: SyntaxProblem,
    },
    /// A move that names squares by letters.
    #[error("{label}: expected squares 1 to 50, found letters")]
    MoveLetters {
        /// Number and text of the move.
        label: String,
    },
    /// A move that the rules forbid.
    #[error("{label}: {illegal}")]
    Illegal {
        /// Number and text of the move.
        label: String,
        /// Why.
        illegal: IllegalMove<Board10>,
    },
    /// A path that no legal move goes.
    #[error("{label}: no legal move goes this way; between its squares there is {}", .choices.join(", "))]
    OtherWay {
        /// Number and text of the move.
        label: String,
        /// The legal moves, as paths.
        choices: Vec<String>,
    },
    /// A capture that stops on its way.
    #[error("{label}: the game stops inside a capture; it goes on to {}", .choices.join(" or "))]
    BrokenOff {
        /// Number and text of the move.
        label: String,
        /// The legal captures, as paths.
        choices: Vec<String>,
    },
    /// A text that fits several moves to the end.
    #[error("{label} is ambiguous: expected one of {}", .choices.join(", "))]
    Ambiguous {
        /// Number and text of the move.
        label: String,
        /// The moves it fits, as paths.
        choices: Vec<String>,
    },
    /// An ambiguous text that only one move fits in view of what follows.
    #[error("{label} is ambiguous: the moves that follow fit only {path}")]
    Settled {
        /// Number and text of the move.
        label: String,
        /// The move, as a path.
        path: String,
    },
    /// A capture written like a move, or the other way round.
    #[error("{label} is {}: expected `{}`", if *.capture { "a capture" } else { "no capture" }, if *.capture { 'x' } else { '-' })]
    Separator {
        /// Number and text of the move.
        label: String,
        /// Whether the move is a capture.
        capture: bool,
    },
    /// A path that is not the one PDN asks for.
    #[error("{label}: expected the path {path}")]
    Path {
        /// Number and text of the move.
        label: String,
        /// The right path.
        path: String,
    },
    /// A capture in the manner of Hub.
    #[error("{label}: captured squares listed; expected the path {path}")]
    CaptureList {
        /// Number and text of the move.
        label: String,
        /// The right path.
        path: String,
    },
    /// A capture written step by step.
    #[error("{label}: a capture written step by step; expected {path}")]
    StepByStep {
        /// Number and text of the move.
        label: String,
        /// The whole capture.
        path: String,
    },
    /// Blanks inside a move.
    #[error("{label}: blanks inside a move")]
    MoveBlanks {
        /// Number and text of the move.
        label: String,
    },
    /// A leading zero in a move.
    #[error("{label}: leading zero")]
    LeadingZero {
        /// Number and text of the move.
        label: String,
    },
    /// A separator that is neither `-` nor `x`.
    #[error("{label}: expected - or x between the squares")]
    SeparatorSpelling {
        /// Number and text of the move.
        label: String,
    },
    /// No separator.
    #[error("{label}: no separator; expected - or x between the squares")]
    NoSeparator {
        /// Number and text of the move.
        label: String,
    },
}

macro_rules! kinds {
    ($($severity:ident { $($variant:ident $code:literal,)* })*) => {
        impl ProblemKind {
            /// How bad it is.
            pub fn severity(&self) -> Severity {
                match self {
                    $($(Self::$variant { .. } => Severity::$severity,)*)*
                }
            }

            /// A word for it that does not change.
            pub fn code(&self) -> &'static str {
                match self {
                    $($(Self::$variant { .. } => $code,)*)*
                }
            }
        }
    };
}

kinds! {
    Error {
        TagOpen "tag-open",
        TagBare "tag-bare",
        TagUnended "tag-unended",
        CommentOpen "comment-open",
        Closing "closing",
        Dot "dot",
        VariationOpen "variation-open",
        NumberAlone "number-alone",
        UnknownMove "unknown-move",
        Command "command",
        SetupName "setup-name",
        Junk "junk",
        NoResult "no-result",
        TooLong "too-long",
        More "more",
        Refused "refused",
        Fen "fen",
        Setup "setup",
        MoveSyntax "move-syntax",
        MoveLetters "move-letters",
        Illegal "illegal",
        OtherWay "other-way",
        Ambiguous "ambiguous",
    }
    Warning {
        TagQuotes "tag-quotes",
        TagTwice "tag-twice",
        HeaderAgain "header-again",
        VariationOfNothing "variation-of-nothing",
        ResultMismatch "result-mismatch",
        ResultUnusual "result-unusual",
        BrokenOff "broken-off",
        Separator "separator",
        CaptureList "capture-list",
        Path "path",
    }
    Note {
        Encoding "encoding",
        Semicolon "semicolon",
        NumberSpelling "number-spelling",
        StrengthApart "strength-apart",
        StrengthStar "strength-star",
        Symbol "symbol",
        WrittenBlank "written-blank",
        ResultAgain "result-again",
        FileName "file-name",
        Settled "settled",
        StepByStep "step-by-step",
        MoveBlanks "move-blanks",
        LeadingZero "leading-zero",
        SeparatorSpelling "separator-spelling",
        NoSeparator "no-separator",
    }
}

impl Problem {
    /// How bad it is.
    pub fn severity(&self) -> Severity {
        self.kind.severity()
    }
}

/// Errors and warnings of one game that are listed; the rest is counted.
const MOST: usize = 100;

/// The problems of a game. However bad the game, the list stays short.
#[derive(Clone, Debug, Default)]
pub(super) struct Problems {
    list: Vec<Problem>,
    dropped: u32,
    last: Span,
}

impl Problems {
    pub(super) fn push(&mut self, span: Span, kind: ProblemKind) {
        if kind.severity() == Severity::Note {
            let same = self.list.iter_mut().find(|p| p.kind.code() == kind.code());
            if let Some(same) = same {
                same.times += 1;
                return;
            }
        } else if self.list.len() >= MOST {
            self.dropped += 1;
            self.last = span;
            return;
        }
        self.list.push(Problem {
            span,
            kind,
            times: 1,
        });
    }

    /// The list in the order of the file.
    pub(super) fn finish(self) -> Vec<Problem> {
        let mut list = self.list;
        list.sort_by_key(|p| p.span.start);
        if self.dropped > 0 {
            list.push(Problem {
                span: self.last,
                kind: ProblemKind::More {
                    count: self.dropped,
                },
                times: 1,
            });
        }
        list
    }
}
