//! A table in plain text: the first column to the left, all others to the right.

/// Lines of cells under a heading.
pub(crate) struct Table(Vec<Vec<String>>);

impl Table {
    pub(crate) fn new(heading: &[&str]) -> Self {
        Self(vec![heading.iter().map(ToString::to_string).collect()])
    }

    pub(crate) fn line(&mut self, cells: Vec<String>) {
        self.0.push(cells);
    }
}

impl std::fmt::Display for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let columns = self.0.iter().map(Vec::len).max().unwrap_or(0);
        let width = |i: usize| {
            let cells = self.0.iter().filter_map(|line| line.get(i));
            cells.map(|c| c.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        for line in &self.0 {
            let cells = line.iter().zip(&widths).enumerate();
            let text: String = cells
                .map(|(i, (cell, &width))| match i {
                    0 => format!("{cell:<width$}"),
                    _ => format!("  {cell:>width$}"),
                })
                .collect();
            writeln!(f, "{}", text.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let mut table = Table::new(&["what", "value"]);
        table.line(vec!["a".into(), "1".into()]);
        table.line(vec!["longer".into(), "100000".into()]);
        assert_eq!(
            table.to_string(),
            "what     value\na            1\nlonger  100000\n"
        );
    }
}
