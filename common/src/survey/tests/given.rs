//! What is given to a call decides whether it counts; and the real clock counts where it is asked, not where it is named.

use super::*;

/// The patterns of findings, then of what isn't counted with the reason.
#[track_caller]
fn check(body: &str, expected: &[&str]) {
    let usings = ["System", "System.IO", "System.Text.Json"];
    let survey = run(&[body], &usings).survey;
    let found = survey.findings.iter().map(|one| one.pattern.clone());
    let not_counted = survey.not_counted.iter();
    let not_counted = not_counted.map(|one| format!("{}: {}", one.reason, one.pattern));
    let all: Vec<String> = found.chain(not_counted).collect();
    assert_eq!(all, expected, "{body}");
    assert_eq!(survey.incomplete, [], "{body}");
}

#[test]
fn what_reads_a_given_stream_is_listed() {
    check(
        "class A { object F(Stream s) => new StreamReader(s); }",
        &["injected: new StreamReader"],
    );
    check(
        "class A { object F() => new StreamWriter(new MemoryStream()); }",
        &["pure-helper: new StreamWriter"],
    );
    check(
        "class A { object F(Microsoft.Win32.SafeHandles.SafeFileHandle h) => new FileStream(h, FileAccess.Read); }",
        &["injected: new FileStream"],
    );
    check(
        "class A { object F(string p) => new StreamReader(p); }",
        &["new StreamReader"],
    );
}

#[test]
fn generated_metadata_carries_its_options() {
    let context = "class Shop : System.Text.Json.Serialization.JsonSerializerContext { }";
    for given in [
        "Shop.Default.Order",
        "typeof(int), Shop.Default",
        "c.Order",
        "typeof(int), c",
        "jsonTypeInfo: Shop.Default.Order",
    ] {
        check(
            &format!(
                "{context} class A {{ object F(string s, Shop c) => JsonSerializer.Deserialize(s, {given}); }}"
            ),
            &["pure-helper: JsonSerializer.Deserialize"],
        );
    }
    // Others may be called so.
    check(
        "class Shop { public static Shop Default; public Type Order; } class A { object F(string s) => JsonSerializer.Deserialize(s, Shop.Default.Order); }",
        &["JsonSerializer.Deserialize"],
    );
}

#[test]
fn the_real_clock_counts_where_it_is_asked() {
    check(
        "class A { object F() => TimeProvider.System.GetUtcNow(); }",
        &["TimeProvider.GetUtcNow"],
    );
    check(
        "class A : TimeProvider { public override DateTimeOffset GetUtcNow() => System.GetUtcNow().AddDays(1); }",
        &["TimeProvider.GetUtcNow"],
    );
    check(
        "class A { object F() { var real = TimeProvider.System; return real.LocalTimeZone; } }",
        &["TimeProvider.LocalTimeZone"],
    );
    check(
        "class A { object F() { TimeProvider real = null; real = TimeProvider.System; return real.GetUtcNow(); } }",
        &["TimeProvider.GetUtcNow"],
    );
    check(
        "class A { object F(TimeProvider given) { var real = TimeProvider.System; if (given != null) real = given; return real.GetUtcNow(); } }",
        &["injected: TimeProvider.GetUtcNow"],
    );
    check(
        "class A { TimeProvider t; A(TimeProvider t = null) { this.t = t ?? TimeProvider.System; } object F() => t.GetUtcNow(); }",
        &[],
    );
    check(
        "interface IClock { object Now { get; } } class A : IClock { public object Now => TimeProvider.System.GetUtcNow(); }",
        &["seam-implementation: TimeProvider.GetUtcNow"],
    );
}

#[test]
fn an_element_comes_from_where_the_whole_does() {
    for (body, expected) in [
        (
            "class A { void F() { var l = new[] { new FileInfo(\"a\") }; l[0].Delete(); } }",
            &["new FileInfo", "FileInfo.Delete"][..],
        ),
        (
            "class A { void F(int i) { FileInfo f = i switch { 1 => new(\"a\"), _ => null }; f.Delete(); } }",
            &["new FileInfo", "FileInfo.Delete"][..],
        ),
        (
            "class A { void F(FileInfo[] l) { l[0].Delete(); } }",
            &["injected: FileInfo.Delete"][..],
        ),
        (
            "class A { void F() { FileInfo[] l = new FileInfo[] { new FileInfo(\"a\") }; (l[0]).Delete(); } }",
            &["new FileInfo", "FileInfo.Delete"][..],
        ),
        (
            "class A { void F() { new DirectoryInfo(\"a\").GetFiles()[0].Delete(); } }",
            &[
                "new DirectoryInfo",
                "DirectoryInfo.GetFiles",
                "FileInfo.Delete",
            ][..],
        ),
    ] {
        check(body, expected);
    }
}

#[test]
fn a_name_that_a_pattern_gives_is_what_it_was_compared_with() {
    for (body, expected) in [
        (
            "if (new FileInfo(\"a\") is { } f) f.Delete();",
            &["new FileInfo", "FileInfo.Delete"][..],
        ),
        (
            "if (new FileInfo(\"a\") is (FileInfo f and { Length: 1 })) f.Delete();",
            &["new FileInfo", "FileInfo.Delete"][..],
        ),
        (
            "if (given is { } f) f.Delete();",
            &["injected: FileInfo.Delete"][..],
        ),
        (
            "var (f, g) = (new FileInfo(\"a\"), given); f.Delete(); g.Delete();",
            &[
                "new FileInfo",
                "FileInfo.Delete",
                "injected: FileInfo.Delete",
            ][..],
        ),
    ] {
        check(
            &format!("class A {{ void M(FileInfo given) {{ {body} }} }}"),
            expected,
        );
    }
}

#[test]
fn a_field_of_another_part_was_made_there() {
    let patterns = |other: &str| {
        let files = [
            "partial class A { void M() { c.GetAsync(u); } }",
            &format!("partial class A {{ {other} }}"),
        ];
        let survey = run(&files, &["System", "System.Net.Http"]).survey;
        let made = survey.findings.iter().map(|one| one.pattern.clone());
        let given = survey.not_counted.iter();
        let given = given.map(|one| format!("{}: {}", one.reason, one.pattern));
        made.chain(given).collect::<Vec<_>>()
    };
    for made in [
        "HttpClient c = new();",
        "readonly HttpClient c = new HttpClient();",
    ] {
        assert_eq!(
            patterns(made),
            ["HttpClient.GetAsync", "new HttpClient"],
            "{made}"
        );
    }
    for given in [
        "HttpClient c;",
        "HttpClient c; A(HttpClient c) { this.c = c; }",
    ] {
        assert_eq!(
            patterns(given),
            ["injected: HttpClient.GetAsync"],
            "{given}"
        );
    }
}
