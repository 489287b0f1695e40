//! Requests that read and write memory.

use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use isatope::diagnostics::number;
use serde_json::{Value, json};

use super::{Reply, Server};

/// The most bytes that are read at a time.
const MOST_BYTES: u64 = 16 << 20;

/// What a reference to the memory of the workgroup begins with.
pub(super) const WORKGROUP: &str = "workgroup:";

/// The address that a reference is.
pub(super) fn address_of(reference: &Value) -> Result<u64, String> {
    let text = reference.as_str().unwrap_or_default();
    number::unsigned(text)
        .ok_or_else(|| format!("`{text}` is no memory reference: it is an address such as 0x4000000000"))
}

impl<W: Write + 'static> Server<'_, W> {
    /// The address of a request, and whether it is in the memory of the workgroup.
    fn place(arguments: &Value) -> Result<(u64, bool), String> {
        let reference = &arguments["memoryReference"];
        let offset = arguments["offset"].as_i64().unwrap_or_default();
        let (address, shared) = match reference.as_str().and_then(|text| text.strip_prefix(WORKGROUP)) {
            Some(text) => (address_of(&text.into())?, true),
            None => (address_of(reference)?, false),
        };
        Ok((address.wrapping_add_signed(offset), shared))
    }

    pub(super) fn read_memory(&mut self, arguments: &Value) -> Reply {
        let (address, shared) = Self::place(arguments)?;
        let count = arguments["count"].as_u64().unwrap_or_default();
        let wanted = count.min(MOST_BYTES) as usize;
        let debugger = self.debugger()?;
        let bytes = match shared {
            true => {
                let lds = debugger.wave().map_or(&[][..], |(group, _)| &group.lds);
                let start = usize::try_from(address).unwrap_or(usize::MAX).min(lds.len());
                lds[start..start.saturating_add(wanted).min(lds.len())].to_vec()
            }
            false => debugger.read_some(debugger.global(), address, wanted),
        };
        let unreadable = count - bytes.len() as u64;
        let mut body = json!({ "address": format!("{address:#x}"), "data": STANDARD.encode(&bytes) });
        if unreadable > 0 {
            body["unreadableBytes"] = unreadable.into();
        }
        Ok(body)
    }

    pub(super) fn write_memory(&mut self, arguments: &Value) -> Reply {
        let (address, shared) = Self::place(arguments)?;
        let data = arguments["data"].as_str().unwrap_or_default();
        let mut bytes = STANDARD.decode(data).map_err(|error| format!("`data` is not base64: {error}"))?;
        let partial = arguments["allowPartial"] == true;
        let debugger = self.debugger_mut()?;
        let memory = match shared {
            true => {
                let (start, memory) = debugger.workgroup_memory().ok_or("the workgroup has no memory of its own")?;
                if partial {
                    let size = debugger.wave().map_or(0, |(group, _)| group.lds.len() as u64);
                    bytes.truncate(usize::try_from(size.saturating_sub(address)).unwrap_or(usize::MAX));
                }
                let count = bytes.len();
                debugger.write(memory, start.wrapping_add(address), bytes)?;
                return Ok(json!({ "bytesWritten": count }));
            }
            false => debugger.global(),
        };
        if partial {
            let there = debugger.read_some(memory, address, bytes.len()).len();
            bytes.truncate(there);
        }
        let count = bytes.len();
        if count > 0 {
            debugger.write(memory, address, bytes)?;
        }
        Ok(json!({ "bytesWritten": count }))
    }
}
