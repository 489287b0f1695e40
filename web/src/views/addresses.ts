import { address } from "../app/router";
import { settings } from "../app/settings";
import type { Entry } from "../api/types";

/** The address of a page of the specification. */
export function pageAddress(entry: Pick<Entry, "path">, params: Readonly<Record<string, string | undefined>> = {}): string {
  return address("explore", entry.path.split("/"), params);
}

/** The address that opens a text or words in Convert. */
export function convertAddress(input: { text: string } | { words: string }, target = settings.value.target, dialect = settings.value.dialect): string {
  return address("convert", [], "text" in input ? { t: target, d: dialect, s: input.text } : { t: target, d: dialect, w: input.words });
}
