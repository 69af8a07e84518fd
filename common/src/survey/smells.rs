//! What test code does that makes tests slow, uncertain or empty. Most of it is told by the sites of the reading; here it
//! is looked at where they stand: inside of an expectation, on the left of an assignment.

use memchr::memmem;

use crate::advisory::SmellKind;
use crate::binding::{Binder, LocalKind, Origin, Resolution, TypeRef};
use crate::finding::Category;
use crate::syntax::{Field, SyntaxKind, SyntaxNode, decoded_name, views};

use super::place::is_member;
use super::sites::Site;

use SyntaxKind as K;

/// Namespaces whose usings bring assertions.
const FRAMEWORKS: &[&str] = &[
    "AwesomeAssertions",
    "FluentAssertions",
    "Microsoft.VisualStudio.TestTools.UnitTesting",
    "NUnit.Framework",
    "NUnit.Framework.Legacy",
    "Shouldly",
    "TUnit.Assertions",
    "Xunit",
];

/// Classes of assertions, as the frameworks call them.
const ASSERTS: &[&str] = &[
    "Assert",
    "ClassicAssert",
    "CollectionAssert",
    "StringAssert",
];

/// Where a smell may stand that no site tells.
pub(super) fn marks(text: &str) -> impl Iterator<Item = usize> + use<'_> {
    let anywhere = |word: &'static str| memmem::find_iter(text.as_bytes(), word);
    let contains = |words: &[&str]| words.iter().any(|word| text.contains(word));
    // What says how an id looks stands beside the assertion.
    let forms = contains(ID_LENGTHS).then_some(["Match", "Regex"]);
    // Another name for the type is given in the file, if at all.
    let renamed = contains(&["= Guid;", ".Guid;"]);
    let of_id = ["Empty", "TryParse"].into_iter().flat_map(anywhere);
    let of_id = of_id.filter(move |at| match owner_before(text, *at) {
        Some(owner) => renamed || owner.ends_with("Guid"),
        None => false,
    });
    let binds = anywhere("Bind").filter(move |at| {
        owner_before(text, *at).is_some() && text[at + 4..].trim_start().starts_with('(')
    });
    let forms = forms.into_iter().flatten().flat_map(anywhere);
    forms.chain(of_id).chain(binds).chain(anywhere("Prefixes"))
}

/// The text before the dot before a name.
fn owner_before(text: &str, name: usize) -> Option<&str> {
    let before = text[..name].trim_end().strip_suffix('.')?;
    Some(before.trim_end())
}

/// A smell: what for, what it has to do with, where.
pub(super) type Smell<'a> = (SmellKind, Category, SyntaxNode<'a>);

/// The smells of a reading of test code. `usings` are the namespaces that usings bring.
pub(super) fn smells<'a>(
    binder: &Binder<'a>,
    root: SyntaxNode<'a>,
    sites: &[Site<'a>],
    usings: &[String],
) -> Vec<Smell<'a>> {
    let asserts = usings
        .iter()
        .any(|using| FRAMEWORKS.contains(&using.as_str()));
    let nose = Nose { binder, asserts };
    let counted = sites.iter().filter(|site| site.reason.is_none());
    let mut found: Vec<Smell<'a>> = counted
        .filter_map(|site| {
            let kind = nose.of_site(site)?;
            Some((kind, site.decision.entry.category, site.node))
        })
        .collect();
    found.extend(root.descendants().filter_map(|node| nose.of_node(node)));
    found
}

struct Nose<'a, 'b> {
    binder: &'b Binder<'a>,
    /// Whether a framework with assertions is at hand.
    asserts: bool,
}

impl<'a> Nose<'a, '_> {
    fn of_site(&self, site: &Site<'a>) -> Option<SmellKind> {
        let kind = self.by_pattern(site)?;
        let mutates = matches!(
            kind,
            SmellKind::CultureMutation | SmellKind::EnvironmentMutation
        );
        (!mutates || !restores(site.node)).then_some(kind)
    }

    fn by_pattern(&self, site: &Site<'a>) -> Option<SmellKind> {
        let node = site.node;
        match site.pattern.as_str() {
            "Thread.Sleep" => Some(SmellKind::Sleeping),
            "Task.Delay" => waits(node).then_some(SmellKind::Sleeping),
            "DateTime.Now"
            | "DateTime.UtcNow"
            | "DateTime.Today"
            | "DateTimeOffset.Now"
            | "DateTimeOffset.UtcNow" => self
                .is_expected(node)
                .then_some(SmellKind::RealClockInExpectation),
            "Environment.SetEnvironmentVariable" | "Directory.SetCurrentDirectory" => {
                Some(SmellKind::EnvironmentMutation)
            }
            "Environment.CurrentDirectory" => {
                is_set(node).then_some(SmellKind::EnvironmentMutation)
            }
            "Path.GetTempPath" | "Path.GetTempFileName" | "Directory.CreateTempSubdirectory" => {
                Some(SmellKind::TempFile)
            }
            "new HttpClient" | "new WebClient" | "new TcpClient" | "new Ping"
            | "new SmtpClient" => {
                // With a handler of its own, a client asks that.
                let list = node
                    .child(Field::Arguments)
                    .or_else(|| node.child_of(K::ArgumentList));
                let given = list.is_some_and(|list| list.child_of(K::Argument).is_some());
                let handled = given && site.pattern == "new HttpClient";
                (!handled && !names_itself(node)).then_some(SmellKind::RealNetwork)
            }
            "new TcpListener" | "new UdpClient" | "TcpListener.Create" => {
                has_fixed_port(node).then_some(SmellKind::FixedPort)
            }
            "Dns.GetHostName" => None,
            pattern if pattern.starts_with("Dns.") || pattern.starts_with("WebRequest.Create") => {
                (!names_itself(node)).then_some(SmellKind::RealNetwork)
            }
            _ if site.decision.entry.category == Category::Culture => {
                is_set(node).then_some(SmellKind::CultureMutation)
            }
            _ => None,
        }
    }

    /// Whether a value stands in an expectation: by itself, or in a local.
    fn is_expected(&self, node: SyntaxNode<'a>) -> bool {
        if self.assertion_on(node).is_some() {
            return true;
        }
        let mut value = node;
        let local = loop {
            let Some(parent) = value.parent() else {
                return false;
            };
            match parent.kind() {
                K::MemberAccessExpression
                | K::InvocationExpression
                | K::ParenthesizedExpression => value = parent,
                K::VariableDeclarator => break parent.child(Field::Name),
                _ => return false,
            }
        };
        let Some(local) = local else { return false };
        let name = decoded_name(local.text());
        let Some(body) = local.ancestors().find(|around| is_member(around.kind())) else {
            return false;
        };
        let uses = body.descendants().filter(|used| {
            used.kind() == K::Identifier
                && *used != local
                && decoded_name(used.text()) == name
                && matches!(self.binder.resolve(*used), Resolution::Value(value)
                    if matches!(value.origin, Origin::Local(found)
                        if found.kind == LocalKind::Variable && found.name == local))
        });
        let mut expected = false;
        for used in uses {
            if self.assertion_on(used).is_some() {
                expected = true;
            } else if is_handed_over(used) {
                // What the code under test is given, it can be expected to give back.
                return false;
            }
        }
        expected
    }

    /// The name of the assertion that a value is an argument or the subject of. What is only given to the code under
    /// test inside of it isn't.
    fn assertion_on(&self, value: SyntaxNode<'a>) -> Option<SyntaxNode<'a>> {
        if !self.asserts {
            return None;
        }
        for around in value.ancestors() {
            match around.kind() {
                K::LambdaExpression
                | K::AnonymousMethodExpression
                | K::ObjectCreationExpression
                | K::AssignmentExpression
                | K::InitializerExpression
                | K::Block => return None,
                K::Argument => {
                    let call = around.parent()?.parent()?;
                    return self.assertion(call);
                }
                // `DateTime.Now.Should().BeAfter(x)`
                K::InvocationExpression => {
                    if let Some(name) = self.fluent(around) {
                        return Some(name);
                    }
                }
                kind if is_member(kind) => return None,
                _ => {}
            }
        }
        None
    }

    /// The name of the method if a call is an assertion.
    fn assertion(&self, call: SyntaxNode<'a>) -> Option<SyntaxNode<'a>> {
        if call.kind() != K::InvocationExpression {
            return None;
        }
        let function = call.child(Field::Function)?;
        if function.kind() != K::MemberAccessExpression {
            return None;
        }
        let owner = function.child(Field::Expression)?;
        let named = ASSERTS.contains(&owner.text())
            && match self.binder.resolve(owner) {
                Resolution::Unknown => true,
                Resolution::Type(ty) => !matches!(ty, TypeRef::Declared(_)),
                _ => false,
            };
        if named {
            return function.child(Field::Name);
        }
        self.fluent(call).or_else(|| constraint(call))
    }

    /// `Be` of `x.Should().Be(y)`, `ShouldBe` of `x.ShouldBe(y)`.
    fn fluent(&self, call: SyntaxNode<'a>) -> Option<SyntaxNode<'a>> {
        let function = call.child(Field::Function)?;
        if function.kind() != K::MemberAccessExpression {
            return None;
        }
        let name = function.child(Field::Name)?;
        if name.text().starts_with("Should") {
            return self.binder.is_foreign_call(function).then_some(name);
        }
        let inner = function.child(Field::Expression)?;
        let subject = inner.child(Field::Function)?;
        let should = inner.kind() == K::InvocationExpression
            && subject.kind() == K::MemberAccessExpression
            && subject.child(Field::Name)?.text() == "Should";
        (should && self.binder.is_foreign_call(subject)).then_some(name)
    }

    fn of_node(&self, node: SyntaxNode<'a>) -> Option<Smell<'a>> {
        match node.kind() {
            K::StringLiteral | K::VerbatimStringLiteral | K::RawStringLiteral => {
                let name = is_id_form(node.text()).then(|| self.assertion_on(node))??;
                let matches = ["Match", "Regex"]
                    .iter()
                    .any(|part| name.text().contains(part));
                matches.then_some((SmellKind::IdByPattern, Category::Randomness, node))
            }
            K::MemberAccessExpression => {
                let (owner, name) = (node.child(Field::Expression)?, node.child(Field::Name)?);
                let of_id = matches!(name.text(), "Empty" | "TryParse")
                    && matches!(self.binder.resolve(owner), Resolution::Type(TypeRef::Library(full))
                        if full == "System.Guid");
                let asserted = of_id.then(|| self.assertion_on(node))??;
                let negative = asserted.text().contains("Not")
                    || node
                        .ancestors()
                        .take_while(|around| around.kind() != K::ExpressionStatement)
                        .any(|around| around.text().starts_with("Is.Not."));
                let only_form = name.text() == "TryParse" || negative;
                only_form.then_some((SmellKind::IdByPattern, Category::Randomness, node))
            }
            K::InvocationExpression => self.listens(node),
            _ => None,
        }
    }

    /// `listener.Prefixes.Add("http://localhost:8080/")`, `socket.Bind(new IPEndPoint(address, 8080))`.
    fn listens(&self, call: SyntaxNode<'a>) -> Option<Smell<'a>> {
        let function = call.child(Field::Function)?;
        if function.kind() != K::MemberAccessExpression {
            return None;
        }
        let receiver = function.child(Field::Expression)?;
        let value = views::arguments(call.child(Field::Arguments)?)
            .next()?
            .value;
        let fixed = match function.child(Field::Name)?.text() {
            "Add" => {
                receiver.kind() == K::MemberAccessExpression
                    && receiver.child(Field::Name)?.text() == "Prefixes"
                    && self.is_a(
                        receiver.child(Field::Expression)?,
                        "System.Net.HttpListener",
                    )
                    && has_port(value.text())
            }
            "Bind" => {
                self.is_a(receiver, "System.Net.Sockets.Socket")
                    && self.is_a(value, "System.Net.IPEndPoint")
                    && has_fixed_port(value)
            }
            _ => false,
        };
        fixed.then_some((SmellKind::FixedPort, Category::Network, call))
    }

    fn is_a(&self, value: SyntaxNode<'a>, full: &str) -> bool {
        self.binder.value_type(value).library() == Some(full)
    }
}

/// `EqualTo` of `Assert.That(x, Is.EqualTo(y))`.
fn constraint(call: SyntaxNode<'_>) -> Option<SyntaxNode<'_>> {
    let function = call.child(Field::Function)?;
    let name = function.child(Field::Name)?;
    let outer = call.ancestors().find_map(|around| match around.kind() {
        K::Argument => Some(around.parent()?.parent()),
        _ => None,
    })??;
    let asserted = outer.child(Field::Function)?;
    let is_that = asserted.kind() == K::MemberAccessExpression
        && asserted.child(Field::Expression)?.text() == "Assert"
        && asserted.child(Field::Name)?.text() == "That";
    let root = function.text().split('.').next().unwrap_or_default();
    (is_that && matches!(root, "Is" | "Does" | "Has")).then_some(name)
}

/// Whether a delay is waited for: not one for ever, and not the limit of something else.
fn waits(node: SyntaxNode<'_>) -> bool {
    let Some(call) = node
        .parent()
        .filter(|parent| parent.kind() == K::InvocationExpression)
    else {
        return false;
    };
    let first = call
        .child(Field::Arguments)
        .and_then(|list| views::arguments(list).next());
    let for_ever = first.is_some_and(|first| {
        let text = first.value.text();
        text == "-1" || text.contains("Timeout.Infinite")
    });
    let nothing = first.is_some_and(|first| matches!(first.value.text(), "0" | "TimeSpan.Zero"));
    let limits = call.parent().is_some_and(|parent| {
        parent.kind() == K::Argument
            && parent
                .parent()
                .and_then(SyntaxNode::parent)
                .and_then(|outer| outer.child(Field::Function))
                .is_some_and(|function| function.text().ends_with("WhenAny"))
    });
    !for_ever && !nothing && !limits
}

/// Whether a value goes to a call or into an object.
fn is_handed_over(node: SyntaxNode<'_>) -> bool {
    node.parent().is_some_and(|parent| match parent.kind() {
        K::Argument | K::InitializerExpression => true,
        K::AssignmentExpression => node.field() == Field::Right,
        _ => false,
    })
}

/// Whether what stands at `node` only puts back what was there.
fn restores(node: SyntaxNode<'_>) -> bool {
    node.ancestors().any(|around| match around.kind() {
        K::FinallyClause => true,
        K::MethodDeclaration => around
            .child(Field::Name)
            .is_some_and(|name| matches!(name.text(), "Dispose" | "DisposeAsync")),
        _ => false,
    })
}

/// Whether a property is assigned to.
fn is_set(node: SyntaxNode<'_>) -> bool {
    node.field() == Field::Left
        && node
            .parent()
            .is_some_and(|parent| parent.kind() == K::AssignmentExpression)
}

/// Whether a call or construction says that it reaches this machine.
fn names_itself(node: SyntaxNode<'_>) -> bool {
    let call = node
        .parent()
        .filter(|parent| parent.kind() == K::InvocationExpression)
        .unwrap_or(node);
    ["localhost", "127.0.0.1", "[::1]", "Loopback"]
        .iter()
        .any(|name| call.text().contains(name))
}

/// Whether an argument of a construction or call is the number of a port.
fn has_fixed_port(node: SyntaxNode<'_>) -> bool {
    let call = node
        .parent()
        .filter(|parent| parent.kind() == K::InvocationExpression)
        .unwrap_or(node);
    let list = call
        .child(Field::Arguments)
        .or_else(|| call.child_of(K::ArgumentList));
    list.into_iter()
        .flat_map(views::arguments)
        .any(|argument| argument.value.kind() == K::IntegerLiteral && argument.value.text() != "0")
}

/// `http://localhost:8080/` as it is written.
fn has_port(literal: &str) -> bool {
    let behind = literal.split_once("://").map(|(_, rest)| rest);
    let port = behind
        .and_then(|rest| rest.split_once(':'))
        .map(|(_, port)| port);
    port.is_some_and(|port| port.starts_with(|c: char| c.is_ascii_digit() && c != '0'))
}

/// How often a digit stands in the forms of ids.
const ID_LENGTHS: &[&str] = &["{8}", "{32}", "{12}", "{4}"];

/// Whether a pattern says how an id looks: groups of so many hexadecimal digits.
fn is_id_form(pattern: &str) -> bool {
    let lower = pattern.to_ascii_lowercase();
    (lower.contains("a-f") || lower.contains("\\w{"))
        && ID_LENGTHS.iter().any(|one| lower.contains(one))
}
