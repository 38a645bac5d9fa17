//! The pieces, drawn once and used on every square. Their middle is at 0, 0.

use damier_core::{Color, Piece};

/// Names of the pieces and what they look like. A king is two men on each other with a crown.
pub(super) const DEFINITIONS: &str = r##"<defs>
<radialGradient id="damier-w" cx="0.4" cy="0.34" r="0.75"><stop offset="0" stop-color="#fffdf6"/><stop offset="0.65" stop-color="#f3e9d2"/><stop offset="1" stop-color="#d9c9a6"/></radialGradient>
<radialGradient id="damier-b" cx="0.4" cy="0.34" r="0.75"><stop offset="0" stop-color="#5d544d"/><stop offset="0.6" stop-color="#37302b"/><stop offset="1" stop-color="#201b18"/></radialGradient>
<g id="damier-wm"><ellipse cx="1.5" cy="5" rx="37.5" ry="36" fill="#000" fill-opacity="0.28"/><circle r="36.5" fill="url(#damier-w)" stroke="#7d6a48" stroke-width="2.4"/><circle r="27.5" fill="none" stroke="#bda87c" stroke-width="2"/><circle r="18.5" fill="none" stroke="#cdbb93" stroke-width="1.6"/></g>
<g id="damier-bm"><ellipse cx="1.5" cy="5" rx="37.5" ry="36" fill="#000" fill-opacity="0.28"/><circle r="36.5" fill="url(#damier-b)" stroke="#0d0a08" stroke-width="2.4"/><circle r="27.5" fill="none" stroke="#72665c" stroke-width="2"/><circle r="18.5" fill="none" stroke="#625850" stroke-width="1.6"/></g>
<path id="damier-crown" d="M-19 10.5L-22 -9L-10.5 -1.5L0 -15L10.5 -1.5L22 -9L19 10.5zM-18.4 14.2H18.4V18H-18.4z" stroke-width="1.8" stroke-linejoin="round"/>
<g id="damier-wk"><ellipse cx="2" cy="13" rx="38" ry="34.5" fill="#000" fill-opacity="0.3"/><circle cy="9" r="36.5" fill="#d3c29c" stroke="#7d6a48" stroke-width="2.4"/><circle cy="-1.5" r="36.5" fill="url(#damier-w)" stroke="#7d6a48" stroke-width="2.4"/><circle cy="-1.5" r="29" fill="none" stroke="#bda87c" stroke-width="2"/><use href="#damier-crown" y="-2" fill="#c9992b" stroke="#8a6512"/></g>
<g id="damier-bk"><ellipse cx="2" cy="13" rx="38" ry="34.5" fill="#000" fill-opacity="0.3"/><circle cy="9" r="36.5" fill="#1a1613" stroke="#0d0a08" stroke-width="2.4"/><circle cy="-1.5" r="36.5" fill="url(#damier-b)" stroke="#0d0a08" stroke-width="2.4"/><circle cy="-1.5" r="29" fill="none" stroke="#72665c" stroke-width="2"/><use href="#damier-crown" y="-2" fill="#e3bb52" stroke="#7a5a10"/></g>
</defs>
"##;

/// The name of a piece among the definitions.
pub(super) fn id(piece: Piece) -> &'static str {
    match (piece.color, piece.king) {
        (Color::White, false) => "damier-wm",
        (Color::White, true) => "damier-wk",
        (Color::Black, false) => "damier-bm",
        (Color::Black, true) => "damier-bk",
    }
}
