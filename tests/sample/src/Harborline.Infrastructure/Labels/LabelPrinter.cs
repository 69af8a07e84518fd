using System.Diagnostics;

namespace Harborline.Infrastructure.Labels;

public class Label
{
    public Label(string path, string zpl)
    {
        Path = path;
        Zpl = zpl;
    }

    public string Path { get; }

    public string Zpl { get; }

    public bool IsRelative => !Path.StartsWith('/') && Path.IndexOf(':') < 0;

    public string FileName => System.IO.Path.GetFileName(Path);

    public void Save()
    {
        using var writer = new StreamWriter(Path);
        writer.Write(Zpl);
    }
}

public class LabelPrinter
{
    public int Print(Label label)
    {
        string queue = Environment.GetEnvironmentVariable("HARBORLINE_PRINTER") ?? "labels";
        string spool = Path.Combine(Path.GetTempPath(), label.FileName);
        File.WriteAllText(spool, label.Zpl);

        using Process? process = Process.Start(new ProcessStartInfo("lp", $"-d {queue} {spool}"));
        if (process is null)
        {
            Console.Error.WriteLine($"{DateTime.Now:T} no print command on {Environment.MachineName}");
            return -1;
        }

        process.WaitForExit();
        return process.ExitCode;
    }
}
