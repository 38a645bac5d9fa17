//! The main views, kept as pictures in docs/pictures. Taken when DAMIER_PICTURES names a folder; walked through always.

use std::path::PathBuf;

use crate::driver::Window;
use crate::page::Page;

/// Set to the folder where the pictures go.
const FOLDER: &str = "DAMIER_PICTURES";

fn keep(page: &Page, name: &str) {
    page.browser
        .js("return new Promise((done) => setTimeout(done, 500))");
    let picture = page.browser.screenshot();
    assert!(picture.starts_with(b"\x89PNG"));
    if let Some(folder) = std::env::var_os(FOLDER) {
        let folder = PathBuf::from(folder);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(name), picture).unwrap();
    }
}

#[test]
fn start() {
    let Some(page) = Page::open(Window::DESKTOP) else {
        return;
    };
    keep(&page, "start.png");
    page.is_clean();
}
