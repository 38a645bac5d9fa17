//! PDN files: opened, listed, searched, stepped through, saved byte by byte as they were, or with what was changed.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::driver::Window;
use crate::page::Page;

/// Two games, written as untidily as people do: line ends of another system, odd spacing, variations, signs.
const FILE: &str = "[Event \"Club  evening\"]\r\n[White \"Anders\"]\r\n[Black \"Beatrix\"]\r\n[Result \"1-0\"]\r\n[GameType \"20\"]\r\n\r\n\
    1.32-28   19-23 2. 28x19 14x23 {a plain exchange} 3. 37-32!? (3. 33-28? 23x32 4. 37x28) 3... 10-14 1-0\r\n\r\n\r\n\
    [Event \"Round 2\"]\r\n[White \"Cees\"]\r\n[Black \"Dorte\"]\r\n[Result \"0-2\"]\r\n[FEN \"B:WK5,33:B1,12\"]\r\n\r\n1. ... 12-17 2. 33-28 0-2\r\n";

fn start_of(file: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(file);
    std::fs::write(&path, FILE).unwrap();
    (folder, path)
}

/// The file that the page saved.
fn saved(page: &Page, name: &str) -> String {
    let path = page.browser.downloads().join(name);
    let start = Instant::now();
    while !path.exists() {
        assert!(
            start.elapsed() < Duration::from_mins(2),
            "{name} was not saved"
        );
        std::thread::sleep(Duration::from_millis(10));
    }
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(path).unwrap();
    text
}

#[test]
fn a_file_is_opened_stepped_through_and_saved_unchanged() {
    let Some(page) = Page::open(Window::DESKTOP) else {
        return;
    };
    let browser = &page.browser;
    let (_folder, path) = start_of("club.pdn");
    browser.write("#file", path.to_str().unwrap());
    browser.wait("document.querySelectorAll('.games button').length === 2");
    browser.wait(
        "document.getElementById('title').innerText.includes('Anders – Beatrix, Club evening')",
    );
    // Forward move by move; the squares are counted by hand.
    let white = "32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50";
    let fens = [
        "B:W28,31,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20".to_owned(),
        "W:W28,31,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,20,23".to_owned(),
        "B:W19,31,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,20".to_owned(),
        "W:W31,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,15,16,17,18,20,23".to_owned(),
        format!("B:W31,{}:B1,2,3,4,5,6,7,8,9,10,11,12,13,15,16,17,18,20,23", white.replace("37,", "")),
    ];
    for fen in &fens {
        browser.click("#go-on");
        page.wait_fen(fen);
    }
    browser.click("#go-back");
    page.wait_fen(&fens[3]);
    let record = browser.text("#moves");
    assert!(
        record.contains("a plain exchange")
            && record.contains("(3. 33-28? 23x32 4. 37x28")
            && record.contains("37-32⁉"),
        "{record}"
    );
    // Into the variation and out again.
    browser.click(".variation > .pair:nth-last-of-type(2) .mv");
    page.wait_async("(await import('/app.js')).app.view.ply === 7");
    browser.click("#go-first");
    page.wait_async("(await import('/app.js')).app.view.ply === 0");
    browser.click("#do-save");
    assert_eq!(saved(&page, "club.pdn"), FILE);
    // The list is searched by every word.
    browser.write("#search", "dorte 0-2");
    browser.wait("document.querySelectorAll('.games button').length === 1");
    browser.click(".games button");
    page.wait_fen("B:WK5,33:B1,12");
    browser.click("#do-save");
    assert_eq!(saved(&page, "club.pdn"), FILE);
    page.is_clean();
}

#[test]
fn a_position_set_up_in_the_middle_of_a_game_is_stepped_through() {
    const GAME: &str = "[Event \"Lesson\"]\n[FEN \"W:W28,40:B10,23\"]\n[Result \"*\"]\n\n1. 28x19 10-15 \
        /FEN \"B:WK5,33:B1,12\"/ 1... 12-17 (1... 12-18) 2. 33-28 *\n";
    let Some(page) = Page::open(Window::DESKTOP) else {
        return;
    };
    let browser = &page.browser;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lesson.pdn");
    std::fs::write(&path, GAME).unwrap();
    browser.write("#file", path.to_str().unwrap());
    page.wait_fen("W:W28,40:B10,23");
    let line = [
        "B:W19,40:B10",
        "W:W19,40:B15",
        "B:WK5,33:B1,12",
        "W:WK5,33:B1,17",
        "B:WK5,28:B1,17",
    ];
    for fen in line {
        browser.click("#go-on");
        page.wait_fen(fen);
    }
    let record = browser.text("#moves");
    let words: Vec<&str> = record.split_whitespace().collect();
    assert_eq!(
        words.join(" "),
        "1. 28x19 10-15 set-up 1... 12-17 (1... 12-18) 2. 33-28"
    );
    browser.click(".variation .mv");
    page.wait_fen("W:WK5,33:B1,18");
    browser.click("#go-back");
    page.wait_fen("B:WK5,33:B1,12");
    browser.click("#go-back");
    page.wait_fen("W:W19,40:B15");
    browser.click("#do-save");
    assert_eq!(saved(&page, "lesson.pdn"), GAME);
    // Changed, it keeps its set-up.
    browser.click("#notes summary");
    browser.write("#note-text", "so far");
    browser.click("#go-back");
    browser.wait("document.getElementById('moves').innerText.includes('so far')");
    browser.click("#do-save");
    let text = saved(&page, "lesson.pdn");
    assert!(
        text.contains("10-15 {so far} /FEN \"B:WK5,33:B1,12\"/ 1... 12-17 (1... 12-18) 2. 33-28"),
        "{text}"
    );
    page.is_clean();
}

#[test]
fn a_comment_changes_its_game_and_no_other() {
    let Some(page) = Page::open(Window::DESKTOP) else {
        return;
    };
    let browser = &page.browser;
    let (_folder, path) = start_of("club.pdn");
    browser.write("#file", path.to_str().unwrap());
    browser.wait("document.querySelectorAll('.games button').length === 2");
    browser.wait("document.getElementById('title').innerText.includes('Anders')");
    browser.click("#go-on");
    page.wait_async("(await import('/app.js')).app.view.ply === 1");
    browser.click("#notes summary");
    browser.write("#note-text", "the \"main\" move");
    browser.click("#nag option[value='3']");
    browser.wait("document.getElementById('moves').innerText.includes('the \"main\" move')");
    browser.click("#do-save");
    let text = saved(&page, "club.pdn");
    let (_, second) = FILE.split_once("\r\n\r\n\r\n").unwrap();
    assert!(
        text.contains("1. 32-28!! {the \"main\" move} 1... 19-23"),
        "{text}"
    );
    assert!(
        text.contains("3. 37-32!? (3. 33-28? 23x32 4. 37x28) 3... 10-14 1-0"),
        "{text}"
    );
    assert!(text.contains("[Event \"Club  evening\"]"), "{text}");
    assert!(text.ends_with(second), "{text}");
    page.is_clean();
}

#[test]
fn a_file_is_dropped_and_the_tables_know_its_position() {
    let Some(page) = Page::open(Window::DESKTOP) else {
        return;
    };
    let drop = "const data = new DataTransfer(); data.items.add(new File([arguments[0]], 'kings.pdn')); \
         const send = (name) => document.body.dispatchEvent(new DragEvent(name, { dataTransfer: data, bubbles: true, cancelable: true })); \
         send('dragenter'); const shown = !document.getElementById('drop').hidden; send('drop'); return shown";
    let game = "[White \"Elin\"]\n[FEN \"W:WK47:BK1\"]\n[Result \"*\"]\n\n1. 47-36 *\n";
    assert_eq!(page.browser.js_with(drop, &json!([game])), true);
    page.wait_fen("W:WK47:BK1");
    // One king cannot catch another.
    assert_eq!(page.browser.text("#tables"), "Endgame tables: draw.");
    page.is_clean();
}

#[test]
fn a_position_is_pasted_and_drawn() {
    let Some(page) = Page::open(Window::DESKTOP) else {
        return;
    };
    let browser = &page.browser;
    let paste = "const data = new DataTransfer(); data.setData('text/plain', arguments[0]); \
         document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))";
    browser.js_with(paste, &json!(["W:W32,50:B1/W:B28"]));
    browser.wait("document.getElementById('setup-state')?.innerText === 'A game can start here.'");
    browser.click("#setup-analyse");
    page.wait_fen("W:W32,50:B1/W:B28");
    browser.click("#do-share");
    browser.wait("document.getElementById('share-fen')?.value === 'W:W32,50:B1/W:B28'");
    browser.js("[...document.querySelectorAll('dialog button')].find((b) => b.innerText === 'Save SVG').click()");
    let picture = saved(&page, "position.svg");
    assert!(picture.starts_with("<svg ") && picture.contains("<title>W:W32,50:B1/W:B28</title>"));
    page.is_clean();
}
