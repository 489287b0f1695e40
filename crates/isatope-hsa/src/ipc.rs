//! Memory of a device that several processes share.
//!
//! An allocation that is exported moves to a file in memory, of which a handle tells other processes the number. They
//! map the file, and each sees at once what the others write.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::abi::{Answer, POOL_COARSE, Status};
use crate::code::move_to;
use crate::handle::Export;
use crate::host::{self, HostRange, Pages};
use crate::memory::{Kind, Pending};
use crate::runtime::Runtime;

impl Runtime {
    /// Lets other processes access an allocation of a device, by its first byte.
    pub(crate) fn export(&'static self, base: u64, bytes: usize) -> Answer<Export> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        // AMD's runtime counts whole pages.
        let fits = |most: u64| bytes as u64 <= most.next_multiple_of(host::PAGE as u64);
        let found = self.memory.find(base).filter(|found| found.base == base && fits(found.bytes));
        let found = found.ok_or(Status::INVALID_ARGUMENT)?;
        // An APU has the memory of its devices in that of the host.
        let device = match found.kind {
            Kind::Device(device) => self.gpus.get(device).map_or(0, |gpu| gpu.of_machine),
            Kind::Host(_) if self.gpus.first().is_some_and(|gpu| gpu.chip.sees_host()) => 0,
            _ => return Err(Status::INVALID_ARGUMENT),
        };
        if let Some(export) = found.exported {
            return Ok(export);
        }
        let name = (host::nanoseconds() as u32).wrapping_add(COUNT.fetch_add(1, Ordering::Relaxed));
        let file = host::file_in_memory(&Export::file_name(name)).ok_or(Status::OUT_OF_RESOURCES)?;
        file.set_len(found.bytes).map_err(|_| Status::OUT_OF_RESOURCES)?;
        let number = host::number_of(&file);
        if let Some(pages) = found.pages {
            // No kernel runs meanwhile.
            let done = self.engine.with(move |_| pages.share(file));
            if !done {
                return Err(Status::OUT_OF_RESOURCES);
            }
        } else {
            let pages = Arc::new(Pages::of_file(file, found.bytes as usize).ok_or(Status::OUT_OF_RESOURCES)?);
            let window = HostRange::of_pages(&pages, found.bytes as usize);
            self.engine.with(move |device| {
                let called = device.memory().starting(base).map(|found| found.name.clone());
                move_to(device, base, found.bytes, &called.unwrap_or_default(), window);
            });
        }
        let process = std::process::id();
        let export = Export { process, file: number, name, device: device as u32, bytes: found.bytes };
        self.memory.change(base, |found| found.exported = Some(export));
        Ok(export)
    }

    /// Lets devices access an allocation of another process, and returns its address here.
    pub(crate) fn attach(&self, export: Export, devices: u64) -> Answer<u64> {
        let file = export.open().ok_or(Status::INVALID_ARGUMENT)?;
        let bytes = usize::try_from(export.bytes).map_err(|_| Status::INVALID_ARGUMENT)?;
        let pages = Arc::new(Pages::of_file(file, bytes).ok_or(Status::OUT_OF_RESOURCES)?);
        // A process that does not see the device of the memory has it on its first one.
        let owner = self.gpus.iter().find(|gpu| gpu.of_machine == export.device as usize);
        let owner = owner.or(self.gpus.first()).ok_or(Status::INVALID_ARGUMENT)?;
        let (base, kind) = match owner.chip.sees_host() {
            true => (Some(pages.base()), Kind::Host(POOL_COARSE)),
            false => (self.memory.addresses(export.bytes), Kind::Device(owner.number)),
        };
        let base = base.ok_or(Status::OUT_OF_RESOURCES)?;
        let name = format!("{}, {bytes} bytes", self.memory.name("memory of another process"));
        self.engine.add(Pending::Window { base, name, window: Arc::new(HostRange::of_pages(&pages, bytes)) });
        self.add_allocation(base, export.bytes, kind, None);
        self.allow(base, devices)?;
        Ok(base)
    }
}
