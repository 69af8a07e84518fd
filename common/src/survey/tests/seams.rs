//! Code that only passes on to the real API.

use super::*;

#[test]
fn accessors_that_only_pass_on_are_a_seam() {
    let class = |body: &str| {
        let text = format!("class Terminal : IConsole {{ {body} }}");
        let survey = run(&[&text], &["System"]).survey;
        (survey.findings.len(), survey.not_counted.len())
    };
    let title = "public string Title { get => Console.Title; set => Console.Title = value; }";
    assert_eq!(class(title), (0, 2));
    let event = "public event Action E { add => Console.CancelKeyPress += value; remove { Console.CancelKeyPress -= value; } }";
    assert_eq!(class(event), (0, 2));
    let changed = "public string Title { get => Console.Title; set => Console.Title = value + 1; }";
    assert_eq!(class(changed), (1, 1));
}
