//! The lexer: its tokens cover the text in order, it can begin anywhere in code (what ends with the branch of an `#if`
//! aside), and its fast way from brace to brace sees what the slow one sees.

use seamwright_common::syntax::{Directive, Lexer, Token, TokenKind, decoded_name};

/// Any text.
pub fn lexer(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let tokens = tokens(Lexer::new(&text));
    tile(&text, &tokens);
    let depths = depths(&tokens);
    let outside = || (0..tokens.len()).filter(|at| depths[*at] == 0);
    let branches = branches(&text, &tokens);
    let certain = || outside().filter(|at| !branches[*at]);
    // One place for each text, so that a long one isn't read a thousand times.
    let places = certain().count();
    if let Some(at) = certain().nth(bytes.len() % places.max(1)) {
        let again = self::tokens(Lexer::from(&text, tokens[at].start()));
        assert_eq!(again, tokens[at..], "from token {at}: {text:?}");
    }
    let stops = |kind| {
        matches!(
            kind,
            TokenKind::OpenBrace | TokenKind::CloseBrace | TokenKind::Directive
        )
    };
    let slow: Vec<Token> = outside()
        .map(|at| tokens[at])
        .filter(|token| stops(token.kind))
        .collect();
    let mut lexer = Lexer::new(&text);
    let mut fast = Vec::new();
    loop {
        let token = lexer.next_brace();
        if token.kind == TokenKind::End {
            break;
        }
        assert!(
            fast.len() < slow.len(),
            "more braces: {token:?} in {text:?}"
        );
        fast.push(token);
    }
    assert_eq!(fast, slow, "{text:?}");
    for word in tokens.iter().filter(|token| token.kind == TokenKind::Word) {
        let name = decoded_name(word.text(&text));
        assert!(name.len() <= word.range().len(), "{name:?}");
    }
}

/// All tokens but the end. There are no more than two for a byte, one of which may be empty.
fn tokens(mut lexer: Lexer<'_>) -> Vec<Token> {
    let length = lexer.text().len();
    let mut tokens = Vec::new();
    loop {
        let token = lexer.next_token();
        if token.kind == TokenKind::End {
            assert_eq!((token.start(), token.end()), (length, length));
            assert_eq!(lexer.next_token().kind, TokenKind::End);
            return tokens;
        }
        tokens.push(token);
        assert!(tokens.len() <= 2 * length + 2, "{:?}", lexer.text());
    }
}

fn tile(text: &str, tokens: &[Token]) {
    let mut at = 0;
    for token in tokens {
        assert!(at <= token.start() && token.start() <= token.end());
        let (Some(gap), Some(_)) = (
            text.get(at..token.start()),
            text.get(token.range().as_range()),
        ) else {
            panic!("{token:?} cuts a character: {text:?}");
        };
        let blank = |c: char| c.is_whitespace() || matches!(c, '\u{feff}' | '\u{1a}');
        assert!(gap.chars().all(blank), "{gap:?} is passed over: {text:?}");
        let may_be_empty = token.kind == TokenKind::InterpolatedEnd;
        assert!(may_be_empty || token.start() < token.end(), "{token:?}");
        at = token.end();
    }
}

/// In how many interpolated strings each token stands; their starts and ends count as inside.
fn depths(tokens: &[Token]) -> Vec<usize> {
    let mut depth = 0_usize;
    let depths = tokens.iter().map(|token| {
        let around = depth;
        match token.kind {
            TokenKind::InterpolatedStart => depth += 1,
            TokenKind::InterpolatedEnd => depth = depth.checked_sub(1).unwrap(),
            _ => {}
        }
        around.max(depth)
    });
    depths.collect()
}

/// Whether each token stands in a branch of an `#if`.
fn branches(text: &str, tokens: &[Token]) -> Vec<bool> {
    let mut open = 0_usize;
    let branches = tokens.iter().map(|token| {
        let before = open;
        if token.kind == TokenKind::Directive {
            match Directive::of(token.text(text)) {
                Directive::If => open += 1,
                Directive::Endif => open = open.saturating_sub(1),
                _ => {}
            }
        }
        before > 0
    });
    branches.collect()
}
