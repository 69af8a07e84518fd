//! What declarations are, as the outline and the views over trees say it. Knows nothing of either.

/// What a type declaration declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TypeKind {
    /// `class`
    Class,
    /// `struct`
    Struct,
    /// `record`, `record class`
    Record,
    /// `record struct`
    RecordStruct,
    /// `interface`
    Interface,
    /// `enum`
    Enum,
    /// `delegate`
    Delegate,
    /// An `extension(…)` block, which has no name; its members belong to the static class around it.
    Extension,
}

/// What a member is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MemberKind {
    /// A field that is no constant.
    Field,
    /// `const`
    Constant,
    /// A property.
    Property,
    /// `this[…]`
    Indexer,
    /// An event, with or without accessors.
    Event,
    /// A method.
    Method,
    /// A constructor, also a static one.
    Constructor,
    /// `~A()`
    Destructor,
    /// `operator +`
    Operator,
    /// `implicit operator T` and `explicit operator T`
    Conversion,
    /// A name of an enum.
    EnumMember,
}
