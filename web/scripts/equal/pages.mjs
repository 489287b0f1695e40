// Targets and pages.
import assert from "node:assert/strict";
import { test } from "node:test";
import { core, isatope, lines, pick, random, run } from "./common.mjs";

test("targets are those of the command", () => {
  const wanted = lines(isatope(["targets", "--json"]).stdout);
  const found = JSON.parse(run.targets());
  assert.equal(found.length, wanted.length);
  found.forEach((target, at) => {
    for (const key of Object.keys(wanted[at])) assert.deepEqual(target[key], wanted[at][key]);
  });
});

test("the index has every page", () => {
  const wanted = JSON.parse(isatope(["spec", "list", "--kind", "all", "--json"]).stdout);
  const found = JSON.parse(core.index());
  assert.equal(found.length, wanted.length);
  assert.equal(new Set(found.map((entry) => entry.path)).size, found.length, "paths are unique");
});

test("pages are those of the command", () => {
  const next = random();
  const index = JSON.parse(core.index());
  const targets = JSON.parse(run.targets());
  for (let count = 0; count < 40; count += 1) {
    const entry = pick(next, index);
    const here = ({ target, architecture }) =>
      architecture === entry.arch && (entry.versions.length === 0 || entry.versions.includes(target));
    const target = targets.find(here)?.target ?? "";
    const options = target ? ["-t", target] : [];
    const wanted = JSON.parse(isatope(["spec", "show", "--json", ...options, entry.kind, entry.name]).stdout);
    const { id, path, links, others, ...page } = JSON.parse(core.page(entry.id, target));
    assert.ok(
      wanted.some((other) => JSON.stringify(other) === JSON.stringify(page)),
      `${path} is not what the command shows`,
    );
    assert.equal(id, entry.id);
    for (const link of Object.values(links)) assert.ok(index[link], `${path} leads to page ${link}`);
    assert.ok(others.every((other) => index[other].name === entry.name));
  }
});

test("searches find what the command finds", () => {
  for (const text of ["carry", "v_add", "multiply f16", "lgkmcnt"]) {
    const wanted = JSON.parse(isatope(["spec", "list", "--kind", "all", "--json", text]).stdout);
    const index = JSON.parse(core.index());
    const found = JSON.parse(core.search(text)).ids.map((id) => index[id]);
    assert.deepEqual(found.map((entry) => entry.name), wanted.map((entry) => entry.name), text);
  }
});

test("worked examples give what they say", () => {
  const next = random();
  const index = JSON.parse(core.index()).filter((entry) => entry.kind === "instruction");
  let ran = 0;
  for (let count = 0; count < 200; count += 1) {
    const entry = pick(next, index);
    for (const { text, request } of JSON.parse(run.tryout(entry.id, "")).examples) {
      if (!request) continue;
      const { ok, error, regs } = JSON.parse(run.execute(request));
      assert.ok(ok, `${entry.path}, ${text}: ${error}`);
      // Results of operands whose name is that of a register are among those that were written.
      const results = text.split("→")[1].trim().split(/\s+/).map((word) => word.split("="));
      for (const [name, value] of results) {
        if (!(name in regs) || !/^(0x)?[0-9a-f]+$/i.test(value)) continue;
        const got = [regs[name]].flat()[0];
        assert.equal(BigInt(got), BigInt(value), `${entry.path}, ${text}: ${name}`);
      }
      ran += 1;
    }
  }
  assert.ok(ran > 50, `${ran} examples ran`);
});
