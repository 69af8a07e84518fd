//! The C# that a test hands to the compiler, and how it is to be compiled.

use std::path::{Path, PathBuf};

use super::Folder;

/// Some C#: a list of files or a folder; one compilation, or what the project files in it say.
pub(crate) struct Code {
    root: Root,
    pub(super) by_projects: bool,
}

enum Root {
    Own(Folder),
    Given(PathBuf),
}

impl Code {
    /// Files by relative path and content, written to a folder of their own.
    pub(crate) fn files<C: AsRef<[u8]>>(files: &[(&str, C)]) -> Self {
        Self {
            root: Root::Own(Folder::of(files)),
            by_projects: false,
        }
    }

    /// All `.cs` files beneath a folder, or one file.
    pub(crate) fn folder(path: impl AsRef<Path>) -> Self {
        Self {
            root: Root::Given(path.as_ref().to_owned()),
            by_projects: false,
        }
    }

    /// One compilation for each `.csproj` beneath, with the stand-ins for its packages.
    pub(crate) fn by_projects(mut self) -> Self {
        self.by_projects = true;
        self
    }

    pub(crate) fn path(&self) -> &Path {
        match &self.root {
            Root::Own(folder) => folder.path(),
            Root::Given(path) => path,
        }
    }
}

/// How to compile. The default: the newest language version that the compiler has, implicit usings,
/// no warnings. By projects, the project files decide; only stubs, defines, properties, warnings and
/// `with` count then.
#[derive(Default, Clone)]
pub(crate) struct Options {
    compile: Vec<String>,
    shared: Vec<String>,
    pub(super) properties: Vec<String>,
    warnings: Vec<String>,
    command: Vec<String>,
    pub(super) warnings_as_errors: bool,
}

impl Options {
    /// References a stand-in for a package: `xunit`, `nunit`, `di`, … or `all`; see `tests/oracle/stubs`.
    pub(crate) fn stub(mut self, name: &str) -> Self {
        self.shared.extend(["--stubs".to_owned(), name.to_owned()]);
        self
    }

    /// Defines a preprocessor symbol.
    pub(crate) fn define(mut self, symbol: &str) -> Self {
        self.shared
            .extend(["--define".to_owned(), symbol.to_owned()]);
        self
    }

    /// A language version such as `7.3`.
    pub(crate) fn lang(mut self, version: &str) -> Self {
        self.compile
            .extend(["--lang".to_owned(), version.to_owned()]);
        self
    }

    /// Only the usings that the files have.
    pub(crate) fn no_implicit_usings(mut self) -> Self {
        self.compile.push("--no-implicit-usings".to_owned());
        self
    }

    /// A build property, `NAME=VALUE`; by projects only.
    pub(crate) fn property(mut self, assignment: &str) -> Self {
        self.properties.push(assignment.to_owned());
        self
    }

    /// Reports what the nullable flow analysis says. `check`, `compiles` and `delta` only.
    pub(crate) fn nullable(mut self) -> Self {
        self.warnings.push("--nullable".to_owned());
        self
    }

    /// Reports all warnings, those of the flow analysis only with `nullable`.
    /// `check`, `compiles` and `delta` only.
    pub(crate) fn warnings(mut self) -> Self {
        self.warnings.push("--warnings".to_owned());
        self
    }

    /// A warning fails what an error fails; `delta`: a new one does.
    pub(crate) fn warnings_as_errors(mut self) -> Self {
        self.warnings_as_errors = true;
        self.warnings()
    }

    /// An option of the command itself: `--filter TEXT`, `--parallel N`, `--shuffle SEED`,
    /// `--repeat N`, `--timeout S` of `test`, `--cwd DIR` of `test` and `run`.
    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        self.command.extend([name.to_owned(), value.to_owned()]);
        self
    }

    /// The arguments for a command on `code`.
    pub(super) fn arguments(&self, code: &Code, takes: Takes) -> Vec<String> {
        let mut arguments = self.shared.clone();
        if code.by_projects {
            arguments.push("--projects".to_owned());
            for property in &self.properties {
                arguments.extend(["--property".to_owned(), property.clone()]);
            }
        } else {
            arguments.extend(self.compile.iter().cloned());
        }
        if takes == Takes::Warnings {
            arguments.extend(self.warnings.iter().cloned());
        }
        arguments.extend(self.command.iter().cloned());
        arguments
    }
}

/// Whether a command knows the options about warnings.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Takes {
    Warnings,
    NoWarnings,
}
