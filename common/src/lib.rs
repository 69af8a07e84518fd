//! What the Seamwright programs share. Values in, values out: only `workspace` touches the disk, only
//! `cli` the terminal, only `contract` knows the wire format, only [`syntax`] names the parser.
//!
//! ```text
//! text → source → edit → syntax → binding ┐
//! symbol ──────────→ catalogue ───────────┴→ survey → stages → contract → workspace, cli
//! ```
//!
//! In reading order:
//! - [`text`]: byte ranges, lines, columns.
//! - [`source`]: paths, encodings, line endings; the way from bytes to text and back.
//! - [`symbol`]: documentation-comment ids and qualified names.
//! - [`edit`]: edits, sorted and disjoint; changes as values.
//! - [`syntax`]: C# source as tokens and as a tree.
//! - [`outline`]: what a file declares, from its tokens.
//! - [`binding`]: names and expressions to meanings, in C#'s lookup order.
//! - [`closed_set`]: enums with fixed names.
//! - [`finding`]: what a survey finds, as values.
//! - [`advisory`]: what it remarks beside that, as values.
//! - [`catalogue`]: which APIs count, and the base library's types and signatures; data.
//! - [`survey`]: every reference to a catalogued API in a set of sources.
//! - `table`: hash tables for names.
//! - [`coverage`]: what a run covered, as values.
//! - [`rule`]: names of rules, severities.
//! - [`configuration`]: what `seamwright.toml` says.
//! - [`editorconfig`]: the severities that `.editorconfig` sets.
//! - [`refusal`]: why a site is left as it is.
//! - [`note`]: what a report says beside its counts.
//! - [`hash`]: the name of a file's content.
//! - [`project`]: project and solution files as values.
//! - [`contract`]: the document that goes through the pipe.
//! - [`passes`]: findings replaced, one pass for each abstraction.
//! - [`delivery`]: how a stage hands over what it changed.
//! - [`verify`]: builds and test runs, and what they were observed to do.
//! - [`cli`]: the command line that the programs share.
//! - [`workspace`]: the disk: which files there are, what they say, writing all or nothing.

pub mod advisory;
pub mod binding;
pub mod catalogue;
pub mod cli;
pub mod closed_set;
pub mod configuration;
pub mod contract;
pub mod coverage;
pub mod delivery;
pub mod edit;
pub mod editorconfig;
pub mod finding;
pub mod hash;
pub mod note;
pub mod opening;
pub mod outline;
pub mod passes;
pub mod project;
pub mod refusal;
pub mod rule;
pub mod seam;
pub mod source;
pub mod survey;
pub mod symbol;
pub mod syntax;
mod table;
pub mod text;
pub mod verify;
pub mod workspace;
