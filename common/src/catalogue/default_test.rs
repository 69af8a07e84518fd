//! Whether all that is promised to count does, name by name, and what is promised not to doesn't.

use super::signatures::signatures;
use super::*;
use crate::finding::Category;

/// What the catalogue says of one API, written as people write it: the categories in which it counts, `pure` where
/// an overload is a helper, `off` where it must be asked for.
fn verdict(text: &str) -> String {
    let catalogue = Catalogue::standard();
    let (type_name, member) = match text.strip_prefix("new ") {
        Some(type_name) => (type_name, "#ctor"),
        None => text.rsplit_once('.').unwrap_or(("", text)),
    };
    let types = catalogue.types_named(entry_simple(type_name));
    let of_namespace =
        |one: &&CataloguedType| !type_name.contains('.') || one.full_name.ends_with(type_name);
    let mut said: Vec<String> = Vec::new();
    for one in types.iter().filter(of_namespace) {
        let name = one.full_name;
        let found: Vec<&Entry> = match member {
            "#ctor" => catalogue.construction(name).collect(),
            member => {
                let statics = catalogue.static_member(name, member);
                statics
                    .chain(catalogue.instance_member(name, member))
                    .collect()
            }
        };
        let known = signatures(name, member);
        let deciding: Vec<&Entry> = if known.is_empty() {
            found.into_iter().take(1).collect()
        } else {
            known
                .iter()
                .filter_map(|known| catalogue.of_signature(name, known))
                .collect()
        };
        said.extend(deciding.into_iter().map(|entry| match entry.verdict {
            Verdict::Counts => entry.category.to_string(),
            Verdict::PureHelper => "pure".into(),
            Verdict::OffByDefault => format!("{} off", entry.category),
        }));
    }
    said.sort();
    said.dedup();
    said.join(", ")
}

fn entry_simple(type_name: &str) -> &str {
    type_name
        .rsplit_once('.')
        .map_or(type_name, |(_, simple)| simple)
}

#[track_caller]
fn check(category: Category, apis: &[&str]) {
    for api in apis {
        assert_eq!(verdict(api), category.as_str(), "{api}");
    }
}

#[test]
fn clocks_and_timers_count() {
    check(
        Category::Time,
        &[
            "DateTime.Now",
            "DateTime.UtcNow",
            "DateTime.Today",
            "DateTimeOffset.Now",
            "DateTimeOffset.UtcNow",
            "TimeZoneInfo.Local",
            "Stopwatch.StartNew",
            "Stopwatch.GetTimestamp",
            "Stopwatch.GetElapsedTime",
            "Stopwatch.Frequency",
            "new Stopwatch",
            "Environment.TickCount",
            "Environment.TickCount64",
            "Task.Delay",
            "Thread.Sleep",
            "new CancellationTokenSource",
            "CancellationTokenSource.CancelAfter",
            "new PeriodicTimer",
            "new System.Threading.Timer",
            "new System.Timers.Timer",
            "Task.WaitAsync",
            "Task.Wait",
        ],
    );
}

#[test]
fn files_and_folders_count() {
    check(
        Category::Filesystem,
        &[
            "File.ReadAllText",
            "File.AppendAllBytes",
            "File.ComesWithNextYearsVersion",
            "Directory.EnumerateFiles",
            "Path.GetTempPath",
            "Path.GetTempFileName",
            "Path.Exists",
            "DriveInfo.GetDrives",
            "new FileInfo",
            "new DirectoryInfo",
            "new DriveInfo",
            "new FileSystemWatcher",
            "new FileStream",
            "new StreamReader",
            "new StreamWriter",
            "FileInfo.LastWriteTimeUtc",
            "FileInfo.Exists",
            "FileInfo.Length",
            "FileInfo.OpenRead",
            "DirectoryInfo.EnumerateFiles",
            "ZipFile.ExtractToDirectory",
            "XDocument.Load",
            "XDocument.Save",
            "XmlReader.Create",
        ],
    );
    assert_eq!(verdict("Path.GetFullPath"), "filesystem, pure");
    for name in [
        "FileInfo.Name",
        "FileInfo.FullName",
        "FileInfo.Extension",
        "DirectoryInfo.Parent",
    ] {
        assert_eq!(verdict(name), "", "{name}");
    }
}

#[test]
fn machine_and_process_settings_count() {
    check(
        Category::Environment,
        &[
            "Environment.GetEnvironmentVariable",
            "Environment.MachineName",
            "Environment.Exit",
            "Environment.StackTrace",
            "Environment.CpuUsage",
            "AppDomain.CurrentDomain",
            "AppContext.BaseDirectory",
            "ConfigurationManager.AppSettings",
            "ConfigurationManager.ConnectionStrings",
            "Registry.LocalMachine",
            "Registry.GetValue",
            "RuntimeInformation.OSDescription",
            "Assembly.Location",
        ],
    );
    // An enum beside the statics.
    assert_eq!(verdict("Environment.SpecialFolder"), "");
}

#[test]
fn other_machines_count() {
    check(
        Category::Network,
        &[
            "new HttpClient",
            "HttpClient.GetAsync",
            "HttpClient.SendAsync",
            "HttpClient.GetFromJsonAsync",
            "new HttpListener",
            "new WebClient",
            "new TcpClient",
            "new TcpListener",
            "new UdpClient",
            "new Socket",
            "new SmtpClient",
            "new Ping",
            "WebRequest.Create",
            "WebRequest.CreateHttp",
            "WebRequest.CreateDefault",
            "Dns.GetHostEntry",
            "NetworkInterface.GetAllNetworkInterfaces",
        ],
    );
    check(
        Category::Database,
        &[
            "new SqlConnection",
            "new NpgsqlConnection",
            "new MySqlConnection",
            "new SqliteConnection",
            "new OracleConnection",
            "new OdbcConnection",
            "new OleDbConnection",
        ],
    );
    check(
        Category::LanguageModel,
        &[
            "new OpenAIClient",
            "new ChatClient",
            "new AzureOpenAIClient",
            "new AnthropicClient",
        ],
    );
}

#[test]
fn terminal_and_processes_count() {
    check(
        Category::Console,
        &["Console.WriteLine", "Console.Out", "Console.CancelKeyPress"],
    );
    check(
        Category::Process,
        &[
            "Process.Start",
            "Process.GetCurrentProcess",
            "new Process",
            "Process.WaitForExit",
            "Process.ExitCode",
        ],
    );
    assert_eq!(verdict("new ProcessStartInfo"), "");
    assert_eq!(verdict("Process.StartInfo"), "");
}

#[test]
fn chance_counts_and_a_seed_does_not() {
    check(
        Category::Randomness,
        &[
            "Random.Shared",
            "Guid.NewGuid",
            "Guid.CreateVersion7",
            "RandomNumberGenerator.GetInt32",
            "RandomNumberGenerator.Create",
            "Path.GetRandomFileName",
        ],
    );
    assert_eq!(verdict("new Random"), "pure, randomness");
    // The instance method, on whatever generator it is.
    assert_eq!(verdict("Random.Next"), "");
}

#[test]
fn cultures_and_contexts_count() {
    check(
        Category::Culture,
        &[
            "CultureInfo.CurrentCulture",
            "CultureInfo.CurrentUICulture",
            "CultureInfo.DefaultThreadCurrentCulture",
            "CultureInfo.DefaultThreadCurrentUICulture",
            "JsonSerializer.Serialize",
            "JsonSerializer.SerializeToUtf8Bytes",
            "JsonSerializer.DeserializeAsync",
            "Thread.CurrentCulture",
        ],
    );
    assert_eq!(verdict("CultureInfo.InvariantCulture"), "");
    check(
        Category::AmbientContext,
        &[
            "HttpContext.Current",
            "Thread.CurrentPrincipal",
            "ClaimsPrincipal.Current",
            "SynchronizationContext.Current",
            "Transaction.Current",
            "Activity.Current",
        ],
    );
}

#[test]
fn work_on_the_pool_must_be_asked_for() {
    for api in [
        "Task.Run",
        "TaskFactory.StartNew",
        "new Thread",
        "ThreadPool.QueueUserWorkItem",
        "Parallel.ForEach",
    ] {
        assert_eq!(verdict(api), "concurrency off", "{api}");
    }
}

#[test]
fn helpers_are_pure() {
    for api in [
        "Path.Combine",
        "Path.GetExtension",
        "Path.GetFileName",
        "Path.GetDirectoryName",
        "Math.Max",
        "String.IsNullOrEmpty",
        "Environment.NewLine",
    ] {
        assert_eq!(verdict(api), "pure", "{api}");
    }
}

#[test]
fn overloads_with_a_provider_do_not_count() {
    let provider = |type_name, name| {
        signatures(type_name, name)
            .iter()
            .filter(|one| one.parameter_list.contains("TimeProvider"))
            .map(|one| Catalogue::standard().of_signature(type_name, one).is_some())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        provider("System.Threading.Tasks.Task", "Delay"),
        [false, false]
    );
    assert_eq!(
        provider("System.Threading.Tasks.Task", "WaitAsync"),
        [false, false]
    );
    assert_eq!(
        provider("System.Threading.CancellationTokenSource", "#ctor"),
        [false]
    );
    assert_eq!(provider("System.Threading.PeriodicTimer", "#ctor"), [false]);
}

#[test]
fn a_stream_that_somebody_else_opened_does_not_count() {
    for type_name in [
        "System.IO.StreamReader",
        "System.IO.StreamWriter",
        "System.IO.FileStream",
    ] {
        for one in signatures(type_name, "#ctor") {
            let counts = Catalogue::standard().of_signature(type_name, one).is_some();
            assert_eq!(
                counts,
                one.parameter_list.starts_with("(System.String"),
                "{}",
                one.id
            );
        }
    }
}

#[test]
fn static_names_lead_to_their_types() {
    let types: Vec<_> = Catalogue::standard().types_with_static("UtcNow").collect();
    assert_eq!(types, ["System.DateTime", "System.DateTimeOffset"]);
    let types: Vec<_> = Catalogue::standard()
        .types_with_static("ReadAllText")
        .collect();
    assert_eq!(types, ["System.IO.File"]);
    assert_eq!(Catalogue::standard().any_receiver("WaitAsync").count(), 2);
}

#[test]
fn inherited_members_count_as_those_they_are() {
    let catalogue = Catalogue::standard();
    let id = |type_name, name| {
        let statics = catalogue.static_member(type_name, name);
        let found = statics.chain(catalogue.instance_member(type_name, name));
        found.map(|entry| entry.id).collect::<Vec<_>>()
    };
    assert_eq!(
        id("System.Net.HttpWebRequest", "Create"),
        ["M:System.Net.WebRequest.Create"]
    );
    assert_eq!(
        id("System.Threading.Tasks.Task`1", "Wait"),
        ["M:System.Threading.Tasks.Task.Wait"]
    );
    assert_eq!(
        id("System.Threading.Tasks.Task`1", "WaitAsync"),
        ["M:System.Threading.Tasks.Task`1.WaitAsync"]
    );
    assert_eq!(
        id(
            "System.Security.Cryptography.RNGCryptoServiceProvider",
            "Create"
        ),
        ["T:System.Security.Cryptography.RandomNumberGenerator"]
    );
    assert_eq!(id("System.Net.HttpWebRequest", "GetResponse"), [""; 0]);
}
