//! The kinds of nodes and fields of the C# grammar, as enums. One list: the grammar's own node types, checked by a test.

macro_rules! names {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        #[expect(missing_docs, reason = "each variant is the grammar's name in camel case")]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)*
        }

        impl $name {
            /// Every variant with the grammar's name.
            pub const ALL: &[(Self, &'static str)] = &[$((Self::$variant, $text),)*];
        }
    };
}

names! {
    /// What a node is. Keywords and punctuation are all `Token`; their text tells which.
    SyntaxKind {
        Token = "",
        Error = "ERROR",
        AccessorDeclaration = "accessor_declaration",
        AccessorList = "accessor_list",
        AliasQualifiedName = "alias_qualified_name",
        AndPattern = "and_pattern",
        AnonymousMethodExpression = "anonymous_method_expression",
        AnonymousObjectCreationExpression = "anonymous_object_creation_expression",
        Argument = "argument",
        ArgumentList = "argument_list",
        ArrayCreationExpression = "array_creation_expression",
        ArrayRankSpecifier = "array_rank_specifier",
        ArrayType = "array_type",
        ArrowExpressionClause = "arrow_expression_clause",
        AsExpression = "as_expression",
        AssignmentExpression = "assignment_expression",
        Attribute = "attribute",
        AttributeArgument = "attribute_argument",
        AttributeArgumentList = "attribute_argument_list",
        AttributeList = "attribute_list",
        AttributeTargetSpecifier = "attribute_target_specifier",
        AwaitExpression = "await_expression",
        BaseList = "base_list",
        BinaryExpression = "binary_expression",
        Block = "block",
        BooleanLiteral = "boolean_literal",
        BracketedArgumentList = "bracketed_argument_list",
        BracketedParameterList = "bracketed_parameter_list",
        BreakStatement = "break_statement",
        CallingConvention = "calling_convention",
        CastExpression = "cast_expression",
        CatchClause = "catch_clause",
        CatchDeclaration = "catch_declaration",
        CatchFilterClause = "catch_filter_clause",
        CharacterLiteral = "character_literal",
        CharacterLiteralContent = "character_literal_content",
        CheckedExpression = "checked_expression",
        CheckedStatement = "checked_statement",
        ClassDeclaration = "class_declaration",
        CollectionElement = "collection_element",
        CollectionExpression = "collection_expression",
        Comment = "comment",
        CompilationUnit = "compilation_unit",
        ConditionalAccessExpression = "conditional_access_expression",
        ConditionalExpression = "conditional_expression",
        ConstantPattern = "constant_pattern",
        ConstructorConstraint = "constructor_constraint",
        ConstructorDeclaration = "constructor_declaration",
        ConstructorInitializer = "constructor_initializer",
        ContinueStatement = "continue_statement",
        ConversionOperatorDeclaration = "conversion_operator_declaration",
        DeclarationExpression = "declaration_expression",
        DeclarationList = "declaration_list",
        DeclarationPattern = "declaration_pattern",
        DefaultExpression = "default_expression",
        DelegateDeclaration = "delegate_declaration",
        DestructorDeclaration = "destructor_declaration",
        Discard = "discard",
        DoStatement = "do_statement",
        ElementAccessExpression = "element_access_expression",
        ElementBindingExpression = "element_binding_expression",
        EmptyStatement = "empty_statement",
        EnumDeclaration = "enum_declaration",
        EnumMemberDeclaration = "enum_member_declaration",
        EnumMemberDeclarationList = "enum_member_declaration_list",
        EscapeSequence = "escape_sequence",
        EventDeclaration = "event_declaration",
        EventFieldDeclaration = "event_field_declaration",
        ExplicitInterfaceSpecifier = "explicit_interface_specifier",
        ExpressionElement = "expression_element",
        ExpressionStatement = "expression_statement",
        ExternAliasDirective = "extern_alias_directive",
        FieldDeclaration = "field_declaration",
        FileScopedNamespaceDeclaration = "file_scoped_namespace_declaration",
        FinallyClause = "finally_clause",
        FixedStatement = "fixed_statement",
        ForStatement = "for_statement",
        ForeachStatement = "foreach_statement",
        FromClause = "from_clause",
        FunctionPointerParameter = "function_pointer_parameter",
        FunctionPointerType = "function_pointer_type",
        GenericName = "generic_name",
        GlobalAttribute = "global_attribute",
        GlobalStatement = "global_statement",
        GotoStatement = "goto_statement",
        GroupClause = "group_clause",
        Identifier = "identifier",
        IfStatement = "if_statement",
        ImplicitArrayCreationExpression = "implicit_array_creation_expression",
        ImplicitObjectCreationExpression = "implicit_object_creation_expression",
        ImplicitParameter = "implicit_parameter",
        ImplicitStackallocExpression = "implicit_stackalloc_expression",
        ImplicitType = "implicit_type",
        IndexerDeclaration = "indexer_declaration",
        InitializerExpression = "initializer_expression",
        IntegerLiteral = "integer_literal",
        InterfaceDeclaration = "interface_declaration",
        InterpolatedStringExpression = "interpolated_string_expression",
        Interpolation = "interpolation",
        InterpolationAlignmentClause = "interpolation_alignment_clause",
        InterpolationBrace = "interpolation_brace",
        InterpolationFormatClause = "interpolation_format_clause",
        InterpolationQuote = "interpolation_quote",
        InterpolationStart = "interpolation_start",
        InvocationExpression = "invocation_expression",
        IsExpression = "is_expression",
        IsPatternExpression = "is_pattern_expression",
        JoinClause = "join_clause",
        JoinIntoClause = "join_into_clause",
        LabeledStatement = "labeled_statement",
        LambdaExpression = "lambda_expression",
        LetClause = "let_clause",
        ListPattern = "list_pattern",
        LocalDeclarationStatement = "local_declaration_statement",
        LocalFunctionStatement = "local_function_statement",
        LockStatement = "lock_statement",
        MakerefExpression = "makeref_expression",
        MemberAccessExpression = "member_access_expression",
        MemberBindingExpression = "member_binding_expression",
        MethodDeclaration = "method_declaration",
        Modifier = "modifier",
        NamespaceDeclaration = "namespace_declaration",
        NegatedPattern = "negated_pattern",
        NullLiteral = "null_literal",
        NullableType = "nullable_type",
        ObjectCreationExpression = "object_creation_expression",
        OperatorDeclaration = "operator_declaration",
        OrPattern = "or_pattern",
        OrderByClause = "order_by_clause",
        Parameter = "parameter",
        ParameterList = "parameter_list",
        ParenthesizedExpression = "parenthesized_expression",
        ParenthesizedPattern = "parenthesized_pattern",
        ParenthesizedVariableDesignation = "parenthesized_variable_designation",
        PointerType = "pointer_type",
        PositionalPatternClause = "positional_pattern_clause",
        PostfixUnaryExpression = "postfix_unary_expression",
        PredefinedType = "predefined_type",
        PrefixUnaryExpression = "prefix_unary_expression",
        PreprocArg = "preproc_arg",
        PreprocDefine = "preproc_define",
        PreprocElif = "preproc_elif",
        PreprocElse = "preproc_else",
        PreprocEndregion = "preproc_endregion",
        PreprocError = "preproc_error",
        PreprocIf = "preproc_if",
        PreprocIfInAttributeList = "preproc_if_in_attribute_list",
        PreprocLine = "preproc_line",
        PreprocNullable = "preproc_nullable",
        PreprocPragma = "preproc_pragma",
        PreprocRegion = "preproc_region",
        PreprocUndef = "preproc_undef",
        PreprocWarning = "preproc_warning",
        PrimaryConstructorBaseType = "primary_constructor_base_type",
        PropertyDeclaration = "property_declaration",
        PropertyPatternClause = "property_pattern_clause",
        QualifiedName = "qualified_name",
        QueryExpression = "query_expression",
        RangeExpression = "range_expression",
        RawStringContent = "raw_string_content",
        RawStringEnd = "raw_string_end",
        RawStringLiteral = "raw_string_literal",
        RawStringStart = "raw_string_start",
        RealLiteral = "real_literal",
        RecordDeclaration = "record_declaration",
        RecursivePattern = "recursive_pattern",
        RefExpression = "ref_expression",
        RefType = "ref_type",
        ReftypeExpression = "reftype_expression",
        RefvalueExpression = "refvalue_expression",
        RelationalPattern = "relational_pattern",
        ReturnStatement = "return_statement",
        ScopedType = "scoped_type",
        SelectClause = "select_clause",
        ShebangDirective = "shebang_directive",
        SizeofExpression = "sizeof_expression",
        SpreadElement = "spread_element",
        StackallocExpression = "stackalloc_expression",
        StringContent = "string_content",
        StringLiteral = "string_literal",
        StringLiteralContent = "string_literal_content",
        StringLiteralEncoding = "string_literal_encoding",
        StructDeclaration = "struct_declaration",
        Subpattern = "subpattern",
        SwitchBody = "switch_body",
        SwitchExpression = "switch_expression",
        SwitchExpressionArm = "switch_expression_arm",
        SwitchSection = "switch_section",
        SwitchStatement = "switch_statement",
        ThrowExpression = "throw_expression",
        ThrowStatement = "throw_statement",
        TryStatement = "try_statement",
        TupleElement = "tuple_element",
        TupleExpression = "tuple_expression",
        TuplePattern = "tuple_pattern",
        TupleType = "tuple_type",
        TypeArgumentList = "type_argument_list",
        TypeParameter = "type_parameter",
        TypeParameterConstraint = "type_parameter_constraint",
        TypeParameterConstraintsClause = "type_parameter_constraints_clause",
        TypeParameterList = "type_parameter_list",
        TypePattern = "type_pattern",
        TypeofExpression = "typeof_expression",
        UnaryExpression = "unary_expression",
        UnsafeStatement = "unsafe_statement",
        UsingDirective = "using_directive",
        UsingStatement = "using_statement",
        VarPattern = "var_pattern",
        VariableDeclaration = "variable_declaration",
        VariableDeclarator = "variable_declarator",
        VerbatimStringLiteral = "verbatim_string_literal",
        WhenClause = "when_clause",
        WhereClause = "where_clause",
        WhileStatement = "while_statement",
        WithExpression = "with_expression",
        WithInitializer = "with_initializer",
        YieldStatement = "yield_statement",
    }
}

names! {
    /// The role of a node in its parent.
    Field {
        None = "",
        Accessors = "accessors",
        Alias = "alias",
        Alternative = "alternative",
        Argument = "argument",
        Arguments = "arguments",
        Body = "body",
        Condition = "condition",
        Consequence = "consequence",
        Content = "content",
        Expression = "expression",
        Function = "function",
        Initializer = "initializer",
        Left = "left",
        Name = "name",
        Operator = "operator",
        Parameters = "parameters",
        Pattern = "pattern",
        Qualifier = "qualifier",
        Rank = "rank",
        Returns = "returns",
        Right = "right",
        Subscript = "subscript",
        Type = "type",
        TypeParameters = "type_parameters",
        Update = "update",
        Value = "value",
    }
}

impl SyntaxKind {
    /// Whether it declares a type, delegates included.
    pub fn declares_type(self) -> bool {
        matches!(
            self,
            Self::ClassDeclaration
                | Self::StructDeclaration
                | Self::RecordDeclaration
                | Self::InterfaceDeclaration
                | Self::EnumDeclaration
                | Self::DelegateDeclaration
        )
    }

    /// Whether it is a part of an expression that neither declares a name nor bounds where one is in view. Thousands of
    /// them may stand around a node: `a ? b : c ? d : …`, `a.F().G()…`.
    pub(super) fn is_link(self) -> bool {
        matches!(
            self,
            Self::Argument
                | Self::ArgumentList
                | Self::AsExpression
                | Self::AssignmentExpression
                | Self::AwaitExpression
                | Self::BinaryExpression
                | Self::BracketedArgumentList
                | Self::CastExpression
                | Self::CheckedExpression
                | Self::ConditionalAccessExpression
                | Self::ConditionalExpression
                | Self::ElementAccessExpression
                | Self::GenericName
                | Self::ImplicitObjectCreationExpression
                | Self::InitializerExpression
                | Self::InvocationExpression
                | Self::IsExpression
                | Self::MemberAccessExpression
                | Self::MemberBindingExpression
                | Self::ObjectCreationExpression
                | Self::ParenthesizedExpression
                | Self::PostfixUnaryExpression
                | Self::PrefixUnaryExpression
                | Self::QualifiedName
                | Self::TypeArgumentList
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_one_of_the_grammar() {
        let language: tree_sitter::Language = tree_sitter_c_sharp::LANGUAGE.into();
        for (kind, name) in &SyntaxKind::ALL[2..] {
            assert_ne!(language.id_for_node_kind(name, true), 0, "{kind:?}");
        }
        for (field, name) in &Field::ALL[1..] {
            assert!(language.field_id_for_name(name).is_some(), "{field:?}");
        }
    }
}
