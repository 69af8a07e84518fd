//! The assemblies that a file lets see what is internal: `[assembly: InternalsVisibleTo("Shop.Tests, PublicKey=…")]`, in
//! every `#if` branch. Knows nothing of project files, which say it too.

use crate::syntax::{Lexer, TokenKind, decoded_name};

const ATTRIBUTE: &str = "InternalsVisibleTo";

/// The simple names of the assemblies. One that isn't written as a literal can't be told.
pub(super) fn friends(text: &str) -> Vec<String> {
    // Few files do, and the tokens of the others needn't be read for it.
    if memchr::memmem::find(text.as_bytes(), ATTRIBUTE.as_bytes()).is_none() {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut lexer = Lexer::new(text);
    let mut before = [TokenKind::End; 2];
    // The brackets that are open in an attribute list of the assembly.
    let mut depth = 0_usize;
    let mut named = false;
    loop {
        let token = lexer.next_code();
        let written = token.text(text);
        match token.kind {
            TokenKind::End => return found,
            TokenKind::Word
                if depth == 0
                    && before[1] == TokenKind::OpenBracket
                    && decoded_name(written) == "assembly" =>
            {
                depth = 1;
            }
            TokenKind::OpenBracket if depth > 0 => depth += 1,
            TokenKind::CloseBracket if depth > 0 => depth -= 1,
            TokenKind::Word if depth > 0 => {
                let name = decoded_name(written);
                named = name.strip_suffix("Attribute").unwrap_or(&name) == ATTRIBUTE;
            }
            TokenKind::String
                if depth > 0
                    && named
                    && before[1] == TokenKind::OpenParen
                    && before[0] == TokenKind::Word =>
            {
                let name = written.trim_start_matches('@').trim_matches('"');
                let name = name.split(',').next().unwrap_or(name).trim();
                found.push(name.to_owned());
            }
            _ => {}
        }
        before = [before[1], token.kind];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        assert_eq!(friends(text), expected);
    }

    #[test]
    fn friends_are_named_with_and_without_a_key() {
        check(
            "using System.Runtime.CompilerServices;\n[assembly: InternalsVisibleTo(\"Shop.Tests\")]\n[assembly: CLSCompliant(true), System.Runtime.CompilerServices.InternalsVisibleToAttribute(@\"Shop.Web, PublicKey=0024\")]",
            &["Shop.Tests", "Shop.Web"],
        );
    }

    #[test]
    fn friends_stand_in_every_branch_and_before_other_parts_of_a_text() {
        check(
            "#if SIGNED\n[assembly: InternalsVisibleTo(\"A, PublicKey=\" + Keys.Public)]\n#else\n[assembly: InternalsVisibleTo(\"B\")]\n#endif\nclass C { }",
            &["A", "B"],
        );
    }

    #[test]
    fn what_only_looks_like_it_is_none() {
        check("// [assembly: InternalsVisibleTo(\"A\")]", &[]);
        check(
            "class C { string s = \"[assembly: InternalsVisibleTo(A)]\"; }",
            &[],
        );
        check("class C { void F() => InternalsVisibleTo(\"A\"); }", &[]);
        check("[assembly: Other(\"InternalsVisibleTo\")]", &[]);
        check("[assembly: InternalsVisibleTo(Names.Tests)]", &[]);
        check("[assembly: InternalsVisibleTo(", &[]);
    }
}
