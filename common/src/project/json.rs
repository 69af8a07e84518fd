//! Foreign JSON that says something about projects: solution filters and `global.json`. Besides the programs' own
//! document no other JSON is read, and so this is the one place outside `contract` that names a JSON library: bare
//! values, no types that mirror them. Knows nothing of solutions.

/// What a filter says.
pub(super) struct Filter {
    /// The solution's path as seen from the filter.
    pub(super) solution: String,
    /// Paths of projects as seen from the solution.
    pub(super) projects: Vec<String>,
}

/// Why a text is no filter.
pub(super) struct FilterError {
    /// 1-based, if it has a place.
    pub(super) line: Option<u32>,
    /// What is wrong, a fragment.
    pub(super) what: String,
}

/// Reads the text of a `.slnf` file.
pub(super) fn filter(text: &str) -> Result<Filter, FilterError> {
    let json: serde_json::Value = serde_json::from_str(text).map_err(|error| FilterError {
        line: u32::try_from(error.line()).ok().filter(|line| *line > 0),
        what: "it is not valid JSON".to_owned(),
    })?;
    let missing = |field: &str| FilterError {
        line: None,
        what: format!("the field `solution.{field}` is missing"),
    };
    let solution = &json["solution"];
    let path = solution["path"].as_str().ok_or_else(|| missing("path"))?;
    let projects = solution["projects"]
        .as_array()
        .ok_or_else(|| missing("projects"))?;
    Ok(Filter {
        solution: path.to_owned(),
        projects: projects
            .iter()
            .filter_map(|path| path.as_str().map(str::to_owned))
            .collect(),
    })
}

/// The version of an SDK that a `global.json` asks for; comments are allowed there, and then it isn't read.
pub(super) fn sdk_version(text: &str, sdk: &str) -> Option<String> {
    let json: serde_json::Value = serde_json::from_str(text.trim_start_matches('\u{feff}')).ok()?;
    json["msbuild-sdks"][sdk].as_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sdk_versions_are_looked_up_by_name() {
        let text = r#"{"msbuild-sdks": {"A.Sdk": "11.0.0-beta.1"}}"#;
        assert_eq!(sdk_version(text, "A.Sdk").as_deref(), Some("11.0.0-beta.1"));
        assert_eq!(sdk_version(text, "B.Sdk"), None);
        assert_eq!(sdk_version("// no", "B.Sdk"), None);
    }
}
