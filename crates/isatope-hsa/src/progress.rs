//! A line in the terminal about a kernel that runs for long.

use std::io::Write as _;
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::time::{Duration, Instant};

use isatope_emu::Progress;

/// How long a kernel runs until there is a line about it.
const LONG: Duration = Duration::from_secs(2);
/// How often the line changes.
const OFTEN: Duration = Duration::from_millis(250);

/// The kernel that runs.
struct Now {
    kernel: String,
    since: Instant,
    progress: Arc<Progress>,
    shown: bool,
}

static NOW: Mutex<Option<Now>> = Mutex::new(None);

/// A kernel whose progress is shown until this goes.
pub(crate) struct Shown(());

/// Shows the progress of a kernel from here on.
pub(crate) fn show(kernel: &str, progress: &Arc<Progress>) -> Shown {
    static STARTED: Once = Once::new();
    let now = Now { kernel: kernel.to_string(), since: Instant::now(), progress: progress.clone(), shown: false };
    *NOW.lock().unwrap_or_else(PoisonError::into_inner) = Some(now);
    STARTED.call_once(|| {
        let thread = std::thread::Builder::new().name("isatope progress".into());
        let _ = thread.spawn(|| {
            loop {
                std::thread::sleep(OFTEN);
                if let Some(now) = &mut *NOW.lock().unwrap_or_else(PoisonError::into_inner) {
                    now.print();
                }
            }
        });
    });
    Shown(())
}

impl Now {
    fn print(&mut self) {
        if self.since.elapsed() < LONG {
            return;
        }
        self.shown = true;
        let text = line(&self.kernel, self.progress.workgroups(), self.progress.instructions(), self.since.elapsed());
        let _ = write!(std::io::stderr(), "\r{text}\x1b[K");
    }
}

/// The line, which is short enough for a terminal.
fn line(kernel: &str, (done, all): (u64, u64), instructions: u64, time: Duration) -> String {
    let kernel: String = kernel.split('(').next().unwrap_or_default().chars().take(30).collect();
    let millions = instructions / 1_000_000;
    format!("{kernel}: {done} of {all} workgroups, {millions} million instructions, {} s", time.as_secs())
}

impl Drop for Shown {
    fn drop(&mut self) {
        let now = NOW.lock().unwrap_or_else(PoisonError::into_inner).take();
        if now.is_some_and(|now| now.shown) {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_is_short() {
        let text = line("reduce(float const*, float*, int)", (3, 40), 12_345_678, Duration::from_secs(5));
        assert_eq!(text, "reduce: 3 of 40 workgroups, 12 million instructions, 5 s");
    }
}
