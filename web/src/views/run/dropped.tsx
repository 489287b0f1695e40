// A kernel of a dropped file: a form made from its arguments, and the run.

import { useEffect, useState } from "preact/hooks";
import { remote } from "../../api/remote";
import type { LaunchForm } from "../../api/types";
import { go } from "../../app/router";
import { Store, useStore } from "../../app/store";
import { MachineView } from "./machine-view";
import { manifestNumber } from "../../ui/numbers";
import type { Program } from "./program";
import { Scroll } from "../../ui/scroll";

interface Dropped {
  name: string;
  bytes: Uint8Array;
  target: string;
  kernel: string;
}

const dropped = new Store<Dropped | undefined>(undefined);

/** Opens the form for a kernel of a file. */
export function runDropped(name: string, bytes: Uint8Array, target: string, kernel: string): void {
  dropped.set({ name, bytes, target, kernel });
  go("#/run/file");
}

type FormKernel = LaunchForm["kernels"][number];
type FormArg = FormKernel["args"][number];

/** What the user enters for an argument. */
interface Given {
  /** Of a buffer: its size and what it starts with. */
  bytes: string;
  fill: "zero" | "ramp" | "random" | "numbers";
  type: string;
  value: string;
}

export function DroppedRun() {
  const source = useStore(dropped);
  const [form, setForm] = useState<LaunchForm>();
  const [error, setError] = useState<string>();
  const [program, setProgram] = useState<Program>();
  useEffect(() => {
    if (!source) return;
    remote.launch_form(source.name, source.bytes, source.target).then(setForm, (problem: Error) => setError(problem.message));
  }, [source]);
  if (!source) return <div class="stack"><h1>A kernel of a file</h1><p class="lead">Drop a code object on this page, choose a kernel, and press “Run this kernel”.</p></div>;
  if (error) return <p class="notice error">{error}</p>;
  if (!form) return <p class="muted">Reading the arguments…</p>;
  return (
    <div class="stack">
      <div class="row"><h1 class="wrap">{source.kernel}</h1><span class="muted">{source.name}</span><span class="grow" /><a class="button" href="#/convert/file">Its code</a></div>
      <LaunchFields key={source.kernel} form={form} kernel={source.kernel} collapsed={program !== undefined}
        onRun={(manifest) => setProgram({ title: source.kernel, manifest, files: [{ path: source.name, bytes: source.bytes }] })} />
      {program && <MachineView program={program} target={form.target} />}
    </div>
  );
}

function LaunchFields({ form, kernel: wanted, collapsed, onRun }: { form: LaunchForm; kernel: string; collapsed: boolean; onRun: (manifest: string) => void }) {
  const kernel = form.kernels.find((one) => one.name === wanted) ?? form.kernels[0];
  const [grid, setGrid] = useState(kernel?.grid.join(", ") ?? "");
  const [local, setLocal] = useState(kernel?.local_size.join(", ") ?? "");
  const [given, setGiven] = useState<Given[]>(() => (kernel?.args ?? []).map(start));
  const [error, setError] = useState<string>();
  if (!kernel) return <p class="notice warn">This file declares no kernel.</p>;
  const change = (index: number, part: Partial<Given>) => setGiven(given.map((one, at) => (at === index ? { ...one, ...part } : one)));
  const submit = (event: Event) => {
    event.preventDefault();
    try {
      onRun(manifestOf(kernel, numbersOf(grid), numbersOf(local), given));
      setError(undefined);
    } catch (problem) {
      setError(problem instanceof Error ? problem.message : String(problem));
    }
  };
  return (
    <details class="panel" open={!collapsed}>
      <summary>Launch</summary>
      <form class="body stack" onSubmit={submit}>
        <div class="row">
          <label class="row">Work-items <input class="mono" size={12} value={grid} onInput={(event) => setGrid(event.currentTarget.value)} /></label>
          <label class="row">in workgroups of <input class="mono" size={12} value={local} onInput={(event) => setLocal(event.currentTarget.value)} /></label>
        </div>
        <Scroll>
          <table class="lines">
            <caption>Arguments</caption>
            <thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Value</th></tr></thead>
            <tbody>
              {kernel.args.map((arg, index) => (
                <tr key={index}><th scope="row" class="mono">{arg.label || arg.name}</th><td>{arg.type || arg.kind}</td><td><ArgField arg={arg} given={given[index]!} onChange={(part) => change(index, part)} /></td></tr>
              ))}
            </tbody>
          </table>
        </Scroll>
        {error && <p class="notice error small">{error}</p>}
        <div><button type="submit" class="primary">Start</button></div>
      </form>
    </details>
  );
}

const NUMBERS = ["f32", "u32", "i32", "u8", "u16", "f64", "u64"];

/** A first value that does something: buffers count up, numbers are 64. */
function start(arg: FormArg): Given {
  const float = /float|double|half/.test(arg.type);
  return { bytes: "1024", fill: "ramp", type: float ? "f32" : "u32", value: arg.kind.startsWith("f") ? "1.0" : "64" };
}

function ArgField({ arg, given, onChange }: { arg: FormArg; given: Given; onChange: (part: Partial<Given>) => void }) {
  const name = arg.label || arg.name;
  if (arg.kind === "buffer") {
    return (
      <span class="row">
        <input class="mono" size={8} aria-label={`Bytes of ${name}`} value={given.bytes} onInput={(event) => onChange({ bytes: event.currentTarget.value })} /> bytes,
        <select aria-label={`Contents of ${name}`} value={given.fill} onChange={(event) => onChange({ fill: event.currentTarget.value as Given["fill"] })}>
          <option value="zero">zeros</option><option value="ramp">0, 1, 2, …</option><option value="random">random numbers</option><option value="numbers">these numbers</option>
        </select>
        {given.fill !== "zero" && <select aria-label={`Type of the numbers in ${name}`} value={given.type} onChange={(event) => onChange({ type: event.currentTarget.value })}>{NUMBERS.map((one) => <option key={one}>{one}</option>)}</select>}
        {given.fill === "numbers" && <input class="mono" aria-label={`Numbers in ${name}`} value={given.value} onInput={(event) => onChange({ value: event.currentTarget.value })} />}
      </span>
    );
  }
  if (arg.kind === "bytes" || arg.kind === "null") return <span class="muted">zeros</span>;
  return <input class="mono" size={14} aria-label={`Value of ${name}`} value={given.value} onInput={(event) => onChange({ value: event.currentTarget.value })} />;
}

function numbersOf(text: string): number[] {
  const list = text.split(/[\s,×x]+/).filter((one) => one !== "").map(Number);
  if (list.length === 0 || list.length > 3 || list.some((one) => !Number.isInteger(one) || one < 1)) throw new Error(`\`${text}\` is no size: write one to three numbers, such as 64, 1, 1`);
  return list;
}

/** The manifest that the library suggests, with what the user entered. */
function manifestOf(kernel: FormKernel, grid: number[], local: number[], given: readonly Given[]): string {
  const manifest = JSON.parse(kernel.manifest) as { grid?: number[]; workgroups?: number[]; local_size: number[]; buffers?: Record<string, unknown>[]; args?: Record<string, unknown>[] };
  if (manifest.grid) manifest.grid = grid;
  else manifest.workgroups = grid.map((size, axis) => Math.ceil(size / (local[axis] ?? 1)));
  manifest.local_size = local;
  let buffer = 0;
  kernel.args.forEach((arg, index) => {
    const value = given[index]!;
    if (arg.kind === "buffer") {
      const one = manifest.buffers?.[buffer++];
      if (one) fillBuffer(one, value);
    } else if (manifest.args?.[index] && /^[uif]\d+$/.test(arg.kind)) {
      const suggested = manifest.args[index][arg.kind];
      manifest.args[index] = { [arg.kind]: Array.isArray(suggested) ? vector(value.value, suggested.length) : manifestNumber(value.value) };
    } else if (arg.kind === "local" && manifest.args?.[index]) manifest.args[index] = { local: byteCount(value.value) };
  });
  return JSON.stringify(manifest);
}

function fillBuffer(buffer: Record<string, unknown>, { bytes, fill, type, value }: Given): void {
  buffer["bytes"] = byteCount(bytes);
  delete buffer["in"];
  if (fill === "ramp") buffer["in"] = { ramp: { type, start: 0, step: 1 } };
  if (fill === "random") buffer["in"] = { random: { type, seed: 1 } };
  if (fill === "numbers") buffer["in"] = { [type]: parts(value).map(manifestNumber) };
}

const parts = (text: string) => text.split(/[\s,]+/).filter((one) => one !== "");

/** The components of a vector; a single number is all of them. */
function vector(text: string, count: number): string[] {
  const list = parts(text).map(manifestNumber);
  if (list.length !== 1 && list.length !== count) throw new Error(`\`${text}\` has ${list.length} numbers: write one, or ${count}`);
  return list.length === 1 ? Array<string>(count).fill(list[0]!) : list;
}

function byteCount(text: string): number {
  const size = Number(text);
  if (text.trim() === "" || !Number.isInteger(size) || size < 1) throw new Error(`\`${text}\` is no number of bytes`);
  return size;
}
