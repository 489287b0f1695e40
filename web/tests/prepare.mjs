// Builds the page before the tests, and says what is missing.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
for (const name of ["core", "run"]) {
  if (existsSync(`${root}src/wasm/isatope_${name}_bg.wasm.gz`)) continue;
  console.error(`src/wasm/isatope_${name}_bg.wasm.gz is missing: \`cargo xtask web\` makes the modules`);
  process.exit(1);
}
process.exit(spawnSync("npm", ["run", "build"], { cwd: root, stdio: "inherit" }).status ?? 1);
