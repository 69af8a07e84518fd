//! Calls whose lambdas are expression trees, or may be: translated to something else instead of run. Public
//! knowledge, by hand. Knows nothing of how a receiver is bound.

/// Types whose query methods take expression trees, by full name with arity.
const QUERIES: &[&str] = &[
    "Microsoft.EntityFrameworkCore.DbSet`1",
    "Microsoft.EntityFrameworkCore.Query.IIncludableQueryable`2",
    "MongoDB.Driver.Linq.IMongoQueryable`1",
    "System.Data.Entity.DbSet`1",
    "System.Data.Entity.IDbSet`1",
    "System.Data.Linq.Table`1",
    "System.Linq.IOrderedQueryable",
    "System.Linq.IOrderedQueryable`1",
    "System.Linq.IQueryable",
    "System.Linq.IQueryable`1",
];

/// Methods that give such a query, whoever has them.
const QUERY_STARTS: &[&str] = &[
    "AsQueryable",
    "FromSql",
    "FromSqlInterpolated",
    "FromSqlRaw",
    "GetItemLinqQueryable",
    "Query",
    "QueryOver",
    "Set",
];

/// Methods that take an expression tree, by the namespace that a file must see for them to be meant; both sorted.
const METHODS: &[(&str, &[&str])] = &[
    (
        "Ardalis.Specification",
        &[
            "Include",
            "OrderBy",
            "OrderByDescending",
            "Search",
            "Select",
            "ThenBy",
            "ThenInclude",
            "Where",
        ],
    ),
    (
        "AutoMapper",
        &[
            "ConstructUsing",
            "ForCtorParam",
            "ForMember",
            "ForPath",
            "MapFrom",
        ],
    ),
    ("FakeItEasy", &["CallTo", "CallToSet", "That"]),
    ("FluentValidation", &["RuleFor", "RuleForEach"]),
    (
        "Hangfire",
        &[
            "AddOrUpdate",
            "ContinueJobWith",
            "ContinueWith",
            "Create",
            "Enqueue",
            "Schedule",
        ],
    ),
    ("LinqKit", &["And", "Invoke", "New", "Or", "Start"]),
    (
        "Microsoft.EntityFrameworkCore",
        &[
            "AllAsync",
            "AnyAsync",
            "CountAsync",
            "ExecuteUpdate",
            "ExecuteUpdateAsync",
            "FirstAsync",
            "FirstOrDefaultAsync",
            "HasAlternateKey",
            "HasCheckConstraint",
            "HasConversion",
            "HasForeignKey",
            "HasIndex",
            "HasKey",
            "HasMany",
            "HasOne",
            "HasPrincipalKey",
            "HasQueryFilter",
            "Include",
            "LastOrDefaultAsync",
            "OwnsMany",
            "OwnsOne",
            "SetProperty",
            "SingleAsync",
            "SingleOrDefaultAsync",
            "SumAsync",
            "ThenInclude",
        ],
    ),
    (
        "MongoDB.Driver",
        &[
            "CountDocuments",
            "CountDocumentsAsync",
            "DeleteMany",
            "DeleteManyAsync",
            "DeleteOne",
            "DeleteOneAsync",
            "Eq",
            "Find",
            "FindAsync",
            "FindOneAndUpdateAsync",
            "FindSync",
            "Gt",
            "Gte",
            "In",
            "Inc",
            "Lt",
            "Lte",
            "Ne",
            "Project",
            "Push",
            "ReplaceOne",
            "ReplaceOneAsync",
            "Set",
            "SortBy",
            "SortByDescending",
            "UpdateMany",
            "UpdateManyAsync",
            "UpdateOne",
            "UpdateOneAsync",
            "Where",
        ],
    ),
    (
        "Moq",
        &[
            "Create",
            "Is",
            "IsNot",
            "Of",
            "Setup",
            "SetupGet",
            "SetupProperty",
            "SetupSequence",
            "Verify",
            "VerifyGet",
        ],
    ),
    (
        "NHibernate",
        &["And", "JoinAlias", "Query", "QueryOver", "Where"],
    ),
    ("NSubstitute", &["Is"]),
    (
        "System.Data.Entity",
        &[
            "AllAsync",
            "AnyAsync",
            "CountAsync",
            "FirstAsync",
            "FirstOrDefaultAsync",
            "HasKey",
            "HasMany",
            "HasOptional",
            "HasRequired",
            "Include",
            "Property",
            "SingleAsync",
            "SingleOrDefaultAsync",
        ],
    ),
    ("System.Linq.Expressions", &["Lambda"]),
];

/// Whether the methods of this type, by its full name with arity, take expression trees.
pub fn is_query(type_name: &str) -> bool {
    QUERIES.binary_search(&type_name).is_ok()
}

/// Whether some such type has this simple name, without arity: for type texts whose namespace isn't known.
pub fn is_query_named(simple: &str) -> bool {
    QUERIES.iter().any(|name| {
        let last = name.rsplit('.').next().unwrap_or(name);
        last.split('`').next() == Some(simple)
    })
}

/// Whether a method of this name gives a query where its type isn't known.
pub fn starts_query(method: &str) -> bool {
    QUERY_STARTS.binary_search(&method).is_ok()
}

/// Whether a method of this name may take an expression tree in a file that sees the namespace.
pub fn takes_expression(namespace: &str, method: &str) -> bool {
    METHODS
        .binary_search_by_key(&namespace, |(namespace, _)| namespace)
        .is_ok_and(|at| METHODS[at].1.binary_search(&method).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_can_be_searched() {
        assert!(QUERIES.is_sorted());
        assert!(QUERY_STARTS.is_sorted());
        assert!(METHODS.is_sorted_by(|(one, _), (other, _)| one < other));
        assert!(METHODS.iter().all(|(_, methods)| methods.is_sorted()));
    }

    #[test]
    fn the_same_name_means_nothing_without_its_library() {
        assert!(takes_expression("Moq", "Setup"));
        assert!(takes_expression("Hangfire", "Enqueue"));
        assert!(!takes_expression("System.Collections.Generic", "Enqueue"));
        assert!(is_query("System.Linq.IQueryable`1"));
        assert!(!is_query("System.Collections.Generic.IEnumerable`1"));
        assert!(starts_query("AsQueryable"));
    }
}
