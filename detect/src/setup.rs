//! What a run goes by: the configuration, and the catalogue with the APIs that it names.

use std::path::PathBuf;

use seamwright_common::catalogue::{Catalogue, ProjectApi, ProjectApiError};
use seamwright_common::cli::{Error, ScopeArgs};
use seamwright_common::configuration::Configuration;
use seamwright_common::editorconfig::Settings;
use seamwright_common::workspace::{ConfigurationFile, Exclude};

/// What a run goes by.
#[derive(Default)]
pub(crate) struct Setup {
    /// Patterns of files that aren't reported on, beside those of the command line.
    pub(crate) exclude: Vec<Exclude>,
    /// What rules weigh where `.editorconfig` says nothing.
    pub(crate) severities: Settings,
    /// The project's own APIs, each with where it is named.
    pub(crate) apis: Vec<(ProjectApi, String)>,
    /// The folder of the configuration, where it was found by looking around.
    pub(crate) folder: Option<PathBuf>,
    own: Option<Catalogue>,
}

impl Setup {
    /// Reads the configuration that `args` name, or the nearest above the scopes.
    pub(crate) fn read(
        args: &ScopeArgs,
        scopes: &[PathBuf],
        listed: Option<&[PathBuf]>,
    ) -> Result<Self, Error> {
        let scopes = scopes.iter().chain(listed.unwrap_or_default());
        let file = match &args.config {
            Some(path) => Some(ConfigurationFile::at(path)?),
            None if args.no_config => None,
            None => ConfigurationFile::above(scopes)?,
        };
        let Some(ConfigurationFile {
            shown,
            folder,
            text,
        }) = file
        else {
            return Ok(Self::default());
        };
        let configuration = Configuration::read(&text)
            .map_err(|bad| Error::input(format!("`{shown}` is no configuration: {bad}")))?;
        let exclude = configuration.exclude.into_iter().map(|pattern| Exclude {
            pattern,
            folder: Some(folder.clone()),
        });
        let apis = configuration.apis.into_iter();
        let apis: Vec<(ProjectApi, String)> = apis
            .map(|(api, line)| (api, format!("`{shown}` line {line}")))
            .collect();
        Ok(Self {
            exclude: exclude.collect(),
            severities: Settings::of_list(&configuration.severities),
            folder: args.config.is_none().then_some(folder),
            own: catalogue_of(&apis)?,
            apis,
        })
    }

    /// The catalogue with the project's own APIs.
    pub(crate) fn catalogue(&self) -> &Catalogue {
        self.own.as_ref().unwrap_or_else(|| Catalogue::standard())
    }
}

/// The standard catalogue with the project's own APIs, if there are any.
fn catalogue_of(apis: &[(ProjectApi, String)]) -> Result<Option<Catalogue>, Error> {
    if apis.is_empty() {
        return Ok(None);
    }
    let own: Vec<ProjectApi> = apis.iter().map(|(api, _)| api.clone()).collect();
    let catalogue = Catalogue::with_project_apis(&own).map_err(|error| {
        let (ProjectApiError::NotAnId(id) | ProjectApiError::Duplicate(id)) = &error;
        // Of one that stands twice it is the second that is too much.
        let at = apis.iter().rev().find(|(api, _)| api.id == *id);
        let place = at.map_or("", |(_, place)| place);
        Error::input(format!("{place}: {error}")).with_hint(error.hint())
    })?;
    Ok(Some(catalogue))
}
