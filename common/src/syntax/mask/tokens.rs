//! A text's code tokens with the partner of each bracket. Knows nothing of what they mean.

use crate::syntax::lexer::{Lexer, Token, TokenKind};

pub(super) struct Tokens<'t> {
    text: &'t str,
    all: Vec<Token>,
    /// For an opening bracket the index of the closing one and the other way round; else its own.
    partners: Vec<u32>,
}

impl<'t> Tokens<'t> {
    pub(super) fn read(text: &'t str) -> Self {
        let mut all = Vec::with_capacity(text.len() / 8);
        let mut partners = Vec::with_capacity(text.len() / 8);
        let mut open: Vec<u32> = Vec::new();
        let mut lexer = Lexer::new(text);
        loop {
            let token = lexer.next_code();
            let at = all.len() as u32;
            let mut partner = at;
            match token.kind {
                TokenKind::End => break,
                TokenKind::OpenParen | TokenKind::OpenBracket | TokenKind::OpenBrace => {
                    open.push(at);
                }
                TokenKind::CloseParen | TokenKind::CloseBracket | TokenKind::CloseBrace => {
                    if let Some(start) = open.pop() {
                        partners[start as usize] = at;
                        partner = start;
                    }
                }
                _ => {}
            }
            all.push(token);
            partners.push(partner);
        }
        Self {
            text,
            all,
            partners,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn kind(&self, at: usize) -> TokenKind {
        self.all.get(at).map_or(TokenKind::End, |token| token.kind)
    }

    pub(super) fn token(&self, at: usize) -> Token {
        self.all
            .get(at)
            .copied()
            .unwrap_or(Token::empty(self.text.len()))
    }

    pub(super) fn text(&self, at: usize) -> &'t str {
        self.token(at).text(self.text)
    }

    pub(super) fn is(&self, at: usize, kind: TokenKind) -> bool {
        self.kind(at) == kind
    }

    /// The kind of the token before `at`; `End` at the start.
    pub(super) fn kind_before(&self, at: usize) -> TokenKind {
        at.checked_sub(1).map_or(TokenKind::End, |at| self.kind(at))
    }

    pub(super) fn text_before(&self, at: usize) -> &'t str {
        at.checked_sub(1).map_or("", |at| self.text(at))
    }

    /// The index of the bracket that belongs to the one at `at`; `at` itself if there is none.
    pub(super) fn partner(&self, at: usize) -> usize {
        self.partners
            .get(at)
            .map_or(at, |partner| *partner as usize)
    }
}
