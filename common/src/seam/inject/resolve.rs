//! Which constructor a call means, as far as its arguments tell.

use std::collections::BTreeSet;

use crate::binding::{FileId, TypeRef};
use crate::outline::MemberKind;
use crate::symbol::is_interface_name;
use crate::syntax::{Field, SyntaxKind, SyntaxNode, decoded_name};

use super::super::code::{ClassId, Reader};
use super::super::lists::{self, Argument, Parameter, fits};
use super::super::shape::{ClassShape, simple_name};
use super::{Changed, Target};

/// That it isn't certain which constructor a call means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Uncertain;

/// The constructors of a class as callers see them.
pub fn callables<'x, 'a>(shape: &'x ClassShape<'a>) -> Vec<(Target, &'x [Parameter<'a>])> {
    let mut all: Vec<(Target, &[Parameter<'a>])> = Vec::new();
    if let Some(primary) = &shape.primary {
        all.push((Target::Primary, &primary.parameters));
    }
    for (index, constructor) in shape.constructors.iter().enumerate() {
        all.push((Target::Declared(index), &constructor.parameters));
    }
    if all.is_empty() {
        all.push((Target::Implicit, &[]));
    }
    all
}

/// The change that a call with these arguments must follow: `Ok(None)` when it calls a constructor that stays as
/// it is, an error when it can't be told which one it calls.
pub fn change_for<'x, 'a>(
    reader: &Reader<'a>,
    file: FileId,
    arguments: &[Argument<'a>],
    shape: &ClassShape<'a>,
    changed: &'x [Changed],
) -> Result<Option<&'x Changed>, Uncertain> {
    let all = callables(shape);
    let mut matching: Vec<_> = all
        .iter()
        .filter(|(_, parameters)| fits(arguments, parameters))
        .collect();
    let change = |target: Target| changed.iter().find(|change| change.target == target);
    if matching.len() > 1 {
        let typed: Vec<_> = matching
            .iter()
            .copied()
            .filter(|(target, parameters)| {
                !contradicts(reader, file, arguments, shape, *target, parameters)
            })
            .collect();
        if !typed.is_empty() {
            matching = typed;
        }
    }
    if matching.len() > 1 {
        let exact: Vec<_> = matching
            .iter()
            .copied()
            .filter(|(_, parameters)| parameters.len() == arguments.len())
            .collect();
        if exact.len() == 1 {
            matching = exact;
        }
    }
    let mut changes = matching.iter().map(|(target, _)| change(*target));
    // A call that fits nothing is broken or binds to something that isn't in view.
    let Some(first) = changes.next() else {
        return if changed.is_empty() {
            Ok(None)
        } else {
            Err(Uncertain)
        };
    };
    let same = |other: Option<&Changed>| match (first, other) {
        (None, None) => true,
        (Some(one), Some(other)) => one.index == other.index && one.name == other.name,
        _ => false,
    };
    if changes.all(same) {
        Ok(first)
    } else {
        Err(Uncertain)
    }
}

/// Interfaces that strings, numbers and dates implement.
const OF_VALUES: &[&str] = &[
    "ICloneable",
    "IComparable",
    "IConvertible",
    "IEnumerable",
    "IEquatable",
    "IFormattable",
];

/// Whether a known type of an argument excludes a parameter: nothing of the one is ever the other.
pub fn contradicts<'a>(
    reader: &Reader<'a>,
    file: FileId,
    arguments: &[Argument<'a>],
    shape: &ClassShape<'a>,
    target: Target,
    parameters: &[Parameter<'a>],
) -> bool {
    const SEALED: &[&str] = &[
        "System.String",
        "System.Int32",
        "System.Boolean",
        "System.TimeSpan",
        "System.DateTime",
        "System.DateTimeOffset",
        "System.Guid",
        "System.Char",
        "System.Decimal",
        "System.Double",
        "System.Int64",
    ];
    let part = match target {
        Target::Declared(index) => shape.constructors[index].part,
        Target::Primary => shape.primary.as_ref().map_or(0, |primary| primary.part),
        Target::Implicit => 0,
    };
    let own = shape.file(part);
    let names = lists::parameter_names(parameters);
    arguments.iter().enumerate().any(|(index, argument)| {
        let parameter = match argument.name {
            Some(name) => names
                .iter()
                .position(|known| *known == decoded_name(name.text())),
            None => Some(index),
        };
        let Some(parameter) = parameter
            .and_then(|index| parameters.get(index))
            .filter(|one| !one.variadic)
        else {
            return false;
        };
        let value = argument
            .node
            .named_children()
            .filter(|child| !child.is_extra())
            .last();
        let given = value.map(|value| reader.value_type(file, value));
        let wanted = reader.type_of_node(own, parameter.ty);
        if let Some(ty @ TypeRef::Declared(_)) = &given
            && let Some(class) = reader.class(file, ty)
        {
            return is_no(reader, &class, own, parameter.ty);
        }
        let given = given.as_ref().and_then(|ty| ty.library());
        match (given, wanted.library()) {
            (Some(given), Some(wanted)) => {
                let numeric = |name: &str| {
                    matches!(
                        name,
                        "System.Int32" | "System.Int64" | "System.Double" | "System.Decimal"
                    )
                };
                given != wanted
                    && SEALED.contains(&given)
                    && SEALED.contains(&wanted)
                    && !(numeric(given) && numeric(wanted))
                    && !(given == "System.DateTime" && wanted == "System.DateTimeOffset")
            }
            (Some(given), None) if SEALED.contains(&given) => {
                // A class of the workspace takes no string and no number, and no interface does that nobody knows.
                let name = simple_name(parameter.ty);
                let foreign = wanted == TypeRef::Unknown && is_interface_name(&name);
                foreign && !OF_VALUES.contains(&name.as_str())
                    || reader.class(own, &wanted).is_some() && !has_conversion(reader, own, &wanted)
            }
            _ => false,
        }
    })
}

/// Whether a value of a type of the workspace can't be given for a parameter: it isn't one of that, nor is converted.
fn is_no<'a>(reader: &Reader<'a>, given: &ClassId, own: FileId, written: SyntaxNode<'a>) -> bool {
    let written = match written.kind() {
        SyntaxKind::NullableType => written.child(Field::Type).unwrap_or(written),
        _ => written,
    };
    let wanted = &reader.type_of_node(own, written);
    let Some(kin) = Kin::of(reader, given) else {
        return false;
    };
    if let Some(class) = reader.class(own, wanted) {
        // By name: from another project the first part of a type may be another.
        let is_kin = kin.all.iter().any(|one| one.key == class.key);
        return !is_kin && !has_conversion(reader, own, wanted);
    }
    // A type parameter may be it.
    let simple = simple_name(written);
    let is_open = match wanted {
        TypeRef::Parameter(_) => true,
        TypeRef::Unknown => simple.len() == 1 || simple.starts_with('T'),
        _ => false,
    };
    let any = ["object", "dynamic", "Object", "ValueType", "IEquatable"];
    !kin.is_foreign && !is_open && !any.contains(&simple.as_str())
}

/// A type of the workspace and those above it.
struct Kin {
    all: BTreeSet<ClassId>,
    /// One of them isn't declared in the workspace.
    is_foreign: bool,
}

/// More types above one than anybody writes.
const MOST_KIN: usize = 64;

impl Kin {
    /// `None` where one of them is converted to something else.
    fn of(reader: &Reader<'_>, class: &ClassId) -> Option<Self> {
        let mut found = Self {
            all: BTreeSet::new(),
            is_foreign: false,
        };
        let mut open = vec![class.clone()];
        while let Some(next) = open.pop() {
            if !found.all.insert(next.clone()) {
                continue;
            }
            if found.all.len() > MOST_KIN {
                return None;
            }
            for (file, id) in reader.parts(&next) {
                let outline = reader.code().names().outline(file);
                let mut members = outline.members_of(id).iter();
                if members.any(|one| one.kind == MemberKind::Conversion) {
                    return None;
                }
                let binder = reader.binder(file)?;
                for base in outline.texts(outline.type_(id).bases) {
                    let ty = binder.term_in_type(base, id).type_ref();
                    match reader.class(file, &ty) {
                        Some(above) => open.push(above),
                        None => found.is_foreign = true,
                    }
                }
            }
        }
        Some(found)
    }
}

fn has_conversion(reader: &Reader<'_>, file: FileId, ty: &TypeRef) -> bool {
    reader.class(file, ty).is_none_or(|class| {
        reader.parts(&class).into_iter().any(|(file, id)| {
            let outline = reader.code().names().outline(file);
            outline
                .members_of(id)
                .iter()
                .any(|member| member.kind == MemberKind::Conversion)
        })
    })
}
