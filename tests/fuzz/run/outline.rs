//! Runs the target `outline` under libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| seamwright_fuzz::pace::keep(bytes, seamwright_fuzz::targets::outline));
