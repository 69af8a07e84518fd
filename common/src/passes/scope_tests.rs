//! The tests that come with new ambient scopes: which project gets them, and how its files are written.

use std::collections::BTreeMap;

use crate::project::Project;
use crate::seam::ambient::checks::{name_of, text_of};
use crate::seam::code::Code;
use crate::seam::replace::NewScope;
use crate::seam::test_file::TestStyle;
use crate::source::SourcePath;

use super::test_style::style_of;

/// The files with tests of these scopes. `sees` tells whether the second project sees what is internal in the first.
pub(super) fn scope_tests(
    code: &Code,
    projects: &[&Project],
    scopes: &[NewScope],
    sees: &dyn Fn(usize, usize) -> bool,
) -> BTreeMap<SourcePath, String> {
    let mut files = BTreeMap::new();
    let mut styles: BTreeMap<usize, Option<TestStyle>> = BTreeMap::new();
    for scope in scopes {
        let framework = |test: usize| projects.get(test).and_then(|test| test.test_framework);
        let fits = |test: &usize| {
            let writes = framework(*test).is_some();
            writes && code.projects()[*test].writing.new_files && sees(scope.project, *test)
        };
        let Some(test) = (0..projects.len()).find(fits) else {
            continue;
        };
        let style = styles.entry(test).or_insert_with(|| {
            let framework = framework(test)?;
            Some(style_of(code, projects[test], test, framework))
        });
        let name = name_of(scope);
        let path = projects[test].path.join_from_folder(&format!("{name}.cs"));
        let taken = code.find(&path).is_some() || !code.mentioning(&name).is_empty();
        if let Some(text) = style
            .as_ref()
            .map(|style| text_of(scope, style))
            .filter(|_| !taken)
        {
            files.insert(path, text);
        }
    }
    files
}
