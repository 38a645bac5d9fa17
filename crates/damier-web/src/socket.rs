//! The live side: searches asked for over a WebSocket, one at a time each, ended with it.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

use crate::error::Refused;
use crate::game::{GameRequest, with_table};
use crate::level::{LEVELS, Level};
use crate::search::{ClockRequest, Job, LimitsRequest, News, Purpose, Searches};
use crate::state::Shared;

/// How often a silent client is asked whether it is still there, and how long it may stay silent.
const PING: Duration = Duration::from_secs(10);
const SILENCE: Duration = Duration::from_secs(35);

/// What a client asks for.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case", deny_unknown_fields)]
enum Ask {
    Analyse {
        id: u64,
        game: GameRequest,
        #[serde(default)]
        limits: LimitsRequest,
    },
    Move {
        id: u64,
        game: GameRequest,
        level: u8,
        clock: Option<ClockRequest>,
        /// Whether an opening may come from the book; it may if nothing is said.
        #[serde(default = "yes")]
        book: bool,
        seed: Option<u64>,
    },
    Stop,
}

const fn yes() -> bool {
    true
}

#[derive(Serialize)]
struct Tagged<'a, T> {
    id: u64,
    #[serde(flatten)]
    what: &'a T,
}

#[derive(Serialize)]
#[serde(tag = "is", rename = "refused")]
struct RefusedRecord<'a> {
    error: &'a str,
}

/// The search of a socket.
struct Running {
    id: u64,
    job: Job,
    news: mpsc::Receiver<News>,
}

/// Serves a client until it goes.
pub(crate) async fn serve(shared: Arc<Shared>, mut socket: WebSocket) {
    let mut running: Option<Running> = None;
    let mut heard = Instant::now();
    let mut ticks = interval(PING);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let message = tokio::select! {
            message = socket.recv() => match message {
                Some(Ok(message)) => {
                    heard = Instant::now();
                    match message {
                        Message::Text(text) => answer(&shared, &text, &mut running).await,
                        Message::Close(_) => return,
                        _ => None,
                    }
                }
                // Gone, with or without a word.
                Some(Err(_)) | None => return,
            },
            news = next(&mut running) => Some(news),
            _ = ticks.tick() => {
                if heard.elapsed() > SILENCE {
                    return;
                }
                Some(Message::Ping(Vec::new().into()))
            }
        };
        if let Some(message) = message {
            match timeout(shared.limits.send, socket.send(message)).await {
                Ok(Ok(())) => {}
                _ => return,
            }
        }
    }
}

/// The next news of the running search; waits for ever if there is none.
async fn next(running: &mut Option<Running>) -> Message {
    let Some(search) = running else {
        return std::future::pending().await;
    };
    let id = search.id;
    let Some(news) = search.news.recv().await else {
        *running = None;
        return refusal(id, "the search failed");
    };
    if matches!(news, News::Done { .. }) {
        *running = None;
    }
    text(id, &news)
}

fn text<T: Serialize>(id: u64, what: &T) -> Message {
    let tagged = Tagged { id, what };
    // Numbers, texts and lists: nothing in them cannot be written.
    Message::Text(serde_json::to_string(&tagged).unwrap_or_default().into())
}

fn refusal(id: u64, error: &str) -> Message {
    text(id, &RefusedRecord { error })
}

/// Does what a message asks; the answer, if there is one at once.
async fn answer(
    shared: &Arc<Shared>,
    message: &str,
    running: &mut Option<Running>,
) -> Option<Message> {
    let ask = match serde_json::from_str(message) {
        Ok(ask) => ask,
        Err(error) => return Some(refusal(0, &format!("not understood: {error}"))),
    };
    let (id, started) = match ask {
        Ask::Stop => {
            if let Some(search) = running {
                search.job.stop();
            }
            return None;
        }
        Ask::Analyse { id, game, limits } => {
            *running = None;
            let most = shared.limits.analysis;
            let purpose = limits.limits(most, most).map(Purpose::Analysis);
            (id, begin(shared, id, game, purpose).await)
        }
        Ask::Move {
            id,
            game,
            level,
            clock,
            book,
            seed,
        } => {
            *running = None;
            let purpose = Level::of(level)
                .map(|level| Purpose::Move {
                    level,
                    clock: clock.map(Into::into),
                    book,
                    seed,
                })
                .ok_or_else(|| {
                    Refused::bad(format!("level {level}: expected 1 to {}", LEVELS.len()))
                });
            (id, begin(shared, id, game, purpose).await)
        }
    };
    match started {
        Ok(search) => {
            *running = Some(search);
            None
        }
        Err(refused) => Some(refusal(id, refused.message())),
    }
}

async fn begin(
    shared: &Arc<Shared>,
    id: u64,
    game: GameRequest,
    purpose: Result<Purpose, Refused>,
) -> Result<Running, Refused> {
    let purpose = purpose?;
    let table = crate::routes::short(shared, move || game.table()).await?;
    if let Some(outcome) = with_table!(&table, |table| table.game().outcome())
        && outcome.winner.is_some()
    {
        return Err(Refused::bad(format!("the game is over: {outcome}")));
    }
    let (sender, news) = mpsc::channel(64);
    let tell = move |news: News| match news {
        // A client that does not keep up misses lines, never the end.
        News::Line(_) => drop(sender.try_send(news)),
        News::Done { .. } => drop(sender.blocking_send(news)),
    };
    let job = Searches::start(shared, table, purpose, tell).await?;
    Ok(Running { id, job, news })
}
