//! The pages that are made from the code. `tidy` compares them with what is committed.

use std::fmt::Write as _;

use anyhow::{Context, Result};
use damier_core::Article;

use crate::workspace::Workspace;

/// Every page: its file and its text.
pub(crate) fn pages() -> Vec<(&'static str, String)> {
    vec![("docs/rules.md", rules())]
}

pub(crate) fn write(workspace: &Workspace) -> Result<()> {
    for (file, text) in pages() {
        let path = workspace.root.join(file);
        std::fs::write(&path, text).with_context(|| format!("cannot write {file}"))?;
        println!("wrote {file}");
    }
    Ok(())
}

const OPENING: &str = "\
# The rules, article by article

International draughts (I) and what Alician draughts adds to it (A), in the numbers that damier gives as a reason: \
in `damier explain`, in the outcome of a game, in every error about a move. *FMJD* is the article of the official \
rules of international draughts (annex 1) that a rule stands for.

<!-- Made from damier_core::Article by `cargo xtask docs`. Do not edit. -->
";

fn rules() -> String {
    let mut page = OPENING.to_owned();
    let mut group = "";
    for article in Article::ALL {
        let (letter, _) = article.id().split_at(1);
        if letter != group {
            group = letter;
            let title = match letter {
                "I" => "International draughts",
                _ => "Alician draughts",
            };
            let _ = write!(page, "\n## {title}\n");
        }
        let fmjd = article
            .fmjd()
            .map(|a| format!(" (FMJD {a})"))
            .unwrap_or_default();
        let _ = write!(
            page,
            "\n### {} {}{fmjd}\n\n{}\n",
            article.id(),
            article.title(),
            article.text()
        );
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_article_has_its_heading() {
        let page = rules();
        for heading in [
            "\n### I1 ",
            "\n### I8 majority (FMJD 4.13, 4.14)\n",
            "\n### A10 ",
        ] {
            assert!(page.contains(heading), "{heading:?} is missing");
        }
        assert_eq!(page.matches("\n### ").count(), Article::ALL.len());
        assert_eq!(page.matches("\n## ").count(), 2);
    }
}
