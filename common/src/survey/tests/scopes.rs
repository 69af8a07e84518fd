//! Names by the scope and the side that they are reached from, and places that the grammar misreads.

use expect_test::expect;

use super::check;

#[test]
fn static_and_instance_members_of_one_name_are_two() {
    check(
        &[r#"using System.Diagnostics;
class A
{
    int F()
    {
        using Process? process = Process.Start("a");
        process.WaitForExit();
        return process?.ExitCode ?? 0;
    }
    void G(Process given) { given.Start(); given.Kill(); }
    void H() { var own = new Process(); own.Start(); }
}
"#],
        &expect![[r#"
            using System.Diagnostics;
            class A
            {
                int F()
                {
                    using Process? process = Process.Start("a");
                                             ^^^^^^^^^^^^^ M:System.Diagnostics.Process.Start(System.String) instance-method
                    process.WaitForExit();
                    ^^^^^^^^^^^^^^^^^^^ M:System.Diagnostics.Process.WaitForExit instance-method
                    return process?.ExitCode ?? 0;
                           ^^^^^^^^^^^^^^^^^ P:System.Diagnostics.Process.ExitCode instance-method
                }
                void G(Process given) { given.Start(); given.Kill(); }
                                        ^^^^^^^^^^^ M:System.Diagnostics.Process.Start -- injected
                                                       ^^^^^^^^^^ M:System.Diagnostics.Process.Kill -- injected
                void H() { var own = new Process(); own.Start(); }
                                     ^^^^^^^^^^^^^ M:System.Diagnostics.Process.#ctor instance-method
                                                    ^^^^^^^^^ M:System.Diagnostics.Process.Start instance-method
            }
        "#]],
    );
}

#[test]
fn locals_hide_names_in_their_scope_alone() {
    check(
        &[
            r#"class A
{
    void F(Store[] all)
    {
        foreach (var File in all) { File.Exists("a"); }
        File.Exists("b");
        all.Any(File => File.Exists("a"));
        { var Directory = all[0]; Directory.Exists("a"); }
        Directory.Exists("b");
        var made = new Entry { Now = DateTime.Now };
        var named = new { Now = DateTime.Now };
    }
}
"#,
            "global using static System.DateTime; class Store { public bool Exists(string s) => true; } class Entry { public DateTime Now; }",
        ],
        &expect![[r#"
            class A
            {
                void F(Store[] all)
                {
                    foreach (var File in all) { File.Exists("a"); }
                    File.Exists("b");
                    ^^^^^^^^^^^ M:System.IO.File.Exists(System.String) instance-method
                    all.Any(File => File.Exists("a"));
                    { var Directory = all[0]; Directory.Exists("a"); }
                    Directory.Exists("b");
                    ^^^^^^^^^^^^^^^^ M:System.IO.Directory.Exists(System.String) instance-method
                    var made = new Entry { Now = DateTime.Now };
                                                 ^^^^^^^^^^^^ P:System.DateTime.Now instance-method
                    var named = new { Now = DateTime.Now };
                                            ^^^^^^^^^^^^ P:System.DateTime.Now instance-method
                }
            }
        "#]],
    );
}

#[test]
fn what_the_grammar_misreads_is_found_all_the_same() {
    check(
        &[r#"class A
{
    string F() => $@"{DateTime.Now} ""{DateTime.Now}""";
    string G() => "DateTime.Now" + nameof(DateTime.Now);
    void H(A a) { a?.At = DateTime.Now; }
    object At;
    object I(
#if ONE
        int x, object y = null)
#else
        int x)
#endif
        => DateTime.Now;
#if ONE
    object J => DateTime.Now;
#else
    object J => DateTime.UtcNow;
#endif
}
static class B { extension(A a) { object K => DateTime.Now; } }
"#],
        &expect![[r#"
            class A
            {
                string F() => $@"{DateTime.Now} ""{DateTime.Now}""";
                                  ^^^^^^^^^^^^ P:System.DateTime.Now instance-method
                                                   ^^^^^^^^^^^^ P:System.DateTime.Now instance-method
                string G() => "DateTime.Now" + nameof(DateTime.Now);
                void H(A a) { a?.At = DateTime.Now; }
                                      ^^^^^^^^^^^^ P:System.DateTime.Now instance-method
                object At;
                object I(
            #if ONE
                    int x, object y = null)
            #else
                    int x)
            #endif
                    => DateTime.Now;
                       ^^^^^^^^^^^^ P:System.DateTime.Now instance-method
            #if ONE
                object J => DateTime.Now;
                            ^^^^^^^^^^^^ P:System.DateTime.Now instance-property
            #else
                object J => DateTime.UtcNow;
                            ^^^^^^^^^^^^^^^ P:System.DateTime.UtcNow instance-property
            #endif
            }
            static class B { extension(A a) { object K => DateTime.Now; } }
                                                          ^^^^^^^^^^^^ P:System.DateTime.Now static-class
        "#]],
    );
}

#[test]
fn what_is_fixed_and_what_the_file_declares_hides_nothing_behind_it() {
    check(
        &[r#"File.Exists("own");
Store File = new Store();
if (args is Store Path) { }
Path.ToString();
{ Store Directory = new Store(); Directory.Exists("own"); }
Directory.Exists("library");
class Store
{
    public bool Exists(string s) => Path.Exists("library");
    unsafe void M(int[] all)
    {
        fixed (int* File = all) { File->ToString(); }
        File.Exists("library");
    }
}
"#],
        &expect![[r#"
            File.Exists("own");
            Store File = new Store();
            if (args is Store Path) { }
            Path.ToString();
            { Store Directory = new Store(); Directory.Exists("own"); }
            Directory.Exists("library");
            ^^^^^^^^^^^^^^^^ M:System.IO.Directory.Exists(System.String) top-level
            class Store
            {
                public bool Exists(string s) => Path.Exists("library");
                                                ^^^^^^^^^^^ M:System.IO.Path.Exists(System.String) instance-method
                unsafe void M(int[] all)
                {
                    fixed (int* File = all) { File->ToString(); }
                    File.Exists("library");
                    ^^^^^^^^^^^ M:System.IO.File.Exists(System.String) instance-method
                }
            }
        "#]],
    );
}
