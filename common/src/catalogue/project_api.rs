//! Statics of the scanned project as entries. Knows nothing of the file that names them.

use std::fmt;

use super::Catalogue;
use super::entry::{self, Abstraction, Entry, IdParts, Members, Origin, PLAIN, Receiver, Rewrite};
use crate::finding::Category;

/// A static of the scanned project that its configuration names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectApi {
    /// Documentation-comment id of a member, without parameters for all overloads, or of a type for its statics.
    pub id: String,
    /// What it reaches.
    pub category: Category,
    /// The interface that stands for it, if one is named.
    pub abstraction: Option<String>,
}

/// Why an API can't be added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProjectApiError {
    /// The text is no documentation-comment id of a type or member.
    NotAnId(String),
    /// The catalogue has it.
    Duplicate(String),
}

impl fmt::Display for ProjectApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAnId(id) => write!(f, "`{id}` is no documentation-comment id"),
            Self::Duplicate(id) => write!(f, "`{id}` is in the catalogue already"),
        }
    }
}

impl ProjectApiError {
    /// What to do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::NotAnId(_) => "write it as `M:Namespace.Type.Method` or `T:Namespace.Type`",
            Self::Duplicate(_) => "remove one of the two",
        }
    }
}

impl Catalogue {
    /// The standard catalogue with APIs of the project. To be made once a run: names live as long as the program.
    pub fn with_project_apis(apis: &[ProjectApi]) -> Result<Self, ProjectApiError> {
        let mut entries = Self::standard().entries.clone();
        for api in apis {
            let entry =
                project_entry(api).ok_or_else(|| ProjectApiError::NotAnId(api.id.clone()))?;
            if entries.iter().any(|known| known.id == entry.id) {
                return Err(ProjectApiError::Duplicate(api.id.clone()));
            }
            entries.push(entry);
        }
        Ok(Self::of(entries))
    }
}

fn project_entry(api: &ProjectApi) -> Option<Entry> {
    IdParts::of(&api.id)?;
    let id = keep(api.id.clone());
    let parts = IdParts::of(id)?;
    let simple = entry::simple(parts.type_name);
    let interface = api
        .abstraction
        .clone()
        .unwrap_or_else(|| format!("I{simple}"));
    Some(Entry {
        id,
        category: api.category,
        members: if parts.kind == 'T' {
            Members::Statics
        } else {
            Members::Named
        },
        receiver: if parts.member == "#ctor" {
            Receiver::Construction
        } else {
            Receiver::Static
        },
        origin: Origin::Project,
        abstraction: Abstraction::Generated {
            interface: keep(interface),
            implementation: keep(format!("{simple}Adapter")),
        },
        rewrite: Rewrite::Reference("{p}.{m}"),
        why: "What calls it can't be tested without what it reaches.",
        ..PLAIN
    })
}

/// Text of the configuration as a name like those of the standard entries. The configuration is read once a run,
/// so what this leaves behind is bounded by its size.
fn keep(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn api(id: &str) -> ProjectApi {
        ProjectApi {
            id: id.to_owned(),
            category: Category::ProjectStatic,
            abstraction: None,
        }
    }

    #[test]
    fn a_project_static_is_found_like_any_other() {
        let catalogue =
            Catalogue::with_project_apis(&[api("M:Acme.SmtpHelper.Send"), api("T:Acme.Ids")])
                .unwrap();
        let send = catalogue
            .static_member("Acme.SmtpHelper", "Send")
            .next()
            .unwrap();
        assert_eq!(send.abstraction.type_name(), Some("ISmtpHelper"));
        assert_eq!(send.pattern(), "SmtpHelper.Send");
        assert!(
            catalogue
                .static_member("Acme.SmtpHelper", "Other")
                .next()
                .is_none()
        );
        assert!(catalogue.static_member("Acme.Ids", "Next").next().is_some());
        assert_eq!(catalogue.types_named("Ids")[0].origin, Origin::Project);
        assert!(
            catalogue
                .static_member("System.DateTime", "Now")
                .next()
                .is_some()
        );
    }

    #[test]
    fn what_is_no_id_or_there_twice_is_refused() {
        assert_eq!(
            Catalogue::with_project_apis(&[api("Acme.SmtpHelper.Send")])
                .unwrap_err()
                .to_string(),
            "`Acme.SmtpHelper.Send` is no documentation-comment id"
        );
        assert!(matches!(
            Catalogue::with_project_apis(&[api("P:System.DateTime.Now")]),
            Err(ProjectApiError::Duplicate(_))
        ));
    }
}
