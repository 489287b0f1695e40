// The modules, the command, and random numbers.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";

export const root = fileURLToPath(new URL("../../..", import.meta.url));

const built = ["release", "debug"]
  .map((profile) => join(root, "target", profile, "isatope"))
  .filter(existsSync)
  .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
export const command = process.env.ISATOPE ?? built[0];
if (!command) {
  throw new Error("there is no command to compare with: build it with `cargo build --bin isatope`, or name one in ISATOPE");
}

/** Runs the command and gives what it prints; the exit code has to be one of those that are allowed. */
export function isatope(args, { input, codes = [0] } = {}) {
  const done = spawnSync(command, args, { input, cwd: root, maxBuffer: 1 << 30, encoding: "utf8" });
  if (done.error || !codes.includes(done.status)) {
    throw new Error(`isatope ${args.join(" ")}: ${done.error ?? `exit code ${done.status}`}\n${done.stderr}`);
  }
  return done;
}

/** Lines of JSON. */
export const lines = (text) => text.split("\n").filter(Boolean).map((line) => JSON.parse(line));

async function load(name) {
  const folder = join(root, "web/src/wasm");
  const module = await import(join(folder, `${name}.js`));
  module.initSync({ module: readFileSync(join(folder, `${name}_bg.wasm`)) });
  return module;
}

export const core = await load("isatope_core");
export const run = await load("isatope_run");
run.give_pages(core.packed_pages());

/** The same numbers each time, unless SEED is another one. */
export function random(seed = Number(process.env.SEED ?? 1)) {
  let state = BigInt(seed) * 0x9e3779b97f4a7c15n;
  return () => {
    state = (state + 0x9e3779b97f4a7c15n) & 0xffffffffffffffffn;
    let z = state;
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & 0xffffffffffffffffn;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & 0xffffffffffffffffn;
    return z ^ (z >> 31n);
  };
}

/** A random element. */
export const pick = (next, list) => list[Number(next() % BigInt(list.length))];
