//! The result, built and tested: what is to be run is settled before anything is written, and what can't be run declines
//! the whole. Knows nothing of how sites are replaced.

use std::collections::BTreeSet;
use std::fmt;

use seamwright_common::cli::{Error, Session};
use seamwright_common::contract::{Declined, Document, Extra, Verification};
use seamwright_common::opening::Opening;
use seamwright_common::source::SourcePath;
use seamwright_common::verify::{
    Observed, Step, affected, has_dotnet, passed, verification, verify,
};
use seamwright_common::workspace::{PlannedWrite, TakeBack};

use crate::Args;

/// What is run after a write.
#[derive(Debug)]
pub(crate) struct Verifier {
    steps: Vec<Step>,
    rollback: bool,
}

/// What came of it.
#[derive(Debug, Default)]
pub(crate) struct Verified {
    pub(crate) observed: Vec<Observed>,
    /// The change is gone again.
    pub(crate) taken_back: bool,
    /// It can't be had, so nothing was written.
    pub(crate) declined: bool,
}

/// Why a verification that was asked for can't be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CannotVerify {
    NoDotnet,
    NoProject,
}

impl fmt::Display for CannotVerify {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let why = match self {
            Self::NoDotnet => "`dotnet` can't be started",
            Self::NoProject => "no project compiles what changes",
        };
        write!(
            f,
            "nothing was written, since it can't be verified: {why}; `--verify-command` names another way"
        )
    }
}

impl From<CannotVerify> for Declined {
    fn from(why: CannotVerify) -> Self {
        Self {
            what: match why {
                CannotVerify::NoDotnet => "verification:dotnet",
                CannotVerify::NoProject => "verification:project",
            }
            .to_owned(),
            needed_by: vec!["--verify".to_owned()],
            authorise: Some("--verify-command".to_owned()),
            extra: Extra::new(),
        }
    }
}

impl Verifier {
    /// What is to be run after `planned` is written; `None` when it isn't asked for or nothing changes.
    pub(crate) fn of(
        args: &Args,
        opening: &Opening,
        document: &Document,
        planned: &PlannedWrite,
    ) -> Result<Option<Self>, CannotVerify> {
        if !args.verify.is_asked() || planned.is_empty() {
            return Ok(None);
        }
        let rollback = args.verify.rollback;
        if let Some(line) = &args.verify.verify_command {
            let steps = vec![Step::Shell(line.clone())];
            return Ok(Some(Self { steps, rollback }));
        }
        // What a stage before this one has written already is part of what is verified.
        let before = document.changes.iter().map(|change| (*change.path).clone());
        let now = planned.files().iter().map(|file| file.path().clone());
        let changed: BTreeSet<SourcePath> = before.chain(now).collect();
        let steps = affected(&opening.workspace, &changed);
        if steps.is_empty() {
            return Err(CannotVerify::NoProject);
        }
        if !has_dotnet(opening.delivery.folder()) {
            return Err(CannotVerify::NoDotnet);
        }
        Ok(Some(Self { steps, rollback }))
    }

    /// Runs it; a failure takes the write back when that was asked for.
    pub(crate) fn run(
        &self,
        opening: &Opening,
        back: &TakeBack,
        session: &Session<'_>,
    ) -> Result<Verified, Error> {
        let folder = opening.delivery.folder();
        let observed = verify(folder, &self.steps, &|said| session.note(said));
        let mut verified = Verified {
            observed,
            ..Verified::default()
        };
        if !verified.failed() {
            return Ok(verified);
        }
        let failed: Vec<String> = verified
            .observed
            .iter()
            .filter(|one| !one.passed)
            .map(|one| format!("`{}`", one.step))
            .collect();
        session.fail(&format!("the verification failed: {}", failed.join(", ")));
        if self.rollback {
            let taken = back.run()?;
            verified.taken_back = taken.left_alone.is_empty();
            for path in &taken.left_alone {
                session.warn(&format!("`{path}` was changed since and wasn't put back"));
            }
        }
        Ok(verified)
    }
}

impl Verified {
    pub(crate) fn failed(&self) -> bool {
        !self.observed.is_empty() && !passed(&self.observed)
    }

    /// For the document.
    pub(crate) fn verification(&self) -> Option<Verification> {
        (!self.observed.is_empty()).then(|| verification(&self.observed))
    }
}
