//! The types of binary operations: comparisons, strings, the language's own numbers, times and spans. Operators of other
//! types are not its business.

use super::expression::Binder;
use super::{Origin, Resolution, TypeRef, Value};
use crate::syntax::{Field, SyntaxNode};

impl<'a> Binder<'a> {
    /// What `left sign right` gives.
    pub(super) fn operation(&self, node: SyntaxNode<'a>) -> Resolution<'a> {
        let sign = node.child(Field::Operator).map_or("", SyntaxNode::text);
        let Some(full) = self.result_of(node, sign) else {
            return Resolution::Unknown;
        };
        Resolution::Value(Value {
            ty: TypeRef::Library(full.to_owned()),
            origin: Origin::Other,
        })
    }

    fn result_of(&self, node: SyntaxNode<'a>, sign: &str) -> Option<&'static str> {
        if matches!(sign, "==" | "!=" | "<" | ">" | "<=" | ">=" | "&&" | "||") {
            return Some("System.Boolean");
        }
        if !matches!(sign, "+" | "-" | "*" | "/" | "%") {
            return None;
        }
        let side = |field| node.child(field).map(|side| self.value_type(side));
        let left = side(Field::Left)?;
        if sign == "+" && left.library() == Some("System.String") {
            return Some("System.String");
        }
        let right = side(Field::Right)?;
        let (left, right) = (left.library(), right.library());
        if sign == "+" && right == Some("System.String") {
            return Some("System.String");
        }
        arithmetic(left?, sign, right?)
    }
}

const DATE: &str = "System.DateTime";
const OFFSET: &str = "System.DateTimeOffset";
const SPAN: &str = "System.TimeSpan";

fn arithmetic(left: &str, sign: &str, right: &str) -> Option<&'static str> {
    let number = |name| rank(name).is_some();
    match (left, sign, right) {
        (DATE | OFFSET, "-", DATE | OFFSET) | (SPAN, "+" | "-", SPAN) => Some(SPAN),
        (DATE, "+" | "-", SPAN) => Some(DATE),
        (OFFSET, "+" | "-", SPAN) => Some(OFFSET),
        (SPAN, "/", SPAN) => Some("System.Double"),
        (SPAN, "*" | "/", other) | (other, "*", SPAN) if number(other) => Some(SPAN),
        _ => promoted(left, right),
    }
}

/// Numbers, those first that a narrower one becomes beside them.
const NUMBERS: &[&str] = &[
    "System.Decimal",
    "System.Double",
    "System.Single",
    "System.UInt64",
    "System.Int64",
    "System.UInt32",
    "System.Int32",
    "System.UInt16",
    "System.Int16",
    "System.Byte",
    "System.SByte",
    "System.Char",
];
const LONG: usize = 4;
const UINT: usize = 5;
const INT: usize = 6;

fn rank(name: &str) -> Option<usize> {
    NUMBERS.iter().position(|one| *one == name)
}

/// The type of an operation of two numbers: nothing is narrower than `int`.
fn promoted(left: &str, right: &str) -> Option<&'static str> {
    let (left, right) = (rank(left)?, rank(right)?);
    let (wide, other) = (left.min(right), left.max(right));
    let signed = |number| {
        matches!(
            NUMBERS[number],
            "System.Int32" | "System.Int16" | "System.SByte"
        )
    };
    let result = if wide == UINT && signed(other) {
        LONG
    } else {
        wide.min(INT)
    };
    Some(NUMBERS[result])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_have_the_types_of_the_language() {
        for (left, sign, right, result) in [
            ("System.Int32", "*", "System.Int32", Some("System.Int32")),
            ("System.Byte", "+", "System.Char", Some("System.Int32")),
            ("System.UInt32", "-", "System.Int32", Some("System.Int64")),
            ("System.UInt32", "-", "System.Byte", Some("System.UInt32")),
            ("System.Int32", "/", "System.Double", Some("System.Double")),
            (DATE, "-", DATE, Some(SPAN)),
            (DATE, "-", SPAN, Some(DATE)),
            (OFFSET, "-", OFFSET, Some(SPAN)),
            (SPAN, "*", "System.Int32", Some(SPAN)),
            (SPAN, "/", SPAN, Some("System.Double")),
            (DATE, "+", DATE, None),
            ("System.Guid", "+", "System.Int32", None),
        ] {
            assert_eq!(
                arithmetic(left, sign, right),
                result,
                "{left} {sign} {right}"
            );
        }
    }
}
