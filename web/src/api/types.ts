// What the modules `isatope_core` and `isatope_run` (crates/isatope-wasm) give. Pages begin with the first, which has the pages of the
// specification, and load the second, which has the tables, the assembler and the emulator, when that is done.
//
// Functions that return an object here return its JSON text in the module: `JSON.parse` it. Typed arrays and plain
// strings cross as they are. A function that cannot answer throws an `Error` with a message for people.
//
// Numbers that can exceed 2^53 are hexadecimal text ("0x4000002000"), words of instructions are hexadecimal digits,
// separated by spaces ("d1c80000 040e0501"). `from` and `to` are positions in UTF-16 units of the text that was given,
// as editors count. Lines and columns count from 1. Keys that a command prints with `--json` keep their names.

// ---------------------------------------------------------------------------------------------- what is common

/** A target, as `isatope targets --json` lists it. */
export interface Target {
  target: string;
  names: string[];
  architecture: string;
  /** The dialects of its assembly, the usual one first. */
  dialects: string[];
  word_bits: number;
  lanes: number;
  /** The dialect that compilers write. */
  compiler_dialect: string;
  /** The number that vendors count, the 9 of gfx9. */
  generation: number | null;
  /** Words for the parts of the machine. */
  terms: { wave: string; thread: string; entry: string; shared: string; private: string };
  /** Whether its programs are shaders without metadata, launched by uniforms and tables. */
  shaders: boolean;
}

export interface Range {
  from: number;
  to: number;
}

/** A change of a text that ends a message. */
export interface Fix extends Range {
  /** For the button: "Change to `v_bfe_u32`". */
  title: string;
  /** What replaces the range. */
  text: string;
}

/** A message, as `--message-format json` prints it. */
export interface Message {
  level: "error" | "warning" | "note";
  code: string | null;
  message: string;
  help: string | null;
  notes: string[];
  place: Place | null;
  offset?: number;
  label?: string;
  labels?: { text: string; place: Place }[];
  /** Where in the text that was given; null if it has no place there. */
  range: Range | null;
  fixes: Fix[];
}

export interface Place {
  file: string;
  line: number;
  column: number;
  end_line?: number;
  end_column?: number;
  start?: number;
  end?: number;
}

// ------------------------------------------------------------------------------------------------- exploring

export type Kind =
  | "concept" | "instruction" | "format" | "register" | "part" | "file" | "memory" | "interface" | "operation"
  | "unit" | "modifier" | "function" | "enum" | "value" | "class" | "field" | "reference" | "doubt" | "word";

/** An entry of the index: a page. Its `id` is stable within a build; `path` is for addresses. */
export interface Entry {
  id: number;
  /** "gcn/instruction/v_add_f32", unique, the same from build to build: `#/e/PATH`. */
  path: string;
  name: string;
  kind: Kind;
  /** "" for words of the language and most concepts. */
  arch: string;
  /** Versions (targets) for which it holds; empty for all. */
  versions: string[];
  summary: string;
  /** Other names. */
  also: string[];
  /** Of instructions. */
  formats: string[];
  units: string[];
  /** Of instructions: how well the meaning is known. */
  status: "" | "exact" | "assumed" | "approximate" | "none";
  source: string;
  /** Of instructions: names of operands. */
  operands: string[];
  /** Of instructions: opcodes in each format, one row for versions that have the same. */
  opcodes: { format: string; opcode: string; versions: string[] }[];
}

/** What a search took the text for, and what it found, the best first. */
export interface Found {
  took: "text" | "word" | "opcode";
  /** Ids of entries. Of a word: instructions that it can be. */
  ids: number[];
  /** Of a word: for each id the targets in which it is that. */
  targets?: string[][];
}

export type Block =
  | { text: { text: string; versions?: string[] } }
  | { table: { head?: string[]; rows: { cells: string[]; versions?: string[] }[] } }
  | { bits: Bits }
  | { code: { text: string; language?: string } };

/** The bits of a format or an instruction: a row for each 32 bits, the low ones first, cells from the high bit on. */
export interface Bits {
  title?: string;
  rows: { bits: string; value?: string; name: string; meaning?: string }[][];
  versions?: string[];
}

export interface Section {
  title: string;
  blocks: Block[];
}

/** A page, as `isatope spec show --json` prints it, with what a browser needs beside it. */
export interface Page {
  id: number;
  path: string;
  name: string;
  kind: Kind;
  arch?: string;
  versions?: string[];
  summary: string;
  doc?: string[];
  sections: Section[];
  /** Ids of pages of the names in its texts and code: what is between backticks, and identifiers of code. */
  links: Record<string, number>;
  /** Other pages with the same name. */
  others: number[];
}

/** What an instruction can be tried with. */
export interface Tryout {
  /** Worked examples as requests for `execute`. */
  examples: Example[];
  /** Words of each of its forms in each target that has it; operands are registers of their own. */
  instances: { target: string; format: string; words: string }[];
}

/** A worked example of an instruction. */
export interface Example {
  /** As the page shows it: "a=1.0 b=2.0 → dest=3.0". */
  text: string;
  /** A request for `execute`, as JSON text; null if it cannot be run as it is. */
  request: string | null;
}

/** One instruction in one target: for a page of generations side by side. */
export interface Generation {
  target: string;
  exists: boolean;
  forms: { format: string; opcode: string }[];
  /** The page for this target alone; null if the instruction does not exist there. */
  page: Page | null;
}

/** The encoding space of a target: which bits tell formats and instructions apart. */
export interface EncodingMap {
  target: string;
  word_bits: number;
  formats: {
    name: string;
    page: number | null;
    bits: number;
    /** Fixed bits of all its instructions, high bit first: `0`, `1`, `x`. */
    pattern: string;
    /** The share of the space of the first word that its instructions take, 0 to 1. */
    share: number;
    instructions: { name: string; page: number | null; opcode: string; pattern: string }[];
  }[];
}

// ------------------------------------------------------------------------------------------------ converting

/** What an assembler says about a text. */
export interface Assembly {
  target: string;
  dialect: string;
  failed: boolean;
  /** The words, as `isatope asm` prints them: a line for each statement. Empty if it failed. */
  words: string;
  messages: Message[];
  statements: Statement[];
  tokens: Token[];
  names: Name[];
}

export interface Token extends Range {
  kind: "mnemonic" | "directive" | "definition" | "register" | "number" | "name" | "text" | "comment" | "other";
}

/** A statement that gives instructions or data. */
export interface Statement extends Range {
  line: number;
  section: string;
  offset: number;
  size: number;
  /** Of an instruction. */
  words: string | null;
  operation: string | null;
  /** Registers and memories that it reads and writes. */
  reads: string[];
  writes: string[];
  flow: Flow;
  /** The offset in its section that it branches to. */
  branch: number | null;
}

export type Flow = "next" | "branch" | "jump" | "call" | "trap" | "end";

/** A label or symbol of a text. */
export interface Name {
  name: string;
  definition: Range | null;
  uses: Range[];
}

export type Form =
  /** Words of instructions in hexadecimal. */
  | "words"
  /** Bytes in the order of memory. */
  | "bytes"
  /** Lines of a disassembler, words in comments or columns. */
  | "listing"
  /** A dump of Mesa's compiler. */
  | "dump"
  /** Bytes that are no text. */
  | "raw"
  /** Source for the assembler: `assemble` it. */
  | "source"
  /** Nothing. */
  | "empty";

export interface Disassembly {
  /** What the input was taken for. */
  form: Form;
  /** The same for people: "bytes in the order of memory". */
  took: string;
  target: string;
  dialect: string;
  failed: boolean;
  /** The listing, as `isatope dis` prints it. */
  text: string;
  messages: Message[];
  /** The instructions, with the lines of `text` that they are in. */
  rows: Row[];
}

/** A line of `isatope dis --json`. */
export interface Row {
  offset: number;
  address: number;
  bytes: number;
  words: string;
  /** Null if the words are no instruction. */
  name: string | null;
  format?: string;
  unit?: string | null;
  text: string;
  operands?: { name: string; text: string; read: boolean; written: boolean }[];
  reads?: string[];
  writes?: string[];
  may_write?: string[];
  flow?: string;
  /** The address of the branch target. */
  target?: number;
  target_label?: string;
  labels?: string[];
  arguments?: { name: string; offset: number; bytes: number }[];
  refers_to?: { address: number; symbol: string | null; section: string | null; offset: number };
  /** The line of the listing, from 1. */
  line?: number;
}

/** An instruction taken apart. */
export interface Instruction {
  target: string;
  operation: string;
  summary: string;
  format: string;
  unit: string | null;
  bytes: number[];
  words: string;
  dialect: string;
  text: string;
  /** Id of its page. */
  page: number | null;
  /** Pieces of `text`, with the bits that they come from. Text is ASCII, so positions are UTF-16 units as well. */
  pieces: { start: number; end: number; bits: [number, number][]; parts: number[] }[];
  /** Its bits: fields from the low bit on. */
  parts: Part[];
  operands: {
    name: string; place: string | null; constant: string | null; number: number | null; read: boolean;
    write: "no" | "maybe" | "always";
  }[];
  accesses: { place: string; operand: number | null; read: boolean; write: "no" | "maybe" | "always" }[];
  flow: Flow;
  /** The address of the branch target, if the address of the instruction is the one that was given. */
  branch: string | null;
  /** Words about it that are not part of its encoding: reserved bits that are set, rules that it breaks. */
  cautions: string[];
  /** What it does with these operands, line by line, in the language of the specification; empty if there is no body. */
  body: string;
  texts: { dialect: string; text: string }[];
  /** The same operation elsewhere, and what the same words are there. */
  elsewhere: {
    target: string; architecture: string;
    /** The same operation: its words and text; null where there is none. */
    same: { words: string; text: string } | null;
    /** What these words are there; null where they are no instruction. */
    words_are: string | null;
  }[];
}

export interface Part {
  name: string;
  bits: [number, number][];
  value: string;
  meaning: string;
  /** The position of the operand in `operands`. */
  operand: number | null;
  /** The pieces of the text that come from it. */
  pieces: number[];
  /** Id of the page of the field, modifier or format. */
  page: number | null;
}

/** What stands at a position of a text: for a hover. */
export interface Hover extends Range {
  /** Markdown. */
  text: string;
  page: number | null;
}

/** Accesses to a register in a text: for marks. */
export interface Use extends Range {
  line: number;
  text: string;
  read: boolean;
  written: boolean;
  /** Whether it is the last write before the position that was asked for. */
  last_write: boolean;
}

export interface Completion {
  text: string;
  detail: string;
  kind: string;
}

// ---------------------------------------------------------------------------------------------------- files

/** An image of a file, as `isatope objdump --json` prints it. */
export interface ImageInfo {
  image: number;
  /** What it is for, as the file says: "gfx906:xnack-". */
  name: string;
  /** The target of its code; null if it is not supported. */
  target: string | null;
  bytes: number;
  member: string | null;
  kernels: number;
  /** Why it cannot be read, if so. */
  problem: string | null;
}

/** An image in detail. */
export interface ImageView extends ImageInfo {
  kind: string;
  processor: string | null;
  dialect: string;
  /** The usual one and others for its listing. */
  dialects: string[];
  sections: { name: string; address: number; size: number; code: boolean }[];
  symbols: { name: string; section: string | null; offset: number }[];
  kernels_list: KernelInfo[];
  /** The instructions of all sections with code. */
  rows: Row[];
  messages: Message[];
}

/** A kernel, as `isatope objdump --json` prints it. */
export interface KernelInfo {
  kernel: string;
  name: string;
  code: { section: string; address: number; offset: number; bytes: number } | null;
  instructions?: number;
  units?: Record<string, number>;
  vgprs?: number | null;
  sgprs?: number | null;
  lds?: number | null;
  scratch?: number | null;
  occupancy?: unknown;
  kernarg_bytes?: number | null;
  workgroup_size?: number[] | null;
  max_workgroup_size?: number | null;
  args?: {
    name: string | null; label: string; type: string | null; kind: string; hidden: boolean; offset: number;
    bytes: number;
  }[];
  problem?: string;
  /** Fields of its descriptor. */
  descriptor: { field: string; value: number }[];
  [key: string]: unknown;
}

// -------------------------------------------------------------------------------------------------- running

/** An example of the repository: a manifest with its files. */
export interface ExampleProgram {
  /** "mandelbrot", "valhall/saxpy". */
  name: string;
  target: string;
  title: string;
  /** The manifest, as text. */
  manifest: string;
  /** Files that it names, as `Files.add` takes them: text, or bytes in base64. */
  files: { path: string; text?: string; base64?: string }[];
}

/** What `execute` answers: a line of `isatope exec --json`. */
export interface Executed {
  id: unknown;
  ok: boolean;
  error?: string;
  /** Registers that were written: a value, or a list with one for each lane. */
  regs?: Record<string, string | string[]>;
  mem?: { addr: string; bytes: string; space?: string }[];
  calls?: unknown[];
  outside?: unknown[];
}

/** What `run` answers: the object of `isatope run --json`, without `seconds`. */
export interface RunResult {
  ok: boolean;
  kernel?: string;
  target: string;
  grid?: number[];
  local_size?: number[];
  launches?: { kernel: string; grid: number[]; local_size: number[]; repeat: number }[];
  workgroups?: number;
  wavefronts?: number;
  instructions?: number;
  hidden_accesses?: number;
  fault?: FaultInfo;
  printed?: string;
  buffers: {
    name: string; address: string; bytes: number; as_expected?: boolean;
    differences?: { kind: string; elements: number; count: number; first: { index: number; expected: string; got: string }[] };
  }[];
}

/** A fault, as in `isatope run --json`. */
export interface FaultInfo {
  kind: string;
  code: string;
  message: string;
  notes: string[];
  place: Place | null;
  workgroup: number[];
  wavefront: number;
  lanes: string;
  pc: string;
  symbol: string | null;
  instruction: string | null;
  accesses: { lane: number; write: boolean; address: string; bytes: number }[];
  /** The whole report as text. */
  text: string;
  [key: string]: unknown;
}

/** What a launch needs: the form that a page shows. A manifest is made of it and of what the user enters. */
export interface LaunchForm {
  target: string;
  kernels: {
    name: string;
    kind: "kernel" | "shader";
    /** Suggested sizes. */
    grid: number[];
    local_size: number[];
    args: {
      name: string;
      label: string;
      type: string;
      /** What a manifest can give: "buffer", or a kind of number such as "u32", "f32", "i64". */
      kind: "buffer" | "local" | "image" | "sampler" | string;
      bytes: number;
    }[];
    /** A manifest that fits: buffers of zeros, numbers of 0. Its `program` is the name that was given. */
    manifest: string;
  }[];
}

export type Why =
  | { kind: "step" } | { kind: "launch" } | { kind: "beginning" } | { kind: "done" } | { kind: "interrupted" }
  | { kind: "breakpoint"; ids: number[] } | { kind: "change"; ids: number[]; text: string[] }
  | { kind: "condition"; id: number; text: string } | { kind: "fault"; fault: FaultInfo };

/** The state of a run, after each command. */
export interface State {
  why: Why;
  /** The launch that runs, from 1, and how many there are. */
  launch: [number, number];
  /** Instructions that have run, of all wavefronts. */
  steps: number;
  /** The wavefront that is looked at; null if none is under way. */
  wave: WaveInfo | null;
  /** The instruction that it runs next. */
  next: { address: string; text: string; line: number | null } | null;
  /** The source line of the instruction that runs next, from 1; null if it is not known. */
  line: number | null;
  /** What the last step changed: registers with a mask of lanes ("0x1" for those that are not per lane), memory. */
  changed: { registers: { name: string; lanes: string }[]; memory: { memory: string; address: string; bytes: number }[] };
  waves: WaveInfo[];
  breakpoints: { id: number; text: string; condition: string | null; enabled: boolean; hits: number; addresses: string[] }[];
  frames: { address: string; function: string; file: string | null; line: number | null; lanes: string | null }[];
  /** Registers that are in no file: masks, flags, modes. */
  specials: { name: string; value: string; mask: boolean; text: string; fields: { name: string; value: number }[] }[];
}

export interface WaveInfo {
  workgroup: [number, number, number];
  wave: number;
  pc: string;
  /** Active lanes. */
  exec: string;
  lanes: number;
  instructions: number;
  state: "running" | "waiting" | "ended" | string;
}

/** Code of the program that runs. */
export interface CodeRow {
  address: string;
  words: string;
  text: string;
  label: string | null;
  /** Where it branches to. */
  target: string | null;
  /** Line of the source, from 1. */
  line: number | null;
}

/** Buffers of a run. */
export interface BufferInfo {
  name: string;
  address: string;
  bytes: number;
  /** How it is a picture. */
  show: { width: number; height: number; format: "gray8" | "rgba8" } | null;
  /** What its numbers are, if the manifest says so: "u32", "f32", … */
  element: string | null;
  /** Whether the manifest says what it must hold afterwards. */
  expects: boolean;
}

/** Registers that the program has: their names, in the order of the values. */
export interface RegisterNames {
  scalars: string[];
  vectors: string[];
  lanes: number;
}

/** Memories of the machine, for `Session.memory`. */
export interface MemoryInfo {
  memory: number;
  name: string;
  /** What people call it: "LDS". */
  called: string;
  /** Where it begins and how many bytes there are, where that is one piece. */
  address: string | null;
  bytes: number | null;
}

// ------------------------------------------------------------------------------------- functions of the modules

/** What both modules have. */
export interface Module {
  /** The version of the library. */
  version(): string;
  /** The message of the panic that stopped the module; it has to be loaded anew. */
  take_panic(): string | undefined;
}

/** The module `isatope_core`: the pages of the specification. */
export interface Core extends Module {
  index(): Entry[];
  /** Pages that have all words of a text. */
  search(text: string): Found;
  /** A page; for one target unless `target` is "". */
  page(id: number, target: string): Page;
  /** The same instruction in every version of its architecture. */
  generations(id: number): Generation[];
  /** All pages, for `give_pages` of the other module. */
  packed_pages(): Uint8Array;
}

/** The module `isatope_run`: tables, assembler, files, emulator. */
export interface Run extends Module {
  /** To be called first, with what `packed_pages` of the other module gives: without it there are no pages to refer to. */
  give_pages(packed: Uint8Array): void;
  /** Also in the file `web/src/wasm/targets.json`, for who cannot wait. */
  targets(): Target[];
  /**
   * Instructions for an opcode ("0x1c8") or a word with `x` for digits and bits that do not matter ("d1c8xxxx", "0b0111…");
   * `took` is "text" and `ids` is empty for any other text.
   */
  search_word(text: string): Found;
  /** What the instruction of a page can be tried with; in one target unless `target` is "". */
  tryout(id: number, target: string): Tryout;
  encoding_map(target: string): EncodingMap;
  /** The explanation of an error code: Markdown. */
  explain_code(code: string): string;
  /** Assembles a text. `dialect` "" reads the text in the dialect that it says or in any. */
  assemble(target: string, dialect: string, text: string): Assembly;
  /** The linked code object of a source: bytes of a file. Throws what is wrong. */
  link(target: string, dialect: string, text: string): Uint8Array;
  /** Disassembles a text: what it is, is found out. `target` "" finds out that as well; `dialect` "" is the usual one. */
  disassemble(target: string, dialect: string, text: string): Disassembly;
  disassemble_bytes(target: string, dialect: string, bytes: Uint8Array): Disassembly;
  /** Takes an instruction apart. `words` are its words, `address` is where it stands (hexadecimal or "0"). */
  instruction(target: string, dialect: string, words: string, address: string): Instruction;
  hover(target: string, dialect: string, text: string, position: number): Hover | null;
  /** Uses of the register at a position. */
  uses(target: string, dialect: string, text: string, position: number): Use[];
  complete(target: string, dialect: string, text: string, position: number): { from: number; to: number; items: Completion[] };
  /** Checks a source: waits, hazards, registers. */
  check(target: string, dialect: string, text: string): Message[];
  /** Runs an instruction: a line of `isatope exec --json` in, one out. */
  execute(request: string): Executed;
  /** What is needed to launch a program: a source, code object or library. `target` "" takes that of the program. */
  launch_form(name: string, program: Uint8Array, target: string): LaunchForm;
  OpenFile: new (name: string, bytes: Uint8Array, target: string) => OpenFile;
  Files: new () => Files;
  /** Runs a manifest to its end, as fast as it goes. Buffers are read from the result. */
  Finished: new (files: Files, manifest: string, max_instructions: string) => Finished;
  Session: new (files: Files, manifest: string) => Session;
}

/** A file that was dropped. */
export interface OpenFile {
  images(): ImageInfo[];
  image(number: number, dialect: string): ImageView;
  /** The listing of an image, as `isatope dis` prints it. */
  listing(number: number, dialect: string): string;
  /** What is wrong with its code: waits, hazards, registers. */
  check(number: number): Message[];
  /** Costs, as `isatope check --cost --json` prints them: an object for each kernel. */
  costs(number: number): Record<string, unknown>[];
  /** The bytes of an image. */
  bytes(number: number): Uint8Array;
  free(): void;
}

/** Files of a manifest. */
export interface Files {
  /** Adds a file; the path is as the manifest names it. */
  add(path: string, bytes: Uint8Array): void;
  free(): void;
}

/** A run that has ended. */
export interface Finished {
  result(): RunResult;
  buffers(): BufferInfo[];
  /** What is in a buffer, by its number. */
  buffer(number: number): Uint8Array;
  free(): void;
}

/** A run under control. Commands give the state that they lead to. */
export interface Session {
  state(): State;
  /** `how`: "instruction", "over", "line", "line_over", "block", "wave", "out". */
  step(how: string, count: number): State;
  back(count: number): State;
  /** To the next breakpoint, fault or end. */
  resume(): State;
  resume_back(): State;
  /** To an address: hexadecimal text. */
  run_to(address: string): State;
  /** To an instruction of all wavefronts, by its number. */
  go_to(steps: number): State;
  restart(): State;
  /** Looks at another wavefront. */
  select(x: number, y: number, z: number, wave: number): State;
  /** Stops before the instruction at an address. `condition` "" is none. Throws if the condition is wrong. */
  add_breakpoint(address: string, condition: string): State;
  /** Stops when a register ("v3", "vcc") changes. */
  add_watchpoint(register: string): State;
  remove_breakpoint(id: number): State;
  code(): CodeRow[];
  /** The source, if the program was assembled from one. */
  source(): { name: string; text: string } | null;
  register_names(): RegisterNames;
  /** Registers of the wavefront, in the order of `register_names`. */
  scalars(): Uint32Array;
  /** Registers by lane: all lanes of the first register, then those of the next. */
  vectors(): Uint32Array;
  memories(): MemoryInfo[];
  /** Bytes of a memory from an address (hexadecimal) on: as many as there are, `count` at most. */
  memory(memory: number, address: string, count: number): Uint8Array;
  buffers(): BufferInfo[];
  buffer(number: number): Uint8Array;
  arguments(): { name: string; address: string; bytes: number; about: string; value: string }[];
  /** The value of an expression of the debugger: "v3[17]", "s[4:5]", "f32[x + 4]". */
  evaluate(expression: string): string;
  /** Changes a register or memory: "v3[17]" = "1.5". */
  assign(place: string, value: string): State;
  free(): void;
}
