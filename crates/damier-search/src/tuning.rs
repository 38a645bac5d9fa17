//! The numbers of the search, in one place, so that matches can try others.

macro_rules! tuning {
    ($($(#[doc = $doc:literal])+ $field:ident = $default:literal,)+) => {
        /// Constants of the search.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Tuning {
            $($(#[doc = $doc])+ pub $field: i32,)+
            reductions: Vec<[i16; 64]>,
        }

        impl Default for Tuning {
            fn default() -> Self {
                let mut tuning = Self { $($field: $default,)+ reductions: vec![] };
                tuning.tabulate();
                tuning
            }
        }

        impl Tuning {
            /// The names of all numbers.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($field),)+];

            /// Sets a number by its name; false if there is none of that name.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($field) => self.$field = value,)+
                    _ => return false,
                }
                self.tabulate();
                true
            }
        }
    };
}

tuning! {
    /// First half-width of the aspiration window, hundredths of a man.
    aspiration = 12,
    /// Least depth at which a cut is verified at reduced depth; 99 for never.
    verify_depth = 3,
    /// Share of the depth for the verification, in sixteenths.
    verify_share = 6,
    /// Margin of the verification, hundredths of a man ...
    verify_base = 10,
    /// ... and for each ply of depth, sixteenths of a hundredth of a man.
    verify_slope = 160,
    /// A verification is tried only when the evaluation falls short of the bound by less than this.
    verify_reach = 10_000,
    /// Whether verifications are allowed below a verification.
    verify_nested = 0,
    /// Least depth at which a position that looks too bad is verified to be so; 99 for never.
    refute_depth = 99,
    /// Margin of that, hundredths of a man ...
    refute_base = 20,
    /// ... and for each ply of depth, sixteenths of a hundredth of a man.
    refute_slope = 96,
    /// Greatest depth at which an evaluation far enough above the window cuts in a quiet position.
    static_depth = 0,
    /// How far for each ply of depth, hundredths of a man.
    static_margin = 40,
    /// Least depth at which a hash move far better than all others is searched deeper; 99 for never.
    singular_depth = 99,
    /// How much better for each ply of depth, eighths of a hundredth of a man.
    singular_margin = 12,
    /// Least depth at which a position without hash move is searched one ply less deep; 99 for never.
    blind_depth = 99,
    /// Late-move reductions: base, hundredths of a ply.
    reduction_base = 60,
    /// Late-move reductions: weight of the product of the logarithms of depth and move number, hundredths.
    reduction_slope = 40,
    /// Late-move reductions on the principal variation are smaller by this, hundredths of a ply.
    reduction_principal = 70,
    /// History score that takes a ply from a reduction or adds one.
    reduction_history = 8_192,
    /// Offers of men are looked at in quiescence when the evaluation is at most this far below the window, hundredths
    /// of a man; 0 for never.
    offer_reach = 0,
}

impl Tuning {
    /// Tabulates the logarithms of late-move reductions.
    fn tabulate(&mut self) {
        let base = f64::from(self.reduction_base);
        let slope = f64::from(self.reduction_slope);
        self.reductions = (0..128_u32)
            .map(|depth| {
                std::array::from_fn(|searched| {
                    if depth < 2 || searched == 0 {
                        return 0;
                    }
                    let logarithms = f64::from(depth).ln() * (searched as f64 + 1.0).ln();
                    (base + slope * logarithms) as i16
                })
            })
            .collect();
    }

    /// Whether positions above the horizon must be judged: nothing in use asks for it by default.
    #[inline(always)]
    pub(crate) fn judges_nodes(&self) -> bool {
        self.static_depth > 0 || self.refute_depth < 99 || self.verify_reach < 10_000
    }

    /// Plies by which a late quiet move is searched less deep.
    #[inline(always)]
    pub(crate) fn reduction(
        &self,
        depth: i32,
        searched: usize,
        principal: bool,
        history: i32,
    ) -> i32 {
        let row = &self.reductions[depth.clamp(0, 127) as usize];
        let mut plies = i32::from(row[searched.min(63)]);
        if principal {
            plies -= self.reduction_principal;
        }
        plies -= (history * 100 / self.reduction_history).clamp(-100, 100);
        (plies / 100).clamp(0, (depth - 1).max(0))
    }
}
