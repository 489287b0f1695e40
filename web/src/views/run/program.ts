// What can be run: examples of the repository, lines of the user, dropped files. All of them become a manifest with files.

import { EXAMPLES } from "#assets";
import snippets from "../../data/snippets.json";
import { targetOf } from "../../api/library";
import type { ExampleProgram } from "../../api/types";

export interface Program {
  title: string;
  manifest: string;
  files: { path: string; bytes: Uint8Array }[];
  /** Registers that are set before the first instruction. */
  setup?: [place: string, value: string][];
  /** How many lines of the source come before those of the user, and how many lines are theirs. */
  own?: { before: number; count: number };
}

let examples: Promise<ExampleProgram[]> | undefined;

/** The examples of the repository; asked for once. */
export function allExamples(): Promise<ExampleProgram[]> {
  examples ??= fetch(EXAMPLES).then((response) => {
    if (!response.ok) throw new Error(`cannot load the examples: ${response.status} ${response.statusText}`);
    return response.json() as Promise<ExampleProgram[]>;
  });
  examples.catch(() => { examples = undefined; });
  return examples;
}

export async function exampleProgram(name: string): Promise<Program> {
  const example = (await allExamples()).find((one) => one.name === name);
  if (!example) throw new Error(`there is no example ${name}`);
  const files = example.files.map(({ path, text, base64 }) => ({
    path,
    bytes: text !== undefined ? new TextEncoder().encode(text) : Uint8Array.from(atob(base64 ?? ""), (char) => char.charCodeAt(0)),
  }));
  return { title: example.title, manifest: example.manifest, files };
}

export type Snippet = (typeof snippets)[keyof typeof snippets];

/** The frame that makes a program of some lines for an architecture. */
export function snippetOf(architecture: string): Snippet | undefined {
  return (snippets as Record<string, Snippet>)[architecture];
}

/** A program of some lines. `setup` has lines such as `v1 = 1.5`. */
export function snippetProgram(lines: string, setup: string, target: string): Program {
  const frame = snippetOf(targetOf(target)?.architecture ?? "");
  if (!frame) throw new Error(`lines cannot be run for ${target}`);
  const source = `${frame.before}${lines}\n${frame.end}${frame.after}`;
  const manifest = { ...frame.manifest, target, program: "snippet.s" };
  return {
    title: "Your lines",
    manifest: JSON.stringify(manifest),
    files: [{ path: "snippet.s", bytes: new TextEncoder().encode(source) }],
    setup: assignments(setup),
    own: { before: frame.before.split("\n").length - 1, count: lines.split("\n").length },
  };
}

/** `place = value` on each line, or separated by semicolons. */
export function assignments(text: string): [string, string][] {
  return text.split(/[\n;]/).map((line) => line.trim()).filter((line) => line !== "").map((line) => {
    const at = line.indexOf("=");
    if (at < 0) throw new Error(`\`${line}\` sets nothing: write a register, \`=\` and a value`);
    return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  });
}
