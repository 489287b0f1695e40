import { library, entries, targetOf } from "../../api/library";
import type { Entry, Found, Kind } from "../../api/types";

/** What the list of entries is narrowed to; empty text is everything. */
export interface Filters {
  q: string;
  kind: string;
  /** A target. */
  on: string;
  format: string;
  unit: string;
  status: string;
}

export const KEYS = ["q", "kind", "on", "format", "unit", "status"] as const;

export function filtersOf(params: URLSearchParams): Filters {
  const read = (key: string) => params.get(key) ?? "";
  return { q: read("q"), kind: read("kind"), on: read("on"), format: read("format"), unit: read("unit"), status: read("status") };
}

/** Kinds in the order of the list, with their plural. */
export const KINDS: readonly [Kind, string][] = [
  ["instruction", "instructions"], ["format", "formats"], ["register", "registers"], ["file", "register files"], ["part", "parts of registers"],
  ["modifier", "modifiers"], ["class", "operand classes"], ["field", "fields"], ["function", "functions"], ["enum", "enums"], ["value", "named values"],
  ["unit", "units"], ["memory", "memories"], ["interface", "interfaces"], ["operation", "operations"], ["concept", "concepts"], ["word", "words of the language"],
  ["reference", "references"], ["doubt", "doubts"],
];

export interface Result {
  entry: Entry;
  /** Of a word: targets in which it is that. */
  targets?: string[] | undefined;
}

/** The entries that a search and the filters leave, the best first. */
export function results(filters: Filters, withWords: boolean): { took: Found["took"]; list: Result[] } {
  const { q, kind, on, format, unit, status } = filters;
  const found = q.trim() === "" ? undefined : find(q.trim(), withWords);
  const all: Result[] = found
    ? found.ids.map((id, index) => ({ entry: entries[id]!, targets: found.targets?.[index] }))
    : entries.map((entry) => ({ entry }));
  const target = targetOf(on);
  const list = all.filter(({ entry, targets }) => {
    if (kind ? entry.kind !== kind : !found && entry.kind !== "instruction") return false;
    if (target && !(entry.arch === target.architecture && (entry.versions.length === 0 || entry.versions.includes(target.target)))) return false;
    if (target && targets && !targets.includes(target.target)) return false;
    return (!format || entry.formats.includes(format)) && (!unit || entry.units.includes(unit)) && (!status || entry.status === status);
  });
  return { took: found?.took ?? "text", list };
}

/** Words and opcodes need the tables of the second module; texts do not. */
function find(text: string, withWords: boolean): Found {
  const word = withWords ? library.search_word(text) : undefined;
  return word && word.took !== "text" ? word : library.search(text);
}

/** Values that a filter can have, in alphabetical order. */
export function choices(of: (entry: Entry) => readonly string[]): string[] {
  return [...new Set(entries.flatMap(of))].filter((one) => one !== "").sort();
}
