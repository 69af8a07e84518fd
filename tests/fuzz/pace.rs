//! How long a target may take for so many bytes, in time of the processor: other work on the machine doesn't count.
//! For the fuzzer alone; the tests of the project look at no clock.

use std::fs;

/// For what a run begins with, whatever it is about, in nanoseconds.
const START: u64 = 200_000_000;
/// A second for a megabyte.
const FOR_A_BYTE: u64 = 1_000;

/// Runs `target` and panics if it is too slow; once more before that, because the first run of all reads the catalogue.
pub fn keep(bytes: &[u8], target: fn(&[u8])) {
    let allowed = START + FOR_A_BYTE * bytes.len() as u64;
    let mut taken = 0;
    for _ in 0..2 {
        let before = used();
        target(bytes);
        taken = used().saturating_sub(before);
        if taken <= allowed {
            return;
        }
    }
    let size = bytes.len();
    panic!("{size} bytes took {taken} ns, not {allowed}");
}

/// The time that the threads of this process had the processor, in nanoseconds; 0 where the system doesn't say.
fn used() -> u64 {
    let threads = fs::read_dir("/proc/self/task").into_iter().flatten();
    let of_one = |thread: fs::DirEntry| -> Option<u64> {
        let text = fs::read_to_string(thread.path().join("schedstat")).ok()?;
        text.split_whitespace().next()?.parse().ok()
    };
    threads.flatten().filter_map(of_one).sum()
}
