//! Who may ask: no page of another site starts work here, no name that somebody else controls leads here, and the
//! page may fetch nothing from elsewhere.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::Refused;
use crate::state::Shared;

/// Scripts, styles and connections of our own only; pictures may be made by the page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
     connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

pub(crate) async fn guard(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match check(&shared.names, request.method(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(refused) => refused.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    for name in ["cross-origin-opener-policy", "cross-origin-resource-policy"] {
        headers.insert(name, HeaderValue::from_static("same-origin"));
    }
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}

fn check(names: &[String], method: &Method, headers: &HeaderMap) -> Result<(), Refused> {
    let text = |name: &str| headers.get(name).map(|v| v.to_str().unwrap_or("?"));
    let forbidden = |why: String| Refused::new(StatusCode::FORBIDDEN, why);
    let host = text("host").unwrap_or_default();
    if !is_known(names, host) {
        return Err(forbidden(format!(
            "host {host:?} is not served here: ask by address or by a name given with --name"
        )));
    }
    // Browsers say where a request comes from; a page of ours comes from the host it asks.
    if let Some(origin) = text("origin") {
        let ours = ["http://", "https://"]
            .iter()
            .any(|scheme| origin.strip_prefix(scheme) == Some(host));
        if !ours {
            return Err(forbidden(format!("requests from {origin:?} are not taken")));
        }
    }
    let site = text("sec-fetch-site").unwrap_or("same-origin");
    let foreign = !["same-origin", "none"].contains(&site);
    // A link from elsewhere may show the page.
    let shows = method == Method::GET && text("sec-fetch-mode") == Some("navigate");
    if foreign && !shows {
        return Err(forbidden(
            "requests from other sites are not taken".to_owned(),
        ));
    }
    Ok(())
}

/// Whether a host is an address, this machine, or one of the names given. A name of somebody else's that he lets
/// point here would make his page one of ours.
fn is_known(names: &[String], host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => host,
    };
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost")
        || bare.parse::<IpAddr>().is_ok()
        || names.iter().any(|n| n.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(method: &Method, headers: &[(&'static str, &'static str)]) -> bool {
        let map = headers
            .iter()
            .map(|&(name, value)| (name.parse().unwrap(), HeaderValue::from_static(value)))
            .collect();
        check(&["draughts.example".to_owned()], method, &map).is_ok()
    }

    #[test]
    fn other_sites_start_no_work() {
        let host = ("host", "127.0.0.1:8610");
        assert!(allowed(&Method::POST, &[host]));
        assert!(allowed(
            &Method::POST,
            &[host, ("origin", "http://127.0.0.1:8610")]
        ));
        assert!(!allowed(
            &Method::POST,
            &[host, ("origin", "http://evil.example")]
        ));
        assert!(!allowed(&Method::POST, &[host, ("origin", "null")]));
        // Another port of this machine is another site's.
        assert!(!allowed(
            &Method::POST,
            &[host, ("origin", "http://127.0.0.1:9999")]
        ));
        assert!(!allowed(
            &Method::GET,
            &[host, ("sec-fetch-site", "cross-site")]
        ));
        let link = [
            host,
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-mode", "navigate"),
        ];
        assert!(allowed(&Method::GET, &link));
        assert!(!allowed(&Method::POST, &link));
    }

    #[test]
    fn names_of_others_do_not_lead_here() {
        for good in [
            "localhost:1",
            "127.0.0.1",
            "[::1]:8610",
            "192.168.1.5:80",
            "Draughts.example",
        ] {
            assert!(is_known(&["draughts.example".to_owned()], good), "{good}");
        }
        for bad in [
            "evil.example:8610",
            "",
            "127.0.0.1.evil.example",
            "localhost.evil.example",
        ] {
            assert!(!is_known(&["draughts.example".to_owned()], bad), "{bad}");
        }
    }
}
