//! The hash that names a file's content. Knows nothing of files.

use std::fmt;

/// BLAKE3 of the bytes of a file as it is on disk.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ContentHash([u8; 32]);

impl ContentHash {
    /// The hash of `bytes`.
    pub fn of(bytes: &[u8]) -> Self {
        Self(*blake3::hash(bytes).as_bytes())
    }

    /// Takes a hash as it is written; `None` unless it is 64 lower-case hex digits.
    pub fn parse(text: &str) -> Option<Self> {
        if text.bytes().any(|b| b.is_ascii_uppercase()) {
            return None;
        }
        Some(Self(*blake3::Hash::from_hex(text).ok()?.as_bytes()))
    }
}

impl fmt::Display for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&blake3::Hash::from_bytes(self.0).to_hex())
    }
}

impl fmt::Debug for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_of_nothing_is_the_published_one() {
        let empty = "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262";
        assert_eq!(ContentHash::of(b"").to_string(), empty);
        assert_eq!(ContentHash::parse(empty), Some(ContentHash::of(b"")));
    }

    #[test]
    fn what_is_not_a_hash_is_refused() {
        for text in [
            "",
            "af13",
            &"g".repeat(64),
            &"A".repeat(64),
            &"é".repeat(32),
        ] {
            assert_eq!(ContentHash::parse(text), None, "{text}");
        }
    }
}
