//! Progress on a terminal: a bar for runs of more than a second, nothing otherwise.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How long a run is before it shows how far it is.
const PATIENCE: Duration = Duration::from_secs(1);

/// Counts steps, from any thread. The bar goes when this is dropped.
#[derive(Debug)]
pub struct Progress {
    shown: Option<Shown>,
}

#[derive(Debug)]
struct Shown {
    bar: ProgressBar,
    since: Instant,
    visible: AtomicBool,
}

impl Progress {
    /// Shows nothing.
    pub fn silent() -> Self {
        Self { shown: None }
    }

    /// A bar on standard error, after one second.
    pub(super) fn on_terminal(label: &str) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template("{prefix} {wide_bar} {percent}%");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_prefix(label.to_owned());
        let shown = Shown {
            bar,
            since: Instant::now(),
            visible: AtomicBool::new(false),
        };
        Self { shown: Some(shown) }
    }

    /// Says how many steps there will be.
    pub fn set_total(&self, steps: usize) {
        if let Some(shown) = &self.shown {
            shown.bar.set_length(steps as u64);
        }
    }

    /// One step is done.
    pub fn step(&self) {
        let Some(shown) = &self.shown else {
            return;
        };
        shown.bar.inc(1);
        if !shown.visible.load(Ordering::Relaxed)
            && shown.since.elapsed() > PATIENCE
            && !shown.visible.swap(true, Ordering::Relaxed)
        {
            shown.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }
}

#[cfg(test)]
impl Progress {
    fn is_visible(&self) -> bool {
        let shown = self.shown.as_ref();
        shown.is_some_and(|shown| shown.visible.load(Ordering::Relaxed))
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(shown) = &self.shown {
            shown.bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_shows_after_a_second() {
        let mut progress = Progress::on_terminal("At work");
        progress.set_total(3);
        progress.step();
        assert!(!progress.is_visible());
        let shown = progress.shown.as_mut().unwrap();
        shown.since = shown.since.checked_sub(PATIENCE * 2).unwrap();
        progress.step();
        assert!(progress.is_visible());
    }

    #[test]
    fn a_silent_one_never_shows() {
        let progress = Progress::silent();
        progress.set_total(1);
        progress.step();
        assert!(!progress.is_visible());
    }
}
