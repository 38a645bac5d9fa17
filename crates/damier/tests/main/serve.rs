//! `damier serve` as a program: where it listens, how it ends, what it refuses. What it serves is tested where it is made.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Stdio};
use std::time::Duration;

use crate::run::{command, damier};

/// A server that ends with the test.
struct Serving {
    child: Child,
    address: SocketAddr,
}

impl Serving {
    fn start(args: &[&str]) -> Self {
        let args: Vec<&str> = ["serve", "--port", "0"]
            .iter()
            .chain(args)
            .copied()
            .collect();
        let mut child = command(&args)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let out = child.stdout.as_mut().expect("a pipe");
        BufReader::new(out).read_line(&mut line).expect("a line");
        let address = line.trim().strip_prefix("http://");
        let address = address.and_then(|a| a.strip_suffix('/')?.parse().ok());
        let address = address.unwrap_or_else(|| panic!("no address: {line:?}"));
        Self { child, address }
    }

    /// The answer to a request, head and body.
    fn get(&self, path: &str) -> String {
        let address = ("127.0.0.1", self.address.port());
        let mut stream = TcpStream::connect(address).expect("it listens");
        stream
            .set_read_timeout(Some(Duration::from_mins(1)))
            .expect("a timeout");
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        )
        .expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        answer
    }

    fn complaints(mut self) -> String {
        self.child.kill().expect("it runs");
        let mut text = String::new();
        let err = self.child.stderr.as_mut().expect("a pipe");
        err.read_to_string(&mut text).expect("UTF-8");
        text
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn it_says_where_it_listens_and_answers() {
    let serving = Serving::start(&[]);
    assert!(serving.address.ip().is_loopback());
    assert_ne!(serving.address.port(), 0);
    let page = serving.get("/");
    assert!(page.starts_with("HTTP/1.1 200 "), "{page}");
    assert!(page.contains("<title>damier</title>"), "{page}");
    let about = serving.get("/api/about");
    assert!(about.contains(r#""books":["international"]"#), "{about}");
    let without = Serving::start(&["--no-book"]);
    let about = without.get("/api/about");
    assert!(about.contains(r#""books":[]"#), "{about}");
    assert_eq!(serving.complaints(), "");
}

#[test]
#[cfg(unix)]
fn it_ends_cleanly_when_asked_to() {
    for signal in ["-INT", "-TERM"] {
        let mut serving = Serving::start(&[]);
        // A connection that stays open does not keep it.
        let open = TcpStream::connect(serving.address).expect("it listens");
        let id = serving.child.id().to_string();
        let sent = std::process::Command::new("kill")
            .args([signal, &id])
            .status();
        assert!(sent.expect("kill").success());
        let status = serving.child.wait().expect("it ends");
        assert_eq!(status.code(), Some(0), "{signal}");
        drop(open);
        assert!(TcpStream::connect(serving.address).is_err());
    }
}

#[test]
fn a_port_that_is_taken_is_refused() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let ran = damier(&["serve", "--port", &port]);
    let complaint = ran.complaint();
    assert!(
        complaint.contains(&format!("cannot listen on 127.0.0.1 port {port}")),
        "{complaint}"
    );
    assert!(complaint.contains("in use"), "{complaint}");
}

#[test]
fn other_machines_are_let_in_only_when_asked_for() {
    let serving = Serving::start(&["--host", "0.0.0.0"]);
    assert!(serving.address.ip().is_unspecified());
    let page = serving.get("/");
    assert!(page.starts_with("HTTP/1.1 200 "), "{page}");
    let complaints = serving.complaints();
    assert!(
        complaints.contains("other machines can reach") && complaints.contains("no password"),
        "{complaints}"
    );
}

#[test]
fn what_cannot_be_is_refused() {
    for (args, words) in [
        (&["--hash", "0"][..], "--hash 0"),
        (&["--searches", "0"], "--searches 0"),
        (
            &["--host", "no.such.host.invalid"],
            "cannot listen on no.such.host.invalid",
        ),
        (&["--book", "/no/such/file"], "cannot read /no/such/file"),
        (&["--book", "x", "--no-book"], "--no-book"),
    ] {
        let args: Vec<&str> = ["serve", "--port", "0"]
            .iter()
            .chain(args)
            .copied()
            .collect();
        let ran = damier(&args);
        assert!(ran.complaint().contains(words), "{args:?}: {ran:?}");
    }
}
