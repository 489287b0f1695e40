//! Arguments of kernels, in one form for all versions of metadata.
//!
//! Names and meanings: LLVM's AMDGPU backend guide, "Code Object Metadata" of versions 2 to 5. Version 2 spells them
//! `HiddenGlobalOffsetX`, later ones `hidden_global_offset_x`.

use std::borrow::Cow;

/// Meaning of the bytes of an argument in the kernarg segment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ArgKind {
    /// The value itself: a number, a vector, a structure.
    ByValue,
    /// The address of a buffer in memory, 8 bytes.
    GlobalBuffer,
    /// LDS whose size the launch determines. The 4 bytes are its offset in LDS, after the kernel's own LDS.
    DynamicSharedPointer,
    /// The address of a sampler, 8 bytes.
    Sampler,
    /// The address of an image, 8 bytes.
    Image,
    /// The address of a pipe of OpenCL, 8 bytes.
    Pipe,
    /// The address of a device queue of OpenCL, 8 bytes.
    Queue,
    /// Global offset of the grid in x, in work-items (OpenCL), 8 bytes.
    HiddenGlobalOffsetX,
    /// Global offset in y.
    HiddenGlobalOffsetY,
    /// Global offset in z.
    HiddenGlobalOffsetZ,
    /// Space that is not used.
    HiddenNone,
    /// The address of the buffer that `printf` writes into.
    HiddenPrintfBuffer,
    /// The address of a queue for child kernels of OpenCL.
    HiddenDefaultQueue,
    /// The address of the action to run when child kernels end.
    HiddenCompletionAction,
    /// The address of the buffer of calls to the host.
    HiddenHostcallBuffer,
    /// The address of the structure that synchronizes grids on several devices.
    HiddenMultigridSyncArg,
    /// Number of complete workgroups of the grid in x, 4 bytes.
    HiddenBlockCountX,
    /// Number of complete workgroups in y.
    HiddenBlockCountY,
    /// Number of complete workgroups in z.
    HiddenBlockCountZ,
    /// Work-items of a complete workgroup in x, 2 bytes.
    HiddenGroupSizeX,
    /// Work-items of a complete workgroup in y.
    HiddenGroupSizeY,
    /// Work-items of a complete workgroup in z.
    HiddenGroupSizeZ,
    /// Work-items of the partial workgroup at the end in x, 2 bytes; 0 if there is none.
    HiddenRemainderX,
    /// Work-items of the partial workgroup in y.
    HiddenRemainderY,
    /// Work-items of the partial workgroup in z.
    HiddenRemainderZ,
    /// Number of dimensions of the grid, 2 bytes.
    HiddenGridDims,
    /// The address of the device's `malloc` heap.
    HiddenHeapV1,
    /// Bytes of LDS that the launch adds to the kernel's own, 4 bytes.
    HiddenDynamicLdsSize,
    /// The high half of flat addresses of private memory, 4 bytes.
    HiddenPrivateBase,
    /// The high half of flat addresses of LDS, 4 bytes.
    HiddenSharedBase,
    /// The address of the queue, 8 bytes.
    HiddenQueuePtr,
    /// An unsupported kind; [`Arg::kind_name`] contains its name in the metadata.
    #[default]
    Unknown,
}

use ArgKind as K;

const KINDS: &[(ArgKind, &str)] = &[
    (K::ByValue, "by_value"),
    (K::GlobalBuffer, "global_buffer"),
    (K::DynamicSharedPointer, "dynamic_shared_pointer"),
    (K::Sampler, "sampler"),
    (K::Image, "image"),
    (K::Pipe, "pipe"),
    (K::Queue, "queue"),
    (K::HiddenGlobalOffsetX, "hidden_global_offset_x"),
    (K::HiddenGlobalOffsetY, "hidden_global_offset_y"),
    (K::HiddenGlobalOffsetZ, "hidden_global_offset_z"),
    (K::HiddenNone, "hidden_none"),
    (K::HiddenPrintfBuffer, "hidden_printf_buffer"),
    (K::HiddenDefaultQueue, "hidden_default_queue"),
    (K::HiddenCompletionAction, "hidden_completion_action"),
    (K::HiddenHostcallBuffer, "hidden_hostcall_buffer"),
    (K::HiddenMultigridSyncArg, "hidden_multigrid_sync_arg"),
    (K::HiddenBlockCountX, "hidden_block_count_x"),
    (K::HiddenBlockCountY, "hidden_block_count_y"),
    (K::HiddenBlockCountZ, "hidden_block_count_z"),
    (K::HiddenGroupSizeX, "hidden_group_size_x"),
    (K::HiddenGroupSizeY, "hidden_group_size_y"),
    (K::HiddenGroupSizeZ, "hidden_group_size_z"),
    (K::HiddenRemainderX, "hidden_remainder_x"),
    (K::HiddenRemainderY, "hidden_remainder_y"),
    (K::HiddenRemainderZ, "hidden_remainder_z"),
    (K::HiddenGridDims, "hidden_grid_dims"),
    (K::HiddenHeapV1, "hidden_heap_v1"),
    (K::HiddenDynamicLdsSize, "hidden_dynamic_lds_size"),
    (K::HiddenPrivateBase, "hidden_private_base"),
    (K::HiddenSharedBase, "hidden_shared_base"),
    (K::HiddenQueuePtr, "hidden_queue_ptr"),
];

/// Type of an argument's elements, in metadata that contain it (up to version 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "their names say all")]
pub enum ValueType {
    Struct,
    I8,
    U8,
    I16,
    U16,
    F16,
    I32,
    U32,
    F32,
    I64,
    U64,
    F64,
}

const VALUE_TYPES: &[(ValueType, &str)] = &[
    (ValueType::Struct, "struct"),
    (ValueType::I8, "i8"),
    (ValueType::U8, "u8"),
    (ValueType::I16, "i16"),
    (ValueType::U16, "u16"),
    (ValueType::F16, "f16"),
    (ValueType::I32, "i32"),
    (ValueType::U32, "u32"),
    (ValueType::F32, "f32"),
    (ValueType::I64, "i64"),
    (ValueType::U64, "u64"),
    (ValueType::F64, "f64"),
];

/// Accesses that a kernel may make to a buffer, image or pipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Access {
    /// Not specified.
    Default,
    /// Only reads.
    ReadOnly,
    /// Only writes.
    WriteOnly,
    /// Reads and writes.
    ReadWrite,
}

const ACCESSES: &[(Access, &str)] = &[
    (Access::Default, "default"),
    (Access::ReadOnly, "read_only"),
    (Access::WriteOnly, "write_only"),
    (Access::ReadWrite, "read_write"),
];

/// Memory that a pointer refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AddressSpace {
    /// Private memory of a work-item (scratch).
    Private,
    /// Device memory.
    Global,
    /// Device memory that the kernel does not change.
    Constant,
    /// LDS.
    Local,
    /// Any memory, by flat addresses.
    Generic,
    /// GDS.
    Region,
}

const ADDRESS_SPACES: &[(AddressSpace, &str)] = &[
    (AddressSpace::Private, "private"),
    (AddressSpace::Global, "global"),
    (AddressSpace::Constant, "constant"),
    (AddressSpace::Local, "local"),
    (AddressSpace::Generic, "generic"),
    (AddressSpace::Region, "region"),
];

/// A value by its name, in any spelling.
fn named<T: Copy>(table: &[(T, &str)], name: &str) -> Option<T> {
    table.iter().find(|entry| letters(entry.1).eq(letters(name))).map(|entry| entry.0)
}

fn letters(text: &str) -> impl Iterator<Item = u8> {
    text.bytes().filter(|b| *b != b'_').map(|b| b.to_ascii_lowercase())
}

fn name_of<T: Copy + PartialEq>(table: &[(T, &'static str)], value: T) -> &'static str {
    table.iter().find(|entry| entry.0 == value).map_or("unknown", |entry| entry.1)
}

impl ArgKind {
    /// Kind with a name such as `global_buffer` or `GlobalBuffer`.
    pub fn of_name(name: &str) -> Self {
        named(KINDS, name).unwrap_or(Self::Unknown)
    }

    /// Names of all kinds in current code objects.
    pub fn names() -> impl Iterator<Item = &'static str> {
        KINDS.iter().map(|entry| entry.1)
    }

    /// Name of the kind in current code objects.
    pub fn name(self) -> &'static str {
        name_of(KINDS, self)
    }

    /// Whether the runtime provides the argument, instead of the program that launches the kernel.
    pub fn is_hidden(self) -> bool {
        self.name().starts_with("hidden_")
    }
}

impl ValueType {
    /// Type with a name such as `f32` or `F32`.
    pub fn of_name(name: &str) -> Option<Self> {
        named(VALUE_TYPES, name)
    }

    /// Name of the type.
    pub fn name(self) -> &'static str {
        name_of(VALUE_TYPES, self)
    }
}

impl Access {
    /// Access with a name such as `read_only` or `ReadOnly`.
    pub fn of_name(name: &str) -> Option<Self> {
        named(ACCESSES, name)
    }

    /// Name of the access.
    pub fn name(self) -> &'static str {
        name_of(ACCESSES, self)
    }
}

impl AddressSpace {
    /// Address space with a name such as `global` or `Global`.
    pub fn of_name(name: &str) -> Option<Self> {
        named(ADDRESS_SPACES, name)
    }

    /// Name of the address space.
    pub fn name(self) -> &'static str {
        name_of(ADDRESS_SPACES, self)
    }
}

/// An argument of a kernel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arg {
    /// Name in the source, if the compiler kept it.
    pub name: Option<String>,
    /// Type in the source: `float*`.
    pub type_name: Option<String>,
    /// Offset in the kernarg segment, in bytes.
    pub offset: u64,
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes, in metadata that contain it (version 2).
    pub align: Option<u64>,
    /// Meaning of the bytes.
    pub kind: ArgKind,
    /// Name of the kind in the metadata.
    pub kind_name: Cow<'static, str>,
    /// Type of the elements.
    pub value_type: Option<ValueType>,
    /// Accesses that the source allows the kernel.
    pub access: Option<Access>,
    /// Accesses that the kernel really makes.
    pub actual_access: Option<Access>,
    /// Memory that a pointer refers to.
    pub address_space: Option<AddressSpace>,
    /// Alignment in bytes of the data that a pointer into LDS refers to.
    pub pointee_align: Option<u64>,
    /// Whether the data that it points to is `const`.
    pub is_const: bool,
    /// Whether it is `restrict`.
    pub is_restrict: bool,
    /// Whether the data that it points to is `volatile`.
    pub is_volatile: bool,
    /// Whether it is a pipe.
    pub is_pipe: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_is_understood() {
        for (kind, name) in KINDS {
            assert_eq!(ArgKind::of_name(name), *kind);
            assert_eq!(kind.name(), *name);
        }
        assert_eq!(ArgKind::of_name("HiddenMultiGridSyncArg"), ArgKind::HiddenMultigridSyncArg);
        assert_eq!(ArgKind::of_name("DynamicSharedPointer"), ArgKind::DynamicSharedPointer);
        assert_eq!(ArgKind::of_name("hidden_from_the_future"), ArgKind::Unknown);
        assert!(ArgKind::HiddenQueuePtr.is_hidden() && !ArgKind::Queue.is_hidden());
        assert_eq!(Access::of_name("ReadOnly"), Some(Access::ReadOnly));
        assert_eq!(AddressSpace::of_name("Generic"), Some(AddressSpace::Generic));
        assert_eq!(ValueType::of_name("F64"), Some(ValueType::F64));
    }
}
