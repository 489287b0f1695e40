// Evaluates the tree-sitter grammar without its compiler: every rule that is used exists, and its regular expressions
// find registers, numbers and names.
"use strict";

const assert = require("node:assert");
const path = require("node:path");

const used = new Set();
const node = (...parts) => ({ parts });
Object.assign(globalThis, {
  seq: node, choice: node, repeat: node, repeat1: node, optional: node,
  field: (_name, rule) => node(rule),
  token: node,
  prec: Object.assign((_level, rule) => node(rule), { right: node, left: node }),
  grammar: (definition) => definition,
});
const grammar = require(path.join(__dirname, "../tree-sitter/grammar.js"));
const names = new Proxy({}, { get: (_target, name) => (used.add(name), { rule: name }) });
const rules = Object.fromEntries(Object.entries(grammar.rules).map(([name, rule]) => [name, rule(names)]));
grammar.extras(names);
for (const name of used) {
  assert(name in rules, `the rule ${String(name)} is missing`);
}

const patterns = (rule) =>
  rule instanceof RegExp ? [rule] : rule && rule.parts ? rule.parts.flatMap(patterns) : [];
const matches = (name, text) => patterns(rules[name]).some((pattern) => new RegExp(`^(?:${pattern.source})$`).test(text));
for (const [name, text, expected] of [
  ["register", "v255", true], ["register", "s0", true], ["register", "s[0:1]", true], ["register", "vcc", true], ["register", "exec_lo", true],
  ["register", "r63", true], ["register", "label", false], ["register", "v_add_f32", false],
  ["number", "0x1F", true], ["number", "1.5e-3", true], ["number", "x1", false],
  ["identifier", "v_add_f32_e64", true], ["local_name", ".amdhsa_kernel", true],
  ["line_comment", "// a", true], ["line_comment", "; a", true], ["string", '"a\\"b"', true],
]) {
  assert.strictEqual(matches(name, text), expected, `${name}: ${text}`);
}
console.log("tree-sitter: ok");
