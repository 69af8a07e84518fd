//! The table that the comparison prints, and why a site is in none of its columns of agreement. Knows no sites.

#![expect(clippy::print_stdout, reason = "a program for the terminal")]

/// The two lists that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum List {
    Counts,
    Pure,
}

impl List {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Counts => "counts",
            Self::Pure => "pure helpers",
        }
    }
}

/// Why a site is left out of the comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    Inactive,
    Unparsed,
    Unknown,
    Undecided,
}

impl Cause {
    pub(crate) const ALL: [(Self, &str); 4] = [
        (Self::Inactive, "inactive"),
        (Self::Unparsed, "unparsed"),
        (Self::Unknown, "unknown"),
        (Self::Undecided, "undecided"),
    ];
}

/// One line of the table.
#[derive(Clone, Copy, Default)]
pub(crate) struct Row {
    pub(crate) sites: usize,
    pub(crate) agreed: usize,
    pub(crate) only_ours: usize,
    pub(crate) only_theirs: usize,
    pub(crate) non_findings: usize,
    pub(crate) other_symbols: usize,
    pub(crate) left_out: [usize; 4],
}

impl Row {
    pub(crate) fn add(&mut self, other: Self) {
        self.sites += other.sites;
        self.agreed += other.agreed;
        self.only_ours += other.only_ours;
        self.only_theirs += other.only_theirs;
        self.non_findings += other.non_findings;
        self.other_symbols += other.other_symbols;
        for (sum, one) in self.left_out.iter_mut().zip(other.left_out) {
            *sum += one;
        }
    }

    /// Ours and the compiler's, with what is left out.
    pub(crate) fn union(&self) -> usize {
        self.sites + self.only_ours + self.left_out.iter().sum::<usize>()
    }

    pub(crate) fn print(&self, folder: &str, files: u64, list: List, seconds: f64) {
        let left_out: Vec<String> = self
            .left_out
            .iter()
            .chain([&self.left_out.iter().sum()])
            .map(|count| match count {
                0 => "0".to_owned(),
                count => format!("{count} ({:.2} %)", 100.0 * share(*count, self.union())),
            })
            .collect();
        println!(
            "| {folder} | {files} | {} | {} | {} | {} | {} | {:.4} | {:.4} | {} | {} | {} | {seconds:.1} |",
            list.name(),
            self.sites,
            self.agreed,
            self.only_ours,
            self.only_theirs,
            share(self.agreed, self.agreed + self.only_ours),
            share(self.agreed, self.sites),
            self.non_findings,
            self.other_symbols,
            left_out.join(" | "),
        );
    }
}

pub(crate) fn share(part: usize, whole: usize) -> f64 {
    let small = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    if whole == 0 {
        1.0
    } else {
        small(part) / small(whole)
    }
}
