// Single instructions: registers after them are those of the command.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isatope, random, run } from "./common.mjs";
import { samples } from "./samples.mjs";

/** Wanted number of instructions that run. */
const WANTED = 200;

/** What a register takes: a list of values for lanes, or a number of bits. */
function kinds(all) {
  const names = new Map();
  for (const { target, words, row, lanes } of all) {
    for (const name of row.reads ?? []) names.set(`${target} ${name}`, { target, words, name, lanes });
  }
  const tried = [];
  for (const [key, { target, words, name, lanes }] of names) {
    const values = [Array(lanes).fill("0x0"), ...[64, 32, 16, 8, 4, 2, 1].map((bits) => `0x${((1n << BigInt(bits)) - 1n).toString(16)}`)];
    values.forEach((value, kind) => tried.push({ id: [key, kind], target, words, regs: { [name]: value } }));
  }
  const told = isatope(["exec", "--json"], { input: tried.map((line) => JSON.stringify(line)).join("\n"), codes: [0, 1] }).stdout;
  const found = new Map();
  for (const line of told.split("\n").filter(Boolean)) {
    const { id: [key, kind], error } = JSON.parse(line);
    const refused = /not a value that fits|there is no register|needs a list|has one value, and not a list/.test(error ?? "");
    if (!refused && !found.has(key)) found.set(key, kind);
  }
  return found;
}

test(`${WANTED} random instructions leave the same registers as in the command`, () => {
  const next = random(2);
  const all = samples(3 * WANTED);
  const known = kinds(all);
  const requests = all.map(({ target, words, row, lanes }, id) => {
    const regs = {};
    for (const name of row.reads ?? []) {
      const kind = known.get(`${target} ${name}`);
      if (kind === undefined) continue;
      const bits = [0, 64, 32, 16, 8, 4, 2, 1][kind];
      const value = (width) => `0x${(next() >> BigInt(64 - width)).toString(16)}`;
      regs[name] = kind === 0 ? Array.from({ length: lanes }, () => value(32)) : value(bits);
    }
    return JSON.stringify({ id, target, words, regs });
  });
  const wanted = isatope(["exec", "--json"], { input: requests.join("\n"), codes: [0, 1] }).stdout.trimEnd().split("\n");
  let ran = 0;
  requests.forEach((request, at) => {
    assert.equal(run.execute(request), wanted[at], request);
    if (JSON.parse(wanted[at]).ok) ran += 1;
  });
  assert.ok(ran >= WANTED, `${ran} of ${requests.length} instructions ran`);
});
