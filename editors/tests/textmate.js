// Splits sources into tokens as VS Code does. Reads a JSON list of { path, scope } and writes, for each file, a list of
// [line, column, length, innermost scope].
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const oniguruma = require("vscode-oniguruma");
const { INITIAL, Registry, parseRawGrammar } = require("vscode-textmate");

const SYNTAXES = path.join(__dirname, "../vscode/syntaxes");
/** Longest time for one line, in milliseconds: a regular expression that backtracks too much takes longer. */
const LONGEST = 1000;

async function main() {
  await oniguruma.loadWASM(fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")));
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async (scope) => {
      const file = path.join(SYNTAXES, `${scope.replace("source.", "")}.tmLanguage.json`);
      return parseRawGrammar(fs.readFileSync(file, "utf8"), file);
    },
  });
  const all = {};
  for (const { path: file, scope } of JSON.parse(fs.readFileSync(0, "utf8"))) {
    const grammar = await registry.loadGrammar(scope);
    const tokens = [];
    let stack = INITIAL;
    fs.readFileSync(file, "utf8").split(/\r?\n/).forEach((line, row) => {
      const result = grammar.tokenizeLine(line, stack, LONGEST);
      if (result.stoppedEarly) {
        throw new Error(`${file}:${row + 1}: the grammar takes too long`);
      }
      stack = result.ruleStack;
      for (const token of result.tokens) {
        tokens.push([row, token.startIndex, token.endIndex - token.startIndex, token.scopes[token.scopes.length - 1]]);
      }
    });
    all[file] = tokens;
  }
  fs.writeSync(1, JSON.stringify(all));
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
