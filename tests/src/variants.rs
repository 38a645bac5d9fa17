//! Variants and boards that are no game of damier: they show that rules and board size are values to the generator.

use damier_core::{
    Board8, Board10, Board12, Color, Geometry, International, KingReach, Priority, RuleSet, Variant,
};

const INTERNATIONAL: RuleSet = International::RULES;

/// A variant with its board and rules.
macro_rules! variant {
    ($(#[$doc:meta])* $name:ident: $geometry:ty, $rules:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name;

        impl Variant for $name {
            type Geometry = $geometry;
            const RULES: RuleSet = $rules;
        }
    };
}

/// A board of a size of its own.
macro_rules! geometry {
    ($(#[$doc:meta])* $name:ident: $columns:literal x $rows:literal in $bits:ty) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name;

        impl Geometry for $name {
            type Bits = $bits;
            const COLUMNS: u8 = $columns;
            const ROWS: u8 = $rows;
        }
    };
}

geometry!(
    /// The smallest board with published tables.
    Board6: 6 x 6 in u64
);
geometry!(
    /// The largest board that fits in 128 bits with its ghosts.
    Board14: 14 x 14 in u128
);
geometry!(
    /// Ten columns, eight rows.
    Wide10x8: 10 x 8 in u64
);
geometry!(
    /// Eight columns, ten rows.
    High8x10: 8 x 10 in u64
);
geometry!(
    /// Ten columns, twelve rows.
    High10x12: 10 x 12 in u128
);
geometry!(
    /// Twelve columns, ten rows.
    Wide12x10: 12 x 10 in u128
);

variant!(
    /// International rules on 8x8.
    Brazilian: Board8,
    RuleSet { name: "brazilian", home_rows: 3, draws: None, ..INTERNATIONAL }
);
variant!(
    /// Like Brazilian, but any capture may be chosen.
    Pool: Board8,
    RuleSet { name: "pool", priority: Priority::Any, ..Brazilian::RULES }
);
variant!(
    /// Short kings, men that capture forwards only, any capture.
    English: Board8,
    RuleSet {
        name: "english",
        king_reach: KingReach::Step,
        men_capture_backwards: false,
        // Black moves first there, from the other end of the numbers: the counts are the same.
        first: Color::White,
        ..Pool::RULES
    }
);
variant!(
    /// English rules on 6x6.
    English6: Board6,
    RuleSet { name: "english 6x6", home_rows: 2, ..English::RULES }
);
variant!(
    /// International rules on 12x12.
    Canadian: Board12,
    RuleSet { name: "canadian", home_rows: 5, draws: None, ..INTERNATIONAL }
);
variant!(
    /// International rules on 6x6.
    International6: Board6,
    RuleSet { name: "international 6x6", home_rows: 2, draws: None, ..INTERNATIONAL }
);
variant!(
    /// International rules on 14x14.
    International14: Board14,
    RuleSet { name: "international 14x14", home_rows: 6, draws: None, ..INTERNATIONAL }
);
variant!(
    /// International rules on ten columns and eight rows.
    Spantsiretti: Wide10x8,
    RuleSet { name: "spantsiretti", home_rows: 3, draws: None, ..INTERNATIONAL }
);
variant!(
    /// International rules on eight columns and ten rows.
    Ktar8x10: High8x10,
    RuleSet { name: "ktar 8x10", home_rows: 4, draws: None, ..INTERNATIONAL }
);
variant!(
    /// International rules on ten columns and twelve rows.
    Ktar10x12: High10x12,
    RuleSet { name: "ktar 10x12", home_rows: 5, draws: None, ..INTERNATIONAL }
);
variant!(
    /// International rules on twelve columns and ten rows.
    International12x10: Wide12x10,
    RuleSet { name: "international 12x10", home_rows: 4, draws: None, ..INTERNATIONAL }
);
variant!(
    /// Rules no game has, the opposite choice of international draughts in two of three points: long kings, men that
    /// capture forwards only, any capture, on 10x10.
    Czech10: Board10,
    RuleSet { name: "czech 10x10", men_capture_backwards: false, priority: Priority::Any, ..INTERNATIONAL }
);
variant!(
    /// Rules no game has: short kings that must take the most, on 10x10.
    ShortKings10: Board10,
    RuleSet { name: "short kings 10x10", king_reach: KingReach::Step, ..INTERNATIONAL }
);
