//! C# source as a tree. The only module (with its children) that names the parser library; everybody else
//! sees [`SyntaxTree`] and [`SyntaxNode`]. Knows nothing of names and their meaning.

mod declared;
mod gaps;
pub mod kind;
mod lexer;
mod mask;
mod modifiers;
mod parse;
mod reading;
mod tree;
pub mod views;

pub use declared::{MemberKind, TypeKind};
pub use kind::{Field, SyntaxKind};
pub use lexer::{
    Directive, Lexer, Token, TokenKind, decoded_name, is_predefined_type, is_reserved,
};
pub use modifiers::{Modifiers, ParameterModifiers};
pub use parse::{ParseError, parse};
pub use reading::{Parsed, Reading, Trust, parse_whole};
pub use tree::{NodeId, SyntaxNode, SyntaxTree};
