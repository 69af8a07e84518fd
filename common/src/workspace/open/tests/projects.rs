//! What projects and solutions bring into scope.

use super::*;

const SDK: &str = "<Project Sdk='Microsoft.NET.Sdk'><PropertyGroup><TargetFramework>net8.0</TargetFramework></PropertyGroup></Project>";
const TESTS: &str = "<Project Sdk='Microsoft.NET.Sdk'><ItemGroup><PackageReference Include='xunit' Version='2.9.0'/>\
    <PackageReference Include='Microsoft.NET.Test.Sdk' Version='17.0.0'/></ItemGroup></Project>";

fn sdk_with(items: &str) -> String {
    format!(
        "<Project Sdk='Microsoft.NET.Sdk'><PropertyGroup><TargetFramework>net8.0</TargetFramework></PropertyGroup>\
         <ItemGroup>{items}</ItemGroup></Project>"
    )
}

fn sln(projects: &[&str]) -> String {
    let list = |project: &&str| {
        format!(
            "Project(\"{{X}}\") = \"P\", \"{project}\", \"{{Y}}\"
EndProject
"
        )
    };
    let projects: Vec<String> = projects.iter().map(list).collect();
    format!(
        "Microsoft Visual Studio Solution File, Format Version 12.00
{}",
        projects.concat()
    )
}

/// Each file: in scope `+`, there for its names `.`; then its project.
fn shown(workspace: &Workspace) -> Vec<String> {
    let line = |file: &WorkspaceFile| {
        let project = file.project.map_or("", |index| {
            let project = &workspace.projects()[index].project;
            project.path.file_name().strip_suffix(".csproj").unwrap()
        });
        format!(
            "{}{} {project}",
            if file.in_scope { "+" } else { "." },
            file.path
        )
    };
    workspace.files().iter().map(line).collect()
}

#[track_caller]
fn check(workspace: &Workspace, expected: &[&str]) {
    assert_eq!(shown(workspace), expected);
}

fn troubles(workspace: &Workspace) -> Vec<String> {
    let incomplete = workspace.incomplete().iter();
    incomplete
        .map(|trouble| format!("{} {} {}", trouble.path, trouble.reason, trouble.detail))
        .collect()
}

fn open_one(folder: &tempfile::TempDir, scope: &str) -> Workspace {
    open(folder, &[scope], &WorkspaceOptions::default())
}

#[test]
fn a_project_is_what_it_compiles() {
    let project = sdk_with(
        "<Compile Remove='Old/**'/><Compile Include='../Shared/S.cs' Link='S.cs'/><Compile Include='Gone.cs'/>",
    );
    let folder = tree(&[
        ("r/App/App.csproj", &project),
        ("r/App/A.cs", ""),
        ("r/App/Old/O.cs", ""),
        ("r/App/obj/G.cs", ""),
        ("r/App/Nested/N.csproj", SDK),
        ("r/App/Nested/N.cs", ""),
        ("r/App/Nested/obj/N.cs", ""),
        ("r/App/Nested/N.razor", ""),
        ("r/App/A.razor", ""),
        ("r/Shared/S.cs", ""),
        ("r/Shared/T.cs", ""),
    ]);
    let workspace = open_one(&folder, "r/App/App.csproj");
    // The root is wide enough for the linked file.
    assert_eq!(
        workspace.folder().disk(),
        folder.path().canonicalize().unwrap().join("r")
    );
    check(&workspace, &["+App/A.cs App", "+Shared/S.cs App"]);
    assert_eq!(
        workspace.coverage().excluded[&ExclusionReason::BuildOutput],
        1
    );
    assert_eq!(workspace.coverage().not_read.values().sum::<usize>(), 1);
    assert_eq!(
        troubles(&workspace),
        ["App/Gone.cs missing-file named by `App.csproj`"]
    );
    assert!(workspace.compiles(0, &SourcePath::new("App/New.cs")));
    assert!(!workspace.compiles(0, &SourcePath::new("App/Old/New.cs")));
    assert!(!workspace.compiles(0, &SourcePath::new("App/Nested/New.cs")));
    assert_eq!(
        workspace.projects()[0].project.path.as_str(),
        "App/App.csproj"
    );
}

#[test]
fn a_folder_inside_a_project_brings_the_rest_of_it_and_what_it_refers_to() {
    let app = sdk_with("<ProjectReference Include='..\\Core\\Core.csproj'/>");
    let core = sdk_with("<ProjectReference Include='../Base/Base.csproj'/>");
    let folder = tree(&[
        ("App/App.csproj", &app),
        ("App/A.cs", ""),
        ("App/Sub/B.cs", ""),
        ("Core/Core.csproj", &core),
        ("Core/C.cs", ""),
        ("Base/Base.csproj", SDK),
        ("Base/D.cs", ""),
        ("Other/Other.csproj", SDK),
        ("Other/O.cs", ""),
        ("Tests/Tests.csproj", TESTS),
        ("Tests/T.cs", ""),
    ]);
    let expected = [
        "../../Base/D.cs Base",
        "../../Core/C.cs Core",
        "../A.cs App",
        "B.cs App",
    ];
    let workspace = open_one(&folder, "App/Sub");
    check(
        &workspace,
        &expected
            .map(|line| {
                if line.starts_with('.') {
                    format!(".{line}")
                } else {
                    format!("+{line}")
                }
            })
            .each_ref()
            .map(String::as_str),
    );
    let projects: Vec<(&str, bool)> = workspace
        .projects()
        .iter()
        .map(|project| (project.project.path.as_str(), project.in_scope))
        .collect();
    assert_eq!(
        projects,
        [
            ("../../Base/Base.csproj", false),
            ("../../Core/Core.csproj", false),
            ("../App.csproj", true)
        ]
    );
    assert_eq!(
        workspace.projects()[1].project.references[0].path.as_str(),
        "../../Base/Base.csproj"
    );
    assert!(workspace.compiles(2, &SourcePath::new("New.cs")));
    // The same for a file.
    let file = open_one(&folder, "App/Sub/B.cs");
    assert_eq!(shown(&file), shown(&workspace));
}

#[test]
fn test_projects_are_known_by_what_they_say_and_not_by_their_names() {
    let folder = tree(&[
        ("TestServer/TestServer.csproj", SDK),
        ("TestServer/tests/A.cs", ""),
        ("Checks/Checks.csproj", TESTS),
        ("Checks/B.cs", ""),
        ("loose/tests/C.cs", ""),
        ("loose/D.cs", ""),
    ]);
    let workspace = open_one(&folder, ".");
    check(
        &workspace,
        &["+TestServer/tests/A.cs TestServer", "+loose/D.cs "],
    );
    assert_eq!(workspace.coverage().excluded[&ExclusionReason::Test], 2);
    let all = WorkspaceOptions {
        include_tests: true,
        ..WorkspaceOptions::default()
    };
    let workspace = open(&folder, &["."], &all);
    let tests: Vec<&str> = workspace
        .files()
        .iter()
        .filter(|file| file.role == ProjectRole::Test)
        .map(|file| file.path.as_str())
        .collect();
    assert_eq!(tests, ["Checks/B.cs", "loose/tests/C.cs"]);
}

#[test]
fn a_file_that_both_ship_and_test_compile_ships() {
    let tests = TESTS.replace(
        "</ItemGroup>",
        "<Compile Include='../App/A.cs'/></ItemGroup>",
    );
    let folder = tree(&[
        ("A/T.csproj", &tests),
        ("App/App.csproj", SDK),
        ("App/A.cs", ""),
    ]);
    check(&open_one(&folder, "."), &["+App/A.cs App"]);
}

#[test]
fn a_file_that_only_tests_compile_is_test_code() {
    let tests = TESTS.replace(
        "</ItemGroup>",
        "<Compile Include='../shared/A.cs'/></ItemGroup>",
    );
    let folder = tree(&[("T/T.csproj", &tests), ("shared/A.cs", "")]);
    let workspace = open_one(&folder, ".");
    assert_eq!(workspace.coverage().excluded[&ExclusionReason::Test], 1);
}

#[test]
fn solutions_are_their_projects() {
    let files = |solution: &'static str, text: String| {
        tree(&[
            (solution, &text),
            ("r/A/A.csproj", SDK),
            ("r/A/A.cs", ""),
            ("r/B/B.csproj", SDK),
            ("r/B/B.cs", ""),
            ("r/C/C.csproj", SDK),
            ("r/C/C.cs", ""),
            ("r/F/F.fsproj", ""),
            ("r/F/F.fs", ""),
            ("r/s/All.sln", &sln(&["..\\A\\A.csproj", "..\\B\\B.csproj"])),
        ])
    };
    let folder = files(
        "r/All.sln",
        sln(&[
            "A\\A.csproj",
            "B\\B.csproj",
            "F\\F.fsproj",
            "Gone\\Gone.csproj",
        ]),
    );
    let workspace = open_one(&folder, "r/All.sln");
    check(&workspace, &["+A/A.cs A", "+B/B.cs B"]);
    assert_eq!(
        troubles(&workspace),
        ["Gone/Gone.csproj missing-file no such project"]
    );
    assert_eq!(workspace.coverage().not_read.values().sum::<usize>(), 1);
    // One that lies beside its projects.
    let workspace = open_one(&folder, "r/s/All.sln");
    check(&workspace, &["+A/A.cs A", "+B/B.cs B"]);
    let slnx = "<Solution><Project Path='A/A.csproj'/><Project Path='C/C.csproj'/></Solution>";
    let workspace = open_one(&files("r/All.slnx", slnx.to_owned()), "r/All.slnx");
    check(&workspace, &["+A/A.cs A", "+C/C.cs C"]);
    let slnf = r#"{"solution": {"path": "s/All.sln", "projects": ["..\\B\\B.csproj"]}}"#;
    let workspace = open_one(&files("r/Some.slnf", slnf.to_owned()), "r/Some.slnf");
    check(&workspace, &["+B/B.cs B"]);
}

#[test]
fn a_solution_that_is_none_stops_the_run() {
    let folder = tree(&[("A.sln", "hello"), ("A.cs", "")]);
    let error =
        Workspace::open(&[folder.path().join("A.sln")], &WorkspaceOptions::default()).unwrap_err();
    assert!(
        error.to_string().contains("A.sln` isn't a solution file"),
        "{error}"
    );
    assert!(error.hint().is_some());
}

#[test]
fn a_project_that_is_not_understood_is_reported_and_its_folder_taken_as_it_is() {
    let folder = tree(&[
        ("P/P.csproj", "<Project"),
        ("P/A.cs", ""),
        ("P/tests/T.cs", ""),
        ("P/Q/Q.csproj", SDK),
        ("P/Q/Q.cs", ""),
        ("P.csproj", SDK),
    ]);
    for (scope, expected) in [
        ("P/P.csproj", vec!["+A.cs "]),
        ("P", vec!["+A.cs ", "+Q/Q.cs Q"]),
    ] {
        let workspace = open_one(&folder, scope);
        check(&workspace, &expected);
        assert_eq!(workspace.coverage().excluded[&ExclusionReason::Test], 1);
        let troubles = troubles(&workspace);
        assert!(
            troubles[0].starts_with("P.csproj invalid-project"),
            "{troubles:?}"
        );
    }
}

#[test]
fn a_workspace_holds_more_than_the_scope() {
    let folder = tree(&[
        ("r/A/A.csproj", SDK),
        ("r/A/A.cs", ""),
        ("r/T/T.csproj", TESTS),
        ("r/T/T.cs", ""),
        ("r/loose.cs", ""),
        ("other/B.cs", ""),
    ]);
    let options = WorkspaceOptions {
        include_tests: true,
        workspace: Some(folder.path().join("r")),
        ..WorkspaceOptions::default()
    };
    check(
        &open(&folder, &["r/A"], &options),
        &["+A/A.cs A", ".T/T.cs T", ".loose.cs "],
    );
    let outside = Workspace::open(&[folder.path().join("other")], &options).unwrap_err();
    assert!(
        matches!(outside, WorkspaceError::OutsideWorkspace(..)),
        "{outside}"
    );
}

#[test]
fn a_pattern_that_leads_through_the_disk_is_not_walked() {
    let project = sdk_with("<Compile Include='/**/*.cs'/>");
    let folder = tree(&[
        ("r/.git/HEAD", ""),
        ("r/A/A.csproj", &project),
        ("r/A/A.cs", ""),
    ]);
    let workspace = open_one(&folder, "r/A");
    check(&workspace, &["+A.cs A"]);
    assert_eq!(
        troubles(&workspace),
        ["A.csproj not-evaluated sources in `/` are not looked for"]
    );
}

#[test]
fn references_are_found_whatever_their_case_and_by_pattern() {
    let app = sdk_with("<ProjectReference Include='..\\core\\CORE.csproj'/>");
    let all = sdk_with("<ProjectReference Include='../Plug*/**/*.csproj'/>");
    let folder = tree(&[
        ("r/All/All.csproj", &all),
        ("r/App/App.csproj", &app),
        ("r/Core/Core.csproj", SDK),
        ("r/Plugins/a/A.csproj", SDK),
        ("r/Plugins/b/B.csproj", SDK),
    ]);
    let workspace = open_one(&folder, "r");
    assert_eq!(troubles(&workspace), Vec::<String>::new());
    let references: Vec<(&str, Vec<&str>)> = workspace.projects()[..2]
        .iter()
        .map(|project| {
            let to = project
                .project
                .references
                .iter()
                .map(|reference| reference.path.as_str());
            (project.project.path.as_str(), to.collect())
        })
        .collect();
    assert_eq!(
        references,
        [
            (
                "All/All.csproj",
                vec!["Plugins/a/A.csproj", "Plugins/b/B.csproj"]
            ),
            ("App/App.csproj", vec!["Core/Core.csproj"])
        ]
    );
}

#[test]
fn an_interrupted_write_above_the_scope_but_in_its_repository_is_undone_first() {
    let folder = tree(&[("r/.git/HEAD", ""), ("r/a/A.cs", "")]);
    let journal = "seamwright-journal 1\nstate prepare\n";
    let text = format!(
        "{journal}end {}\n",
        crate::hash::ContentHash::of(journal.as_bytes())
    );
    let [inside, outside] = ["r", "."].map(|place| {
        let path = folder
            .path()
            .join(place)
            .join(".seamwright-journal-0000000000000002");
        fs::write(&path, &text).unwrap();
        path
    });
    assert_eq!(open_one(&folder, "r/a").recovered().len(), 1);
    assert!(!inside.exists() && outside.exists());
}

#[test]
fn an_interrupted_write_below_the_scope_is_undone_first() {
    let folder = tree(&[("a/b/A.cs", "old"), ("a/b/.seamwright-lock", "")]);
    let journal = "seamwright-journal 1\nstate prepare\n";
    let end = crate::hash::ContentHash::of(journal.as_bytes());
    let path = folder
        .path()
        .join("a/b/.seamwright-journal-0000000000000001");
    fs::write(&path, format!("{journal}end {end}\n")).unwrap();
    let workspace = open_one(&folder, "a");
    assert_eq!(workspace.recovered().len(), 1);
    assert!(!path.exists());
    assert!(open_one(&folder, "a").recovered().is_empty());
}
