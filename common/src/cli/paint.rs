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

/// Paths, names and comments come from others: a control character in them must not steer the terminal or break a line.
pub fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() || is_direction(c) {
            shown.extend(c.escape_unicode());
        } else {
            shown.push(c);
        }
    }
    shown
}

/// The same for a message of several lines.
pub(super) fn visible_lines(text: &str) -> String {
    text.split('\n').map(visible).collect::<Vec<_>>().join("\n")
}

/// Characters that turn the direction of what follows them.
fn is_direction(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}')
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
