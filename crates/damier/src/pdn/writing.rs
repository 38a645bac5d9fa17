//! Games as they are written by these commands: in the export form where that says all, as they stand where not.

use damier_notation::pdn::{
    self, Encoding, Games, ProblemKind, ReadOptions, Record, Resolution, ResultStyle, WriteOptions,
};

/// How games are written.
#[derive(Clone, Debug, clap::Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(crate) struct Writing {
    /// Keep to PDN 3.0: results stand in their tag only, and every game ends with `*`
    #[arg(long)]
    strict: bool,

    /// Write results like chess players: 1-0, 1/2-1/2, 0-1
    #[arg(long)]
    chess_results: bool,

    /// End lines with CR LF
    #[arg(long)]
    crlf: bool,

    /// Keep tags in their order
    #[arg(long)]
    keep_order: bool,
}

/// A game in writing.
#[derive(Debug)]
pub(super) struct Written {
    pub(super) text: String,
    /// Why it was kept as it stands.
    pub(super) kept: Option<String>,
}

impl Writing {
    fn options(&self) -> WriteOptions {
        WriteOptions {
            results: Some(if self.chess_results {
                ResultStyle::Chess
            } else {
                ResultStyle::International
            }),
            strict: self.strict,
            cr_lf: self.crlf,
            keep_order: self.keep_order,
            ..WriteOptions::default()
        }
    }

    /// The line that parts two games.
    pub(super) fn gap(&self) -> &'static str {
        if self.crlf { "\r\n" } else { "\n" }
    }

    /// The text of a game.
    ///
    /// If a part of the game could not be read, or if what was written did not read as the same game, it is copied:
    /// nothing is lost by rewriting.
    pub(super) fn write(
        &self,
        record: &Record,
        resolution: &Resolution,
        encoding: Encoding,
    ) -> Written {
        let unread = record.problems.iter().find(|p| is_lost(&p.kind));
        if let Some(problem) = unread {
            return self.copy(record, encoding, problem.kind.to_string());
        }
        let game = record.game.normalized(resolution);
        let text = pdn::write(&game, &self.options());
        let options = ReadOptions {
            encoding,
            ..ReadOptions::default()
        };
        let mut again = Games::with_options(text.as_bytes(), options);
        let same = matches!(again.next(), Some(Ok(read)) if read.game == game);
        if same && again.next().is_none() {
            Written { text, kept: None }
        } else {
            let why = "written in the export form it would not read as the same game".to_owned();
            self.copy(record, encoding, why)
        }
    }

    fn copy(&self, record: &Record, encoding: Encoding, why: String) -> Written {
        let text = encoding.decode(record.source());
        let mut text = text.replace("\r\n", "\n").trim_end().to_owned();
        text.push('\n');
        let open = |kind: &ProblemKind| matches!(kind, ProblemKind::CommentOpen);
        if record.game.terminator.is_none() && !record.problems.iter().any(|p| open(&p.kind)) {
            // Or a game without a header that comes next would become a part of it.
            text.push_str("*\n");
        }
        if self.crlf {
            text = text.replace('\n', "\r\n");
        }
        Written {
            text,
            kept: Some(why),
        }
    }
}

/// Whether the tree does not have all that was written.
fn is_lost(kind: &ProblemKind) -> bool {
    matches!(
        kind,
        ProblemKind::Junk { .. }
            | ProblemKind::Closing { .. }
            | ProblemKind::Command
            | ProblemKind::SetupName { .. }
            | ProblemKind::TooLong { .. }
            | ProblemKind::More { .. }
    )
}
