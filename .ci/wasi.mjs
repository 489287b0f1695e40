// Runs the command as a WASI module in Node: node wasi.mjs isatope.wasm ARGUMENT...
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";

const [module, ...args] = process.argv.slice(2);
const wasi = new WASI({
  version: "preview1",
  args: ["isatope", ...args],
  env: process.env,
  preopens: { ".": "." },
  returnOnExit: true,
});
const compiled = await WebAssembly.compile(await readFile(module));
const instance = await WebAssembly.instantiate(compiled, wasi.getImportObject());
process.exitCode = wasi.start(instance);
