//! Pages of other sites start no work, names of others lead nowhere, and the page may fetch nothing from elsewhere.

use crate::client::{Client, server};

const JSON: (&str, &str) = ("Content-Type", "application/json");

#[test]
fn other_sites_are_refused() {
    let server = server();
    let ask = |method: &str, path: &str, more: &[(&str, &str)]| {
        let more: Vec<_> = more.iter().copied().chain([JSON]).collect();
        Client::new(server.address())
            .ask(method, path, &more, br#"{"game":{}}"#)
            .status
    };
    let own = format!("http://{}", server.address());
    assert_eq!(ask("POST", "/api/position", &[("Origin", &own)]), 200);
    assert_eq!(
        ask(
            "POST",
            "/api/position",
            &[("Origin", "http://evil.example")]
        ),
        403
    );
    assert_eq!(ask("POST", "/api/position", &[("Origin", "null")]), 403);
    assert_eq!(
        ask("POST", "/api/position", &[("Sec-Fetch-Site", "cross-site")]),
        403
    );
    assert_eq!(
        ask("POST", "/api/position", &[("Host", "evil.example")]),
        403
    );
    assert_eq!(ask("GET", "/", &[("Host", "evil.example:80")]), 403);
    let upgrade = [
        ("Connection", "Upgrade"),
        ("Upgrade", "websocket"),
        ("Sec-WebSocket-Version", "13"),
        ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ];
    let with_origin = |origin: &str| {
        let more: Vec<_> = upgrade
            .iter()
            .copied()
            .chain([("Origin", origin)])
            .collect();
        ask("GET", "/api/live", &more)
    };
    assert_eq!(with_origin(&own), 101);
    assert_eq!(with_origin("http://evil.example"), 403);
    assert_eq!(with_origin("http://127.0.0.1:1"), 403);
}

#[test]
fn a_form_of_another_site_cannot_be_mistaken_for_a_request() {
    let server = server();
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
    ] {
        let answer = Client::new(server.address()).ask(
            "POST",
            "/api/analyse",
            &[("Content-Type", kind)],
            br#"{"game":{}}"#,
        );
        assert_eq!(answer.status, 415, "{kind}");
    }
    assert_eq!(server.searches(), 0);
}

#[test]
fn every_answer_carries_the_policy() {
    let server = server();
    for path in ["/", "/main.js", "/api/about", "/no-such-file"] {
        let answer = Client::new(server.address()).ask("GET", path, &[], b"");
        let policy = answer.header("content-security-policy").unwrap();
        assert!(
            policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self';"),
            "{policy}"
        );
        assert!(
            !policy.contains("unsafe") && !policy.contains("http") && !policy.contains('*'),
            "{policy}"
        );
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(
            answer.header("cross-origin-resource-policy"),
            Some("same-origin")
        );
    }
}
