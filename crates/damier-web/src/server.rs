//! The server itself: takes connections, as many as are allowed, and lets none of them hold it up.

use std::future::Future;
use std::io;
use std::net::{SocketAddr, TcpListener as StdListener};
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use damier_endgame::Folder;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use thiserror::Error;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::time::{Sleep, sleep};

use crate::routes::router;
use crate::search::Searches;
use crate::state::{Limits, Openings, Shared, Tablebases};

/// How a server is set up.
#[derive(Clone, Debug)]
pub struct Options {
    /// Name or address to listen on.
    pub host: String,
    /// Port to listen on; 0 for any that is free.
    pub port: u16,
    /// Threads that search, all searches together; 0 for as many as there are cores.
    pub threads: usize,
    /// Size of the hash table of each search in MiB.
    pub hash_mib: usize,
    /// Where endgame tables are, beside those that are part of the program.
    pub tables: Folder,
    /// Which openings the engine plays by heart.
    pub openings: Openings,
    /// Names under which the server may be asked for, besides addresses and `localhost`.
    pub names: Vec<String>,
    /// What must not be exceeded.
    pub limits: Limits,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            host: "127.0.0.1".to_owned(),
            port: 0,
            threads: 0,
            hash_mib: 16,
            tables: Folder::None,
            openings: Openings::default(),
            names: vec![],
            limits: Limits::default(),
        }
    }
}

/// A server that could not be started.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The address cannot be listened on.
    #[error("cannot listen on {host} port {port}: {error}")]
    Listen {
        /// The host asked for.
        host: String,
        /// The port asked for.
        port: u16,
        /// What the system says.
        #[source]
        error: io::Error,
    },
    /// The endgame tables cannot be read.
    #[error("cannot read the endgame tables in {folder}: {error}")]
    Tables {
        /// Their folder.
        folder: PathBuf,
        /// What the system says.
        #[source]
        error: io::Error,
    },
    /// The system gives no threads.
    #[error("cannot start: {0}")]
    Start(#[source] io::Error),
}

/// A server that listens and does not answer yet.
pub struct Server {
    listener: StdListener,
    address: SocketAddr,
    shared: Arc<Shared>,
    runtime: Runtime,
}

impl Server {
    /// Listens on the address of the options.
    pub fn bind(options: &Options) -> Result<Self, ServeError> {
        let listen = |error| ServeError::Listen {
            host: options.host.clone(),
            port: options.port,
            error,
        };
        let listener = StdListener::bind((options.host.as_str(), options.port)).map_err(listen)?;
        listener.set_nonblocking(true).map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
        let folder = &options.tables;
        let tables = Tablebases::load(folder).map_err(|error| ServeError::Tables {
            folder: folder.path().map(ToOwned::to_owned).unwrap_or_default(),
            error,
        })?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = if options.threads == 0 {
            cores
        } else {
            options.threads
        };
        let mut names = options.names.clone();
        names.push(options.host.clone());
        let limits = options.limits.clone();
        let collections = limits.collections.max(1);
        let shared = Arc::new(Shared {
            tables,
            openings: options.openings.clone(),
            searches: Searches::new(threads, options.hash_mib, limits.searches),
            work: Arc::new(Semaphore::new(cores.max(2) * 4)),
            collections: Arc::new(Semaphore::new(collections)),
            limits,
            names,
        });
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(cores.clamp(2, 4))
            .max_blocking_threads(cores.max(2) * 4 + collections)
            .enable_io()
            .enable_time()
            .build()
            .map_err(ServeError::Start)?;
        Ok(Self {
            listener,
            address,
            shared,
            runtime,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until something comes through the channel, or its other end is gone.
    pub fn run(self, stop: Receiver<()>) -> Result<(), ServeError> {
        let (ended, stopped) = oneshot::channel::<()>();
        let wait = move || {
            let _ = stop.recv();
            drop(ended);
        };
        std::thread::Builder::new()
            .name("stop".to_owned())
            .spawn(wait)
            .map_err(ServeError::Start)?;
        self.until(stopped).map_err(ServeError::Start)
    }

    /// Serves in the background as long as the answer is kept.
    pub fn spawn(self) -> Result<Running, ServeError> {
        let (address, shared) = (self.address, Arc::clone(&self.shared));
        let (stop, stopped) = oneshot::channel::<()>();
        let run = move || {
            if let Err(error) = self.until(stopped) {
                tracing::error!("the server ended: {error}");
            }
        };
        std::thread::Builder::new()
            .name("serve".to_owned())
            .spawn(run)
            .map_err(ServeError::Start)?;
        Ok(Running {
            address,
            shared,
            _stop: stop,
        })
    }

    fn until(self, stopped: oneshot::Receiver<()>) -> io::Result<()> {
        let (listener, shared) = (self.listener, self.shared);
        let ended = self.runtime.block_on(async move {
            tokio::select! {
                ended = async { accept(TcpListener::from_std(listener)?, shared).await } => ended,
                _ = stopped => Ok(()),
            }
        });
        // Searches and open connections end with it: there is nothing to be saved.
        self.runtime.shutdown_background();
        ended
    }
}

/// A server in the background. It ends when this is dropped.
pub struct Running {
    address: SocketAddr,
    shared: Arc<Shared>,
    _stop: oneshot::Sender<()>,
}

impl Running {
    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Searches that go on now.
    pub fn searches(&self) -> usize {
        self.shared.searches.running()
    }
}

async fn accept(listener: TcpListener, shared: Arc<Shared>) -> io::Result<()> {
    let router = router(&shared);
    let room = Arc::new(Semaphore::new(shared.limits.connections));
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                // Out of descriptors, most likely: others will end and give theirs back.
                tracing::warn!("a connection was not taken: {error}");
                sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let Ok(permit) = Arc::clone(&room).try_acquire_owned() else {
            tracing::warn!("too many connections: one was closed");
            continue;
        };
        let (router, limits) = (router.clone(), shared.limits.clone());
        tokio::spawn(async move {
            if let Err(error) = connection(stream, permit, router, &limits).await {
                tracing::debug!("a connection ended: {error}");
            }
        });
    }
}

async fn connection(
    stream: TcpStream,
    permit: OwnedSemaphorePermit,
    router: Router,
    limits: &Limits,
) -> hyper::Result<()> {
    // Answers are small and waited for.
    let _ = stream.set_nodelay(true);
    let stream = TokioIo::new(Patient::new(stream, permit, limits.send));
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.receive)
        .max_buf_size(64 << 10)
        .serve_connection(stream, TowerToHyperService::new(router))
        .with_upgrades()
        .await
}

/// A stream that does not wait for ever for the other side to take what it is given.
struct Patient {
    stream: TcpStream,
    patience: Duration,
    waiting: Option<Pin<Box<Sleep>>>,
    /// The room it takes, until it is closed: a WebSocket outlives the request that opened it.
    _permit: OwnedSemaphorePermit,
}

impl Patient {
    fn new(stream: TcpStream, permit: OwnedSemaphorePermit, patience: Duration) -> Self {
        Self {
            stream,
            patience,
            waiting: None,
            _permit: permit,
        }
    }

    fn timed<T>(
        &mut self,
        context: &mut Context<'_>,
        poll: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if poll.is_ready() {
            self.waiting = None;
            return poll;
        }
        let patience = self.patience;
        let waiting = self
            .waiting
            .get_or_insert_with(|| Box::pin(sleep(patience)));
        match waiting.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let poll = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.timed(context, poll)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let poll = Pin::new(&mut self.stream).poll_flush(context);
        self.timed(context, poll)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let poll = Pin::new(&mut self.stream).poll_shutdown(context);
        self.timed(context, poll)
    }
}
