//! Members that are added to types that are there: to an interface, to the class that passes them on, to the doubles
//! of tests. Knows neither files nor where in them they go.

use std::collections::BTreeSet;

use seamwright_common::catalogue::signatures::MemberKind;

use super::{Member, Sight, Style, Writer};

/// What is added to one type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct More {
    /// The lines of each member.
    pub(crate) blocks: Vec<Vec<String>>,
    /// The namespaces that they name types of.
    pub(crate) usings: BTreeSet<String>,
}

impl More {
    /// Declarations of an interface.
    pub(crate) fn of_interface(members: &[Member], style: &Style, sight: &Sight) -> Self {
        Self::of(members, style, sight, |writer, member| {
            let mut lines = writer.documented(member.signature);
            lines.extend(writer.attributes(member.signature));
            lines.push(writer.declared(member));
            lines
        })
    }

    /// Members that pass on to the real thing.
    pub(crate) fn of_implementation(members: &[Member], style: &Style, sight: &Sight) -> Self {
        Self::of(members, style, sight, |writer, member| {
            let mut lines = vec!["/// <inheritdoc/>".to_owned()];
            lines.extend(writer.attributes(member.signature));
            lines.extend(writer.passed_on(member));
            lines
        })
    }

    /// Members that throw, until a test arranges something.
    pub(crate) fn of_double(members: &[Member], style: &Style, sight: &Sight) -> Self {
        Self::of(members, style, sight, |writer, member| {
            vec![writer.thrown(member)]
        })
    }

    fn of(
        members: &[Member],
        style: &Style,
        sight: &Sight,
        each: impl Fn(&mut Writer<'_>, &Member) -> Vec<String>,
    ) -> Self {
        let mut writer = Writer::new(style, sight);
        let blocks = members.iter().map(|member| each(&mut writer, member));
        let blocks = blocks.collect();
        Self {
            blocks,
            usings: writer.usings,
        }
    }
}

impl Writer<'_> {
    fn thrown(&mut self, member: &Member) -> String {
        let signature = member.signature;
        let ty = self.type_text(signature.value, self.style.nullable);
        let name = signature.name;
        let throws = format!(
            "throw new {}()",
            self.named("System.NotImplementedException")
        );
        match signature.kind {
            MemberKind::Method => format!("public {ty} {} => {throws};", self.head(signature)),
            MemberKind::Event => {
                format!("public event {ty} {name} {{ add => {throws}; remove => {throws}; }}")
            }
            _ if member.written => {
                format!("public {ty} {name} {{ get => {throws}; set => {throws}; }}")
            }
            _ => format!("public {ty} {name} => {throws};"),
        }
    }
}
