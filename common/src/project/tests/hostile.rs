//! Projects that mean harm, or nothing.

use proptest::prelude::*;

use super::super::testing::Files;
use super::super::*;
use super::{compiled, project, sdk};

#[test]
fn imports_that_go_round_end() {
    let project = project(&[
        (
            "A.csproj",
            &sdk(
                "<Import Project='a.props'/><PropertyGroup><TargetFramework>net8.0</TargetFramework></PropertyGroup>",
            ),
        ),
        (
            "a.props",
            "<Project><Import Project='b.props'/><PropertyGroup><A>$(A)x</A></PropertyGroup></Project>",
        ),
        (
            "b.props",
            "<Project><Import Project='a.props'/><Import Project='A.csproj'/><Import Project='build/*.props'/></Project>",
        ),
        (
            "build/c.props",
            "<Project><PropertyGroup><AssemblyName>c</AssemblyName></PropertyGroup></Project>",
        ),
    ]);
    assert_eq!(
        (project.notes.len(), project.assembly_name.as_str()),
        (0, "c")
    );
    assert_eq!(project.imports.len(), 3);
}

#[test]
fn properties_that_double_stop_at_a_bound() {
    let doubling = "<A>$(A)$(A)</A>".repeat(1000);
    let many: Vec<String> = (0..100_000)
        .map(|at| format!("<P{at}>$(A)</P{at}>"))
        .collect();
    let many = many.concat();
    let body = format!("<PropertyGroup><A>0123456789</A>{doubling}{many}</PropertyGroup>");
    let project = project(&[("A.csproj", &sdk(&body))]);
    assert!(
        project
            .notes
            .iter()
            .any(|note| note.kind == NoteKind::TooComplex)
    );
}

proptest! {
    /// Pieces of projects in any order: whatever comes out, nothing panics, and a file that is named is compiled.
    #[test]
    fn any_project_is_evaluated_or_refused(pieces in proptest::collection::vec(0..PIECES.len(), 0..12), close in any::<bool>()) {
        let mut body: String = pieces.iter().map(|at| PIECES[*at]).collect();
        body.push_str("<ItemGroup><Compile Include='named.cs'/></ItemGroup>");
        let end = if close { "</Project>" } else { "" };
        let text = format!("<Project Sdk='Microsoft.NET.Sdk'>{body}{end}");
        let files = Files::new(&[("A.csproj", &text), ("p.props", "<Project><Import Project='A.csproj'/></Project>")]);
        match evaluate(&SourcePath::new("A.csproj"), &files, &[]) {
            Ok(project) => prop_assert!(compiled(&project, "named.cs")),
            Err(error) => prop_assert!(!close, "{}", error),
        }
    }
}

const PIECES: [&str; 14] = [
    "<PropertyGroup><TargetFrameworks>net8.0;netstandard2.0;$(TargetFrameworks)</TargetFrameworks></PropertyGroup>",
    "<PropertyGroup Condition=\"'$(A)' == '$(B\"><A>$(A)$(A)x</A></PropertyGroup>",
    "<PropertyGroup><A>$(A)$(A)x</A><B>$(A.Substring(1, 2).Split('x')[0])</B></PropertyGroup>",
    "<PropertyGroup><B>$([MSBuild]::NormalizePath($(A), '..', '..', '..', '..'))</B></PropertyGroup>",
    "<ItemGroup><X Include='@(X);$(A);*.cs' Exclude='$(B)'/></ItemGroup>",
    "<ItemGroup><Compile Include='@(X)' Exclude='@(X->\"%(Filename)\")'/><Compile Update='**' Link='%(Filename)'/></ItemGroup>",
    "<ItemGroup><Compile Remove='../**/*.cs;[a]/{b}/**;$(B)/x/**'/></ItemGroup>",
    "<ItemGroup><PackageReference Include='xunit;$(A)' Version='$(B)'/><PackageReference Update='@(PackageReference)'/></ItemGroup>",
    "<ItemGroup><ProjectReference Include='../../../../../../../../../../x.csproj;$(B)'/><Using Include='$(A)'/></ItemGroup>",
    "<Import Project='p.props'/><Import Project='$(A)'/><Import Project='*.props'/>",
    "<Choose><When Condition='$(A.Length) &gt; 8'><PropertyGroup><A></A></PropertyGroup></When><Otherwise/></Choose>",
    "<ImportGroup Condition='!Exists($(B))'><Import Sdk='X' Project='Sdk.targets'/></ImportGroup>",
    "<Target Name='T'><ItemGroup><Compile Remove='**'/></ItemGroup></Target>",
    "<!-- --><PropertyGroup><![CDATA[x]]></PropertyGroup>",
];
