//! Who may make a class without being seen: creations whose class isn't certain, reflection, bases that may be it. They
//! keep the constructor that they need, or the class stays as it is.

use seamwright_common::refusal::Reason;
use seamwright_common::seam::calls::{Calls, Hidden};
use seamwright_common::seam::inject::{Injection, Refused, callables, contradicts};
use seamwright_common::seam::lists::fits;
use seamwright_common::seam::shape::ClassShape;

use crate::callers::path_of;

use super::Planner;

/// Whether something needs a parameterless constructor, or may call it.
pub(super) fn needs_parameterless(calls: &Calls<'_>) -> bool {
    !calls.parameterless.is_empty() || calls.open.iter().any(|open| open.arguments().is_empty())
}

impl<'a> Planner<'a> {
    /// Refuses a change of constructors that something unseen may call.
    pub(super) fn unseen(
        &self,
        shape: &ClassShape<'a>,
        calls: &Calls<'a>,
        injection: &Injection,
    ) -> Result<(), Refused> {
        let below = self.below(shape);
        if let Some(hidden) = calls.hidden.first().or(below.hidden.as_ref()) {
            return Err(self.stuck_at(hidden));
        }
        let all = callables(shape);
        for change in &injection.changed {
            let Some((_, parameters)) = all.iter().find(|(target, _)| *target == change.target)
            else {
                continue;
            };
            let kept = parameters.is_empty() && injection.keeps_parameterless;
            if parameters.is_empty()
                && !kept
                && let Some(hidden) = calls.parameterless.first()
            {
                return Err(self.stuck_at(hidden));
            }
            let open = calls.open.iter().find(|open| {
                let arguments = open.arguments();
                let (file, target) = (open.file, change.target);
                fits(&arguments, parameters)
                    && !(kept && arguments.is_empty())
                    && !contradicts(self.reader, file, &arguments, shape, target, parameters)
            });
            if let Some(open) = open {
                return Err(self.stuck_at(&Hidden {
                    file: open.file,
                    how: format!("`{}` may make it", first_line(open.node.text())),
                }));
            }
        }
        Ok(())
    }

    fn stuck_at(&self, hidden: &Hidden) -> Refused {
        let detail = format!("{} in `{}`", hidden.how, path_of(self.reader, hidden.file));
        Refused::new(Reason::NeedsChangeOutsideScope, detail)
    }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or(text)
}
