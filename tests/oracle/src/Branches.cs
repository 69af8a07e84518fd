// What the preprocessor leaves out of a file, what the parser did not understand, and the symbols that show more.
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace Oracle;

static class Branches
{
    /// <summary>How many other sets of symbols a compilation is tried with.</summary>
    const int Rounds = 12;

    /// <summary>Among how many symbols of nested conditions values are sought.</summary>
    const int MostSymbols = 12;

    /// <summary>The lines that the preprocessor left out.</summary>
    public static IEnumerable<int> Inactive(SyntaxTree tree)
    {
        foreach (var trivia in tree.GetRoot().DescendantTrivia())
        {
            if (!trivia.IsKind(SyntaxKind.DisabledTextTrivia)) continue;
            var lines = tree.GetLineSpan(trivia.Span);
            // The text ends after its last line's end.
            int end = lines.EndLinePosition.Line + (lines.EndLinePosition.Character > 0 ? 1 : 0);
            for (int line = lines.StartLinePosition.Line; line < end; line++) yield return line + 1;
        }
    }

    /// <summary>
    /// The lines of the members around syntax errors, or of the type where an error stands in no member of it. An error
    /// that says only that the project's language version is too old doesn't count: its code was understood.
    /// </summary>
    public static IEnumerable<int> Broken(SyntaxTree tree)
    {
        var root = tree.GetRoot();
        foreach (var diagnostic in tree.GetDiagnostics())
        {
            if (diagnostic.Severity != DiagnosticSeverity.Error || TreeIsWhole.Contains(diagnostic.Id)) continue;
            var span = diagnostic.Location.SourceSpan;
            // An error at the end of a member may be one of what should follow.
            var around = root.FindNode(new(Math.Min(span.Start, root.FullSpan.End), 0)).FirstAncestorOrSelf<MemberDeclarationSyntax>() ?? root;
            var before = span.Start == 0 ? around : root.FindToken(span.Start - 1).Parent?.FirstAncestorOrSelf<MemberDeclarationSyntax>() ?? root;
            foreach (var node in new[] { around, before }.Distinct())
            {
                var lines = tree.GetLineSpan(node.Span);
                for (int line = lines.StartLinePosition.Line; line <= lines.EndLinePosition.Line; line++) yield return line + 1;
            }
        }
    }

    /// <summary>
    /// "Feature is not available in C# 7.3", one id for each version, and "is in preview"; and a directive that is not
    /// known yet (`#:package` of file-based programs), which leaves the code as it is.
    /// </summary>
    static readonly HashSet<string> TreeIsWhole = new(StringComparer.Ordinal)
    {
        "CS8022", "CS8023", "CS8024", "CS8025", "CS8026", "CS8059", "CS8107", "CS8302", "CS8320", "CS8370", "CS8400", "CS8652", "CS8703", "CS8706",
        "CS8773", "CS8904", "CS8936", "CS9058", "CS9202", "CS1024",
    };

    /// <summary>
    /// The compilation with other symbols, as long as each shows lines of the trees that none showed before: with the
    /// trees that are read anew, and the symbols that are the other way round.
    /// </summary>
    public static IEnumerable<(CSharpCompilation Compilation, SyntaxTree[] Trees, string Flips)> Others(
        CSharpCompilation compilation, SyntaxTree[] trees, Dictionary<string, HashSet<int>> inactive)
    {
        var conditional = trees.Where(t => inactive[t.FilePath].Count > 0).ToArray();
        var hopeless = new HashSet<(string, int)>();
        for (int round = 0; round < Rounds; round++)
        {
            // What each line that is still left out asks for, by how many lines ask for it.
            var wanted = new Dictionary<string, (SortedDictionary<string, bool> Values, int Lines)>(StringComparer.Ordinal);
            var asking = new List<(string File, int Line, string Key)>();
            foreach (var tree in conditional)
            {
                var open = inactive[tree.FilePath];
                if (open.Count == 0) continue;
                foreach (var (from, to, values) in Regions(tree))
                {
                    var lines = Enumerable.Range(from, to - from + 1).Where(l => open.Contains(l) && !hopeless.Contains((tree.FilePath, l))).ToList();
                    if (lines.Count == 0) continue;
                    string key = Text(values);
                    wanted[key] = (values, wanted.GetValueOrDefault(key).Lines + lines.Count);
                    asking.AddRange(lines.Select(l => (tree.FilePath, l, key)));
                }
            }
            if (wanted.Count == 0) yield break;
            var flips = new SortedDictionary<string, bool>(StringComparer.Ordinal);
            var met = new HashSet<string>(StringComparer.Ordinal);
            foreach (var (key, (values, _)) in wanted.OrderByDescending(w => w.Value.Lines).ThenBy(w => w.Key, StringComparer.Ordinal))
            {
                if (values.Any(v => flips.TryGetValue(v.Key, out bool other) && other != v.Value)) continue;
                foreach (var (name, value) in values) flips[name] = value;
                met.Add(key);
            }
            // A file that defines the symbol itself can stand against it: what is asked in vain is not asked again.
            foreach (var (file, line, key) in asking) if (met.Contains(key)) hopeless.Add((file, line));

            var read = trees.Where(t => t.GetRoot().ContainsDirectives).Select(t => (Old: t, New: Reparse(t, flips))).ToArray();
            var other = compilation;
            foreach (var (old, tree) in read) other = other.ReplaceSyntaxTree(old, tree);
            yield return (other, read.Select(r => r.New).ToArray(), Text(flips));
        }
    }

    static string Text(SortedDictionary<string, bool> values) => string.Join(' ', values.Select(v => (v.Value ? "" : "!") + v.Key));

    /// <summary>The tree under other symbols; a `#define` of the file itself that says otherwise is blanked.</summary>
    static SyntaxTree Reparse(SyntaxTree tree, SortedDictionary<string, bool> flips)
    {
        var options = (CSharpParseOptions)tree.Options;
        var symbols = options.PreprocessorSymbolNames.Where(s => !flips.ContainsKey(s)).Concat(flips.Where(f => f.Value).Select(f => f.Key));
        var text = tree.GetText();
        var against = Defined(tree).Where(d => flips.TryGetValue(d.Name, out bool value) && value != d.Value)
            .Select(d => new TextChange(d.Where, new string(' ', d.Where.Length))).ToList();
        if (against.Count > 0) text = text.WithChanges(against);
        return CSharpSyntaxTree.ParseText(text, options.WithPreprocessorSymbols(symbols), tree.FilePath);
    }

    /// <summary>What the file itself defines or takes back.</summary>
    static IEnumerable<(string Name, bool Value, TextSpan Where)> Defined(SyntaxTree tree)
    {
        foreach (var trivia in tree.GetRoot().DescendantTrivia())
            switch (trivia.GetStructure())
            {
                case DefineDirectiveTriviaSyntax { IsActive: true } one: yield return (one.Name.ValueText, true, Until(one, one.Name)); break;
                case UndefDirectiveTriviaSyntax { IsActive: true } one: yield return (one.Name.ValueText, false, Until(one, one.Name)); break;
            }
        static TextSpan Until(DirectiveTriviaSyntax directive, SyntaxToken name) => TextSpan.FromBounds(directive.HashToken.SpanStart, name.Span.End);
    }

    /// <summary>Each region that conditions decide, with the values of their symbols that let it in, where there are such.</summary>
    static IEnumerable<(int From, int To, SortedDictionary<string, bool> Values)> Regions(SyntaxTree tree)
    {
        var symbols = ((CSharpParseOptions)tree.Options).PreprocessorSymbolNames.ToHashSet(StringComparer.Ordinal);
        foreach (var (name, value, _) in Defined(tree))
            if (value) symbols.Add(name);
            else symbols.Remove(name);
        // For each open #if: its conditions so far, the last of which decides.
        var open = new List<List<ExpressionSyntax?>>();
        int from = 0;
        foreach (var trivia in tree.GetRoot().DescendantTrivia())
        {
            if (trivia.GetStructure() is not DirectiveTriviaSyntax directive) continue;
            if (directive is not (IfDirectiveTriviaSyntax or ElifDirectiveTriviaSyntax or ElseDirectiveTriviaSyntax or EndIfDirectiveTriviaSyntax)) continue;
            int line = tree.GetLineSpan(directive.Span).StartLinePosition.Line + 1;
            if (open.Count > 0 && line > from + 1 && Values(open, symbols) is { } values) yield return (from + 1, line - 1, values);
            from = line;
            switch (directive)
            {
                case IfDirectiveTriviaSyntax one: open.Add(new() { one.Condition }); break;
                case ElifDirectiveTriviaSyntax one when open.Count > 0: open[^1].Add(one.Condition); break;
                case ElseDirectiveTriviaSyntax when open.Count > 0: open[^1].Add(null); break;
                case EndIfDirectiveTriviaSyntax when open.Count > 0: open.RemoveAt(open.Count - 1); break;
            }
        }
    }

    /// <summary>The fewest changes that make each chain's last condition hold, and none before it.</summary>
    static SortedDictionary<string, bool>? Values(List<List<ExpressionSyntax?>> open, HashSet<string> symbols)
    {
        var names = open.SelectMany(chain => chain).OfType<ExpressionSyntax>().SelectMany(c => c.DescendantNodesAndSelf())
            .OfType<IdentifierNameSyntax>().Select(n => n.Identifier.ValueText).Distinct().Order(StringComparer.Ordinal).ToList();
        if (names.Count > MostSymbols) return null;
        foreach (int changed in Enumerable.Range(0, 1 << names.Count).OrderBy(c => System.Numerics.BitOperations.PopCount((uint)c)).ThenBy(c => c))
        {
            bool Defined(string name) => symbols.Contains(name) != ((changed >> names.IndexOf(name) & 1) == 1);
            if (open.All(chain => chain.SkipLast(1).All(c => !Holds(c!, Defined)) && (chain[^1] is not { } last || Holds(last, Defined))))
                return new(names.ToDictionary(n => n, Defined), StringComparer.Ordinal);
        }
        return null;
    }

    static bool Holds(ExpressionSyntax condition, Func<string, bool> defined) => condition switch
    {
        ParenthesizedExpressionSyntax inner => Holds(inner.Expression, defined),
        PrefixUnaryExpressionSyntax not => !Holds(not.Operand, defined),
        BinaryExpressionSyntax both when both.IsKind(SyntaxKind.LogicalAndExpression) => Holds(both.Left, defined) && Holds(both.Right, defined),
        BinaryExpressionSyntax both when both.IsKind(SyntaxKind.LogicalOrExpression) => Holds(both.Left, defined) || Holds(both.Right, defined),
        BinaryExpressionSyntax both => Holds(both.Left, defined) == Holds(both.Right, defined) == both.IsKind(SyntaxKind.EqualsExpression),
        LiteralExpressionSyntax literal => literal.IsKind(SyntaxKind.TrueLiteralExpression),
        IdentifierNameSyntax name => defined(name.Identifier.ValueText),
        _ => false,
    };
}
