//! Completion scripts and manual pages, generated from the definitions of the options.

use clap::CommandFactory;

use crate::args::Cli;
use crate::output;

/// A completion script.
pub fn completions(shell: clap_complete::Shell) -> anyhow::Result<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "isatope", &mut script);
    output::write(None, &script, false)?;
    Ok(0)
}

/// What the commands exit with.
const EXIT: &[(&str, &str)] = &[
    ("0", "fine"),
    ("1", "errors in the input, or nothing found"),
    ("2", "wrong usage, or a file that cannot be read or written"),
    ("3", "a fault in the program that was run"),
    ("4", "a result that differs from the expected one"),
];

/// Examples of each command: what they are for, and the line. Those without a command are on the page of isatope itself.
const EXAMPLES: &[(&str, &str, &str)] = &[
    ("", "Explain a word", "isatope explain -t gfx803 7e020301"),
    ("", "Disassemble a code object", "isatope dis kernel.co"),
    ("asm", "The words of each instruction", "echo 'v_add_f32 v0, v1, v2' | isatope asm -t gfx900"),
    ("dis", "A code object, as text that asm reads back", "isatope dis kernel.co -o kernel.s"),
    ("dis", "Hexadecimal words", "echo d2900037 07974d4f | isatope dis -t gcn1.1 --input hex"),
    ("dis", "One kernel of a library", "isatope dis -t gfx900 --kernel '*philox*' --emit list librocrand.so.1"),
    ("dis", "Digits from anywhere", "echo '[0x01,0x00,0x01,0xd1,0x02,0x07,0x00,0x00]' | isatope dis -t gfx900"),
    ("objdump", "The contents of a library", "isatope objdump librocrand.so.1"),
    ("objdump", "A kernel's arguments and registers", "isatope objdump --kernel vadd kernel.co"),
    ("extract", "All code objects for a processor", "isatope extract -t gfx906 -o images librocsparse.so.0"),
    ("at", "The source line of a crash", "isatope at kernel.co 0x1678"),
    ("at", "The same, by symbol", "isatope at kernel.co vadd+0x78"),
    (
        "exec",
        "A basic block, with floats",
        "isatope exec 'v_add_f32 v0, v1, v2' 'v_mul_f32 v0, 2.0, v0' --set v1=1.5 --print float",
    ),
    ("completions", "For bash", "isatope completions bash > ~/.local/share/bash-completion/completions/isatope"),
    ("man", "Read a page", "isatope man dis | man -l -"),
    ("exec", "The effect of an instruction", "isatope exec -t gfx900 'v_add_f32 v0, v1, v2' --set v1=0x3f800000"),
    ("run", "A manifest, with counts of what ran", "isatope run --manifest examples/reduce.json --stats"),
    (
        "run",
        "A kernel with buffers from files",
        "isatope run vadd.co --grid 320 --group 64 --arg in:a.bin --arg in:b.bin --arg out:c.bin:1200 --arg 300",
    ),
    ("check", "A shader of Mesa, with its cost", "isatope check -t valhall --cost shader.bin"),
    ("explain", "A word, bit by bit", "isatope explain -t gcn1.1 'd2900037 07974d4f'"),
    ("explain", "An instruction on one target", "isatope explain -t gfx900 ds_append"),
    ("explain", "A function that a body calls", "isatope explain function mad_f32"),
    ("spec", "Entries about sines", "isatope spec list sin"),
    ("spec", "Everything about a name, as data", "isatope spec show --json v_bfe_u32"),
    ("targets", "All names of all targets", "isatope targets"),
];

/// The definitions of all commands, with examples and exit codes in their help.
pub fn command() -> clap::Command {
    let mut all = Cli::command();
    let names: Vec<String> = all.get_subcommands().map(|c| c.get_name().to_string()).collect();
    for name in names {
        all = all.mut_subcommand(&name, |command| {
            let own = command.get_after_help().map_or(String::new(), |own| format!("{own}\n"));
            command.after_help(own + &help(&name))
        });
    }
    all.after_help(help(""))
}

/// Examples and exit codes, as help shows them.
fn help(command: &str) -> String {
    let mut text = String::new();
    let examples: Vec<_> = EXAMPLES.iter().filter(|(of, ..)| *of == command).collect();
    if !examples.is_empty() {
        text += "Examples:\n";
    }
    for (_, what, line) in examples {
        text += &format!("  {what}:\n      {line}\n");
    }
    let codes: Vec<String> = EXIT.iter().map(|(code, meaning)| format!("{code} {meaning}")).collect();
    text + "Exit codes: " + &codes.join("; ")
}

/// A manual page.
pub fn man(command: Option<&str>) -> anyhow::Result<u8> {
    let mut all = Cli::command();
    all.build();
    let page = match command {
        None => all,
        Some(name) => match all.find_subcommand(name) {
            Some(found) => found.clone().display_name(format!("isatope-{name}")),
            None => anyhow::bail!("there is no command `{name}`"),
        },
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text)?;
    text.extend(sections(command.unwrap_or_default()).into_bytes());
    output::write(None, &text, false)?;
    Ok(0)
}

/// The sections that do not come from options.
fn sections(command: &str) -> String {
    let mut text = ".SH \"EXIT STATUS\"\n".to_string();
    for (code, meaning) in EXIT {
        text += &format!(".TP\n\\fB{code}\\fR\n{meaning}\n");
    }
    let examples: Vec<_> = EXAMPLES.iter().filter(|(of, ..)| *of == command).collect();
    if !examples.is_empty() {
        text += ".SH EXAMPLES\n";
    }
    for (_, what, line) in examples {
        // A leading quote or dot would be a request to the formatter.
        text += &format!(".TP\n{what}:\n.nf\n\\&{}\n.fi\n", line.replace('\\', "\\e").replace('-', "\\-"));
    }
    text
}
