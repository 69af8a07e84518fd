//! The text of a run of tokens without comments and white space. Knows nothing of types.

use std::borrow::Cow;

use crate::syntax::{Lexer, Token, TokenKind, decoded_name, is_reserved};

/// A type text whose names are spelled out.
pub(crate) fn spelled_out(text: &str) -> Cow<'_, str> {
    if !text.contains('\\') {
        return Cow::Borrowed(text);
    }
    let mut lexer = Lexer::new(text);
    let mut tokens = Vec::new();
    loop {
        let token = lexer.next_code();
        if token.kind == TokenKind::End {
            break;
        }
        tokens.push(token);
    }
    let mut plain = String::with_capacity(text.len());
    append(&mut plain, text, &tokens);
    Cow::Owned(plain)
}

/// Appends the tokens' texts: names decoded, one blank between two words, `@` only before what would be a keyword.
pub(super) fn append(into: &mut String, text: &str, tokens: &[Token]) {
    let mut after_word = false;
    for token in tokens {
        let written = token.text(text);
        let word = matches!(token.kind, TokenKind::Word | TokenKind::Number);
        if word && after_word {
            into.push(' ');
        }
        if token.kind == TokenKind::Word {
            let name = decoded_name(written);
            if written.starts_with('@') && is_reserved(&name) {
                into.push('@');
            }
            into.push_str(&name);
        } else {
            into.push_str(written);
        }
        after_word = word;
    }
}
