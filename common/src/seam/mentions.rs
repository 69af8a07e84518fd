//! Where the workspace names its types, found once: files by word, and in each file creations, type arguments and
//! `typeof`s by the simple name in them; aliases and bases likewise. Names only; what they mean is asked of a binder.

use std::collections::{HashMap, HashSet};

use crate::binding::{FileId, GlobalUsingKind, ProjectId};
use crate::outline::{TypeId, UsingKind};
use crate::syntax::{Field, SyntaxKind, SyntaxNode, decoded_name};

use super::code::Code;
use super::makers::takes_type_name;
use super::shape::simple_name;

use SyntaxKind as K;

/// What a file names, by simple name.
#[derive(Debug, Default)]
pub struct FileMentions<'a> {
    /// `new X(…)`: the creations.
    pub creations: HashMap<String, Vec<SyntaxNode<'a>>>,
    /// `F<X>`, `G<List<X>>`: the outermost lists of type arguments.
    pub arguments: HashMap<String, Vec<SyntaxNode<'a>>>,
    /// `typeof(X)`: the expressions.
    pub typeofs: HashMap<String, Vec<SyntaxNode<'a>>>,
    /// `Type.GetType("N.X")`: the calls, by the last name in the string.
    pub strings: HashMap<String, Vec<SyntaxNode<'a>>>,
    /// Calls without type arguments, by what is called.
    pub calls: HashMap<String, Vec<SyntaxNode<'a>>>,
}

impl<'a> FileMentions<'a> {
    /// Collects what stands below `root`.
    pub fn of(root: SyntaxNode<'a>) -> Self {
        let mut found = Self::default();
        for node in root.descendants() {
            match node.kind() {
                K::ObjectCreationExpression => {
                    if let Some(ty) = node.child(Field::Type) {
                        found
                            .creations
                            .entry(simple_name(ty))
                            .or_default()
                            .push(node);
                    }
                }
                K::TypeArgumentList => {
                    for name in names_in(node) {
                        found.arguments.entry(name).or_default().push(node);
                    }
                }
                K::TypeofExpression => {
                    for name in names_in(node) {
                        found.typeofs.entry(name).or_default().push(node);
                    }
                }
                K::InvocationExpression => {
                    if takes_type_name(node) {
                        for name in names_in_strings(node) {
                            found.strings.entry(name).or_default().push(node);
                        }
                    }
                    if let Some(name) = called(node).filter(|name| name.kind() == K::Identifier) {
                        let name = decoded_name(name.text()).into_owned();
                        found.calls.entry(name).or_default().push(node);
                    }
                }
                _ => {}
            }
        }
        found
    }
}

/// The name of what a call calls.
pub fn called(call: SyntaxNode<'_>) -> Option<SyntaxNode<'_>> {
    let function = call.child(Field::Function)?;
    match function.kind() {
        K::MemberAccessExpression | K::MemberBindingExpression => function.child(Field::Name),
        K::ConditionalAccessExpression => function
            .child_of(K::MemberBindingExpression)?
            .child(Field::Name),
        _ => Some(function),
    }
}

/// `X` of `"N.X, Assembly"` among the arguments of a call.
fn names_in_strings(call: SyntaxNode<'_>) -> Vec<String> {
    let arguments = call
        .child(Field::Arguments)
        .into_iter()
        .flat_map(|list| list.children_of(K::Argument))
        .filter_map(|argument| argument.named_children().last());
    let literals = arguments.filter(|value| {
        matches!(
            value.kind(),
            K::StringLiteral | K::VerbatimStringLiteral | K::RawStringLiteral
        )
    });
    literals
        .filter_map(|literal| {
            let name = literal.text().trim_matches(['"', '@']).split(',').next()?;
            let last = name.rsplit(['.', '+']).next()?;
            Some(last.split('`').next().unwrap_or(last).trim().to_owned())
        })
        .collect()
}

fn names_in(node: SyntaxNode<'_>) -> HashSet<String> {
    node.descendants()
        .filter(|inner| inner.kind() == K::Identifier)
        .map(|inner| decoded_name(inner.text()).into_owned())
        .collect()
}

/// Names across the workspace.
#[derive(Debug, Default)]
pub struct Mentions {
    /// Files by the names of types that stand in them as words, comments and strings too.
    words: HashMap<String, Vec<FileId>>,
    /// Files that may spell a name with escapes.
    escaped: Vec<FileId>,
    /// Aliases by the simple name of what they stand for.
    aliases: HashMap<String, Vec<String>>,
    /// Types by the simple names of their bases as written.
    derived: HashMap<String, Vec<(FileId, TypeId)>>,
}

impl Mentions {
    /// Reads the workspace.
    pub fn of(code: &Code) -> Self {
        let mut found = Self::default();
        let names = code.names();
        for (file, _) in code.files() {
            let outline = names.outline(file);
            for using in outline.usings() {
                if let UsingKind::Alias(alias) = using.kind {
                    found.alias(outline.text(alias), outline.text(using.target));
                }
            }
            for index in 0..outline.types().len() {
                let id = TypeId(index as u32);
                for base in outline.texts(outline.type_(id).bases) {
                    let list = found.derived.entry(last_name(base).to_owned()).or_default();
                    list.push((file, id));
                }
                let name = outline.text(outline.type_(id).name).to_owned();
                found.words.entry(name).or_default();
            }
        }
        for (index, _) in code.projects().iter().enumerate() {
            for using in names.global_usings(ProjectId(index as u32)) {
                if let GlobalUsingKind::Alias(alias) = &using.kind {
                    found.alias(alias, &using.target);
                }
            }
        }
        for (file, source) in code.files() {
            if source.text.contains("\\u") || source.text.contains("\\U") {
                found.escaped.push(file);
            }
            for word in words(&source.text) {
                if let Some(files) = found.words.get_mut(word)
                    && files.last() != Some(&file)
                {
                    files.push(file);
                }
            }
        }
        found
    }

    fn alias(&mut self, alias: &str, target: &str) {
        let known = self
            .aliases
            .entry(last_name(target).to_owned())
            .or_default();
        if !known.iter().any(|other| other == alias) {
            known.push(alias.to_owned());
        }
        self.words.entry(alias.to_owned()).or_default();
    }

    /// The files that may name the type or alias `word`; `None` when nothing declares it.
    pub fn files(&self, word: &str) -> Option<Vec<FileId>> {
        let mut files = self.words.get(word)?.clone();
        files.extend(&self.escaped);
        files.sort_unstable();
        files.dedup();
        Some(files)
    }

    /// The names under which a type of this simple name goes: itself and its aliases.
    pub fn names_of(&self, simple: &str) -> Vec<String> {
        let mut names = vec![simple.to_owned()];
        names.extend(self.aliases.get(simple).into_iter().flatten().cloned());
        names.sort();
        names.dedup();
        names
    }

    /// The types whose list of bases has one of these simple names.
    pub fn naming_base(&self, names: &[String]) -> Vec<(FileId, TypeId)> {
        let mut found: Vec<_> = names
            .iter()
            .filter_map(|name| self.derived.get(name))
            .flatten()
            .copied()
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// The last name of a type text, without type arguments.
fn last_name(text: &str) -> &str {
    let head = text.split('<').next().unwrap_or(text);
    let last = head.rsplit(['.', ':']).next().unwrap_or(head).trim();
    last.strip_prefix('@').unwrap_or(last)
}

/// Everything in a text that has the form of a name.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_'))
        .filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::super::fixture::code;
    use super::*;

    #[test]
    fn words_aliases_and_bases_are_found() {
        let code = code(&[
            ("A.cs", "namespace N { class X { } class Y : N.X { } }"),
            ("B.cs", "using Z = N.X; class W : Z { } // Xs"),
            ("C.cs", r"class V { object o = new \u0058(); }"),
        ]);
        let found = Mentions::of(&code);
        assert_eq!(
            found.files("X"),
            Some(vec![FileId(0), FileId(1), FileId(2)])
        );
        assert_eq!(found.files("Y"), Some(vec![FileId(0), FileId(2)]));
        assert_eq!(found.files("Q"), None);
        assert_eq!(found.names_of("X"), ["X", "Z"]);
        assert_eq!(found.naming_base(&found.names_of("X")).len(), 2);
    }
}
