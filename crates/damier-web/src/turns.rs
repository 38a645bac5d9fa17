//! Who may search now: as many threads as there are places, in turn, a slice of time each. Knows nothing of draughts.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use damier_search::{Control, Gate};

/// How long a thread goes on while others wait.
const SLICE: Duration = Duration::from_millis(20);

/// Places for threads that search. A thread that finds them taken queues up; one whose slice is over makes room for
/// the first in the queue. So the system never has more busy threads than places, and a short request gets a core at
/// once however many searches there are.
#[derive(Debug)]
pub(crate) struct Turns {
    state: Mutex<State>,
    changed: Condvar,
    places: usize,
}

#[derive(Debug)]
struct State {
    free: usize,
    queue: VecDeque<u64>,
    next: u64,
}

/// The place of this thread.
struct Place {
    turns: Arc<Turns>,
    since: Instant,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.turns.lock().free += 1;
        self.turns.changed.notify_all();
    }
}

thread_local! {
    /// Given back when the thread ends, however it ends.
    static PLACE: RefCell<Option<Place>> = const { RefCell::new(None) };
}

/// The gate of all searches of a server.
#[derive(Clone, Debug)]
pub(crate) struct Queue(Arc<Turns>);

impl Queue {
    /// A queue for so many places, at least one.
    pub(crate) fn new(places: usize) -> Self {
        let places = places.max(1);
        Self(Arc::new(Turns {
            state: Mutex::new(State {
                free: places,
                queue: VecDeque::new(),
                next: 0,
            }),
            changed: Condvar::new(),
            places,
        }))
    }

    /// Number of places.
    pub(crate) fn places(&self) -> usize {
        self.0.places
    }

    /// Gives the place of the calling thread back, if it has one.
    pub(crate) fn leave() {
        PLACE.with_borrow_mut(Option::take);
    }
}

impl Gate for Queue {
    fn pass(&self, control: &Control) {
        if control.is_stopped() {
            return;
        }
        PLACE.with_borrow_mut(|place| match place {
            Some(mine) if mine.since.elapsed() < SLICE => {}
            Some(mine) if self.0.lock().queue.is_empty() => mine.since = Instant::now(),
            _ => {
                // Dropped before the next one is taken, or it would wait for itself.
                drop(place.take());
                *place = self.0.take(control).then(|| Place {
                    turns: Arc::clone(&self.0),
                    since: Instant::now(),
                });
            }
        });
    }

    fn wake(&self) {
        self.0.changed.notify_all();
    }
}

impl Turns {
    fn lock(&self) -> MutexGuard<'_, State> {
        // The numbers are right after every statement, so a panic elsewhere spoils nothing.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a place. False if the search was stopped before there was one.
    fn take(&self, control: &Control) -> bool {
        let mut state = self.lock();
        let ticket = state.next;
        state.next += 1;
        state.queue.push_back(ticket);
        loop {
            if control.is_stopped() {
                state.queue.retain(|&t| t != ticket);
                self.changed.notify_all();
                return false;
            }
            if state.free > 0 && state.queue.front() == Some(&ticket) {
                state.queue.pop_front();
                state.free -= 1;
                // Another place may be free for the next one.
                self.changed.notify_all();
                return true;
            }
            // A wake-up between the look at the switch and the wait would be missed: so not for ever.
            let waited = self
                .changed
                .wait_timeout(state, Duration::from_millis(50))
                .unwrap_or_else(PoisonError::into_inner);
            state = waited.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn no_more_threads_than_places_and_everybody_gets_a_turn() {
        let queue = Queue::new(2);
        let (busy, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let turns: Vec<usize> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..6)
                .map(|_| {
                    scope.spawn(|| {
                        let control = Control::new();
                        let mut turns = 0;
                        while turns < 3 {
                            queue.pass(&control);
                            let now = busy.fetch_add(1, Ordering::SeqCst) + 1;
                            most.fetch_max(now, Ordering::SeqCst);
                            std::thread::sleep(SLICE);
                            busy.fetch_sub(1, Ordering::SeqCst);
                            turns += 1;
                        }
                        Queue::leave();
                        turns
                    })
                })
                .collect();
            threads.into_iter().filter_map(|t| t.join().ok()).collect()
        });
        assert_eq!(turns, [3; 6]);
        assert!(most.load(Ordering::SeqCst) <= 2);
        assert_eq!(queue.0.lock().free, 2);
    }

    #[test]
    fn who_is_stopped_in_the_queue_leaves_it() {
        let queue = Queue::new(1);
        queue.pass(&Control::new());
        std::thread::scope(|scope| {
            let control = Control::gated(Arc::new(queue.clone()));
            let waiting = control.clone();
            let queue = &queue;
            let thread = scope.spawn(move || queue.pass(&waiting));
            while queue.0.lock().queue.is_empty() {
                std::thread::yield_now();
            }
            control.stop();
            assert!(thread.join().is_ok());
        });
        assert!(queue.0.lock().queue.is_empty());
        Queue::leave();
        assert_eq!(queue.0.lock().free, 1);
    }

    #[test]
    fn a_thread_that_ends_gives_its_place_back() {
        let queue = Queue::new(1);
        std::thread::scope(|scope| {
            scope.spawn(|| queue.pass(&Control::new()));
        });
        // Returns only when there is a place.
        queue.pass(&Control::new());
        Queue::leave();
    }
}
