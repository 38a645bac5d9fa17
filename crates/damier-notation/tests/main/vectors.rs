//! Positions with their spellings, legal moves and paths, made by a program that shares nothing with this one.

use damier_core::{AnyPosition, Position, Single};
use damier_notation::movetext::{self, Form};
use damier_notation::{dxp, fen, hub, read_position};
use serde::Deserialize;

#[derive(Deserialize)]
struct Vector {
    name: String,
    hub: String,
    dxp: String,
    fen: String,
    legal: Vec<Legal>,
}

#[derive(Deserialize)]
struct Legal {
    from: u8,
    to: u8,
    captured: Vec<u8>,
    paths: Vec<Vec<u8>>,
}

impl Legal {
    fn hub(&self) -> String {
        let separator = if self.captured.is_empty() { '-' } else { 'x' };
        let ends = format!("{}{separator}{}", self.from, self.to);
        self.captured
            .iter()
            .fold(ends, |text, s| format!("{text}x{s}"))
    }

    fn path(&self, path: &[u8]) -> String {
        let separator = if self.captured.is_empty() { "-" } else { "x" };
        let path: Vec<String> = path.iter().map(ToString::to_string).collect();
        path.join(separator)
    }
}

fn vectors() -> Vec<(Vector, Single)> {
    let vectors: Vec<Vector> =
        serde_json::from_str(include_str!("../data/positions.json")).unwrap();
    assert_eq!(vectors.len(), 14);
    vectors
        .into_iter()
        .map(|v| {
            let position = Single::from_setup(&fen::read(&v.fen).unwrap().setup).unwrap();
            (v, position)
        })
        .collect()
}

#[test]
fn all_spellings_name_the_same_position() {
    for (v, position) in vectors() {
        assert_eq!(fen::write(&position), v.fen, "{}", v.name);
        assert_eq!(hub::write(&position), v.hub, "{}", v.name);
        assert_eq!(dxp::write(&position), v.dxp, "{}", v.name);
        assert_eq!(hub::read(&v.hub).unwrap(), position.setup(), "{}", v.name);
        assert_eq!(dxp::read(&v.dxp).unwrap(), position.setup(), "{}", v.name);
        for text in [&v.fen, &v.hub] {
            let read = read_position(text, None).unwrap();
            assert_eq!(read, AnyPosition::International(position), "{}", v.name);
        }
    }
}

#[test]
fn legal_moves_are_written_as_listed() {
    for (v, position) in vectors() {
        let mut expected: Vec<String> = v.legal.iter().map(Legal::hub).collect();
        expected.sort();
        let mut moves: Vec<String> = position
            .legal_moves()
            .iter()
            .map(|m| movetext::write(&position, m, Form::Hub))
            .collect();
        moves.sort();
        assert_eq!(moves, expected, "{}", v.name);
    }
}

#[test]
fn every_listed_path_is_read_and_one_of_them_is_written() {
    for (v, position) in vectors() {
        for legal in &v.legal {
            let mv = movetext::read(&position, &legal.hub()).unwrap();
            assert_eq!(mv.to_string(), legal.hub());
            let paths: Vec<String> = legal.paths.iter().map(|p| legal.path(p)).collect();
            for path in &paths {
                assert_eq!(
                    movetext::read(&position, path).as_ref(),
                    Ok(&mv),
                    "{}: {path}",
                    v.name
                );
            }
            let written = movetext::write(&position, &mv, Form::Path);
            assert!(
                paths.contains(&written),
                "{}: {written} not in {paths:?}",
                v.name
            );
            let shared = v
                .legal
                .iter()
                .filter(|l| (l.from, l.to) == (legal.from, legal.to))
                .count();
            let short = movetext::write(&position, &mv, Form::Short);
            if shared > 1 {
                assert_eq!(short, written, "{}", v.name);
            } else {
                let x = if legal.captured.is_empty() { '-' } else { 'x' };
                assert_eq!(
                    short,
                    format!("{}{x}{}", legal.from, legal.to),
                    "{}",
                    v.name
                );
            }
        }
    }
}
