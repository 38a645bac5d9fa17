//! A small source of random numbers. A seed gives the same game on every machine and in every version, which no
//! crate promises for its default generator.

use std::hash::{BuildHasher, Hasher, RandomState};

/// `SplitMix64` of Steele, Lea and Flood (2014).
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A seed nobody chose, short enough to be typed in again.
    pub(crate) fn fresh_seed() -> u64 {
        RandomState::new().build_hasher().finish() % 1_000_000
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = self.0;
        let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// One of the items, if there are any.
    pub(crate) fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        // The high half of the product spreads the numbers evenly enough for lists this short.
        let index = (u128::from(self.next()) * items.len() as u128) >> 64;
        items.get(index as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    /// Values of the published reference implementation for seed 1234567.
    #[test]
    fn numbers_are_those_of_splitmix64() {
        let mut random = Random::new(1_234_567);
        let numbers: Vec<u64> = (0..5).map(|_| random.next()).collect();
        assert_eq!(
            numbers,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423,
                4_593_380_528_125_082_431,
                16_408_922_859_458_223_821,
            ]
        );
    }

    #[test]
    fn nothing_to_choose_from() {
        assert_eq!(Random::new(0).choose::<u8>(&[]), None);
    }
}
