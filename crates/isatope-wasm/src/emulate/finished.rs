//! A run to its end, as fast as it goes.

use isatope::outcome::{BufferLine, LaunchLine, Outcome};
use serde_json::Value;

use super::job::{Files, Job, JobBuffer, buffers_json};
use crate::text::number;

/// A run that has ended.
pub struct Finished {
    result: Value,
    buffers: Vec<JobBuffer>,
    addresses: Vec<u64>,
    contents: Vec<Vec<u8>>,
}

impl Finished {
    /// Runs a manifest. `most` is how many instructions may run, in hexadecimal; empty for the usual limit.
    ///
    /// # Errors
    /// What is wrong with the manifest, its files or its program. A fault of the program is no error.
    pub fn run(files: &Files, manifest: &str, most: &str) -> Result<Self, String> {
        let Job { mut device, prepared, target, mut options, buffers, .. } = Job::start(files, manifest, false)?;
        if !most.is_empty() {
            options.max_instructions = number(most)?;
        }
        let ran = prepared.run(&mut device, &options);
        let contents = prepared.placed.contents(&device);
        let (totals, fault) = match &ran {
            Ok(totals) => (Some(totals), None),
            Err((_, fault)) => (None, Some(&**fault)),
        };
        let printed = device.take_printed();
        let compared = buffers.iter().zip(&contents).map(|(buffer, bytes)| {
            let (expected, compare) = buffer.expect.as_ref().filter(|_| fault.is_none())?;
            Some(compare.compare(expected, bytes))
        });
        let compared: Vec<_> = compared.collect();
        let addresses: Vec<u64> = prepared.placed.buffers.iter().map(|buffer| buffer.address).collect();
        let lines = buffers.iter().zip(&addresses).zip(&contents).zip(&compared);
        let lines = lines.map(|(((buffer, address), bytes), compared)| BufferLine {
            name: &buffer.name,
            address: *address,
            bytes: bytes.len(),
            compared: compared.as_ref(),
        });
        let launches: Vec<LaunchLine> = prepared.launches.iter().map(LaunchLine::of).collect();
        let outcome = Outcome {
            target: &target,
            launches: &launches,
            totals,
            fault,
            printed: &String::from_utf8_lossy(&printed.text),
            buffers: lines.collect(),
            ..Outcome::default()
        };
        let mut result = outcome.json();
        if let Some(fault) = fault {
            result["fault"]["text"] = super::state::fault_text(fault).into();
        }
        Ok(Self { result, buffers, addresses, contents })
    }

    /// What came of it, as `isatope run --json` prints it.
    pub fn result(&self) -> &Value {
        &self.result
    }

    /// The buffers.
    pub fn buffers(&self) -> Value {
        let places = self.addresses.iter().copied().zip(self.contents.iter().map(Vec::len));
        buffers_json(&self.buffers, places)
    }

    /// What is in a buffer, by its number.
    ///
    /// # Errors
    /// There is none with this number.
    pub fn buffer(&self, number: usize) -> Result<&[u8], String> {
        self.contents.get(number).map(Vec::as_slice).ok_or_else(|| format!("there is no buffer {number}"))
    }
}
