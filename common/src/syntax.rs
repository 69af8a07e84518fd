//! C# source as a tree. The only module (with its children) that names the parser library; everybody else
//! sees [`SyntaxTree`] and [`SyntaxNode`]. Knows nothing of names and their meaning.

pub mod kind;
mod lexer;
mod parse;
mod tree;

pub use kind::{Field, SyntaxKind};
pub use lexer::{Directive, Lexer, Token, TokenKind, decoded_name, is_reserved};
pub use parse::{ParseError, parse};
pub use tree::{NodeId, SyntaxNode, SyntaxTree};
