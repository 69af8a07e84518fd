//! What frameworks do with types: make them without our constructor, run them twice, call their virtual members from
//! a base constructor. Public knowledge, by hand. Knows nothing of how a base or attribute is bound.

mod table;

use table::GROUPS;

/// By what a type is known to belong to a framework.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// It derives from this class, directly or not.
    Base,
    /// It implements this interface.
    Interface,
    /// It bears this attribute.
    TypeAttribute,
    /// One of its members, or a parameter of one, bears this attribute.
    MemberAttribute,
    /// It is a type argument of this type.
    TypeArgument,
    /// A method of it has a parameter of this type.
    ParameterType,
}

/// What the framework does with such a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It makes the instances, by a constructor of its own choice.
    Constructed,
    /// It makes the instances before this target framework; from it on the constructor may take services.
    ConstructedBefore(&'static str),
    /// It replays the code and relies on each run deciding alike.
    Replayed,
}

/// One row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Framework {
    /// Full name of the marking type with its arity; an attribute's with `Attribute`.
    pub name: &'static str,
    /// How it marks.
    pub mark: Mark,
    /// What that means.
    pub role: Role,
    /// Who does it, for the message: `the serializer`.
    pub by: &'static str,
}

/// The whole table.
pub fn frameworks() -> impl Iterator<Item = Framework> {
    GROUPS.iter().flat_map(|group| {
        group.names.iter().map(|name| Framework {
            name,
            mark: group.mark,
            role: group.role,
            by: group.by,
        })
    })
}

/// What a base, interface, attribute, type argument or parameter type means.
pub fn framework(mark: Mark, name: &str) -> Option<Framework> {
    frameworks().find(|row| row.mark == mark && row.name == name)
}

/// Classes of other libraries whose constructors call no member that can be overridden. Those of the base library
/// that classes of programs commonly derive from stand here too.
const QUIET: &[&str] = &[
    "CommunityToolkit.Mvvm.ComponentModel.ObservableObject",
    "CommunityToolkit.Mvvm.ComponentModel.ObservableRecipient",
    "CommunityToolkit.Mvvm.ComponentModel.ObservableValidator",
    "FluentValidation.AbstractValidator`1",
    "GalaSoft.MvvmLight.ViewModelBase",
    "Microsoft.AspNetCore.Authentication.AuthenticationHandler`1",
    "Microsoft.AspNetCore.Authorization.AuthorizationHandler`1",
    "Microsoft.AspNetCore.Authorization.AuthorizationHandler`2",
    "Microsoft.AspNetCore.Components.ComponentBase",
    "Microsoft.AspNetCore.Components.Server.Circuits.CircuitHandler",
    "Microsoft.AspNetCore.Mvc.Controller",
    "Microsoft.AspNetCore.Mvc.ControllerBase",
    "Microsoft.AspNetCore.Mvc.Filters.ActionFilterAttribute",
    "Microsoft.AspNetCore.Mvc.Filters.ExceptionFilterAttribute",
    "Microsoft.AspNetCore.Mvc.RazorPages.PageModel",
    "Microsoft.AspNetCore.Mvc.ViewComponent",
    "Microsoft.AspNetCore.Razor.TagHelpers.TagHelper",
    "Microsoft.AspNetCore.SignalR.Hub",
    "Microsoft.AspNetCore.SignalR.Hub`1",
    "Microsoft.Extensions.Hosting.BackgroundService",
    "Orleans.Grain",
    "Orleans.Grain`1",
    "Prism.Mvvm.BindableBase",
    "ReactiveUI.ReactiveObject",
    "System.Attribute",
    "System.Collections.Generic.Comparer`1",
    "System.Collections.Generic.EqualityComparer`1",
    "System.Collections.ObjectModel.Collection`1",
    "System.ComponentModel.Component",
    "System.Diagnostics.TraceListener",
    "System.EventArgs",
    "System.Exception",
    "System.IO.Stream",
    "System.IO.TextReader",
    "System.MarshalByRefObject",
    "System.Net.Http.DelegatingHandler",
    "System.Net.Http.HttpClientHandler",
    "System.Net.Http.HttpMessageHandler",
    "System.Object",
    "System.Runtime.Loader.AssemblyLoadContext",
    "System.Threading.SynchronizationContext",
    "System.Threading.Tasks.TaskScheduler",
    "System.TimeProvider",
    "System.Web.Http.ApiController",
    "System.Web.Mvc.Controller",
];

/// Whether the constructors of a class, given by its full name with arity, are known to call no member that a derived
/// class could override.
pub fn has_quiet_constructor(class: &str) -> bool {
    QUIET.binary_search(&class).is_ok()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::catalogue::base_library;

    #[test]
    fn rows_are_unique_and_sorted_within_their_group() {
        let mut seen = HashSet::new();
        for row in frameworks() {
            assert!(seen.insert((row.name, row.mark)), "{}", row.name);
            let is_attribute = matches!(row.mark, Mark::TypeAttribute | Mark::MemberAttribute);
            assert_eq!(
                row.name.ends_with("Attribute"),
                is_attribute,
                "{}",
                row.name
            );
        }
        assert!(GROUPS.iter().all(|group| group.names.is_sorted()));
        assert!(QUIET.is_sorted());
    }

    #[test]
    fn what_looks_like_the_base_library_is_in_it() {
        // Of these namespaces the base library has all types that are named here.
        for row in frameworks() {
            let whole = [
                "System.Text.Json.",
                "System.Xml.",
                "System.Runtime.",
                "System.ComponentModel.",
            ];
            if whole.iter().any(|start| row.name.starts_with(start)) {
                assert!(base_library::is_type(row.name), "{}", row.name);
            }
        }
    }

    #[test]
    fn rows_are_found_by_mark_and_name() {
        let row = framework(Mark::Base, "UnityEngine.MonoBehaviour").unwrap();
        assert_eq!((row.role, row.by), (Role::Constructed, "the game engine"));
        assert_eq!(
            framework(Mark::Interface, "UnityEngine.MonoBehaviour"),
            None
        );
        let blazor =
            framework(Mark::Base, "Microsoft.AspNetCore.Components.ComponentBase").unwrap();
        assert_eq!(blazor.role, Role::ConstructedBefore("net9.0"));
        let replayed = framework(
            Mark::ParameterType,
            "Microsoft.DurableTask.TaskOrchestrationContext",
        );
        assert_eq!(replayed.unwrap().role, Role::Replayed);
        assert!(has_quiet_constructor(
            "Microsoft.Extensions.Hosting.BackgroundService"
        ));
        assert!(!has_quiet_constructor("Acme.Base"));
    }
}
