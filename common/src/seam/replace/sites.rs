//! From findings to sites that may be replaced: everything that a place, an API or a class refuses by itself.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::rc::Rc;

use super::super::abstraction::lacks;
use super::super::code::{ClassId, Reader};
use super::super::framework::{framework_of, is_attribute};
use super::super::packaged::has_file_system;
use super::super::quiet::run_by_overrides;
use super::super::shape::{BaseClass, ClassShape, ShapeError};
use crate::binding::{FileId, TypeRef};
use crate::finding::{Context, Finding};
use crate::outline::Modifiers;
use crate::refusal::Reason;
use crate::syntax::{SyntaxKind, SyntaxNode};
use crate::workspace::Ownership;

use super::calm::restless_base;
use super::changed::{Followed, follow};
use super::context;
use super::data::is_data;
use super::place;
use super::template::{From, Template, template_for};

use super::{Choice, Choices, Planner, Site};

use SyntaxKind as K;

/// A base whose constructor runs code of the classes below, and what it may run of one of them.
pub(super) type Early = (String, HashSet<(FileId, usize)>);

/// Where a site reads what it needs from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// What its object holds.
    Object,
    /// A slot.
    Scope,
}

impl<'a> Planner<'a> {
    /// The sites that may be replaced through an object, and those that may be through a scope; the others get their
    /// reason.
    pub(super) fn sites(
        &self,
        requested: &[usize],
        remaining: &mut BTreeMap<usize, (Reason, String)>,
    ) -> (Vec<Site<'a>>, Vec<Site<'a>>) {
        let (mut injected, mut scoped) = (Vec::new(), Vec::new());
        let follows = |index: &&usize| self.followers().contains_key(*index);
        for &index in requested.iter().filter(|index| !follows(index)) {
            match self.site(index) {
                Ok((site, Way::Object)) => injected.push(site),
                Ok((site, Way::Scope)) => scoped.push(site),
                Err(refused) => {
                    remaining.insert(index, refused);
                }
            }
        }
        (injected, scoped)
    }

    /// One finding.
    fn site(&self, index: usize) -> Result<(Site<'a>, Way), (Reason, String)> {
        let finding = &self.findings[index];
        let file = self.reader.code().find(&finding.path);
        let from = file.map_or(From::Framework, |file| From::of(self.reader, file));
        let template = if self.dependency.call().is_some() {
            Template::Delegate
        } else {
            template_for(self.catalogue, finding, from)?
        };
        let held_lambda = file
            .and_then(|file| node_of(self.reader, file, finding))
            .is_some_and(context::is_held_lambda);
        if let Some(refused) = stays_anyway(finding, self.choices) {
            let runs_later = refused.0 == Reason::StaticInitializer
                && finding.context == Context::StaticInitializer
                && self.choices.injection != Choice::Constructor
                && held_lambda;
            if !runs_later {
                return Err(refused);
            }
        }
        let not_understood = |detail: &str| (Reason::SyntaxNotUnderstood, detail.to_owned());
        let file = file.ok_or_else(|| not_understood("the file isn't in the workspace"))?;
        if !self.reader.code().file(file).editable {
            return Err((Reason::GeneratedCode, String::new()));
        }
        if !self.is_available(file) {
            let unknown = self.reader.code().file(file).ownership == Ownership::Unknown;
            let detail = if unknown {
                "the file's project can't be read".to_owned()
            } else if self.dependency.is_clock() {
                "`System.TimeProvider` needs net8.0 or the package `Microsoft.Bcl.TimeProvider`"
                    .to_owned()
            } else if self.dependency.is_file_system() {
                "`IFileSystem` needs the package `System.IO.Abstractions`".to_owned()
            } else {
                format!("`{}` can't be seen there", self.dependency.type_name)
            };
            return Err((Reason::AbstractionMissing, detail));
        }
        let node = node_of(self.reader, file, finding);
        let node = node.ok_or_else(|| {
            if self.reader.code().regions(file).cut(finding.range) {
                return (Reason::Conditional, String::new());
            }
            // `: base(path)` makes what the class is.
            let of_base = finding.pattern.starts_with("new ") && !finding.text.starts_with("new");
            if of_base {
                return (Reason::NoEquivalent, "the class derives from it".to_owned());
            }
            not_understood("the expression")
        })?;
        if let Some(refused) = place::by_code(self.reader, file, node) {
            return Err(refused);
        }
        let class = self
            .reader
            .class_around(file, node)
            .ok_or_else(|| not_understood("the class"))?;
        let way = self.way(finding, &class);
        // What no slot can serve needn't have the member.
        if way == Way::Scope {
            self.takes_scope(file, node)?;
        }
        if let Some(refused) = lacks(self.reader, self.passed_on, self.dependency, finding, node) {
            return Err(refused);
        }
        if way == Way::Object {
            self.takes_object(file, &class, node)?;
        }
        if self.reader.code().regions(file).cut(node.range()) {
            return Err((Reason::Conditional, String::new()));
        }
        self.beside_defaults(file, node)?;
        let followed = if self.dependency.is_file_system() {
            follow(self.reader, file, node, finding).map_err(|why| (Reason::ValueEscapes, why))?
        } else {
            Followed::default()
        };
        let site = Site {
            index,
            file,
            node,
            class,
            template,
            followed,
        };
        if self.edits(&site, "x").is_empty() {
            let what = format!("this form of `{}` isn't migrated yet", finding.pattern);
            return Err((Reason::NotSupportedYet, what));
        }
        self.beside_local_times(&site)?;
        Ok((site, way))
    }

    /// Where the site reads what it needs from.
    fn way(&self, finding: &Finding, class: &ClassId) -> Way {
        if context::is_static(finding.context) {
            return Way::Scope;
        }
        let holds = || {
            let shape = self.shape(class);
            shape.is_ok_and(|shape| self.held(&shape).is_some())
        };
        if self.choices.injection == Choice::Ambient && !holds() {
            Way::Scope
        } else {
            Way::Object
        }
    }

    fn takes_object(
        &self,
        file: FileId,
        class: &ClassId,
        node: SyntaxNode<'a>,
    ) -> Result<(), (Reason, String)> {
        let shape = self.shape(class).map_err(|error| match error {
            ShapeError::NotUnderstood(_) => (Reason::SyntaxNotUnderstood, "the class".to_owned()),
            ShapeError::NoClass => (Reason::NotSupportedYet, "the type isn't a class".to_owned()),
            error => {
                let refused = self.no_shape(error);
                (refused.reason, refused.detail)
            }
        })?;
        if self.reader.code().regions(file).cut(node.range()) {
            return Err((Reason::Conditional, String::new()));
        }
        self.by_class(file, &shape, node)
    }

    /// Whether the project of the file has the provider on each of its targets.
    pub(super) fn is_available(&self, file: FileId) -> bool {
        if self.reader.code().file(file).ownership == Ownership::Unknown {
            return false;
        }
        if let TypeRef::Declared(key) = &self.dependency.ty {
            return self.reader.code().names().has_type(file, key);
        }
        if self.dependency.call().is_some() {
            return true;
        }
        let project = self.reader.code().project(file);
        if self.dependency.is_file_system() {
            return project.is_some_and(has_file_system);
        }
        project.is_none_or(|project| {
            project.has_time_provider || project.has_package("Microsoft.Bcl.TimeProvider")
        })
    }

    fn by_class(
        &self,
        file: FileId,
        shape: &ClassShape<'a>,
        node: SyntaxNode<'a>,
    ) -> Result<(), (Reason, String)> {
        if let Some(refused) = self.class_refused(shape) {
            return Err(refused);
        }
        let held = self.held(shape);
        if held.is_none() && is_public(shape) && !self.is_public_dependency(file) {
            let (simple, class) = (self.dependency.simple(), &shape.name);
            let detail = format!("`{simple}` is less accessible than a constructor of `{class}`");
            return Err((Reason::AbstractionMissing, detail));
        }
        if held.is_none() && self.is_data(shape) && !self.is_contained(&shape.id) {
            let detail = format!("`{}` is made without arguments and filled", shape.name);
            return Err((Reason::DataClass, detail));
        }
        // A primary constructor's parameter is captured before the base runs.
        let captured = shape.primary.is_some() || held.is_some_and(|held| held.primary.is_some());
        if !captured
            && shape.base != BaseClass::Object
            && let Some((start, member)) = place::member_around(node)
            && let Some((base, reached)) = self.run_early(shape).as_ref()
            && reached.contains(&(file, start))
        {
            let detail = format!("`{member}` may be called by a constructor of `{base}`");
            return Err((Reason::VirtualFromBaseConstructor, detail));
        }
        Ok(())
    }

    fn is_data(&self, shape: &ClassShape<'a>) -> bool {
        let data = || is_data(self.reader, shape);
        self.data.of(&shape.id, data)
    }

    /// Whether the type of the dependency may stand in the signature of a public constructor.
    fn is_public_dependency(&self, file: FileId) -> bool {
        let TypeRef::Declared(key) = &self.dependency.ty else {
            return true;
        };
        let names = self.reader.code().names();
        let mut parts = names.parts(file, key).into_iter();
        parts.any(|(file, id)| {
            let declared = names.outline(file).type_(id);
            declared.modifiers.contains(Modifiers::PUBLIC)
        })
    }

    /// A site and a default that stays in one statement would compare two clocks.
    fn beside_defaults(&self, file: FileId, node: SyntaxNode<'a>) -> Result<(), (Reason, String)> {
        let Some(defaults) = self.defaults.get(&file) else {
            return Ok(());
        };
        let whole = node.ancestors().find(|around| ends_statement(*around));
        let beside = whole.and_then(|whole| {
            defaults
                .iter()
                .find(|range| whole.range().contains_range(**range))
        });
        match beside {
            Some(range) => {
                let text = self.reader.text(file).get(range.as_range());
                let detail = format!("`{}` beside it stays", text.unwrap_or_default());
                Err((Reason::MixedSource, detail))
            }
            None => Ok(()),
        }
    }

    /// The zone of a provider and a time in the zone of the machine in one statement don't fit.
    fn beside_local_times(&self, site: &Site<'a>) -> Result<(), (Reason, String)> {
        if self.findings[site.index].api.as_str() != "P:System.TimeZoneInfo.Local" {
            return Ok(());
        }
        let whole = site.node.ancestors().find(|around| ends_statement(*around));
        let local = whole.is_some_and(|whole| {
            let names = whole
                .descendants()
                .filter(|node| node.kind() == K::Identifier);
            names
                .into_iter()
                .any(|name| matches!(name.text(), "Now" | "Today" | "LocalDateTime"))
        });
        if local {
            let what = "a time in the machine's zone stands beside it";
            return Err((Reason::MixedSource, what.to_owned()));
        }
        Ok(())
    }

    /// Why no site of a class can be migrated.
    fn class_refused(&self, shape: &ClassShape<'a>) -> Option<(Reason, String)> {
        self.refused.of(&shape.id, || {
            if is_attribute(self.reader, shape) {
                Some((Reason::Attribute, String::new()))
            } else if self.held(shape).is_none() {
                framework_of(self.reader, shape).map(|how| (Reason::FrameworkConstructed, how))
            } else {
                None
            }
        })
    }

    /// The base whose constructor may run members of the class before its fields are set, and those members.
    fn run_early(&self, shape: &ClassShape<'a>) -> Rc<Option<Early>> {
        let find = || {
            restless_base(self.reader, shape).map(|base| {
                let mut below = Vec::new();
                let mut seen = BTreeSet::from([shape.id.clone()]);
                let mut open = self.below(shape).classes.clone();
                while let Some(class) = open.pop() {
                    if seen.insert(class.clone())
                        && let Ok(derived) = self.shape(&class)
                    {
                        open.extend(self.below(&derived).classes.iter().cloned());
                        below.push((*derived).clone());
                    }
                }
                (base, run_by_overrides(shape, &below))
            })
        };
        self.early.of(&shape.id, || Rc::new(find()))
    }
}

/// Whether the class can be seen from outside of its assembly, with all that it stands in.
fn is_public(shape: &ClassShape<'_>) -> bool {
    let outer = shape.parts.first().map(|part| part.node);
    let mut outer = outer
        .into_iter()
        .flat_map(SyntaxNode::ancestors)
        .filter(|around| around.kind().declares_type());
    let open = |node: SyntaxNode<'_>| {
        node.children_of(K::Modifier)
            .any(|one| matches!(one.text(), "public" | "protected" | "partial"))
    };
    (shape.has_modifier("public") || shape.has_modifier("protected")) && outer.all(open)
}

/// What a value is computed in.
fn ends_statement(around: SyntaxNode<'_>) -> bool {
    matches!(
        around.kind(),
        K::ArrowExpressionClause
            | K::ExpressionStatement
            | K::ReturnStatement
            | K::YieldStatement
            | K::ThrowStatement
            | K::LocalDeclarationStatement
            | K::LambdaExpression
            | K::VariableDeclarator
            | K::PropertyDeclaration
    ) || around.kind().declares_type()
}

/// Why the finding stays, whatever stands for its API: it is deliberate, or nothing that is injected reaches its place.
pub fn stays_anyway(finding: &Finding, choices: &Choices) -> Option<(Reason, String)> {
    let asked = choices.include_intentional || choices.named.contains(&finding.id);
    if let Some(comment) = finding.intentional.as_ref().filter(|_| !asked) {
        return Some((Reason::Intentional, comment.clone()));
    }
    context::by_context(finding, choices.injection)
        .map(|(reason, detail)| (reason, detail.to_owned()))
}

/// The expression that a finding is about.
pub fn node_of<'a>(reader: &Reader<'a>, file: FileId, finding: &Finding) -> Option<SyntaxNode<'a>> {
    let tree = reader.code().tree(file)?;
    let node = exact(tree.covering(finding.range), finding.range.len());
    node.filter(|node| node.range() == finding.range)
}

/// The node with exactly the range of the finding.
fn exact(covering: SyntaxNode<'_>, length: usize) -> Option<SyntaxNode<'_>> {
    std::iter::once(covering)
        .chain(covering.ancestors())
        .take_while(|node| node.range().len() == length)
        .find(|node| {
            matches!(
                node.kind(),
                K::MemberAccessExpression
                    | K::Identifier
                    | K::QualifiedName
                    | K::ObjectCreationExpression
                    | K::ImplicitObjectCreationExpression
            )
        })
}
