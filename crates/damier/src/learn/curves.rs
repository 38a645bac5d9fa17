//! The losses of a fit as a picture.

use anyhow::anyhow;
use damier_learn::fit::Epoch;
use plotters::prelude::*;

/// Loss against pass, on the training and on the held-out positions, as SVG.
pub(super) fn draw(epochs: &[Epoch]) -> anyhow::Result<String> {
    let mut svg = String::new();
    let losses = || epochs.iter().flat_map(|e| [e.training, e.held_out]);
    let low = losses().fold(f64::INFINITY, f64::min);
    let high = losses().fold(f64::NEG_INFINITY, f64::max);
    let room = ((high - low) * 0.1).max(1e-5);
    let plot = |svg: &mut String| -> Result<(), DrawingAreaErrorKind<_>> {
        let area = SVGBackend::with_string(svg, (800, 480)).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .margin(20)
            .x_label_area_size(40)
            .y_label_area_size(70)
            .build_cartesian_2d(1..epochs.len().max(2), low - room..high + room)?;
        chart
            .configure_mesh()
            .x_desc("pass")
            .y_desc("logarithmic loss")
            .y_label_formatter(&|y| format!("{y:.4}"))
            .draw()?;
        for (name, color) in [
            ("training", RGBColor(120, 120, 120)),
            ("held out", RGBColor(190, 60, 20)),
        ] {
            let points = epochs.iter().map(|e| {
                let loss = if name == "training" {
                    e.training
                } else {
                    e.held_out
                };
                (e.number as usize, loss)
            });
            chart
                .draw_series(LineSeries::new(points, color.stroke_width(2)))?
                .label(name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color));
        }
        chart
            .configure_series_labels()
            .border_style(BLACK)
            .background_style(WHITE)
            .draw()?;
        area.present()
    };
    plot(&mut svg).map_err(|e| anyhow!("cannot draw the curves: {e}"))?;
    Ok(svg)
}
