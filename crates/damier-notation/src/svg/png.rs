//! SVG diagrams as PNG. The renderer sees no fonts and no files.

use damier_core::{Board10, Position};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, Tree};
use thiserror::Error;

use super::Options;

/// A diagram that could not be drawn.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PngError {
    /// The renderer does not understand the drawing.
    #[error("cannot draw the diagram: {0}")]
    Draw(String),
    /// The picture has no size, or one that no memory holds.
    #[error("cannot draw a picture of {width} by {height} pixels")]
    Size {
        /// Its width.
        width: u32,
        /// Its height.
        height: u32,
    },
}

/// The diagram of a position as the bytes of a PNG file.
pub fn png<P: Position<Geometry = Board10>>(
    position: &P,
    options: &Options,
) -> Result<Vec<u8>, PngError> {
    let text = super::svg(position, options);
    let tree = Tree::from_str(&text, &usvg::Options::default())
        .map_err(|error| PngError::Draw(error.to_string()))?;
    let size = tree.size().to_int_size();
    let (width, height) = (size.width(), size.height());
    let mut picture = Pixmap::new(width, height).ok_or(PngError::Size { width, height })?;
    resvg::render(&tree, Transform::identity(), &mut picture.as_mut());
    picture
        .encode_png()
        .map_err(|error| PngError::Draw(error.to_string()))
}
