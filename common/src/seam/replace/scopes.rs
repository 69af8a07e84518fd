//! Static code reads from ambient scopes: which sites may, in which type the slot stands, and what is written. A class
//! never reads from two sources.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::binding::FileId;
use crate::note::NoteKind;
use crate::refusal::Reason;
use crate::syntax::{Field, SyntaxKind, SyntaxNode};

use super::super::ambient::existing::{Found, Holder, holders, reached_at, scope_in};
use super::super::ambient::owner::{Owner, Stand, owner_of};
use super::super::ambient::place::{Written, beside, inside};
use super::super::ambient::{Sharing, Slot, lacking};
use super::super::code::ClassId;
use super::super::framework::external_base;
use super::super::inject::Refused;
use super::super::names::inherits;
use super::super::shape::{ClassShape, has_modifier};
use super::attempt::Attempt;
use super::context::{is_static, is_static_function};
use super::{AMBIENT_SCOPE, Choice, ClassReport, NewScope, Plan, Planner, Site};

use SyntaxKind as K;

/// A site and the type that its slot belongs to.
type Owned<'a> = (Site<'a>, Owner<'a>);

/// A slot that sites can read from.
struct Ready {
    slot: Slot,
    /// The full name of its type, if that isn't the owner.
    holder: Option<String>,
}

impl<'a> Planner<'a> {
    /// Whether a site can have a scope: its project, and the type that it stands in.
    pub(super) fn takes_scope(
        &self,
        file: FileId,
        node: SyntaxNode<'a>,
    ) -> Result<(), (Reason, String)> {
        let project = self.reader.code().project(file);
        match project.and_then(lacking) {
            Some(what) => Err((Reason::AbstractionMissing, what)),
            None => owner_of(self.reader, file, node).map(|_| ()),
        }
    }

    /// Lets the sites read from slots, those of one type from one; what can't gets its reason.
    pub(super) fn scopes(
        &self,
        sites: Vec<Site<'a>>,
        by_class: &BTreeMap<ClassId, Vec<&Site<'a>>>,
        out: &BTreeMap<ClassId, Refused>,
        attempt: &mut Attempt,
        plan: &mut Plan,
    ) {
        let reached: BTreeSet<usize> = attempt.reached.iter().copied().collect();
        let injected: BTreeSet<&ClassId> = by_class
            .iter()
            .filter(|(_, sites)| sites.iter().any(|site| reached.contains(&site.index)))
            .map(|(class, _)| class)
            .collect();
        let mut by_owner: BTreeMap<ClassId, Vec<Owned<'a>>> = BTreeMap::new();
        for site in sites {
            let index = site.index;
            let owned = owner_of(self.reader, site.file, site.node).and_then(|owner| {
                self.reads_one_source(&site, &owner, &injected)?;
                Ok(owner)
            });
            match owned {
                Ok(owner) => by_owner
                    .entry(owner.id.clone())
                    .or_default()
                    .push((site, owner)),
                Err(refused) => {
                    plan.remaining.insert(index, refused);
                }
            }
        }
        // Slots that this plan writes into types of their own, by project.
        let mut shared: BTreeMap<u32, Holder> = BTreeMap::new();
        for (id, sites) in by_owner {
            let refused = match out.get(&id) {
                Some(refused) => Err((refused.reason, refused.detail.clone())),
                None => self.scope(&sites, &mut shared, attempt, plan),
            };
            if let Err(refused) = refused {
                for (site, _) in &sites {
                    plan.remaining.insert(site.index, refused.clone());
                }
            }
        }
    }

    /// Whether nothing else of the class reads from an object, or from the real thing for good.
    fn reads_one_source(
        &self,
        site: &Site<'a>,
        owner: &Owner<'a>,
        injected: &BTreeSet<&ClassId>,
    ) -> Result<(), (Reason, String)> {
        let finding = &self.findings[site.index];
        let mixed = |what: String| {
            if is_static_function(finding.context) {
                Err((Reason::StaticLambda, String::new()))
            } else {
                Err((Reason::MixedSource, what))
            }
        };
        for class in [&site.class, &owner.id] {
            let name = || self.reader.class_name(class);
            if injected.contains(class) {
                let name = name();
                return mixed(format!("`{name}` has instance members that were migrated"));
            }
            let shape = self.shape(class);
            if shape.is_ok_and(|shape| self.takes(&shape)) {
                let (name, simple) = (name(), self.dependency.simple());
                return mixed(format!(
                    "objects of `{name}` have a `{simple}` of their own"
                ));
            }
        }
        if self.choices.injection == Choice::Ambient {
            return Ok(());
        }
        let other = self.findings.iter().find(|other| {
            other.type_name == finding.type_name
                && !is_static(other.context)
                && other.intentional.is_none()
                && self.dependency.serves(self.catalogue, &other.api)
                && !matches!(
                    other.context,
                    crate::finding::Context::StaticConstructor | crate::finding::Context::TopLevel
                )
        });
        match other {
            Some(other) => mixed(format!(
                "`{}` in instance code of `{}` stays",
                other.pattern, finding.type_name
            )),
            None => Ok(()),
        }
    }

    /// Whether objects of the class have the dependency: in a field, a property or a parameter of a constructor.
    fn takes(&self, shape: &ClassShape<'a>) -> bool {
        if shape.has_modifier("static") {
            return false;
        }
        if self.held(shape).is_some() {
            return true;
        }
        let is_it = |file: FileId, ty: Option<SyntaxNode<'a>>| {
            ty.is_some_and(|ty| {
                let ty = if ty.kind() == K::NullableType {
                    ty.child(Field::Type).unwrap_or(ty)
                } else {
                    ty
                };
                self.dependency.is(&self.reader.type_of_node(file, ty))
            })
        };
        let by_constructor = shape.constructors.iter().any(|constructor| {
            let file = shape.file(constructor.part);
            let mut parameters = constructor.parameters.iter();
            parameters.any(|parameter| is_it(file, Some(parameter.ty)))
        });
        let by_primary = shape.primary.as_ref().is_some_and(|primary| {
            let file = shape.file(primary.part);
            let mut parameters = primary.parameters.iter();
            parameters.any(|parameter| is_it(file, Some(parameter.ty)))
        });
        by_constructor
            || by_primary
            || shape.members().any(|(file, member)| {
                let ty = match member.kind() {
                    K::FieldDeclaration => member
                        .child_of(K::VariableDeclaration)
                        .and_then(|declaration| declaration.child(Field::Type)),
                    K::PropertyDeclaration => member.child(Field::Type),
                    _ => None,
                };
                !has_modifier(member, "static") && is_it(file, ty)
            })
    }

    /// The slot of one owner, and its sites.
    fn scope(
        &self,
        sites: &[Owned<'a>],
        shared: &mut BTreeMap<u32, Holder>,
        attempt: &mut Attempt,
        plan: &mut Plan,
    ) -> Result<(), (Reason, String)> {
        let Some((first, owner)) = sites.first() else {
            return Ok(());
        };
        let there = self.there(owner, first.file, shared);
        let written = match &there {
            Some(_) => None,
            None => Some(self.new_scope(owner, sites)?),
        };
        let new = written.as_ref().map(|written| Ready {
            slot: written.slot.clone(),
            holder: written.holder.clone(),
        });
        let Some(ready) = there.or(new) else {
            return Ok(());
        };
        let mut files: BTreeSet<FileId> = sites.iter().map(|(site, _)| site.file).collect();
        let edits = written.iter().flat_map(|written| &written.edits);
        files.extend(edits.map(|(file, _)| *file));
        self.may_change(files.into_iter())
            .map_err(|refused| (refused.reason, refused.detail))?;
        if let Some(written) = written {
            let last = |path: &str| path.rsplit('.').next().unwrap_or(path).to_owned();
            let shape = self.shape(&owner.id);
            let base = shape
                .ok()
                .and_then(|shape| external_base(self.reader, &shape));
            // Tests may not see the assembly of a base that nobody in sight declares.
            let is_known = written.holder.is_some() || !base.is_some_and(|base| base.is_unknown);
            let scope = NewScope {
                project: self.reader.code().file(first.file).project.0 as usize,
                type_name: match &written.holder {
                    Some(holder) => holder.clone(),
                    None => self.reader.class_name(&owner.id),
                },
                namespace: {
                    let outline = self.reader.code().names().outline(owner.part.file);
                    let space = outline.type_(owner.outermost).namespace;
                    outline.text(outline.namespace(space).full_name).to_owned()
                },
                property: last(&written.slot.read),
                method: last(&written.slot.fill),
                dependency: self.dependency.clone(),
            };
            plan.scopes.extend(Some(scope).filter(|_| is_known));
            attempt.edit(&owner.id, written.edits.iter().cloned());
            if let Some((path, text)) = written.file {
                let project = self.reader.code().file(first.file).project.0 as usize;
                plan.created.insert(path, (project, text));
            }
            if let (Some(full_name), Sharing::Shared) = (&written.holder, self.choices.sharing) {
                let (_, property) = ready.slot.read.rsplit_once('.').unwrap_or_default();
                let (_, method) = ready.slot.fill.rsplit_once('.').unwrap_or_default();
                let holder = Holder {
                    full_name: full_name.clone(),
                    found: Found {
                        property: property.to_owned(),
                        is_open: true,
                        method: method.to_owned(),
                    },
                };
                let project = self.reader.code().file(first.file).project.0;
                shared.insert(project, holder);
            }
        }
        for (site, _) in sites {
            let read = self.read_at(site, owner, &ready);
            let edits = self.edits(site, &read);
            attempt.edit(&owner.id, edits.into_iter().map(|edit| (site.file, edit)));
            attempt.scoped.push(site.index);
        }
        let name = self.reader.class_name(&owner.id);
        let text = format!("`{name}`: `{}`", ready.slot.fill);
        let start = owner.part.node.range().start();
        let note = self.note(NoteKind::AmbientScope, text, owner.part.file, start);
        plan.notes.insert(note);
        plan.classes.push(ClassReport {
            name,
            path: self.reader.code().file(first.file).path.to_string(),
            sites: sites.len(),
            dependency: self.dependency.simple().to_owned(),
            way: AMBIENT_SCOPE,
            always_real: None,
        });
        Ok(())
    }

    /// A slot that the owner can use already.
    fn there(
        &self,
        owner: &Owner<'a>,
        file: FileId,
        shared: &BTreeMap<u32, Holder>,
    ) -> Option<Ready> {
        if owner.stand == Stand::Inside
            && let Some(found) = scope_in(self.reader, &owner.parts, self.dependency)
        {
            return Some(Ready {
                slot: Slot {
                    read: found.property,
                    fill: format!("{}.{}", owner.name, found.method),
                },
                holder: None,
            });
        }
        let own = self.holder_name(owner);
        let project = self.reader.code().file(file).project;
        let known = self.holders.borrow().get(&project).cloned();
        let known = known.unwrap_or_else(|| {
            let found = Rc::new(holders(self.reader, file, self.dependency));
            self.holders.borrow_mut().insert(project, found.clone());
            found
        });
        let known = known.iter().chain(shared.get(&project.0));
        let simple = |full: &str| full.rsplit('.').next().unwrap_or(full).to_owned();
        let holder = known
            .filter(|holder| {
                let name = simple(&holder.full_name);
                name == own || self.is_shared(&name, file)
            })
            .max_by_key(|holder| simple(&holder.full_name) == own)?;
        let name = simple(&holder.full_name);
        Some(Ready {
            slot: Slot {
                read: format!("{name}.{}", holder.found.property),
                fill: format!("{name}.{}", holder.found.method),
            },
            holder: Some(holder.full_name.clone()),
        })
    }

    /// Whether a holder of this name isn't that of one type.
    fn is_shared(&self, name: &str, file: FileId) -> bool {
        let ending = self.shared_name();
        let Some(of) = name.strip_suffix(&ending).filter(|of| !of.is_empty()) else {
            return true;
        };
        let names = self.reader.code().names();
        let project = names.project_of(file);
        !self.reader.code().files().any(|(other, _)| {
            let outline = names.outline(other);
            names.project_of(other) == project
                && outline
                    .types()
                    .iter()
                    .any(|declared| outline.text(declared.name) == of)
        })
    }

    fn shared_name(&self) -> String {
        let stem = &self.dependency.stem;
        let mut letters = stem.chars();
        let first = letters.next().map(char::to_uppercase);
        let upper: String = first.into_iter().flatten().chain(letters).collect();
        format!("Ambient{upper}")
    }

    fn holder_name(&self, owner: &Owner<'a>) -> String {
        format!("{}{}", owner.name, self.shared_name())
    }

    /// The scope of an owner that has none.
    fn new_scope(
        &self,
        owner: &Owner<'a>,
        sites: &[Owned<'a>],
    ) -> Result<Written, (Reason, String)> {
        let function =
            |(site, _): &Owned<'a>| is_static_function(self.findings[site.index].context);
        // A function that only does without its object can be given it.
        if self.choices.injection == Choice::Auto && sites.iter().all(function) {
            return Err((Reason::StaticLambda, String::new()));
        }
        if self.dependency.call().is_some() && owner.stand == Stand::Beside {
            let what = "a delegate in a type of its own, beside a generic or partial one";
            return Err((Reason::NotSupportedYet, what.to_owned()));
        }
        self.written(owner, sites)
    }

    /// Writes the scope of an owner.
    fn written(&self, owner: &Owner<'a>, sites: &[Owned<'a>]) -> Result<Written, (Reason, String)> {
        let no_name = || {
            let what = "no free name for the scope";
            (Reason::SignatureClash, what.to_owned())
        };
        let file = owner.part.file;
        let is_shared = self.choices.sharing == Sharing::Shared;
        if owner.stand == Stand::Inside && !is_shared {
            let taken = |name: &str| self.is_taken(owner, sites, name);
            return inside(self.reader, owner, self.dependency, &taken).ok_or_else(no_name);
        }
        let code = self.reader.code();
        let name = if is_shared {
            self.shared_name()
        } else {
            self.holder_name(owner)
        };
        let mut names = super::super::names::numbered(&name);
        let name = names
            .find(|name| code.mentioning(name).is_empty())
            .ok_or_else(no_name)?;
        let new_files = code
            .project(file)
            .is_none_or(|project| project.writing.new_files);
        let own_file = new_files && self.choices.only.is_none();
        beside(self.reader, owner, self.dependency, &name, own_file).ok_or_else(no_name)
    }

    /// Whether a name means something in the bases of a class, in those of the classes in it that read the slot, or in
    /// classes that derive from it.
    fn is_taken(&self, owner: &Owner<'a>, sites: &[Owned<'a>], name: &str) -> bool {
        let classes = sites.iter().map(|(site, _)| &site.class);
        let classes: BTreeSet<&ClassId> = classes.chain([&owner.id]).collect();
        classes.into_iter().any(|class| {
            let Ok(shape) = self.shape(class) else {
                return false;
            };
            inherits(self.reader, &shape, name)
                || self.below(&shape).classes.iter().any(|below| {
                    let below = self.shape(below);
                    below.is_ok_and(|below| below.mentions(name))
                })
        })
    }

    /// How a site writes what it reads from.
    fn read_at(&self, site: &Site<'a>, owner: &Owner<'a>, ready: &Ready) -> String {
        let read = &ready.slot.read;
        let Some(holder) = &ready.holder else {
            let binder = self.reader.binder(site.file);
            let hidden = binder.is_some_and(|binder| binder.local(site.node, read).is_some());
            return if hidden {
                format!("{}.{read}", owner.name)
            } else {
                read.clone()
            };
        };
        let (simple, member) = read.rsplit_once('.').unwrap_or(("", read));
        let names = self.reader.code().names();
        if names.has_type(site.file, holder) {
            return reached_at(self.reader, site.file, site.node, holder, member);
        }
        // A type that this plan adds: its name is new, so its namespace alone decides.
        let (namespace, _) = holder.rsplit_once('.').unwrap_or(("", holder));
        let outline = names.outline(site.file);
        let around = outline.namespace_at(site.node.range().start());
        let own = outline.text(outline.namespace(around).full_name);
        let sees = own == namespace
            || namespace.is_empty()
            || own
                .strip_prefix(namespace)
                .is_some_and(|rest| rest.starts_with('.'));
        if sees {
            format!("{simple}.{member}")
        } else {
            format!("global::{holder}.{member}")
        }
    }
}
