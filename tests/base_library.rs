//! Facts about the base library in `common/data/` against the C# compiler: a drift fails, and
//! `UPDATE_EXPECT=1 cargo test base_library` writes the files anew. Knows nothing of what the catalogue makes of them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs};

use serde_json::Value;

use seamwright_common::catalogue::{
    BannedList, Catalogue, IdParts, Members, Receiver, Verdict, signatures,
};
use seamwright_common::finding::Category;

use crate::harness::{Code, Folder, Options, batch, csharp_or_skip};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Compares with the file, or writes it.
fn check(file: &str, actual: &str) {
    let path = root().join("common/data").join(file);
    if env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(path, actual).unwrap();
        return;
    }
    let expected = fs::read_to_string(path).unwrap_or_default();
    for (line, (expected, actual)) in expected.lines().zip(actual.lines()).enumerate() {
        assert_eq!(
            expected,
            actual,
            "`{file}` line {}: UPDATE_EXPECT=1 writes it anew",
            line + 1
        );
    }
    assert_eq!(expected.len(), actual.len(), "`{file}` has lost its end");
}

#[test]
fn types_are_those_of_the_base_library() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let program = Code::folder(root().join("tests/base_library"));
    let run = csharp.run(&program, &[], &Options::default());
    assert_eq!(run.exit_code, Some(0), "{:?}", run.errors);
    check("types.txt", &run.stdout);
}

/// Names that a class may hide from those that derive from it: our types and the static members that count.
fn names_that_matter() -> BTreeSet<&'static str> {
    let catalogue = Catalogue::standard();
    let mut names: BTreeSet<&str> = catalogue.types().map(|one| one.simple).collect();
    for entry in catalogue.entries() {
        let parts = entry.parts().unwrap();
        match entry.members {
            _ if entry.verdict == Verdict::PureHelper => {}
            Members::Named if entry.receiver == Receiver::Static => {
                names.insert(parts.member);
            }
            Members::Statics => {
                let members = signatures::members(parts.type_name).iter();
                names.extend(
                    members
                        .filter(|one| one.is_static && one.owner == parts.type_name)
                        .map(|one| one.name),
                );
            }
            Members::Named | Members::These(_) => {}
        }
    }
    names
}

#[test]
fn bases_are_those_of_the_base_library() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let program = Code::folder(root().join("tests/base_library"));
    let names: Vec<&str> = names_that_matter().into_iter().collect();
    let run = csharp.run(&program, &names, &Options::default());
    assert_eq!(run.exit_code, Some(0), "{:?}", run.errors);
    check("bases.txt", &run.stdout);
}

#[test]
fn signatures_are_those_of_the_base_library() {
    if csharp_or_skip().is_none() {
        return;
    }
    let path = root().join("common/data/signatures.txt");
    let known = fs::read_to_string(path).unwrap();
    let names = known
        .lines()
        .filter_map(|line| line.strip_prefix("T:")?.split('\t').next());
    let mut command = vec!["api".to_owned()];
    command.extend(names.map(str::to_owned));
    let answer = batch::ask(&command).unwrap().result;
    assert_eq!(answer["missing"], Value::Array(Vec::new()));
    check("signatures.txt", &Table::default().print(&answer["types"]));
}

/// Writes the compact table. Attributes stand once, at the top, by number.
#[derive(Default)]
struct Table {
    attributes: BTreeMap<String, usize>,
    order: Vec<String>,
}

impl Table {
    fn print(mut self, types: &Value) -> String {
        let mut types: Vec<&Value> = types.as_array().unwrap().iter().collect();
        types.sort_by_key(|item| text_of(&item["docId"]));
        let mut body = String::new();
        for item in types {
            let mut flags = vec![text_of(&item["kind"])];
            flags.extend(
                ["static", "abstract", "sealed"]
                    .into_iter()
                    .filter(|flag| item[flag] == true),
            );
            let mut attributes = self.attributes(&item["attributes"], "");
            attributes.extend(self.attributes(&item["assemblyAttributes"], "assembly"));
            let row = [
                text_of(&item["docId"]).to_owned(),
                flags.join(" "),
                item["baseType"].as_str().unwrap_or_default().to_owned(),
                strings(&item["interfaces"]).join("|"),
                type_parameters(&item["typeParameters"]),
                attributes.join(" "),
            ];
            line(&mut body, &row);
            let owner = text_of(&item["docId"]).strip_prefix("T:").unwrap();
            for member in item["members"].as_array().unwrap() {
                // An enum or struct without one shows the implicit constructor too: the runtime makes it, it isn't called.
                let row = self.member(owner, member);
                line(&mut body, &row);
            }
        }
        let mut table = String::from(
            "# Public members of the base library (.NET 8), written by tests/base_library.rs; to add a type, add its `T:` line\n\
             # and let the test write the file. Columns are parted by tabs, lists by `|`, `@n` is an attribute of the list on top.\n\
             # T:id, kind and modifiers, base, interfaces, type parameters, attributes; then its members, each with: kind and\n\
             # flags, id without the type, type of the value, parameters, type parameters, attributes.\n\
             # Kinds: c constructor, m method, p property, x indexer, f field, k constant, e event, o operator, v conversion.\n\
             # Flags: s static, a abstract, v virtual, o override, e extension, g readable, w writable, i init only, r read-only.\n",
        );
        for (number, attribute) in self.order.iter().enumerate() {
            writeln!(table, "@{number}\t{attribute}").unwrap();
        }
        table + &body
    }

    fn member(&mut self, owner: &str, member: &Value) -> [String; 6] {
        let mut flags = match text_of(&member["kind"]) {
            "constructor" => "c",
            "method" => "m",
            "property" => "p",
            "indexer" => "x",
            "field" => "f",
            "constant" => "k",
            "event" => "e",
            "operator" => "o",
            "conversion" => "v",
            other => panic!("unknown kind {other}"),
        }
        .to_owned();
        for (name, flag) in [
            ("static", 's'),
            ("extension", 'e'),
            ("get", 'g'),
            ("set", 'w'),
            ("initOnly", 'i'),
            ("readOnly", 'r'),
        ] {
            if member[name] == true {
                flags.push(flag);
            }
        }
        flags.push_str(match member["dispatch"].as_str() {
            Some("abstract") => "a",
            Some("virtual") => "v",
            Some("override") => "o",
            _ => "",
        });
        let id = text_of(&member["docId"]);
        let tail = id[2..]
            .strip_prefix(owner)
            .and_then(|tail| tail.strip_prefix('.'));
        let mut value = match (text_of(&member["kind"]), text_of(&member["returnType"])) {
            ("constructor", _) => String::new(),
            (_, value) => value.to_owned(),
        };
        if let Some(by_reference) = member["returnRefKind"].as_str() {
            value = format!("{by_reference} {value}");
        }
        let mut attributes = self.attributes(&member["attributes"], "");
        attributes.extend(self.attributes(&member["returnAttributes"], "return"));
        attributes.extend(self.attributes(&member["getAttributes"], "get"));
        attributes.extend(self.attributes(&member["setAttributes"], "set"));
        [
            flags,
            tail.unwrap().to_owned(),
            value,
            self.parameters(&member["parameters"]),
            type_parameters(&member["typeParameters"]),
            attributes.join(" "),
        ]
    }

    fn parameters(&mut self, parameters: &Value) -> String {
        let parameters = parameters.as_array().map(Vec::as_slice).unwrap_or_default();
        let mut rows = Vec::new();
        for parameter in parameters {
            let mut words = self.attributes(&parameter["attributes"], "");
            if parameter["params"] == true {
                words.push("params".into());
            }
            match text_of(&parameter["refKind"]) {
                "none" => {}
                kind => words.push(kind.into()),
            }
            words.push(text_of(&parameter["type"]).into());
            words.push(text_of(&parameter["name"]).into());
            match parameter["defaultText"].as_str() {
                Some(default) => words.push(format!("= {default}")),
                None => assert_eq!(parameter["optional"], false),
            }
            rows.push(words.join(" "));
        }
        rows.join("|")
    }

    /// The numbers of the attributes that steer the compiler, as `TARGET@NUMBER`.
    fn attributes(&mut self, attributes: &Value, target: &str) -> Vec<String> {
        let attributes = attributes.as_array().map(Vec::as_slice).unwrap_or_default();
        attributes
            .iter()
            .filter(|attribute| attribute["name"] != "StringSyntax")
            .map(|attribute| {
                let shown = shown(attribute);
                let next = self.order.len();
                let number = *self.attributes.entry(shown.clone()).or_insert_with(|| {
                    self.order.push(shown);
                    next
                });
                format!("{target}@{number}")
            })
            .collect()
    }
}

/// An attribute as C# text.
fn shown(attribute: &Value) -> String {
    let name = text_of(&attribute["name"]);
    let namespace = match name {
        "Obsolete" | "Flags" => "System",
        "EditorBrowsable" => "System.ComponentModel",
        "Experimental" | "RequiresUnreferencedCode" | "RequiresDynamicCode" => {
            "System.Diagnostics.CodeAnalysis"
        }
        _ if name.contains("OSPlatform") || name == "RequiresPreviewFeatures" => {
            "System.Runtime.Versioning"
        }
        _ if name.contains("Null") || name.contains("DoesNotReturn") => {
            "System.Diagnostics.CodeAnalysis"
        }
        other => panic!("unknown attribute {other}"),
    };
    let mut arguments = Vec::new();
    for (key, value) in attribute.as_object().unwrap() {
        match key.as_str() {
            "name" => {}
            "arguments" => arguments
                .splice(0..0, value.as_array().unwrap().iter().map(literal))
                .for_each(drop),
            key => arguments.push(format!("{key} = {}", literal(value))),
        }
    }
    let arguments = match arguments.as_slice() {
        [] => String::new(),
        arguments => format!("({})", arguments.join(", ")),
    };
    format!("{namespace}.{name}{arguments}")
}

fn literal(value: &Value) -> String {
    match value {
        Value::String(name) if name.starts_with("System.ComponentModel.EditorBrowsableState.") => {
            name.clone()
        }
        other => other.to_string(),
    }
}

fn type_parameters(parameters: &Value) -> String {
    let parameters = parameters.as_array().map(Vec::as_slice).unwrap_or_default();
    let shown: Vec<String> = parameters
        .iter()
        .map(|parameter| {
            let name = text_of(&parameter["name"]);
            match strings(&parameter["constraints"]).join(", ").as_str() {
                "" => name.to_owned(),
                constraints => format!("{name} : {constraints}"),
            }
        })
        .collect();
    shown.join("|")
}

fn strings(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(text_of).collect()
}

fn text_of(value: &Value) -> &str {
    value.as_str().unwrap()
}

/// Writes a row without the empty columns at its end.
fn line(out: &mut String, row: &[String]) {
    assert!(
        row.iter().all(|column| !column.contains(['\t', '\n'])),
        "{row:?}"
    );
    out.push_str(row.join("\t").trim_end_matches('\t'));
    out.push('\n');
}

/// Whether .NET 8 has what a line of a list speaks of, as the signatures say.
fn is_known(line: &str) -> bool {
    let Some(parts) = IdParts::of(line.trim_start_matches('!')) else {
        return false;
    };
    let of_type = signatures::members(parts.type_name);
    of_type.iter().any(|one| {
        one.is_on("net8.0") == Some(true)
            && (parts.kind == 'T' || one.name == parts.member)
            && parts
                .parameters
                .is_none_or(|list| list == one.parameter_list)
    })
}

#[test]
fn the_compiler_knows_all_that_the_base_library_has_and_nothing_else() {
    if csharp_or_skip().is_none() {
        return;
    }
    for list in [
        BannedList::References,
        BannedList::Conditional,
        BannedList::Instance,
        BannedList::Pure,
    ] {
        let text = Catalogue::standard().banned_list(list, Category::ALL);
        let folder = Folder::of(&[("A.cs", "class A;"), ("banned.txt", &text)]);
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let command = [
            "detect".into(),
            path("A.cs"),
            "--banned".into(),
            path("banned.txt"),
        ];
        let answer = batch::ask(&command).unwrap().result;
        let rules = answer["unresolvedRules"].as_array().unwrap();
        let mut unresolved: Vec<&str> = rules.iter().map(text_of).collect();
        unresolved.sort_unstable();
        let mut unknown: Vec<&str> = text.lines().filter(|line| !is_known(line)).collect();
        unknown.sort_unstable();
        assert_eq!(unresolved, unknown, "{list:?}");
    }
}
