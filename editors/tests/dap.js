// Drives `isatope dap` with the test client of VS Code's debug adapters.
"use strict";

const assert = require("node:assert");
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { DebugClient } = require("@vscode/debugadapter-testsupport");

const ROOT = path.join(__dirname, "../..");
const ISATOPE = process.env.ISATOPE ?? path.join(ROOT, "target/debug/isatope");
const VADD = path.join(ROOT, "examples/vadd.s");
const CODE = path.join(ROOT, "tests/examples/vadd.co");
const MANIFEST = { manifest: path.join(ROOT, "examples/vadd.json") };
const lineOf = (text) => fs.readFileSync(VADD, "utf8").split("\n").findIndex((line) => line.includes(text)) + 1;

const tests = {
  async "a breakpoint in the source is hit"(client) {
    await client.hitBreakpoint({ ...MANIFEST, stopOnEntry: false }, { path: VADD, line: lineOf("global_store") });
  },

  async "registers, steps back and the disassembly are those of the command"(client) {
    const stopped = client.waitForEvent("stopped");
    const launch = { program: CODE, grid: 64, group: 64, args: ["zero:256", "zero:256", "zero:256", 64] };
    await Promise.all([client.configurationSequence(), client.launch(launch)]);
    const { reason, threadId } = (await stopped).body;
    assert.strictEqual(reason, "entry");
    const frame = async () => (await client.stackTraceRequest({ threadId })).body.stackFrames[0];
    const first = await frame();
    const { scopes } = (await client.scopesRequest({ frameId: first.id })).body;
    const vectors = scopes.find((scope) => scope.name.startsWith("Vector"));
    const registers = (await client.variablesRequest(vectors)).body.variables;
    const v0 = registers.find((variable) => variable.name === "v0");
    assert.strictEqual((await client.variablesRequest(v0)).body.variables.length, 64);

    // An instruction breakpoint at the store.
    const listing = execFileSync(ISATOPE, ["dis", CODE], { encoding: "utf8" }).split("\n");
    const lines = listing.map((line) => line.replace(/\s*\/\/.*/, "").trim());
    const rows = (await client.disassembleRequest({
      memoryReference: first.instructionPointerReference, instructionOffset: -5, instructionCount: 30,
    })).body.instructions;
    assert.strictEqual(rows.length, 30);
    const store = rows.find((row) => row.instruction.startsWith("global_store"));
    const set = await client.customRequest("setInstructionBreakpoints", { breakpoints: [{ instructionReference: store.address }] });
    assert(set.body.breakpoints[0].verified);
    await Promise.all([client.continueRequest({ threadId }), client.waitForEvent("stopped")]);
    assert.strictEqual((await frame()).instructionPointerReference, store.address);

    // Back by an instruction, and forward again.
    await Promise.all([client.stepBackRequest({ threadId, granularity: "instruction" }), client.waitForEvent("stopped")]);
    assert.notStrictEqual((await frame()).instructionPointerReference, store.address);
    await Promise.all([client.stepInRequest({ threadId, granularity: "instruction" }), client.waitForEvent("stopped")]);
    const there = await frame();
    assert.strictEqual(there.instructionPointerReference, store.address);

    // Ten rows around it, with the texts of `isatope dis`.
    const around = (await client.disassembleRequest({
      memoryReference: store.address, instructionOffset: -5, instructionCount: 10,
    })).body.instructions;
    assert.strictEqual(around.length, 10);
    const code = around.filter((row) => row.presentationHint !== "invalid").map((row) => row.instruction);
    const at = lines.indexOf(store.instruction);
    assert.deepStrictEqual(code.slice(0, 7), lines.slice(at - 5, at + 3).filter((line) => !line.endsWith(":")).slice(0, 7));
  },

  async "log points write and do not stop"(client) {
    const output = client.assertOutput("console", "group 2: lane 5 has 0x214, {v0}\n");
    const ended = client.waitForEvent("terminated");
    await Promise.all([
      client.launch({ ...MANIFEST, stopOnEntry: false }),
      client.waitForEvent("initialized").then(async () => {
        const { body } = await client.setBreakpointsRequest({
          source: { path: VADD },
          breakpoints: [{
            line: lineOf("global_store"), condition: "wave == 0 && group.x == 2",
            logMessage: "group {group.x}: lane 5 has {v0[5]}, \\{v0}",
          }],
        });
        assert.strictEqual(body.breakpoints.length, 1);
        return client.configurationDoneRequest();
      }),
      output,
      ended,
    ]);
  },

  async "a label is a place for breakpoints, and names complete"(client) {
    const stopped = client.waitForEvent("stopped");
    await Promise.all([client.configurationSequence(), client.launch(MANIFEST)]);
    const { threadId } = (await stopped).body;
    const set = await client.setFunctionBreakpointsRequest({ breakpoints: [{ name: ".Lout" }, { name: "nowhere" }] });
    assert.deepStrictEqual(set.body.breakpoints.map((one) => one.verified), [true, false]);
    assert.match(set.body.breakpoints[1].message, /nowhere/);
    const [, event] = await Promise.all([client.continueRequest({ threadId }), client.waitForEvent("stopped")]);
    assert.strictEqual(event.body.reason, "breakpoint");
    const names = async (text) =>
      (await client.completionsRequest({ text, column: text.length + 1 })).body.targets.map((target) => target.label);
    assert.deepStrictEqual(await names("rever"), ["reverse-continue"]);
    assert.deepStrictEqual(await names("break .Lo"), [".Lout"]);
  },

  async "a wild pointer is an exception with its report"(client) {
    const args = ["zero:256", "null", "zero:256", "64"];
    const [, stopped] = await Promise.all([
      Promise.all([client.configurationSequence(), client.launch({ program: VADD, grid: 64, group: 64, args, stopOnEntry: false })]),
      client.waitForEvent("stopped"),
    ]);
    assert.strictEqual(stopped.body.reason, "exception");
    assert.match(stopped.body.text, /lane 0 reads 4 bytes at 0x0, which is in no allocation/);
    const { body } = await client.exceptionInfoRequest({ threadId: stopped.body.threadId });
    assert.strictEqual(body.exceptionId, "out-of-bounds");
    assert.match(body.description, /argument 2 \(`b`\) is null/);
  },
};

(async () => {
  for (const [name, run] of Object.entries(tests)) {
    const client = new DebugClient(ISATOPE, "dap", "isatope");
    await client.start();
    try {
      await run(client);
    } catch (error) {
      console.error(`dap: ${name}`);
      throw error;
    } finally {
      // It sends `disconnect`, and ends the adapter.
      await client.stop();
    }
  }
  console.log(`dap: ok, ${Object.keys(tests).length} tests`);
})().catch((error) => {
  console.error(error);
  process.exit(1);
});
