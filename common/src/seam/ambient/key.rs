//! The public key of an assembly, from the file that it is signed with. Knows bytes alone.

use std::fmt::Write as _;

/// The heads of a key pair and of a public key, as the strong-name tool writes them.
const PAIR: &[u8] = &[7, 2, 0, 0, 0, 0x24, 0, 0];
const PUBLIC: &[u8] = &[0, 0x24, 0, 0, 4, 0x80, 0, 0];

/// Keys with more bits than these are none.
const MOST_BITS: u32 = 16_384;

/// The public key in hex, as `InternalsVisibleTo` names it; `None` for what isn't a key.
pub fn public_key(file: &[u8]) -> Option<String> {
    if file.starts_with(PUBLIC) {
        let length = u32::from_le_bytes(file.get(8..12)?.try_into().ok()?);
        let whole = file.len() == 12 + length as usize;
        return whole.then(|| hex(file));
    }
    let parts = file.strip_prefix(PAIR)?.strip_prefix(b"RSA2")?;
    let bits = u32::from_le_bytes(parts.get(..4)?.try_into().ok()?);
    if bits == 0 || bits > MOST_BITS || !bits.is_multiple_of(8) {
        return None;
    }
    // Bits, exponent, modulus.
    let public = parts.get(..8 + (bits / 8) as usize)?;
    let mut key = PUBLIC.to_vec();
    key.extend((public.len() as u32 + 12).to_le_bytes());
    key.extend([6, 2, 0, 0, 0, 0x24, 0, 0]);
    key.extend(b"RSA1");
    key.extend(public);
    Some(hex(&key))
}

fn hex(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(bits: u32) -> Vec<u8> {
        let head = [PAIR, b"RSA2", &bits.to_le_bytes(), &[1, 0, 1, 0]].concat();
        let modulus = (0..bits / 8).map(|at| at as u8);
        // The private part is of no interest.
        head.into_iter().chain(modulus).chain([9; 40]).collect()
    }

    #[test]
    fn the_public_key_of_a_pair_is_read() {
        let key = public_key(&pair(1024)).unwrap();
        let head = "0024000004800000940000000602000000240000525341310004000001000100";
        assert!(key.starts_with(head), "{key}");
        assert_eq!(key.len(), 320);
        assert!(key.ends_with("7d7e7f"), "{key}");
    }

    #[test]
    fn what_is_public_already_stays() {
        let key = public_key(&pair(2048)).unwrap();
        let bytes: Vec<u8> = (0..key.len() / 2)
            .map(|at| u8::from_str_radix(&key[2 * at..2 * at + 2], 16).unwrap())
            .collect();
        assert_eq!(public_key(&bytes).unwrap(), key);
        assert_eq!(public_key(&bytes[..bytes.len() - 1]), None);
    }

    #[test]
    fn other_bytes_are_no_key() {
        let pair = pair(1024);
        for length in [0, 7, 12, 16, 100] {
            assert_eq!(public_key(&pair[..length]), None);
        }
        let huge = [PAIR, b"RSA2", &[255; 4], &[0; 64]].concat();
        assert_eq!(public_key(&huge), None);
        assert_eq!(public_key(b"MZ"), None);
    }
}
