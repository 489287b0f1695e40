//! Completion scripts and manual pages, made from the definitions of the options.

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
    ("4", "a result that is not the expected one"),
];

/// Examples of each command: what they are for, and the line. Those without a command are on the page of isatope itself.
const EXAMPLES: &[(&str, &str, &str)] = &[
    ("", "Explain a word", "isatope explain -t gfx803 7e020301"),
    ("", "Disassemble a code object", "isatope dis kernel.co"),
    ("asm", "The words of each instruction", "echo 'v_add_f32 v0, v1, v2' | isatope asm -t gfx900"),
    ("dis", "A code object, as text that asm reads back", "isatope dis kernel.co -o kernel.s"),
    ("dis", "Words as people have them", "echo d2900037 07974d4f | isatope dis -t gcn1.1 --input hex"),
    ("exec", "What an instruction does", "isatope exec -t gfx900 'v_add_f32 v0, v1, v2' --set v1=0x3f800000"),
    ("run", "What a manifest says, and what ran", "isatope run --manifest examples/reduce.json --stats"),
    (
        "run",
        "A kernel with buffers from files",
        "isatope run vadd.co --grid 320 --group 64 --arg in:a.bin --arg in:b.bin --arg out:c.bin:1200 --arg 300",
    ),
    ("check", "A shader of Mesa's, with costs", "isatope check -t valhall --cost shader.bin"),
    ("explain", "A word, bit by bit", "isatope explain -t gcn1.1 'd2900037 07974d4f'"),
    ("explain", "An instruction on one target", "isatope explain -t gfx900 ds_append"),
    ("explain", "A function that a body calls", "isatope explain function mad_f32"),
    ("spec", "What has something to do with sines", "isatope spec list sin"),
    ("spec", "Everything about a name, as data", "isatope spec show --json v_bfe_u32"),
    ("targets", "All names of all targets", "isatope targets"),
];

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
