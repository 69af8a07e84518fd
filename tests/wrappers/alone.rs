//! Each entry of the catalogue by itself: a class that uses one member gets an interface of just that member, and what
//! isn't generated is declined with a reason.

use std::collections::{BTreeMap, BTreeSet};

use seamwright_common::catalogue::signatures::Signature;
use seamwright_common::catalogue::{Abstraction, Catalogue, Entry, Origin, Rewrite, Verdict};

use super::{project, user, wrapped};
use crate::harness::{Code, Folder, Options, Program, Snapshot, csharp_or_skip, run};

/// The members of an interface, as the documentation above each names them.
fn members_of(text: &str) -> Vec<&str> {
    let lines = text.lines().filter_map(|line| {
        let rest = line.trim().strip_prefix("/// <inheritdoc cref=\"")?;
        rest.strip_suffix("\"/>")
    });
    lines.collect()
}

/// The interface in a folder.
fn interface<'s>(files: &'s Snapshot, folder: &str) -> Option<&'s str> {
    let mut texts = files.0.iter().filter_map(|(path, bytes)| {
        let own = path.strip_prefix(folder)?.starts_with("/I");
        own.then(|| std::str::from_utf8(bytes).unwrap())
    });
    texts.find(|text| text.contains(" interface I"))
}

#[test]
fn one_member_that_is_used_gives_an_interface_of_one() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let all = wrapped();
    let all = all.iter();
    let all: Vec<_> = all
        .flat_map(|(ty, ones)| ones.iter().map(move |one| (*ty, *one)))
        .collect();
    let entries: BTreeSet<&str> = all
        .iter()
        .filter_map(|(_, one)| Some(Catalogue::standard().entry_of(&one.id)?.id))
        .collect();
    let options = Options::default().warnings_as_errors().nullable();
    let mut groups = BTreeSet::new();
    for some in all.chunks(8) {
        let folder = Folder::new();
        groups.extend(exact(&folder, some));
        csharp.compiles(&Code::folder(folder.path()).by_projects(), &options);
    }
    println!(
        "{} members of {} entries, {} with their group",
        all.len(),
        entries.len(),
        groups.len()
    );
    assert!(entries.len() > 13, "{entries:?}");
    assert!(groups.len() < 10, "{groups:#?}");
}

/// Wraps each in a project of its own; gives those that came with the others of their name.
fn exact(folder: &Folder, all: &[(&str, &'static Signature)]) -> Vec<&'static str> {
    for (number, (ty, one)) in all.iter().enumerate() {
        folder.write(
            &format!("P{number}/P{number}.csproj"),
            project("12", "enable"),
        );
        folder.write(&format!("P{number}/User.cs"), user(ty, &[one]));
    }
    run(Program::wrap(), folder, &[".", "--write"]);
    let files = folder.snapshot();
    let mut groups = Vec::new();
    for (number, (_, one)) in all.iter().enumerate() {
        let text = interface(&files, &format!("P{number}"));
        let text = text.unwrap_or_else(|| panic!("nothing for `{}`", one.id));
        let members = members_of(text);
        let named = format!(".{}", one.name);
        let own = |member: &&str| {
            let name = member.split(['(', '{']).next().unwrap_or(member);
            name.ends_with(&named)
        };
        assert!(members.iter().all(own), "`{}`:\n{text}", one.id);
        if members.len() > 1 {
            // The argument's type isn't proven: all that one argument fits.
            groups.push(one.id.as_str());
        }
    }
    groups
}

/// Entries that would be generated, but can't be member by member.
fn declined() -> Vec<&'static Entry> {
    let all = Catalogue::standard().entries().iter();
    let all = all.filter(|one| {
        matches!(one.abstraction, Abstraction::Generated { .. })
            && one.rewrite != Rewrite::Reference("{p}.{m}")
            && one.origin == Origin::BaseLibrary
            && one.verdict != Verdict::PureHelper
    });
    all.collect()
}

#[test]
fn what_is_not_generated_is_declined_with_a_reason() {
    let usings = "using System;\nusing System.Collections.Generic;\nusing System.Diagnostics;\nusing System.Net;\nusing System.Net.Mail;\nusing System.Net.NetworkInformation;\nusing System.Net.Sockets;\nusing System.Reflection;\nusing System.Security.Claims;\nusing System.Threading;\nusing System.Threading.Tasks;\nusing System.Transactions;\n";
    let mut said: BTreeMap<&str, String> = BTreeMap::new();
    for entry in declined() {
        let before = entry.before;
        let statement = if before.ends_with(';') {
            before.to_owned()
        } else {
            format!("_ = {before};")
        };
        let text = format!(
            "{usings}\npublic class User\n{{\n    private ProcessStartInfo startInfo;\n    public async Task F(string host, int port, string text, MailMessage message, List<int> items)\n    {{\n        {statement}\n    }}\n    private static void Work() {{ }}\n    private static int Compute() => 0;\n}}\n"
        );
        let folder = Folder::of(&[
            ("App.csproj", &*project("12", "disable")),
            ("User.cs", &*text),
        ]);
        let before = folder.snapshot();
        let category = entry.category.as_str();
        let args = [".", "--write", "--format", "json", "--category", category];
        let document = run(Program::wrap(), &folder, &args).json();
        let decisions = document["abstractions"].as_array().unwrap();
        let decision = decisions.iter().find(|one| one["available"] == false);
        let Some(decision) = decision else {
            said.insert(entry.id, document["findings"].to_string());
            continue;
        };
        assert_eq!(before, folder.snapshot(), "{}", entry.id);
        let why = decision["why"].as_str().unwrap();
        println!("{}: {why}", entry.id);
        if why.is_empty() || why.contains("isn't built yet") {
            said.insert(entry.id, why.to_owned());
        }
    }
    assert!(said.is_empty(), "{said:#?}");
}
