//! The evaluations a user can choose from, by name.

use std::sync::{Arc, OnceLock};

use damier_core::{Alician, Single};

use crate::alician::AlicianByHand;
use crate::evaluate::{Evaluate, Material};
use crate::international::InternationalByHand;
use crate::learned::{
    Features, Judged, Learned, Network, Networked, WeightsError, Windows8, Windows12,
};

/// An evaluation chosen at run time; engines may share it.
pub type Evaluation<P> = Arc<dyn Evaluate<P>>;

/// Which evaluation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// The weights that come with the program.
    #[default]
    Learned,
    /// The one written by hand.
    ByHand,
    /// Men and kings only.
    Material,
    /// The weights in the bytes of a file.
    Bytes(Vec<u8>),
}

/// A game with all its evaluations.
pub trait Playable: Judged {
    /// The weights that come with the program.
    const WEIGHTS: &'static [u8];

    /// The hand-written evaluation.
    fn by_hand() -> Evaluation<Self>;

    /// The evaluation with the weights in a file's bytes, whichever of the game's sets of features they are for.
    fn learned(bytes: &[u8]) -> Result<Evaluation<Self>, WeightsError>;

    /// The evaluation with the weights that come with the program, read once.
    fn shipped() -> Result<Evaluation<Self>, WeightsError>;

    /// The evaluation of a choice; an error names what is wrong with a file.
    fn evaluation(choice: &Choice) -> Result<Evaluation<Self>, WeightsError> {
        Ok(match choice {
            Choice::Learned => Self::shipped()?,
            Choice::ByHand => Self::by_hand(),
            Choice::Material => Arc::new(Material),
            Choice::Bytes(bytes) => Self::learned(bytes)?,
        })
    }
}

type Read<P> = Result<Evaluation<P>, WeightsError>;

fn network<P: Networked>(bytes: &[u8]) -> Read<P> {
    Ok(Arc::new(Network::read::<P>(bytes)?))
}

fn linear<P: Judged, F: Features<P>>(bytes: &[u8]) -> Read<P> {
    Ok(Arc::new(Learned::<F>::read(bytes)?))
}

/// What was read, or the other if the file is for that set of features.
fn or_else<P: Judged>(read: Read<P>, other: impl FnOnce() -> Read<P>) -> Read<P> {
    match read {
        Err(refused @ WeightsError::OtherSet { .. }) => match other() {
            Err(WeightsError::OtherSet { .. }) => Err(refused),
            read => read,
        },
        read => read,
    }
}

impl Playable for Single {
    const WEIGHTS: &'static [u8] = include_bytes!("../data/international.ev");

    fn shipped() -> Result<Evaluation<Self>, WeightsError> {
        static SHIPPED: OnceLock<Result<Evaluation<Single>, WeightsError>> = OnceLock::new();
        SHIPPED.get_or_init(|| Self::learned(Self::WEIGHTS)).clone()
    }

    fn by_hand() -> Evaluation<Self> {
        Arc::new(InternationalByHand::default())
    }

    fn learned(bytes: &[u8]) -> Result<Evaluation<Self>, WeightsError> {
        or_else(network(bytes), || {
            or_else(linear::<_, Windows8>(bytes), || {
                linear::<_, Windows12>(bytes)
            })
        })
    }
}

impl Playable for Alician {
    const WEIGHTS: &'static [u8] = include_bytes!("../data/alician.ev");

    fn shipped() -> Result<Evaluation<Self>, WeightsError> {
        static SHIPPED: OnceLock<Result<Evaluation<Alician>, WeightsError>> = OnceLock::new();
        SHIPPED.get_or_init(|| Self::learned(Self::WEIGHTS)).clone()
    }

    fn by_hand() -> Evaluation<Self> {
        Arc::new(AlicianByHand)
    }

    fn learned(bytes: &[u8]) -> Result<Evaluation<Self>, WeightsError> {
        or_else(network(bytes), || linear::<_, Windows8>(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_that_come_with_the_program_are_whole() {
        assert!(Single::evaluation(&Choice::Learned).is_ok());
        assert!(Alician::evaluation(&Choice::Learned).is_ok());
    }

    #[test]
    fn damaged_foreign_and_short_weights_are_refused_by_name() {
        let good = Single::WEIGHTS;
        let refusal = |bytes: Vec<u8>| match Single::evaluation(&Choice::Bytes(bytes)) {
            Ok(_) => panic!("accepted"),
            Err(e) => e,
        };
        let mut damaged = good.to_vec();
        damaged[5_000] ^= 4;
        assert!(matches!(refusal(damaged), WeightsError::Checksum { .. }));
        assert!(matches!(
            refusal(good[..5_000].to_vec()),
            WeightsError::Length { .. }
        ));
        assert!(matches!(refusal(b"GIF89a".to_vec()), WeightsError::Foreign));
        assert!(matches!(refusal(vec![]), WeightsError::Foreign));
        let mut newer = good.to_vec();
        newer[8] = 200;
        assert!(matches!(refusal(newer), WeightsError::Version(200)));
        for at in 0..good.len().min(64) {
            let mut flipped = good.to_vec();
            flipped[at] ^= 1;
            assert!(
                Single::evaluation(&Choice::Bytes(flipped)).is_err(),
                "byte {at}"
            );
        }
        let other = Alician::WEIGHTS.to_vec();
        assert!(matches!(refusal(other), WeightsError::OtherSet { .. }));
    }
}
