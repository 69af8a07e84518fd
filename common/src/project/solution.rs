//! Solution files: `.sln` in text, `.slnx` in XML, `.slnf` in JSON. Lists projects; reads none.

use std::fmt;

use super::json;
use super::note::{ProjectError, ProjectErrorKind};
use super::xml::{self, Element};
use crate::source::SourcePath;

/// What a solution lists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solution {
    /// C# projects in the order listed, each once, existing or not.
    pub projects: Vec<SourcePath>,
    /// Projects of other kinds.
    pub skipped: Vec<SkippedProject>,
    /// For a filter, the solution that it filters.
    pub filtered: Option<SourcePath>,
}

/// A project that isn't C#.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedProject {
    /// Its path or address as the solution names it, with `/`.
    pub path: String,
    /// Its kind.
    pub kind: ProjectKind,
}

/// The kind of a project that isn't C#.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ProjectKind {
    /// `.fsproj`
    FSharp,
    /// `.vbproj`
    VisualBasic,
    /// `.vcxproj`
    Cpp,
    /// `.shproj`: its files are part of the projects that import it.
    Shared,
    /// A web site without a project file.
    WebSite,
    /// By extension, in lower case without the dot.
    Other(String),
}

impl fmt::Display for ProjectKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::FSharp => "F#",
            Self::VisualBasic => "Visual Basic",
            Self::Cpp => "C++",
            Self::Shared => "shared items",
            Self::WebSite => "web site",
            Self::Other(extension) => return write!(f, ".{extension}"),
        })
    }
}

/// Reads a solution file of the kind that its extension names.
pub fn read_solution(path: &SourcePath, text: &str) -> Result<Solution, ProjectError> {
    let text = text.trim_start_matches('\u{feff}');
    let failed = |line, what: &str| ProjectError {
        path: path.clone(),
        line,
        kind: ProjectErrorKind::NotASolution(what.to_owned()),
    };
    let extension = path
        .as_str()
        .rsplit_once('.')
        .map_or("", |(_, extension)| extension);
    match extension.to_ascii_lowercase().as_str() {
        "sln" => sln(path, text).ok_or_else(|| {
            failed(
                None,
                "the header `Microsoft Visual Studio Solution File` is missing",
            )
        }),
        "slnx" => {
            let root = xml::parse(text).map_err(|error| failed(error.line, &error.message))?;
            if root.name == "Solution" {
                Ok(slnx(path, &root))
            } else {
                Err(failed(
                    Some(root.line),
                    "the root element is not `Solution`",
                ))
            }
        }
        "slnf" => {
            let filter = json::filter(text).map_err(|error| failed(error.line, &error.what))?;
            // Paths in a filter are seen from the solution's folder.
            let base = path.join_from_folder(&filter.solution);
            let mut solution = Solution::default();
            for listed in &filter.projects {
                solution.list(&base, listed);
            }
            solution.filtered = Some(base);
            Ok(solution)
        }
        _ => Err(failed(None, "the extension is none of .sln, .slnx, .slnf")),
    }
}

impl Solution {
    /// `listed` as seen from `file`.
    fn list(&mut self, file: &SourcePath, listed: &str) {
        let shown = listed.replace('\\', "/");
        let extension = shown
            .rsplit('/')
            .next()
            .and_then(|name| name.rsplit_once('.'))
            .map(|(_, extension)| extension.to_ascii_lowercase());
        let kind = match extension.as_deref() {
            _ if shown.contains("://") => ProjectKind::WebSite,
            Some("csproj") => {
                let path = file.join_from_folder(&shown);
                if !self.projects.contains(&path) {
                    self.projects.push(path);
                }
                return;
            }
            Some("fsproj") => ProjectKind::FSharp,
            Some("vbproj") => ProjectKind::VisualBasic,
            Some("vcxproj") => ProjectKind::Cpp,
            Some("shproj") => ProjectKind::Shared,
            Some(other) => ProjectKind::Other(other.to_owned()),
            None => ProjectKind::WebSite,
        };
        self.skipped.push(SkippedProject { path: shown, kind });
    }
}

/// `Project("{kind}") = "name", "path", "{id}"`; folders are listed like projects, with their kind.
fn sln(path: &SourcePath, text: &str) -> Option<Solution> {
    const FOLDER: &str = "2150E333-8FDC-42A3-9474-1A3956D46DE8";
    let mut solution = Solution::default();
    let mut header = false;
    for line in text.lines().map(str::trim) {
        header |= line.starts_with("Microsoft Visual Studio Solution File");
        let Some(rest) = line.strip_prefix("Project(") else {
            continue;
        };
        let quoted: Vec<&str> = rest.split('"').skip(1).step_by(2).collect();
        if let [kind, _, listed, ..] = quoted[..]
            && !kind.to_ascii_uppercase().contains(FOLDER)
        {
            solution.list(path, listed);
        }
    }
    header.then_some(solution)
}

/// `Project` elements, in folders or not.
fn slnx(path: &SourcePath, root: &Element) -> Solution {
    let mut solution = Solution::default();
    let mut open = vec![root];
    while let Some(element) = open.pop() {
        if element.name == "Project"
            && let Some(listed) = element.attribute("Path")
        {
            solution.list(path, listed);
        }
        open.extend(element.children.iter().rev().map(AsRef::as_ref));
    }
    solution
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, text: &str, projects: &[&str], skipped: &[(&str, ProjectKind)]) {
        let solution = read_solution(&SourcePath::new(path), text).unwrap();
        let shown: Vec<_> = solution.projects.iter().map(SourcePath::as_str).collect();
        assert_eq!(shown, projects);
        let others: Vec<_> = solution
            .skipped
            .into_iter()
            .map(|project| (project.path, project.kind))
            .collect();
        let expected: Vec<_> = skipped
            .iter()
            .map(|(path, kind)| ((*path).to_owned(), kind.clone()))
            .collect();
        assert_eq!(others, expected);
    }

    #[test]
    fn text_solutions_with_bom_and_crlf() {
        check(
            "src/Shop.sln",
            "\u{feff}\r\nMicrosoft Visual Studio Solution File, Format Version 12.00\r\n\
             Project(\"{2150E333-8FDC-42A3-9474-1A3956D46DE8}\") = \"docs.csproj\", \"docs.csproj\", \"{1}\"\r\nEndProject\r\n\
             Project(\"{FAE04EC0-301F-11D3-BF4B-00C04F79EFBC}\") = \"A\", \"A\\A.csproj\", \"{2}\"\r\nEndProject\r\n\
             \tProject(\"{9A19103F}\") = \"B\", \"..\\B\\B.csproj\", \"{3}\"\r\n\
             Project(\"{F2A71F9B}\") = \"F\", \"F\\F.fsproj\", \"{4}\"\r\n\
             Project(\"{E24C65DC}\") = \"W\", \"http://localhost/w\", \"{5}\"\r\n\
             Project(\"{X}\") = \"D\", \"x\\docker.dcproj\", \"{6}\"\r\n",
            &["src/A/A.csproj", "B/B.csproj"],
            &[
                ("F/F.fsproj", ProjectKind::FSharp),
                ("http://localhost/w", ProjectKind::WebSite),
                ("x/docker.dcproj", ProjectKind::Other("dcproj".to_owned())),
            ],
        );
    }

    #[test]
    fn xml_solutions_with_folders() {
        check(
            "Shop.slnx",
            "<Solution><Folder Name='/src/'><Project Path='src/A/A.csproj'><Platform Project='x64'/></Project></Folder>\
             <Project Path=\"tests\\B.csproj\" /><Project Path='V.vbproj'/></Solution>",
            &["src/A/A.csproj", "tests/B.csproj"],
            &[("V.vbproj", ProjectKind::VisualBasic)],
        );
    }

    #[test]
    fn filters_name_projects_as_their_solution_does() {
        let path = SourcePath::new("filters/web.slnf");
        let text = r#"{"solution": {"path": "..\\src\\Shop.sln", "projects": ["A\\A.csproj", "A\\A.csproj"]}}"#;
        let solution = read_solution(&path, text).unwrap();
        assert_eq!(solution.projects, [SourcePath::new("src/A/A.csproj")]);
        assert_eq!(solution.filtered, Some(SourcePath::new("src/Shop.sln")));
    }

    #[test]
    fn other_texts_are_errors_with_a_place() {
        for (path, text, line) in [
            ("a.sln", "hello", None),
            ("a.slnx", "<Solution>\n<", Some(2)),
            ("a.slnx", "<Project/>", Some(1)),
            ("a.slnf", "{\n\"a\":}", Some(2)),
            ("a.slnf", "{}", None),
            ("a.txt", "", None),
        ] {
            let error = read_solution(&SourcePath::new(path), text).unwrap_err();
            assert_eq!(error.line, line, "{error}");
        }
    }
}
