// Writes the targets to a file that the page has from the start: the module that knows them comes later.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const file = (name) => fileURLToPath(new URL(`../src/wasm/${name}`, import.meta.url));
const run = await import(file("isatope_run.js"));
run.initSync({ module: readFileSync(file("isatope_run_bg.wasm")) });
writeFileSync(file("targets.json"), run.targets() + "\n");
