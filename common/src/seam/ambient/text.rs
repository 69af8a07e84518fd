//! The C# of an ambient scope: a slot, a property that reads it, a method that fills it until it is disposed. Text alone,
//! in the style that it is told; knows neither where it goes nor what the names mean.

/// How static fields are called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StaticStyle {
    /// `_name`.
    #[default]
    Underscore,
    /// `s_name`.
    SUnderscore,
    /// `Name`.
    Pascal,
    /// `name`.
    Plain,
}

impl StaticStyle {
    /// The style of a name, as far as it tells.
    pub fn of(name: &str) -> Option<Self> {
        if name.starts_with("s_") {
            Some(Self::SUnderscore)
        } else if name.starts_with('_') {
            Some(Self::Underscore)
        } else if name.starts_with(char::is_uppercase) {
            // `A_NAME` is a constant of another age.
            (!name.contains('_')).then_some(Self::Pascal)
        } else {
            name.starts_with(char::is_lowercase).then_some(Self::Plain)
        }
    }

    /// A field's name.
    pub fn name(self, stem: &str) -> String {
        match self {
            Self::Underscore => format!("_{stem}"),
            Self::SUnderscore => format!("s_{stem}"),
            Self::Pascal => super::upper_first(stem),
            Self::Plain => stem.to_owned(),
        }
    }

    /// The name of an instance field.
    fn own(self, stem: &str) -> String {
        match self {
            Self::Plain => stem.to_owned(),
            _ => format!("_{stem}"),
        }
    }
}

/// What the members are called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    /// The field that holds what is put in.
    pub slot: String,
    /// The field that holds the real thing, where it is an object.
    pub real: String,
    /// The property that code reads.
    pub property: String,
    /// The method that puts something in.
    pub method: String,
    /// The class of what the method gives.
    pub scope: String,
}

impl Names {
    /// Those in a class with other members; `number` tells several apart.
    pub fn in_class(stem: &str, style: StaticStyle, number: &str) -> Self {
        let upper = super::upper_first(stem);
        Self {
            slot: style.name(&format!("ambient{upper}{number}")),
            real: style.name(&format!("real{upper}{number}")),
            property: format!("Current{upper}{number}"),
            method: format!("Override{upper}{number}"),
            scope: format!("{upper}Scope{number}"),
        }
    }

    /// Those in a type of their own.
    pub fn alone(style: StaticStyle) -> Self {
        Self {
            slot: style.name("slot"),
            real: style.name("real"),
            property: "Current".to_owned(),
            method: "Override".to_owned(),
            scope: "Scope".to_owned(),
        }
    }

    /// All of them.
    pub fn all(&self) -> [&str; 5] {
        [
            &self.slot,
            &self.real,
            &self.property,
            &self.method,
            &self.scope,
        ]
    }
}

/// How types are named where the scope stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Types {
    /// The dependency's.
    pub dependency: String,
    /// `AsyncLocal`, without its argument.
    pub async_local: String,
    /// `IDisposable`.
    pub disposable: String,
    /// `ArgumentNullException`.
    pub null_error: String,
    /// `Interlocked`, to reach its members.
    pub interlocked: String,
    /// The real thing as an expression.
    pub real: String,
}

/// A scope.
#[derive(Clone, Debug)]
pub struct ScopeText {
    /// What its members are called.
    pub names: Names,
    /// How types are named.
    pub types: Types,
    /// What the parameter is called.
    pub parameter: String,
    /// What is replaced, as a phrase: `the source of time`.
    pub phrase: String,
    /// Whether `?` may stand behind references.
    pub nullable: bool,
    /// Whether `new()` may stand for a creation.
    pub target_typed: bool,
    /// Whether the real thing is an object that is made once.
    pub keeps_real: bool,
    /// How static fields are called.
    pub style: StaticStyle,
    /// One step of indentation.
    pub unit: String,
    /// Opening braces stand at the end of the line.
    pub same_line_braces: bool,
}

impl ScopeText {
    /// The fields. They come before all other static fields, whose initial values may read them.
    pub fn fields(&self) -> Vec<String> {
        let Types {
            dependency,
            async_local,
            real,
            ..
        } = &self.types;
        let ty = format!("{async_local}<{}>", self.maybe(dependency));
        let made = if self.target_typed {
            "new()".to_owned()
        } else {
            format!("new {ty}()")
        };
        let mut lines = vec![format!(
            "private static readonly {ty} {} = {made};",
            self.names.slot
        )];
        if self.keeps_real {
            lines.push(format!(
                "private static readonly {dependency} {} = {real};",
                self.names.real
            ));
        }
        lines
    }

    /// The property. Tests read it too.
    pub fn property(&self) -> String {
        let real = if self.keeps_real {
            &self.names.real
        } else {
            &self.types.real
        };
        format!(
            "internal static {} {} => {}.Value ?? {};",
            self.types.dependency,
            self.names.property,
            self.names.slot,
            if real.contains("=>") {
                format!("({real})")
            } else {
                real.clone()
            }
        )
    }

    /// The method and the class of what it gives, a blank line between them.
    pub fn members(&self) -> Vec<String> {
        let Self {
            names,
            types,
            parameter,
            phrase,
            unit,
            ..
        } = self;
        let Names {
            slot,
            method,
            scope,
            ..
        } = names;
        let (dependency, disposable) = (&types.dependency, &types.disposable);
        let (previous, disposed) = (self.style.own("previous"), self.style.own("disposed"));
        let mut lines = vec![
            format!(
                "/// <summary>Replaces {phrase} in the calling flow until the result is disposed; for tests.</summary>"
            ),
            format!("internal static {disposable} {method}({dependency} {parameter}) =>"),
            format!(
                "{unit}new {scope}({parameter} ?? throw new {}(nameof({parameter})));",
                types.null_error
            ),
            String::new(),
        ];
        self.open(
            &mut lines,
            "",
            &format!("private sealed class {scope} : {disposable}"),
        );
        lines.extend([
            format!(
                "{unit}private readonly {} {previous} = {slot}.Value;",
                self.maybe(dependency)
            ),
            format!("{unit}private int {disposed};"),
            String::new(),
        ]);
        self.open(
            &mut lines,
            unit,
            &format!("internal {scope}({dependency} {parameter})"),
        );
        lines.extend([
            format!("{unit}{unit}{slot}.Value = {parameter};"),
            format!("{unit}}}"),
            String::new(),
        ]);
        self.open(&mut lines, unit, "public void Dispose()");
        let inner = format!("{unit}{unit}");
        self.open(
            &mut lines,
            &inner,
            &format!(
                "if ({}.Exchange(ref {disposed}, 1) == 0)",
                types.interlocked
            ),
        );
        lines.extend([
            format!("{inner}{unit}{slot}.Value = {previous};"),
            format!("{inner}}}"),
            format!("{unit}}}"),
            "}".to_owned(),
        ]);
        lines
    }

    fn open(&self, lines: &mut Vec<String>, indent: &str, head: &str) {
        if self.same_line_braces {
            lines.push(format!("{indent}{head} {{"));
        } else {
            lines.extend([format!("{indent}{head}"), format!("{indent}{{")]);
        }
    }

    fn maybe(&self, ty: &str) -> String {
        let mark = if self.nullable { "?" } else { "" };
        format!("{ty}{mark}")
    }
}
