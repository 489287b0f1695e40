//! Options of CLRX's assembler that `isatope asm` does not have, with what to use instead.

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Options, each with its short and its long name and with what to do.
const OPTIONS: &[(&str, &str, &str)] = &[
    (
        "-b",
        "--binaryFormat",
        "write `.amdcl2`, `.rocm` or another container in the source, and use `--emit elf`; `--emit raw` is code only",
    ),
    ("-6", "--64bit", "write `.64bit` in the source"),
    ("", "--gpuType", "select the target with `-t fiji`"),
    ("-A", "--arch", "select the target with `-t gcn1.2`"),
    ("", "--driverVersion", "write `.driver_version` in the source"),
    ("", "--llvmVersion", "write `.llvm_version` in the source"),
    ("", "--newROCmBinFormat", "write `.newbinfmt` in the source"),
    ("-S", "--forceAddSymbols", "leave it out: symbols are always written if the format has them"),
    ("-a", "--alternate", "write `.altmacro` in the source"),
    ("", "--buggyFPLit", "use `--buggy-fp-lit`"),
    ("", "--oldModParam", "use `--old-mod-param`"),
    ("-m", "--noMacroCase", "write `.nomacrocase` in the source"),
    ("", "--policy", "write `.policy` in the source"),
    ("-w", "--noWarnings", "leave it out: warnings change neither the output nor the exit code"),
    ("", "--includePath", "use `-I PATH`"),
];

/// Replaces the tip of an error about an unknown option of `asm` if CLRX's assembler has the option.
pub fn explain(error: &mut clap::Error) {
    let usage = error.get(ContextKind::Usage).map(ToString::to_string).unwrap_or_default();
    if error.kind() != ErrorKind::UnknownArgument || !usage.contains("isatope asm ") {
        return;
    }
    let Some(ContextValue::String(given)) = error.get(ContextKind::InvalidArg) else { return };
    let name = given.split('=').next().unwrap_or(given);
    let Some((.., what)) = OPTIONS.iter().find(|(short, long, _)| name == *short || name == *long) else { return };
    let tip = StyledStr::from(format!("`{name}` is an option of clrxasm: {what}"));
    error.remove(ContextKind::SuggestedArg);
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
}
