using Npgsql;

sealed class Store
{
    NpgsqlConnection Open(Settings settings) => new(settings.ConnectionString);
}
