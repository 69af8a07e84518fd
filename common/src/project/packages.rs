//! What packages and assemblies say about a project: test framework, container. Tables of names.

use super::xml::Element;
use crate::closed_set::closed_set;

closed_set! {
    /// The framework that a project's tests are written for.
    pub enum TestFramework as "test_framework" {
        /// xUnit.net 1 and 2.
        XunitV2 = "xunit-v2",
        /// xUnit.net 3.
        XunitV3 = "xunit-v3",
        /// `NUnit`.
        NUnit = "nunit",
        /// `MSTest`.
        MSTest = "mstest",
        /// `TUnit`.
        TUnit = "tunit",
    }
}

closed_set! {
    /// The container that a project composes its objects with.
    pub enum Container as "container" {
        /// Microsoft.Extensions.DependencyInjection.
        Microsoft = "microsoft",
        /// Autofac.
        Autofac = "autofac",
    }
}

/// Packages of containers that aren't written for here, to say so.
const OTHER_CONTAINERS: [&str; 10] = [
    "castle.windsor",
    "dryioc",
    "grace",
    "lamar",
    "lightinject",
    "ninject",
    "simpleinjector",
    "structuremap",
    "stashbox",
    "unity",
];

/// The test framework that a package (or an assembly reference) brings. Runners and analyzers bring none.
pub(super) fn test_framework(id: &str) -> Option<TestFramework> {
    let id = id.to_ascii_lowercase();
    let is = |name: &str| {
        id == name
            || id
                .strip_prefix(name)
                .is_some_and(|rest| rest.starts_with('.'))
    };
    if is_runner(&id) {
        return None;
    }
    if is("xunit.v3") {
        Some(TestFramework::XunitV3)
    } else if is("xunit") {
        Some(TestFramework::XunitV2)
    } else if is("nunit") || id == "nunitlite" {
        Some(TestFramework::NUnit)
    } else if is("mstest")
        || id == "microsoft.visualstudio.qualitytools.unittestframework"
        || id == "microsoft.visualstudio.testplatform.testframework"
    {
        Some(TestFramework::MSTest)
    } else if is("tunit") {
        Some(TestFramework::TUnit)
    } else {
        None
    }
}

fn is_runner(id: &str) -> bool {
    id.starts_with("xunit.runner.")
        || id.starts_with("xunit.v3.runner.")
        || id.ends_with(".analyzers")
        || matches!(
            id,
            "xunit.console" | "nunit.consolerunner" | "nunit.runners"
        )
}

/// Whether a package makes its project one of tests, framework or not.
pub(super) fn is_test_sdk(id: &str) -> bool {
    let id = id.to_ascii_lowercase();
    matches!(
        id.as_str(),
        "microsoft.net.test.sdk"
            | "nunit3testadapter"
            | "mstest.testadapter"
            | "xunit.runner.visualstudio"
    )
}

/// The container that a package belongs to.
pub(super) fn container(id: &str) -> Option<Container> {
    let id = id.to_ascii_lowercase();
    let under = |name: &str| {
        id == name
            || id
                .strip_prefix(name)
                .is_some_and(|rest| rest.starts_with('.'))
    };
    if under("autofac") {
        Some(Container::Autofac)
    } else if [
        "microsoft.extensions.dependencyinjection",
        "microsoft.extensions.hosting",
        "microsoft.extensions.http",
        "microsoft.extensions.options",
        "microsoft.aspnetcore",
    ]
    .into_iter()
    .any(under)
    {
        Some(Container::Microsoft)
    } else {
        None
    }
}

/// Whether a package is a container that isn't written for here.
pub(super) fn is_other_container(id: &str) -> bool {
    let id = id.to_ascii_lowercase();
    OTHER_CONTAINERS.iter().any(|name| {
        id == *name
            || id
                .strip_prefix(name)
                .is_some_and(|rest| rest.starts_with('.'))
    })
}

/// One line of a `packages.config`: id, version, whether it is for development only.
pub(super) fn from_config(root: &Element) -> Vec<(String, Option<String>, bool)> {
    root.named("package")
        .filter_map(|package| {
            let id = package.attribute("id")?.trim();
            let private = package
                .attribute("developmentDependency")
                .is_some_and(|value| value.eq_ignore_ascii_case("true"));
            let version = package
                .attribute("version")
                .map(|text| text.trim().to_owned());
            (!id.is_empty()).then(|| (id.to_owned(), version, private))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_name_the_test_framework() {
        for (id, expected) in [
            ("xunit", Some(TestFramework::XunitV2)),
            ("xUnit.Assert", Some(TestFramework::XunitV2)),
            ("xunit.v3", Some(TestFramework::XunitV3)),
            ("xunit.v3.extensibility.core", Some(TestFramework::XunitV3)),
            ("xunit.runner.visualstudio", None),
            ("xunit.analyzers", None),
            ("NUnit", Some(TestFramework::NUnit)),
            ("nunit.framework", Some(TestFramework::NUnit)),
            ("NUnit3TestAdapter", None),
            ("MSTest", Some(TestFramework::MSTest)),
            ("MSTest.TestFramework", Some(TestFramework::MSTest)),
            ("TUnit", Some(TestFramework::TUnit)),
            ("NUnitTestHelper", None),
            ("Newtonsoft.Json", None),
        ] {
            assert_eq!(test_framework(id), expected, "{id}");
        }
    }

    #[test]
    fn packages_name_the_container() {
        assert_eq!(
            container("Autofac.Extensions.DependencyInjection"),
            Some(Container::Autofac)
        );
        assert_eq!(
            container("Microsoft.Extensions.Hosting.Abstractions"),
            Some(Container::Microsoft)
        );
        assert_eq!(container("Microsoft.Extensions.Logging"), None);
        assert!(is_other_container("DryIoc.dll"));
        assert!(!is_other_container("Unity3D"));
    }
}
