// Random instructions: forms of the specification with random bits in them.
import { core, pick, random, run } from "./common.mjs";

const digits = (value, count) => value.toString(16).padStart(count, "0");

/** Random instructions of each target: words and text. */
export function samples(count) {
  const next = random();
  const targets = JSON.parse(run.targets());
  const index = JSON.parse(core.index()).filter((entry) => entry.kind === "instruction");
  const all = [];
  while (all.length < count) {
    const entry = pick(next, index);
    const { instances } = JSON.parse(run.tryout(entry.id, ""));
    if (instances.length === 0) continue;
    const { target, words } = pick(next, instances);
    const { word_bits: bits, dialects } = targets.find((other) => other.target === target);
    // A few bits change: what is still an instruction has other operands and modifiers.
    const changed = words.split(" ").map((word) => {
      const mask = (next() & next() & next()) >> BigInt(64 - bits);
      return digits(BigInt(`0x${word}`) ^ mask, bits / 4);
    });
    const dialect = pick(next, dialects);
    const { rows, failed } = JSON.parse(run.disassemble(target, dialect, changed.join(" ")));
    if (failed || rows.length !== 1 || rows[0].name === null) continue;
    all.push({ target, dialect, words: changed.join(" "), row: rows[0], lanes: targets.find((t) => t.target === target).lanes });
  }
  return all;
}
