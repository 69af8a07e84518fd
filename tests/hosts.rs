//! Registrations in hosts of every shape, judged by running them: what was written resolves in each, and a second run
//! changes nothing.

use crate::harness::{
    CSharp, Code, Folder, Options, Program, Snapshot, csharp_or_skip, run, through,
};

/// The class that needs a clock and the environment.
const GREETER: &str = "using System;

namespace Shop;

public class Greeter
{
    public string Greet() => (Environment.MachineName.Length > 0) + \" \" + DateTime.UtcNow.Kind;
}
";

/// What every host prints.
const GREETING: &str = "True Utc";

struct Host {
    name: &'static str,
    files: &'static [(&'static str, &'static str)],
    /// Lines that are there afterwards, by file.
    lines: &'static [(&'static str, &'static str)],
}

const USINGS: &str =
    "global using System;\nglobal using System.Threading;\nglobal using System.Threading.Tasks;\n";

const HOSTS: &[Host] = &[
    Host {
        name: "a minimal web program",
        files: &[(
            "Program.cs",
            "using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Shop;

var builder = WebApplication.CreateBuilder(args);
builder.Services.AddScoped<Greeter>();
var app = builder.Build();
using var scope = app.Services.CreateScope();
Console.WriteLine(scope.ServiceProvider.GetRequiredService<Greeter>().Greet());
",
        )],
        lines: &[
            ("Program.cs", "builder.Services.AddSingleton(TimeProvider.System);\n"),
            (
                "Program.cs",
                "builder.Services.AddSingleton<IEnvironmentProvider, EnvironmentProvider>();\n",
            ),
        ],
    },
    Host {
        name: "a generic host",
        files: &[(
            "Program.cs",
            "using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Shop;

HostApplicationBuilder builder = Host.CreateApplicationBuilder(args);
builder.Services.AddTransient<Greeter>();
using IHost host = builder.Build();
Console.WriteLine(host.Services.GetRequiredService<Greeter>().Greet());
",
        )],
        lines: &[(
            "Program.cs",
            "builder.Services.AddSingleton(TimeProvider.System);\n",
        )],
    },
    Host {
        name: "a default builder",
        files: &[(
            "Program.cs",
            "using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Shop;

public static class Program
{
    public static void Main(string[] args)
    {
        using var host = CreateHostBuilder(args).Build();
        Console.WriteLine(host.Services.GetRequiredService<Greeter>().Greet());
    }

    public static IHostBuilder CreateHostBuilder(string[] args) =>
        Host.CreateDefaultBuilder(args)
            .ConfigureServices((context, services) =>
            {
                services.AddSingleton<Greeter>();
            });
}
",
        )],
        lines: &[(
            "Program.cs",
            "                services.AddSingleton(TimeProvider.System);\n",
        )],
    },
    Host {
        name: "a default builder with an expression",
        files: &[(
            "Program.cs",
            "using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Shop;

using var host = Host.CreateDefaultBuilder(args)
    .ConfigureServices(services => services.AddSingleton<Greeter>())
    .Build();
Console.WriteLine(host.Services.GetRequiredService<Greeter>().Greet());
",
        )],
        lines: &[("Program.cs", ".AddSingleton(TimeProvider.System)")],
    },
    Host {
        name: "a start-up class",
        files: &[
            (
                "Startup.cs",
                "using Microsoft.Extensions.DependencyInjection;

namespace Shop;

public class Startup
{
    public void ConfigureServices(IServiceCollection services)
    {
        services.AddOptions();
        services.AddScoped<Greeter>();
    }
}
",
            ),
            (
                "Program.cs",
                "using Microsoft.Extensions.DependencyInjection;

namespace Shop;

public static class Program
{
    public static void Main()
    {
        var services = new ServiceCollection();
        new Startup().ConfigureServices(services);
        using var provider = services.BuildServiceProvider();
        using var scope = provider.CreateScope();
        Console.WriteLine(scope.ServiceProvider.GetRequiredService<Greeter>().Greet());
    }
}
",
            ),
        ],
        lines: &[(
            "Startup.cs",
            "        services.AddSingleton<IEnvironmentProvider, EnvironmentProvider>();\n",
        )],
    },
    Host {
        name: "an extension method",
        files: &[
            (
                "ShopServices.cs",
                "using Microsoft.Extensions.DependencyInjection;

namespace Shop;

public static class ShopServices
{
    public static IServiceCollection AddShop(this IServiceCollection services)
        => services.AddTransient<Greeter>();
}
",
            ),
            (
                "Program.cs",
                "using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Shop;

var builder = Host.CreateApplicationBuilder(args);
builder.Services.AddShop();
using var host = builder.Build();
Console.WriteLine(host.Services.GetRequiredService<Greeter>().Greet());
",
            ),
        ],
        lines: &[("ShopServices.cs", ".AddSingleton(TimeProvider.System)")],
    },
    Host {
        name: "a worker",
        files: &[
            (
                "Worker.cs",
                "using Microsoft.Extensions.Hosting;

namespace Shop;

public sealed class Worker(IHostApplicationLifetime lifetime) : BackgroundService
{
    protected override Task ExecuteAsync(CancellationToken stoppingToken)
    {
        Console.WriteLine((Environment.MachineName.Length > 0) + \" \" + DateTime.UtcNow.Kind);
        lifetime.StopApplication();
        return Task.CompletedTask;
    }
}
",
            ),
            (
                "Program.cs",
                "using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Shop;

var builder = Host.CreateApplicationBuilder(args);
builder.Services.AddHostedService<Worker>();

var host = builder.Build();
host.Run();
",
            ),
        ],
        lines: &[(
            "Program.cs",
            "builder.Services.AddSingleton<IConsole, SystemConsole>();\n",
        )],
    },
    Host {
        name: "a functions host",
        files: &[
            (
                "Worker.cs",
                "using System;

namespace Microsoft.Extensions.Hosting
{
    public static class WorkerHostBuilderExtensions
    {
        public static IHostBuilder ConfigureFunctionsWorkerDefaults(this IHostBuilder builder) => builder;
    }
}
",
            ),
            (
                "Program.cs",
                "using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Shop;

var host = new HostBuilder()
    .ConfigureFunctionsWorkerDefaults()
    .ConfigureServices(services =>
    {
        services.AddSingleton<Greeter>();
    })
    .Build();

Console.WriteLine(host.Services.GetRequiredService<Greeter>().Greet());
",
            ),
        ],
        lines: &[(
            "Program.cs",
            "        services.AddSingleton<IEnvironmentProvider, EnvironmentProvider>();\n",
        )],
    },
    Host {
        name: "an Autofac module",
        files: &[
            (
                "ShopModule.cs",
                "using Autofac;

namespace Shop;

public class ShopModule : Module
{
    protected override void Load(ContainerBuilder builder)
    {
        builder.RegisterType<Greeter>().AsSelf();
    }
}
",
            ),
            (
                "Program.cs",
                "using Autofac;
using Shop;

var builder = new ContainerBuilder();
builder.RegisterModule(new ShopModule());
using var container = builder.Build();
Console.WriteLine(container.Resolve<Greeter>().Greet());
",
            ),
        ],
        lines: &[
            (
                "ShopModule.cs",
                "        builder.RegisterInstance(TimeProvider.System).As<TimeProvider>();\n",
            ),
            (
                "ShopModule.cs",
                "        builder.RegisterType<EnvironmentProvider>().As<IEnvironmentProvider>().SingleInstance();\n",
            ),
        ],
    },
    Host {
        name: "an Autofac builder",
        files: &[(
            "Program.cs",
            "using Autofac;
using Shop;

var builder = new ContainerBuilder();
builder.RegisterType<Greeter>().InstancePerLifetimeScope();
using var container = builder.Build();
Console.WriteLine(container.Resolve<Greeter>().Greet());
",
        )],
        lines: &[(
            "Program.cs",
            "builder.RegisterInstance(TimeProvider.System).As<TimeProvider>();\n",
        )],
    },
    Host {
        name: "an Autofac factory",
        files: &[(
            "Program.cs",
            "using Autofac;
using Shop;

var builder = new ContainerBuilder();
builder.Register(_ => new Greeter()).SingleInstance();
using var container = builder.Build();
Console.WriteLine(container.Resolve<Greeter>().Greet());
",
        )],
        lines: &[(
            "Program.cs",
            "builder.RegisterInstance(TimeProvider.System).As<TimeProvider>();\n",
        )],
    },
    Host {
        name: "no container",
        files: &[(
            "Program.cs",
            "using Shop;

var greeter = new Greeter();
Console.WriteLine(greeter.Greet());
",
        )],
        lines: &[],
    },
];

fn project(kind: &str, rest: &str) -> String {
    format!(
        "<Project Sdk=\"{kind}\"><PropertyGroup><OutputType>Exe</OutputType><TargetFramework>net8.0</TargetFramework><Nullable>enable</Nullable></PropertyGroup><ItemGroup>{rest}</ItemGroup></Project>"
    )
}

fn packages(host: &Host) -> String {
    let uses = |word: &str| host.files.iter().any(|(_, text)| text.contains(word));
    let package = |id: &str| format!("<PackageReference Include=\"{id}\" Version=\"8.0.0\" />");
    let mut all = String::new();
    if uses("Autofac") {
        all += &package("Autofac");
    }
    if uses("Microsoft.Extensions") {
        all += &package("Microsoft.Extensions.Hosting");
    }
    all
}

fn printed(csharp: CSharp, folder: &Folder, name: &str) -> String {
    let options = Options::default().stub("di").stub("autofac");
    let code = Code::folder(folder.path());
    let ran = csharp.run(&code, &[], &options);
    let shown = format!("{name}: {:?}\n{}", ran.errors, sources(&folder.snapshot()));
    assert_eq!(ran.exit_code, Some(0), "{shown}\n{}", ran.stderr);
    ran.stdout.trim().to_owned()
}

fn sources(files: &Snapshot) -> String {
    let all = files
        .0
        .iter()
        .filter(|(path, _)| path.ends_with("Program.cs"));
    let all = all.map(|(path, text)| format!("{path}:\n{}", String::from_utf8_lossy(text)));
    all.collect()
}

#[test]
fn what_is_registered_resolves_in_hosts_of_every_shape() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    for host in HOSTS {
        let name = host.name;
        let is_web = host.files[0].1.contains("WebApplication");
        let sdk = if is_web {
            "Microsoft.NET.Sdk.Web"
        } else {
            "Microsoft.NET.Sdk"
        };
        let folder = Folder::of(&[
            ("Shop.csproj", &*project(sdk, &packages(host))),
            ("Greeter.cs", GREETER),
            ("Usings.cs", USINGS),
        ]);
        for (path, text) in host.files {
            folder.write(path, text);
        }
        assert_eq!(printed(csharp, &folder, name), GREETING, "{name} before");
        run(Program::wrap(), &folder, &[".", "--write"]);
        let wrapped = folder.snapshot();
        for (path, line) in host.lines {
            let text = wrapped.text(path);
            assert!(text.contains(line), "{name}: no `{line}` in\n{text}");
        }
        assert_eq!(
            printed(csharp, &folder, name),
            GREETING,
            "{name} registered"
        );
        run(Program::wrap(), &folder, &[".", "--write"]);
        assert_eq!(
            folder.snapshot(),
            wrapped,
            "{name}: a second run changes something"
        );
        let document = through(&folder);
        // The program itself writes to the console.
        let left = document["migration"]["remaining"].as_array().unwrap();
        let of_program = document["findings"].as_array().unwrap().iter();
        let of_program = of_program.filter(|one| one["path"] == "Program.cs");
        assert_eq!(left.len(), of_program.count(), "{name}: {left:#?}");
        assert_eq!(printed(csharp, &folder, name), GREETING, "{name} migrated");
        let code = Code::folder(folder.path()).by_projects();
        csharp.compiles(&code, &Options::default().warnings_as_errors().nullable());
    }
}

/// Two programs and a test's own host reach the class of a library: each gets the lines once.
#[test]
fn every_program_and_the_hosts_of_tests_are_served() {
    let Some(csharp) = csharp_or_skip() else {
        return;
    };
    let reference = "<ProjectReference Include=\"../Shop/Shop.csproj\" />";
    let hosting = "<PackageReference Include=\"Microsoft.Extensions.Hosting\" Version=\"8.0.0\" />";
    let autofac = "<PackageReference Include=\"Autofac\" Version=\"8.0.0\" />";
    let xunit = "<PackageReference Include=\"xunit\" Version=\"2.7.0\" />";
    let library = |text: String| text.replace("<OutputType>Exe</OutputType>", "");
    let sdk = "Microsoft.NET.Sdk";
    let program = |base: &str| {
        let all = HOSTS.iter().find(|host| host.name == base).unwrap();
        all.files[0].1
    };
    let folder = Folder::of(&[
        ("Shop/Shop.csproj", &*library(project(sdk, ""))),
        ("Shop/Greeter.cs", GREETER),
        (
            "One/One.csproj",
            &*project(sdk, &format!("{reference}{hosting}")),
        ),
        ("One/Usings.cs", USINGS),
        ("One/Program.cs", program("a generic host")),
        (
            "Two/Two.csproj",
            &*project(sdk, &format!("{reference}{autofac}")),
        ),
        ("Two/Usings.cs", USINGS),
        ("Two/Program.cs", program("an Autofac builder")),
        (
            "Shop.Tests/Shop.Tests.csproj",
            &*library(project(sdk, &format!("{reference}{hosting}{xunit}"))),
        ),
        (
            "Shop.Tests/HostTests.cs",
            "using System;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Xunit;

namespace Shop.Tests;

public class HostTests
{
    [Fact]
    public void The_host_makes_a_greeter()
    {
        using var host = new HostBuilder()
            .ConfigureServices(services =>
            {
                services.AddSingleton<Greeter>();
            })
            .Build();
        Assert.Equal(\"True Utc\", host.Services.GetRequiredService<Greeter>().Greet());
    }
}
",
        ),
    ]);
    run(Program::wrap(), &folder, &[".", "--write"]);
    let wrapped = folder.snapshot();
    run(Program::wrap(), &folder, &[".", "--write"]);
    let changes = wrapped.changes_to(&folder.snapshot());
    assert_eq!(changes, [] as [String; 0], "a second run");
    for (path, lines) in [
        (
            "One/Program.cs",
            [
                "builder.Services.AddSingleton(TimeProvider.System);",
                "builder.Services.AddSingleton<IEnvironmentProvider, EnvironmentProvider>();",
            ],
        ),
        (
            "Two/Program.cs",
            [
                "builder.RegisterInstance(TimeProvider.System).As<TimeProvider>();",
                "builder.RegisterType<EnvironmentProvider>().As<IEnvironmentProvider>().SingleInstance();",
            ],
        ),
        (
            "Shop.Tests/HostTests.cs",
            [
                "                services.AddSingleton(TimeProvider.System);",
                "                services.AddSingleton<IEnvironmentProvider, EnvironmentProvider>();",
            ],
        ),
    ] {
        let text = wrapped.text(path);
        for line in lines {
            assert_eq!(text.matches(line).count(), 1, "{path}: `{line}` in\n{text}");
        }
    }
    through(&folder);
    let code = Code::folder(folder.path()).by_projects();
    csharp.compiles(&code, &Options::default().warnings_as_errors().nullable());
    assert_eq!(csharp.tests_pass(&code, &Options::default()).passed, 1);
    let after = folder.snapshot();
    assert!(after.text("Shop/Greeter.cs").contains("TimeProvider"));
}

/// A class that nobody is seen to make is made by the container of whoever starts the program; a test that builds a
/// container for something else has no use for it.
#[test]
fn a_container_of_a_test_for_something_else_is_left_alone() {
    let reference = "<ProjectReference Include=\"../Shop/Shop.csproj\" />";
    let packages = "<PackageReference Include=\"Microsoft.Extensions.Hosting\" Version=\"8.0.0\" /><PackageReference Include=\"xunit\" Version=\"2.7.0\" />";
    let tests = project("Microsoft.NET.Sdk", &format!("{reference}{packages}"));
    let test = |used: &str, start: &str| {
        format!(
            "using System;\nusing Microsoft.Extensions.DependencyInjection;\nusing Xunit;\n\nnamespace Shop.Tests;\n\npublic class Tests\n{{\n    [Fact]\n    public void Runs()\n    {{\n        var services = new ServiceCollection();\n        services.AddSingleton<{used}>();\n        using var provider = services.BuildServiceProvider();{start}\n    }}\n}}\n"
        )
    };
    let make = "\n        ActivatorUtilities.CreateInstance<Greeter>(provider);";
    for (used, start, lines) in [("object", "", 0), ("object", make, 2), ("Greeter", "", 2)] {
        let folder = Folder::of(&[
            (
                "Shop/Shop.csproj",
                &*project("Microsoft.NET.Sdk", "").replace("Exe", "Library"),
            ),
            ("Shop/Greeter.cs", GREETER),
            ("Shop.Tests/Shop.Tests.csproj", &tests),
            ("Shop.Tests/Tests.cs", &test(used, start)),
        ]);
        run(Program::wrap(), &folder, &[".", "--write"]);
        let after = folder.snapshot();
        let text = after.text("Shop.Tests/Tests.cs");
        let added = text.matches("services.AddSingleton").count() - 1;
        assert_eq!(added, lines, "{text}");
    }
}
