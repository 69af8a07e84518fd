//! Types as C# text and as names of the table.

use crate::symbol::keyword_type;

/// The full name with arity that the table has for a type given as C# text, without `?`:
/// `` System.Threading.Tasks.Task`1 `` for `System.Threading.Tasks.Task<string?>?`, `System.String` for `string`.
pub fn type_key(text: &str) -> String {
    let text = text.trim().trim_end_matches('?');
    let text = text.strip_prefix("ref ").unwrap_or(text);
    let text = text.strip_prefix("readonly ").unwrap_or(text);
    if text.ends_with(']') {
        return "System.Array".into();
    }
    let mut key = String::with_capacity(text.len());
    let (mut depth, mut arguments) = (0_usize, 0_usize);
    for c in text.chars() {
        match c {
            '<' | '(' => {
                depth += 1;
                if depth == 1 {
                    arguments = 1;
                }
            }
            '>' | ')' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    if key.is_empty() {
                        key.push_str("System.ValueTuple");
                    }
                    key.push('`');
                    key.push_str(&arguments.to_string());
                }
            }
            ',' if depth == 1 => arguments += 1,
            c if depth == 0 => key.push(c),
            _ => {}
        }
    }
    // At run time `dynamic` is an object.
    if key == "dynamic" {
        return "System.Object".to_owned();
    }
    keyword_type(&key).map_or(key, str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_the_names_of_the_table() {
        for (text, key) in [
            ("string?", "System.String"),
            (
                "System.Threading.Tasks.Task<string?>?",
                "System.Threading.Tasks.Task`1",
            ),
            (
                "System.Collections.Generic.Dictionary<int, System.Func<int, int>>",
                "System.Collections.Generic.Dictionary`2",
            ),
            ("int[]", "System.Array"),
            ("(int Left, int Top)", "System.ValueTuple`2"),
            ("System.DateTime", "System.DateTime"),
        ] {
            assert_eq!(type_key(text), key);
        }
    }
}
