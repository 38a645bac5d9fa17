//! The numbers of the search, in one place, so that matches can try others.

/// Constants of the search. Each default was kept because it won its match; see `docs/strength.md`.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuning {
    /// Least depth at which a cut is verified at reduced depth.
    pub verify_depth: i32,
    /// Share of the depth for the verification, in sixteenths.
    pub verify_share: i32,
    /// Margin of the verification, hundredths of a man.
    pub verify_margin_base: i32,
    /// Margin for each ply of depth, sixteenths of a hundredth of a man.
    pub verify_margin: i32,
    /// Late-move reductions: base, in hundredths of a ply.
    pub reduction_base: i32,
    /// Late-move reductions: the product of the logarithms of depth and move number is divided by this many
    /// hundredths.
    pub reduction_divisor: i32,
    /// History score that takes a ply from a reduction or adds one.
    pub reduction_history: i32,
    /// First half-width of the aspiration window.
    pub aspiration: i32,
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            verify_depth: 3,
            verify_share: 6,
            verify_margin_base: 10,
            verify_margin: 96,
            reduction_base: 60,
            reduction_divisor: 220,
            reduction_history: 8_192,
            aspiration: 12,
        }
    }
}

impl Tuning {
    /// Plies by which a late quiet move is searched less deep.
    #[inline(always)]
    pub(crate) fn reduction(
        &self,
        depth: i32,
        searched: usize,
        principal: bool,
        history: i32,
    ) -> i32 {
        if depth < 2 || searched < 1 {
            return 0;
        }
        let plies = if searched >= 4 && !principal && depth >= 3 {
            2
        } else {
            1
        };
        let late = i32::from(depth >= 8 && searched >= 10);
        let plies = plies + late - i32::from(principal && searched < 3);
        let history = (history / self.reduction_history).clamp(-1, 1);
        (plies - history).clamp(0, depth - 1)
    }
}

impl Tuning {
    /// Sets a number by its name; false if there is none of that name.
    pub fn set(&mut self, name: &str, value: i32) -> bool {
        let field = match name {
            "verify-depth" => &mut self.verify_depth,
            "verify-share" => &mut self.verify_share,
            "verify-margin-base" => &mut self.verify_margin_base,
            "verify-margin" => &mut self.verify_margin,
            "reduction-base" => &mut self.reduction_base,
            "reduction-divisor" => &mut self.reduction_divisor,
            "reduction-history" => &mut self.reduction_history,
            "aspiration" => &mut self.aspiration,
            _ => return false,
        };
        *field = value;
        true
    }
}
