//! Long runs of white space, which the parser would read byte by byte: a copy without them, and the way back from its
//! offsets. Knows nothing of C#.

/// A run that is shorter stays.
const SHORTEST: usize = 64;

/// The long runs of white space of a text, each of which is one character of the copy.
#[derive(Debug, Default)]
pub(super) struct Gaps {
    gaps: Vec<Gap>,
}

#[derive(Debug)]
struct Gap {
    /// Where its character lies in the copy.
    closed: usize,
    start: usize,
    end: usize,
    line_end: bool,
}

impl Gaps {
    pub(super) fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut gaps: Vec<Gap> = Vec::new();
        let mut removed = 0;
        // A run of this length holds a byte at each multiple of it.
        let mut probe = 0;
        while let Some(byte) = bytes.get(probe) {
            if !is_space(*byte) {
                probe += SHORTEST;
                continue;
            }
            let before = bytes.get(..probe).unwrap_or_default();
            let start = before
                .iter()
                .rposition(|byte| !is_space(*byte))
                .map_or(0, |at| at + 1);
            let start = start.max(gaps.last().map_or(0, |last| last.end));
            let rest = bytes.get(probe..).unwrap_or_default();
            let end = rest
                .iter()
                .position(|byte| !is_space(*byte))
                .map_or(bytes.len(), |at| probe + at);
            if end - start >= SHORTEST {
                let run = bytes.get(start..end).unwrap_or_default();
                gaps.push(Gap {
                    closed: start - removed,
                    start,
                    end,
                    line_end: memchr::memchr2(b'\n', b'\r', run).is_some(),
                });
                removed += end - start - 1;
            }
            probe = (end / SHORTEST + 1) * SHORTEST;
        }
        Self { gaps }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.gaps.is_empty()
    }

    /// The text with one character for each gap.
    pub(super) fn closed(&self, text: &str) -> String {
        let mut copy = String::with_capacity(text.len() / 2);
        let mut at = 0;
        for gap in &self.gaps {
            copy.push_str(text.get(at..gap.start).unwrap_or_default());
            copy.push(if gap.line_end { '\n' } else { ' ' });
            at = gap.end;
        }
        copy.push_str(text.get(at..).unwrap_or_default());
        copy
    }

    /// Where an offset of the copy lies in the text.
    pub(super) fn opened(&self, offset: usize) -> usize {
        let after = self.gaps.partition_point(|gap| gap.closed < offset);
        match after.checked_sub(1).and_then(|at| self.gaps.get(at)) {
            Some(gap) => offset - gap.closed - 1 + gap.end,
            None => offset,
        }
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_offset_finds_its_way_back() {
        for (before, run, after) in [
            ("a", " ".repeat(64), "b"),
            ("", "\n".repeat(200), "b"),
            ("abc", " ".repeat(63), "b"),
            ("a", " \t\r\n".repeat(40), ""),
            ("a", String::new(), "b"),
        ] {
            let text = format!("{before}{run}{after}x{run}y");
            let gaps = Gaps::of(&text);
            let copy = gaps.closed(&text);
            assert_eq!(gaps.is_empty(), run.len() < SHORTEST);
            let kept: Vec<(usize, char)> = (copy.char_indices())
                .filter(|(_, c)| !c.is_whitespace())
                .map(|(at, c)| (gaps.opened(at), c))
                .collect();
            let all: Vec<(usize, char)> = (text.char_indices())
                .filter(|(_, c)| !c.is_whitespace())
                .collect();
            assert_eq!(kept, all);
            assert_eq!(gaps.opened(copy.len()), text.len());
        }
    }

    #[test]
    fn a_gap_with_a_line_end_is_one() {
        let text = format!("#if A{}\n{}x", " ".repeat(80), " ".repeat(80));
        assert_eq!(Gaps::of(&text).closed(&text), "#if A\nx");
        let text = format!("a{}b", " ".repeat(80));
        assert_eq!(Gaps::of(&text).closed(&text), "a b");
    }
}
