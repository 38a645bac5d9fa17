//! Files that are whole or not there: written beside, flushed to the disk, then given their name.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// How the names of files end that are being written.
const UNFINISHED: &str = "unfinished";

/// Writes a file so that its name never stands for a part of it, whatever happens meanwhile.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".");
    beside.push(UNFINISHED);
    let mut file = File::create(&beside)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    drop(file);
    fs::rename(&beside, path)?;
    path.parent().map_or(Ok(()), sync_folder)
}

/// A renamed file is safe once its folder is on the disk too. Not every system can do that.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Removes what a killed writer left behind.
pub(crate) fn remove_unfinished(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|e| e == UNFINISHED) {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

/// Holds a folder for one writer. Gone with the process, however it ends.
#[derive(Debug)]
pub(crate) struct Hold(
    #[allow(dead_code, reason = "kept open: the lock lasts as long as the file")] File,
);

impl Hold {
    /// Nothing if another process holds the folder.
    pub(crate) fn new(folder: &Path) -> io::Result<Option<Self>> {
        let file = File::create(folder.join(".building"))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self(file))),
            Err(fs::TryLockError::WouldBlock) => Ok(None),
            // A file system without locks: better to build than to refuse.
            Err(fs::TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                Ok(Some(Self(file)))
            }
            Err(fs::TryLockError::Error(error)) => Err(error),
        }
    }
}
