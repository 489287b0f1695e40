// Files with code: images, kernels, listings, costs.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isatope, lines, root, run } from "./common.mjs";

const FILES = [
  "examples/opencl/scale.co",
  "examples/opencl/where.co",
  "crates/isatope-object/tests/lines/lines.co",
  "crates/isatope-object/tests/bundles/k-gfx900.co",
  "crates/isatope-object/tests/bundles/zstd.hipfb",
  "crates/isatope-object/tests/bundles/fat.o",
];

for (const path of FILES) {
  test(path, () => {
    const file = new run.OpenFile(path, readFileSync(join(root, path)), "");
    const images = JSON.parse(file.images());
    assert.ok(images.length > 0);
    for (const { image, target } of images.filter((image) => image.target)) {
      const which = images.length > 1 ? ["--image", `${image}`, path] : [path];
      assert.equal(file.listing(image, ""), isatope(["dis", ...which]).stdout);
      const view = JSON.parse(file.image(image, ""));
      const told = lines(isatope(["dis", "--json", ...which]).stdout);
      assert.deepEqual(view.rows.map(({ line, ...row }) => row), told.filter((line) => line.words));
      const text = file.listing(image, "").split("\n");
      for (const { line, text: row } of view.rows) {
        const plain = (text) => text.replace(/\s+/g, " ");
        if (line && row && !/^s_c?branch|offset:/i.test(row)) {
          assert.ok(plain(text[line - 1]).includes(plain(row).split(" ")[0]), `${text[line - 1]} has ${row}`);
        }
      }
      const kernels = lines(isatope(["objdump", "--json", ...which]).stdout).filter((line) => line.kernel !== undefined);
      assert.deepEqual(view.kernels_list.map(({ descriptor, ...kernel }) => kernel), kernels);
      const costs = lines(isatope(["check", "--cost", "--json", ...(images.length > 1 ? ["-t", target] : []), path], { codes: [0, 1] }).stdout);
      if (images.length === 1) assert.deepEqual(JSON.parse(file.costs(image)), costs.filter((line) => line.symbol !== undefined));
      assert.ok(Array.isArray(JSON.parse(file.check(image))));
    }
  });
}

test("a dropped kernel can be launched", () => {
  const bytes = readFileSync(join(root, "examples/opencl/scale.co"));
  const form = JSON.parse(run.launch_form("scale.co", bytes, ""));
  const [kernel] = form.kernels;
  assert.equal(kernel.name, "scale");
  const files = new run.Files();
  files.add("scale.co", bytes);
  assert.ok(JSON.parse(new run.Finished(files, kernel.manifest, "").result()).ok);
});

test("other files are refused with a reason", () => {
  assert.throws(() => new run.OpenFile("x", Buffer.from("MZ no code object \0\0"), ""), /./);
});
