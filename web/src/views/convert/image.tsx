import { useEffect, useMemo, useState } from "preact/hooks";
import { attempt, library } from "../../api/library";
import type { Remote } from "../../api/remote";
import type { ImageView, KernelInfo, Message, OpenFile, Row } from "../../api/types";
import { layout, type LineArrows } from "../../ui/arrows";
import { useLinked } from "../../ui/instruction";
import { Inspector } from "../../ui/inspector";
import { Problems } from "../../ui/problems";
import { VirtualList } from "../../ui/virtual";
import { runDropped } from "../run/dropped";
import { Scroll } from "../../ui/scroll";

/** An image with its kernels, its code, and the instruction that is chosen in it. */
export function Image({ view, file, name, bytes }: { view: ImageView; file: Remote<OpenFile>; name: string; bytes: Uint8Array<ArrayBuffer> }) {
  const [kernel, setKernel] = useState(view.kernels_list[0]);
  const [selected, setSelected] = useState<number>();
  const [shown, setShown] = useState<number>();
  const goTo = (address: number) => {
    const row = view.rows.findIndex((one) => one.address === address);
    if (row >= 0) { setSelected(row); setShown(row); }
  };
  const choose = (next: KernelInfo) => {
    setKernel(next);
    if (next.code) goTo(next.code.address);
  };
  return (
    <>
      {view.messages.length > 0 && <Problems messages={view.messages} />}
      <div class="image-columns">
        <section class="panel">
          <header><h2>Kernels</h2><span class="muted small">{view.kind}{view.processor && ` for ${view.processor}`}</span></header>
          <div class="body stack">
            <ul class="kernel-list">
              {view.kernels_list.map((one) => (
                <li key={one.kernel} data-kernel={one.name}>
                  <button type="button" class="quiet" aria-pressed={one === kernel} onClick={() => choose(one)}><span class="mono wrap">{one.name}</span></button>
                </li>
              ))}
            </ul>
            {view.kernels_list.length === 0 && <p class="muted">This image declares no kernels.</p>}
            {kernel && <Kernel kernel={kernel} onRun={() => runDropped(name, bytes, view.target ?? "", kernel.name)} />}
          </div>
        </section>
        <div class="stack">
          <Listing view={view} selected={selected} shown={shown} onSelect={setSelected} onGo={goTo} />
          <Chosen view={view} row={selected === undefined ? undefined : view.rows[selected]} />
          <Reports image={view.image} file={file} />
          <Tables view={view} />
        </div>
      </div>
    </>
  );
}

function Kernel({ kernel, onRun }: { kernel: KernelInfo; onRun: () => void }) {
  const facts: [string, unknown][] = [
    ["instructions", kernel.instructions], ["bytes of code", kernel.code?.bytes], ["VGPRs", kernel.vgprs], ["SGPRs", kernel.sgprs], ["LDS", kernel.lds],
    ["scratch", kernel.scratch], ["arguments", kernel.kernarg_bytes && `${kernel.kernarg_bytes} bytes`], ["largest workgroup", kernel.max_workgroup_size],
  ];
  const units = Object.entries(kernel.units ?? {});
  const args = (kernel.args ?? []).filter((arg) => !arg.hidden);
  return (
    <div class="stack">
      <div class="row"><button type="button" class="primary" onClick={onRun}>Run this kernel…</button></div>
      {kernel.problem && <p class="notice warn small">{kernel.problem}</p>}
      <dl class="facts">{facts.filter(([, value]) => value !== undefined && value !== null).map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{String(value)}</dd></div>)}</dl>
      {units.length > 0 && <p class="small row">{units.map(([unit, count]) => <span key={unit} class="tag">{unit} {count}</span>)}</p>}
      {args.length > 0 && (
        <Scroll><table class="lines small">
          <caption>Arguments</caption>
          <thead><tr><th scope="col">At</th><th scope="col">Name</th><th scope="col">Type</th></tr></thead>
          <tbody>{args.map((arg) => <tr key={arg.offset}><td class="mono">0x{arg.offset.toString(16)}</td><th scope="row" class="mono">{arg.label}</th><td>{arg.type ?? `${arg.kind}, ${arg.bytes} bytes`}</td></tr>)}</tbody>
        </table></Scroll>
      )}
      {kernel.descriptor.length > 0 && (
        <details>
          <summary>Descriptor, {kernel.descriptor.length} fields</summary>
          <Scroll><table class="lines small">
            <caption class="visually-hidden">Fields of the descriptor</caption>
            <tbody>{kernel.descriptor.map(({ field, value }) => <tr key={field}><th scope="row" class="mono">{field}</th><td class="mono">{value}</td></tr>)}</tbody>
          </table></Scroll>
        </details>
      )}
    </div>
  );
}

const ROW = 22;

function Listing({ view, selected, shown, onSelect, onGo }: {
  view: ImageView; selected: number | undefined; shown: number | undefined; onSelect: (row: number) => void; onGo: (address: number) => void;
}) {
  const { rows } = view;
  const arrows = useMemo(() => branchArrows(rows), [rows]);
  const places = useMemo(() => [...new Set(rows.flatMap((row) => [...(row.reads ?? []), ...(row.writes ?? [])].flatMap(single)))].sort(byNumber), [rows]);
  const [place, setPlace] = useState("");
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || selected === undefined) return;
    event.preventDefault();
    const next = selected + step;
    if (next >= 0 && next < rows.length) onSelect(next);
    (event.currentTarget as HTMLElement).querySelector<HTMLElement>(`[data-row="${next}"]`)?.focus();
  };
  return (
    <section class="panel">
      <header>
        <h2>Code</h2><span class="muted small">{rows.length.toLocaleString("en")} lines</span><span class="grow" />
        <label class="row small">Uses of
          <select value={place} onChange={(event) => setPlace(event.currentTarget.value)}><option value="">nothing</option>{places.map((one) => <option key={one}>{one}</option>)}</select>
        </label>
      </header>
      <div onKeyDown={move}>
        <VirtualList count={rows.length} rowHeight={ROW} height="52vh" label="Code" show={shown} row={(index) => {
          const row = rows[index]!;
          const use = place === "" ? "" : useOf(row, place);
          return (
            <div key={index} data-row={index} data-code={row.name ?? ""} class={`code-row ${use}`} style={{ height: `${ROW}px` }} aria-current={index === selected ? "true" : undefined}
              tabIndex={index === (selected ?? 0) ? 0 : -1} role="button" onClick={() => onSelect(index)} onFocus={() => selected !== index && selected !== undefined && onSelect(index)}>
              <span class="muted">{row.address.toString(16).padStart(4, "0")}</span>
              <Arrows line={arrows.lines.get(index)} width={arrows.width} />
              <span class="muted code-words">{row.words}</span>
              <span class={row.name ? "code-text" : "code-text muted"}>{row.labels?.map((label) => <span key={label} class="code-label">{label}: </span>)}{row.text}</span>
              {use && <span class={`tag ${use === "use-write" ? "error" : "accent"}`}>{use === "use-both" ? "reads, writes" : use === "use-write" ? "writes" : "reads"} {place}</span>}
              {row.target !== undefined && <a href="#/convert/file" class="small" onClick={(event) => { event.preventDefault(); event.stopPropagation(); onGo(row.target!); }}>→ {row.target_label ?? row.target.toString(16)}</a>}
              {row.arguments?.map((arg) => <span key={arg.offset} class="muted small">{arg.name}</span>)}
            </div>
          );
        }} />
      </div>
    </section>
  );
}

function useOf(row: Row, place: string): "" | "use-read" | "use-write" | "use-both" {
  const has = (places: readonly string[] | undefined) => places?.some((one) => single(one).includes(place)) ?? false;
  const [read, written] = [has(row.reads), has(row.writes) || has(row.may_write)];
  return read ? (written ? "use-both" : "use-read") : written ? "use-write" : "";
}

/** The registers of a range, `v[2:3]`, one by one. */
function single(place: string): string[] {
  const range = /^(\D+)\[(\d+):(\d+)\]$/.exec(place);
  if (!range) return [place];
  const [first, last] = [Number(range[2]), Number(range[3])];
  return Array.from({ length: last - first + 1 }, (_, index) => `${range[1]}${first + index}`);
}

function byNumber(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}

function branchArrows(rows: readonly Row[]): { lines: Map<number, LineArrows>; width: number } {
  const at = new Map(rows.map((row, index) => [row.address, index]));
  const pairs: [number, number][] = [];
  rows.forEach((row, index) => {
    const to = row.target === undefined ? undefined : at.get(row.target);
    if (to !== undefined && row.flow !== "call") pairs.push([index, to]);
  });
  const lines = layout(pairs);
  return { lines, width: lines.values().next().value?.lanes.length ?? 0 };
}

const LANES = { " ": "a-none", "|": "a-through", top: "a-top", bottom: "a-bottom", "-": "a-across", x: "a-cross" } as const;

function Arrows({ line, width }: { line: LineArrows | undefined; width: number }) {
  if (width === 0) return null;
  const lanes = line?.lanes ?? Array<" ">(width).fill(" ");
  return <span class={line?.target ? "arrows arrows-target" : "arrows"} aria-hidden="true">{lanes.map((lane, index) => <i key={index} class={LANES[lane]} />)}</span>;
}

function Chosen({ view, row }: { view: ImageView; row: Row | undefined }) {
  const inst = useMemo(() => {
    if (!row?.name || !view.target) return undefined;
    const found = attempt(() => library.instruction(view.target!, view.dialect, row.words, `0x${row.address.toString(16)}`));
    return "value" in found ? found.value : undefined;
  }, [row]);
  const linked = useLinked(inst);
  if (!inst) return <p class="muted small">Choose a line to see its bits and its meaning.</p>;
  return <section class="panel"><div class="body"><Inspector inst={inst} linked={linked} /></div></section>;
}

/** What the checks find, and what the code costs; both take a while and are asked for. */
function Reports({ image, file }: { image: number; file: Remote<OpenFile> }) {
  const [messages, setMessages] = useState<Message[]>();
  const [costs, setCosts] = useState<Record<string, unknown>[]>();
  const [error, setError] = useState<string>();
  useEffect(() => {
    let current = true;
    const failed = (problem: Error) => current && setError(problem.message);
    file.check(image).then((found) => current && setMessages(found), failed);
    file.costs(image).then((found) => current && setCosts(found), failed);
    return () => { current = false; };
  }, [image]);
  return (
    <>
      <section class="panel">
        <header><h2>Checks</h2>{messages && messages.length > 0 && <span class="muted small">{messages.length} findings</span>}</header>
        <div class="body">{error ? <p class="muted">{error}</p> : messages ? <Problems messages={messages} empty="Nothing is wrong: waits, hazards and registers are as they should be." /> : <p class="muted">Checking…</p>}</div>
      </section>
      {costs && costs.length > 0 && <section class="panel"><header><h2>Costs</h2></header><div class="body stack">{costs.map((cost, index) => <Cost key={index} cost={cost} />)}</div></section>}
    </>
  );
}

/** Numbers of an object, whatever they are; objects in it become lines of their own. */
function Cost({ cost }: { cost: Record<string, unknown> }) {
  const lines: [string, string][] = [];
  const add = (prefix: string, value: unknown) => {
    if (Array.isArray(value)) lines.push([prefix, value.every((one) => typeof one !== "object") ? value.join(", ") : `${value.length}`]);
    else if (typeof value === "object" && value !== null) for (const [key, inner] of Object.entries(value)) add(prefix ? `${prefix} ${key}` : key, inner);
    else if (value !== null && value !== undefined) lines.push([prefix, typeof value === "number" ? String(Math.round(value * 1000) / 1000) : String(value)]);
  };
  add("", cost);
  return <dl class="facts">{lines.map(([name, value]) => <div key={name}><dt>{name.replaceAll("_", " ")}</dt><dd>{value}</dd></div>)}</dl>;
}

function Tables({ view }: { view: ImageView }) {
  return (
    <details class="panel">
      <summary>Sections and symbols</summary>
      <div class="body row tables">
        <table class="lines small">
          <caption>Sections</caption>
          <thead><tr><th scope="col">Name</th><th scope="col">Address</th><th scope="col">Bytes</th></tr></thead>
          <tbody>{view.sections.map((section) => <tr key={section.name}><th scope="row" class="mono">{section.name}</th><td class="mono">0x{section.address.toString(16)}</td><td>{section.size.toLocaleString("en")}</td></tr>)}</tbody>
        </table>
        <table class="lines small">
          <caption>Symbols</caption>
          <thead><tr><th scope="col">Name</th><th scope="col">Section</th><th scope="col">Offset</th></tr></thead>
          <tbody>{view.symbols.slice(0, 500).map((symbol, index) => <tr key={index}><th scope="row" class="mono wrap">{symbol.name}</th><td class="mono">{symbol.section ?? ""}</td><td class="mono">0x{symbol.offset.toString(16)}</td></tr>)}</tbody>
        </table>
      </div>
    </details>
  );
}
