//! Sockets: addresses, listening, connecting. Knows no message.

use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use socket2::{Domain, SockRef, Socket, TcpKeepalive, Type};

/// A program that was started a moment ago may not listen yet.
const CONNECT_TIME: Duration = Duration::from_secs(10);

/// After this a message that is not taken in means that nobody is there.
const WRITE_TIME: Duration = Duration::from_secs(10);

/// The addresses that `HOST:PORT` means; a host alone has the usual port, a port alone is of this machine.
fn addresses(place: &str, port: u16) -> Result<Vec<SocketAddr>> {
    let bare = place.trim_matches(['[', ']']);
    let text = if let Ok(host) = bare.parse::<IpAddr>() {
        SocketAddr::new(host, port).to_string()
    } else if let Ok(port) = place.trim_start_matches(':').parse::<u16>() {
        format!("127.0.0.1:{port}")
    } else if place.contains(':') {
        place.to_owned()
    } else {
        format!("{place}:{port}")
    };
    let found: Vec<SocketAddr> = text
        .to_socket_addrs()
        .with_context(|| format!("{place:?} is no address: expected HOST:PORT"))?
        .collect();
    if found.is_empty() {
        return Err(anyhow!("{place:?} has no address"));
    }
    Ok(found)
}

/// Listens. The port of a program that has just ended may be taken again.
pub(super) fn listen(place: &str, port: u16) -> Result<TcpListener> {
    let mut problem = anyhow!("no address");
    for address in addresses(place, port)? {
        match listen_on(address) {
            Ok(listener) => return Ok(listener),
            Err(error) => problem = anyhow!(error).context(format!("cannot listen on {address}")),
        }
    }
    Err(problem)
}

fn listen_on(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, None)?;
    // Elsewhere this option lets two programs listen at once.
    #[cfg(unix)]
    socket.set_reuse_address(true)?;
    socket.bind(&address.into())?;
    socket.listen(1)?;
    Ok(socket.into())
}

/// Connects, trying for some seconds.
pub(super) fn connect(place: &str, port: u16) -> Result<TcpStream> {
    let addresses = addresses(place, port)?;
    let until = Instant::now() + CONNECT_TIME;
    loop {
        let mut problem = None;
        for address in &addresses {
            match TcpStream::connect_timeout(address, Duration::from_secs(5)) {
                Ok(stream) => return Ok(stream),
                Err(error) => {
                    problem = Some(anyhow!(error).context(format!("cannot connect to {address}")));
                }
            }
        }
        if Instant::now() >= until {
            return Err(problem.unwrap_or_else(|| anyhow!("cannot connect to {place}")));
        }
        thread::sleep(Duration::from_millis(100));
    }
}

/// Messages leave at once; a partner that has vanished without a word is noticed after two minutes.
pub(super) fn prepare(stream: &TcpStream) -> Result<()> {
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(WRITE_TIME))?;
    let keepalive = TcpKeepalive::new()
        .with_time(Duration::from_mins(1))
        .with_interval(Duration::from_secs(15));
    SockRef::from(stream).set_tcp_keepalive(&keepalive)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places() {
        let one = |place| addresses(place, 27_531).unwrap()[0].to_string();
        assert_eq!(one("5000"), "127.0.0.1:5000");
        assert_eq!(one(":5000"), "127.0.0.1:5000");
        assert_eq!(one("127.0.0.1"), "127.0.0.1:27531");
        assert_eq!(one("0.0.0.0:99"), "0.0.0.0:99");
        assert_eq!(one("::1"), "[::1]:27531");
        assert_eq!(one("[::1]:99"), "[::1]:99");
        assert!(addresses("1.2.3.4:999999", 1).is_err());
    }

    #[test]
    fn a_port_can_be_taken_again_at_once() {
        let first = listen("127.0.0.1:0", 0).unwrap();
        let address = first.local_addr().unwrap();
        let client = TcpStream::connect(address).unwrap();
        let (server, _) = first.accept().unwrap();
        // The side that closes first keeps the port busy for a while.
        drop(server);
        drop(first);
        drop(client);
        assert!(listen(&address.to_string(), 0).is_ok());
    }
}
