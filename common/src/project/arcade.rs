//! What the build SDK of the .NET repositories sets (`Microsoft.DotNet.Arcade.Sdk`): names of target frameworks,
//! the repository's versions, tests by the names of their projects. Data and a few properties; imports nothing.

use super::evaluation::Evaluation;
use super::functions::version;
use super::json;
use super::scope::Scope;
use crate::source::SourcePath;

/// The SDK's name.
pub(super) const SDK: &str = "Microsoft.DotNet.Arcade.Sdk";

/// The folders of the repository; its file of versions, which the SDK imports next.
pub(super) fn layout(scope: &mut Scope<'_>) -> Option<SourcePath> {
    let folder = scope.location.folder_of(&scope.project);
    let global = scope.file_above("global.json", &folder)?;
    let root = scope.location.folder_of(&global);
    scope.set_default("RepoRoot", &format!("{root}/"));
    scope.set(
        "RepositoryEngineeringDir",
        format!("{root}/eng/").as_str().into(),
    );
    scope.set(
        "VersionsPropsPath",
        format!("{root}/eng/Versions.props").as_str().into(),
    );
    scope.set_default("ArtifactsDir", &format!("{root}/artifacts/"));
    let text = scope.files.read(&global).unwrap_or_default();
    if let Some([major, ..]) = json::sdk_version(&text, SDK).as_deref().and_then(version) {
        frameworks(scope, major);
    }
    Some(global.join_from_folder("eng/Versions.props"))
}

/// The SDK goes with one release of .NET and names those that are supported beside it.
fn frameworks(scope: &mut Scope<'_>, major: u64) {
    // Even releases are supported for three years, odd ones for less than two.
    let minimum = if major.is_multiple_of(2) {
        major.saturating_sub(2)
    } else {
        major - 1
    };
    let previous = major.saturating_sub(1);
    let previous = if previous == minimum {
        String::new()
    } else {
        format!("net{previous}.0")
    };
    for (property, value) in [
        ("NetCurrent", format!("net{major}.0")),
        ("NetPrevious", previous),
        ("NetMinimum", format!("net{minimum}.0")),
        ("NetToolCurrent", format!("net{major}.0")),
        ("NetFrameworkCurrent", "net481".to_owned()),
        ("NetFrameworkMinimum", "net462".to_owned()),
        ("NetFrameworkToolCurrent", "net472".to_owned()),
    ] {
        scope.set(property, value.as_str().into());
    }
}

/// Projects are tests by their names.
pub(super) fn defaults(scope: &mut Scope<'_>) {
    if scope.is_true("DisableArcadeTestFramework") {
        return;
    }
    let name = scope.property("MSBuildProjectName").text;
    let mut test = false;
    for (property, ends) in [
        ("IsPerformanceTestProject", [".PerformanceTests"].as_slice()),
        ("IsIntegrationTestProject", &[".IntegrationTests"]),
        ("IsUnitTestProject", &[".UnitTests", ".Tests"]),
    ] {
        let by_name = ends.iter().any(|end| name.ends_with(end));
        scope.set_default(property, if by_name { "true" } else { "false" });
        test |= scope.is_true(property);
    }
    scope.set("IsTestProject", if test { "true" } else { "false" }.into());
    scope.set_default("TestRunnerName", "XUnit");
}

/// The test framework's package that a project of tests gets.
pub(super) fn test_package(evaluation: &Evaluation<'_>) -> Option<&'static str> {
    let scope = &evaluation.scope;
    let applies = evaluation.has_sdk(SDK)
        && scope.is_true("IsTestProject")
        && !scope.is_true("DisableArcadeTestFramework");
    if !applies {
        return None;
    }
    match scope.decide("TestRunnerName").to_ascii_lowercase().as_str() {
        "xunit" => Some("xunit"),
        "xunitv3" => Some("xunit.v3"),
        "mstest" => Some("MSTest.TestFramework"),
        "nunit" => Some("NUnit"),
        _ => None,
    }
}
