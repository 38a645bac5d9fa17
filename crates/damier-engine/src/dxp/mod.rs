//! Games over DXP: who listens, who asks, and what happens from connection to connection.

mod connection;
mod net;
mod record;

use anyhow::{Result, bail};
use damier_protocol::dxp::{Config, PORT, Role, TakeBacks};

use crate::args::{DxpArgs, RoleArg, TakeBackArg};
use crate::worker::brain;
use connection::{Connection, Left};
use record::Records;

fn config(args: &DxpArgs, played: u32) -> Config {
    let by_place = if args.place.listen.is_some() {
        Role::Follower
    } else {
        Role::Initiator
    };
    let role = args.role.map_or(by_place, |role| match role {
        RoleArg::Initiator => Role::Initiator,
        RoleArg::Follower => Role::Follower,
    });
    let mut config = Config::new(&args.name, role);
    config.games = match (args.games, role) {
        (Some(games), _) => Some(games.saturating_sub(played)),
        (None, Role::Initiator) => Some(1),
        (None, Role::Follower) => None,
    };
    config.patience = Some(args.patience).filter(|p| !p.is_zero());
    config.take_backs = match args.take_back {
        TakeBackArg::Accept => TakeBacks::Accept,
        TakeBackArg::Unsupported => TakeBacks::Unsupported,
        TakeBackArg::Refuse => TakeBacks::Refuse,
    };
    config
}

pub(crate) fn run(args: &DxpArgs) -> Result<()> {
    let mut records = Records::new(&args.name, args.pdn.clone())?;
    let mut brain = brain(&args.engine)?;
    if let Some(place) = &args.place.connect {
        let stream = net::connect(place, PORT)?;
        let connection = Connection::new(config(args, 0), args);
        let (left, _) = connection.run(&stream, brain, &mut records)?;
        return match left {
            Left::Games => Ok(()),
            Left::Refused(why) => bail!("no game: {why}"),
        };
    }
    let place = args.place.listen.as_deref().unwrap_or_default();
    let listener = net::listen(place, PORT)?;
    tracing::info!("listening on {}", listener.local_addr()?);
    loop {
        let config = config(args, records.games);
        if config.games == Some(0) {
            return Ok(());
        }
        let (stream, peer) = listener.accept()?;
        tracing::info!("connection from {peer}");
        let connection = Connection::new(config, args);
        let (left, back) = connection.run(&stream, brain, &mut records)?;
        brain = back;
        if let Left::Refused(why) = left {
            tracing::warn!("no game: {why}");
        }
        tracing::info!("connection from {peer} has ended");
    }
}
