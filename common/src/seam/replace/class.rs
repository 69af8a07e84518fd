//! One class: what its sites need, which initializers move, and how each site reaches the provider in the end.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::super::calls::Calls;
use super::super::code::ClassId;
use super::super::existing::Provider;
use super::super::inject::{Above, Constructors, Injection, Move, Refused, Request, inject};
use super::super::layout;
use super::super::quiet::has_code;
use super::super::shape::{BaseClass, ClassShape, Reach, has_modifier, reach_of};
use crate::binding::{FileId, TypeRef};
use crate::edit::{Edit, TextEdit};
use crate::refusal::Reason;
use crate::syntax::{Field, SyntaxKind, SyntaxNode, decoded_name};
use crate::text::TextRange;

use super::unseen::{needs_parameterless, null_is_given};
use super::{Attempt, Planner, Site};

use SyntaxKind as K;

/// Members of a class, by where they start in which file.
pub(super) type Members = Rc<Vec<(FileId, usize)>>;

/// A moved value, given the parameter's name and the indentation of the assignment.
type Value<'v> = Box<dyn Fn(&str, Option<&str>) -> String + 'v>;

/// An initializer with sites.
struct Initializer<'a> {
    part: usize,
    name: SyntaxNode<'a>,
    value: SyntaxNode<'a>,
    removal: TextRange,
}

impl<'a> Planner<'a> {
    /// Gives the class its provider.
    pub(super) fn inject(
        &self,
        shape: &ClassShape<'a>,
        sites: &[&Site<'a>],
        above: Option<Above<'_, 'a>>,
        calls: &Calls<'a>,
    ) -> Result<Injection, Refused> {
        let mut initializers: BTreeMap<(usize, usize), (Initializer<'a>, Vec<&Site<'a>>)> =
            BTreeMap::new();
        let mut keeps_it = false;
        let mut constructors = Vec::new();
        for site in sites {
            match reach_of(site.node) {
                Reach::Initializer(member) if shape.primary.is_none() => {
                    // Refused initializers stay behind alone; the rest of the class goes on.
                    if let Ok(initializer) = self.movable(shape, site, member) {
                        let key = (initializer.part, initializer.value.range().start());
                        initializers
                            .entry(key)
                            .or_insert_with(|| (initializer, Vec::new()))
                            .1
                            .push(site);
                    }
                }
                Reach::Static => {}
                // A primary constructor that stays sets it before anything else can be given.
                Reach::Initializer(_) | Reach::PrimaryArguments
                    if self.choices.constructors == Constructors::Keep => {}
                // What only a constructor reads needn't be kept.
                Reach::Constructor(constructor) | Reach::ConstructorArguments(constructor)
                    if shape.primary.is_none() && !chains_to_this(constructor) =>
                {
                    constructors.push((site.file, constructor.range().start()));
                }
                _ => keeps_it = true,
            }
        }
        let values: Vec<Value<'_>> = initializers
            .values()
            .map(|(initializer, sites)| {
                let value: Value<'_> = Box::new(move |parameter: &str, indent: Option<&str>| {
                    self.moved_value(initializer, sites, parameter, indent)
                });
                value
            })
            .collect();
        let moves = initializers
            .values()
            .zip(&values)
            .map(|((initializer, _), value)| Move {
                part: initializer.part,
                member: initializer.name.text().to_owned(),
                removal: Edit {
                    range: initializer.removal,
                    text: String::new(),
                },
                value: value.as_ref(),
            })
            .collect();
        let request = Request {
            dependency: self.dependency,
            keeps_it,
            constructors,
            moves,
            keeps_parameterless: needs_parameterless(calls),
            distrusts_own: null_is_given(shape, calls, self.dependency),
            constructors_there: self.choices.constructors,
        };
        inject(self.reader, shape, above, &request)
    }

    /// The edits that let a site read from `provider`. A site that has none was refused.
    pub(super) fn edits(&self, site: &Site<'a>, provider: &str) -> Vec<Edit> {
        let edits = site.template.edits(
            self.reader,
            site.file,
            site.node,
            &self.findings[site.index],
            provider,
            self.choices.local_time,
        );
        let mut edits = edits.unwrap_or_default();
        if !edits.is_empty() {
            edits.extend(site.followed.edits.iter().cloned());
        }
        edits
    }

    /// The initializer's expression with its sites replaced.
    fn moved_value(
        &self,
        initializer: &Initializer<'a>,
        sites: &[&Site<'a>],
        parameter: &str,
        indent: Option<&str>,
    ) -> String {
        let range = initializer.value.range();
        let edits = sites.iter().flat_map(|site| self.edits(site, parameter));
        let file = sites.first().map(|site| site.file);
        let moved = indent.zip(file).into_iter().flat_map(|(indent, file)| {
            let text = self.reader.text(file);
            let old = layout::indent(text, range.start());
            line_starts(text, initializer.value)
                .filter(move |start| text[*start..].starts_with(old))
                .map(move |start| Edit {
                    range: TextRange::new(start, start + old.len()),
                    text: indent.to_owned(),
                })
        });
        let shifted = edits.chain(moved).map(|edit| Edit {
            range: TextRange::new(
                edit.range.start() - range.start(),
                edit.range.end() - range.start(),
            ),
            text: edit.text,
        });
        TextEdit::new(shifted)
            .ok()
            .and_then(|edits| edits.apply(initializer.value.text()))
            .unwrap_or_else(|| initializer.value.text().to_owned())
    }

    /// Whether the initializer around a site can move to the constructors.
    fn movable(
        &self,
        shape: &ClassShape<'a>,
        site: &Site<'a>,
        member: SyntaxNode<'a>,
    ) -> Result<Initializer<'a>, String> {
        if shape.primary.is_some() {
            return Err("the primary constructor, which stays, runs it".to_owned());
        }
        if shape.base != BaseClass::Object {
            return Err(
                "a base constructor runs between the initializers and the constructor's body"
                    .to_owned(),
            );
        }
        let part = shape
            .parts
            .iter()
            .position(|part| {
                part.file == site.file && part.node.range().contains_range(member.range())
            })
            .ok_or("the class")?;
        if member
            .parent()
            .is_none_or(|parent| parent.kind() != K::DeclarationList)
        {
            return Err("it stands in `#if`".to_owned());
        }
        let parts = shape
            .constructors
            .iter()
            .filter(|constructor| !constructor.chains_to_this())
            .map(|one| one.part);
        if parts.into_iter().any(|other| other != part) {
            return Err("field and constructor stand in two parts of the class".to_owned());
        }
        let text = self.reader.text(site.file);
        let (name, value, removal) = match member.kind() {
            K::FieldDeclaration => {
                let declarator = site
                    .node
                    .ancestors()
                    .filter(|around| around.kind() == K::VariableDeclarator)
                    .last()
                    .ok_or("the declarator")?;
                let name = declarator.child(Field::Name).ok_or("the name")?;
                let value = declarator
                    .named_children()
                    .filter(|child| !child.is_extra())
                    .last()
                    .ok_or("the value")?;
                (
                    name,
                    value,
                    TextRange::new(name.range().end(), declarator.range().end()),
                )
            }
            K::PropertyDeclaration => {
                let open = ["virtual", "override", "abstract"];
                if open.iter().any(|modifier| has_modifier(member, modifier)) {
                    return Err("in a constructor its assignment is a virtual call".to_owned());
                }
                if has_code(member) {
                    return Err("in a constructor its assignment runs the accessor".to_owned());
                }
                let name = member.child(Field::Name).ok_or("the name")?;
                let value = member.child(Field::Value).ok_or("the value")?;
                let accessors = member.child(Field::Accessors).ok_or("the accessors")?;
                (
                    name,
                    value,
                    TextRange::new(accessors.range().end(), member.range().end()),
                )
            }
            _ => return Err("an event".to_owned()),
        };
        let removed = text
            .get(removal.start()..value.range().start())
            .unwrap_or_default();
        if removed.contains("//") || removed.contains("/*") || removed.contains('#') {
            return Err("a comment stands beside it".to_owned());
        }
        if value.kind() == K::InitializerExpression {
            return Err("an array initializer is no expression".to_owned());
        }
        let shadowed = shape
            .constructors
            .iter()
            .flat_map(|constructor| &constructor.parameters)
            .any(|parameter| {
                let name = decoded_name(parameter.name.text());
                value
                    .descendants()
                    .any(|node| node.kind() == K::Identifier && decoded_name(node.text()) == name)
            });
        if shadowed {
            return Err("a parameter of a constructor hides a name in it".to_owned());
        }
        let later =
            |(file, start): &(FileId, usize)| *file != site.file || *start > member.range().start();
        if self.restless_initializers(shape).iter().any(later) {
            return Err("a later initializer may have side effects".to_owned());
        }
        Ok(Initializer {
            part,
            name,
            value,
            removal,
        })
    }

    /// The members whose initial values may do something that could be noticed, and don't move.
    fn restless_initializers(&self, shape: &ClassShape<'a>) -> Members {
        self.restless.of(&shape.id, || {
            let restless = shape.members().filter(|(file, member)| {
                initial_values(*member).into_iter().any(|value| {
                    let moves = value
                        .descendants()
                        .any(|node| self.site_ranges.contains(&(*file, node.range())));
                    !moves && !self.is_calm(*file, value)
                })
            });
            let starts = restless.map(|(file, member)| (file, member.range().start()));
            Rc::new(starts.collect::<Vec<_>>())
        })
    }

    /// Whether evaluating an initializer does nothing that could be noticed.
    fn is_calm(&self, file: FileId, value: SyntaxNode<'a>) -> bool {
        value
            .descendants_where(|node| {
                !matches!(
                    node.kind(),
                    K::LambdaExpression | K::AnonymousMethodExpression
                )
            })
            .all(|node| match node.kind() {
                K::InvocationExpression => node
                    .child(Field::Function)
                    .is_some_and(|function| function.text() == "nameof"),
                K::AwaitExpression
                | K::AssignmentExpression
                | K::PostfixUnaryExpression
                | K::ThrowExpression
                | K::ElementAccessExpression => false,
                K::ObjectCreationExpression | K::ImplicitObjectCreationExpression => {
                    !matches!(self.reader.value_type(file, node), TypeRef::Declared(_))
                }
                _ => true,
            })
    }

    /// Writes the sites that the providers reach.
    pub(super) fn reach(
        &self,
        left: &BTreeMap<&ClassId, &Vec<&Site<'a>>>,
        providers: &BTreeMap<ClassId, Provider>,
        attempt: &mut Attempt,
    ) {
        for (class, sites) in left {
            let Some(provider) = providers.get(class) else {
                continue;
            };
            for site in *sites {
                let reach = reach_of(site.node);
                if let (Reach::Initializer(member), None) = (reach, &provider.primary) {
                    let moved = self.shape(class).map_err(|_| "the class".to_owned()).and_then(|shape| {
                        if !attempt.injections.contains_key(class) {
                            return Err("the class gets its provider in a constructor that this run doesn't edit".to_owned());
                        }
                        self.movable(&shape, site, member)
                    });
                    match moved {
                        Ok(_) => attempt.reached.push(site.index),
                        Err(why) => {
                            attempt
                                .unreached
                                .insert(site.index, (Reason::Initializer, why));
                        }
                    }
                    continue;
                }
                if let Some(text) = provider.seen_from(self.reader, site.file, site.node) {
                    let edits = self.edits(site, &text);
                    attempt.edit(class, edits.into_iter().map(|edit| (site.file, edit)));
                    attempt.reached.push(site.index);
                    continue;
                }
                let detail = match reach {
                    Reach::Constructor(_) => "the constructor has no parameter for the provider",
                    Reach::ConstructorArguments(_) => {
                        "the arguments of a constructor that keeps its signature"
                    }
                    _ => "the provider can't be reached there",
                };
                attempt
                    .unreached
                    .insert(site.index, (Reason::NotSupportedYet, detail.to_owned()));
            }
        }
    }
}

/// Where the lines of an expression start that are code: the first one aside, blank ones and those in strings too.
fn line_starts<'a>(text: &'a str, value: SyntaxNode<'a>) -> impl Iterator<Item = usize> + 'a {
    let strings: Vec<TextRange> = value
        .descendants()
        .filter(|node| {
            matches!(
                node.kind(),
                K::VerbatimStringLiteral | K::RawStringLiteral | K::InterpolatedStringExpression
            )
        })
        .map(SyntaxNode::range)
        .collect();
    let start = value.range().start();
    value
        .text()
        .match_indices('\n')
        .map(move |(at, _)| start + at + 1)
        .filter(move |at| {
            let is_blank = text[*at..]
                .lines()
                .next()
                .is_none_or(|line| line.trim().is_empty());
            let in_string = |range: &TextRange| range.start() < *at && *at < range.end();
            !is_blank && !strings.iter().any(in_string)
        })
}

fn chains_to_this(constructor: SyntaxNode<'_>) -> bool {
    let initializer = constructor.child_of(K::ConstructorInitializer);
    initializer.is_some_and(|initializer| initializer.token("this").is_some())
}

/// The initial values of an instance field or property.
fn initial_values(member: SyntaxNode<'_>) -> Vec<SyntaxNode<'_>> {
    if has_modifier(member, "static") || has_modifier(member, "const") {
        return Vec::new();
    }
    match member.kind() {
        K::FieldDeclaration | K::EventFieldDeclaration => member
            .child_of(K::VariableDeclaration)
            .into_iter()
            .flat_map(|declaration| declaration.children_of(K::VariableDeclarator))
            .filter(|declarator| declarator.token("=").is_some())
            .filter_map(|declarator| {
                declarator
                    .named_children()
                    .filter(|child| !child.is_extra())
                    .last()
            })
            .collect(),
        K::PropertyDeclaration => member
            .child(Field::Value)
            .into_iter()
            .filter(|value| value.kind() != K::ArrowExpressionClause)
            .collect(),
        _ => Vec::new(),
    }
}
