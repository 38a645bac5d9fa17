//! Sockets with an engine at the other end. Bytes carry the time at which they arrived.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use socket2::{Domain, Socket, Type};

/// Pieces that may wait; more are held back at the other end.
const MOST_WAITING: usize = 16;

/// After this a message that is not taken in means that nobody is there.
const WRITE_TIME: Duration = Duration::from_secs(10);

/// A connection. Closed, and its thread ended, when dropped.
pub(super) struct Connection {
    stream: TcpStream,
    input: Option<Receiver<(Instant, Option<Vec<u8>>)>>,
    reader: Option<JoinHandle<()>>,
}

fn addresses(place: &str) -> Result<Vec<SocketAddr>, String> {
    let found = place
        .to_socket_addrs()
        .map_err(|e| format!("{place}: {e}"))?;
    Ok(found.collect())
}

/// Listens on a port, which may be taken again at once by whoever comes next.
pub(super) fn listen(place: &str) -> Result<TcpListener, String> {
    let listen = |address: SocketAddr| {
        let socket = Socket::new(Domain::for_address(address), Type::STREAM, None)?;
        // Elsewhere this option lets two programs listen at once.
        #[cfg(unix)]
        socket.set_reuse_address(true)?;
        socket.bind(&address.into())?;
        socket.listen(1)?;
        std::io::Result::Ok(socket.into())
    };
    let mut problem = format!("{place} has no address");
    for address in addresses(place)? {
        match listen(address) {
            Ok(listener) => return Ok(listener),
            Err(error) => problem = format!("cannot listen on {address}: {error}"),
        }
    }
    Err(problem)
}

/// A port that was free a moment ago.
pub(super) fn free_port() -> Result<u16, String> {
    let listener = listen("127.0.0.1:0")?;
    let address = listener.local_addr().map_err(|e| e.to_string())?;
    Ok(address.port())
}

impl Connection {
    /// Connects; a program that was started a moment ago may not listen yet.
    pub(super) fn open(place: &str, patience: Duration) -> Result<Self, String> {
        let until = Instant::now() + patience;
        loop {
            let mut problem = format!("{place} has no address");
            for address in addresses(place)? {
                match TcpStream::connect_timeout(&address, Duration::from_secs(5)) {
                    Ok(stream) => return Self::of(stream),
                    Err(error) => problem = format!("cannot connect to {address}: {error}"),
                }
            }
            if Instant::now() >= until {
                return Err(problem);
            }
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// Waits for somebody to connect.
    pub(super) fn accept(listener: &TcpListener, patience: Duration) -> Result<Self, String> {
        let problem = |e: std::io::Error| format!("waiting for a connection: {e}");
        listener.set_nonblocking(true).map_err(problem)?;
        let until = Instant::now() + patience;
        loop {
            match listener.accept() {
                Ok((stream, _)) => {
                    stream.set_nonblocking(false).map_err(problem)?;
                    return Self::of(stream);
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock && Instant::now() < until => {
                    thread::sleep(Duration::from_millis(10));
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    return Err(format!(
                        "nobody has connected within {} s",
                        patience.as_secs_f64()
                    ));
                }
                Err(error) => return Err(problem(error)),
            }
        }
    }

    fn of(stream: TcpStream) -> Result<Self, String> {
        let set_up = || {
            stream.set_nodelay(true)?;
            stream.set_write_timeout(Some(WRITE_TIME))?;
            stream.try_clone()
        };
        let reading = set_up().map_err(|e| e.to_string())?;
        let (sender, input) = mpsc::sync_channel(MOST_WAITING);
        let reader = thread::spawn(move || read(reading, &sender));
        Ok(Self {
            stream,
            input: Some(input),
            reader: Some(reader),
        })
    }

    pub(super) fn send(&mut self, bytes: &[u8]) -> Result<(), String> {
        self.stream
            .write_all(bytes)
            .map_err(|e| format!("sending: {e}"))
    }

    /// The next bytes and when they arrived; no bytes at the end of the connection; `None` after the time given.
    pub(super) fn next(&self, wait: Duration) -> Option<(Instant, Option<Vec<u8>>)> {
        let input = self.input.as_ref()?;
        let next = match input.try_recv() {
            Ok(next) => Ok(next),
            Err(_) => input.recv_timeout(wait),
        };
        match next {
            Ok(next) => Some(next),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some((Instant::now(), None)),
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let _ = self.stream.shutdown(Shutdown::Both);
        self.input = None;
        if let Some(reader) = self.reader.take() {
            let _ = reader.join();
        }
    }
}

fn read(mut stream: TcpStream, sender: &SyncSender<(Instant, Option<Vec<u8>>)>) {
    let mut bytes = [0; 4096];
    loop {
        let piece = match stream.read(&mut bytes) {
            Ok(0) => None,
            Ok(count) => Some(bytes.get(..count).unwrap_or_default().to_vec()),
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => None,
        };
        let end = piece.is_none();
        if sender.send((Instant::now(), piece)).is_err() || end {
            return;
        }
    }
}
