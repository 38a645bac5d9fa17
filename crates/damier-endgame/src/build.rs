//! Builds the tables of a game class by class. A finished class is a pair of files; whatever ends a build, the next
//! one goes on behind the last finished class and ends with the same bytes.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use damier_core::{MoveList, Rules};
use thiserror::Error;

use crate::game::Tabled;
use crate::index::Layout;
use crate::material::{MOST_PIECES, Material};
use crate::pack::{Contents, Hold, Subject, TableError, pack, remove_unfinished, write_whole};
use crate::solve::{Distances, Fault, Known, Needs, Pace, Values, Working, solve};
use crate::stats::count;
use crate::table::Table;
use crate::tables::{Refused, Tables};
use crate::wld::Wld;

/// What is to be built.
#[derive(Clone, Debug)]
pub struct Build {
    /// The folder under which the folders of the games lie.
    pub folder: PathBuf,
    /// The game.
    pub rules: Rules,
    /// Values are wanted up to this number of pieces.
    pub pieces: u32,
    /// Distances are wanted up to this number of pieces.
    pub distances: u32,
    /// Only these classes and what they lead to; all classes if there are none.
    pub only: Vec<Material>,
    /// Number of threads.
    pub threads: usize,
    /// Memory that the build may take, in bytes.
    pub memory: u64,
}

/// Why a build ends without all tables.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// More pieces than tables can have.
    #[error("{wanted} pieces are too many: expected at most {MOST_PIECES}")]
    TooManyPieces {
        /// What was asked for.
        wanted: u32,
    },
    /// A class does not fit into the memory.
    #[error(
        "class {material} needs about {} MiB of memory: expected at most {} MiB", needs >> 20, limit >> 20
    )]
    Memory {
        /// The class.
        material: Material,
        /// Bytes it takes.
        needs: u64,
        /// Bytes there are.
        limit: u64,
    },
    /// A file cannot be written or read.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What happened.
        source: io::Error,
    },
    /// Another process builds in the folder.
    #[error("{}: another build is at work in this folder", path.display())]
    Held {
        /// The folder.
        path: PathBuf,
    },
    /// A class cannot be solved because a smaller one is damaged.
    #[error("class {material} cannot be solved: a table it leads to is missing or damaged")]
    Unknown {
        /// The class.
        material: Material,
    },
    /// A distance is longer than a table can hold.
    #[error("class {material} has distances that are too long for a table")]
    TooLong {
        /// The class.
        material: Material,
    },
    /// A table that was just made cannot be read.
    #[error("class {material}: the table made for it {source}")]
    Bad {
        /// The class.
        material: Material,
        /// What is wrong.
        source: TableError,
    },
    /// The observer asked to stop.
    #[error("stopped; the finished classes are kept")]
    Stopped,
}

/// How far a build has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The class at work; its mirror is solved with it.
    pub material: Material,
    /// Positions solved since the build began.
    pub done: u64,
    /// Positions to solve in all.
    pub total: u64,
    /// Time since the build began.
    pub elapsed: Duration,
    /// Time left at the pace so far.
    pub left: Option<Duration>,
}

/// Who watches a build. Called from several threads.
pub trait Observer: Sync {
    /// A table was there already.
    fn kept(&self, _subject: &Subject) {}
    /// A file that was there is not usable and is built anew.
    fn refused(&self, _file: &Refused) {}
    /// Some positions more are solved. Called often.
    fn progress(&self, _progress: &Progress) {}
    /// A table is on the disk.
    fn written(&self, _subject: &Subject, _bytes: u64) {}
    /// Whether to stop; asked often.
    fn stop(&self) -> bool {
        false
    }
}

/// Nobody watches.
impl Observer for () {}

/// What a build did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BuildReport {
    /// Tables that were there already.
    pub kept: usize,
    /// Tables written.
    pub written: usize,
    /// Bytes of all tables of the game in the folder.
    pub bytes: u64,
    /// Time it took.
    pub took: Duration,
}

impl Build {
    /// Builds what is missing.
    pub fn run<P: Tabled>(&self, observer: &dyn Observer) -> Result<BuildReport, BuildError> {
        let most = self.pieces.max(self.distances);
        if most > MOST_PIECES {
            return Err(BuildError::TooManyPieces { wanted: most });
        }
        let folder = self.folder.join(Subject::folder(self.rules));
        std::fs::create_dir_all(&folder).map_err(at(&folder))?;
        let _hold = Hold::new(&folder)
            .map_err(at(&folder))?
            .ok_or_else(|| BuildError::Held {
                path: folder.clone(),
            })?;
        remove_unfinished(&folder).map_err(at(&folder))?;
        let mut tables = Tables::<P>::open_with(&self.folder, self.rules, self.memory / 8)
            .map_err(at(&folder))?;
        for file in tables.refused() {
            observer.refused(file);
        }
        let damaged: BTreeSet<String> = tables
            .check()
            .into_iter()
            .map(|(subject, reason)| {
                let path = self.folder.join(subject.file());
                observer.refused(&Refused { path, reason });
                subject.file()
            })
            .collect();
        let jobs = self.jobs(&tables, &damaged, observer);
        for job in &jobs {
            self.fits::<P>(job)?;
        }
        let clock = Clock {
            start: Instant::now(),
            done: AtomicU64::new(0),
            total: jobs.iter().map(|job| job.positions).sum(),
            stop: AtomicBool::new(false),
            observer,
        };
        let mut report = BuildReport {
            kept: tables.list().len() - damaged.len(),
            ..BuildReport::default()
        };
        if !damaged.is_empty() {
            tables = tables.without(&damaged);
        }
        let mut before = 0;
        for job in &jobs {
            // Positions with two pieces on a square are never solved and never reported.
            clock.done.store(before, Relaxed);
            before += job.positions;
            for (subject, bytes) in self.solve(job, &tables, &clock)? {
                let path = self.folder.join(subject.file());
                write_whole(&path, &bytes).map_err(at(&path))?;
                observer.written(&subject, bytes.len() as u64);
                report.written += 1;
                let table = Table::open(&path).map_err(|source| BuildError::Bad {
                    material: subject.material,
                    source,
                })?;
                tables.add(table);
            }
        }
        report.bytes = tables.list().iter().map(|t| t.1).sum();
        report.took = clock.start.elapsed();
        Ok(report)
    }

    /// The classes to solve, smaller ones first.
    fn jobs<P: Tabled>(
        &self,
        tables: &Tables<P>,
        damaged: &BTreeSet<String>,
        observer: &dyn Observer,
    ) -> Vec<Job> {
        let there: BTreeSet<String> = tables
            .list()
            .iter()
            .map(|(subject, _)| subject.file())
            .filter(|file| !damaged.contains(file))
            .collect();
        let mut jobs = vec![];
        for pieces in 2..=self.pieces.max(self.distances) {
            for material in Material::all(pieces) {
                if material < material.mirror() || !self.wants(material) {
                    continue;
                }
                let mut missing = vec![];
                for contents in [Contents::Values, Contents::Distances] {
                    let wanted = match contents {
                        Contents::Values => pieces <= self.pieces,
                        Contents::Distances => pieces <= self.distances,
                    };
                    let both = BTreeSet::from([material, material.mirror()]);
                    for material in both.into_iter().filter(|_| wanted) {
                        let subject = Subject {
                            rules: self.rules,
                            material,
                            contents,
                        };
                        if there.contains(&subject.file()) {
                            observer.kept(&subject);
                        } else {
                            missing.push(subject);
                        }
                    }
                }
                if !missing.is_empty() {
                    let layout = Layout::new(material, self.rules.boards());
                    jobs.push(Job {
                        material,
                        measure: pieces <= self.distances,
                        positions: if material == material.mirror() {
                            layout.size
                        } else {
                            2 * layout.size
                        },
                        missing,
                    });
                }
            }
        }
        jobs
    }

    /// Whether a class is asked for, or may be come to from one that is.
    fn wants(&self, material: Material) -> bool {
        let under = |from: &Material| {
            [material, material.mirror()].iter().any(|m| {
                let pairs = [(m.own(), from.own()), (m.other(), from.other())];
                // Men are lost or promoted, kings are lost.
                pairs
                    .iter()
                    .all(|(to, from)| to[0] <= from[0] && to[0] + to[1] <= from[0] + from[1])
            })
        };
        self.only.is_empty() || self.only.iter().any(under)
    }

    /// Refuses a class that does not fit before anything is built.
    fn fits<P: Tabled>(&self, job: &Job) -> Result<(), BuildError> {
        let needs = Needs::of::<P>(job.material, job.measure);
        let needs = needs.fixed + needs.each + self.memory / 8;
        if needs > self.memory {
            return Err(BuildError::Memory {
                material: job.material,
                needs,
                limit: self.memory,
            });
        }
        Ok(())
    }

    /// Solves a class and its mirror; the bytes of the missing tables.
    fn solve<P: Tabled>(
        &self,
        job: &Job,
        tables: &Tables<P>,
        clock: &Clock,
    ) -> Result<Vec<(Subject, Vec<u8>)>, BuildError> {
        let material = job.material;
        let needs = Needs::of::<P>(material, job.measure);
        let room = self.memory.saturating_sub(needs.fixed + self.memory / 8);
        let spaces = (room / needs.each.max(1)).clamp(1, self.threads.max(1) as u64) as usize;
        let pace = ClassPace { clock, material };
        let threads = self.threads.max(1);
        let solved = if job.measure {
            solve::<P, Distances, _>(
                self.rules,
                material,
                &ByDistance(tables),
                &pace,
                threads,
                spaces,
            )
        } else {
            solve::<P, Values, _>(
                self.rules,
                material,
                &ByValue(tables),
                &pace,
                threads,
                spaces,
            )
        };
        let solved = solved.map_err(|fault| match fault {
            Fault::Unknown | Fault::Impossible => BuildError::Unknown { material },
            Fault::TooLong => BuildError::TooLong { material },
            Fault::Stopped => BuildError::Stopped,
        })?;
        let mut files = vec![];
        for (material, working) in [material, material.mirror()].iter().zip(&solved) {
            let wanted = job.missing.iter().filter(|s| s.material == *material);
            let wanted: Vec<&Subject> = wanted.collect();
            if wanted.is_empty()
                || files
                    .iter()
                    .any(|(s, _): &(Subject, _)| s.material == *material)
            {
                continue;
            }
            files.extend(self.pack(&wanted, working, job.measure, threads)?);
        }
        Ok(files)
    }

    fn pack(
        &self,
        wanted: &[&Subject],
        working: &Working,
        measured: bool,
        threads: usize,
    ) -> Result<Vec<(Subject, Vec<u8>)>, BuildError> {
        let Some(first) = wanted.first() else {
            return Ok(vec![]);
        };
        let material = first.material;
        let layout = Layout::new(material, self.rules.boards());
        let (stats, codes) = count(&layout, working, measured);
        wanted
            .iter()
            .map(|&&subject| {
                let bytes = pack(subject, working, &stats, &codes, threads)
                    .ok_or(BuildError::TooLong { material })?;
                Ok((subject, bytes))
            })
            .collect()
    }
}

fn at(path: &Path) -> impl Fn(io::Error) -> BuildError {
    move |source| BuildError::Io {
        path: path.to_owned(),
        source,
    }
}

/// A class to solve.
struct Job {
    material: Material,
    /// Whether distances are computed.
    measure: bool,
    /// Positions of the class and its mirror.
    positions: u64,
    missing: Vec<Subject>,
}

/// The pace of the whole build.
struct Clock<'a> {
    start: Instant,
    done: AtomicU64,
    total: u64,
    stop: AtomicBool,
    observer: &'a dyn Observer,
}

struct ClassPace<'a> {
    clock: &'a Clock<'a>,
    material: Material,
}

impl Pace for ClassPace<'_> {
    fn advance(&self, positions: u64) -> bool {
        let clock = self.clock;
        let done = clock.done.fetch_add(positions, Relaxed) + positions;
        let elapsed = clock.start.elapsed();
        let left = (done > 0).then(|| {
            let rest = clock.total.saturating_sub(done) as f64 / done as f64;
            elapsed.mul_f64(rest)
        });
        clock.observer.progress(&Progress {
            material: self.material,
            done: done.min(clock.total),
            total: clock.total,
            elapsed,
            left,
        });
        if clock.observer.stop() {
            clock.stop.store(true, Relaxed);
        }
        !clock.stop.load(Relaxed)
    }
}

/// What finished tables say, without distances.
struct ByValue<'a, P>(&'a Tables<P>);

impl<P: Tabled> Known<P> for ByValue<'_, P> {
    type Scratch = Vec<MoveList>;

    fn scratch(&self) -> Vec<MoveList> {
        vec![]
    }

    fn value(&self, position: &P, lists: &mut Vec<MoveList>) -> Option<(Wld, u16)> {
        self.0.value(position, lists)
    }
}

/// What finished tables say, with distances.
struct ByDistance<'a, P>(&'a Tables<P>);

impl<P: Tabled> Known<P> for ByDistance<'_, P> {
    type Scratch = Vec<MoveList>;

    fn scratch(&self) -> Vec<MoveList> {
        vec![]
    }

    fn value(&self, position: &P, lists: &mut Vec<MoveList>) -> Option<(Wld, u16)> {
        self.0.measure(position, lists)
    }
}
