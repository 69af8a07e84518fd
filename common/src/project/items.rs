//! Items of a project: `Include`, `Remove` and `Update` in their order, with metadata. `Compile` items stay
//! patterns, because no folder is listed here.

use std::collections::BTreeMap;

use super::glob::{has_wildcards, text_matcher};
use super::scope::{Doubt, Scope, unescaped};
use super::xml::Element;

/// The item types that say something here; doubts about others disturb nobody.
const READ: [&str; 10] = [
    "compile",
    "using",
    "packagereference",
    "packageversion",
    "globalpackagereference",
    "projectreference",
    "frameworkreference",
    "reference",
    "internalsvisibleto",
    "assemblyattribute",
];

/// One item; its specification may have wildcards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Item {
    pub(super) spec: String,
    pub(super) exclude: Vec<String>,
    metadata: BTreeMap<String, String>,
    pub(super) doubt: Option<Doubt>,
}

impl Item {
    pub(super) fn new(spec: &str) -> Self {
        Self {
            spec: spec.to_owned(),
            ..Self::default()
        }
    }

    /// The item with one more metadata value; the name in lower case.
    pub(super) fn with(mut self, name: &str, value: &str) -> Self {
        self.metadata.insert(name.to_owned(), value.to_owned());
        self
    }

    /// A metadata value, trimmed; empty when there is none.
    pub(super) fn get(&self, name: &str) -> &str {
        self.metadata
            .get(&name.to_ascii_lowercase())
            .map_or("", |value| value.trim())
    }

    pub(super) fn is(&self, name: &str, value: &str) -> bool {
        self.get(name).eq_ignore_ascii_case(value)
    }
}

/// One step of what is compiled, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum CompileStep {
    /// The files that the SDK takes by itself.
    Defaults,
    Include {
        specs: Vec<String>,
        exclude: Vec<String>,
    },
    Remove {
        specs: Vec<String>,
    },
}

/// The items of one evaluation besides those in the scope.
#[derive(Debug, Default)]
pub(super) struct ItemPass {
    pub(super) compile: Vec<CompileStep>,
    defaults: BTreeMap<String, BTreeMap<String, String>>,
}

impl ItemPass {
    /// An `ItemGroup`.
    pub(super) fn group(&mut self, scope: &mut Scope<'_>, group: &Element) {
        scope.line = group.line;
        if !scope.holds(group.attribute("Condition")) {
            return;
        }
        for element in &group.children {
            self.item(scope, element);
        }
    }

    /// An `ItemDefinitionGroup`: metadata that items of a type have unless they say otherwise.
    pub(super) fn definitions(&mut self, scope: &mut Scope<'_>, group: &Element) {
        scope.line = group.line;
        if !scope.holds(group.attribute("Condition")) {
            return;
        }
        for element in &group.children {
            let metadata = metadata_of(scope, element);
            self.defaults
                .entry(element.name.to_ascii_lowercase())
                .or_default()
                .extend(metadata);
        }
    }

    fn item(&mut self, scope: &mut Scope<'_>, element: &Element) {
        let kind = element.name.to_ascii_lowercase();
        scope.line = element.line;
        scope.quiet.set(!READ.contains(&kind.as_str()));
        if scope.holds(element.attribute("Condition")) {
            if kind == "compile" {
                self.compile(scope, element);
            } else {
                self.listed(scope, element, &kind);
            }
        }
        scope.quiet.set(false);
    }

    fn compile(&mut self, scope: &Scope<'_>, element: &Element) {
        // Of the three attributes one is allowed; `Update` changes no more than metadata.
        if let Some(text) = element.attribute("Remove") {
            let (specs, _, doubt) = specs_of(scope, text);
            scope.raise(doubt);
            self.compile.push(CompileStep::Remove { specs });
        }
        if let Some(text) = element.attribute("Include") {
            let (specs, mut exclude, doubt) = specs_of(scope, text);
            scope.raise(doubt);
            if let Some(text) = element.attribute("Exclude") {
                let (more, _, doubt) = specs_of(scope, text);
                scope.raise(doubt);
                exclude.extend(more);
            }
            self.compile.push(CompileStep::Include { specs, exclude });
        }
    }

    fn listed(&self, scope: &mut Scope<'_>, element: &Element, kind: &str) {
        if let Some(text) = element.attribute("Remove") {
            let (specs, _, doubt) = specs_of(scope, text);
            scope.raise(doubt);
            for spec in specs {
                change(scope, kind, &spec, None);
            }
        }
        if let Some(text) = element.attribute("Update") {
            let (specs, _, doubt) = specs_of(scope, text);
            scope.raise(doubt);
            let metadata = metadata_of(scope, element);
            for spec in specs {
                change(scope, kind, &spec, Some(&metadata));
            }
        }
        let Some(text) = element.attribute("Include") else {
            return;
        };
        let (specs, mut exclude, doubt) = specs_of(scope, text);
        if let Some(text) = element.attribute("Exclude") {
            let (more, _, other) = specs_of(scope, text);
            exclude.extend(more);
            scope.raise(other);
        }
        scope.raise(doubt);
        let mut metadata = self.defaults.get(kind).cloned().unwrap_or_default();
        metadata.extend(metadata_of(scope, element));
        let size: usize = metadata
            .iter()
            .map(|(name, value)| name.len() + value.len() + 48)
            .sum();
        for spec in specs {
            if !scope.charge(spec.len() + size + 64) {
                return;
            }
            scope.items.entry(kind.to_owned()).or_default().push(Item {
                spec,
                exclude: exclude.clone(),
                metadata: metadata.clone(),
                doubt,
            });
        }
    }
}

/// Removes the items that `spec` names, or gives them metadata.
fn change(
    scope: &mut Scope<'_>,
    kind: &str,
    spec: &str,
    metadata: Option<&BTreeMap<String, String>>,
) {
    let count = scope.items.get(kind).map_or(0, Vec::len);
    if count == 0 || !scope.charge(count) {
        return;
    }
    let matcher = has_wildcards(spec).then(|| text_matcher(spec));
    let plain = |text: &str| {
        text.trim_start_matches("./")
            .replace('\\', "/")
            .to_lowercase()
    };
    let wanted = plain(spec);
    let named = |item: &Item| match &matcher {
        Some(Some(matcher)) => matcher.is_match(plain(&item.spec)),
        Some(None) => false,
        None => plain(&item.spec) == wanted,
    };
    let Some(items) = scope.items.get_mut(kind) else {
        return;
    };
    match metadata {
        None => items.retain(|item| !named(item)),
        Some(metadata) => {
            for item in items.iter_mut().filter(|item| named(item)) {
                item.metadata.extend(
                    metadata
                        .iter()
                        .map(|(name, value)| (name.clone(), value.clone())),
                );
            }
        }
    }
}

/// The parts of a list: properties expanded, lists of items put in, escapes resolved; and what their items
/// exclude.
fn specs_of(scope: &Scope<'_>, text: &str) -> (Vec<String>, Vec<String>, Option<Doubt>) {
    let expanded = scope.expand(text);
    let (mut specs, mut exclude, mut doubt) = (Vec::new(), Vec::new(), expanded.doubt);
    for part in split_list(&expanded.text) {
        let inside = part
            .strip_prefix("@(")
            .and_then(|rest| rest.strip_suffix(')'));
        if let Some(inside) = inside.filter(|inside| !inside.contains("@(")) {
            let name = inside.split("->").next().unwrap_or_default();
            let name = name.split(',').next().unwrap_or_default().trim();
            if let Some(items) = scope.items.get(&name.to_ascii_lowercase()) {
                exclude.extend(items.iter().flat_map(|item| item.exclude.iter().cloned()));
            }
            let (found, separator) = scope.item_specs(inside, &mut doubt);
            if scope.charge(found.iter().map(|spec| spec.len() + 32).sum()) {
                if separator == ";" {
                    specs.extend(found);
                } else {
                    specs.push(found.join(&separator));
                }
            }
        } else if part.contains("@(") {
            let joined = scope.expand_with_items(part);
            doubt = doubt.or(joined.doubt);
            specs.extend(split_list(&joined.text).into_iter().map(unescaped));
        } else {
            specs.push(unescaped(part));
        }
    }
    (specs, exclude, doubt)
}

/// The parts between semicolons, those inside `@(…)` aside; empty ones don't count.
pub(super) fn split_list(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let (mut parts, mut from, mut at) = (Vec::new(), 0, 0);
    while let Some(next) = memchr::memchr2(b';', b'@', &bytes[at..]) {
        at += next;
        if bytes[at] == b';' {
            parts.push(&text[from..at]);
            from = at + 1;
        } else if bytes.get(at + 1) == Some(&b'(') {
            match super::expand::closing(text, at + 1) {
                Some(end) => at = end,
                None => break,
            }
        }
        at += 1;
    }
    parts.push(&text[from..]);
    parts.retain(|part| !part.trim().is_empty());
    parts.into_iter().map(str::trim).collect()
}

fn metadata_of(scope: &Scope<'_>, element: &Element) -> BTreeMap<String, String> {
    let mut metadata = BTreeMap::new();
    let value = |text: &str| unescaped(&scope.expand(text).text);
    for (name, text) in &element.attributes {
        if !matches!(
            name.as_str(),
            "Include" | "Remove" | "Update" | "Exclude" | "Condition" | "Label"
        ) {
            metadata.insert(name.to_ascii_lowercase(), value(text));
        }
    }
    for child in &element.children {
        if scope.holds(child.attribute("Condition")) {
            metadata.insert(child.name.to_ascii_lowercase(), value(&child.text));
        }
    }
    metadata
}

/// `%(Filename).g.cs` for an item. `None` where that takes a folder's listing or isn't known.
pub(super) fn transform(item: &Item, template: &str) -> Option<String> {
    let spec = item.spec.as_str();
    let (folder, file) = spec
        .rfind(['/', '\\'])
        .map_or(("", spec), |at| spec.split_at(at + 1));
    let (stem, extension) = file.rfind('.').map_or((file, ""), |at| file.split_at(at));
    let mut result = String::new();
    let mut rest = template;
    while let Some(at) = rest.find("%(") {
        let end = rest[at..].find(')')? + at;
        result.push_str(&rest[..at]);
        let name = rest[at + 2..end].trim().to_ascii_lowercase();
        let wild = has_wildcards(spec);
        result.push_str(match name.as_str() {
            "identity" | "fullpath" => spec,
            "filename" | "extension" | "relativedir" | "directory" | "recursivedir" if wild => {
                return None;
            }
            "filename" => stem,
            "extension" => extension,
            "relativedir" => folder,
            "recursivedir" => "",
            other => item.get(other),
        });
        rest = &rest[end + 1..];
        if result.len() > 1 << 16 {
            return None;
        }
    }
    result.push_str(rest);
    Some(result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::testing::scope_in;
    use crate::project::xml;

    /// The specifications of the items `X` after the groups in `xml`.
    fn check(groups: &str, expected: &[&str]) {
        let root = xml::parse(&format!("<Project>{groups}</Project>")).unwrap();
        scope_in("A.csproj", &[], |mut scope| {
            let mut pass = ItemPass::default();
            for group in &root.children {
                pass.group(&mut scope, group);
            }
            let specs: Vec<_> = scope
                .items
                .get("x")
                .into_iter()
                .flatten()
                .map(|item| item.spec.as_str())
                .collect();
            assert_eq!(specs, expected, "{groups}");
        });
    }

    #[test]
    fn lists_are_parted_removed_and_put_into_others() {
        check(
            "<ItemGroup><X Include='a; b;;c%3Bd'/></ItemGroup>",
            &["a", "b", "c;d"],
        );
        check(
            "<ItemGroup><X Include='a;b;c'/><X Remove='B'/></ItemGroup>",
            &["a", "c"],
        );
        check(
            "<ItemGroup><X Include='s/a;s/b;t'/><X Remove='s\\*'/></ItemGroup>",
            &["t"],
        );
        check(
            "<ItemGroup><Y Include='a;b'/><X Include='@(Y);@(Y->\"%(Identity)!\")'/></ItemGroup>"
                .replace('"', "&apos;")
                .as_str(),
            &["a", "b", "a!", "b!"],
        );
        check(
            "<ItemGroup Condition='false'><X Include='a'/></ItemGroup><ItemGroup><X Condition=\"'1' == '1'\" Include='b'/></ItemGroup>",
            &["b"],
        );
    }

    #[test]
    fn metadata_is_attribute_or_child_or_update() {
        let root = xml::parse("<Project><ItemGroup><P Include='a' V='1'><W>2</W></P><P Update='A' V='3'/></ItemGroup></Project>").unwrap();
        scope_in("A.csproj", &[], |mut scope| {
            ItemPass::default().group(&mut scope, &root.children[0]);
            let item = &scope.items["p"][0];
            assert_eq!((item.get("v"), item.get("W")), ("3", "2"));
        });
    }

    #[test]
    fn items_that_double_stop_at_a_bound() {
        let doubling = "<ItemGroup><X Include='@(X);@(X);a'/></ItemGroup>".repeat(60);
        let root = xml::parse(&format!("<Project>{doubling}</Project>")).unwrap();
        scope_in("A.csproj", &[], |mut scope| {
            let mut pass = ItemPass::default();
            for group in &root.children {
                pass.group(&mut scope, group);
            }
            assert!(scope.items["x"].len() < 2_000_000);
            assert_eq!(scope.into_notes().len(), 1);
        });
    }
}
