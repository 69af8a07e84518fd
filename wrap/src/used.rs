//! Where a project holds an abstraction of a package already. Knows nothing of what needs it.

use seamwright_common::binding::FileId;
use seamwright_common::seam::code::{Code, Reader};
use seamwright_common::seam::dependency::Dependency;
use seamwright_common::source::SourcePath;
use seamwright_common::syntax::{SyntaxKind, SyntaxNode};

use SyntaxKind as K;

/// The first parameter, field or property of the dependency's type in a project: its file, and the place as people
/// read it.
pub(crate) fn used_at(
    code: &Code,
    reader: &Reader<'_>,
    dependency: &Dependency,
    project: Option<&SourcePath>,
) -> Option<(SourcePath, String)> {
    let mut files = code.mentioning(dependency.simple());
    files.sort_by(|one, other| code.file(*one).path.cmp(&code.file(*other).path));
    let mut files = files.into_iter().filter(|file| {
        let own = code.project(*file).map(|own| &own.path);
        project.is_none() || own == project
    });
    files.find_map(|file| {
        let node = declared_with(reader, dependency, file)?;
        let place = code.place(file, node.range().start());
        Some((code.file(file).path.clone(), place))
    })
}

fn declared_with<'a>(
    reader: &Reader<'a>,
    dependency: &Dependency,
    file: FileId,
) -> Option<SyntaxNode<'a>> {
    let root = reader.root(file)?;
    root.descendants().find(|node| {
        let declares = node.parent().is_some_and(|parent| {
            matches!(
                parent.kind(),
                K::Parameter | K::VariableDeclaration | K::PropertyDeclaration
            )
        });
        declares
            && matches!(node.kind(), K::Identifier | K::QualifiedName)
            && node.text().ends_with(dependency.simple())
            && dependency.is(&reader.type_of_node(file, *node))
    })
}
