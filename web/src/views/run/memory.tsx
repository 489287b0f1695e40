import { useEffect, useState } from "preact/hooks";
import type { Remote } from "../../api/remote";
import type { MemoryInfo, Session } from "../../api/types";
import { NOTATIONS, type Notation, written } from "../../ui/numbers";

const COUNT = 256;

/** Bytes of a memory from an address on. */
export function Memory({ session, memories, start, moment, notation: first = "hex" }: {
  session: Remote<Session>; memories: readonly MemoryInfo[]; start: string; moment: unknown; notation?: Notation;
}) {
  const [notation, setNotation] = useState(first);
  const [chosen, setChosen] = useState(0);
  const memory = memories[chosen];
  const [address, setAddress] = useState(start);
  const [bytes, setBytes] = useState<Uint8Array>(new Uint8Array());
  const [before, setBefore] = useState<Uint8Array>(new Uint8Array());
  const [error, setError] = useState<string>();
  useEffect(() => {
    if (!memory) return;
    let current = true;
    session.memory(memory.memory, address || "0", COUNT).then((found) => {
      if (!current) return;
      setBytes((old) => { setBefore(old); return found; });
      setError(undefined);
    }, (problem: Error) => current && setError(problem.message));
    return () => { current = false; };
  }, [chosen, address, moment]);
  if (!memory) return null;
  const digits = /^(?:0x)?([0-9a-f]+)$/i.exec(address)?.[1];
  const base = digits ? BigInt(`0x${digits}`) : 0n;
  const rows = Array.from({ length: Math.ceil(bytes.length / 16) }, (_, row) => row * 16);
  return (
    <section class="panel">
      <header>
        <h2>Memory</h2>
        <select aria-label="Memory" value={String(chosen)} onChange={(event) => {
          const next = Number(event.currentTarget.value);
          setChosen(next);
          setAddress(memories[next]?.address ?? start);
        }}>{memories.map((one, index) => <option key={one.memory} value={String(index)}>{one.called}</option>)}</select>
        <select aria-label="Notation of memory" value={notation} onChange={(event) => setNotation(event.currentTarget.value as Notation)}>{NOTATIONS.map((one) => <option key={one}>{one}</option>)}</select>
        <label class="row small grow">from <input class="mono" size={14} value={address} spellcheck={false} onChange={(event) => setAddress(event.currentTarget.value.trim())} /></label>
        <button type="button" class="small" onClick={() => setAddress(hex(base < BigInt(COUNT) ? 0n : base - BigInt(COUNT)))} aria-label="Lower addresses">↑</button>
        <button type="button" class="small" onClick={() => setAddress(hex(base + BigInt(COUNT)))} aria-label="Higher addresses">↓</button>
      </header>
      <div class="body scroll-x numbers" tabIndex={0} role="region" aria-label="Memory contents">
        {error ? <p class="muted small">{error}</p> : bytes.length === 0 ? <p class="muted small">Nothing is allocated at this address.</p> : (
          <table class="lanes">
            <caption class="visually-hidden">{memory.called}</caption>
            <tbody>
              {rows.map((row) => (
                <tr key={row}>
                  <th scope="row">{hex(base + BigInt(row))}</th>
                  {[0, 4, 8, 12].map((at) => {
                    const part = bytes.slice(row + at, row + at + 4);
                    const changed = before.length === bytes.length && part.some((byte, index) => byte !== before[row + at + index]);
                    return <td key={at} class={changed ? "changed" : ""}>{part.length === 4 ? written(new DataView(part.buffer).getUint32(0, true), notation) : [...part].map((byte) => byte.toString(16).padStart(2, "0")).join(" ")}</td>;
                  })}
                  <td class="ascii muted">{[...bytes.slice(row, row + 16)].map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : "·")).join("")}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </section>
  );
}

const hex = (value: bigint) => `0x${value.toString(16)}`;
