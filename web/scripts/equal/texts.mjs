// The assembler and the disassembler.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isatope, lines, root, run } from "./common.mjs";
import { samples } from "./samples.mjs";

const all = samples(400);
const groups = () => {
  const found = new Map();
  for (const sample of all) {
    const key = `${sample.target} ${sample.dialect}`;
    found.set(key, [...(found.get(key) ?? []), sample]);
  }
  return found;
};

test("words give the text of the command", () => {
  for (const [key, list] of groups()) {
    const [target, dialect] = key.split(" ");
    const input = list.map((sample) => sample.words).join("\n") + "\n";
    const args = ["dis", "-t", target, "--dialect", dialect, "-"];
    const found = JSON.parse(run.disassemble(target, dialect, input));
    assert.equal(found.text, isatope(args, { input }).stdout, key);
    const rows = lines(isatope([...args, "--json"], { input }).stdout).filter((row) => row.words);
    assert.deepEqual(found.rows.map(({ line, ...row }) => row), rows, key);
    const text = found.text.split("\n");
    for (const row of found.rows) assert.ok(row.line && text[row.line - 1], `${key}: ${row.text} has a line`);
  }
});

test("text gives the words of the command", () => {
  for (const [key, list] of groups()) {
    const [target, dialect] = key.split(" ");
    const input = list.map((sample) => sample.row.text).join("\n") + "\n";
    const { words, messages } = JSON.parse(run.assemble(target, dialect, input));
    assert.equal(words, isatope(["asm", "-t", target, "--dialect", dialect, "-"], { input }).stdout, key);
    assert.deepEqual(messages.filter((message) => message.level === "error"), [], key);
  }
});

test("mistakes are told as the command tells them", () => {
  for (const text of ["v_bfe_u23 v0, v1, v2, v3", "v_add_f32 v0, v1", "s_mov_b32 s0, ä, 1", "v_mov_b32 v0, s[0:1]", "x: x: s_nop"]) {
    const told = isatope(["--message-format", "json", "asm", "-t", "gfx900", "--dialect", "llvm", "-"], { input: text, codes: [1] });
    const wanted = lines(told.stderr).filter((line) => line.level);
    const { messages, failed } = JSON.parse(run.assemble("gfx900", "llvm", text));
    assert.ok(failed);
    const plain = ({ range, fixes, place, ...message }) => ({ ...message, place: place && { ...place, file: "" } });
    assert.deepEqual(messages.map(plain), wanted.map(plain), text);
    for (const { range } of messages) assert.ok(!range || (range.from <= range.to && range.to <= text.length));
  }
});

test("quick fixes end messages", () => {
  const text = "v_bfe_u23 v0, v1, v2, v3";
  const [{ code, fixes: [fix] }] = JSON.parse(run.assemble("gfx900", "llvm", text)).messages;
  assert.equal(code, "E0103");
  const fixed = text.slice(0, fix.from) + fix.text + text.slice(fix.to);
  const wanted = isatope(["asm", "-t", "gfx900", "--dialect", "llvm", "-"], { input: fixed }).stdout;
  assert.equal(JSON.parse(run.assemble("gfx900", "llvm", fixed)).words, wanted);
});

test("inputs are taken for what they are", () => {
  for (const [text, form] of [
    ["7e020301", "words"],
    ["01 03 02 7e", "bytes"],
    ["d1c80000 040e0501", "words"],
    ["v_mov_b32_e32 v1, v1 // 000000000000: 7E020301", "listing"],
    ["", "empty"],
    ["hello", "source"],
  ]) {
    assert.equal(JSON.parse(run.disassemble("gfx803", "llvm", text)).form, form, text);
  }
  const text = (input) => JSON.parse(run.disassemble("gfx803", "llvm", input)).text;
  assert.equal(text("01 03 02 7e"), text("7e020301"));
});

test("sources of the repository give the words of the command", () => {
  for (const folder of ["examples", "examples/valhall"]) {
    for (const name of readdirSync(join(root, folder)).filter((name) => name.endsWith(".s"))) {
      const text = readFileSync(join(root, folder, name), "utf8");
      // Sources for GCN name their target; the page may have another one.
      const [target, options] = folder.endsWith("valhall") ? ["valhall", ["-t", "valhall"]] : ["gfx900", []];
      const { words } = JSON.parse(run.assemble(target, "", text));
      assert.equal(words, isatope(["asm", ...options, join(folder, name)]).stdout, name);
    }
  }
});

test("an instruction taken apart has all of its bits and text", () => {
  for (const { target, dialect, words, row } of all) {
    const inst = JSON.parse(run.instruction(target, dialect, words, "0"));
    assert.equal(inst.operation, row.name);
    const covered = new Set();
    for (const { bits } of inst.parts) {
      for (const [high, low] of bits) for (let bit = low; bit <= high; bit += 1) covered.add(bit);
    }
    const count = 8 * inst.bytes.length;
    for (let bit = 0; bit < count; bit += 1) assert.ok(covered.has(bit) || inst.format, `${target} ${words}: bit ${bit}`);
    for (const { start, end } of inst.pieces) assert.ok(start < end && end <= inst.text.length);
  }
});
