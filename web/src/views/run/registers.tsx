import { useEffect, useRef, useState } from "preact/hooks";
import type { RegisterNames, State } from "../../api/types";
import { NOTATIONS, type Notation, written } from "../../ui/numbers";
import type { Snapshot } from "./machine";
import { LaneTable } from "./lanes";

interface Props {
  names: RegisterNames;
  snapshot: Snapshot;
  /** Registers that are shown; all if it is undefined. */
  only?: readonly string[] | undefined;
  columns?: number;
  notation?: Notation;
  /** Is called with a register, what the user typed for it, and the notation that it is shown in. */
  onAssign?: (place: string, value: string, notation: Notation) => void;
}

/** Vector and scalar registers of the wavefront. */
export function Registers({ names, snapshot, only, onAssign, ...start }: Props) {
  const [notation, setNotation] = useState<Notation>(start.notation ?? "hex");
  const [columns, setColumns] = useState(start.columns ?? 16);
  const { state, vectors } = snapshot;
  const shown = names.vectors.map((name, index) => ({ name, index })).filter(({ name }) => !only || only.includes(name));
  const box = useRef<HTMLDivElement>(null);
  const table = useRef<LaneTable | undefined>(undefined);
  const latest = useRef<(place: string, value: string) => void>(undefined);
  latest.current = (place, value) => onAssign?.(place, value, notation);

  useEffect(() => {
    table.current = new LaneTable(box.current!, (place, value) => latest.current?.(place, value));
  }, []);
  useEffect(() => {
    const { lanes } = names;
    table.current!.layout({ names: shown.map(({ name }) => name), lanes, columns: Math.min(columns, lanes), notation, caption: "Registers by lane" });
    const values = new Uint32Array(shown.length * lanes);
    shown.forEach(({ index }, row) => values.set(vectors.subarray(index * lanes, (index + 1) * lanes), row * lanes));
    table.current!.update(values, BigInt(state.wave?.exec ?? "0"), state.steps > 0);
  }, [snapshot, columns, notation, only?.join()]);

  return (
    <section class="panel registers">
      <header>
        <h2>Registers</h2>
        <span class="grow" />
        <div class="segments" role="group" aria-label="Notation">
          {NOTATIONS.map((one) => <button key={one} type="button" aria-pressed={one === notation} onClick={() => setNotation(one)}>{one}</button>)}
        </div>
        {names.lanes > 16 && (
          <div class="segments" role="group" aria-label="Lanes in a row">
            {[16, names.lanes].map((one) => <button key={one} type="button" aria-pressed={one === columns} onClick={() => setColumns(one)}>{one}</button>)}
          </div>
        )}
      </header>
      <ExecMask state={state} lanes={names.lanes} />
      <Scalars names={names} snapshot={snapshot} notation={notation} only={only} onAssign={onAssign} />
      <div class="lane-box scroll-x" ref={box} tabIndex={-1} />
    </section>
  );
}

/** The active lanes as squares, and registers in no file. */
function ExecMask({ state, lanes }: { state: State; lanes: number }) {
  const [all, setAll] = useState(false);
  if (!state.wave) return null;
  const { specials } = state;
  const shown = all ? specials : specials.filter(({ mask, value }) => mask || !/^0x0+$/.test(value));
  const exec = BigInt(state.wave.exec);
  const on = (lane: number) => ((exec >> BigInt(lane)) & 1n) === 1n;
  const count = Array.from({ length: lanes }, (_, lane) => on(lane)).filter(Boolean).length;
  return (
    <div class="exec row small">
      <span>{count === lanes ? `all ${lanes}` : count} {state.wave.lanes === 1 ? "lane" : "lanes"} active</span>
      <span class="exec-mask" aria-hidden="true">{Array.from({ length: lanes }, (_, lane) => <i key={lane} class={on(lane) ? "on" : ""} title={`lane ${lane}`} />)}</span>
      {shown.map((special) => (
        <span key={special.name} class="special" title={special.fields.map(({ name, value }) => `${name} ${value}`).join(", ") || special.text}>
          <span class="muted">{special.name}</span> <code>{special.value}</code>
        </span>
      ))}
      {(all || shown.length < specials.length) && <More all={all} count={specials.length - shown.length} onChange={setAll} />}
    </div>
  );
}

function More({ all, count, onChange }: { all: boolean; count: number; onChange: (all: boolean) => void }) {
  return <button type="button" class="quiet small" aria-expanded={all} onClick={() => onChange(!all)}>{all ? "fewer" : `${count} more, all 0`}</button>;
}

function Scalars({ names, snapshot, notation, only, onAssign }: Props & { notation: Notation }) {
  const before = useRef<Uint32Array>(new Uint32Array());
  const { scalars, state } = snapshot;
  const own = notation === "f16×2" ? "hex" : notation;
  const old = before.current;
  useEffect(() => { before.current = scalars; }, [scalars]);
  const [edited, setEdited] = useState<string>();
  const [all, setAll] = useState(false);
  // Registers that have held something since the start stay in their place.
  const used = useRef(new Set<string>());
  names.scalars.forEach((name, index) => { if (scalars[index]) used.current.add(name); });
  const every = names.scalars.map((name, index) => ({ name, index })).filter(({ name }) => !only || only.includes(name));
  const list = all || only ? every : every.filter(({ name }) => used.current.has(name));
  if (every.length === 0 || scalars.length === 0) return null;
  return (
    <ul class="scalars" aria-label="Scalar registers">
      {list.map(({ name, index }) => {
        const value = scalars[index] ?? 0;
        const changed = state.steps > 0 && old.length === scalars.length && old[index] !== value;
        return (
          <li key={name} class={changed ? "changed" : value === 0 ? "zero" : ""}>
            {edited === name ? (
              <input class="mono" size={10} aria-label={name} value={`0x${value.toString(16)}`} ref={(field) => field?.select()} onBlur={() => setEdited(undefined)}
                onKeyDown={(event) => {
                  event.stopPropagation();
                  if (event.key === "Enter") onAssign?.(name, event.currentTarget.value, own);
                  if (event.key === "Enter" || event.key === "Escape") setEdited(undefined);
                }} />
            ) : (
              <button type="button" title={`Change ${name}`} disabled={!onAssign} onClick={() => setEdited(name)}>
                <span class="muted">{name}</span> <code>{written(value, own)}</code>
              </button>
            )}
          </li>
        );
      })}
      {(all || list.length < every.length) && <li><More all={all} count={every.length - list.length} onChange={setAll} /></li>}
    </ul>
  );
}
