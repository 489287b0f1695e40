// Compares the modules with the command: the same inputs have to give the same answers.
//
// ISATOPE names the command; without it, that of the last build is taken. The modules are those of `cargo xtask web`.
import "./equal/pages.mjs";
import "./equal/texts.mjs";
import "./equal/instructions.mjs";
import "./equal/kernels.mjs";
import "./equal/files.mjs";
