import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { announce } from "../../app/notices";
import { attempt, library, entries, targetOf } from "../../api/library";
import type { Instruction, State } from "../../api/types";
import { InstructionText, useLinked } from "../../ui/instruction";
import { typed } from "../../ui/numbers";
import { pageAddress } from "../addresses";
import { Buffers } from "./buffers";
import { type CodeHandle, CodePane, shownCode } from "./code";
import { type Machine, type Setting, useMachine } from "./machine";
import { Memory } from "./memory";
import type { Program } from "./program";
import { Registers } from "./registers";
import { Stops } from "./stops";
import { Scroll } from "../../ui/scroll";

/** A program that runs under control. */
export function MachineView({ program, target, autorun = false }: { program: Program; target: string; autorun?: boolean }) {
  const machine = useMachine(program, autorun);
  const { setting, snapshot, error } = machine;
  if (error && !snapshot) return <div class="notice error"><strong>This cannot run.</strong><pre class="small wrap-lines">{error}</pre></div>;
  if (!setting || !snapshot) return <p class="muted" role="status">Preparing the machine…</p>;
  return <Running machine={machine} setting={setting} program={program} target={target} />;
}

function Running({ machine, setting, program, target }: { machine: Machine; setting: Setting; program: Program; target: string }) {
  const { command, session, error } = machine;
  const snapshot = machine.snapshot!;
  const { state } = snapshot;
  const [listing, setListing] = useState(false);
  const shown = useMemo(() => shownCode(setting, listing, program.own), [setting, listing]);
  const code = useRef<CodeHandle | null>(null);

  const toggleBreak = (address: string) => {
    const old = state.breakpoints.find((one) => one.addresses.includes(address));
    command((target) => (old ? target.remove_breakpoint(old.id) : target.add_breakpoint(address, "")));
  };
  const atCursor = (run: (address: string) => void) => {
    const address = code.current?.cursor();
    if (address) run(address);
    else announce("The cursor is in a line without an instruction");
  };
  const actions: Record<string, () => void> = {
    s: () => command((target) => target.step("instruction", 1)),
    b: () => command((target) => target.back(1)),
    o: () => command((target) => target.step("over", 1)),
    c: () => machine.resume(),
    h: () => atCursor((address) => command((target) => target.run_to(address))),
    p: () => atCursor(toggleBreak),
    r: () => machine.restart(),
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || (event.target as HTMLElement).closest("input, select, textarea")) return;
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };
  const keys = useRef(pressed);
  keys.current = pressed;
  // Keys count as soon as the program is shown.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => keys.current(event);
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, []);
  useEffect(() => announce(said(state)), [state]);

  const over = state.why.kind === "done" || state.why.kind === "fault";
  const first = setting.buffers[0]?.address ?? setting.memories[0]?.address ?? "0x0";
  return (
    <div class="machine stack">
      <div class="toolbar row" role="group" aria-label="Run">
        {machine.busy ? <button type="button" class="primary" onClick={machine.interrupt}>Stop</button>
          : <button type="button" class="primary" onClick={actions["c"]} disabled={over} title="c">Run</button>}
        <button type="button" onClick={actions["s"]} disabled={over} title="s">Step</button>
        <button type="button" onClick={actions["b"]} disabled={state.steps === 0} title="b">Back</button>
        <button type="button" onClick={actions["o"]} disabled={over} title="o">Over</button>
        <button type="button" onClick={actions["h"]} disabled={over} title="h">To cursor</button>
        <button type="button" onClick={actions["p"]} title="p">Breakpoint</button>
        <button type="button" onClick={actions["r"]} title="r">Restart</button>
        <span class="grow" />
        <Where state={state} machine={machine} />
      </div>
      {error && <p class="notice error small">{error}</p>}
      {state.why.kind === "fault" && <div class="notice error" role="alert"><strong>{state.why.fault.code} {state.why.fault.message}</strong><pre class="small wrap-lines">{state.why.fault.text}</pre></div>}
      {state.why.kind === "change" && <p class="notice small">{state.why.text.join(", ")}</p>}
      <div class="machine-columns">
        <div class="stack">
          <section class="panel" data-leave tabIndex={-1} aria-label="Code">
            <header>
              <h2>Code</h2><span class="grow" />
              {setting.source && (
                <div class="segments" role="group" aria-label="Code as">
                  <button type="button" aria-pressed={!listing} onClick={() => setListing(false)}>source</button>
                  <button type="button" aria-pressed={listing} onClick={() => setListing(true)}>listing</button>
                </div>
              )}
            </header>
            <CodePane shown={shown} state={state} target={target} control={code} onBreak={toggleBreak} />
          </section>
          <Next state={state} setting={setting} target={target} />
        </div>
        <div class="stack">
          {session && setting.buffers.some((buffer) => buffer.show) && <Buffers session={session} buffers={setting.buffers} moment={snapshot} />}
          {state.wave && <Registers names={setting.names} snapshot={snapshot} onAssign={(place, value, notation) => command(async (target) => target.assign(place, typed(value, notation)))} />}
          {session && !setting.buffers.some((buffer) => buffer.show) && setting.buffers.length > 0 && <Buffers session={session} buffers={setting.buffers} moment={snapshot} />}
          {session && <Memory session={session} memories={setting.memories} start={first} moment={snapshot} />}
          {session && <Stops state={state} session={session} command={command} />}
          {setting.arguments.length > 0 && <Arguments list={setting.arguments} />}
        </div>
      </div>
    </div>
  );
}

/** What a state is, in a sentence. */
function said({ why, steps, next }: State): string {
  const after = `after ${steps.toLocaleString("en")} ${steps === 1 ? "instruction" : "instructions"}`;
  switch (why.kind) {
    case "done": return `The run has ended ${after}`;
    case "fault": return `Fault ${after}: ${why.fault.message}`;
    case "breakpoint": return `Breakpoint ${after}`;
    case "beginning": return "The beginning: nothing ran before this";
    default: return next ? `Next: ${next.text}, ${after}` : after;
  }
}

function Where({ state, machine }: { state: State; machine: Machine }) {
  const [launch, launches] = state.launch;
  const key = (wave: { workgroup: number[]; wave: number }) => [...wave.workgroup, wave.wave].join(",");
  return (
    <span class="row small where">
      <span data-steps={state.steps}><strong>{state.steps.toLocaleString("en")}</strong> <span class="muted">{state.steps === 1 ? "instruction" : "instructions"}</span></span>
      {launches > 1 && <span class="muted">launch {launch} of {launches}</span>}
      {state.why.kind === "done" && <span class="tag good">ended</span>}
      {state.why.kind === "fault" && <span class="tag error">fault</span>}
      {state.why.kind === "breakpoint" && <span class="tag accent">breakpoint</span>}
      {state.wave && (
        <label class="row">Wavefront
          <select value={key(state.wave)} onChange={(event) => {
            const [x = 0, y = 0, z = 0, wave = 0] = event.currentTarget.value.split(",").map(Number);
            machine.command((target) => target.select(x, y, z, wave));
          }}>
            {state.waves.map((wave) => <option key={key(wave)} value={key(wave)}>{wave.workgroup.join(",")}:{wave.wave} {wave.state}</option>)}
          </select>
        </label>
      )}
    </span>
  );
}

/** Instructions that were next before: loops come back to them. */
const seen = new Map<string, Instruction | undefined>();

/** The instruction that is next, with its meaning. */
function Next({ state, setting, target }: { state: State; setting: Setting; target: string }) {
  const row = state.next && setting.code.find((one) => one.address === state.next!.address);
  const inst = useMemo(() => {
    if (!row) return undefined;
    const key = `${target} ${row.address} ${row.words}`;
    if (!seen.has(key)) {
      const found = attempt(() => library.instruction(target, targetOf(target)!.compiler_dialect, row.words, row.address));
      seen.set(key, "value" in found ? found.value : undefined);
    }
    return seen.get(key);
  }, [row]);
  const linked = useLinked(inst);
  if (!inst) return null;
  const page = inst.page === null ? undefined : entries[inst.page];
  return (
    <section class="panel">
      <header><h2>Next</h2>{page && <a class="small" href={pageAddress(page)}>{page.name}</a>}</header>
      <div class="body"><InstructionText inst={inst} linked={linked} /><p class="small summary">{inst.summary.replaceAll("`", "")}</p></div>
    </section>
  );
}

function Arguments({ list }: { list: Setting["arguments"] }) {
  return (
    <details class="panel">
      <summary>Arguments</summary>
      <Scroll class="body">
        <table class="lines small">
          <caption class="visually-hidden">Arguments of the kernel</caption>
          <thead><tr><th scope="col">Name</th><th scope="col">Value</th><th scope="col">About</th></tr></thead>
          <tbody>{list.map((one) => <tr key={one.name}><th scope="row" class="mono">{one.name}</th><td class="mono">{one.value}</td><td class="wrap">{one.about}</td></tr>)}</tbody>
        </table>
      </Scroll>
    </details>
  );
}
