//! Constructors that stay as they are: each passes what it has and the real default to a new one that is internal. Beside
//! a primary constructor the field begins with the real default, and the new constructor sets it again.

use crate::refusal::Reason;
use crate::syntax::{SyntaxKind, SyntaxNode};
use crate::text::TextRange;

use super::super::code::Reader;
use super::super::existing::is_kept;
use super::super::layout;
use super::super::lists::Parameter;
use super::super::names::{fresh_in_class, fresh_in_node, numbered};
use super::super::shape::{ClassShape, Constructor, Primary};
use super::write::{self, constructor_lines, place};
use super::{
    Injection, Refused, Request, Target, body, check_clash, first_statements, own_parameter,
};
use crate::edit::Edit;
use crate::outline::Modifiers;
use crate::syntax::decoded_name;

use SyntaxKind as K;

/// Gives the class the dependency through new constructors alone.
pub(super) fn inject<'a>(
    reader: &Reader<'a>,
    shape: &ClassShape<'a>,
    request: &Request<'_>,
) -> Result<Injection, Refused> {
    match &shape.primary {
        Some(primary) => beside_primary(reader, shape, primary, request),
        None if shape.constructors.is_empty() => {
            write::new_constructor(reader, shape, None, request)
        }
        None => beside_declared(reader, shape, request),
    }
}

fn no_name() -> Refused {
    Refused::new(Reason::SignatureClash, "no free name for the parameter")
}

/// A parameter as it is declared again: without a default value and without `params`, so that no call in sight means the
/// new constructor.
fn declared(text: &str, parameter: &Parameter<'_>) -> String {
    let before = text.get(parameter.start..parameter.ty.range().start());
    let before = before.unwrap_or_default();
    let attributes = before.rfind(']').map(|end| &before[..=end]);
    // Those that stand for an argument make the parameter optional.
    let optional = ["Caller", "Optional", "DefaultParameterValue"];
    let attributes = attributes.filter(|text| !optional.iter().any(|one| text.contains(one)));
    let mut words: Vec<&str> = attributes.into_iter().collect();
    words.extend(Some(parameter.modifier).filter(|word| !word.is_empty()));
    words.extend([parameter.ty.text(), parameter.name.text()]);
    words.join(" ")
}

/// A parameter as it is passed on.
fn passed(parameter: &Parameter<'_>) -> String {
    let name = parameter.name.text();
    if parameter.ty.text().trim_end_matches('?') == "dynamic" {
        // A constructor can't be chosen when the program runs.
        return format!("(object){name}");
    }
    if parameter.modifier.is_empty() {
        name.to_owned()
    } else {
        format!("{} {name}", parameter.modifier)
    }
}

/// What the new constructor may be: `internal`, or what the old one is where it takes what only few can name.
fn access<'a>(
    reader: &Reader<'a>,
    shape: &ClassShape<'a>,
    constructor: &Constructor<'a>,
) -> String {
    let file = shape.file(constructor.part);
    let hidden = constructor.parameters.iter().any(|parameter| {
        let named = parameter.ty.descendants();
        let mut named = named.filter(|node| node.kind() == K::Identifier);
        named.any(|node| {
            let ty = reader.type_text(file, node.text(), parameter.ty);
            reader.class(file, &ty).is_some_and(|class| {
                let (file, id) = class.first;
                let outline = reader.code().names().outline(file);
                let declared = outline.type_(id);
                let open = Modifiers::PUBLIC | Modifiers::INTERNAL;
                declared.parent.is_some() && !declared.modifiers.intersects(open)
            })
        })
    });
    let own = write::access_of(constructor);
    if hidden && own != "public" {
        own
    } else {
        "internal".to_owned()
    }
}

fn beside_declared<'a>(
    reader: &Reader<'a>,
    shape: &ClassShape<'a>,
    request: &Request<'_>,
) -> Result<Injection, Refused> {
    let mut injection = Injection::default();
    let all_take_it = request.keeps_it || !request.moves.is_empty();
    let field = if request.keeps_it {
        Some(write::field(reader, shape, request.dependency)?)
    } else {
        None
    };
    let mut first_part = None;
    for (index, constructor) in shape.constructors.iter().enumerate() {
        let file = shape.file(constructor.part);
        let text = reader.text(file);
        let own = (file, constructor.node.range().start());
        let needed = all_take_it || request.constructors.contains(&own);
        if constructor.chains_to_this() || !needed {
            continue;
        }
        first_part.get_or_insert(constructor.part);
        let (parameters, body) = (&constructor.parameters, constructor.body);
        let held = own_parameter(reader, file, parameters, body, request);
        let name = if let Some(name) = held {
            name
        } else {
            let stems = numbered(&request.dependency.stem);
            let name = fresh_in_node(reader, shape, constructor.node, stems);
            let name = name.ok_or_else(no_name)?;
            check(reader, shape, Target::Declared(index), parameters, request)?;
            let edit = split(reader, shape, constructor, request, &name);
            injection.edits.push((file, edit));
            name
        };
        let statements =
            first_statements(text, shape, constructor, request, field.as_ref(), &name)?;
        if !statements.is_empty() {
            let edits = body::into_body(text, shape, constructor, &statements)?;
            injection
                .edits
                .extend(edits.into_iter().map(|edit| (file, edit)));
        }
        injection
            .provider
            .parameters
            .push((file, constructor.node.range().start(), name));
    }
    for one in &request.moves {
        injection
            .edits
            .push((shape.file(one.part), one.removal.clone()));
    }
    if let (Some(field), Some(part)) = (field, first_part) {
        let edit = write::field_edit(reader, shape, part, &field, request.dependency, None);
        injection.edits.push((shape.file(part), edit));
        injection.provider.member = Some(field.access);
    }
    Ok(injection)
}

/// Behind the parameters of a constructor: the chain to a new one, whose head takes over what followed.
fn split<'a>(
    reader: &Reader<'a>,
    shape: &ClassShape<'a>,
    constructor: &Constructor<'a>,
    request: &Request<'_>,
    name: &str,
) -> Edit {
    let file = shape.file(constructor.part);
    let text = reader.text(file);
    let place = place(text, shape, constructor.part);
    let dependency = request.dependency;
    let parameters = &constructor.parameters;
    let mut arguments: Vec<String> = parameters.iter().map(passed).collect();
    arguments.push(dependency.default_at(reader, file, constructor.list));
    let mut declarations: Vec<String> = parameters.iter().map(|one| declared(text, one)).collect();
    let ty = dependency.type_at(reader, file, constructor.list);
    declarations.push(format!("{ty} {name}"));
    let mut modifiers = constructor.node.children_of(K::Modifier);
    let is_unsafe = modifiers.any(|word| word.text() == "unsafe");
    let head = format!(
        "{}{} {}({})",
        access(reader, shape, constructor),
        if is_unsafe { " unsafe" } else { "" },
        shape.written,
        declarations.join(", ")
    );
    let chain = format!("this({})", arguments.join(", "));
    let end = constructor.list.range().end();
    let start = constructor.node.range().start();
    let new = if place.inline || !layout::starts_line(text, start) {
        format!(" : {chain} {{ }} {head}")
    } else {
        // The first line is the head, which is there.
        let lines = constructor_lines(&place, "", "", "", Some(&chain), &[]);
        let (ending, indent) = (layout::line_ending(text, end), layout::indent(text, start));
        let rest = lines.iter().skip(1);
        let rest: String = rest.flat_map(|line| [ending, indent, line]).collect();
        format!("{rest}{ending}{ending}{indent}{head}")
    };
    Edit {
        range: TextRange::empty(end),
        text: new,
    }
}

fn beside_primary<'a>(
    reader: &Reader<'a>,
    shape: &ClassShape<'a>,
    primary: &Primary<'a>,
    request: &Request<'_>,
) -> Result<Injection, Refused> {
    let mut injection = Injection::default();
    if !request.keeps_it {
        return Ok(injection);
    }
    let (part, file) = (primary.part, shape.file(primary.part));
    let parameters = &primary.parameters;
    let held = own_parameter(reader, file, parameters, None, request)
        .filter(|name| is_kept(shape, &decoded_name(name)));
    if held.is_some() {
        injection.provider.primary = held;
        return Ok(injection);
    }
    let Some(at) = shape.parts[part].body else {
        let what = "the class has no body for a constructor";
        return Err(Refused::new(Reason::NotSupportedYet, what));
    };
    check(reader, shape, Target::Primary, parameters, request)?;
    let dependency = request.dependency;
    let text = reader.text(file);
    let field = write::field(reader, shape, dependency)?;
    let taken = |name: &String| *name != field.name;
    let stems = numbered(&dependency.stem).filter(taken);
    let name = fresh_in_class(reader, shape, stems).ok_or_else(no_name)?;
    let ty = dependency.type_at(reader, file, at);
    let default = dependency.default_at(reader, file, at);
    let access = if shape.writes_private() {
        "private "
    } else {
        ""
    };
    let declaration = format!("{access}readonly {ty} {} = {default};", field.name);
    let arguments: Vec<String> = parameters.iter().map(passed).collect();
    let mut declarations: Vec<String> = parameters.iter().map(|one| declared(text, one)).collect();
    declarations.push(format!("{ty} {name}"));
    let place = place(text, shape, part);
    let chain = format!("this({})", arguments.join(", "));
    let statement = format!("{} = {name};", field.access);
    let lines = constructor_lines(
        &place,
        "internal",
        &shape.written,
        &declarations.join(", "),
        Some(&chain),
        &[statement],
    );
    let edit = write::members_edit(reader, shape, part, Some(&declaration), Some(&lines));
    injection.edits.push((file, write::trimmed(edit)));
    injection.provider.member = Some(field.access);
    Ok(injection)
}

/// Whether the new constructor can stand beside the others: none has its signature, and none could be meant by a call
/// with as many arguments where null or `default` fits both.
fn check<'a>(
    reader: &Reader<'a>,
    shape: &ClassShape<'a>,
    target: Target,
    parameters: &[Parameter<'a>],
    request: &Request<'_>,
) -> Result<(), Refused> {
    check_clash(reader, shape, target, parameters.len(), request.dependency)?;
    let arity = parameters.len() + 1;
    let takes_as_many = |other: &[Parameter<'a>]| {
        let variadic = other.last().is_some_and(|last| last.variadic);
        let least = other.iter().filter(|one| !one.optional && !one.variadic);
        variadic || (least.count()..=other.len()).contains(&arity)
    };
    let all = super::callables(shape);
    let mut rivals = all.iter().filter(|(_, other)| takes_as_many(other));
    if rivals.next().is_none() {
        return Ok(());
    }
    let last = |list: SyntaxNode<'a>| {
        let arguments = super::lists::arguments(list);
        let value = arguments
            .get(arity - 1)
            .filter(|_| arguments.len() == arity);
        value.and_then(|argument| argument.node.named_children().last())
    };
    let typeless = |value: SyntaxNode<'a>| {
        matches!(
            value.kind(),
            K::NullLiteral | K::DefaultExpression | K::ImplicitObjectCreationExpression
        )
    };
    let calls = super::super::calls::calls_of(reader, shape);
    let lists = calls.calls.iter().filter_map(|call| call.arguments);
    let chained = shape.constructors.iter().filter_map(|one| match one.chain {
        super::Chain::This(list) => Some(list),
        _ => None,
    });
    if lists.chain(chained).filter_map(last).any(typeless) {
        let what = format!(
            "a call of `{}` gives `null` or `default` where a new constructor takes the dependency",
            shape.name
        );
        return Err(Refused::new(Reason::OverloadWouldChange, what));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::super::fixture::{code, library};
    use super::super::{Constructors, Dependency, inject};
    use super::*;
    use crate::binding::{FileId, TypeRef};
    use crate::edit::TextEdit;

    fn kept(text: &str) -> Result<String, Refused> {
        let code = code(&[("A.cs", text)]);
        let reader = Reader::new(&code, library());
        let id = reader
            .class(FileId(0), &TypeRef::Declared("A".into()))
            .unwrap();
        let shape = ClassShape::read(&reader, &id).unwrap();
        let request = Request {
            dependency: &Dependency::time_provider(),
            keeps_it: true,
            constructors: Vec::new(),
            moves: Vec::new(),
            keeps_parameterless: false,
            distrusts_own: false,
            constructors_there: Constructors::Keep,
        };
        let injection = inject(&reader, &shape, None, &request)?;
        assert!(injection.changed.is_empty());
        let edits = injection.edits.into_iter().map(|(_, edit)| edit);
        Ok(TextEdit::new(edits).unwrap().apply(text).unwrap())
    }

    #[track_caller]
    fn check(before: &str, after: &str) {
        let using = "using System;\n";
        let kept = kept(&format!("{using}{before}")).unwrap();
        assert_eq!(kept, format!("{using}{after}"));
    }

    #[test]
    fn a_declared_constructor_passes_the_real_default_to_a_new_one() {
        check(
            "class A\n{\n    private readonly int _a;\n\n    /// <summary>s</summary>\n    public A(int a, in int b, string c = \"\", params int[] d) : base()\n    {\n        _a = a;\n    }\n}\n",
            "class A\n{\n    private readonly int _a;\n    private readonly TimeProvider _timeProvider;\n\n    /// <summary>s</summary>\n    public A(int a, in int b, string c = \"\", params int[] d)\n        : this(a, in b, c, d, TimeProvider.System)\n    {\n    }\n\n    internal A(int a, in int b, string c, int[] d, TimeProvider timeProvider) : base()\n    {\n        _timeProvider = timeProvider;\n        _a = a;\n    }\n}\n",
        );
        check(
            "class A { int _a; public A(int a) => _a = a; public A() : this(1) { } }\n",
            "class A { int _a; readonly TimeProvider _timeProvider; public A(int a) : this(a, TimeProvider.System) { } internal A(int a, TimeProvider timeProvider) { _timeProvider = timeProvider; _a = a; } public A() : this(1) { } }\n",
        );
    }

    #[test]
    fn what_is_dynamic_is_passed_as_an_object() {
        let text = kept("class A { public A(dynamic a) { } }").unwrap();
        assert!(
            text.contains(": this((object)a, System.TimeProvider.System)"),
            "{text}"
        );
    }

    #[test]
    fn a_class_without_constructors_gets_two() {
        check(
            "public class A\r\n{\r\n    int F() => 1;\r\n}\r\n",
            "public class A\r\n{\r\n    private readonly TimeProvider _timeProvider;\r\n\r\n    public A()\r\n        : this(TimeProvider.System)\r\n    {\r\n    }\r\n\r\n    internal A(TimeProvider timeProvider)\r\n    {\r\n        _timeProvider = timeProvider;\r\n    }\r\n\r\n    int F() => 1;\r\n}\r\n",
        );
        let text = kept("abstract class A { int F() => 1; }").unwrap();
        assert!(text.contains("protected A() : this("), "{text}");
    }

    #[test]
    fn a_primary_constructor_stays_and_the_field_is_set_twice() {
        check(
            "public class A(int a)\n{\n    public int F() => a;\n}\n",
            "public class A(int a)\n{\n    private readonly TimeProvider _timeProvider = TimeProvider.System;\n\n    internal A(int a, TimeProvider timeProvider)\n        : this(a)\n    {\n        _timeProvider = timeProvider;\n    }\n\n    public int F() => a;\n}\n",
        );
    }

    #[test]
    fn a_parameter_that_few_can_name_keeps_the_access() {
        let text = kept("class A { A(B b) { } class B { } }").unwrap();
        assert!(
            text.contains("private A(B b, System.TimeProvider"),
            "{text}"
        );
    }

    #[test]
    fn what_would_be_meant_by_other_calls_is_refused() {
        let text = "using System;\nclass A { A(int a) { } A(int a, string b) { } A F() => new A(1, null); }";
        let refused = kept(text).unwrap_err();
        assert_eq!(refused.reason, Reason::OverloadWouldChange);
        let text = "using System;\nclass A { A() { } A(TimeProvider t) { } }";
        assert_eq!(kept(text).unwrap_err().reason, Reason::SignatureClash);
    }
}
