//! Where tables lie if nobody says otherwise. Reads the environment, no files.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The environment variable that names the folder of the tables. Empty, it means the tables that are part of the
/// program and no others.
pub const FOLDER_VARIABLE: &str = "DAMIER_TABLES";

/// Which folder of tables is meant, and who said so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Folder {
    /// Somebody named it: it should be there.
    Named(PathBuf),
    /// The folder for data of the user of this machine: it may be missing.
    Usual(PathBuf),
    /// None: the tables that are part of the program have to do.
    None,
}

impl Folder {
    /// The folder named, if one is; else the one in the environment, else the usual one.
    pub fn choose(named: Option<&Path>) -> Self {
        Self::choose_from(named, |name| std::env::var_os(name))
    }

    fn choose_from(named: Option<&Path>, variable: impl Fn(&str) -> Option<OsString>) -> Self {
        if let Some(named) = named {
            return Self::Named(named.to_owned());
        }
        match variable(FOLDER_VARIABLE) {
            Some(folder) if folder.is_empty() => Self::None,
            Some(folder) => Self::Named(folder.into()),
            None => usual(variable).map_or(Self::None, Self::Usual),
        }
    }

    /// Its path, if it is one.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Named(path) | Self::Usual(path) => Some(path),
            Self::None => None,
        }
    }
}

/// `damier/tables` in the folder for data of the user: `$XDG_DATA_HOME`, by default `~/.local/share`; on Windows
/// `%LOCALAPPDATA%`.
fn usual(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let absolute = |name: &str| {
        let path = PathBuf::from(variable(name)?);
        path.is_absolute().then_some(path)
    };
    let data = if cfg!(windows) {
        absolute("LOCALAPPDATA")
    } else {
        absolute("XDG_DATA_HOME").or_else(|| Some(absolute("HOME")?.join(".local/share")))
    };
    Some(data?.join("damier").join("tables"))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn choose(named: Option<&str>, variables: &[(&str, &str)]) -> Folder {
        Folder::choose_from(named.map(Path::new), |name| {
            let found = variables.iter().find(|(n, _)| *n == name);
            found.map(|(_, value)| value.into())
        })
    }

    #[test]
    fn who_speaks_first_is_heard() {
        let all = [
            ("DAMIER_TABLES", "/b"),
            ("XDG_DATA_HOME", "/c"),
            ("HOME", "/d"),
        ];
        assert_eq!(choose(Some("a"), &all), Folder::Named("a".into()));
        assert_eq!(choose(None, &all), Folder::Named("/b".into()));
        let usual = |path: &str| Folder::Usual(path.into());
        assert_eq!(choose(None, &all[1..]), usual("/c/damier/tables"));
        assert_eq!(
            choose(None, &all[2..]),
            usual("/d/.local/share/damier/tables")
        );
        assert_eq!(choose(None, &[]), Folder::None);
        assert_eq!(
            choose(None, &[("DAMIER_TABLES", ""), ("HOME", "/d")]),
            Folder::None
        );
        // The standard says to pass over a path that is not absolute.
        assert_eq!(
            choose(None, &[("XDG_DATA_HOME", "c"), ("HOME", "/d")]),
            usual("/d/.local/share/damier/tables")
        );
    }
}
