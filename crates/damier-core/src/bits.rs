//! The machine word under a bitboard. Knows nothing of boards or squares.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

mod sealed {
    pub trait Sealed {}
    impl Sealed for u64 {}
    impl Sealed for u128 {}
}

/// An unsigned word that can hold one bit for each square of a board: `u64` or `u128`.
pub trait Bits:
    sealed::Sealed
    + Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + 'static
{
    /// The word with no bit set.
    const ZERO: Self;
    /// The word with the lowest bit set.
    const ONE: Self;

    /// The low bits of `wide`.
    fn truncate(wide: u128) -> Self;
    /// The word widened to 128 bits.
    fn widen(self) -> u128;
    /// Number of bits set.
    fn count(self) -> u32;
    /// Index of the lowest bit set; the width of the word if none is.
    fn lowest(self) -> u32;
    /// Index of the highest bit set. `self` must not be zero.
    fn highest(self) -> u32;
    /// The word without its lowest set bit.
    #[must_use]
    fn without_lowest(self) -> Self;
    /// The bits in the opposite order.
    #[must_use]
    fn reversed(self) -> Self;
}

macro_rules! bits {
    ($word:ty) => {
        impl Bits for $word {
            const ZERO: Self = 0;
            const ONE: Self = 1;

            #[inline(always)]
            fn truncate(wide: u128) -> Self {
                wide as Self
            }
            #[inline(always)]
            fn widen(self) -> u128 {
                self as u128
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline(always)]
            fn highest(self) -> u32 {
                (<$word>::BITS - 1) ^ self.leading_zeros()
            }
            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn reversed(self) -> Self {
                self.reverse_bits()
            }
        }
    };
}

bits!(u64);
bits!(u128);
