//! Doubles of generated interfaces, compiled and run: they answer as arranged, record calls, throw on the rest.

use crate::harness::{Code, Folder, Options, Program, csharp_or_skip, run};

const USER: &str = "using System;\n\nnamespace Shop\n{\n    public class Host\n    {\n        public string Name() => Environment.MachineName;\n        public string Read(string name) => Environment.GetEnvironmentVariable(name);\n        public void End(int code) { Environment.ExitCode = code; }\n        public int Code() => Environment.ExitCode;\n    }\n\n    public class Ids\n    {\n        public Guid Next() => Guid.NewGuid();\n    }\n}\n";

const TESTS: &str = "using System;\nusing System.Linq;\nusing Shop;\nusing Xunit;\n\nnamespace Shop.Tests\n{\n    public class HostTests\n    {\n        [Fact]\n        public void It_answers_as_arranged_and_records()\n        {\n            var fake = new FakeEnvironmentProvider { OnMachineName = () => \"here\", OnGetEnvironmentVariable = name => name + \"!\" };\n            var host = new Host(fake);\n            Assert.Equal(\"here\", host.Name());\n            Assert.Equal(\"A!\", host.Read(\"A\"));\n            host.End(3);\n            Assert.Equal(3, host.Code());\n            Assert.Equal(new[] { \"MachineName\", \"GetEnvironmentVariable(A)\", \"ExitCode = 3\", \"ExitCode\" }, fake.Calls.ToArray());\n        }\n\n        [Fact]\n        public void It_throws_on_the_rest()\n        {\n            var host = new Host(new FakeEnvironmentProvider());\n            var error = Assert.Throws<InvalidOperationException>(() => host.Name());\n            Assert.Equal(\"MachineName wasn't arranged.\", error.Message);\n        }\n\n        [Fact]\n        public void Ids_are_a_sequence_until_others_are_arranged()\n        {\n            var fake = new FakeGuidProvider();\n            var ids = new Ids(fake);\n            Assert.NotEqual(ids.Next(), ids.Next());\n            Assert.Equal(new Ids(new FakeGuidProvider()).Next(), new Ids(new FakeGuidProvider()).Next());\n            fake.OnNewGuid = () => Guid.Empty;\n            Assert.Equal(Guid.Empty, ids.Next());\n        }\n    }\n}\n";

fn project(language: &str, nullable: &str, rest: &str) -> String {
    format!(
        "<Project Sdk=\"Microsoft.NET.Sdk\"><PropertyGroup><TargetFramework>net8.0</TargetFramework><ImplicitUsings>disable</ImplicitUsings><LangVersion>{language}</LangVersion><Nullable>{nullable}</Nullable></PropertyGroup>{rest}</Project>"
    )
}

fn test_project(language: &str, nullable: &str, package: &str) -> String {
    let rest = format!(
        "<ItemGroup><PackageReference Include=\"xunit\" Version=\"2.7.0\" />{package}<ProjectReference Include=\"../Shop/Shop.csproj\" /></ItemGroup>"
    );
    project(language, nullable, &rest)
}

#[test]
fn a_double_answers_records_and_throws() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    for (language, nullable) in [("7.3", "disable"), ("12", "disable"), ("12", "enable")] {
        let own = project(language, nullable, "");
        let tests = test_project(language, nullable, "");
        let files = [
            ("Shop/Shop.csproj", &*own),
            ("Shop/Host.cs", USER),
            ("Shop.Tests/Shop.Tests.csproj", &*tests),
            (
                "Shop.Tests/Empty.cs",
                "namespace Shop.Tests\n{\n    internal class Empty { }\n}\n",
            ),
        ];
        let folder = Folder::of(&files);
        run(Program::wrap(), &folder, &[".", "--write", "--doubles"]);
        run(Program::migrate(), &folder, &[".", "--write"]);
        std::fs::write(folder.path().join("Shop.Tests/HostTests.cs"), TESTS).unwrap();
        let code = Code::folder(folder.path()).by_projects();
        let tests = csharp.tests_pass(&code, &Options::default());
        assert_eq!(tests.passed, 3, "C# {language}, nullable {nullable}");
        let once = folder.snapshot();
        run(Program::wrap(), &folder, &[".", "--write", "--doubles"]);
        assert_eq!(folder.snapshot(), once, "a second run changes something");
    }
}

#[test]
fn without_being_asked_or_beside_a_mock_library_there_is_none() {
    let own = project("12", "enable", "");
    let mock = "<PackageReference Include=\"NSubstitute\" Version=\"5.1.0\" />";
    let tests = test_project("12", "enable", mock);
    let files = [
        ("Shop/Shop.csproj", &*own),
        ("Shop/Host.cs", USER),
        ("Shop.Tests/Shop.Tests.csproj", &*tests),
    ];
    for (args, said) in [
        (&[".", "--write", "--format", "text"][..], None),
        (
            &[".", "--write", "--doubles", "--format", "text"],
            Some("arrange it with NSubstitute"),
        ),
    ] {
        let folder = Folder::of(&files);
        let shown = run(Program::wrap(), &folder, args).stdout;
        assert!(said.is_none_or(|said| shown.contains(said)), "{shown}");
        let snapshot = folder.snapshot();
        assert!(!format!("{snapshot:?}").contains("FakeEnvironmentProvider"));
    }
}
