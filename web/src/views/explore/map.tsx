import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { attempt, library, entries } from "../../api/library";
import type { EncodingMap } from "../../api/types";
import { address } from "../../app/router";
import { useSettings } from "../../app/settings";
import { pageAddress } from "../addresses";

type Format = EncodingMap["formats"][number];

/** All formats and opcodes of a target, with what is free. */
export function EncodingMapView() {
  const { target, info } = useSettings();
  const found = useMemo(() => attempt(() => library.encoding_map(info.target)), [info.target]);
  const [about, setAbout] = useState("");
  return (
    <div class="stack fade">
      <div class="row"><h1>Encoding space of {target}</h1><span class="grow" /><a class="button" href={address("explore")}>Back to the list</a></div>
      {"error" in found ? <p class="notice error">{found.error}</p> : (
        <>
          <p class="small muted">A square is an opcode. Each format shows its fixed bits, and its share of the words as a bar.</p>
          <p class="row small muted legend">
            <span><i class="opcode s-exact" /> exact meaning</span><span><i class="opcode s-assumed" /> assumed or approximate</span>
            <span><i class="opcode s-none" /> unknown</span><span><i class="hole" /> free</span>
          </p>
          <p class="map-about mono small" aria-hidden="true">{about || " "}</p>
          <div class="map">{[...found.value.formats].sort((a, b) => b.instructions.length - a.instructions.length).map((format) => <FormatMap key={format.name} format={format} onAbout={setAbout} />)}</div>
        </>
      )}
    </div>
  );
}

function FormatMap({ format, onAbout }: { format: Format; onAbout: (text: string) => void }) {
  // 32 opcodes in a row; rows without any are left out.
  const rows = [...new Set(format.instructions.map(({ opcode }) => rowOf(opcode)))].sort((a, b) => a - b);
  // The squares are made when the format comes into sight.
  const box = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), { rootMargin: "200px" });
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  const page = format.page === null ? undefined : entries[format.page];
  return (
    <section class="panel map-format">
      <header>
        <h2 class="mono">{page ? <a href={pageAddress(page)}>{format.name}</a> : format.name}</h2>
        <span class="muted small">{format.instructions.length} {format.instructions.length === 1 ? "instruction" : "instructions"}, {format.bits} bits, {percent(format.share)} of the words</span>
      </header>
      <div class="body stack">
        <Pattern text={format.pattern} />
        <div class="share" aria-hidden="true"><span style={{ width: `${Math.max(format.share * 100, 0.3)}%` }} /></div>
        <div class="opcodes" ref={box} style={{ aspectRatio: `32 / ${rows.length}` }} onPointerLeave={() => onAbout("")}>
          {near && format.instructions.map((inst) => {
            const entry = inst.page === null ? undefined : entries[inst.page];
            const text = `${inst.opcode} ${inst.name}${entry ? `: ${entry.summary.replaceAll("`", "")}` : ""}`;
            const place = { gridRow: rows.indexOf(rowOf(inst.opcode)) + 1, gridColumn: (Number(inst.opcode) % 32 || 0) + 1 };
            const over = () => onAbout(`${format.name} ${text}`);
            return <a key={inst.name} class={`opcode s-${entry?.status ?? ""}`} style={place} href={entry && pageAddress(entry)} aria-label={`${inst.opcode} ${inst.name}`} title={text} onPointerEnter={over} onFocus={over} />;
          })}
        </div>
      </div>
    </section>
  );
}

/** Fixed bits in groups; `x` is free. */
function Pattern({ text }: { text: string }) {
  return <span class="pattern">{text.split(/(x[x ]*)/).map((run, index) => (run === "" ? null : run.startsWith("x") ? run : <b key={index}>{run}</b>))}</span>;
}

function rowOf(opcode: string): number {
  return Math.floor((Number(opcode) || 0) / 32);
}

function percent(share: number): string {
  return share >= 0.001 ? `${(share * 100).toFixed(share >= 0.1 ? 0 : 1)} %` : "less than 0.1 %";
}
