//! Terms of an architecture for the parts of its machine; reports use them.

/// Terms for the parts of the machine, in the singular.
#[derive(Clone, Debug, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "CalledOut")]
pub struct Terms {
    /// Lanes that run together: a wavefront, a warp.
    pub wave: String,
    /// Term for the program in one lane: a work-item, a thread.
    pub thread: String,
    /// Term for the entry point of a launch: a kernel, a shader.
    pub entry: String,
    /// Memory that a workgroup shares.
    pub shared: String,
    /// Memory that a thread has for itself.
    pub private: String,
    /// A register that a message reads or writes.
    pub staging: String,
}

impl Default for Terms {
    fn default() -> Self {
        let [wave, thread, entry, shared, private, staging] =
            ["wave", "thread", "program", "shared memory", "private memory", "register"].map(str::to_string);
        Self { wave, thread, entry, shared, private, staging }
    }
}

impl Terms {
    /// Their keywords in the language.
    pub const WHAT: [&'static str; 6] = ["wave", "thread", "entry", "shared", "private", "staging"];

    /// The name of one of [`WHAT`](Self::WHAT).
    pub(crate) fn of_mut(&mut self, what: &str) -> Option<&mut String> {
        Some(match what {
            "wave" => &mut self.wave,
            "thread" => &mut self.thread,
            "entry" => &mut self.entry,
            "shared" => &mut self.shared,
            "private" => &mut self.private,
            "staging" => &mut self.staging,
            _ => return None,
        })
    }
}
