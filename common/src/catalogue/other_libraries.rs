//! Types and namespaces of other libraries that are called as ours are, so that a name that a `using` of theirs could
//! bring isn't taken for ours. Public knowledge, by hand. Knows nothing of how names are bound.

/// Types by namespace, both sorted.
const TYPES: &[(&str, &[&str])] = &[
    ("Akka.IO", &["Dns"]),
    ("Android.App", &["Activity"]),
    ("Android.OS", &["Environment", "Process"]),
    ("Autodesk.AutoCAD.DatabaseServices", &["Transaction"]),
    ("Autodesk.Revit.DB", &["Transaction"]),
    ("Avalonia.Controls.Shapes", &["Path"]),
    ("DocumentFormat.OpenXml.Drawing", &["Path"]),
    ("Elsa.Workflows", &["Activity"]),
    ("EnvDTE", &["Process", "Thread"]),
    (
        "Godot",
        &["Directory", "Environment", "File", "Thread", "Timer"],
    ),
    ("Google.Apis.Drive.v3.Data", &["File"]),
    ("ICSharpCode.SharpZipLib.Zip", &["ZipFile"]),
    ("Ionic.Zip", &["ZipFile"]),
    ("Java.IO", &["File"]),
    ("Java.Lang", &["Math", "Process", "String", "Thread"]),
    ("Java.Net", &["Socket"]),
    ("Java.Util", &["Random", "Timer"]),
    ("Lucene.Net.Store", &["Directory"]),
    ("MailKit.Net.Smtp", &["SmtpClient"]),
    ("Microsoft.AspNetCore.Http", &["HttpContext"]),
    ("Microsoft.Build.Utilities", &["Task"]),
    ("Microsoft.Graph", &["Directory", "File", "Process"]),
    ("Microsoft.Graph.Models", &["Directory", "Process"]),
    ("Microsoft.Maui.Controls.Shapes", &["Path"]),
    ("Microsoft.SharePoint.Client", &["File"]),
    ("Microsoft.UI.Xaml.Shapes", &["Path"]),
    ("Microsoft.VisualStudio.Shell", &["Task"]),
    ("Newtonsoft.Json", &["JsonSerializer"]),
    ("SQLite", &["SQLiteConnection"]),
    ("Stripe", &["File"]),
    ("System.Activities", &["Activity"]),
    ("System.Web.UI", &["Timer"]),
    ("System.Windows.Forms", &["Timer"]),
    ("System.Windows.Shapes", &["Path"]),
    ("TagLib", &["File"]),
    ("Telegram.Bot.Types", &["File"]),
    ("Unity.Mathematics", &["Random"]),
    ("UnityEngine", &["Ping", "Random"]),
    ("UnityEngine.Windows", &["Directory", "File"]),
    ("WebSocketSharp.Net", &["HttpListener"]),
    ("Windows.System.Threading", &["ThreadPool"]),
    ("Windows.UI.Xaml.Shapes", &["Path"]),
    ("Windows.Web.Http", &["HttpClient"]),
    ("Xamarin.Forms.Shapes", &["Path"]),
];

/// Namespaces whose last part is called as a type of ours, sorted. In a namespace that shares their first part the
/// short name means them.
const NAMESPACES: &[&str] = &[
    "Hangfire.Console",
    "MathNet.Numerics.Random",
    "Microsoft.Extensions.Logging.Console",
    "Serilog.Sinks.Console",
    "Serilog.Sinks.File",
    "Spectre.Console",
];

/// Whether another library has a type of this name in this namespace.
pub fn has_type(namespace: &str, name: &str) -> bool {
    TYPES
        .binary_search_by_key(&namespace, |(namespace, _)| namespace)
        .is_ok_and(|at| TYPES[at].1.contains(&name))
}

/// The names of the table's types, without namespaces, in no order.
pub(crate) fn simple_names() -> impl Iterator<Item = &'static str> {
    TYPES.iter().flat_map(|(_, names)| names.iter().copied())
}

/// Whether another library with such a type has this namespace.
pub fn has_namespace(name: &str) -> bool {
    TYPES
        .binary_search_by_key(&name, |(known, _)| known)
        .is_ok()
}

/// Whether another library has this namespace, whose last part is called as a type of ours.
pub fn is_namespace_called_as_a_type(name: &str) -> bool {
    NAMESPACES.binary_search(&name).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::{Catalogue, base_library};

    #[test]
    fn the_tables_can_be_searched() {
        assert!(TYPES.is_sorted_by(|(one, _), (other, _)| one < other));
        assert!(TYPES.iter().all(|(_, names)| names.is_sorted()));
        assert!(NAMESPACES.is_sorted());
    }

    #[test]
    fn each_name_is_one_of_ours_from_elsewhere() {
        for (namespace, names) in TYPES {
            assert!(!names.is_empty(), "{namespace}");
            for name in *names {
                assert!(
                    !Catalogue::standard().types_named(name).is_empty(),
                    "{name}"
                );
                assert!(
                    !base_library::has_type(namespace, name, 0),
                    "{namespace}.{name}"
                );
            }
        }
        for namespace in NAMESPACES {
            let (_, name) = namespace.rsplit_once('.').unwrap();
            assert!(
                !Catalogue::standard().types_named(name).is_empty(),
                "{name}"
            );
        }
    }

    #[test]
    fn clashes_are_found() {
        assert!(has_type("System.Windows.Forms", "Timer"));
        assert!(has_type("UnityEngine", "Random"));
        assert!(!has_type("System.Windows.Forms", "Path"));
        assert!(!has_type("Acme", "Timer"));
        assert!(is_namespace_called_as_a_type("Spectre.Console"));
        assert!(!is_namespace_called_as_a_type("Spectre"));
    }
}
