//! Generic types and methods of the workspace that ask for `new()`, and what their type arguments are where nobody
//! writes them.

use std::collections::{HashMap, HashSet};

use crate::binding::{Binder, FileId, TypeRef};
use crate::syntax::{Field, SyntaxKind, SyntaxNode, decoded_name};

use super::code::{ClassId, Reader, has_word};
use super::lists;
use super::mentions::called;

use SyntaxKind as K;

/// What asks for `new()`.
#[derive(Debug, Default)]
pub struct Constraints {
    names: HashSet<String>,
    /// Classes that may be inferred as such a type argument: where, and by which method.
    inferred: HashMap<ClassId, (FileId, String)>,
    /// Calls of which nobody can tell what is inferred.
    open: Vec<(FileId, String)>,
}

/// The fewest and the most arguments that go to these parameters; an extension's receiver may stand before them.
fn arguments_taken(list: SyntaxNode<'_>) -> (usize, usize) {
    let parameters = lists::parameters(list);
    let needed = parameters
        .iter()
        .filter(|parameter| !parameter.optional && !parameter.variadic)
        .count();
    let extends = list.children_of(K::Parameter).next().is_some_and(|first| {
        first
            .children_of(K::Modifier)
            .any(|modifier| modifier.text() == "this")
    });
    let most = if parameters.iter().any(|parameter| parameter.variadic) {
        usize::MAX
    } else {
        parameters.len()
    };
    (needed - usize::from(extends && needed > 0), most)
}

impl Constraints {
    /// Reads the workspace.
    pub(super) fn of(reader: &Reader<'_>) -> Self {
        let mut found = Self::default();
        let mut methods: HashMap<String, Vec<(usize, usize)>> = HashMap::new();
        let files = reader.code().files();
        let files =
            files.filter(|(_, file)| file.text.contains("new") && has_word(&file.text, "where"));
        let constraints = files
            .filter_map(|(id, _)| reader.root(id))
            .flat_map(SyntaxNode::descendants)
            .filter(|node| node.kind() == K::ConstructorConstraint);
        for constraint in constraints {
            let declaration = constraint.ancestors().find(|around| {
                matches!(
                    around.kind(),
                    K::MethodDeclaration | K::LocalFunctionStatement
                ) || around.kind().declares_type()
            });
            let Some(declaration) = declaration else {
                continue;
            };
            let Some(name) = declaration.child(Field::Name) else {
                continue;
            };
            let name = decoded_name(name.text()).into_owned();
            if !declaration.kind().declares_type()
                && let Some(list) = declaration.child(Field::Parameters)
            {
                let takes = methods.entry(name.clone()).or_default();
                takes.push(arguments_taken(list));
            }
            found.names.insert(name);
        }
        // `EnsureInitialized(ref field)` makes what isn't there.
        let initializer = "EnsureInitialized";
        methods
            .entry(initializer.to_owned())
            .or_default()
            .push((1, 1));
        for (file, source) in reader.code().files() {
            let here: Vec<_> = methods
                .iter()
                .filter(|(name, _)| has_word(&source.text, name))
                .collect();
            let Some(binder) = reader.binder(file).filter(|_| !here.is_empty()) else {
                continue;
            };
            for (name, takes) in here {
                for call in reader.mentions(file).calls.get(name).into_iter().flatten() {
                    let list = call.child(Field::Arguments);
                    let count = list.map_or(0, |list| list.children_of(K::Argument).count());
                    if takes
                        .iter()
                        .any(|(least, most)| (*least..=*most).contains(&count))
                    {
                        found.call(reader, binder, file, name, *call);
                    }
                }
            }
        }
        found
    }

    fn call<'a>(
        &mut self,
        reader: &Reader<'a>,
        binder: &Binder<'a>,
        file: FileId,
        name: &str,
        call: SyntaxNode<'a>,
    ) {
        let arguments = call
            .child(Field::Arguments)
            .into_iter()
            .flat_map(|list| list.children_of(K::Argument))
            .filter_map(|argument| {
                argument
                    .named_children()
                    .filter(|child| !child.is_extra())
                    .last()
            });
        // An extension's receiver is an argument too.
        let receiver = called(call)
            .and_then(SyntaxNode::parent)
            .and_then(|access| access.child(Field::Expression));
        for value in arguments.chain(receiver) {
            match binder.classes_within(value) {
                Some(keys) => {
                    let classes = keys
                        .into_iter()
                        .filter_map(|key| reader.class(file, &TypeRef::Declared(key)));
                    for class in classes {
                        self.inferred
                            .entry(class)
                            .or_insert((file, name.to_owned()));
                    }
                }
                None if !self.open.iter().any(|(other, _)| *other == file) => {
                    self.open.push((file, name.to_owned()));
                }
                None => {}
            }
        }
    }

    /// Whether a generic type or method with this name asks for `new()`.
    pub fn ask(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// The file and method that may infer the class for a type parameter with `new()`.
    pub fn may_infer(&self, reader: &Reader<'_>, class: &ClassId) -> Option<(FileId, &str)> {
        let inferred = self.inferred.get(class);
        let open = || {
            self.open
                .iter()
                .find(|(file, _)| super::creations::sees(reader, *file, class))
        };
        inferred
            .or_else(open)
            .map(|(file, name)| (*file, name.as_str()))
    }
}
