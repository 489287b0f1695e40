//! What the metadata of kernels say, and what contradicts it.

use isatope_check::hazards::Contradiction;
use isatope_core::hazards::Described;
use isatope_object::args::{Arg, ArgKind};
use isatope_object::launch::{Convention, LaunchInfo, UserSgpr};
use isatope_values::{Base, FactKind, Function, Pointer};

use super::costs::allocated;
use super::stretch::Stretch;
use crate::Target;

/// Most work-items of a workgroup.
const MOST_ITEMS: u32 = 1024;

/// Loads may go on up to a multiple of so many bytes. Memory is allocated in such pieces at least.
const PIECE: u64 = 16;

/// What the descriptors of kernels and other metadata contradict.
pub(super) fn contradictions(target: Target, stretches: &[Stretch]) -> Vec<Contradiction> {
    let mut list = Vec::new();
    for (stretch, info) in stretches.iter().filter_map(|stretch| Some((stretch, stretch.info.as_ref()?))) {
        if !info.has_metadata || info.convention != Convention::Hsa {
            continue;
        }
        let mut add = |what: Described, message: String| {
            list.push(Contradiction { address: stretch.addresses.start, what, message });
        };
        sizes(info, &mut add);
        registers(target, info, &mut add);
        alignment(info, &mut add);
        arguments(info, &mut add);
        workgroup(info, &mut add);
    }
    list
}

/// Compares the sizes of memories, and the number of lanes.
fn sizes(info: &LaunchInfo, add: &mut impl FnMut(Described, String)) {
    let kernel = &info.symbol;
    let recorded = &info.recorded;
    // The first descriptors of version 3 did not contain the size.
    let has_kernarg_size = info.kernarg_size_described != 0;
    for (what, name, recorded, described) in [
        (
            Described::KernargSize,
            "a kernarg segment of",
            recorded.kernarg_size.filter(|_| has_kernarg_size),
            info.kernarg_size_described,
        ),
        (Described::Shared, "LDS of", info.group_segment_recorded.map(u64::from), info.group_segment.into()),
        (Described::Private, "private memory of", recorded.private_segment, info.private_segment.into()),
    ] {
        if let Some(recorded) = recorded.filter(|recorded| *recorded != described) {
            let message = format!(
                "the metadata of the kernel {kernel} say {name} {recorded} bytes, and its descriptor says {described}"
            );
            add(what, message);
        }
    }
    if let Some(lanes) = recorded.wavefront_size.filter(|lanes| *lanes != u64::from(info.wavefront_size)) {
        let message = format!(
            "the metadata of the kernel {kernel} say wavefronts of {lanes} work-items, and they have {}",
            info.wavefront_size
        );
        add(Described::Wavefront, message);
    }
}

/// Compares the numbers of registers. A descriptor may allocate more, so that fewer wavefronts run at a time.
fn registers(target: Target, info: &LaunchInfo, add: &mut impl FnMut(Described, String)) {
    let roles = target.arch().roles;
    for (what, file, used) in
        [(Described::Scalars, roles.scalar, info.sgprs_used), (Described::Vectors, roles.vector, info.vgprs_used)]
    {
        let provided = allocated(target, info).into_iter().find(|(of, _)| Some(*of) == file);
        let Some(((file, provided), used)) = provided.zip(used) else { continue };
        if used > provided {
            let name = target.arch()[file].name.as_str().to_uppercase();
            let message = format!(
                "the metadata of the kernel {} say {used} {name}s, and its descriptor provides {provided}",
                info.symbol
            );
            add(what, message);
        }
    }
}

/// Checks the alignment of the kernarg segment and of its arguments.
fn alignment(info: &LaunchInfo, add: &mut impl FnMut(Described, String)) {
    let kernel = &info.symbol;
    let needs = |arg: &Arg| arg.align.unwrap_or(if is_address(arg) { 8 } else { 1 });
    let least = info.args.iter().map(needs).max().unwrap_or(1);
    if let Some(align) = info.recorded.kernarg_align.filter(|align| *align < least) {
        let message =
            format!("the metadata of the kernel {kernel} align its arguments to {align}, and one needs {least}");
        add(Described::KernargAlign, message);
    }
    if let Some((align, described)) = info.recorded.kernarg_align.zip(info.kernarg_align_described)
        && align > described
    {
        let message = format!(
            "the metadata of the kernel {kernel} align its arguments to {align}, and its descriptor to {described}"
        );
        add(Described::KernargAlign, message);
    }
    for (index, arg) in info.args.iter().enumerate() {
        if is_address(arg) && !arg.offset.is_multiple_of(8) {
            let message = format!(
                "the argument `{}` of the kernel {kernel} is an address at offset {}, which is not a multiple of 8",
                info.arg_name(index),
                arg.offset
            );
            add(Described::KernargAlign, message);
        }
    }
}

/// Whether an argument is an address of 8 bytes.
fn is_address(arg: &Arg) -> bool {
    let kinds = [
        ArgKind::GlobalBuffer,
        ArgKind::Sampler,
        ArgKind::Image,
        ArgKind::Pipe,
        ArgKind::Queue,
        ArgKind::HiddenPrintfBuffer,
        ArgKind::HiddenHostcallBuffer,
        ArgKind::HiddenHeapV1,
        ArgKind::HiddenQueuePtr,
    ];
    arg.size == 8 && kinds.contains(&arg.kind)
}

/// Checks that arguments have bytes of their own in the segment.
fn arguments(info: &LaunchInfo, add: &mut impl FnMut(Described, String)) {
    let kernel = &info.symbol;
    let size = info.recorded.kernarg_size.unwrap_or(info.kernarg_size_described);
    let end = |arg: &Arg| arg.offset.saturating_add(arg.size);
    // Arguments are few, and in order but for mistakes.
    let mut before: Option<usize> = None;
    for (index, arg) in info.args.iter().enumerate().filter(|(_, arg)| arg.size != 0) {
        if end(arg) > size && size != 0 {
            let message = format!(
                "the argument `{}` of the kernel {kernel} is in bytes {} to {} of a kernarg segment of {size} bytes",
                info.arg_name(index),
                arg.offset,
                end(arg) - 1
            );
            add(Described::Arguments, message);
        }
        let overlaps = |other: &usize| arg.offset < end(&info.args[*other]) && info.args[*other].offset < end(arg);
        let other = before.filter(overlaps).or_else(|| {
            let is_last = before.is_none_or(|before| end(&info.args[before]) <= arg.offset);
            if is_last { None } else { (0..index).filter(|other| info.args[*other].size != 0).find(overlaps) }
        });
        if let Some(other) = other {
            let message = format!(
                "the arguments `{}` and `{}` of the kernel {kernel} overlap: byte {} is in both",
                info.arg_name(other),
                info.arg_name(index),
                arg.offset.max(info.args[other].offset)
            );
            add(Described::Arguments, message);
        }
        if before.is_none_or(|before| end(&info.args[before]) <= end(arg)) {
            before = Some(index);
        }
    }
}

/// Checks the number of work-items of a workgroup.
fn workgroup(info: &LaunchInfo, add: &mut impl FnMut(Described, String)) {
    let kernel = &info.symbol;
    let Some(most) = info.max_flat_workgroup_size else { return };
    if !(1..=MOST_ITEMS).contains(&most) {
        let message = format!(
            "the metadata of the kernel {kernel} say workgroups of up to {most} work-items, and 1 to {MOST_ITEMS} are possible"
        );
        add(Described::Workgroup, message);
    }
    let required = info.required_workgroup_size.map(|sizes| sizes.iter().map(|size| u64::from(*size)).product::<u64>());
    if let Some(required) = required.filter(|required| *required > u64::from(most)) {
        let message = format!(
            "the kernel {kernel} requires workgroups of {required} work-items, and its metadata say that they have up to {most}"
        );
        add(Described::Workgroup, message);
    }
}

/// The kernarg segment of a kernel whose loads are checked: the register that its address starts in, and its size.
pub(super) fn segment(info: &LaunchInfo) -> Option<(u8, u64)> {
    let pointer = info.user_sgprs.iter().find(|user| user.what == UserSgpr::KernargSegmentPtr)?;
    // The first descriptors of version 3 did not contain the size.
    let is_known = info.has_metadata || info.kernarg_size_described != 0;
    (is_known && info.convention == Convention::Hsa).then_some((pointer.first, info.kernarg_size))
}

/// What the code of a kernel, which starts at an address, reads outside of its kernarg segment.
pub(super) fn loads(
    analysis: &mut isatope_values::Analysis,
    code: &[u8],
    address: u64,
    (register, size): (u8, u64),
    kernel: &str,
) -> Vec<Contradiction> {
    let pointers = [Pointer { register: register.into(), given: 0 }];
    let function = Function { code, address, pointers: &pointers, complete: false, is_called: false, relocated: false };
    let end = size.next_multiple_of(PIECE) as i64;
    let mut list = Vec::new();
    for fact in analysis.function(&function, || None) {
        let FactKind::Access { address: at, bytes, write: false } = fact.kind else { continue };
        let (first, behind) = (at.offset, at.offset + i64::from(bytes));
        if at.base != Base::Given(0) || first >= 0 && behind <= end && first < (size.next_multiple_of(4) as i64) {
            continue;
        }
        let message = format!(
            "bytes {first} to {} of the kernarg segment are read, and that of the kernel {kernel} has {size} bytes",
            behind - 1
        );
        let address = address + u64::from(fact.offset);
        list.push(Contradiction { address, what: Described::KernargLoads, message });
    }
    list
}
