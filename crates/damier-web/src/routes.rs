//! What can be asked for, and where. Each answer is made elsewhere; here requests become values and back.

use std::sync::Arc;

use axum::Json;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, FromRequest, Request, State, WebSocketUpgrade};
use axum::http::{StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use damier_core::{Article, Reading, Rules};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tokio::sync::{Semaphore, oneshot};
use tokio::time::timeout;

use crate::error::Refused;
use crate::game::{GameRequest, with_table};
use crate::level::{LEVELS, Level};
use crate::records::{ArticleRecord, PositionRecord};
use crate::search::{LimitsRequest, News, Purpose, Searches};
use crate::state::Shared;
use crate::{diagram, explain, guard, page, pdn, play, probe, setup, socket, words};

type Asked = State<Arc<Shared>>;
type Answer<T> = Result<Json<T>, Refused>;

/// The description of the API.
pub(crate) const OPENAPI: &str = include_str!("../../../docs/openapi.json");

pub(crate) fn router(shared: &Arc<Shared>) -> Router {
    let collection = shared.limits.collection;
    Router::new()
        .route("/api/about", get(about))
        .route("/api/openapi.json", get(openapi))
        .route("/api/position", post(position))
        .route("/api/play", post(make_move))
        .route("/api/targets", post(targets))
        .route("/api/explain", post(explanation))
        .route("/api/setup", post(check_setup))
        .route("/api/probe", post(ask_tables))
        .route("/api/analyse", post(analyse))
        .route("/api/diagram", post(draw))
        .route(
            "/api/pdn/list",
            post(list_games).layer(DefaultBodyLimit::max(collection)),
        )
        .route(
            "/api/pdn/read",
            post(read_game).layer(DefaultBodyLimit::max(collection)),
        )
        .route("/api/pdn/write", post(write_game))
        .route("/api/live", get(live))
        .fallback(page::serve)
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(shared.limits.body))
        .layer(from_fn_with_state(Arc::clone(shared), guard::guard))
        .with_state(Arc::clone(shared))
}

/// Work that takes less than a blink, on a thread that may be blocked by it.
pub(crate) async fn short<T: Send + 'static>(
    shared: &Shared,
    work: impl FnOnce() -> Result<T, Refused> + Send + 'static,
) -> Result<T, Refused> {
    within(&shared.work, work).await
}

/// Work for which there must be room. Who hangs up while there is none leaves nothing behind; what has begun keeps its
/// room to its end, wanted or not.
async fn within<T: Send + 'static>(
    room: &Arc<Semaphore>,
    work: impl FnOnce() -> Result<T, Refused> + Send + 'static,
) -> Result<T, Refused> {
    let fault = |error: String| {
        tracing::error!("a request failed: {error}");
        Refused::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "this request hit a fault of damier; please report it with what was asked",
        )
    };
    let permit = Arc::clone(room).acquire_owned().await;
    let permit = permit.map_err(|error| fault(error.to_string()))?;
    let run = move || {
        let done = work();
        drop(permit);
        done
    };
    match tokio::task::spawn_blocking(run).await {
        Ok(done) => done,
        Err(error) => Err(fault(error.to_string())),
    }
}

/// The whole body, within the time and size allowed.
struct Whole(Bytes);

impl FromRequest<Arc<Shared>> for Whole {
    type Rejection = Refused;

    async fn from_request(request: Request, shared: &Arc<Shared>) -> Result<Self, Refused> {
        let most = match request.uri().path() {
            "/api/pdn/list" | "/api/pdn/read" => shared.limits.collection,
            _ => shared.limits.body,
        };
        // What says beforehand that it is too large need not be sent.
        let length = request.headers().get(header::CONTENT_LENGTH);
        let length = length.and_then(|l| l.to_str().ok()?.parse::<u64>().ok());
        if length.is_some_and(|length| length > most as u64) {
            return Err(Refused::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                format!("the body is larger than {most} bytes, which is the most that is taken"),
            ));
        }
        match timeout(shared.limits.receive, Bytes::from_request(request, shared)).await {
            Ok(Ok(bytes)) => Ok(Self(bytes)),
            Ok(Err(rejection)) => Err(Refused::new(rejection.status(), rejection.body_text())),
            Err(_) => Err(Refused::new(
                StatusCode::REQUEST_TIMEOUT,
                "the request did not arrive in time",
            )),
        }
    }
}

/// A body in JSON.
struct Body<T>(T);

impl<T: DeserializeOwned> FromRequest<Arc<Shared>> for Body<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, shared: &Arc<Shared>) -> Result<Self, Refused> {
        let kind = request.headers().get(header::CONTENT_TYPE);
        let kind = kind.and_then(|k| k.to_str().ok()).unwrap_or_default();
        if kind.split(';').next().map(str::trim) != Some("application/json") {
            return Err(Refused::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                format!("content type {kind:?}: expected application/json"),
            ));
        }
        let Whole(bytes) = Whole::from_request(request, shared).await?;
        serde_json::from_slice(&bytes).map(Self).map_err(|error| {
            Refused::new(StatusCode::BAD_REQUEST, format!("not understood: {error}"))
        })
    }
}

#[derive(Serialize)]
struct About {
    version: &'static str,
    rules: &'static [words::Game],
    alician: &'static [&'static str],
    questions: &'static [words::Question],
    levels: &'static [Level],
    /// Games for which the engine has an opening book.
    books: Vec<String>,
    articles: Vec<ArticleRecord>,
}

async fn about(State(shared): Asked) -> impl IntoResponse {
    let all = Reading::ALL.into_iter().map(Rules::Alician);
    let books = std::iter::once(Rules::International).chain(all);
    let books = books.filter(|&rules| shared.openings.book(rules).is_some());
    Json(About {
        version: env!("CARGO_PKG_VERSION"),
        rules: &words::GAMES,
        alician: &words::ALICIAN,
        questions: &words::QUESTIONS,
        levels: &LEVELS,
        books: books.map(|rules| rules.to_string()).collect(),
        articles: Article::ALL.into_iter().map(Into::into).collect(),
    })
}

async fn openapi() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI)
}

async fn wrong_method() -> Refused {
    Refused::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "not with this method: see /api/openapi.json",
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Of {
    game: GameRequest,
}

async fn position(State(shared): Asked, Body(of): Body<Of>) -> Answer<PositionRecord> {
    let tables = Arc::clone(&shared);
    let work = move || {
        let table = of.game.table()?;
        Ok(with_table!(table, |table| PositionRecord::new(
            &table, &tables
        )))
    };
    short(&shared, work).await.map(Json)
}

async fn make_move(
    State(shared): Asked,
    Body(request): Body<play::PlayRequest>,
) -> Answer<play::Came> {
    let tables = Arc::clone(&shared);
    short(&shared, move || play::play(&tables, &request))
        .await
        .map(Json)
}

async fn targets(
    State(shared): Asked,
    Body(request): Body<explain::TargetsRequest>,
) -> Answer<explain::Targets> {
    short(&shared, move || explain::targets(&request))
        .await
        .map(Json)
}

async fn explanation(
    State(shared): Asked,
    Body(request): Body<explain::ExplainRequest>,
) -> Answer<explain::Verdict> {
    short(&shared, move || explain::explanation(&request))
        .await
        .map(Json)
}

async fn check_setup(
    State(shared): Asked,
    Body(request): Body<setup::SetupRequest>,
) -> Answer<setup::SetupAnswer> {
    short(&shared, move || setup::check(&request))
        .await
        .map(Json)
}

async fn ask_tables(State(shared): Asked, Body(of): Body<Of>) -> Answer<probe::Probe> {
    let tables = Arc::clone(&shared);
    short(&shared, move || probe::probe(&tables, &of.game))
        .await
        .map(Json)
}

async fn draw(
    State(shared): Asked,
    Body(request): Body<diagram::DiagramRequest>,
) -> Result<Response, Refused> {
    let picture = short(&shared, move || diagram::draw(&request)).await?;
    Ok(picture.into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AnalyseRequest {
    game: GameRequest,
    #[serde(default)]
    limits: LimitsRequest,
}

/// A search that ends with the request: whoever hangs up ends it.
async fn analyse(State(shared): Asked, Body(request): Body<AnalyseRequest>) -> Answer<News> {
    let default = std::time::Duration::from_secs(1);
    let limits = request.limits.limits(default, shared.limits.http_search)?;
    let game = request.game;
    let table = short(&shared, move || game.table()).await?;
    let (sender, end) = oneshot::channel();
    let mut sender = Some(sender);
    let tell = move |news: News| {
        if let News::Done { .. } = news
            && let Some(sender) = sender.take()
        {
            drop(sender.send(news));
        }
    };
    let _job = Searches::start(&shared, table, Purpose::Analysis(limits), tell).await?;
    end.await
        .map(Json)
        .map_err(|_| Refused::new(StatusCode::INTERNAL_SERVER_ERROR, "the search failed"))
}

async fn list_games(State(shared): Asked, Whole(bytes): Whole) -> Answer<pdn::Listing> {
    within(&shared.collections, move || pdn::list(&bytes))
        .await
        .map(Json)
}

async fn read_game(State(shared): Asked, Whole(bytes): Whole) -> Answer<pdn::Tree> {
    within(&shared.collections, move || pdn::read(&bytes))
        .await
        .map(Json)
}

async fn write_game(
    State(shared): Asked,
    Body(request): Body<pdn::WriteRequest>,
) -> Answer<pdn::Written> {
    short(&shared, move || pdn::written(&request))
        .await
        .map(Json)
}

async fn live(State(shared): Asked, upgrade: WebSocketUpgrade) -> Response {
    upgrade
        .max_message_size(shared.limits.body)
        .max_frame_size(shared.limits.body)
        .on_upgrade(move |socket| socket::serve(shared, socket))
}
