//! Code that only passes on to the real API.

use super::*;

#[test]
fn what_says_that_it_was_generated_is_nobodys_to_change() {
    let class = |before: &str, after: &str| {
        let text =
            format!("{before} class A {{ class B {{ object C => DateTime.Now; }} }} {after}");
        let survey = run(&[&text], &["System", "System.CodeDom.Compiler"]).survey;
        let reasons = survey.not_counted.iter().map(|one| one.reason.as_str());
        (survey.findings.len(), reasons.collect::<Vec<_>>())
    };
    let generated = (0, vec!["generated"]);
    assert_eq!(class("[GeneratedCode(\"x\", \"1\")]", ""), generated);
    let spelled = "[global::System.CodeDom.Compiler.GeneratedCodeAttribute(\"x\", \"1\")]";
    assert_eq!(class(spelled, ""), generated);
    let own = "class GeneratedCodeAttribute : Attribute { }";
    assert_eq!(class("[GeneratedCode]", own), (1, Vec::new()));
    assert_eq!(class("[Generated]", ""), (1, Vec::new()));
}

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

#[test]
fn a_choice_between_two_real_things_is_no_default() {
    let counts = |value: &str| {
        let text = format!("class C {{ Random _r; object M(bool s, Random given) => {value}; }}");
        let survey = run(&[&text], &["System", "System.Net.Http"]).survey;
        (survey.findings.len(), survey.not_counted.len())
    };
    assert_eq!(counts("s ? new Random() : Random.Shared"), (2, 0));
    assert_eq!(
        counts("s ? new HttpClient() : (new HttpClient(null))"),
        (2, 0)
    );
    assert_eq!(counts("s ? given : Random.Shared"), (0, 1));
    assert_eq!(counts("s ? _r : new Random()"), (0, 1));
}
