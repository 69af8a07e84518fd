//! Runs of a small program in a made-up world: where input comes from, where output goes, how it ends.

use std::cell::RefCell;
use std::collections::HashMap;

use super::*;

#[derive(Parser, Debug)]
#[command(name = "probe", version = "1.2.3")]
struct Probe {
    #[command(flatten)]
    scope: ScopeArgs,
    #[command(flatten)]
    write: WriteArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[arg(long)]
    gate: bool,
}

impl Program for Probe {
    const FORMATS: &'static [Format] = &[Format::Text, Format::Json, Format::Markdown];

    fn scope(&self) -> Option<&ScopeArgs> {
        Some(&self.scope)
    }

    fn output(&self) -> &OutputArgs {
        &self.output
    }

    fn run(self, input: Input, session: &Session<'_>) -> Result<Outcome, Error> {
        session.note("at work");
        drop(session.progress("at work"));
        let exit = if self.gate { Exit::Gate } else { Exit::Done };
        let outcome = match (input, session.format) {
            (Input::Document(document), Format::Json) => Outcome::document(*document),
            (Input::Document(document), _) => Outcome::text(document.root.0),
            (Input::Scopes { scopes, listed }, format) => {
                let list = listed.map_or(String::new(), |listed| format!(" {listed:?}"));
                Outcome::text(session.paint.bold(&format!("{format} {scopes:?}{list}")))
            }
            (Input::Raw(_) | Input::None, _) => Outcome::text(""),
        };
        Ok(outcome.with_exit(exit))
    }
}

#[derive(Default)]
struct Fake {
    terminals: Vec<Stream>,
    input: Vec<u8>,
    variables: HashMap<&'static str, &'static str>,
    files: RefCell<HashMap<PathBuf, Vec<u8>>>,
    print_fails: Option<IoErrorKind>,
    out: RefCell<String>,
    err: RefCell<String>,
    bars: RefCell<Vec<String>>,
}

impl World for Fake {
    fn is_terminal(&self, stream: Stream) -> bool {
        self.terminals.contains(&stream)
    }

    fn variable(&self, name: &str) -> Option<String> {
        self.variables.get(name).map(|&value| value.to_owned())
    }

    fn read_input(&self, limit: usize) -> io::Result<Vec<u8>> {
        assert!(!self.is_terminal(Stream::In), "it waits for a terminal");
        Ok(self.input[..self.input.len().min(limit + 1)].to_vec())
    }

    fn print(&self, text: &str) -> io::Result<()> {
        if let Some(kind) = self.print_fails {
            return Err(kind.into());
        }
        self.out.borrow_mut().push_str(text);
        Ok(())
    }

    fn say(&self, text: &str) {
        self.err.borrow_mut().push_str(text);
    }

    fn read_file(&self, path: &Path, _limit: usize) -> io::Result<Vec<u8>> {
        let files = self.files.borrow();
        files.get(path).cloned().ok_or(IoErrorKind::NotFound.into())
    }

    fn write_file(&self, path: &Path, text: &str) -> io::Result<()> {
        let mut files = self.files.borrow_mut();
        files.insert(path.to_owned(), text.as_bytes().to_vec());
        Ok(())
    }

    fn progress(&self, label: &str) -> Progress {
        self.bars.borrow_mut().push(label.to_owned());
        Progress::silent()
    }
}

/// Runs the probe; gives the exit code, standard output and standard error.
fn run(world: &Fake, args: &[&str]) -> (u8, String, String) {
    let args = std::iter::once("probe").chain(args.iter().copied());
    let exit = drive::<Probe>(args.map(OsString::from).collect(), world);
    (exit.code(), world.out.take(), world.err.take())
}

fn document() -> Vec<u8> {
    Document::new("src").into_json().into_bytes()
}

#[test]
fn a_document_comes_from_the_pipe_and_goes_on() {
    let world = Fake {
        input: document(),
        ..Fake::default()
    };
    let (code, out, err) = run(&world, &[]);
    assert_eq!((code, err.as_str()), (0, "note: at work\n"));
    assert_eq!(out.as_bytes(), document());
}

#[test]
fn a_scope_leaves_the_pipe_alone() {
    let world = Fake {
        terminals: vec![Stream::In],
        ..Fake::default()
    };
    assert_eq!(run(&world, &["a", "b.cs"]).1, r#"json ["a", "b.cs"]"#);
}

#[test]
fn without_scope_and_document_it_says_at_once_how_it_is_used() {
    let terminal = Fake {
        terminals: vec![Stream::In],
        ..Fake::default()
    };
    let blank = Fake {
        input: b" \n".to_vec(),
        ..Fake::default()
    };
    for (world, what) in [
        (terminal, "no scope was given\n"),
        (blank, "no scope was given, and standard input is empty\n"),
    ] {
        let (code, out, err) = run(&world, &[]);
        assert_eq!((code, out.as_str()), (2, ""));
        let start = format!("error: {what}Usage: probe [OPTIONS] [SCOPE]...\nhint: ");
        assert!(err.starts_with(&start), "{err}");
    }
}

#[test]
fn a_bad_document_is_an_error_that_names_the_field() {
    let world = Fake {
        input: br#"{"schema": "seamwright/1", "root": 7}"#.to_vec(),
        ..Fake::default()
    };
    let (code, out, err) = run(&world, &[]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert_eq!(
        err,
        "error: bad document: `root`: expected a folder, found `7`\n"
    );
}

#[test]
fn what_others_named_does_not_steer_the_terminal() {
    let (world, mut document) = (Fake::default(), Document::new("src"));
    document.root.0 = "a\u{1b}[31m\r\nb".to_owned();
    let error = Error::input(format!("`{}` does not exist", document.root.0));
    say_error(
        &error.with_hint("\u{202e}x"),
        &OutputArgs::default(),
        &world,
    );
    assert_eq!(
        world.err.take(),
        "error: `a\\u{1b}[31m\\u{d}\nb` does not exist\nhint: \\u{202e}x\n"
    );
}

#[test]
fn lists_come_from_files_and_from_the_pipe() {
    let world = Fake {
        input: b"a.cs\nb.cs\n".to_vec(),
        ..Fake::default()
    };
    let listed = r#"json [] ["a.cs", "b.cs"]"#;
    assert_eq!(run(&world, &["--files-from", "-"]).1, listed);
    world
        .files
        .borrow_mut()
        .insert("list".into(), b"c.cs\n".to_vec());
    let both = r#"json ["x"] ["c.cs"]"#;
    assert_eq!(run(&world, &["x", "--files-from", "list"]).1, both);
    let (code, _, err) = run(&world, &["--files-from", "none"]);
    assert_eq!(code, 2);
    assert!(err.starts_with("error: `none` can't be read"), "{err}");
}

#[test]
fn a_list_from_a_terminal_is_a_usage_error() {
    let world = Fake {
        terminals: vec![Stream::In],
        ..Fake::default()
    };
    let (code, _, err) = run(&world, &["--files-from", "-"]);
    assert_eq!(code, 2);
    assert!(err.contains("which is a terminal"), "{err}");
}

#[test]
fn the_format_follows_where_the_result_goes() {
    let pipe = Fake::default();
    let terminal = Fake {
        terminals: vec![Stream::Out],
        ..Fake::default()
    };
    let format = |world: &Fake, args: &[&str]| {
        let (code, mut out, err) = run(world, args);
        for (_, text) in world.files.borrow_mut().drain() {
            assert_eq!(out, "");
            out = String::from_utf8(text).unwrap();
        }
        assert_eq!(code, 0, "{err}");
        out.replace("\u{1b}[1m", "")
            .split(' ')
            .next()
            .unwrap()
            .to_owned()
    };
    assert_eq!(format(&pipe, &["a"]), "json");
    assert_eq!(format(&terminal, &["a"]), "text");
    assert_eq!(format(&terminal, &["a", "--format", "json"]), "json");
    assert_eq!(format(&terminal, &["a", "--output", "f"]), "json");
    assert_eq!(format(&pipe, &["a", "--output", "f.md"]), "markdown");
    assert_eq!(format(&pipe, &["a", "--output", "f.sarif"]), "json");
    assert_eq!(
        format(&pipe, &["a", "--output", "f.md", "--format", "text"]),
        "text"
    );
}

#[test]
fn a_format_that_does_not_fit_is_a_usage_error() {
    let (code, out, err) = run(&Fake::default(), &["a", "--format", "sarif"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(
        err.contains("[possible values: text, json, markdown]"),
        "{err}"
    );
}

#[test]
fn colours_are_for_terminals_that_want_them() {
    let colored = |variables: &[(&'static str, &'static str)], terminal: bool, args: &[&str]| {
        let world = Fake {
            terminals: if terminal { vec![Stream::Out] } else { vec![] },
            variables: variables.iter().copied().collect(),
            ..Fake::default()
        };
        let args: Vec<&str> = ["a"].iter().chain(args).copied().collect();
        run(&world, &args).1.contains('\u{1b}')
    };
    assert!(colored(&[], true, &[]));
    assert!(!colored(&[], false, &[]));
    assert!(!colored(&[("NO_COLOR", "1")], true, &[]));
    assert!(!colored(&[("TERM", "dumb")], true, &[]));
    assert!(colored(&[("NO_COLOR", "1")], false, &["--color", "always"]));
    assert!(!colored(&[], true, &["--color", "never"]));
}

#[test]
fn a_closed_pipe_is_no_failure_and_hides_none() {
    let world = Fake {
        print_fails: Some(IoErrorKind::BrokenPipe),
        ..Fake::default()
    };
    assert_eq!(run(&world, &["a", "-q"]), (0, String::new(), String::new()));
    assert_eq!(run(&world, &["a", "-q", "--gate"]).0, 1);
    assert_eq!(run(&world, &["--help"]).0, 0);
}

#[test]
fn a_full_disk_is_a_failure() {
    let world = Fake {
        print_fails: Some(IoErrorKind::StorageFull),
        ..Fake::default()
    };
    let (code, _, err) = run(&world, &["a"]);
    assert_eq!(code, 2);
    assert!(err.contains("`standard output` can't be written"), "{err}");
}

#[test]
fn questions_need_no_input() {
    let world = Fake {
        terminals: vec![Stream::In],
        ..Fake::default()
    };
    let (code, out, _) = run(&world, &["--print-schema"]);
    assert_eq!((code, out), (0, contract::schema()));
    let (code, out, _) = run(&world, &["--completions", "bash"]);
    assert!(code == 0 && out.contains("--files-from"), "{out}");
    let (code, out, err) = run(&world, &["--version"]);
    assert_eq!((code, out.as_str(), err.as_str()), (0, "probe 1.2.3\n", ""));
}

#[test]
fn options_that_contradict_each_other_are_usage_errors() {
    for args in [
        &["a", "--write", "--check"][..],
        &["a", "--config", "f", "--no-config"],
        &["a", "--jobs", "0"],
        &["a", "--colour"],
    ] {
        let (code, out, err) = run(&Fake::default(), args);
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}");
        assert!(err.starts_with("error: "), "{err}");
    }
}

#[test]
fn quiet_leaves_the_result_and_errors() {
    assert_eq!(run(&Fake::default(), &["a", "--quiet"]).2, "");
    assert_ne!(
        run(&Fake::default(), &["a", "--quiet", "--files-from", "-x"]).2,
        ""
    );
}

#[test]
fn progress_is_for_a_terminal_that_is_not_quiet() {
    let bars = |terminals: &[Stream], args: &[&str]| {
        let world = Fake {
            terminals: terminals.to_vec(),
            ..Fake::default()
        };
        run(&world, args);
        world.bars.take().len()
    };
    assert_eq!(bars(&[Stream::Err], &["a"]), 1);
    assert_eq!(bars(&[Stream::Err], &["a", "--quiet"]), 0);
    assert_eq!(bars(&[Stream::In, Stream::Out], &["a"]), 0);
}

#[test]
fn a_bug_is_reported_in_two_lines() {
    let report = bug_report("panicked at common/src/x.rs:1:2:\nindex out of bounds");
    let lines: Vec<&str> = report.lines().collect();
    assert_eq!(lines.len(), 2, "{report}");
    assert!(
        lines[0].ends_with("x.rs:1:2: index out of bounds"),
        "{report}"
    );
}
