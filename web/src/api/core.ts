// The specification's module in the page: calls answer at once.

import { panicked } from "../app/notices";
import { MODULES } from "./assets";
import { Module, PanicError } from "./module";
import type { Core, Entry, Target } from "./types";

const module = new Module("core");

/** Functions of the module. A panic is shown, and the call throws. */
export const core = new Proxy({}, {
  get: (_: unknown, name: string) => (...args: unknown[]) => {
    try {
      return module.call(name, args);
    } catch (error) {
      if (error instanceof PanicError) panicked(error.message);
      throw error;
    }
  },
} as ProxyHandler<object>) as Core;

/** What the page needs at its start. */
export let targets: readonly Target[] = [];
export let entries: readonly Entry[] = [];
const byPath = new Map<string, Entry>();

export async function load(): Promise<void> {
  await module.load(new URL(MODULES.core, location.href).href);
  targets = core.targets();
  entries = core.index();
  for (const entry of entries) byPath.set(entry.path, entry);
}

export function entryAt(path: string): Entry | undefined {
  return byPath.get(path);
}

/** The target that a name means. */
export function targetOf(name: string): Target | undefined {
  return targets.find((target) => target.target === name || target.names.includes(name));
}

/** The result of a call, or the message of its error. */
export function attempt<T>(run: () => T): { value: T } | { error: string } {
  try {
    return { value: run() };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
