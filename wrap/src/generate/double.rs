//! The text of a hand-written double of an interface: it answers as a test arranges it, records its calls, throws on
//! the rest. What would grow branches or many lines isn't written.

use seamwright_common::catalogue::signatures::{MemberKind, Signature};

use super::{Member, Style, Wrapper, Writer, identifier, simple};

/// A double with more lines than these is a program of its own.
const MOST_LINES: usize = 50;
/// `Func` has so many parameters at most.
const MOST_PARAMETERS: usize = 16;

impl Wrapper<'_> {
    /// The file of a double called `name`; the message says why there is none.
    pub(crate) fn double_text(&self, style: &Style, name: &str) -> Result<String, String> {
        for member in self.members {
            if let Some(why) = unfit(member.signature) {
                return Err(format!("`{}` {why}", member.signature.name));
            }
        }
        let mut writer = Writer::new(style, self.sight);
        writer.see(&style.namespace, self.interface_namespace);
        let mut blocks = vec![writer.calls()];
        let mut seen: Vec<&str> = Vec::new();
        let mut helper = false;
        for member in self.members {
            let same = seen.iter().filter(|one| **one == member.signature.name);
            let answer = match same.count() {
                0 => format!("On{}", member.signature.name),
                count => format!("On{}{}", member.signature.name, count + 1),
            };
            seen.push(member.signature.name);
            if is_sequence(member.signature) {
                blocks.extend(writer.sequence(member.signature, &answer));
            } else {
                helper = true;
                blocks.extend(writer.arranged(member, &answer));
            }
        }
        if helper {
            blocks.push(writer.helper());
        }
        let lines: usize = blocks.iter().map(Vec::len).sum();
        if lines > MOST_LINES {
            return Err(format!(
                "it would take {lines} lines; a test of the real thing, or a mock, is smaller"
            ));
        }
        let interface = self.interface;
        let head = [
            format!(
                "/// <summary>A double of <see cref=\"{interface}\"/>: answers as arranged, records its calls, throws on the rest.</summary>"
            ),
            format!("internal sealed class {name} : {interface}"),
        ];
        Ok(writer.file(&head, &blocks))
    }
}

/// Why a delegate can't stand for a member.
fn unfit(signature: &Signature) -> Option<&'static str> {
    let by_reference = signature
        .parameters
        .iter()
        .any(|one| !one.reference.is_empty());
    let types = signature.parameters.iter().map(|one| one.type_text);
    let mut types = types.chain([signature.value]);
    let cannot_be_held = types.any(|text| {
        text.contains('*')
            || text.starts_with("ref ")
            || text.starts_with("System.Span<")
            || text.starts_with("System.ReadOnlySpan<")
    });
    match signature.kind {
        MemberKind::Event => Some("is an event, which a test has to raise"),
        _ if !signature.type_parameters.is_empty() => Some("is generic"),
        _ if by_reference => Some("takes an argument by reference"),
        _ if cannot_be_held => Some("has a type that can't be kept"),
        _ if signature.parameters.len() > MOST_PARAMETERS => Some("has too many parameters"),
        _ => None,
    }
}

/// New ids are told apart: a sequence, never one constant.
fn is_sequence(signature: &Signature) -> bool {
    signature.kind == MemberKind::Method
        && signature.value == "System.Guid"
        && signature.parameters.is_empty()
}

impl Writer<'_> {
    /// Brings a namespace into sight.
    pub(super) fn see(&mut self, inside: &str, namespace: &str) {
        let seen = inside == namespace
            || namespace.is_empty()
            || inside
                .strip_prefix(namespace)
                .is_some_and(|rest| rest.starts_with('.'));
        if !seen {
            self.usings.insert(namespace.to_owned());
        }
    }

    fn calls(&mut self) -> Vec<String> {
        let queue = self.named("System.Collections.Concurrent.ConcurrentQueue");
        vec![
            "/// <summary>The calls so far, in their order.</summary>".to_owned(),
            format!("public {queue}<string> Calls {{ get; }} = new {queue}<string>();"),
        ]
    }

    /// The delegate that answers for a member.
    fn delegate(&mut self, signature: &Signature) -> String {
        let nullable = self.style.nullable;
        let parameters = signature.parameters.iter();
        let mut types: Vec<String> = parameters
            .map(|one| self.type_text(one.type_text, nullable))
            .collect();
        let is_void = matches!(signature.value, "void" | "System.Void");
        let name = if is_void {
            "System.Action"
        } else {
            "System.Func"
        };
        let name = self.named(name);
        if !is_void {
            types.push(self.type_text(signature.value, nullable));
        }
        if types.is_empty() {
            name
        } else {
            format!("{name}<{}>", types.join(", "))
        }
    }

    fn arrangement(&mut self, signature: &Signature, answer: &str) -> Vec<String> {
        let delegate = self.delegate(signature);
        let optional = if self.style.nullable { "?" } else { "" };
        vec![format!(
            "public {delegate}{optional} {answer} {{ get; set; }}"
        )]
    }

    /// A member whose answer a test arranges.
    fn arranged(&mut self, member: &Member, answer: &str) -> Vec<Vec<String>> {
        let signature = member.signature;
        let (name, unit) = (signature.name, self.style.unit.clone());
        let ty = self.type_text(signature.value, self.style.nullable);
        let mut block = vec!["/// <inheritdoc/>".to_owned()];
        if signature.kind == MemberKind::Method {
            let given: Vec<String> = signature
                .parameters
                .iter()
                .map(|one| identifier(one.name))
                .collect();
            let shown: Vec<String> = given.iter().map(|one| format!("{{{one}}}")).collect();
            let sign = if given.is_empty() { "" } else { "$" };
            let head = self.head(signature);
            block.push(format!(
                "public {ty} {head} => Arranged({answer}, {sign}\"{name}({})\")({});",
                shown.join(", "),
                given.join(", ")
            ));
        } else if member.written {
            let get = format!("{unit}get => Arranged({answer}, \"{name}\")();");
            block.extend(self.opened(format!("public {ty} {name}")));
            block.extend([get, format!("{unit}set")]);
            block.extend([
                format!("{unit}{{"),
                format!("{unit}{unit}Calls.Enqueue($\"{name} = {{value}}\");"),
                format!("{unit}{unit}{answer} = () => value;"),
                format!("{unit}}}"),
                "}".to_owned(),
            ]);
        } else {
            block.push(format!(
                "public {ty} {name} => Arranged({answer}, \"{name}\")();"
            ));
        }
        vec![self.arrangement(signature, answer), block]
    }

    /// New ids, counted up until a test arranges others.
    fn sequence(&mut self, signature: &Signature, answer: &str) -> Vec<Vec<String>> {
        let unit = self.style.unit.clone();
        let (ty, name) = (self.named("System.Guid"), signature.name);
        let interlocked = self.named("System.Threading.Interlocked");
        let mut block = vec!["/// <inheritdoc/>".to_owned()];
        block.extend(self.opened(format!("public {ty} {name}()")));
        block.extend([
            format!("{unit}Calls.Enqueue(\"{name}()\");"),
            format!(
                "{unit}return {answer} != null ? {answer}() : new {ty}({interlocked}.Increment(ref _given), 0, 0, new byte[8]);"
            ),
            "}".to_owned(),
        ]);
        vec![
            vec!["private int _given;".to_owned()],
            self.arrangement(signature, answer),
            block,
        ]
    }

    fn opened(&self, head: String) -> Vec<String> {
        if self.style.same_line_braces {
            vec![format!("{head} {{")]
        } else {
            vec![head, "{".to_owned()]
        }
    }

    fn helper(&mut self) -> Vec<String> {
        let unit = self.style.unit.clone();
        let error = self.named("System.InvalidOperationException");
        let optional = if self.style.nullable { "?" } else { "" };
        let mut lines = self.opened(format!(
            "private T Arranged<T>(T{optional} answer, string call) where T : class"
        ));
        lines.extend([
            format!("{unit}Calls.Enqueue(call);"),
            format!("{unit}return answer ?? throw new {error}(call + \" wasn't arranged.\");"),
            "}".to_owned(),
        ]);
        lines
    }
}

/// What a double of an interface is called.
pub(crate) fn double_name(interface: &str) -> String {
    let simple = simple(interface);
    let stem = simple
        .strip_prefix('I')
        .filter(|rest| rest.starts_with(char::is_uppercase));
    format!("Fake{}", stem.unwrap_or(simple))
}
