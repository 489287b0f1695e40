//! The commands, and their help.

use super::{Answer, looking, running, say, stopping};
use crate::debugger::Debugger;

/// A command.
pub struct Command {
    /// Its name.
    pub name: &'static str,
    /// Short names.
    pub short: &'static [&'static str],
    /// What follows the name.
    pub takes: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// More about it.
    pub more: &'static str,
    pub(super) run: fn(&mut Debugger, &str) -> Result<Answer, String>,
}

impl Command {
    /// The command with what follows it.
    pub fn usage(&self) -> String {
        format!("{} {}", self.name, self.takes).trim_end().to_string()
    }
}

const PLACES: &str = "\
A place is an address `0x40…`, a distance from the start of the kernel `+0x1c`, a label or symbol
`LABEL` or `LABEL+0x1c`, a line `FILE:LINE` or `:LINE`, or `pc`.";

const EXPRESSIONS: &str = "\
Expressions: registers `v3`, `v3[17]` (of lane 17), `s[4:5]`, `exec`, `vcc`, `pc`; memory
`u32[ADDRESS]`, `f32[x + 4 * lane]`, `lds[0]`, `lds.f32[8]`, `private[4]` (of each lane its own);
names of buffers and symbols (their addresses) and of arguments (their values), in backquotes where they have blanks; numbers; `lane`,
`wave`, `group.x`, `steps`; the operators of C; `EXPRESSION as KIND`. Kinds: hex binary int uint
u8 u16 u32 u64 i8 i16 i32 i64 f16 f16x2 f32 f64. As a condition, what differs from lane to lane
holds if it does in any active lane.";

/// All commands, in the order of the help.
pub const COMMANDS: &[Command] = &[
    Command {
        name: "step",
        short: &["s"],
        takes: "[instruction|line|block|wave] [COUNT]",
        about: "runs an instruction, or up to another line, block or wavefront",
        more: "\
`step` runs one instruction of the wavefront that is looked at; others run before it if it is
their turn. `step line` runs to another line of the source, `step block` to the next straight
piece of code (a label, or after a branch), `step wave` to the turn of another wavefront.",
        run: running::step,
    },
    Command {
        name: "next",
        short: &["n"],
        takes: "[line] [COUNT]",
        about: "like step, through calls of functions",
        more: "",
        run: running::next,
    },
    Command {
        name: "finish",
        short: &["fin"],
        takes: "",
        about: "runs until the function returns",
        more: "In the kernel itself it runs until the wavefront ends.",
        run: running::finish,
    },
    Command {
        name: "until",
        short: &["u"],
        takes: "PLACE",
        about: "runs until any wavefront is at a place",
        more: PLACES,
        run: running::until,
    },
    Command {
        name: "continue",
        short: &["c"],
        takes: "",
        about: "runs until a breakpoint, a fault or the end",
        more: "",
        run: running::resume,
    },
    Command {
        name: "back",
        short: &["b-", "rs"],
        takes: "[line] [COUNT]",
        about: "goes back by an instruction or a line",
        more: "\
Registers and memories are again what they were. Changes from outside (`set`) are undone and, on
the way forward, made again.",
        run: running::back,
    },
    Command {
        name: "reverse-continue",
        short: &["rc"],
        takes: "",
        about: "goes back to the last breakpoint before here",
        more: "Without one, it goes back to the beginning of the launch.",
        run: running::resume_back,
    },
    Command {
        name: "goto",
        short: &["g"],
        takes: "STEPS",
        about: "goes to the state after so many instructions of all wavefronts, back or forward",
        more: "`where` says how many have run.",
        run: running::goto,
    },
    Command {
        name: "restart",
        short: &[],
        takes: "",
        about: "starts again; breakpoints stay, changes from outside do not",
        more: "",
        run: running::restart,
    },
    Command {
        name: "break",
        short: &["b"],
        takes: "PLACE [if CONDITION]",
        about: "stops before the instruction at a place",
        more: PLACES,
        run: stopping::breakpoint,
    },
    Command {
        name: "watch",
        short: &[],
        takes: "REGISTER|MEMORY [BYTES] [if CONDITION]",
        about: "stops after a register has changed, or memory was written",
        more: "\
`watch s4`, `watch v3[17]` (in lane 17), `watch u32[x]`, `watch u32[x] 64` (64 bytes from there
on), `watch lds[0] 256`.",
        run: stopping::watch,
    },
    Command {
        name: "rwatch",
        short: &[],
        takes: "MEMORY [BYTES] [if CONDITION]",
        about: "stops after memory was read",
        more: "",
        run: stopping::watch_reads,
    },
    Command {
        name: "awatch",
        short: &[],
        takes: "MEMORY [BYTES] [if CONDITION]",
        about: "stops after memory was read or written",
        more: "",
        run: stopping::watch_all,
    },
    Command {
        name: "log",
        short: &[],
        takes: "PLACE \"MESSAGE\" [if CONDITION]",
        about: "writes a message each time the run comes to a place, and does not stop",
        more: "\
Expressions in braces are replaced by their values: `log .Lloop \"{steps}: v1 is {v1 as f32}\"`.
`\\{` is a brace.",
        run: stopping::log,
    },
    Command {
        name: "breakpoints",
        short: &["bl"],
        takes: "",
        about: "lists breakpoints and watchpoints",
        more: "",
        run: stopping::list,
    },
    Command {
        name: "delete",
        short: &["d"],
        takes: "[NUMBER]…",
        about: "removes breakpoints; without a number, all",
        more: "",
        run: stopping::delete,
    },
    Command {
        name: "enable",
        short: &[],
        takes: "NUMBER…",
        about: "lets breakpoints stop the run again",
        more: "",
        run: stopping::enable,
    },
    Command {
        name: "disable",
        short: &[],
        takes: "NUMBER…",
        about: "keeps breakpoints from stopping the run",
        more: "",
        run: stopping::disable,
    },
    Command {
        name: "ignore",
        short: &[],
        takes: "NUMBER COUNT",
        about: "does not stop at a breakpoint so many times",
        more: "",
        run: stopping::ignore,
    },
    Command {
        name: "where",
        short: &["w"],
        takes: "",
        about: "shows where the run is, and why it stopped",
        more: "",
        run: looking::place,
    },
    Command {
        name: "backtrace",
        short: &["bt"],
        takes: "",
        about: "shows the functions that the wavefront is in",
        more: "\
Calls are noted while the program runs; inlined functions come from debug information. Where lanes
go different ways, each place where lanes are is a line.",
        run: looking::backtrace,
    },
    Command {
        name: "print",
        short: &["p"],
        takes: "EXPRESSION [as KIND]",
        about: "shows the value of an expression; `·` is a lane that is not active",
        more: EXPRESSIONS,
        run: looking::print,
    },
    Command {
        name: "registers",
        short: &["r"],
        takes: "[scalar|vector|special|all]",
        about: "shows registers that are not 0: of vector registers, the active lanes",
        more: "`all` shows those as well that are 0.",
        run: looking::registers,
    },
    Command {
        name: "changes",
        short: &["ch"],
        takes: "",
        about: "shows what the last step changed",
        more: "",
        run: looking::changes,
    },
    Command {
        name: "memory",
        short: &["x"],
        takes: "ADDRESS [COUNT] [KIND]",
        about: "shows memory",
        more: EXPRESSIONS,
        run: looking::memory,
    },
    Command {
        name: "lds",
        short: &[],
        takes: "[OFFSET] [COUNT] [KIND]",
        about: "shows the memory of the workgroup",
        more: "",
        run: looking::lds,
    },
    Command {
        name: "private",
        short: &["scratch"],
        takes: "[OFFSET] [COUNT] [KIND]",
        about: "shows the private memory of a lane: the one looked at, or the first active one",
        more: "In expressions it is `private[OFFSET]` or `private.f32[OFFSET]`, of each lane its own.",
        run: looking::private,
    },
    Command {
        name: "disassemble",
        short: &["dis"],
        takes: "[PLACE] [COUNT]",
        about: "shows instructions around the next one, or from a place on",
        more: PLACES,
        run: looking::disassemble,
    },
    Command {
        name: "list",
        short: &["l"],
        takes: "[FILE:LINE]",
        about: "shows the source around the next instruction or a line",
        more: "",
        run: looking::list,
    },
    Command {
        name: "waves",
        short: &["threads"],
        takes: "",
        about: "lists wavefronts that are under way",
        more: "",
        run: looking::waves,
    },
    Command {
        name: "wave",
        short: &["thread"],
        takes: "[X,Y,Z:]NUMBER",
        about: "looks at another wavefront",
        more: "",
        run: looking::wave,
    },
    Command {
        name: "workgroups",
        short: &["groups"],
        takes: "",
        about: "lists workgroups that are under way",
        more: "",
        run: looking::workgroups,
    },
    Command {
        name: "lane",
        short: &[],
        takes: "NUMBER|all",
        about: "looks at one lane, or at all",
        more: "",
        run: looking::lane,
    },
    Command {
        name: "buffers",
        short: &[],
        takes: "",
        about: "lists buffers with their addresses",
        more: "",
        run: looking::buffers,
    },
    Command {
        name: "arguments",
        short: &["args"],
        takes: "",
        about: "shows the arguments of the kernel",
        more: "",
        run: looking::arguments,
    },
    Command {
        name: "symbols",
        short: &[],
        takes: "",
        about: "lists labels and symbols of the program",
        more: "",
        run: looking::symbols,
    },
    Command {
        name: "fault",
        short: &[],
        takes: "",
        about: "shows the fault that ended the run, whole",
        more: "",
        run: looking::fault,
    },
    Command {
        name: "format",
        short: &[],
        takes: "typed|hex|int|uint|float",
        about: "chooses how values are written whose kind nobody says",
        more: "`typed` writes floats where the next instruction reads floats.",
        run: looking::format,
    },
    Command {
        name: "set",
        short: &[],
        takes: "PLACE = VALUE",
        about: "changes a register or memory",
        more: "\
`set s4 = 7`, `set v3 = 1.5` (all active lanes, or the one that is looked at), `set v3[17] =
v3[16] + 1`, `set f32[x + 4] = 2.5`, `set exec = 0xff`, `set pc = LABEL`. Going back undoes it.",
        run: stopping::set,
    },
    Command {
        name: "edits",
        short: &[],
        takes: "",
        about: "lists changes from outside",
        more: "",
        run: stopping::edits,
    },
    Command {
        name: "snapshot",
        short: &[],
        takes: "[NAME]",
        about: "keeps the state under a name; without one, lists them",
        more: "",
        run: stopping::snapshot,
    },
    Command {
        name: "restore",
        short: &[],
        takes: "NAME",
        about: "goes to a state that was kept",
        more: "",
        run: stopping::restore,
    },
    Command {
        name: "help",
        short: &["h", "?"],
        takes: "[COMMAND]",
        about: "lists commands, or explains one",
        more: "",
        run: help,
    },
    Command {
        name: "quit",
        short: &["q", "exit"],
        takes: "",
        about: "ends the debugger",
        more: "",
        run: |_, _| Ok(Answer::Quit),
    },
];

fn help(_: &mut Debugger, rest: &str) -> Result<Answer, String> {
    if !rest.is_empty() {
        let command = super::find(rest)?;
        let short = match command.short {
            [] => String::new(),
            names => format!(" (short: {})", names.join(", ")),
        };
        let more = if command.more.is_empty() { String::new() } else { format!("\n{}", command.more) };
        return say(format!("{}{short}\n  {}{more}", command.usage(), command.about));
    }
    let width = COMMANDS.iter().map(|command| command.name.len()).max().unwrap_or(0);
    let lines: Vec<String> =
        COMMANDS.iter().map(|command| format!("{:width$}  {}", command.name, command.about)).collect();
    say(lines.join("\n") + "\nAny unambiguous beginning of a name will do. `help COMMAND` says more.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        let mut names: Vec<&str> = COMMANDS.iter().flat_map(|c| c.short.iter().copied().chain([c.name])).collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
        assert!(COMMANDS.iter().all(|command| command.about.len() <= 84), "a line of the help is too long");
    }
}
