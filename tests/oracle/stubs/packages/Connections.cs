// Database connections: bound by name, whatever they are made of.
using System;
using System.Data;
using System.Data.Common;

namespace Seamwright.StandIns
{
    public class Connection : DbConnection
    {
        public override string ConnectionString { get => ""; set { } }
        public override string Database => "";
        public override string DataSource => "";
        public override string ServerVersion => "";
        public override ConnectionState State => ConnectionState.Closed;
        public override void ChangeDatabase(string databaseName) { }
        public override void Close() { }
        public override void Open() { }
        protected override DbTransaction BeginDbTransaction(IsolationLevel isolationLevel) => throw new NotSupportedException();
        protected override DbCommand CreateDbCommand() => throw new NotSupportedException();
    }
}

namespace Microsoft.Data.SqlClient
{
    public sealed class SqlConnection(params object?[] arguments) : Seamwright.StandIns.Connection { public object?[] Arguments => arguments; }
}

namespace Microsoft.Data.Sqlite
{
    public class SqliteConnection(params object?[] arguments) : Seamwright.StandIns.Connection { public object?[] Arguments => arguments; }
}

namespace MySql.Data.MySqlClient
{
    public sealed class MySqlConnection(params object?[] arguments) : Seamwright.StandIns.Connection { public object?[] Arguments => arguments; }
}

namespace MySqlConnector
{
    public sealed class MySqlConnection(params object?[] arguments) : Seamwright.StandIns.Connection { public object?[] Arguments => arguments; }
}

namespace Npgsql
{
    public sealed class NpgsqlConnection(params object?[] arguments) : Seamwright.StandIns.Connection { public object?[] Arguments => arguments; }
}

namespace Oracle.DataAccess.Client
{
    public sealed class OracleConnection(params object?[] arguments) : Seamwright.StandIns.Connection { public object?[] Arguments => arguments; }
}

namespace Oracle.ManagedDataAccess.Client
{
    public sealed class OracleConnection(params object?[] arguments) : Seamwright.StandIns.Connection { public object?[] Arguments => arguments; }
}

namespace System.Data.Odbc
{
    public sealed class OdbcConnection(params object?[] arguments) : Seamwright.StandIns.Connection { public object?[] Arguments => arguments; }
}

namespace System.Data.OleDb
{
    public sealed class OleDbConnection(params object?[] arguments) : Seamwright.StandIns.Connection { public object?[] Arguments => arguments; }
}

namespace System.Data.OracleClient
{
    public sealed class OracleConnection(params object?[] arguments) : Seamwright.StandIns.Connection { public object?[] Arguments => arguments; }
}

namespace System.Data.SQLite
{
    public sealed class SQLiteConnection(params object?[] arguments) : Seamwright.StandIns.Connection { public object?[] Arguments => arguments; }
}

namespace System.Data.SqlClient
{
    public sealed class SqlConnection(params object?[] arguments) : Seamwright.StandIns.Connection { public object?[] Arguments => arguments; }
}
