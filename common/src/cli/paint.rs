//! Colours for text on a terminal; plain text without.

use clap::builder::styling::{AnsiColor, Style};

/// Whether text gets colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paint {
    /// It stays as it is.
    #[default]
    Plain,
    /// Escape sequences colour it.
    Colored,
}

impl Paint {
    /// What matters most in a line.
    pub fn bold(self, text: &str) -> String {
        self.style(Style::new().bold(), text)
    }

    /// What is there for completeness.
    pub fn dim(self, text: &str) -> String {
        self.style(Style::new().dimmed(), text)
    }

    /// What is wrong.
    pub fn red(self, text: &str) -> String {
        self.style(AnsiColor::Red.on_default().bold(), text)
    }

    /// What is well.
    pub fn green(self, text: &str) -> String {
        self.style(AnsiColor::Green.on_default(), text)
    }

    /// What needs a look.
    pub fn yellow(self, text: &str) -> String {
        self.style(AnsiColor::Yellow.on_default(), text)
    }

    /// Names and places.
    pub fn cyan(self, text: &str) -> String {
        self.style(AnsiColor::Cyan.on_default(), text)
    }

    fn style(self, style: Style, text: &str) -> String {
        match self {
            Self::Plain => text.to_owned(),
            Self::Colored => format!("{style}{text}{style:#}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_stays_plain() {
        assert_eq!(Paint::Plain.red("a"), "a");
        assert_eq!(Paint::Colored.bold("a"), "\u{1b}[1ma\u{1b}[0m");
    }
}
