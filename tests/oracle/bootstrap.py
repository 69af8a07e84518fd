"""One-off bootstrap: compiles the oracle's C# sources with Roslyn.

Without a .NET SDK there is no C# compiler executable, only the Roslyn libraries and a .NET
runtime. This script starts that runtime in the Python process (through hostfxr, with
ctypes), lets the `pythonnet` package bind it, and asks Roslyn to emit the program.

usage: bootstrap.py DOTNET_ROOT ROSLYN_DIR PYTHONNET_DIR OUT_DLL SOURCE.cs...
"""
import ctypes
import json
import os
import sys
import tempfile
import types
from pathlib import Path


class HostFxr:
    """The few calls of hostfxr that pythonnet needs from its runtime object."""

    LOAD_ASSEMBLY_AND_GET_FUNCTION_POINTER = 5

    def __init__(self, dotnet_root: Path, runtime_config: Path):
        lib = sorted((dotnet_root / "host" / "fxr").glob("*/libhostfxr.so"))[-1]
        self._dll = ctypes.CDLL(str(lib))

        class Params(ctypes.Structure):
            _fields_ = [("size", ctypes.c_size_t), ("host_path", ctypes.c_char_p), ("dotnet_root", ctypes.c_char_p)]

        params = Params(ctypes.sizeof(Params), None, os.fsencode(dotnet_root))
        self._handle = ctypes.c_void_p()
        self._check(self._dll.hostfxr_initialize_for_runtime_config(
            ctypes.c_char_p(os.fsencode(runtime_config)), ctypes.byref(params), ctypes.byref(self._handle)))
        load = ctypes.c_void_p()
        self._check(self._dll.hostfxr_get_runtime_delegate(
            self._handle, ctypes.c_int(self.LOAD_ASSEMBLY_AND_GET_FUNCTION_POINTER), ctypes.byref(load)))
        self._load = ctypes.CFUNCTYPE(
            ctypes.c_int, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p,
            ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)(load.value)

    @staticmethod
    def _check(rc: int):
        if rc < 0 or rc > 2:
            raise RuntimeError(f"hostfxr call failed: 0x{rc & 0xffffffff:08x}")

    def get_assembly(self, path: str):
        return HostAssembly(self, path)

    def entry_point(self, path: str, type_name: str, method: str):
        pointer = ctypes.c_void_p()
        self._check(self._load(
            os.fsencode(path), f"{type_name}, {Path(path).stem}".encode(), method.encode(),
            None, None, ctypes.addressof(pointer)))
        # PyDLL keeps the GIL, which Python.Runtime expects to hold while it initialises.
        return ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_char_p, ctypes.c_int)(pointer.value)

    def shutdown(self):
        self._dll.hostfxr_close(self._handle)

    def info(self):
        return "coreclr"


class HostAssembly:
    def __init__(self, host: HostFxr, path: str):
        self._host, self._path = host, path

    def get_function(self, name: str, func_type: str = ""):
        type_name, _, method = name.rpartition(".")
        if func_type:
            type_name, method = func_type, name
        function = self._host.entry_point(self._path, type_name, method)
        return lambda data: function(data, len(data))


def main() -> int:
    dotnet_root, roslyn, pythonnet_dir = (Path(a).resolve() for a in sys.argv[1:4])
    out, sources = Path(sys.argv[4]), sys.argv[5:]
    os.environ["DOTNET_SYSTEM_GLOBALIZATION_INVARIANT"] = "1"
    os.environ["DOTNET_TieredPGO"] = "0"

    # pythonnet imports clr_loader only for its type names when it is handed a runtime object.
    loader = types.ModuleType("clr_loader")
    loader.Runtime = loader.Assembly = loader.RuntimeInfo = object
    sys.modules["clr_loader"] = loader
    sys.path.insert(0, str(pythonnet_dir))
    import pythonnet

    with tempfile.TemporaryDirectory() as tmp:
        config = Path(tmp) / "bootstrap.runtimeconfig.json"
        config.write_text(json.dumps({"runtimeOptions": {
            "tfm": "net8.0", "framework": {"name": "Microsoft.NETCore.App", "version": "8.0.0"}}}))
        pythonnet.set_runtime(HostFxr(dotnet_root, config))
        import clr

        for name in ("Microsoft.CodeAnalysis", "Microsoft.CodeAnalysis.CSharp"):
            clr.AddReference(str(roslyn / f"{name}.dll"))
        import System
        from Microsoft.CodeAnalysis import (
            DiagnosticSeverity, MetadataReference, NullableContextOptions, OptimizationLevel, OutputKind, SyntaxTree)
        from Microsoft.CodeAnalysis.CSharp import (
            CSharpCompilation, CSharpCompilationOptions, CSharpParseOptions, CSharpSyntaxTree, LanguageVersion)
        from System.Collections.Generic import List

        parse = CSharpParseOptions.Default.WithLanguageVersion(LanguageVersion.CSharp12)
        trees = List[SyntaxTree]()
        for source in sources:
            text = Path(source).read_text(encoding="utf-8-sig")
            trees.Add(CSharpSyntaxTree.ParseText(text, parse, source, System.Text.Encoding.UTF8))
        references = List[MetadataReference]()
        framework = Path(str(System.Object().GetType().Assembly.Location)).parent
        for dll in sorted(framework.glob("*.dll")) + [
                roslyn / "Microsoft.CodeAnalysis.dll", roslyn / "Microsoft.CodeAnalysis.CSharp.dll"]:
            references.Add(MetadataReference.CreateFromFile(str(dll)))
        options = (CSharpCompilationOptions(OutputKind.ConsoleApplication)
                   .WithOptimizationLevel(OptimizationLevel.Release)
                   .WithNullableContextOptions(NullableContextOptions.Enable))
        compilation = CSharpCompilation.Create("oracle", trees, references, options)
        stream = System.IO.FileStream(str(out), System.IO.FileMode.Create)
        result = compilation.Emit(stream)
        stream.Dispose()
        shown = 0
        for diagnostic in result.Diagnostics:
            if diagnostic.Severity == DiagnosticSeverity.Error or (
                    diagnostic.Severity == DiagnosticSeverity.Warning and diagnostic.Id != "CS1701"
                    and os.environ.get("ORACLE_WARNINGS")):
                print(diagnostic.ToString(), file=sys.stderr)
                shown += 1
                if shown == 50:
                    break
        sys.stderr.flush()
        # Leave at once: an orderly shutdown of both runtimes only costs time.
        os._exit(0 if result.Success else 1)


if __name__ == "__main__":
    sys.exit(main())
