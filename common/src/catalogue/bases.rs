//! What base classes from outside the workspace bring to the classes that derive from them: members that hide our
//! names. The base library's are known by reflection, those of other libraries by the table here. Knows nothing of
//! how a base class is bound.

use super::base_library;

/// What a base class does to a name in the bodies of the classes that derive from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Brings {
    /// It has an accessible member of that name.
    Member,
    /// It has a property or field of that name whose type is called so too: the name still reaches the type.
    NameOfItsType,
    /// It has none.
    Nothing,
    /// The class isn't known.
    Unknown,
}

impl Brings {
    /// What a list of names says of one; a `=` behind one means that its type is called so too.
    pub(super) fn of<'a>(names: impl IntoIterator<Item = &'a str>, name: &str) -> Self {
        for known in names {
            match known.strip_suffix('=') {
                Some(known) if known == name => return Self::NameOfItsType,
                None if known == name => return Self::Member,
                _ => {}
            }
        }
        Self::Nothing
    }
}

/// What deriving from `class` (full name with arity) does to `name`.
pub fn brings(class: &str, name: &str) -> Brings {
    match OTHERS.binary_search_by_key(&class, |(class, _)| class) {
        Ok(at) => Brings::of(OTHERS[at].1.iter().copied(), name),
        Err(_) => base_library::brings(class, name),
    }
}

/// The names of the table's classes, without namespaces and arities, in no order.
pub(crate) fn simple_names() -> impl Iterator<Item = &'static str> {
    OTHERS.iter().map(|(class, _)| {
        let name = class.rsplit_once('.').map_or(*class, |(_, name)| name);
        name.split_once('`').map_or(name, |(name, _)| name)
    })
}

/// Whether a class of the table lies in this namespace.
pub fn has_namespace(name: &str) -> bool {
    OTHERS.iter().any(|(class, _)| {
        class
            .rsplit_once('.')
            .is_some_and(|(namespace, _)| namespace == name)
    })
}

/// The members of ASP.NET's controllers and pages. `HttpContext` is a property of the type of that name.
const CONTROLLER: &[&str] = &["File", "HttpContext="];

/// `HttpContext` is an `HttpContextBase` here.
const CLASSIC_CONTROLLER: &[&str] = &["File", "HttpContext"];

const CONTEXT: &[&str] = &["HttpContext="];

/// Classes of other libraries by full name, and which of the names that matter they have. One that is known to have
/// none stands here too, so that a finding in a class derived from it needs no assumption.
const OTHERS: &[(&str, &[&str])] = &[
    ("BepInEx.BaseUnityPlugin", &[]),
    ("FastEndpoints.EndpointWithoutRequest", CONTEXT),
    ("FastEndpoints.EndpointWithoutRequest`1", CONTEXT),
    ("FastEndpoints.Endpoint`1", CONTEXT),
    ("FastEndpoints.Endpoint`2", CONTEXT),
    ("FluentValidation.AbstractValidator`1", &[]),
    ("Godot.Camera3D", &["Environment="]),
    ("Godot.Control", &[]),
    ("Godot.Node", &[]),
    ("Godot.Node2D", &[]),
    ("Godot.Node3D", &[]),
    ("Godot.Resource", &[]),
    ("Godot.WorldEnvironment", &["Environment="]),
    (
        "Microsoft.AspNetCore.Authentication.AuthenticationHandler`1",
        &[],
    ),
    (
        "Microsoft.AspNetCore.Authorization.AuthorizationHandler`1",
        &[],
    ),
    ("Microsoft.AspNetCore.Components.ComponentBase", &[]),
    ("Microsoft.AspNetCore.Components.LayoutComponentBase", &[]),
    (
        "Microsoft.AspNetCore.Identity.EntityFrameworkCore.IdentityDbContext",
        &[],
    ),
    (
        "Microsoft.AspNetCore.Identity.EntityFrameworkCore.IdentityDbContext`1",
        &[],
    ),
    ("Microsoft.AspNetCore.Mvc.Controller", CONTROLLER),
    ("Microsoft.AspNetCore.Mvc.ControllerBase", CONTROLLER),
    (
        "Microsoft.AspNetCore.Mvc.Filters.ActionFilterAttribute",
        &[],
    ),
    ("Microsoft.AspNetCore.Mvc.Razor.RazorPage", &[]),
    ("Microsoft.AspNetCore.Mvc.RazorPages.PageBase", CONTROLLER),
    ("Microsoft.AspNetCore.Mvc.RazorPages.PageModel", CONTROLLER),
    ("Microsoft.AspNetCore.Mvc.ViewComponent", CONTEXT),
    (
        "Microsoft.AspNetCore.OData.Routing.Controllers.ODataController",
        CONTROLLER,
    ),
    ("Microsoft.AspNetCore.Razor.TagHelpers.TagHelper", &[]),
    ("Microsoft.AspNetCore.SignalR.Hub", &[]),
    ("Microsoft.AspNetCore.SignalR.Hub`1", &[]),
    ("Microsoft.Build.Utilities.Task", &[]),
    ("Microsoft.Build.Utilities.ToolTask", &["ExitCode"]),
    ("Microsoft.EntityFrameworkCore.DbContext", &[]),
    ("Microsoft.EntityFrameworkCore.Migrations.Migration", &[]),
    ("Microsoft.Extensions.Hosting.BackgroundService", &[]),
    ("Orleans.Grain", &[]),
    ("Orleans.Grain`1", &[]),
    ("System.Data.Entity.DbContext", &[]),
    ("System.Management.Automation.Cmdlet", &[]),
    ("System.Management.Automation.PSCmdlet", &[]),
    ("System.ServiceProcess.ServiceBase", &["ExitCode"]),
    ("System.Web.Http.ApiController", &[]),
    ("System.Web.Mvc.AsyncController", CLASSIC_CONTROLLER),
    ("System.Web.Mvc.Controller", CLASSIC_CONTROLLER),
    ("System.Web.Mvc.ViewPage", &[]),
    ("System.Web.UI.Page", &[]),
    ("System.Web.UI.UserControl", &[]),
    ("System.Windows.Application", &[]),
    ("System.Windows.Controls.UserControl", &[]),
    ("System.Windows.Forms.Form", &[]),
    ("System.Windows.Forms.UserControl", &[]),
    ("System.Windows.Shapes.Path", &[]),
    ("System.Windows.Window", &["Title"]),
    (
        "Umbraco.Cms.Web.Common.Controllers.RenderController",
        CONTROLLER,
    ),
    (
        "Umbraco.Cms.Web.Common.Controllers.UmbracoApiController",
        CONTROLLER,
    ),
    (
        "Umbraco.Cms.Web.Website.Controllers.SurfaceController",
        CONTROLLER,
    ),
    ("UnityEditor.Editor", &[]),
    ("UnityEditor.EditorWindow", &[]),
    ("UnityEngine.MonoBehaviour", &[]),
    ("UnityEngine.ScriptableObject", &[]),
    ("Volo.Abp.Application.Services.ApplicationService", &[]),
    ("Volo.Abp.AspNetCore.Mvc.AbpController", CONTROLLER),
    ("Volo.Abp.AspNetCore.Mvc.AbpControllerBase", CONTROLLER),
    (
        "Volo.Abp.AspNetCore.Mvc.UI.RazorPages.AbpPageModel",
        CONTROLLER,
    ),
    ("log4net.Appender.FileAppender", &["File"]),
    ("log4net.Appender.RollingFileAppender", &["File"]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_can_be_searched_and_is_of_other_libraries() {
        assert!(OTHERS.is_sorted_by(|(one, _), (other, _)| one < other));
        for (class, _) in OTHERS {
            assert!(!base_library::is_type(class), "{class}");
        }
    }

    #[test]
    fn controllers_hide_file_and_not_their_context() {
        for class in [
            "Microsoft.AspNetCore.Mvc.ControllerBase",
            "System.Web.Mvc.Controller",
        ] {
            assert_eq!(brings(class, "File"), Brings::Member);
            assert_eq!(brings(class, "Path"), Brings::Nothing);
        }
        let core = brings("Microsoft.AspNetCore.Mvc.Controller", "HttpContext");
        assert_eq!(core, Brings::NameOfItsType);
        assert_eq!(
            brings("System.Web.Mvc.Controller", "HttpContext"),
            Brings::Member
        );
        assert_eq!(brings("Acme.Base", "File"), Brings::Unknown);
    }
}
