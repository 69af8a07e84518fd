class A
{
    string[] M(int a) => [ "a\"b{", @"c""d\", $"e{a:D2}f{{", $@"g""{a}""h", @$"{(a > 1 ? "x" : $"{a}")}",
        """i "j" k""", $"""l{a}{System.DateTime.Now}m""", $$"""n{o}{{a}}p""", "q"u8.ToString(), $"{a switch { 1 => "}", _ => '}' + "" }}" ];
    char[] C => ['\'', '"', '{', '\u007b', '\\'];
    string R => """
        raw { " // no comment
        #if NO
        """;
    string E => $@"a ""{C}""";
}
