//! Solution filters: which of a solution's projects to load. The one foreign JSON file that is read besides the
//! programs' own document, and so the one place outside `contract` that names a JSON library: as a bare value,
//! without types that mirror it. Knows nothing of solutions.

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
pub(super) fn read(text: &str) -> Result<Filter, FilterError> {
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
