//! The kinds of seams, as values. Knows neither when one fits nor how it is cut.

use crate::closed_set::closed_set;

closed_set! {
    /// How a behaviour gets at what it depends on, so that a test can give it something else.
    pub enum SeamKind as "seam" {
        /// It is there already.
        Existing = "existing",
        /// The constructor takes an object; the public constructors stay and pass the real one.
        Constructor = "constructor",
        /// The constructor takes a delegate whose default is the real method.
        Delegate = "delegate",
        /// The constructor takes a value that was made up inside: a root folder, options.
        Parameter = "parameter",
        /// The handler under an `HttpClient`.
        Handler = "handler",
        /// An interface with the used members of a static helper, and a class that passes them on; the helper stays.
        Adapter = "adapter",
        /// An interface of a class whose object was made inside.
        ExtractedInterface = "extracted-interface",
        /// What runs work that was given to the pool.
        Executor = "executor",
        /// A scope that flows with the work and is overridden by a test.
        Ambient = "ambient",
    }
}

impl SeamKind {
    /// What it is, in a report.
    pub fn described(self) -> &'static str {
        match self {
            Self::Existing => "a seam that is there",
            Self::Constructor => "a constructor parameter",
            Self::Delegate => "a delegate",
            Self::Parameter => "a value passed in",
            Self::Handler => "the handler under the client",
            Self::Adapter => "an interface and an adapter",
            Self::ExtractedInterface => "an extracted interface",
            Self::Executor => "an executor",
            Self::Ambient => "an ambient scope",
        }
    }
}
