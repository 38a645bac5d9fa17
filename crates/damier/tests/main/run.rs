//! Runs the program.

use std::io::Write;
use std::process::{Command, Stdio};

/// What a run gave.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// The program with these arguments, in an environment that does not change its output.
pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command
        .args(args)
        .env_remove("DAMIER_LOG")
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        // Whatever tables this machine has, the tests use those of the program.
        .env("DAMIER_TABLES", "");
    command
}

/// Runs it without input.
pub(crate) fn damier(args: &[&str]) -> Ran {
    fed(args, b"")
}

/// Runs it with this input.
pub(crate) fn fed(args: &[&str], input: &[u8]) -> Ran {
    let mut child = command(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    // A program that does not read to the end closes the pipe; that is not our failure.
    let writer = std::thread::spawn(move || stdin.write_all(&input).ok());
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends");
    Ran {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

impl Ran {
    /// The lines of a run that went well and said nothing on stderr.
    pub(crate) fn lines(&self) -> Vec<&str> {
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""), "{self:?}");
        self.out.lines().collect()
    }

    /// The complaint of a run that failed and printed nothing on stdout.
    pub(crate) fn complaint(&self) -> &str {
        assert_eq!((self.code, self.out.as_str()), (Some(2), ""), "{self:?}");
        &self.err
    }
}
