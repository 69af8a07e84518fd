//! Behaviours in small code: what blocks their tests, by which way, and the seam.

use seamwright_common::binding::{GlobalUsing, GlobalUsingKind, ProjectScope};
use seamwright_common::catalogue::Catalogue;
use seamwright_common::coverage::ProjectRole;
use seamwright_common::seam::code::{CodeProject, Reader, Writing};
use seamwright_common::seam::kind::SeamKind;
use seamwright_common::seam::tree::{SourceTree, TreeFile};
use seamwright_common::source::{Encoding, SourcePath, SourceText};
use seamwright_common::survey::{KnownLibrary, SurveyOptions, SurveyProject};

use crate::choose::choose;
use crate::paths::follow;
use crate::target::{Target, TargetError, resolve};

const USINGS: &[&str] = &["System", "System.IO", "System.Linq", "System.Net.Http"];

fn tree(text: &str) -> SourceTree {
    let scope = ProjectScope {
        assembly: "A".into(),
        usings: USINGS
            .iter()
            .map(|name| GlobalUsing {
                kind: GlobalUsingKind::Namespace,
                target: (*name).to_owned(),
            })
            .collect(),
        ..ProjectScope::default()
    };
    let path = SourcePath::new("A.csproj");
    SourceTree {
        files: vec![TreeFile {
            path: SourcePath::new("A.cs"),
            source: SourceText {
                text: text.into(),
                encoding: Encoding::Utf8,
            },
            project: 0,
            in_scope: true,
            editable: true,
            ownership: seamwright_common::workspace::Ownership::Plain,
        }],
        surveyed: vec![SurveyProject {
            path: Some(path.clone()),
            stable_path: path.as_str().to_owned(),
            scope: scope.clone(),
        }],
        projects: vec![CodeProject {
            path,
            role: ProjectRole::Production,
            packages: Vec::new(),
            seen: Vec::new(),
            frameworks: vec!["net8.0".into()],
            has_time_provider: true,
            executable: false,
            writing: Writing::default(),
            scope,
        }],
        ..SourceTree::default()
    }
}

/// The ways to what blocks, and the seams as kind, type, what it holds.
type Seen = (Vec<String>, Vec<(SeamKind, String, String)>);

fn seen(text: &str, target: &str) -> Result<Seen, TargetError> {
    let tree = tree(text);
    let survey = tree
        .survey(Catalogue::standard(), &SurveyOptions::default())
        .survey;
    let code = tree.code();
    let library = KnownLibrary::new(Catalogue::standard());
    let reader = Reader::new(&code, &library);
    let member = resolve(&reader, &Target::parse(target).unwrap())?;
    let paths = follow(&reader, &survey, member);
    let ways = paths.obstacles.iter().map(|one| {
        let way = one.through.join(" → ");
        format!("{way} → {}", one.finding.pattern)
    });
    let choices = choose(&reader, member, &paths.obstacles);
    let seams = choices
        .into_iter()
        .map(|one| (one.seam, one.on, one.holds))
        .collect();
    Ok((ways.collect(), seams))
}

#[track_caller]
fn check(text: &str, target: &str, ways: &[&str], seams: &[(SeamKind, &str, &str)]) {
    let (found, chosen) = seen(text, target).unwrap();
    assert_eq!(found, ways);
    let chosen: Vec<(SeamKind, &str, &str)> = chosen
        .iter()
        .map(|(seam, on, holds)| (*seam, &**on, &**holds))
        .collect();
    assert_eq!(chosen, seams);
}

#[test]
fn a_way_leads_through_the_own_type_and_its_bases() {
    check(
        "namespace N;\nabstract class Base { protected DateTime Stamp() => Read(); protected virtual DateTime Read() => DateTime.MinValue; }\nclass Lease : Base { public bool Renew() => Until > Stamp(); DateTime Until => DateTime.Today; protected override DateTime Read() => DateTime.UtcNow; void Other() => Console.WriteLine(); }\n",
        "Lease.Renew",
        &[
            "Lease.Renew → Lease.Until → DateTime.Today",
            "Lease.Renew → Base.Stamp → Lease.Read → DateTime.UtcNow",
        ],
        &[(SeamKind::Constructor, "N.Lease", "System.TimeProvider")],
    );
}

#[test]
fn a_test_has_to_make_the_object_first() {
    check(
        "class A { string host = Environment.MachineName; int i; A() { i = Environment.ProcessId; } int F() => 1; }\n",
        "A.F",
        &[
            "A.host → Environment.MachineName",
            "new A → Environment.ProcessId",
        ],
        &[(SeamKind::Constructor, "A", "IEnvironmentProvider")],
    );
}

#[test]
fn a_static_behaviour_needs_a_scope_where_the_operation_is() {
    check(
        "static class Flags { public static bool IsOn(string n) => Store.Read(n) == \"1\"; }\nstatic class Store { public static string Read(string n) => Environment.GetEnvironmentVariable(n); }\n",
        "Flags.IsOn",
        &["Flags.IsOn → Store.Read → Environment.GetEnvironmentVariable"],
        &[(
            SeamKind::Ambient,
            "Store",
            "a delegate whose default is `Environment.GetEnvironmentVariable`",
        )],
    );
}

#[test]
fn a_static_helper_stays_and_gets_an_adapter() {
    check(
        "class Job { public void Run() => Mail.Send(\"x\"); }\nstatic class Mail { public static void Send(string t) { Console.WriteLine(t); File.AppendAllText(\"a\", t); } }\n",
        "Job.Run",
        &[
            "Job.Run → Mail.Send → Console.WriteLine",
            "Job.Run → Mail.Send → File.AppendAllText",
        ],
        &[(SeamKind::Adapter, "Mail", "IMail")],
    );
}

#[test]
fn what_is_made_inside_is_followed_and_what_came_in_is_not() {
    check(
        "interface IMine { void F(); }\nclass Mine : IMine { public void F() => Console.Beep(); }\nclass A { readonly Mine _mine = new Mine(); void F(Mine given, IMine other) { given.F(); other.F(); } void G() => _mine.F(); void H() { var m = new Mine(); m.F(); } }\n",
        "A.F",
        &[],
        &[],
    );
    let text = "class Mine { public void F() => Console.Beep(); }\nclass A { readonly Mine _mine = new Mine(); void G() => _mine.F(); void H() { var m = new Mine(); m.F(); } void I() => new Mine().F(); }\n";
    for (target, way) in [
        ("A.G", "A.G → Mine.F → Console.Beep"),
        ("A.H", "A.H → Mine.F → Console.Beep"),
        ("A.I", "A.I → Mine.F → Console.Beep"),
    ] {
        let seam = (SeamKind::ExtractedInterface, "Mine", "IMine");
        check(text, target, &[way], &[seam]);
    }
}

#[test]
fn data_that_stamps_itself_is_told_its_value() {
    check(
        "class Row { public Guid Id { get; init; } = Guid.NewGuid(); }\nclass A { Row F() => new Row(); }\n",
        "A.F",
        &["A.F → Row.Id → Guid.NewGuid"],
        &[(SeamKind::Parameter, "Row", "the value of Id")],
    );
}

#[test]
fn a_handler_of_an_event_is_no_call() {
    check(
        "class A { event Action On; A() { On += Later; } void Later() => Console.Beep(); int F() => 1; }\n",
        "A.F",
        &[],
        &[],
    );
}

#[test]
fn one_operation_is_a_delegate_and_several_an_object() {
    let one = "class A { void F() => File.WriteAllText(\"a\", \"b\"); }\n";
    let delegate = "a delegate whose default is `File.WriteAllText`";
    check(
        one,
        "A.F",
        &["A.F → File.WriteAllText"],
        &[(SeamKind::Delegate, "A", delegate)],
    );
    let two = "class A { string F() { File.Delete(\"a\"); return File.ReadAllText(\"a\"); } }\n";
    check(
        two,
        "A.F",
        &["A.F → File.Delete", "A.F → File.ReadAllText"],
        &[(
            SeamKind::Constructor,
            "A",
            "System.IO.Abstractions.IFileSystem",
        )],
    );
}

#[test]
fn calls_in_a_circle_end() {
    check(
        "static class A { static void F() => G(); static void G() { F(); Console.Beep(); } }\n",
        "A.F",
        &["A.F → A.G → Console.Beep"],
        &[(
            SeamKind::Ambient,
            "A",
            "a delegate whose default is `Console.Beep`",
        )],
    );
}

#[test]
fn nothing_ambient_is_nothing_to_cut() {
    check(
        "class A(TimeProvider clock) { public DateTimeOffset F() => clock.GetUtcNow(); void G() => Console.Beep(); }\n",
        "A.F",
        &[],
        &[],
    );
}

#[test]
fn what_cannot_be_worked_on_is_said() {
    let text = "namespace N { class A { void F(int a) {} void F(string a) {} void Gone(); } }\nnamespace M { class A { void F(int a) {} void G( { } } }\n";
    let error = |target: &str| seen(text, target).unwrap_err();
    assert!(matches!(error("A.F"), TargetError::Ambiguous(all) if all.len() == 3));
    assert!(matches!(error("A.F(int)"), TargetError::Ambiguous(all) if all.len() == 2));
    assert!(seen(text, "N.A.F(int)").is_ok());
    assert!(seen(text, "N.A.F(System.String)").is_err());
    assert!(matches!(error("B.F"), TargetError::Missing(all) if !all.is_empty()));
    assert!(matches!(error("N.A.Gone"), TargetError::NoBody(_)));
    assert!(seen(text, "A.cs:1").is_err());
}
