//! Whole projects from files in memory.

use super::testing::Files;
use super::*;

mod hostile;

fn project(files: &[(&str, &str)]) -> Project {
    evaluate(&SourcePath::new(files[0].0), &Files::new(files), &[]).unwrap()
}

fn sdk(body: &str) -> String {
    format!("<Project Sdk='Microsoft.NET.Sdk'>{body}</Project>")
}

fn compiled(project: &Project, path: &str) -> bool {
    project.compiles(&SourcePath::new(path), &ProjectFolders::default())
}

fn usings(project: &Project) -> Vec<&str> {
    project.targets[0]
        .global_usings
        .iter()
        .map(|using| using.name.as_str())
        .collect()
}

#[test]
fn an_sdk_project_has_the_defaults_of_its_sdk() {
    let body = sdk(
        "<PropertyGroup><TargetFramework>net8.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings></PropertyGroup>",
    );
    let project = project(&[("src/My App/My App.csproj", &body)]);
    assert_eq!(
        (
            project.assembly_name.as_str(),
            project.root_namespace.as_str()
        ),
        ("My App", "My_App")
    );
    assert_eq!(
        (project.style, project.output, project.role),
        (Style::Sdk, OutputKind::Library, Role::Production)
    );
    assert_eq!(project.target_frameworks(), ["net8.0"]);
    assert!(
        project.implicit_usings() && project.has_time_provider() && project.generate_assembly_info
    );
    assert_eq!(usings(&project).len(), 7);
    assert_eq!(project.language(), LanguageVersion::new(12, 0));
    assert!(
        project.targets[0].defines.contains("NET8_0_OR_GREATER")
            && project.targets[0].defines.contains("DEBUG")
    );
    assert!(compiled(&project, "src/My App/a/B.cs"));
    assert!(!compiled(&project, "src/My App/obj/B.cs") && !compiled(&project, "src/Other/B.cs"));
    assert_eq!(project.notes, []);
}

#[test]
fn the_folders_files_come_before_and_after_the_project() {
    let project = project(&[
        (
            "src/A/A.csproj",
            &sdk(
                "<PropertyGroup><Nullable>disable</Nullable><B>$(A)-b</B></PropertyGroup><ItemGroup><PackageReference Include='P'/></ItemGroup>",
            ),
        ),
        (
            "src/Directory.Build.props",
            "<Project><PropertyGroup><TargetFramework>net6.0</TargetFramework><Nullable>enable</Nullable><A>a</A></PropertyGroup></Project>",
        ),
        (
            "Directory.Build.props",
            "<Project><PropertyGroup><Nullable>warnings</Nullable><TargetFramework>net5.0</TargetFramework></PropertyGroup></Project>",
        ),
        (
            "src/Directory.Build.targets",
            "<Project><PropertyGroup><AssemblyName>$(B)$(TargetFrameworkIdentifier)</AssemblyName></PropertyGroup></Project>",
        ),
        (
            "Directory.Packages.props",
            "<Project><PropertyGroup><ManagePackageVersionsCentrally>true</ManagePackageVersionsCentrally></PropertyGroup><ItemGroup><PackageVersion Include='p' Version='1.2'/></ItemGroup></Project>",
        ),
    ]);
    assert_eq!(project.assembly_name, "a-b.NETCoreApp");
    assert_eq!(project.targets[0].nullable, Nullable::Disable);
    assert_eq!(project.target_frameworks(), ["net6.0"]);
    assert_eq!(project.packages[0].version.as_deref(), Some("1.2"));
    let central = project.central_packages.unwrap();
    assert_eq!(
        central.path,
        Some(SourcePath::new("Directory.Packages.props"))
    );
    assert_eq!(project.imports.len(), 3);
    assert_eq!(project.notes, []);
}

#[test]
fn folders_files_chain_upwards_by_import() {
    let project = project(&[
        ("src/A/A.csproj", &sdk("")),
        (
            "src/Directory.Build.props",
            "<Project><Import Project=\"$([MSBuild]::GetPathOfFileAbove('Directory.Build.props', '$(MSBuildThisFileDirectory)../'))\" /><PropertyGroup><RootNamespace>$(Company).A</RootNamespace></PropertyGroup></Project>",
        ),
        (
            "../Directory.Build.props",
            "<Project><PropertyGroup><Company>C</Company><TargetFramework>net8.0</TargetFramework></PropertyGroup></Project>",
        ),
    ]);
    assert_eq!(project.root_namespace, "C.A");
    assert!(
        project
            .imports
            .contains(&SourcePath::new("../Directory.Build.props"))
    );
}

#[test]
fn folders_files_chain_upwards_by_the_names_of_their_files() {
    let project = project(&[
        (
            "src/A/A.csproj",
            &sdk(
                "<PropertyGroup><Own Condition=\"Exists('own.txt')\">x</Own><AssemblyName>$(Company)$(Own)</AssemblyName></PropertyGroup>",
            ),
        ),
        ("src/A/own.txt", ""),
        (
            "src/Directory.Build.props",
            "<Project><Import Project='../$(_DirectoryBuildPropsFile)' Condition=\"Exists('../$(_DirectoryBuildPropsFile)')\" /></Project>",
        ),
        (
            "Directory.Build.props",
            "<Project><PropertyGroup><Company>C</Company><TargetFramework>net8.0</TargetFramework></PropertyGroup></Project>",
        ),
    ]);
    assert_eq!(project.assembly_name, "Cx");
    assert_eq!(project.notes, []);
}

#[test]
fn each_target_has_its_own_items() {
    let body = sdk(
        "<PropertyGroup><TargetFrameworks>netstandard2.0; net8.0;net472</TargetFrameworks><LangVersion Condition=\"'$(TargetFramework)' == 'net8.0'\">latest</LangVersion></PropertyGroup>\
        <ItemGroup Condition=\"'$(TargetFramework)' != 'net8.0'\"><PackageReference Include='Microsoft.Bcl.TimeProvider' Version='8.0.0'/><Compile Remove='Modern/**'/></ItemGroup>\
        <ItemGroup Condition=\"$([MSBuild]::GetTargetFrameworkIdentifier('$(TargetFramework)')) == '.NETFramework'\"><Reference Include='System.Web, Version=4.0'/></ItemGroup>",
    );
    let project = project(&[("A.csproj", &body)]);
    assert_eq!(
        project.target_frameworks(),
        ["netstandard2.0", "net8.0", "net472"]
    );
    assert_eq!(
        project
            .package("microsoft.bcl.timeprovider")
            .unwrap()
            .on
            .iter()
            .collect::<Vec<_>>(),
        [0, 2]
    );
    assert_eq!(
        project
            .compiled_by(&SourcePath::new("Modern/A.cs"), &ProjectFolders::default())
            .iter()
            .collect::<Vec<_>>(),
        [1]
    );
    assert_eq!(project.language(), LanguageVersion::CSHARP_7_3);
    assert!(!project.has_time_provider());
    assert!(project.assemblies.contains("System.Web"));
    assert_eq!(project.notes, []);
}

#[test]
fn using_items_add_to_the_sdks_and_take_away() {
    let body = "<Project Sdk='Microsoft.NET.Sdk.Web'><PropertyGroup><TargetFramework>net8.0</TargetFramework><ImplicitUsings>true</ImplicitUsings></PropertyGroup>\
        <ItemGroup><Using Remove='System.IO'/><Using Include='System.Math' Static='true'/><Using Include='System.IO.File' Alias='F'/></ItemGroup></Project>";
    let project = project(&[
        ("A.csproj", body),
        (
            "Directory.Build.props",
            "<Project><ItemGroup><Using Remove='System.Linq'/></ItemGroup></Project>",
        ),
    ]);
    let usings = usings(&project);
    assert!(usings.contains(&"Microsoft.AspNetCore.Http") && !usings.contains(&"System.IO"));
    // The SDK's own come after those of the folder's properties.
    assert!(usings.contains(&"System.Linq"));
    assert!(
        project.targets[0]
            .global_usings
            .iter()
            .any(|using| using.kind == UsingKind::Static)
    );
    assert!(
        project.targets[0]
            .global_usings
            .iter()
            .any(|using| using.kind == UsingKind::Alias("F".to_owned()))
    );
    assert_eq!(project.output, OutputKind::Executable);
    assert_eq!(project.container, Some(Container::Microsoft));
}

#[test]
fn flavours_change_the_implicit_usings() {
    let with = |properties: &str, items: &str| {
        let body = sdk(&format!(
            "<PropertyGroup><TargetFramework>net8.0-windows</TargetFramework><ImplicitUsings>enable</ImplicitUsings>{properties}</PropertyGroup><ItemGroup>{items}</ItemGroup>"
        ));
        let project = project(&[("A.csproj", &body)]);
        usings(&project).join(" ")
    };
    assert!(!with("<UseWPF>true</UseWPF>", "").contains("System.IO"));
    assert!(
        with("<UseWindowsForms>true</UseWindowsForms>", "")
            .ends_with("System.Drawing System.Windows.Forms")
    );
    assert!(
        with("", "<PackageReference Include='TUnit'/>").contains("TUnit.Assertions.Extensions")
    );
    assert!(!with("", "").contains("TUnit"));
    for (version, brings) in [("3.2.0", false), ("3.10.1", true), ("4.*", true)] {
        let package =
            format!("<PackageReference Include='MSTest.TestFramework' Version='{version}'/>");
        assert_eq!(
            with("", &package).contains("UnitTesting"),
            brings,
            "{version}"
        );
    }
    assert_eq!(
        with(
            "<ImplicitUsings>disable</ImplicitUsings>",
            "<Using Include='A'/>"
        ),
        "A"
    );
}

#[test]
fn old_projects_list_their_files() {
    let project = project(&[
        (
            "src/Old.csproj",
            "<?xml version=\"1.0\" encoding=\"utf-8\"?><Project ToolsVersion='15.0' xmlns='http://schemas.microsoft.com/developer/msbuild/2003'>\
            <Import Project='$(MSBuildExtensionsPath)\\$(MSBuildToolsVersion)\\Microsoft.Common.props' Condition=\"Exists('$(MSBuildExtensionsPath)\\$(MSBuildToolsVersion)\\Microsoft.Common.props')\" />\
            <PropertyGroup><Configuration Condition=\" '$(Configuration)' == '' \">Debug</Configuration><OutputType>WinExe</OutputType><TargetFrameworkVersion>v4.7.2</TargetFrameworkVersion></PropertyGroup>\
            <PropertyGroup Condition=\" '$(Configuration)|$(Platform)' == 'Debug|AnyCPU' \"><DefineConstants>DEBUG;TRACE</DefineConstants></PropertyGroup>\
            <ItemGroup><Compile Include='A.cs'/><Compile Include='Properties\\AssemblyInfo.cs'/><Compile Include='..\\Shared\\S.cs'><Link>S.cs</Link></Compile></ItemGroup>\
            <Import Project='$(MSBuildToolsPath)\\Microsoft.CSharp.targets' /></Project>",
        ),
        (
            "src/packages.config",
            "<packages><package id='NUnit' version='3.1'/><package id='X' version='1' developmentDependency='true'/></packages>",
        ),
        (
            "Directory.Build.targets",
            "<Project><PropertyGroup><Nullable>enable</Nullable></PropertyGroup></Project>",
        ),
    ]);
    assert_eq!(
        (project.style, project.output),
        (Style::Legacy, OutputKind::Executable)
    );
    assert_eq!(project.target_frameworks(), ["net472"]);
    assert!(
        compiled(&project, "src/A.cs")
            && compiled(&project, "Shared/S.cs")
            && compiled(&project, "src/properties/assemblyinfo.cs")
    );
    assert!(!compiled(&project, "src/B.cs"));
    assert_eq!(
        project
            .packages
            .iter()
            .map(|package| package.id.as_str())
            .collect::<Vec<_>>(),
        ["NUnit", "X"]
    );
    assert_eq!(
        (project.role, project.test_framework),
        (Role::Test, Some(TestFramework::NUnit))
    );
    assert_eq!(project.targets[0].nullable, Nullable::Enable);
    assert!(!project.targets[0].defines.contains("NETFRAMEWORK"));
    assert_eq!(project.notes, []);
}

#[test]
fn shared_items_are_imported() {
    let project = project(&[
        (
            "App/App.csproj",
            &sdk(
                "<PropertyGroup><TargetFramework>net8.0</TargetFramework></PropertyGroup><Import Project='..\\Shared\\Shared.projitems' Label='Shared' />",
            ),
        ),
        (
            "Shared/Shared.projitems",
            "<Project><ItemGroup><Compile Include='$(MSBuildThisFileDirectory)S.cs' /></ItemGroup></Project>",
        ),
    ]);
    assert!(compiled(&project, "Shared/S.cs"));
    assert_eq!(
        project
            .named_sources()
            .into_iter()
            .map(|path| path.to_string())
            .collect::<Vec<_>>(),
        ["Shared/S.cs"]
    );
}

#[test]
fn tests_are_known_by_package_property_or_import() {
    let role = |body: &str, props: &str| {
        let project = project(&[
            ("t/T.csproj", &sdk(body)),
            (
                "t/Directory.Build.props",
                &format!("<Project>{props}</Project>"),
            ),
        ]);
        (project.role, project.test_framework)
    };
    let package = |id: &str| format!("<ItemGroup><PackageReference Include='{id}'/></ItemGroup>");
    assert_eq!(role("", ""), (Role::Production, None));
    assert_eq!(
        role(&package("Microsoft.NET.Test.Sdk"), ""),
        (Role::Test, None)
    );
    assert_eq!(
        role("", &package("xunit.v3")),
        (Role::Test, Some(TestFramework::XunitV3))
    );
    assert_eq!(
        role(
            "",
            "<PropertyGroup><IsTestProject>true</IsTestProject></PropertyGroup>"
        ),
        (Role::Test, None)
    );
    assert_eq!(
        role("", &package("MSTest")),
        (Role::Test, Some(TestFramework::MSTest))
    );
    let no_tests = "<PropertyGroup><IsTestProject>false</IsTestProject></PropertyGroup>";
    assert_eq!(role(&package("xunit"), no_tests).0, Role::Production);
    let no_package =
        format!("{no_tests}<PropertyGroup><IsPackable>false</IsPackable></PropertyGroup>");
    assert_eq!(role(&package("xunit"), &no_package).0, Role::Test);
    assert_eq!(
        role(&package("Newtonsoft.Json"), ""),
        (Role::Production, None)
    );
}

#[test]
fn references_are_normalised() {
    let body = sdk(
        "<ItemGroup><ProjectReference Include='..\\B\\B.csproj;../C/C.csproj'/><ProjectReference Include='..\\..\\G\\G.csproj' OutputItemType='Analyzer' ReferenceOutputAssembly='false'/><ProjectReference Include='..\\plugins\\**\\*.csproj'/></ItemGroup>",
    );
    let project = project(&[("src/A/A.csproj", &body)]);
    let shown: Vec<_> = project
        .references
        .iter()
        .map(|reference| (reference.path.as_str(), reference.kind))
        .collect();
    assert_eq!(
        shown,
        [
            ("G/G.csproj", ReferenceKind::BuildOnly),
            ("src/B/B.csproj", ReferenceKind::Code),
            ("src/C/C.csproj", ReferenceKind::Code)
        ]
    );
    assert_eq!(project.reference_patterns, ["src/plugins/**/*.csproj"]);
}

#[test]
fn friends_come_with_their_keys() {
    let body = sdk(
        "<ItemGroup><InternalsVisibleTo Include='$(AssemblyName).Tests' Key='0024'/><AssemblyAttribute Include='System.Runtime.CompilerServices.InternalsVisibleTo'><_Parameter1>DynamicProxyGenAssembly2, PublicKey=0011</_Parameter1></AssemblyAttribute></ItemGroup>",
    );
    let project = project(&[("A.csproj", &body)]);
    let shown: Vec<_> = project
        .internals_visible_to
        .iter()
        .map(|friend| (friend.assembly.as_str(), friend.key.as_deref()))
        .collect();
    assert_eq!(
        shown,
        [
            ("A.Tests", Some("0024")),
            ("DynamicProxyGenAssembly2", Some("0011"))
        ]
    );
}

#[test]
fn choose_takes_the_first_that_holds() {
    let body = sdk(
        "<Choose><When Condition=\"'$(MSBuildProjectName)' == 'B'\"><PropertyGroup><AssemblyName>x</AssemblyName></PropertyGroup></When><When Condition='true'><PropertyGroup><AssemblyName>y</AssemblyName></PropertyGroup><ItemGroup><Compile Remove='*.cs'/></ItemGroup></When><Otherwise><PropertyGroup><AssemblyName>z</AssemblyName></PropertyGroup></Otherwise></Choose>",
    );
    let project = project(&[("A.csproj", &body)]);
    assert_eq!(project.assembly_name, "y");
    assert!(!compiled(&project, "A.cs") && compiled(&project, "x/A.cs"));
}

#[test]
fn what_matters_and_is_unknown_is_noted_once_and_what_does_not_is_not() {
    let body = sdk(
        "<PropertyGroup>\n<Copyright>$([System.DateTime]::Now.Year)</Copyright>\n<X>$([System.Guid]::NewGuid())</X>\n</PropertyGroup>\n<ItemGroup Condition=\"'$(X)' == 'a'\"><Compile Remove='A.cs'/></ItemGroup><Import Project='missing.props'/>",
    );
    let project = project(&[("A.csproj", &body)]);
    let shown: Vec<_> = project
        .notes
        .iter()
        .map(|note| (note.line, note.kind))
        .collect();
    assert_eq!(
        shown,
        [
            (1, NoteKind::Framework),
            (3, NoteKind::Expression),
            (5, NoteKind::ImportNotFound)
        ]
    );
    assert!(compiled(&project, "A.cs"));
}

#[test]
fn what_is_no_project_is_an_error_with_its_line() {
    let error = |text: &str| {
        let files = Files::new(&[("A.csproj", text)]);
        evaluate(&SourcePath::new("A.csproj"), &files, &[]).unwrap_err()
    };
    assert_eq!(error("<Project>\n</A>").line, Some(2));
    assert_eq!(error("{}").line, Some(1));
    assert_eq!(
        error("<Solution/>").kind,
        ProjectErrorKind::NotAProject("Solution".to_owned())
    );
    let missing = evaluate(&SourcePath::new("B.csproj"), &Files::new(&[]), &[]).unwrap_err();
    assert_eq!(missing.kind, ProjectErrorKind::NotFound);
}

#[test]
fn arcade_names_frameworks_and_tests() {
    let files = |name: &'static str| {
        [
            (
                name,
                "<Project Sdk='Microsoft.NET.Sdk'><PropertyGroup><TargetFrameworks>$(NetCurrent);$(NetMinimum);$(Extra)</TargetFrameworks></PropertyGroup></Project>",
            ),
            (
                "Directory.Build.props",
                "<Project><Import Project='Sdk.props' Sdk='Microsoft.DotNet.Arcade.Sdk' /></Project>",
            ),
            (
                "eng/Versions.props",
                "<Project><PropertyGroup><Extra>net481</Extra></PropertyGroup></Project>",
            ),
            (
                "global.json",
                r#"{"msbuild-sdks": {"Microsoft.DotNet.Arcade.Sdk": "10.0.0-beta.25123.1"}}"#,
            ),
        ]
    };
    let product = project(&files("src/A/A.csproj"));
    assert_eq!(product.target_frameworks(), ["net10.0", "net8.0", "net481"]);
    assert_eq!((product.role, product.notes.len()), (Role::Production, 0));
    let tests = project(&files("test/A.Tests/A.Tests.csproj"));
    assert_eq!(
        (tests.role, tests.test_framework),
        (Role::Test, Some(TestFramework::XunitV2))
    );
}

#[test]
fn the_output_folder_has_its_name_before_the_project_says_anything() {
    let project = project(&[(
        "App.csproj",
        &sdk(
            "<PropertyGroup><TargetFramework>net8.0</TargetFramework></PropertyGroup><ItemGroup><Compile Remove='$(BaseIntermediateOutputPath)**'/></ItemGroup>",
        ),
    )]);
    let folders = ProjectFolders::new(&[]);
    for (path, expected) in [("A.cs", true), ("obj/A.cs", false)] {
        assert_eq!(project.compiles(&SourcePath::new(path), &folders), expected);
    }
}

#[test]
fn a_project_above_the_root_compiles_files_below_it() {
    let project = project(&[(
        "../App.csproj",
        &sdk(
            "<PropertyGroup><TargetFramework>net8.0</TargetFramework></PropertyGroup><ItemGroup><Compile Remove='**/Old/*.cs'/></ItemGroup>",
        ),
    )]);
    let others = [SourcePath::new("Other/O.csproj")];
    let folders = ProjectFolders::new(&others);
    for (path, expected) in [
        ("A.cs", true),
        ("../B.cs", true),
        ("x/Old/C.cs", false),
        ("Other/D.cs", false),
        ("../../E.cs", false),
    ] {
        assert_eq!(
            project.compiles(&SourcePath::new(path), &folders),
            expected,
            "{path}"
        );
    }
}

#[test]
fn the_nearest_solution_gives_the_solution_folder() {
    let project = project(&[
        (
            "src/A/A.csproj",
            &sdk(
                "<PropertyGroup><TargetFramework>net8.0</TargetFramework></PropertyGroup><Import Project='$(SolutionDir)common.props'/>",
            ),
        ),
        ("src/Shop.sln", ""),
        (
            "src/common.props",
            "<Project><PropertyGroup><AssemblyName>x</AssemblyName></PropertyGroup></Project>",
        ),
    ]);
    assert_eq!(
        (project.assembly_name.as_str(), project.notes.len()),
        ("x", 0)
    );
}
