//! docs/openapi.json says what there is, no more and no less.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::client::{Client, server};

const DOCUMENT: &str = include_str!("../../../../docs/openapi.json");
/// Where the routes are made.
const ROUTES: &str = include_str!("../../src/routes.rs");

fn document() -> Value {
    serde_json::from_str(DOCUMENT).unwrap()
}

/// Whether a value is what a schema says.
#[track_caller]
pub(crate) fn fits(schema: &str, value: &Value) {
    let document = document();
    let whole = json!({
        "$ref": format!("#/components/schemas/{schema}"),
        "components": document["components"],
    });
    let validator = jsonschema::draft202012::new(&whole).unwrap();
    let errors: Vec<String> = validator
        .iter_errors(value)
        .map(|e| format!("{}: {e}", e.instance_path()))
        .collect();
    assert_eq!(errors, [""; 0], "{value}");
}

#[test]
fn every_route_is_described_and_every_description_has_a_route() {
    let routes: BTreeSet<String> = ROUTES
        .split('"')
        .filter(|text| text.starts_with("/api/") && !text.contains(' '))
        .map(ToOwned::to_owned)
        .collect();
    let described: BTreeSet<String> = document()["paths"]
        .as_object()
        .unwrap()
        .keys()
        .cloned()
        .collect();
    assert_eq!(routes, described);
    let server = server();
    for (path, methods) in document()["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            let answer = Client::new(server.address()).ask(
                &method.to_uppercase(),
                path,
                &[("Content-Type", "application/json")],
                b"{}",
            );
            assert!(
                ![404, 405, 500].contains(&answer.status),
                "{method} {path}: {}",
                answer.status
            );
        }
        let other = if methods.get("get").is_some() {
            "POST"
        } else {
            "GET"
        };
        let answer = Client::new(server.address()).ask(other, path, &[], b"");
        assert_eq!(answer.status, 405, "{other} {path}");
        fits("Problem", &answer.json());
    }
}

#[test]
fn the_server_hands_its_description_out() {
    let server = server();
    let answer = Client::new(server.address()).ask("GET", "/api/openapi.json", &[], b"");
    assert_eq!(answer.json(), document());
    let about = Client::new(server.address())
        .ask("GET", "/api/about", &[], b"")
        .json();
    fits("About", &about);
    assert_eq!(about["articles"].as_array().unwrap().len(), 29);
}
