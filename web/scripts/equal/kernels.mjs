// Whole kernels and shaders: buffers after a run, and registers after each step, are those of the command.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { command, isatope, root, run } from "./common.mjs";

/** Lines of a trace that are compared. */
const TRACED = 400;

const manifests = ["examples", "examples/valhall", "examples/manifests"].flatMap((folder) =>
  readdirSync(join(root, folder)).filter((name) => name.endsWith(".json")).map((name) => join(folder, name)),
);

/** The files that a manifest names, wherever it names them. */
function filesOf(path) {
  const files = new run.Files();
  const text = readFileSync(join(root, path), "utf8");
  const add = (value) => {
    if (typeof value === "string" && /\.(s|co|bin|png)$/.test(value)) {
      files.add(value, readFileSync(join(root, dirname(path), value)));
    } else if (value && typeof value === "object") {
      Object.values(value).forEach(add);
    }
  };
  add(JSON.parse(text));
  return { files, text };
}

/** A folder of its own for each test. */
function within(use) {
  const folder = mkdtempSync(join(tmpdir(), "isatope-"));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("there are enough kernels", () => assert.ok(manifests.length >= 20, `${manifests.length}`));

for (const path of manifests) {
  test(`${path}: buffers`, () => {
    within((folder) => {
      const done = isatope(["run", "--manifest", path, "--json", "--out-dir", folder], { codes: [0, 4] });
      const { seconds, ...wanted } = JSON.parse(done.stdout);
      assert.ok(seconds >= 0);
      const { files, text } = filesOf(path);
      const finished = new run.Finished(files, text, "");
      assert.deepEqual(JSON.parse(finished.result()), wanted);
      JSON.parse(finished.buffers()).forEach(({ name }, number) => {
        assert.deepEqual(Buffer.from(finished.buffer(number)), readFileSync(join(folder, `${name}.bin`)), name);
      });
    });
  });

  test(`${path}: registers, step by step`, () => {
    const traced = spawnSync("sh", ["-c", `"$0" run --manifest "$1" --trace=json --threads 1 | head -n ${TRACED}`, command, path], {
      cwd: root, maxBuffer: 1 << 28, encoding: "utf8",
    });
    const trace = traced.stdout.split("\n").filter(Boolean).map((line) => JSON.parse(line));
    const own = trace.filter(({ workgroup, wave }) => wave === trace[0].wave && `${workgroup}` === `${trace[0].workgroup}`);
    const { files, text } = filesOf(path);
    const session = new run.Session(files, text);
    const { scalars, vectors, lanes } = JSON.parse(session.register_names());
    let compared = 0;
    for (const { pc, instruction, writes } of own) {
      const before = JSON.parse(session.state());
      assert.equal(before.next.address, pc);
      const state = JSON.parse(session.step("instruction", 1));
      if (!state.wave) break;
      const [scalar, vector] = [session.scalars(), session.vectors()];
      for (const { register, values } of writes) {
        const [, prefix, first, last] = /^([a-z_]+)\[?(\d+)(?::(\d+))?\]?$/i.exec(register) ?? [];
        if (prefix === undefined) continue;
        for (let number = Number(first); number <= Number(last ?? first); number += 1) {
          const part = (value) => Number((BigInt(value) >> (32n * BigInt(number - first))) & 0xffffffffn);
          const name = `${prefix}${number}`;
          if (scalars.includes(name)) {
            assert.equal(scalar[scalars.indexOf(name)], part(values), `${instruction}: ${name}`);
            compared += 1;
          } else if (vectors.includes(name)) {
            const row = vector.subarray(vectors.indexOf(name) * lanes, (vectors.indexOf(name) + 1) * lanes);
            const exec = BigInt(before.wave.exec);
            for (let lane = 0; lane < lanes; lane += 1) {
              const value = typeof values === "string" ? (exec >> BigInt(lane)) & 1n ? values : undefined : values[lane];
              if (value !== undefined) assert.equal(row[lane], part(value), `${instruction}: ${name}, lane ${lane}`);
            }
            compared += 1;
          }
        }
      }
    }
    assert.ok(compared > 0, "registers were compared");
    // Back to the beginning, and forward to the end.
    assert.equal(JSON.parse(session.go_to(0)).steps, 0);
    assert.equal(JSON.parse(session.resume()).why.kind, "done");
  });
}

test("faults are told as the command tells them", () => {
  within((folder) => {
    const source = readFileSync(join(root, "examples/vadd.s"), "utf8");
    writeFileSync(join(folder, "vadd.s"), source);
    const manifest = JSON.stringify({
      target: "gfx900", program: "vadd.s", kernel: "vadd", grid: [64], local_size: [64],
      buffers: [{ name: "a", bytes: 64 }, { name: "c", bytes: 256 }],
      args: [{ buffer: "a" }, { buffer: "a" }, { buffer: "c" }, { u32: 64 }],
    });
    writeFileSync(join(folder, "vadd.json"), manifest);
    const { seconds, ...wanted } = JSON.parse(isatope(["run", "--manifest", join(folder, "vadd.json"), "--json"], { codes: [3] }).stdout);
    const files = new run.Files();
    files.add("vadd.s", Buffer.from(source));
    const { fault, ...rest } = JSON.parse(new run.Finished(files, manifest, "").result());
    const { text, ...found } = fault;
    const plain = (value) => JSON.parse(JSON.stringify(value).replaceAll(`${folder}/`, ""));
    assert.deepEqual({ ...rest, fault: found }, plain(wanted));
    assert.ok(text.includes(found.message));
    assert.ok(seconds >= 0);
  });
});

test("what is wrong with a manifest is said", () => {
  const files = new run.Files();
  assert.throws(() => new run.Session(files, "{"), /./);
  assert.throws(() => new run.Session(files, '{"program": "x.s"}'), /x\.s|grid|size/);
});
