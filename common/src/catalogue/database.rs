//! Connections to databases, made in place. All come from packages.

use super::entry::{Abstraction, Entry, Members, Origin, PLAIN, Receiver, Rewrite};
use crate::finding::Category;

const CONNECTION: Entry = Entry {
    category: Category::Database,
    receiver: Receiver::Construction,
    abstraction: Abstraction::Generated {
        interface: "IDbConnectionFactory",
        implementation: "DbConnectionFactory",
    },
    rewrite: Rewrite::None(
        "put what is done with the connection behind a store whose implementation opens it as often as now",
    ),
    why: "A test needs a running database, and what one test leaves there the next one finds.",
    ..PLAIN
};

/// Members that reach the server.
const MEMBERS: Members = Members::These(&[
    "BeginTransaction",
    "BeginTransactionAsync",
    "ChangeDatabase",
    "ChangeDatabaseAsync",
    "EnlistTransaction",
    "GetSchema",
    "GetSchemaAsync",
    "Open",
    "OpenAsync",
]);

const fn construction(id: &'static str, package: &'static str, before: &'static str) -> Entry {
    Entry {
        id,
        origin: Origin::Package(package),
        before,
        after: "_connections.Create()",
        ..CONNECTION
    }
}

const fn members(id: &'static str, package: &'static str, before: &'static str) -> Entry {
    Entry {
        id,
        members: MEMBERS,
        receiver: Receiver::Made(&[]),
        origin: Origin::Package(package),
        before,
        after: "_connections.Create().Open()",
        ..CONNECTION
    }
}

pub(super) const ENTRIES: &[Entry] = &[
    construction(
        "M:Microsoft.Data.SqlClient.SqlConnection.#ctor",
        "Microsoft.Data.SqlClient",
        "new SqlConnection(connectionString)",
    ),
    construction(
        "M:Microsoft.Data.Sqlite.SqliteConnection.#ctor",
        "Microsoft.Data.Sqlite",
        "new SqliteConnection(connectionString)",
    ),
    construction(
        "M:MySql.Data.MySqlClient.MySqlConnection.#ctor",
        "MySql.Data",
        "new MySqlConnection(connectionString)",
    ),
    construction(
        "M:MySqlConnector.MySqlConnection.#ctor",
        "MySqlConnector",
        "new MySqlConnection(connectionString)",
    ),
    construction(
        "M:Npgsql.NpgsqlConnection.#ctor",
        "Npgsql",
        "new NpgsqlConnection(connectionString)",
    ),
    construction(
        "M:Oracle.DataAccess.Client.OracleConnection.#ctor",
        "Oracle.DataAccess",
        "new OracleConnection(connectionString)",
    ),
    construction(
        "M:Oracle.ManagedDataAccess.Client.OracleConnection.#ctor",
        "Oracle.ManagedDataAccess.Core",
        "new OracleConnection(connectionString)",
    ),
    construction(
        "M:System.Data.Odbc.OdbcConnection.#ctor",
        "System.Data.Odbc",
        "new OdbcConnection(connectionString)",
    ),
    construction(
        "M:System.Data.OleDb.OleDbConnection.#ctor",
        "System.Data.OleDb",
        "new OleDbConnection(connectionString)",
    ),
    construction(
        "M:System.Data.OracleClient.OracleConnection.#ctor",
        "System.Data.OracleClient",
        "new OracleConnection(connectionString)",
    ),
    construction(
        "M:System.Data.SQLite.SQLiteConnection.#ctor",
        "System.Data.SQLite",
        "new SQLiteConnection(connectionString)",
    ),
    construction(
        "M:System.Data.SqlClient.SqlConnection.#ctor",
        "System.Data.SqlClient",
        "new SqlConnection(connectionString)",
    ),
    members(
        "T:Microsoft.Data.SqlClient.SqlConnection",
        "Microsoft.Data.SqlClient",
        "new SqlConnection(connectionString).Open()",
    ),
    members(
        "T:Microsoft.Data.Sqlite.SqliteConnection",
        "Microsoft.Data.Sqlite",
        "new SqliteConnection(connectionString).Open()",
    ),
    members(
        "T:MySql.Data.MySqlClient.MySqlConnection",
        "MySql.Data",
        "new MySqlConnection(connectionString).Open()",
    ),
    members(
        "T:MySqlConnector.MySqlConnection",
        "MySqlConnector",
        "new MySqlConnection(connectionString).Open()",
    ),
    members(
        "T:Npgsql.NpgsqlConnection",
        "Npgsql",
        "new NpgsqlConnection(connectionString).Open()",
    ),
    members(
        "T:Oracle.DataAccess.Client.OracleConnection",
        "Oracle.DataAccess",
        "new OracleConnection(connectionString).Open()",
    ),
    members(
        "T:Oracle.ManagedDataAccess.Client.OracleConnection",
        "Oracle.ManagedDataAccess.Core",
        "new OracleConnection(connectionString).Open()",
    ),
    members(
        "T:System.Data.Odbc.OdbcConnection",
        "System.Data.Odbc",
        "new OdbcConnection(connectionString).Open()",
    ),
    members(
        "T:System.Data.OleDb.OleDbConnection",
        "System.Data.OleDb",
        "new OleDbConnection(connectionString).Open()",
    ),
    members(
        "T:System.Data.OracleClient.OracleConnection",
        "System.Data.OracleClient",
        "new OracleConnection(connectionString).Open()",
    ),
    members(
        "T:System.Data.SQLite.SQLiteConnection",
        "System.Data.SQLite",
        "new SQLiteConnection(connectionString).Open()",
    ),
    members(
        "T:System.Data.SqlClient.SqlConnection",
        "System.Data.SqlClient",
        "new SqlConnection(connectionString).Open()",
    ),
];
