// Writes what the page has beside the modules: the targets, which it needs before it knows the modules, and the examples of the
// repository, which are manifests with the files that they name.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const file = (name) => fileURLToPath(new URL(`../src/wasm/${name}`, import.meta.url));
const run = await import(file("isatope_run.js"));
run.initSync({ module: readFileSync(file("isatope_run_bg.wasm")) });
writeFileSync(file("targets.json"), run.targets() + "\n");

/** An example: `name` is that of its manifest in a folder. */
function example(folder, prefix, name) {
  const manifest = readFileSync(new URL(name, folder), "utf8");
  const { program, target, buffers = [] } = JSON.parse(manifest);
  const names = [program, ...buffers.flatMap((buffer) => [buffer.in, buffer.expect])].filter((one) => typeof one === "string");
  let title = "";
  const files = names.map((path) => {
    const bytes = readFileSync(new URL(path, folder));
    if (!path.endsWith(".s")) return { path, base64: bytes.toString("base64") };
    const text = bytes.toString("utf8");
    // The first sentence of the source says what it is.
    title = text.split("\n", 1)[0].replace(/^[/ ]+/, "").replace(/\.+$/, "");
    return { path, text };
  });
  return { name: prefix + name.replace(/\.json$/, ""), target, title, manifest, files };
}

const examples = ["", "valhall/"].flatMap((prefix) => {
  const folder = new URL(`../../examples/${prefix}`, import.meta.url);
  return readdirSync(folder).filter((name) => name.endsWith(".json")).sort().map((name) => example(folder, prefix, name));
});
writeFileSync(file("examples.json"), JSON.stringify(examples) + "\n");
