//! Names as C# writes them and as it compares them. Knows nothing of what they name.

use std::borrow::Cow;

/// The name that an identifier stands for: without its `@`, escapes such as `\u0041` replaced and formatting
/// characters dropped (C# language specification, "Identifiers").
pub fn decoded_name(written: &str) -> Cow<'_, str> {
    let bare = written.strip_prefix('@').unwrap_or(written);
    if bare.bytes().all(|byte| byte < 0x80 && byte != b'\\') {
        return Cow::Borrowed(bare);
    }
    let mut name = String::with_capacity(bare.len());
    let mut rest = bare;
    while let Some(character) = rest.chars().next() {
        let (character, length) =
            escape(rest.as_bytes()).unwrap_or((character, character.len_utf8()));
        if !is_formatting(character) {
            name.push(character);
        }
        rest = &rest[length..];
    }
    Cow::Owned(name)
}

/// Whether `name` is a keyword everywhere, so that as a name it needs an `@`.
pub fn is_reserved(name: &str) -> bool {
    matches!(
        name,
        "abstract"
            | "as"
            | "base"
            | "bool"
            | "break"
            | "byte"
            | "case"
            | "catch"
            | "char"
            | "checked"
            | "class"
            | "const"
            | "continue"
            | "decimal"
            | "default"
            | "delegate"
            | "do"
            | "double"
            | "else"
            | "enum"
            | "event"
            | "explicit"
            | "extern"
            | "false"
            | "finally"
            | "fixed"
            | "float"
            | "for"
            | "foreach"
            | "goto"
            | "if"
            | "implicit"
            | "in"
            | "int"
            | "interface"
            | "internal"
            | "is"
            | "lock"
            | "long"
            | "namespace"
            | "new"
            | "null"
            | "object"
            | "operator"
            | "out"
            | "override"
            | "params"
            | "private"
            | "protected"
            | "public"
            | "readonly"
            | "ref"
            | "return"
            | "sbyte"
            | "sealed"
            | "short"
            | "sizeof"
            | "stackalloc"
            | "static"
            | "string"
            | "struct"
            | "switch"
            | "this"
            | "throw"
            | "true"
            | "try"
            | "typeof"
            | "uint"
            | "ulong"
            | "unchecked"
            | "unsafe"
            | "ushort"
            | "using"
            | "virtual"
            | "void"
            | "volatile"
            | "while"
    )
}

/// Whether `word` is the keyword of a type.
pub fn is_predefined_type(word: &str) -> bool {
    matches!(
        word,
        "bool"
            | "byte"
            | "char"
            | "decimal"
            | "double"
            | "float"
            | "int"
            | "long"
            | "object"
            | "sbyte"
            | "short"
            | "string"
            | "uint"
            | "ulong"
            | "ushort"
            | "void"
    )
}

/// The end of the name that starts at `start`; `start` itself if none does.
pub(super) fn end_of_word(text: &str, start: usize) -> usize {
    end_of_name(text, start, start)
}

/// The end of the name that starts at `start` and was read up to `at`.
pub(super) fn end_of_name(text: &str, start: usize, mut at: usize) -> usize {
    let bytes = text.as_bytes();
    while let Some(&byte) = bytes.get(at) {
        at += match byte {
            b'0'..=b'9' if at == start => break,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'0'..=b'9' => 1,
            b'\\' => match escape(&bytes[at..]) {
                Some((character, length)) if is_part(character, at == start) => length,
                _ => break,
            },
            0x80.. => match text.get(at..).and_then(|rest| rest.chars().next()) {
                Some(character) if is_part(character, at == start) => character.len_utf8(),
                _ => break,
            },
            _ => break,
        };
    }
    at
}

fn is_part(character: char, first: bool) -> bool {
    if character.is_alphabetic() || character == '_' {
        return true;
    }
    // Marks and connectors have no class of their own in the standard library: whatever is neither a space nor of the
    // blocks of punctuation and symbols may go on a name, as may formatting characters.
    !first
        && !character.is_whitespace()
        && (character.is_alphanumeric()
            || is_formatting(character)
            || !(character.is_ascii()
                || matches!(character, '\u{80}'..='\u{bf}' | '\u{d7}' | '\u{f7}' | '\u{2010}'..='\u{203e}'
                    | '\u{2041}'..='\u{2053}' | '\u{2055}'..='\u{206f}' | '\u{20a0}'..='\u{20cf}'
                    | '\u{2190}'..='\u{2bff}' | '\u{2e00}'..='\u{2e7f}' | '\u{3000}'..='\u{3020}'
                    | '\u{ff01}'..='\u{ff0f}' | '\u{feff}' | '\u{fffd}')))
}

fn is_formatting(character: char) -> bool {
    matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}

fn escape(bytes: &[u8]) -> Option<(char, usize)> {
    let digits = match bytes {
        [b'\\', b'u', ..] => bytes.get(2..6)?,
        [b'\\', b'U', ..] => bytes.get(2..10)?,
        _ => return None,
    };
    let mut value = 0u32;
    for digit in digits {
        value = value << 4 | (*digit as char).to_digit(16)?;
    }
    Some((char::from_u32(value)?, digits.len() + 2))
}
