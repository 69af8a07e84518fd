//! Members that take any stream, of types of which the table of signatures has no members, or where an overload without
//! a stream hides it there. Public knowledge, by hand. Knows nothing of calls.

/// A type's full name, its member's (`#ctor` for a constructor) and the place of the argument: none of the overloads
/// that can be given a `System.IO.FileStream` there wants just that, and none is generic in it.
const TAKERS: &[(&str, &str, usize)] = &[
    ("System.IO.BinaryReader", "#ctor", 0),
    ("System.IO.BinaryWriter", "#ctor", 0),
    ("System.IO.BufferedStream", "#ctor", 0),
    ("System.IO.Compression.BrotliStream", "#ctor", 0),
    ("System.IO.Compression.DeflateStream", "#ctor", 0),
    ("System.IO.Compression.GZipStream", "#ctor", 0),
    ("System.IO.Compression.ZLibStream", "#ctor", 0),
    ("System.IO.Compression.ZipArchive", "#ctor", 0),
    ("System.Net.Http.StreamContent", "#ctor", 0),
    ("System.Reflection.PortableExecutable.PEReader", "#ctor", 0),
    ("System.Security.Cryptography.CryptoStream", "#ctor", 0),
    (
        "System.Security.Cryptography.HashAlgorithm",
        "ComputeHash",
        0,
    ),
    (
        "System.Security.Cryptography.HashAlgorithm",
        "ComputeHashAsync",
        0,
    ),
    ("System.Security.Cryptography.MD5", "ComputeHash", 0),
    ("System.Security.Cryptography.MD5", "ComputeHashAsync", 0),
    ("System.Security.Cryptography.MD5", "HashData", 0),
    ("System.Security.Cryptography.MD5", "HashDataAsync", 0),
    ("System.Security.Cryptography.SHA1", "ComputeHash", 0),
    ("System.Security.Cryptography.SHA1", "ComputeHashAsync", 0),
    ("System.Security.Cryptography.SHA1", "HashData", 0),
    ("System.Security.Cryptography.SHA1", "HashDataAsync", 0),
    ("System.Security.Cryptography.SHA256", "ComputeHash", 0),
    ("System.Security.Cryptography.SHA256", "ComputeHashAsync", 0),
    ("System.Security.Cryptography.SHA256", "HashData", 0),
    ("System.Security.Cryptography.SHA256", "HashDataAsync", 0),
    ("System.Security.Cryptography.SHA512", "ComputeHash", 0),
    ("System.Security.Cryptography.SHA512", "ComputeHashAsync", 0),
    ("System.Security.Cryptography.SHA512", "HashData", 0),
    ("System.Security.Cryptography.SHA512", "HashDataAsync", 0),
    ("System.Text.Json.JsonDocument", "Parse", 0),
    ("System.Text.Json.JsonDocument", "ParseAsync", 0),
    ("System.Text.Json.JsonSerializer", "Deserialize", 0),
    ("System.Text.Json.JsonSerializer", "DeserializeAsync", 0),
    ("System.Text.Json.JsonSerializer", "SerializeAsync", 0),
    ("System.Text.Json.Utf8JsonWriter", "#ctor", 0),
    ("System.Xml.Linq.XDocument", "Load", 0),
    ("System.Xml.Linq.XDocument", "LoadAsync", 0),
    ("System.Xml.Linq.XDocument", "Save", 0),
    ("System.Xml.Linq.XElement", "Load", 0),
    ("System.Xml.Linq.XElement", "Save", 0),
    ("System.Xml.Serialization.XmlSerializer", "Deserialize", 0),
    ("System.Xml.Serialization.XmlSerializer", "Serialize", 0),
    ("System.Xml.XmlDocument", "Load", 0),
    ("System.Xml.XmlDocument", "Save", 0),
    ("System.Xml.XmlReader", "Create", 0),
    ("System.Xml.XmlTextReader", "#ctor", 0),
    ("System.Xml.XmlTextWriter", "#ctor", 0),
    ("System.Xml.XmlWriter", "Create", 0),
];

/// Whether a member takes any stream as this argument.
pub fn takes_any_stream(type_name: &str, member: &str, argument: usize) -> bool {
    TAKERS.binary_search(&(type_name, member, argument)).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::base_library;

    #[test]
    fn rows_are_sorted_and_their_types_are_there() {
        assert!(TAKERS.is_sorted());
        for (name, _, _) in TAKERS {
            assert!(base_library::is_type(name), "{name}");
        }
    }
}
