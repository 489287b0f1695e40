// The two panes of Convert as one value: what is typed on one side gives the other.

import { library } from "../../api/library";
import { remote } from "../../api/remote";
import type { Assembly, Disassembly, Form, Message, Statement } from "../../api/types";

export type Side = "text" | "words";

/** A statement with the line of the words pane that shows its words. */
export interface Line {
  statement: Statement;
  wordLine: number;
}

export interface Conversion {
  /** The side that was typed. */
  origin: Side;
  text: string;
  words: string;
  form: Form;
  /** What the input was taken for, for people. */
  took: string;
  target: string;
  dialect: string;
  failed: boolean;
  messages: Message[];
  /** What the assembler says about `text`; undefined before the first answer. */
  assembly: Assembly | undefined;
  lines: Line[];
}

/** Texts with more lines or more characters are converted in the worker. */
const LONG = 5000;
const LONG_CHARACTERS = 40 * LONG;

export function isLong(input: string): boolean {
  if (input.length > LONG_CHARACTERS) return true;
  let lines = 0;
  for (let at = input.indexOf("\n"); at >= 0 && lines <= LONG; at = input.indexOf("\n", at + 1)) lines++;
  return lines > LONG;
}

const now = {
  assemble: async (...args: Parameters<typeof library.assemble>) => library.assemble(...args),
  disassemble: async (...args: Parameters<typeof library.disassemble>) => library.disassemble(...args),
};

/** The pane that a text belongs into: words, listings and dumps are recognized. `given` if its form leaves that open. */
export async function recognized(input: string, target: string, dialect: string, given: Side): Promise<Side> {
  try {
    const { form } = await (isLong(input) ? remote : now).disassemble(target, dialect, input);
    return form === "empty" ? given : form === "source" ? "text" : "words";
  } catch {
    return given;
  }
}

/** Converts what is typed on one side. */
export async function convert(origin: Side, input: string, target: string, dialect: string): Promise<Conversion> {
  const { assemble, disassemble } = isLong(input) ? remote : now;
  if (origin === "text") return fromText(await assemble(target, dialect, input), input);
  const read = await disassemble(target, dialect, input);
  if (read.form === "source" || read.form === "empty") return unread(read, input);
  return fromWords(read, input, await assemble(read.target, read.dialect, read.text));
}

function fromText(assembly: Assembly, text: string): Conversion {
  const lines = linesOf(assembly);
  // If a statement is wrong, the words of the others are still shown.
  const words = assembly.failed ? lines.map(({ statement }) => statement.words ?? "…").join("\n") : assembly.words.replace(/\n$/, "");
  const { target, dialect, failed, messages } = assembly;
  return { origin: "text", text, words, form: "source", took: "assembly", target, dialect, failed, messages, assembly, lines };
}

function fromWords(read: Disassembly, words: string, assembly: Assembly): Conversion {
  const { form, took, target, dialect, failed, messages } = read;
  return { origin: "words", text: read.text.replace(/\n$/, ""), words, form, took, target, dialect, failed, messages, assembly, lines: linesOf(assembly) };
}

function unread(read: Disassembly, words: string): Conversion {
  const { form, took, target, dialect, failed, messages } = read;
  return { origin: "words", text: "", words, form, took, target, dialect, failed, messages, assembly: undefined, lines: [] };
}

function linesOf(assembly: Assembly): Line[] {
  return assembly.statements.filter((statement) => statement.size > 0).map((statement, wordLine) => ({ statement, wordLine }));
}

/** The line whose statement holds a position of the text, or the one that starts before it in the same line of text. */
export function lineAtText(lines: readonly Line[], position: number, textLine: number): number | undefined {
  const inside = lines.findIndex(({ statement }) => statement.from <= position && position <= statement.to);
  if (inside >= 0) return inside;
  const same = lines.findIndex(({ statement }) => statement.line === textLine + 1);
  return same >= 0 ? same : undefined;
}

/** The line whose bytes the cursor in words that were typed is in: digits are counted. */
export function lineAtDigits(lines: readonly Line[], words: string, position: number): number | undefined {
  const before = words.slice(0, position).replace(/\/\*.*?\*\/|\/\/.*|0x/gi, "");
  const digits = before.match(/[0-9a-f]/gi)?.length ?? 0;
  const offset = Math.max(0, Math.ceil(digits / 2) - 1);
  const found = lines.findIndex(({ statement }) => statement.offset <= offset && offset < statement.offset + statement.size);
  return found >= 0 ? found : lines.length > 0 ? lines.length - 1 : undefined;
}

/** Ranges in a statement of the user that the pieces of the library's text stand for. */
export function piecesIn(own: string, pieces: readonly { text: string; index: number }[]): { index: number; from: number; to: number }[] {
  const ranges = [];
  let at = 0;
  for (const { text, index } of pieces) {
    const found = own.toLowerCase().indexOf(text.trim().toLowerCase(), at);
    if (found < 0 || text.trim() === "") continue;
    at = found + text.trim().length;
    ranges.push({ index, from: found, to: at });
  }
  return ranges;
}
