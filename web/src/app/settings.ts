import { targetOf, targets } from "../api/library";
import type { Target } from "../api/types";
import { notify } from "./notices";
import { Store, useStore } from "./store";

/** The target and the dialect that every view uses. */
export interface Settings {
  /** A name as the user wrote it: `gfx803`, `gcn1.2`. */
  target: string;
  dialect: string;
}

const KEY = "isatope";
export const settings = new Store<Settings>({ target: "", dialect: "" });

function remembered(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>;
  } catch {
    // A page from a disk may have no storage.
    return {};
  }
}

/** A name of a target as its vendor writes it, if it has one with a number. */
export function usualName(target: Target): string {
  return target.names.find((name) => /^[a-z]+\d{3}$/.test(name)) ?? target.target;
}

/** Settings of the address, else those of the last visit, else the newest of the first architecture. */
export function readSettings(params: URLSearchParams): void {
  const old = settings.value.target ? settings.value : remembered();
  const first = targets.filter((target) => target.architecture === targets[0]?.architecture);
  const fallback = first.find((target) => target.generation === Math.max(...first.map((one) => one.generation ?? 0)));
  const names = [params.get("t"), old.target, fallback && usualName(fallback)];
  const name = names.find((name) => name && targetOf(name)) ?? targets[0]?.target ?? "";
  const [target, dialect] = [params.get("t"), params.get("d")];
  setSettings(name, dialect ?? old.dialect);
  if (target && !targetOf(target)) notify("error", `There is no target ${target}`, `The link is shown for ${name}.`);
  else if (dialect && !targetOf(name)?.dialects.includes(dialect)) notify("error", `${name} has no dialect ${dialect}`, `The link is shown in ${settings.value.dialect}.`);
}

/** Sets a target, and a dialect that it has. */
export function setSettings(target: string, dialect: string | undefined): void {
  const found = targetOf(target);
  if (!found) return;
  const known = dialect && found.dialects.includes(dialect) ? dialect : found.dialects[0]!;
  if (target === settings.value.target && known === settings.value.dialect) return;
  settings.set({ target, dialect: known });
  try {
    localStorage.setItem(KEY, JSON.stringify(settings.value));
  } catch {
    // Without storage the next visit begins with the usual target.
  }
}

export function useSettings(): Settings & { info: Target } {
  const value = useStore(settings);
  return { ...value, info: targetOf(value.target)! };
}
