//! Every code, in one table: what `isatope explain E0103` prints.

/// A code with its explanation.
#[derive(Clone, Copy, Debug)]
pub struct Code {
    /// `E0103`.
    pub code: &'static str,
    /// What it says, in a few words.
    pub title: &'static str,
    /// A paragraph: why it is an error, and what to do.
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
        "The line holds something that cannot stand there: a character outside the language, a word after the last \
         modifier, or an operand too many. Operands are separated by commas, modifiers by spaces, and nothing is skipped \
         silently: what follows a complete instruction must be a comment or, in the clrx dialect, a `;` and the next one."
    UNTERMINATED "E0102" "something is not closed"
        "A comment that starts with `/*` must end with `*/`, a register range that starts with `[` with `]`, and a \
         parenthesis, an `abs(` or a `|` needs its partner on the same line."
    UNKNOWN_INSTRUCTION "E0103" "unknown instruction"
        "No instruction of the target has this name. Names are read in any case, with or without the suffixes _e32 and \
         _e64. If other generations have the instruction, the message names them: choose the target with `-t`. Otherwise \
         it offers the nearest name that exists."
    MISSING_OPERAND "E0104" "an operand is missing"
        "The instruction has more operands than the line gives. `isatope explain MNEMONIC` prints its syntax."
    MISSING_COMMA "E0105" "a comma is missing"
        "Operands are separated by commas. Modifiers, after the last operand, are not."
    DIRECTIVE "E0106" "unknown directive"
        "Names that start with a point are directives, which say where things go and what they are called. docs/assembler.md \
         lists them."
    NOT_TEXT "E0107" "the input is not text"
        "Assembly source is UTF-8 text. A binary file belongs to `isatope dis`."
    BLOCK "E0108" "a block of directives is wrong"
        "Kernel descriptors are written field by field between a directive that starts them and one that ends them \
         (`.amdhsa_kernel` … `.end_amdhsa_kernel`), and nothing else stands there. Metadata end with `.end_amdgpu_metadata`."
    ARGUMENT "E0109" "the argument of a directive is wrong"
        "The directive needs something else there: a name, a string in double quotes, or a number in its range."
    TOO_MANY "E0110" "too many messages"
        "The source has thousands of mistakes: it is most likely something else than source for this target and dialect. Only the first \
         ones are looked for."
    OPERAND_KIND "E0201" "the wrong kind of operand"
        "An operand field can hold only some kinds of values: a destination is a register, and not a constant; some sources \
         take vector registers only, or scalar ones only. The message says which are possible there. Where a longer form \
         of the instruction can hold the operand, the assembler has tried it already."
    REGISTER_COUNT "E0202" "the wrong number of registers"
        "An operand of 64 bits takes two consecutive registers, one of 128 bits four; they are written as a range, \
         `v[4:5]`, with the last register included. A condition a lane (vcc, s[0:1]) takes two as well."
    REGISTER_RANGE "E0203" "a register number is out of range"
        "There are 256 vector registers, v0 to v255. There are 104 scalar registers, s0 to s103, on gcn1.0 and gcn1.1, and \
         102 from gcn1.2 on. A range must run upwards, and must end inside the file."
    REGISTER_ALIGNMENT "E0204" "scalar registers are not aligned"
        "Two or more scalar registers may not cross a multiple of four in a vector instruction, and a scalar destination \
         starts at an even number. In a scalar instruction two of them always do, and four or more start at a multiple of four. Hardware ignores the low bits of the number, so another register than the written \
         one would be used. `force` at the end of the line encodes it all the same."
    NO_SUCH_REGISTER "E0205" "the register does not exist here"
        "The name belongs to another generation, or cannot be reached from this operand: flat_scratch does not exist on \
         gcn1.0, the memory apertures (src_shared_base …) begin with gcn1.4, tba and tma end before it."
    ATTRIBUTE "E0206" "not an attribute"
        "Interpolation reads an attribute and one of its channels: `attr0.x` to `attr63.w`."
    LITERAL_NOT_POSSIBLE "E0301" "a constant does not fit into this form"
        "Only the 32-bit formats can carry a 32-bit constant after them, and only in the first source (or in the constant \
         of v_madak and v_madmk). The 64-bit formats (VOP3, VOP3P) hold inline constants: the integers -16 to 64, \
         0.5, 1.0, 2.0, 4.0 and their negatives, and from gcn1.2 on 1/(2*pi). Move the constant to a register first."
    TWO_LITERALS "E0302" "two different constants"
        "An instruction carries at most one 32-bit constant. Two operands may share it if it is the same."
    SCALAR_LIMIT "E0303" "too many scalar values are read"
        "A vector instruction reads at most one scalar value: a scalar register (or an aligned group), vcc, m0, or the 32-bit \
         constant. Reading the same one twice is fine, and inline constants do not count. Copy one of them to a vector \
         register first; `force` at the end of the line encodes the instruction all the same."
    UNKNOWN_MODIFIER "E0401" "unknown modifier"
        "No modifier of the target has this name."
    MODIFIER_NOT_HERE "E0402" "the modifier does not exist in this form"
        "Each format has its own modifiers: VOP3B has no `abs`, on gcn1.0 and gcn1.1 no `clamp`; VOP3P has neither `abs` nor \
         `mul`. The message lists what the form has."
    MODIFIER_VALUE "E0403" "the value of a modifier is missing or wrong"
        "Modifiers that belong to sources take a bit a source, `neg:[1,0,1]` or `neg:5`; `mul` takes 2 or 4, `div` 2; flags \
         take nothing, 0 or 1. A modifier that needs a value is never accepted without one."
    MODIFIER_TWICE "E0404" "a modifier is given twice"
        "The last one counts. This is a warning."
    EXPRESSION "E0501" "the expression cannot be read"
        "Expressions are made of integers (decimal, 0x…, 0b…, 0…), symbols, parentheses and the operators of GNU as, on \
         64-bit values."
    UNDEFINED "E0502" "undefined symbol"
        "The name is not a register of the target, and nothing in the source gives it a value."
    DIVISION "E0503" "division by zero"
        "Both `/` and `%` (and the unsigned `//` and `%%`) need a divisor other than 0."
    NUMBER "E0504" "the number cannot be read"
        "Integers are decimal, hexadecimal (0x1f), binary (0b101) or octal (017), up to 64 bits. Floats may end in h, s, f or l for half, \
         single, single and double precision."
    TOO_LARGE "E0505" "the value does not fit"
        "The value needs more bits than there are: give a value that fits. In the clrx dialect integers are cut off instead, as \
         its users expect, and this is a warning."
    PRECISION "E0506" "the constant loses bits"
        "A 64-bit float operand takes only the high 32 bits of its value from the instruction; the low ones are zero. The \
         value that is meant has other bits there, so the instruction uses a slightly different one. This is a warning."
    SYMBOL_TWICE "E0507" "the symbol has a meaning already"
        "A label names one place. The name is that of another label, or was given a value before."
    UNUSUAL "E0508" "the combination is hardly meant"
        "The instruction can be encoded, but not with a meaning that anybody knows: a message with a slot that is not for it, a number \
         of staging registers that does not fit the format, modifiers that exclude each other. This is a warning, and an error with \
         `--strict` and for `isatope check`."
    DIALECT "E0509" "dialects read the source differently"
        "The source does not say its dialect, and nothing in it tells. The line means one thing in one dialect and another in the other: say \
         which is meant with `--dialect`, or with `.dialect NAME` in the source. This is a warning."
    HEX "E0601" "not the words of an instruction"
        "Machine code in hexadecimal digits is read as people have it: words of 8 digits (16 for Valhall) or bytes of 2, with or without 0x, \
         between blanks, commas or brackets, and the lines of objdump, llvm-mc, xxd and hexdump. What is no such text is refused, and so are \
         digits that could mean several things."
    TRUNCATED "E0602" "the input ends inside an instruction"
        "The last bytes start an instruction that needs more of them."
    UNKNOWN_WORD "E0603" "not an instruction"
        "No instruction of the target has this word. It is kept as `.long`."
    CONTAINER "E0604" "the container is broken"
        "The file starts like a code object, but a header or a table in it is cut off or points outside. The offset says which \
         one. `--input raw` reads any bytes as instructions."
    RESERVED "E0605" "reserved bits are set"
        "With `--strict`, bits that have to be 0, or that hardware ignores, are reported wherever they are set: in instructions \
         and in kernel descriptors."
    ADDRESS "E0606" "nothing is at the address"
        "`at` takes addresses as the file has them, in its sections of code, or NAME+0x10: a function and a distance. Where the code was \
         loaded elsewhere, `--base` is the address at which the file's address 0 lies."
    REGISTER_SETTING "E0701" "not a register setting"
        "Registers are set as NAME=VALUE: `v1=0x3f800000` (every lane), `v1=1,2,3` (the first lanes), `s[0:1]=…`, `vcc=…`, \
         `exec=…`, `scc=1`, `m0=…`, `mode=…`."
    EXECUTION "E0702" "the instruction cannot be run"
        "The emulator does not know what the instruction does, or the state it was given makes no sense."
    UNKNOWN_TARGET "E0801" "unknown target"
        "`isatope targets` lists the targets with all their names."
    UNKNOWN_NAME "E0802" "nothing to explain"
        "`explain` takes the words of an instruction, a mnemonic, or a code such as E0103."
    FILE "E0901" "a file cannot be read or written"
        "The operating system refused. The message gives its reason."
    CHECK_PENDING "E1001" "a register is used while a message writes it"
        "Messages (loads, atomics, textures, varyings …) run beside the instructions that follow. Their results may be read, and the \
         registers written again, only after their slot has been waited for: `wait0`, `wait12`, `wait` … on an instruction between \
         the two, or on the message itself. What a message reads need not be waited for."
    CHECK_DRAINED "E1002" "an instruction comes before slots are drained"
        "Tests and writes of pixels (ATEST, ZS_EMIT, BLEND, tile access) and barriers need messages that are under way to be \
         done: `wait0126` before ATEST and ZS_EMIT, `wait` before BLEND, LD_TILE and ST_TILE, slots 0 to 2 before BARRIER. \
         When a program starts, slots 6 and 7 are under way: what earlier threads do to the same pixel."
    CHECK_AWAITED "E1003" "a slot is not waited for at once"
        "ATEST has to be waited for in slot 0, and BARRIER with `wait`, before anything else runs."
    CHECK_LAST_USE "E1004" "a register is used again after its last use"
        "`^` in front of a source says that the register is read for the last time: the hardware need not keep its value. \
         On some way through the program it is read again before it is written."
    CHECK_LAST_USE_PAIR "E1005" "half of a pair is used again after its last use"
        "`^` in front of a source of 64 bits is for both of its registers. One of them is read again before it is written: mark \
         both or neither."
    CHECK_LAST_USE_PENDING "E1006" "a register is given up while a message reads it"
        "A message reads its staging registers in its own time. Until its slot has been waited for, no source may mark one of \
         them with `^`."
    CHECK_RECONVERGE "E1007" "threads are not brought together"
        "`reconverge` belongs on the last instruction of a block when threads can go two ways behind it, or when what follows \
         can be reached from elsewhere too. Without it threads that went different ways stay apart."
    CHECK_END "E1008" "the program does not end"
        "Behind the last instruction of a program lies whatever follows it in memory. A program ends with `end`, on any instruction."
    CHECK_OUTSIDE "E1009" "a branch leads out of the program"
        "The distance of a branch is counted in instructions, from the next one on. This one leads before the program or \
         behind it."
    CHECK_UNREACHABLE "E1010" "code is never reached"
        "No branch leads here, and the instruction before goes elsewhere or ends. What compilers leave of a loop is not \
         reported: constants that are set behind a branch for another round that never comes."
    CHECK_UNWRITTEN "E1011" "a register is read that nothing has written"
        "On some way through the program nothing writes the register before it is read. A program finds values in r55 to r62 only."
    CHECK_UNKNOWN "E1012" "there are no rules"
        "`isatope check` reads its rules from the specification, and that of this architecture has none yet."
    CHECK_OPERANDS "E1013" "an operand rule is broken"
        "The word can be encoded, but its operands do not go together: a pair of registers that starts at an odd one, more uniform values \
         than an instruction can read, a group that goes past the last register. The assembler refuses such text, unless the line ends in \
         `force`."
    CHECK_MORE "E1014" "there may be more findings"
        "`isatope check` stops after a thousand findings in a program: most follow from one mistake, or it is no program. This is a warning."
    MANIFEST "E1101" "the manifest is wrong"
        "A manifest is a JSON object that says what is run on which data; docs/run.md has every key. The message gives the way to the value that is \
         wrong: `buffers[1].compare.kind` is the `kind` of `compare` of the second buffer. Unknown keys are errors, so that a slip of the \
         pen does not change what is tested."
    ARGUMENTS "E1102" "the arguments do not fit the kernel"
        "The metadata of a code object say how many arguments a kernel has, and the kind and size of each; the note gives them as a signature. \
         Hidden arguments are not given: the launch makes them."
    COMPARISON "E1103" "the result is not the expected one"
        "After the run a buffer differs from the file that `expect` names, by more than `compare` allows. The command ends with exit code 4."
    LAUNCH "E1104" "the kernel cannot be launched"
        "The program cannot be opened or is for another target, there is no such kernel or more than one, or the sizes of the grid and the workgroup \
         are none that it can run with."
    FAULT "E1105" "the program cannot go on"
        "A wavefront did what no program may: it accessed memory that is not allocated, came to a word that is no instruction, waited at a \
         barrier to which others never come, never ended. The notes say which wavefront and lane, where, and what lies near. The command ends with \
         exit code 3, and no file is written."
}

/// The explanation of a code, in any case.
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
