//! Why a site is left as it is: the reason codes, and what each means for somebody who wants the site gone.
//! Knows nothing of how the reasons are found.

use crate::closed_set::closed_set;
use crate::finding::FindingId;

closed_set! {
    /// Why a site stays.
    pub enum Reason as "reason" {
        /// The abstraction isn't there.
        AbstractionMissing = "abstraction-missing",
        /// The abstraction is there and has no such member.
        AbstractionLacksMember = "abstraction-lacks-member",
        /// No abstraction does the same.
        NoEquivalent = "no-equivalent",
        /// Could be migrated; the program can't do it yet.
        NotSupportedYet = "not-supported-yet",
        /// Not in what was asked for.
        NotRequested = "not-requested",
        /// Outside the scope.
        OutOfScope = "out-of-scope",
        /// Marked as deliberate.
        Intentional = "intentional",
        /// Something outside the scope would have to change, or can't.
        NeedsChangeOutsideScope = "needs-change-outside-scope",
        /// The type holds syntax that wasn't understood.
        SyntaxNotUnderstood = "syntax-not-understood",
        /// Instance and static members of the class would read two sources.
        MixedSource = "mixed-source",
        /// A member that only makes sense together with another one that stays.
        CoupledMember = "coupled-member",
        /// In a static lambda or static local function.
        StaticLambda = "static-lambda",
        /// In the initializer of a static member, or a static constructor.
        StaticInitializer = "static-initializer",
        /// In an initializer that can't be moved.
        Initializer = "initializer",
        /// In a default member of an interface.
        InterfaceMember = "interface-member",
        /// In a struct.
        ValueType = "value-type",
        /// In a record.
        Record = "record",
        /// In an attribute class.
        Attribute = "attribute",
        /// In a class that a framework makes.
        FrameworkConstructed = "framework-constructed",
        /// In a class that only carries data.
        DataClass = "data-class",
        /// Nothing could ever pass in another provider than the real one.
        NoSeam = "no-seam",
        /// In a lambda that may be an expression tree.
        ExpressionTree = "expression-tree",
        /// In a workflow that is replayed.
        DeterministicOrchestrator = "deterministic-orchestrator",
        /// In a branch of `#if` whose targets don't all have the abstraction.
        Conditional = "conditional",
        /// Where the program is put together.
        CompositionRoot = "composition-root",
        /// Two constructors would have the same signature.
        SignatureClash = "signature-clash",
        /// In a member that a base constructor may call.
        VirtualFromBaseConstructor = "virtual-from-base-constructor",
        /// A linked cancellation source.
        LinkedSource = "linked-source",
        /// The receiver's type isn't proven.
        ReceiverUnknown = "receiver-unknown",
        /// The timer is used as more than a timer.
        TimerEscapes = "timer-escapes",
        /// The process is used where it wasn't started.
        ProcessEscapes = "process-escapes",
        /// The value is used where its concrete type is needed.
        ValueEscapes = "value-escapes",
        /// The object is set up by hand.
        ConfiguredByHand = "configured-by-hand",
        /// An edit would change which overload is called.
        OverloadWouldChange = "overload-would-change",
        /// In generated code.
        GeneratedCode = "generated-code",
    }
}

impl Reason {
    /// What the code means, and what can be done.
    pub const fn explain(self) -> &'static str {
        match self {
            Self::AbstractionMissing => {
                "The type that would stand for the API isn't available to this project: its target frameworks \
                 don't have it, the package isn't referenced, and nothing earlier in the pipe brought it. Run \
                 `generate-testability-wrappers --write` first; with `generate-testability-wrappers --write \
                 --allow-packages` it adds the packages that it names under `declined`."
            }
            Self::AbstractionLacksMember => {
                "The abstraction exists but the version that is referenced has no member with this signature. Update \
                 the package, or add the member."
            }
            Self::NoEquivalent => {
                "Nothing that can be injected behaves the same one for one, so a replacement would change what \
                 the program does. The report says for each API what to do by hand: start a stopwatch from a \
                 timestamp of the provider, await a delay instead of sleeping, pass the culture or the options."
            }
            Self::NotSupportedYet => {
                "Nothing speaks against migrating the site, but this version of the program can't do it. The \
                 detail says which part is missing."
            }
            Self::NotRequested => {
                "The site uses an API that this run wasn't asked to migrate. Name it with `--api` or its category \
                 with `--category`."
            }
            Self::OutOfScope => {
                "The site lies outside the scope that was given. Widen the scope to migrate it."
            }
            Self::Intentional => {
                "A comment on the line or the line above says that the site is deliberate. \
                 `--include-intentional`, or the site's id, migrates it all the same."
            }
            Self::NeedsChangeOutsideScope => {
                "The class gets a new dependency, and code that makes it would have to change too: it lies \
                 outside the scope while `--only-scope` is given, or where nothing is edited (generated code, \
                 markup, F#, Visual Basic, reflection, `new()` constraints). The detail names the places."
            }
            Self::SyntaxNotUnderstood => {
                "The declaration of the type holds syntax that the parser didn't understand, so its structure \
                 isn't certain and nothing in it is edited. The `incomplete` list has the line."
            }
            Self::MixedSource => {
                "The class uses the API in instance members, which get it through the constructor, and in static \
                 ones, which can't. Migrating one of the two would let the class read two sources. One ambient scope \
                 serves both with `--injection` set to `ambient`. By hand, pass what the static member needs as an argument."
            }
            Self::CoupledMember => {
                "The value only makes sense with another member of the same API: a timestamp counts in its own \
                 frequency, and what an object does depends on what made it. One of them can't be migrated, so all \
                 stay."
            }
            Self::StaticLambda => {
                "The lambda or local function is written `static` and has no access to `this`. Take `static` \
                 away, pass the dependency as an argument, or let an ambient scope serve the class with \
                 `--injection` set to `ambient`."
            }
            Self::StaticInitializer => {
                "Initializers of static members and static constructors run once, before a test can put anything \
                 in their place. Turn the value into a property or compute it where it is used."
            }
            Self::Initializer => {
                "The initializer of the field or property runs before the constructor's body. It can't be moved \
                 there safely: a base constructor runs in between, another part of the class or a later \
                 initializer could see the difference. A primary constructor, or a move by hand, helps."
            }
            Self::InterfaceMember => {
                "A default member of an interface has no constructor and no field. Move its body to a class."
            }
            Self::ValueType => {
                "A struct can be made without any constructor, so an injected field could be null. Pass the value \
                 in, or let an ambient scope serve it with `--injection` set to `ambient`."
            }
            Self::Record => {
                "A field for the dependency would take part in the record's equality and printing. Pass the value \
                 in, or let an ambient scope serve it with `--injection` set to `ambient`."
            }
            Self::Attribute => {
                "Attributes are made by the runtime from constants. Move the code that needs the value to what reads \
                 the attribute, or let an ambient scope serve it with `--injection` set to `ambient`."
            }
            Self::FrameworkConstructed => {
                "A framework makes this class and knows its constructor: an entity, a serialised type, a view, a \
                 script, a test class. A new parameter would break it at run time. Pass the value to its methods, or \
                 let an ambient scope serve it with `--injection` set to `ambient`."
            }
            Self::DataClass => {
                "The class only carries data: it is made without arguments and whoever makes it sets its properties. \
                 A dependency in its constructor would reach every place that makes one, serializers and the \
                 builders of tests included. Pass the time to its method, or move the method to a service."
            }
            Self::NoSeam => {
                "Everything that makes the class is in the type around it, and that has no provider to pass on: the \
                 new parameter would always be the real thing, and no test could change that. Give the type around \
                 it a provider first. Static code has no constructor at all: an ambient scope serves it, unless \
                 `--injection` set to `constructor` rules that out."
            }
            Self::ExpressionTree => {
                "The lambda may be translated instead of run, to SQL for instance: the static call means the \
                 server's clock there, the injected one would be computed here or not translate at all. Read the \
                 value into a local before the query."
            }
            Self::DeterministicOrchestrator => {
                "The method belongs to a workflow that is replayed. An injected clock is as unpredictable there \
                 as the static one; use the time, delay and ids of the workflow's context."
            }
            Self::Conditional => {
                "The site stands in a branch of `#if`, and not every target that compiles it has the abstraction."
            }
            Self::CompositionRoot => {
                "The site is where the program is put together (top-level statements, start-up): the real thing \
                 belongs there. Ask for it explicitly to migrate it."
            }
            Self::SignatureClash => {
                "With the new parameter a constructor would have the signature of one that exists. Remove or \
                 change one of the two."
            }
            Self::VirtualFromBaseConstructor => {
                "A base class's constructor may call this member before the field is set, and would find null. A \
                 primary constructor is safe, since its parameter is captured first."
            }
            Self::LinkedSource => {
                "The source is linked to other tokens; a linked source can't be made with a time provider."
            }
            Self::ReceiverUnknown => {
                "Whether the method is the one of the base library depends on the receiver's type, which isn't \
                 proven by the source in view."
            }
            Self::TimerEscapes => {
                "The timer leaves the local or private field that holds it, or is used through members that \
                 `ITimer` doesn't have."
            }
            Self::ProcessEscapes => {
                "The process is started, awaited and read in different places, so that no small interface covers \
                 its use. Bring the three together first."
            }
            Self::ValueEscapes => {
                "The abstraction returns another type than the original, and the value goes where the original \
                 type is required."
            }
            Self::ConfiguredByHand => {
                "The object gets settings, a handler or an initializer where it is made, which a factory would \
                 not keep. Move the settings to the registration first."
            }
            Self::OverloadWouldChange => {
                "After the edit the call, or one around it, could bind to another overload."
            }
            Self::GeneratedCode => {
                "The file is generated: an edit would be lost. Change what generates it."
            }
        }
    }
}

/// A site that is left as it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Refusal {
    /// The site.
    pub site: FindingId,
    /// Why.
    pub reason: Reason,
    /// What exactly: a name, a place; `""` when there is nothing to add.
    pub detail: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_is_explained_in_sentences() {
        for reason in Reason::ALL {
            let text = reason.explain();
            assert!(text.len() > 60 && text.ends_with('.'), "{reason}: {text}");
            assert!(!text.contains("  "), "{reason}: {text}");
        }
    }
}
