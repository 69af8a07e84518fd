//! Global usings that come from the project and not from a source file: those of the SDK's flavour, of some
//! packages, and `Using` items. Data about SDKs lives here; what a name means does not.

use std::collections::BTreeMap;

use super::framework::{FrameworkKind, TargetFramework};
use super::functions::version;
use super::items::Item;
use super::scope::Scope;

/// A `global using` that the build generates.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GlobalUsing {
    /// What kind of using.
    pub kind: UsingKind,
    /// The namespace or type, without `global::`.
    pub name: String,
}

/// The kinds of [`GlobalUsing`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UsingKind {
    /// `global using N;`
    Namespace,
    /// `global using static T;`
    Static,
    /// `global using Alias = T;`
    Alias(String),
}

/// What the SDK imports into every project that has implicit usings.
pub(crate) const BASIC: [&str; 7] = [
    "System",
    "System.Collections.Generic",
    "System.IO",
    "System.Linq",
    "System.Net.Http",
    "System.Threading",
    "System.Threading.Tasks",
];
const WEB: [&str; 9] = [
    "System.Net.Http.Json",
    "Microsoft.AspNetCore.Builder",
    "Microsoft.AspNetCore.Hosting",
    "Microsoft.AspNetCore.Http",
    "Microsoft.AspNetCore.Routing",
    "Microsoft.Extensions.Configuration",
    "Microsoft.Extensions.DependencyInjection",
    "Microsoft.Extensions.Hosting",
    "Microsoft.Extensions.Logging",
];
const BLAZOR: [&str; 4] = [
    "System.Net.Http.Json",
    "Microsoft.Extensions.Configuration",
    "Microsoft.Extensions.DependencyInjection",
    "Microsoft.Extensions.Logging",
];
const WORKER: [&str; 4] = [
    "Microsoft.Extensions.Configuration",
    "Microsoft.Extensions.DependencyInjection",
    "Microsoft.Extensions.Hosting",
    "Microsoft.Extensions.Logging",
];
const FORMS: [&str; 2] = ["System.Drawing", "System.Windows.Forms"];
const MAUI: [&str; 18] = [
    "Microsoft.Extensions.DependencyInjection",
    "Microsoft.Maui",
    "Microsoft.Maui.Accessibility",
    "Microsoft.Maui.ApplicationModel",
    "Microsoft.Maui.ApplicationModel.Communication",
    "Microsoft.Maui.ApplicationModel.DataTransfer",
    "Microsoft.Maui.Authentication",
    "Microsoft.Maui.Controls",
    "Microsoft.Maui.Controls.Hosting",
    "Microsoft.Maui.Controls.Xaml",
    "Microsoft.Maui.Devices",
    "Microsoft.Maui.Devices.Sensors",
    "Microsoft.Maui.Dispatching",
    "Microsoft.Maui.Graphics",
    "Microsoft.Maui.Hosting",
    "Microsoft.Maui.Media",
    "Microsoft.Maui.Networking",
    "Microsoft.Maui.Storage",
];

/// Usings that a package brings to projects with implicit usings.
struct Brought {
    package: &'static str,
    usings: &'static [&'static str],
    /// The first version that does.
    since: &'static str,
    /// `false` in this property switches them off.
    switch: &'static str,
}

const TUNIT: &[&str] = &["TUnit.Core", "static TUnit.Core.HookType"];
const TUNIT_ASSERTIONS: &[&str] = &["TUnit.Assertions", "TUnit.Assertions.Extensions"];
const MSTEST: &[&str] = &["Microsoft.VisualStudio.TestTools.UnitTesting"];

const BROUGHT: [Brought; 8] = [
    brought("TUnit", TUNIT, "0", "TUnitImplicitUsings"),
    brought("TUnit.Core", TUNIT, "0", "TUnitImplicitUsings"),
    brought("TUnit.Engine", TUNIT, "0", "TUnitImplicitUsings"),
    brought(
        "TUnit",
        TUNIT_ASSERTIONS,
        "0",
        "TUnitAssertionsImplicitUsings",
    ),
    brought(
        "TUnit.Assertions",
        TUNIT_ASSERTIONS,
        "0",
        "TUnitAssertionsImplicitUsings",
    ),
    brought("MSTest", MSTEST, "3.10", ""),
    brought("MSTest.TestFramework", MSTEST, "3.10", ""),
    brought(
        "Aspire.Hosting.AppHost",
        &["Aspire.Hosting", "Aspire.Hosting.ApplicationModel"],
        "0",
        "",
    ),
];

const fn brought(
    package: &'static str,
    usings: &'static [&'static str],
    since: &'static str,
    switch: &'static str,
) -> Brought {
    Brought {
        package,
        usings,
        since,
        switch,
    }
}

/// Marks an item that counts only when the package is referenced.
const ONLY_WITH: &str = "only-with-package";
/// The first version of it that counts.
const SINCE: &str = "since-version";

/// The `Using` items that are there before those of the project, put in where the SDK's own items stand.
pub(super) fn add_implicit(scope: &mut Scope<'_>, sdks: &[String], framework: &TargetFramework) {
    if !scope.is_true("ImplicitUsings") {
        return;
    }
    let sdk = |name: &str| sdks.iter().any(|sdk| sdk.eq_ignore_ascii_case(name));
    let wpf = scope.is_true("UseWPF");
    let mut names: Vec<&str> = Vec::new();
    names.extend(BASIC.iter().filter(|name| {
        let http = **name == "System.Net.Http";
        let net_framework = framework.kind == FrameworkKind::NetFramework;
        // WPF has its own `Path`, and HTTP is rare there: its SDK takes both out again.
        !(http && net_framework) && !(wpf && (http || **name == "System.IO"))
    }));
    if sdk("Microsoft.NET.Sdk.Web") {
        names.extend(WEB);
    }
    if sdk("Microsoft.NET.Sdk.BlazorWebAssembly") {
        names.extend(BLAZOR);
    }
    if sdk("Microsoft.NET.Sdk.Worker") {
        names.extend(WORKER);
    }
    if scope.is_true("UseWindowsForms") {
        names.extend(FORMS);
    }
    if scope.is_true("UseMaui") {
        names.extend(MAUI);
    }
    if sdk("MSTest.Sdk") {
        names.push("Microsoft.VisualStudio.TestTools.UnitTesting");
    }
    if sdk("Aspire.AppHost.Sdk") {
        names.extend(["Aspire.Hosting", "Aspire.Hosting.ApplicationModel"]);
    }
    match framework.platform.as_deref() {
        Some("android") => names.extend(["Android.App", "Android.Widget"]),
        Some("ios" | "tvos" | "maccatalyst") => {
            names.extend(["CoreGraphics", "Foundation", "UIKit"]);
        }
        Some("macos") => names.extend(["AppKit", "CoreGraphics", "Foundation"]),
        _ => {}
    }
    let mut items: Vec<Item> = names.into_iter().map(Item::new).collect();
    if framework.platform.as_deref() == Some("android") {
        items.push(Item::new("Android.OS.Bundle").with("alias", "Bundle"));
    }
    for brought in BROUGHT {
        if brought.switch.is_empty() || !scope.is_false(brought.switch) {
            for name in brought.usings {
                let item = match name.strip_prefix("static ") {
                    Some(name) => Item::new(name).with("static", "true"),
                    None => Item::new(name),
                };
                let item = item.with(ONLY_WITH, brought.package);
                items.push(item.with(SINCE, brought.since));
            }
        }
    }
    scope
        .items
        .entry("using".to_owned())
        .or_default()
        .extend(items);
}

/// The usings that are left at the end, in order, each once. `packages` are versions by ids in lower case.
pub(super) fn collected(
    items: &[Item],
    packages: &BTreeMap<String, Option<String>>,
) -> Vec<GlobalUsing> {
    let mut usings: Vec<GlobalUsing> = Vec::new();
    for item in items {
        let package = item.get(ONLY_WITH);
        if !package.is_empty() {
            let since = version(item.get(SINCE));
            match packages.get(&package.to_ascii_lowercase()) {
                None => continue,
                // What isn't a plain version (`4.*`) is taken to be a new one.
                Some(Some(text)) if version(text).is_some_and(|found| Some(found) < since) => {
                    continue;
                }
                Some(_) => {}
            }
        }
        let kind = match (item.get("alias"), item.is("static", "true")) {
            (_, true) => UsingKind::Static,
            ("", false) => UsingKind::Namespace,
            (alias, false) => UsingKind::Alias(alias.to_owned()),
        };
        let using = GlobalUsing {
            kind,
            name: item.spec.trim_start_matches("global::").to_owned(),
        };
        if !usings.contains(&using) {
            usings.push(using);
        }
    }
    usings
}
