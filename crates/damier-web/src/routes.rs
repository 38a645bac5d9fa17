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
use damier_core::Article;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;
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
    work: impl FnOnce() -> Result<T, Refused> + Send + 'static,
) -> Result<T, Refused> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(error) => {
            tracing::error!("a request failed: {error}");
            Err(Refused::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                "this request hit a fault of damier; please report it with what was asked",
            ))
        }
    }
}

/// The whole body, within the time and size allowed.
struct Whole(Bytes);

impl FromRequest<Arc<Shared>> for Whole {
    type Rejection = Refused;

    async fn from_request(request: Request, shared: &Arc<Shared>) -> Result<Self, Refused> {
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
    articles: Vec<ArticleRecord>,
}

async fn about() -> impl IntoResponse {
    Json(About {
        version: env!("CARGO_PKG_VERSION"),
        rules: &words::GAMES,
        alician: &words::ALICIAN,
        questions: &words::QUESTIONS,
        levels: &LEVELS,
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
    let work = move || {
        let table = of.game.table()?;
        Ok(with_table!(table, |table| PositionRecord::new(
            &table, &shared
        )))
    };
    short(work).await.map(Json)
}

async fn make_move(
    State(shared): Asked,
    Body(request): Body<play::PlayRequest>,
) -> Answer<play::Came> {
    short(move || play::play(&shared, &request)).await.map(Json)
}

async fn targets(Body(request): Body<explain::TargetsRequest>) -> Answer<explain::Targets> {
    short(move || explain::targets(&request)).await.map(Json)
}

async fn explanation(Body(request): Body<explain::ExplainRequest>) -> Answer<explain::Verdict> {
    short(move || explain::explanation(&request))
        .await
        .map(Json)
}

async fn check_setup(Body(request): Body<setup::SetupRequest>) -> Answer<setup::SetupAnswer> {
    short(move || setup::check(&request)).await.map(Json)
}

async fn ask_tables(State(shared): Asked, Body(of): Body<Of>) -> Answer<probe::Probe> {
    short(move || probe::probe(&shared, &of.game))
        .await
        .map(Json)
}

async fn draw(Body(request): Body<diagram::DiagramRequest>) -> Result<Response, Refused> {
    let picture = short(move || diagram::draw(&request)).await?;
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
    let table = short(move || game.table()).await?;
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

async fn collection<T: Send + 'static>(
    shared: &Shared,
    work: impl FnOnce() -> Result<T, Refused> + Send + 'static,
) -> Answer<T> {
    let room = Arc::clone(&shared.collections).acquire_owned().await;
    let answer = short(work).await.map(Json);
    drop(room);
    answer
}

async fn list_games(State(shared): Asked, Whole(bytes): Whole) -> Answer<pdn::Listing> {
    collection(&shared, move || pdn::list(&bytes)).await
}

async fn read_game(State(shared): Asked, Whole(bytes): Whole) -> Answer<pdn::Tree> {
    collection(&shared, move || pdn::read(&bytes)).await
}

async fn write_game(Body(request): Body<pdn::WriteRequest>) -> Answer<pdn::Written> {
    short(move || pdn::written(&request)).await.map(Json)
}

async fn live(State(shared): Asked, upgrade: WebSocketUpgrade) -> Response {
    upgrade
        .max_message_size(shared.limits.body)
        .max_frame_size(shared.limits.body)
        .on_upgrade(move |socket| socket::serve(shared, socket))
}
