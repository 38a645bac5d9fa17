//! A small client for the tests: HTTP and WebSocket over a plain socket, so that it can also misbehave.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use damier_web::{Options, Running, Server};
use serde_json::{Value, json};

/// A server with usual limits.
pub(crate) fn server() -> Running {
    with(&Options::default())
}

pub(crate) fn with(options: &Options) -> Running {
    Server::bind(options).unwrap().spawn().unwrap()
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(n, _)| n == name);
        found.map(|(_, value)| value.as_str())
    }

    pub(crate) fn json(&self) -> Value {
        match serde_json::from_slice(&self.body) {
            Ok(value) => value,
            Err(error) => panic!("{error}: {}", String::from_utf8_lossy(&self.body)),
        }
    }
}

/// A connection that is kept.
pub(crate) struct Client {
    address: SocketAddr,
    stream: BufReader<TcpStream>,
}

impl Client {
    pub(crate) fn new(address: SocketAddr) -> Self {
        Self::try_new(address).unwrap()
    }

    pub(crate) fn try_new(address: SocketAddr) -> std::io::Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_mins(1)))?;
        Ok(Self {
            address,
            stream: BufReader::new(stream),
        })
    }

    pub(crate) fn send(&mut self, method: &str, path: &str, more: &[(&str, &str)], body: &[u8]) {
        let mut text = format!(
            "{method} {path} HTTP/1.1\r\nContent-Length: {}\r\n",
            body.len()
        );
        if !more.iter().any(|(name, _)| *name == "Host") {
            write!(text, "Host: {}\r\n", self.address).unwrap();
        }
        for (name, value) in more {
            write!(text, "{name}: {value}\r\n").unwrap();
        }
        text += "\r\n";
        let stream = self.stream.get_mut();
        let mut all = text.into_bytes();
        all.extend_from_slice(body);
        // A server that has said no need not listen to the rest.
        let _ = stream.write_all(&all);
    }

    pub(crate) fn receive(&mut self) -> std::io::Result<Answer> {
        let mut line = String::new();
        if self.stream.read_line(&mut line)? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        let status = line.split(' ').nth(1).unwrap().parse().unwrap();
        let mut headers = vec![];
        loop {
            line.clear();
            self.stream.read_line(&mut line)?;
            let Some((name, value)) = line.trim_end().split_once(':') else {
                break;
            };
            headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
        }
        let length = headers.iter().find(|(n, _)| n == "content-length");
        let length = length.map_or(0, |(_, v)| v.parse().unwrap());
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body)?;
        Ok(Answer {
            status,
            headers,
            body,
        })
    }

    pub(crate) fn ask(
        &mut self,
        method: &str,
        path: &str,
        more: &[(&str, &str)],
        body: &[u8],
    ) -> Answer {
        self.send(method, path, more, body);
        self.receive().unwrap()
    }

    pub(crate) fn post(&mut self, path: &str, body: &Value) -> Answer {
        self.ask(
            "POST",
            path,
            &[("Content-Type", "application/json")],
            body.to_string().as_bytes(),
        )
    }

    /// An answer that must be good.
    pub(crate) fn good(&mut self, path: &str, body: &Value) -> Value {
        let answer = self.post(path, body);
        assert_eq!(
            answer.status,
            200,
            "{path} {body}: {}",
            String::from_utf8_lossy(&answer.body)
        );
        answer.json()
    }
}

/// One request on a connection of its own.
pub(crate) fn good(server: &Running, path: &str, body: &Value) -> Value {
    Client::new(server.address()).good(path, body)
}

/// A live connection.
pub(crate) struct Socket {
    stream: BufReader<TcpStream>,
}

impl Socket {
    pub(crate) fn open(address: SocketAddr) -> Self {
        Self::try_open(address).unwrap()
    }

    pub(crate) fn try_open(address: SocketAddr) -> std::io::Result<Self> {
        let mut client = Client::try_new(address)?;
        let more = [
            ("Connection", "Upgrade"),
            ("Upgrade", "websocket"),
            ("Sec-WebSocket-Version", "13"),
            ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
        ];
        client.send("GET", "/api/live", &more, b"");
        let answer = client.receive()?;
        assert_eq!(answer.status, 101);
        // The key and its answer are those of RFC 6455.
        assert_eq!(
            answer.header("sec-websocket-accept"),
            Some("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        );
        Ok(Self {
            stream: client.stream,
        })
    }

    pub(crate) fn send(&mut self, message: &Value) {
        self.send_text(message.to_string().as_bytes());
    }

    pub(crate) fn send_text(&mut self, text: &[u8]) {
        let mut frame = vec![0x81];
        match text.len() {
            n @ 0..=125 => frame.push(0x80 | n as u8),
            n @ 126..=0xffff => {
                frame.push(0x80 | 0x7e);
                frame.extend_from_slice(&(n as u16).to_be_bytes());
            }
            n => {
                frame.push(0x80 | 0x7f);
                frame.extend_from_slice(&(n as u64).to_be_bytes());
            }
        }
        // A mask of zeros leaves the text as it is.
        frame.extend_from_slice(&[0; 4]);
        frame.extend_from_slice(text);
        let _ = self.stream.get_mut().write_all(&frame);
    }

    fn pong(&mut self, body: &[u8]) {
        let mut frame = vec![0x8a, 0x80 | body.len() as u8, 0, 0, 0, 0];
        frame.extend_from_slice(body);
        let _ = self.stream.get_mut().write_all(&frame);
    }

    /// The next text; pings are answered on the way.
    pub(crate) fn receive(&mut self) -> std::io::Result<Value> {
        loop {
            let mut head = [0; 2];
            self.stream.read_exact(&mut head)?;
            let length = match head[1] & 0x7f {
                126 => {
                    let mut more = [0; 2];
                    self.stream.read_exact(&mut more)?;
                    u64::from(u16::from_be_bytes(more))
                }
                127 => {
                    let mut more = [0; 8];
                    self.stream.read_exact(&mut more)?;
                    u64::from_be_bytes(more)
                }
                n => u64::from(n),
            };
            let mut body = vec![0; length as usize];
            self.stream.read_exact(&mut body)?;
            match head[0] & 0xf {
                1 => return Ok(serde_json::from_slice(&body).unwrap()),
                8 => return Err(std::io::ErrorKind::ConnectionAborted.into()),
                // Who does not answer a ping is taken for gone.
                9 => self.pong(&body),
                _ => {}
            }
        }
    }

    /// Waits for a message of a kind.
    pub(crate) fn wait(&mut self, kind: &str) -> Value {
        loop {
            let news = self.receive().unwrap();
            if news["is"] == kind {
                return news;
            }
        }
    }
}

/// A game that goes on from a position.
pub(crate) fn from(start: &str, moves: &[&str]) -> Value {
    json!({"start": start, "moves": moves})
}
