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
    ("130", "a run that Ctrl-C interrupted"),
];

/// Examples of each command: what they are for, and the line. Those without a command are on the page of isatope
/// itself.
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
    (
        "exec",
        "A loop",
        "isatope exec 'loop: s_sub_u32 s0, s0, 1' 's_cmp_lg_u32 s0, 0' 's_cbranch_scc1 loop' --set s0=5",
    ),
    ("exec", "The effect of an instruction", "isatope exec -t gfx900 'v_add_f32 v0, v1, v2' --set v1=0x3f800000"),
    ("run", "A manifest, with counts of what ran", "isatope run --manifest examples/reduce.json --stats"),
    (
        "run",
        "A kernel with buffers from files",
        "isatope run vadd.co --grid 320 --group 64 --arg in:a.bin --arg in:b.bin --arg out:c.bin:1200 --arg 300",
    ),
    ("gpu", "A HIP program, without a GPU", "isatope gpu -- ./program"),
    (
        "gpu",
        "The same, with checks and a table of its kernels",
        "isatope gpu --check-init --check-races --stats -- ./program",
    ),
    ("check", "A shader of Mesa, with its cost", "isatope check -t valhall --cost shader.bin"),
    ("lsp", "In Neovim", "vim.lsp.start({ cmd = { 'isatope', 'lsp' } })"),
    ("serve", "In a browser", "isatope serve --open"),
    ("explain", "A word, bit by bit", "isatope explain -t gcn1.1 'd2900037 07974d4f'"),
    ("explain", "An instruction on one target", "isatope explain -t gfx900 ds_append"),
    ("explain", "A concept", "isatope explain wavefront"),
    ("explain", "All error codes", "isatope explain errors"),
    ("explain", "A function that a body calls", "isatope explain function mad_f32"),
    ("spec", "Entries about sines", "isatope spec list sine"),
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

/// A manual page. That of a command of a command has both names, with a blank or as pages have them: `spec-list`.
pub fn man(command: &[String]) -> anyhow::Result<u8> {
    let mut page = Cli::command();
    page.build();
    let mut names: Vec<&str> = command.iter().map(String::as_str).collect();
    if let [name] = names[..]
        && page.find_subcommand(name).is_none()
    {
        names = name.split('-').collect();
    }
    for name in &names {
        page = match page.find_subcommand(name) {
            Some(found) => found.clone(),
            None => anyhow::bail!("there is no command `{}`", command.join(" ")),
        };
    }
    if !names.is_empty() {
        page = page.display_name(format!("isatope-{}", names.join("-")));
    }
    let (synopsis, notes) = (synopsis(&page), page.get_after_help().map(|help| notes(&help.to_string())));
    let has_commands = page.has_subcommands();
    let page = clap_mangen::Man::new(page);
    let mut text = Vec::new();
    page.render_title(&mut text)?;
    page.render_name_section(&mut text)?;
    text.extend(synopsis.into_bytes());
    page.render_description_section(&mut text)?;
    page.render_options_section(&mut text)?;
    if has_commands {
        page.render_subcommands_section(&mut text)?;
    }
    text.extend(notes.unwrap_or_default().into_bytes());
    text.extend(sections(names.first().copied().unwrap_or_default()).into_bytes());
    page.render_version_section(&mut text)?;
    output::write(None, &text, false)?;
    Ok(0)
}

/// Text in which the formatter of manual pages finds no request, hyphens kept as they are typed.
fn escaped(line: &str) -> String {
    format!("\\&{}", line.replace('\\', "\\e").replace('-', "\\-"))
}

/// The section with the forms of the command: each option with its value.
fn synopsis(command: &clap::Command) -> String {
    let bold = |text: &str| format!("\\fB{}\\fR", text.replace('-', "\\-"));
    let value = |arg: &clap::Arg| {
        let names = arg.get_value_names().map(|names| names.join(" "));
        format!("\\fI{}\\fR", names.unwrap_or_else(|| arg.get_id().to_string().to_uppercase()).replace('-', "\\-"))
    };
    let mut parts = vec![bold(command.get_bin_name().unwrap_or(command.get_name()))];
    for arg in command.get_arguments().filter(|arg| !arg.is_hide_set() && !arg.is_positional()) {
        let name = match (arg.get_long(), arg.get_short()) {
            (Some(long), _) => bold(&format!("--{long}")),
            (None, short) => bold(&short.map_or(String::new(), |short| format!("-{short}"))),
        };
        let text = match (arg.get_action().takes_values(), arg.is_require_equals_set()) {
            (false, _) => name,
            (true, true) => format!("{name}[={}]", value(arg)),
            (true, false) => format!("{name} {}", value(arg)),
        };
        let dots = if matches!(arg.get_action(), clap::ArgAction::Append) { "..." } else { "" };
        parts.push(if arg.is_required_set() { format!("{text}{dots}") } else { format!("[{text}]{dots}") });
    }
    for arg in command.get_positionals() {
        let dots = if matches!(arg.get_action(), clap::ArgAction::Append) { "..." } else { "" };
        parts.push(if arg.is_required_set() { value(arg) + dots } else { format!("[{}]{dots}", value(arg)) });
    }
    if command.has_subcommands() {
        parts.push("\\fICOMMAND\\fR ...".to_string());
    }
    format!(".SH SYNOPSIS\n{}\n", parts.join("\n"))
}

/// The section with what help has after the options, whose lines stay as they are.
fn notes(help: &str) -> String {
    let (title, lines) = help.split_once('\n').unwrap_or((help, ""));
    let lines: String = lines.lines().map(|line| escaped(line) + "\n").collect();
    format!(".SH NOTES\n{}\n.PP\n.nf\n{lines}.fi\n", escaped(title))
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
        text += &format!(".TP\n{what}:\n.nf\n{}\n.fi\n", escaped(line));
    }
    text
}
