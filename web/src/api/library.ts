// The library in the page: calls answer at once. The module with the pages is there from the start; the other one, with
// the assembler and the emulator, follows.

import { MODULES } from "#assets";
import { panicked } from "../app/notices";
import { Store, useStore } from "../app/store";
import targetList from "../wasm/targets.json";
import { givePages, Module, PanicError } from "./module";
import type { Core, Entry, Run, Target } from "./types";

/** What is called in the page; objects and long work are in the worker. */
type Library = Core & Omit<Run, "OpenFile" | "Files" | "Finished" | "Session">;

const pages = new Module("core");
/** The module with everything but pages. */
export const tools = new Module("run");

/** Functions of the module with the pages. */
const OF_PAGES: ReadonlySet<string> = new Set<keyof Core>(["version", "index", "search", "page", "generations"]);

/** Functions of both modules. A panic is shown, and the call throws. */
export const library = new Proxy({}, {
  get: (_: unknown, name: string) => (...args: unknown[]) => {
    try {
      return (OF_PAGES.has(name) ? pages : tools).call(name, args);
    } catch (error) {
      if (error instanceof PanicError) panicked(error.message);
      throw error;
    }
  },
} as ProxyHandler<object>) as Library;

export const targets = targetList as unknown as readonly Target[];
/** The index of all pages. */
export let entries: readonly Entry[] = [];
const byPath = new Map<string, Entry>();

/** Whether the second module is there: `undefined` while it is loaded, else the message of an error or "". */
const toolsState = new Store<string | undefined>(undefined);

/** Loads the pages, and begins to load the rest. */
export async function load(): Promise<void> {
  const url = (name: keyof typeof MODULES) => new URL(MODULES[name], location.href).href;
  const first = pages.load(url("core"));
  tools.prepare = () => givePages(tools, packedPages());
  Promise.all([first, tools.load(url("run"), first)]).then(() => toolsState.set(""), (error: Error) => toolsState.set(error.message));
  await first;
  entries = library.index();
  for (const entry of entries) byPath.set(entry.path, entry);
}

/** The pages as the second module takes them. */
export function packedPages(): Uint8Array | undefined {
  return pages.has("packed_pages") ? (pages.call("packed_pages", []) as Uint8Array) : undefined;
}

/** Whether the assembler and the emulator can be called, or the message why not. */
export function useTools(): { ready: boolean; error: string | undefined } {
  const state = useStore(toolsState);
  return { ready: state === "", error: state || undefined };
}

export function entryAt(path: string): Entry | undefined {
  return byPath.get(path);
}

const byName = new Map(targets.flatMap((target) => [target.target, ...target.names].map((name) => [name, target] as const)));

/** The target that a name means. */
export function targetOf(name: string): Target | undefined {
  return byName.get(name);
}

/** The result of a call, or the message of its error. */
export function attempt<T>(run: () => T): { value: T } | { error: string } {
  try {
    return { value: run() };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
