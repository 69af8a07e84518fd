//! The pipe as a team runs it, and the scenarios. Knows no compiler.

use std::env::consts::EXE_SUFFIX;
use std::error::Error;
use std::path::Path;
use std::time::Instant;

use duct::{Expression, cmd};
use seamwright_common::catalogue::{BannedList, Catalogue};
use seamwright_common::finding::Category;
use serde_json::Value;

pub(crate) const PROGRAMS: [&str; 3] = [
    "detect-static-dependencies",
    "generate-testability-wrappers",
    "migrate-static-to-wrapper",
];

/// What is migrated.
pub(crate) struct Scenario {
    pub(crate) name: &'static str,
    category: Category,
    /// One API of the category, as it is written and by its id; all of them, if not said.
    api: Option<(&'static str, &'static str)>,
}

pub(crate) const SCENARIOS: [Scenario; 5] = [
    Scenario {
        name: "utc-now",
        category: Category::Time,
        api: Some(("DateTime.UtcNow", "P:System.DateTime.UtcNow")),
    },
    Scenario {
        name: "time",
        category: Category::Time,
        api: None,
    },
    Scenario {
        name: "files",
        category: Category::Filesystem,
        api: None,
    },
    Scenario {
        name: "environment",
        category: Category::Environment,
        api: None,
    },
    Scenario {
        name: "new-guid",
        category: Category::Randomness,
        api: Some(("Guid.NewGuid", "M:System.Guid.NewGuid")),
    },
];

impl Scenario {
    /// The compiler's list of the same APIs.
    pub(crate) fn banned(&self) -> String {
        match self.api {
            Some((_, id)) => format!("{id}\n"),
            None => Catalogue::standard().banned_list(BannedList::References, &[self.category]),
        }
    }
}

pub(crate) enum Ran {
    Done { document: Value, seconds: f64 },
    Declined,
}

/// Runs the pipe on a folder, and writes.
pub(crate) fn pipe(
    programs: &Path,
    folder: &Path,
    scenario: &Scenario,
) -> Result<Ran, Box<dyn Error>> {
    let category = scenario.category.as_str();
    let program = |name: &str, args: &[&str]| -> Expression {
        let path = programs.join(format!("{name}{EXE_SUFFIX}"));
        cmd(path, args)
            .dir(folder)
            .unchecked()
            .stderr_capture()
            .stdout_capture()
    };
    let [detect, wrap, migrate] = PROGRAMS;
    // The document says the category. By a flag, one project without the package would decline it all.
    let mut asked = vec!["--write", "--format", "json"];
    if let Some((api, _)) = scenario.api {
        asked.extend(["--api", api]);
    }
    let started = Instant::now();
    let steps = [
        program(detect, &[".", "--format", "json", "--category", category]),
        program(wrap, &["--write", "--allow-packages", "--format", "json"]),
        program(migrate, &asked),
    ];
    let mut input = Vec::new();
    for step in steps {
        let output = step.stdin_bytes(input).run()?;
        match output.status.code() {
            Some(0) => input = output.stdout,
            Some(3) => return Ok(Ran::Declined),
            _ => return Err(String::from_utf8_lossy(&output.stderr).into_owned().into()),
        }
    }
    Ok(Ran::Done {
        document: serde_json::from_slice(&input)?,
        seconds: started.elapsed().as_secs_f64(),
    })
}
