//! The table of error codes with the explanations that `isatope explain E0103` prints.

/// A code with its explanation.
#[derive(Clone, Copy, Debug)]
pub struct Code {
    /// The code itself, such as `E0103`.
    pub code: &'static str,
    /// A title of a few words.
    pub title: &'static str,
    /// A paragraph that explains the cause and the remedy.
    pub text: &'static str,
}

macro_rules! codes {
    ($($name:ident $code:literal $title:literal $text:literal)*) => {
        $(#[doc = $title] pub const $name: &str = $code;)*
        /// All codes, in order.
        pub const ALL: &[Code] = &[$(Code { code: $code, title: $title, text: $text }),*];
    };
}

codes! {
    UNEXPECTED "E0101" "unexpected text"
        "The line contains text that is not allowed there: an unknown character, a word after the last \
         modifier, or an extra operand. Separate operands with commas and modifiers with spaces. A \
         complete instruction may only be followed by a comment or, in the clrx dialect, by `;` and the \
         next instruction."
    UNTERMINATED "E0102" "missing closing delimiter"
        "A comment that starts with `/*` ends with `*/`, and a register range that starts with `[` ends \
         with `]`. A parenthesis, an `abs(` or a `|` needs its partner on the same line."
    UNKNOWN_INSTRUCTION "E0103" "unknown instruction"
        "The target has no instruction with this name. Upper and lower case are equal, and suffixes such \
         as `_e32` and `_e64` are accepted. If other targets have the instruction, the message names \
         them: select one with `-t`. Otherwise the message suggests the most similar name."
    MISSING_OPERAND "E0104" "missing operand"
        "The instruction has more operands than the line gives. `isatope explain MNEMONIC` prints its \
         syntax."
    MISSING_COMMA "E0105" "missing comma"
        "Operands are separated by commas. Modifiers, which follow the last operand, are separated by \
         spaces."
    DIRECTIVE "E0106" "unknown directive"
        "Names that start with a dot are directives. They select sections, define data and symbols, and \
         describe kernels. https://github.com/isatope/isatope/blob/main/docs/assembler.md lists them."
    NOT_TEXT "E0107" "the input is not text"
        "Assembly source is UTF-8 text. Use `isatope dis` for a binary file."
    BLOCK "E0108" "invalid block of directives"
        "A kernel descriptor is written field by field between a start and an end directive \
         (`.amdhsa_kernel` … `.end_amdhsa_kernel`). The block may not contain anything else. Metadata end \
         with `.end_amdgpu_metadata`."
    ARGUMENT "E0109" "invalid argument of a directive"
        "The directive needs another kind of argument: a name, a string in double quotes, or a number in \
         its range."
    TOO_MANY "E0110" "too many messages"
        "The source has thousands of mistakes, and the assembler stops after the first ones. It is probably \
         not source for this target and dialect: select others with `-t` and `--dialect`. Errors that a \
         macro or a repetition repeats are shown once, and the assembler stops after 10000 of them."
    LIMIT "E0111" "the expansion is too large"
        "Macros, repetitions and included files can be nested 500 times, and together add 16 million \
         statements; an expansion, a condition of a loop and a value that is not known yet count as \
         several. A macro that calls itself needs a condition that ends it, and a loop a condition that \
         becomes 0."
    STATED "E0112" "an error that the source states"
        "The source contains `.error`, `.err`, `.fail` or `.abort` at a place that the assembler reached. \
         Usually a condition before it tests an argument of a macro or a symbol."
    INCLUDED "E0113" "a file cannot be included"
        "The file of `.include` or `.incbin` was not found or cannot be read. It is looked for in the \
         folder of the source, and then in the folders given with `-I`."
    UNLINKED "E0114" "the output has no relocations"
        "The source uses an address that only a linker knows: a symbol of another object, or a place in \
         another section. Words and raw bytes cannot say so, and are 0 there. This is a warning. Write an \
         object with `--emit obj`, or link it with `--emit elf`."
    OPERAND_KIND "E0201" "wrong kind of operand"
        "An operand field accepts only some kinds of values. A destination is a register, not a constant; \
         some sources accept only vector registers, or only scalar registers. The message lists what is \
         possible. The assembler has already tried longer forms of the instruction."
    REGISTER_COUNT "E0202" "wrong number of registers"
        "An operand of 64 bits takes two consecutive registers, and one of 128 bits takes four. They are \
         written as a range that includes the last register: `v[4:5]`. A per-lane condition mask takes as \
         many registers as its lanes need bits."
    REGISTER_RANGE "E0203" "register number out of range"
        "Every register file has a fixed number of registers, which depends on the target. A range must \
         be ascending and end inside the file. The message gives the first and the last register."
    REGISTER_ALIGNMENT "E0204" "registers are not aligned"
        "The hardware ignores the low bits of some register numbers, so an unaligned group would use \
         other registers than the written ones. The message gives the alignment of the group: choose a \
         register number that is a multiple of it. `force` at the end of the line encodes the group \
         anyway."
    NO_SUCH_REGISTER "E0205" "the register does not exist here"
        "The register exists only on other targets, or this operand cannot encode it. `isatope explain \
         NAME` lists the targets that have the register."
    ATTRIBUTE "E0206" "not an attribute"
        "Interpolation reads an attribute and one of its channels: `attr0.x` to `attr63.w`."
    REGISTER_PRESSURE "E0207" "no register is free"
        "More values are needed at the same place than the register file has room for. The message names \
         the place and the variables that are live there. Values are never moved to memory: use fewer \
         variables at once, compute a value again where it is needed, or store some values yourself."
    LITERAL_NOT_POSSIBLE "E0301" "the constant does not fit into this form"
        "An operand can hold only some constants, and each architecture has others: small integers and a few \
         floats, or a table of words, which the page of the operand's class lists. Some formats can be \
         followed by any 32-bit constant, and only some of their operands can use it. Write a constant that \
         exists, in the way that the page has it, or move the value to a register first."
    TWO_LITERALS "E0302" "two different constants"
        "An instruction has at most one 32-bit constant. Two operands may share it if their values are \
         equal. Move one of the constants to a register first."
    SCALAR_LIMIT "E0303" "too many scalar values are read"
        "A vector instruction can read only a few different uniform values: scalar registers, named \
         registers and the 32-bit constant. Reading the same value twice counts once, and inline \
         constants do not count. Where uniforms are read in pairs, both of a pair count as one, and so do the \
         words of a special value such as the number of the lane. Copy one of the values to a vector register \
         first. `force` at the end of the line encodes the instruction anyway."
    UNKNOWN_MODIFIER "E0401" "unknown modifier"
        "The target has no modifier with this name. `isatope explain MNEMONIC` lists the modifiers of an \
         instruction, and `isatope spec list --kind modifier` all of them."
    MODIFIER_NOT_HERE "E0402" "the modifier does not exist in this form"
        "Each format has its own modifiers. The message lists the modifiers of the form that was used: use \
         one of them, or a longer form of the instruction."
    MODIFIER_VALUE "E0403" "missing or wrong value of a modifier"
        "Source modifiers take one bit per source: `neg:[1,0,1]` or `neg:5`. Flags take no value, 0 or 1. \
         Other modifiers take one of the values in the message. A modifier that needs a value is never \
         accepted without one."
    MODIFIER_TWICE "E0404" "the modifier is given twice"
        "Remove one of them. In the dialect clrx the last one counts, and this is a warning; elsewhere it is an error."
    EXPRESSION "E0501" "invalid expression"
        "Expressions consist of integers (decimal, 0x…, 0b…, 0…), symbols, parentheses and the operators \
         of GNU as, on 64-bit values."
    UNDEFINED "E0502" "undefined symbol"
        "The name is not a register of the target, and the source does not define it. Define it as a label \
         or with `NAME = VALUE`, or correct its spelling."
    DIVISION "E0503" "division by zero"
        "The operators `/` and `%` (and the unsigned `//` and `%%`) need a divisor other than 0."
    NUMBER "E0504" "invalid number"
        "Integers are decimal, hexadecimal (0x1f), binary (0b101) or octal (017), and have up to 64 bits. \
         Floats may end in h, s, f or l for half, single, single and double precision."
    TOO_LARGE "E0505" "the value does not fit"
        "The value needs more bits than the field has. Use a value in the range that the message gives. \
         In the clrx dialect integers are truncated instead, and this is a warning."
    PRECISION "E0506" "the constant loses bits"
        "An instruction contains only the high 32 bits of a 64-bit float constant; the low bits are zero. \
         The written value has other low bits, so the instruction uses a slightly different value. This \
         is a warning."
    SYMBOL_TWICE "E0507" "the symbol is already defined"
        "A label has one address. The name is already a label, or already has a value: choose another name \
         for one of the two."
    UNUSUAL "E0508" "suspicious combination"
        "The instruction can be encoded, but it is probably a mistake: for example, a message with a slot \
         that is not for it, a number of staging registers that does not match the format, or modifiers \
         that exclude each other. This is a warning. With `--strict` and for `isatope check` it is an \
         error."
    DIALECT "E0509" "the line means different things in two dialects"
        "The source does not name its dialect, and nothing in it decides between dialects. Select one \
         with `--dialect`, or with `.dialect NAME` in the source. This is a warning."
    HEX "E0601" "not the words of an instruction"
        "Hexadecimal input consists of words of 8 digits (16 for Valhall) or bytes of 2 digits, with or \
         without 0x, separated by spaces, commas or brackets. The output of objdump, llvm-mc, xxd and \
         hexdump is also accepted. Anything else is rejected, and so are digits with several possible \
         meanings."
    TRUNCATED "E0602" "the input ends inside an instruction"
        "The last bytes start an instruction that needs more bytes. Give the whole instruction; if the \
         bytes are complete, they are for another target: select it with `-t`."
    UNKNOWN_WORD "E0603" "not an instruction"
        "This word is not a valid instruction for the target. It is kept as `.long`. It may be data between \
         instructions, or code for another target: select that with `-t`."
    CONTAINER "E0604" "the container is broken"
        "The file starts like a code object, but a header or a table in it is truncated or points outside \
         the file. The message says which part: copy or build the file again. `--input raw` reads any \
         bytes as instructions."
    RESERVED "E0605" "reserved bits are set"
        "With `--strict`, bits that should be 0 or that the hardware ignores are reported if they are \
         set, in instructions and in kernel descriptors. Clear them, or leave out `--strict`."
    ADDRESS "E0606" "nothing is at the address"
        "`isatope at` takes an address in one of the code sections of the file, or NAME+0x10: a kernel, \
         function or label, and an offset. The name of a kernel is its first instruction. If the address \
         comes from a running program, give the load address of the file with `--base`."
    NOT_IN_FILE "E0607" "the file does not contain what was asked for"
        "The file can be read, but it has no kernel, section, image or instruction that fits the options. \
         `isatope objdump FILE` lists images, sections and kernels: give one of its names, or another \
         address."
    NO_CODE "E0608" "the file contains no code for a GPU"
        "The file is of a known kind (an executable, an object for a CPU, an archive), but nothing in it \
         is code for a supported GPU. Give the file that contains the code object: a library or program \
         of HIP, an offload bundle, or the output of a compiler for a GPU."
    NO_DEBUG_INFO "E0609" "there is no usable debug information"
        "Source lines were asked for, and the file has no debug information, or it cannot be read. \
         Compile with `-g`. This is a warning: everything else is printed."
    REGISTER_SETTING "E0701" "not a register setting"
        "Set registers with NAME=VALUE: `v1=0x3f800000` (all lanes), `v1=1,2,3` (the first lanes), \
         `s[0:1]=…`, `vcc=…`, `exec=…`, `scc=1`, `m0=…`, `mode=…`."
    EXECUTION "E0702" "the instruction cannot be run"
        "The specification does not describe what the instruction does, or something that it needs is \
         missing: a register that exists, memory at an address (`--mem`), an answer of a unit outside of \
         the wavefront (`--answer`), or an end of the program. The message says which."
    UNKNOWN_TARGET "E0801" "unknown target"
        "`isatope targets` lists the targets with all their names."
    UNKNOWN_NAME "E0802" "unknown name"
        "`isatope explain` takes the words or the text of an instruction, a name of the specification, a \
         concept such as `wavefront`, or an error code such as E0103. `isatope spec list --kind all WORD` \
         searches for a word."
    NO_MATCH "E0803" "nothing matches the search"
        "`isatope spec list` prints the pages that contain all words of the search. Leave words out, try \
         another word, remove options that limit the list (`-t`, `--format`, `--status`), or add `--kind \
         all` to search more than instructions."
    FILE "E0901" "a file cannot be read or written"
        "The operating system reported an error; the message contains it. Check the name of the file, that \
         the folder exists, and who may read and write there. `-` is the standard input."
    CHECK_PENDING "E1001" "a register is used while a message writes it"
        "Messages (loads, atomics, textures, varyings …) complete asynchronously. Before their results \
         are read, or the registers are written again, the program must wait for their slot: with \
         `wait0`, `wait12`, `wait` … on an instruction in between, or on the message itself. Registers \
         that a message only reads need no wait."
    CHECK_DRAINED "E1002" "an instruction needs slots to be drained first"
        "Pixel tests, pixel writes and barriers need earlier messages in some slots to be complete. The \
         message names the slots: wait for them on an earlier instruction. When a program starts, some \
         slots are pending with the work of earlier threads on the same pixel."
    CHECK_AWAITED "E1003" "missing wait directly after an instruction"
        "The result of this instruction must be waited for before anything else runs. The message names \
         the slot: add the wait to the instruction."
    CHECK_LAST_USE "E1004" "a register is used again after its last use"
        "The mark of a last use on a source allows the hardware to discard the value of the register. On \
         some path through the program, the register is read again before it is written. Remove the mark."
    CHECK_LAST_USE_PAIR "E1005" "half of a pair is used again after its last use"
        "The mark of a last use on a 64-bit source applies to both registers. One of them is read again \
         before it is written: mark both uses or neither."
    CHECK_LAST_USE_PENDING "E1006" "a register is discarded while a message reads it"
        "A message reads its staging registers asynchronously. No source may mark one of them as its last \
         use before the slot of the message has been waited for."
    CHECK_RECONVERGE "E1007" "threads do not reconverge"
        "Add `reconverge` to the last instruction of a block if threads can diverge after it, or if the \
         next instruction can also be reached from elsewhere. Without it, threads that diverged stay \
         apart."
    CHECK_END "E1008" "the program does not end"
        "After its last instruction the program would run into whatever follows in memory. Add `end` to \
         the last instruction, or an instruction that ends the program after it. Words and raw bytes do not \
         say whether they are a part of a shader that a driver continues; objects do."
    CHECK_OUTSIDE "E1009" "a branch leads out of the program"
        "The distance of a branch is a number of instructions, counted from the next instruction. This \
         branch leads before the start or after the end of the program."
    CHECK_UNREACHABLE "E1010" "unreachable code"
        "No branch leads here, and the previous instruction branches away or ends. Constants that \
         compilers leave after the last branch of a loop are not reported. Remove the code, or branch to \
         it."
    CHECK_UNWRITTEN "E1011" "an uninitialized register is read"
        "On some path through the program, nothing writes the register before it is read. Only the \
         registers that hold the thread and workgroup ids are initialized at the start of a program."
    CHECK_UNKNOWN "E1012" "there is nothing to check or to change"
        "An option asks for something that the architecture or the input does not have. `--fix` and \
         `--redundant` are for architectures whose waits are instructions of their own, and `--fix` changes a \
         source. `--blend` is for architectures with blend shaders, and `--against` and `--kernel` are for kernels \
         with names. `--against` needs code in both files. \
         Leave the option out: the other rules do not need it. An architecture without any rules has none of \
         this; `isatope run` with `--check-init` and `--check-races` finds other mistakes in a run."
    CHECK_OPERANDS "E1013" "an operand rule is broken"
        "The word can be encoded, but its operands are not allowed together: for example, a pair that \
         starts at an odd register, more uniform values than an instruction can read, or a group that \
         extends past the last register. The assembler rejects such text unless the line ends in `force`."
    CHECK_MORE "E1014" "there may be more findings"
        "`isatope check` stops after a thousand findings in a program. Usually most of them follow from \
         one mistake, or the input is not a program. This is a warning."
    CHECK_WAIT "E1015" "a register is used before a wait proves that its value has arrived"
        "Loads, scalar loads and operations of the data shares write their registers later. A counter \
         counts those that have not completed, and the program has to wait until it is low enough. Scalar \
         loads complete in any order, so only a wait for 0 proves anything about them, and also about \
         everything else that the same counter counts at that time. The help has the weakest wait that is \
         enough."
    CHECK_HELD "E1016" "a register is overwritten while an operation still reads it"
        "Exports and the global data share, and on gfx6 also stores, read their registers after the next \
         instructions have started. Wait for the counter before the registers, or EXEC, are written."
    CHECK_STATES "E1017" "there are too few wait states between two instructions"
        "For some pairs of instructions the hardware does not wait by itself. Every instruction between \
         the two is one wait state, whatever it does; `s_nop N` is N + 1 of them. A wait for a counter is \
         one, too, however long it takes. The shortest path counts, over branches and loops."
    CHECK_OUTSTANDING "E1018" "operations are outstanding where they have to be complete"
        "Before a barrier, the memory operations of a wavefront must be complete, because other wavefronts \
         rely on them. The same holds for returns, and before caches are emptied. This is a warning."
    CHECK_STALE "E1019" "a state is used that is out of date"
        "Some state does not follow its register at once: VCCZ is wrong after a write of half of VCC, and on \
         gfx6 and gfx7 after a scalar load. Scalar stores stay in the cache until it is written back."
    CHECK_UNDEFINED "E1020" "a register has to be set first"
        "On some path from the start of the kernel, nothing writes a register on which the instruction \
         depends. Up to gfx8, M0 limits the addresses of the local data share, and kernels start with any \
         value in it."
    CHECK_NEVER "E1021" "programs cannot do this"
        "The instruction can be encoded, but has no effect, or a wrong one, outside of a trap handler."
    CHECK_REPLAY "E1022" "an instruction cannot be done again"
        "With XNACK, the hardware does a run of memory instructions again after a page fault. No instruction \
         of the run may write a register that it or another one of the run reads."
    CHECK_REDUNDANT "E1023" "a wait or idle states are not needed"
        "With `--redundant`: on every path, nothing uses what the wait waits for, another wait comes first, or \
         no rule needs the wait states. Waits that complete stores, or that follow calls, are not reported, \
         because other wavefronts or callers may rely on them. This is a warning."
    CHECK_BUDGET "E1024" "the code uses more than its descriptor provides"
        "The descriptor of a kernel says how many registers and how much memory a wavefront gets. The code \
         uses a register beyond, or private memory or LDS that the kernel does not have. Raise the number in \
         the descriptor, or use other registers."
    CHECK_CONTRADICTED "E1025" "the metadata of a kernel contradict its descriptor or its code"
        "Runtimes take the sizes of memory and the places of arguments from the metadata or from the \
         descriptor, and tools the numbers of registers. Both have to say the same, arguments may not overlap, \
         and code may not load from behind the last one. A kernel without metadata cannot be launched by HIP. \
         This is a warning."
    CHECK_ORDER "E1026" "memory is accessed while a message to it is pending"
        "Messages in different slots complete in any order. A load after a store to the same address, or a \
         store after either, has to wait for the slot of the earlier one. The check compares messages between \
         two branches that have the same address register and the same offset; `isatope run --check-waits` \
         compares addresses."
    CHECK_HELPERS "E1027" "helper lanes end too early"
        "The differences between neighbouring pixels that textures with a computed level of detail and \
         permutes of lanes take need the helper lanes of a fragment shader. `discard` ends these lanes. Move \
         it behind the last instruction that needs them."
    CHECK_ENTRY "E1028" "a kernel starts at an address that is not aligned"
        "The hardware starts kernels at multiples of 256 bytes: it does not get the low 8 bits of the address, \
         so that other code runs. Align the entry (`.p2align 8` before its label), and keep the alignment of \
         its section."
    MANIFEST "E1101" "the manifest is wrong"
        "A manifest is a JSON object that describes a run and its data; `isatope run --manifest-schema` \
         prints its schema with every key. The message gives the path of the wrong value: \
         `buffers[1].compare.kind` is the `kind` of `compare` of the second buffer. Unknown keys are errors, \
         so that a typo cannot silently change a test."
    ARGUMENTS "E1102" "the arguments do not fit the kernel"
        "The metadata of a code object contain the number of arguments of a kernel, and the kind and size \
         of each; the note shows them as a signature. The launch provides hidden arguments: do not pass \
         them."
    COMPARISON "E1103" "the result differs from the expected one"
        "After the run, a buffer differs from the file named by `expect` by more than `compare` allows. \
         The command ends with exit code 4."
    LAUNCH "E1104" "the kernel cannot be launched"
        "The program cannot be opened or is for another target, the kernel name matches no kernel or \
         several, or the kernel cannot run with these sizes of the grid and the workgroup. `isatope \
         objdump FILE` lists the kernels, and `--kernel NAME` their sizes and arguments."
    FAULT "E1105" "the program cannot continue"
        "The emulator cannot run the kernel any further, for a reason that has no code of its own. The \
         notes name the work-item, the lane, the instruction and its source line. After any fault the \
         command ends with exit code 3, and no file is written."
    OUT_OF_BOUNDS "E1106" "an access out of bounds"
        "A lane read or wrote bytes that no allocation has. The notes name the nearest allocation, the \
         argument that it belongs to, and the instruction that computed the address. Usual causes: the \
         grid has more work-items than the buffer has elements and the kernel does not compare \
         `get_global_id` with the count; a buffer, its size or its `--arg` is in the wrong place; an \
         index counts bytes instead of elements; an argument is null."
    MISALIGNED "E1107" "a misaligned access"
        "The address is not a multiple of what the instruction needs. A pointer was cast to a larger type, \
         or an odd offset was added to it. Load smaller pieces, or align the data."
    UNINITIALIZED "E1108" "an uninitialized value matters"
        "An address, a branch, the mask of active lanes or a stored value depends on a register or on \
         memory that nothing has written (`--check-init`). Copying such a value is no fault. The notes \
         name the instruction that read it first: initialize what it reads. LDS and private memory are \
         not zero at the start on hardware."
    RACE "E1109" "a data race"
        "Two accesses to the same bytes, at least one of them a write, have no order \
         (`--check-races`). Within a workgroup, put a barrier between them, with the wait for memory that \
         belongs to it; between workgroups, use atomic operations, or write the results to different \
         places. The notes name both accesses."
    BARRIER "E1110" "a barrier that not all reach"
        "Wavefronts of a workgroup, or lanes of a warp, wait at a barrier while others have ended or wait at \
         another one. Hardware may hang or go on; OpenCL and Vulkan forbid it. Usual causes: a barrier in \
         a branch or a loop that not all work-items take, or an early return before it. Move the barrier \
         out of the branch. Lanes of one GCN wavefront have no barrier of their own: it passes if the \
         wavefront comes to it, with any lanes, and nothing is reported."
    ENDLESS "E1111" "the program does not end"
        "A wavefront ran more instructions than it may, or all wavefronts wait for something that never \
         comes. Look at the condition of the loop that the notes name; `--trace` shows its values. A \
         kernel that needs more instructions takes a larger `--max-instructions`."
    ILLEGAL "E1112" "an illegal instruction"
        "The program counter is at something that cannot run: bytes outside of any code, a word that is not \
         an instruction, or an instruction whose meaning is not specified. Usual causes: a branch or a \
         computed address that leads astray, a missing `s_endpgm` or `.end`, or code for another target."
    ILLEGAL_REGISTER "E1113" "a register that the kernel does not have"
        "The instruction names a register past those that the descriptor of the kernel gives it. On \
         hardware it would read or overwrite a register of another wavefront, or raise an error. Increase \
         the number in the descriptor (`.amdhsa_next_free_vgpr`), or use a lower register."
    MISSING_WAIT "E1114" "a missing wait"
        "The instruction uses a register of a message that may still be under way (`--check-waits`). Add \
         the wait for its slot to an instruction in between."
    TRAP "E1115" "the program trapped"
        "The kernel ran a trap instruction. Compilers emit one for `__builtin_trap`, for a failed `assert`, \
         and where code must not be reached; the source line in the notes tells which."
    UNSUPPORTED "E1116" "an operation that the host does not provide"
        "The instruction asks the host for something that it does not provide: an image, an attribute, a \
         buffer in a resource table. Give the launch what the program needs, or, in the library, a host \
         that answers."
}

/// Finds a code, in upper or lower case.
pub fn find(code: &str) -> Option<&'static Code> {
    ALL.iter().find(|c| c.code.eq_ignore_ascii_case(code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_in_order() {
        assert!(ALL.windows(2).all(|w| w[0].code < w[1].code));
        assert_eq!(find("e0103").unwrap().code, UNKNOWN_INSTRUCTION);
    }
}
