//! Reads the PDN that `damier play` prints, by rules as simple as they can be, and plays it again.

use serde_json::Value;

use crate::run::damier;

/// A PDN taken apart by rules as simple as they can be: tags, then words outside braces.
pub(crate) struct Pdn {
    pub(crate) tags: Vec<(String, String)>,
    pub(crate) moves: Vec<String>,
    pub(crate) comments: Vec<String>,
    pub(crate) result: String,
}

impl Pdn {
    /// The PDN at the end of an output.
    pub(crate) fn of(out: &str) -> Self {
        let at = out.find("[Event ").expect("a PDN");
        let (head, body) = out[at..]
            .split_once("\n\n")
            .expect("an empty line after the tags");
        let tags = head
            .lines()
            .map(|line| {
                let inner = line.strip_prefix('[').and_then(|l| l.strip_suffix("\"]"));
                let (name, value) = inner.and_then(|l| l.split_once(" \"")).expect("a tag");
                (name.to_owned(), value.to_owned())
            })
            .collect();
        assert!(body.lines().all(|line| line.len() < 80), "{body}");
        let mut comments = vec![];
        let mut words = String::new();
        let mut rest = body;
        while let Some((before, after)) = rest.split_once('{') {
            let (comment, after) = after.split_once('}').expect("a brace for each brace");
            words.push_str(before);
            comments.push(comment.replace('\n', " "));
            rest = after;
        }
        words.push_str(rest);
        let mut moves: Vec<String> = words
            .split_whitespace()
            .filter(|word| !word.ends_with('.'))
            .map(str::to_owned)
            .collect();
        let result = moves.pop().expect("a result");
        Self {
            tags,
            moves,
            comments,
            result,
        }
    }

    pub(crate) fn tag(&self, name: &str) -> Option<&str> {
        let mut values = self.tags.iter().filter(|(n, _)| n == name);
        let value = values.next().map(|(_, value)| value.as_str());
        assert!(values.next().is_none(), "{name} twice");
        value
    }

    /// Plays the game again; gives the result that the rules have for it, `*` if they have none.
    pub(crate) fn replay(&self) -> String {
        assert_eq!(self.tag("GameType"), Some("20"));
        let rules = match self.tag("Variant") {
            None => "international".to_owned(),
            Some(variant) => variant
                .to_lowercase()
                .replacen("; ", ":", 1)
                .replace("; ", ","),
        };
        assert_eq!(self.tag("SetUp"), self.tag("FEN").map(|_| "1"));
        let start = self.tag("FEN").unwrap_or("start");
        let moves = self.moves.join(" ");
        let ran = damier(&[
            "show", "--json", "--rules", &rules, start, "--moves", &moves,
        ]);
        // A move that is illegal, ambiguous or made after the end would be told on stderr.
        let lines = ran.lines();
        let record: Value = serde_json::from_str(lines[0]).expect("JSON");
        assert_eq!(record["ply"], self.moves.len());
        record["state"]["result"]
            .as_str()
            .expect("a result")
            .to_owned()
    }
}
