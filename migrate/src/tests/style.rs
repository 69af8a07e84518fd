//! What is written looks like what stands around it.

use super::check;

#[test]
fn a_moved_initializer_is_indented_anew_but_for_its_strings() {
    check(
        "class A\n{\n    private readonly List<object> _a = new()\n    {\n        DateTime.UtcNow,\n        @\"x\n    y\",\n\n        1,\n    };\n}\n",
        "class A\n{\n    private readonly List<object> _a;\n\n    public A(TimeProvider timeProvider)\n    {\n        _a = new()\n        {\n            timeProvider.GetUtcNow().UtcDateTime,\n            @\"x\n    y\",\n\n            1,\n        };\n    }\n}\n",
    );
    check(
        "class A\r\n{\r\n\tprivate readonly object[] _a =\r\n\t\tnew object[]\r\n\t\t{\r\n\t\t\tDateTime.UtcNow,\r\n\t\t};\r\n\r\n\tpublic A()\r\n\t{\r\n\t}\r\n}\r\n",
        "class A\r\n{\r\n\tprivate readonly object[] _a;\r\n\r\n\tpublic A(TimeProvider timeProvider)\r\n\t{\r\n\t\t_a = new object[]\r\n\t\t{\r\n\t\t\ttimeProvider.GetUtcNow().UtcDateTime,\r\n\t\t};\r\n\t}\r\n}\r\n",
    );
}

#[test]
fn a_class_that_leaves_out_private_gets_none() {
    check(
        "class A\n{\n    readonly List<int> forward;\n    public int Count;\n\n    public A(List<int> forward) => this.forward = forward;\n\n    DateTime F() => DateTime.UtcNow;\n}\n",
        "class A\n{\n    readonly List<int> forward;\n    public int Count;\n    readonly TimeProvider timeProvider;\n\n    public A(List<int> forward, TimeProvider timeProvider)\n    {\n        this.timeProvider = timeProvider;\n        this.forward = forward;\n    }\n\n    DateTime F() => timeProvider.GetUtcNow().UtcDateTime;\n}\n",
    );
}
