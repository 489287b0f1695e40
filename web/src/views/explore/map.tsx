import { useMemo, useState } from "preact/hooks";
import { attempt, library, entries } from "../../api/library";
import type { EncodingMap } from "../../api/types";
import { address } from "../../app/router";
import { useSettings } from "../../app/settings";
import { pageAddress } from "../addresses";
import { Pattern } from "./compare";

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
  const codes = new Map(format.instructions.map((inst) => [Number.parseInt(inst.opcode, 16), inst]));
  const last = Math.max(0, ...[...codes.keys()].filter((code) => !Number.isNaN(code)));
  // Opcodes with gaps that would fill the page are shown without them.
  const dense = last < 4 * format.instructions.length + 64;
  const cells = dense ? Array.from({ length: last + 1 }, (_, code) => codes.get(code)) : format.instructions;
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
        <div class="opcodes" onPointerLeave={() => onAbout("")}>
          {cells.map((inst, index) => {
            if (!inst) return <i key={index} class="hole" />;
            const entry = inst.page === null ? undefined : entries[inst.page];
            const text = `${inst.opcode} ${inst.name}${entry ? `: ${entry.summary.replaceAll("`", "")}` : ""}`;
            const over = () => onAbout(`${format.name} ${text}`);
            return entry
              ? <a key={index} class={`opcode s-${entry.status}`} href={pageAddress(entry)} aria-label={`${inst.opcode} ${inst.name}`} title={text} onPointerEnter={over} onFocus={over} />
              : <i key={index} class="opcode" title={text} />;
          })}
        </div>
      </div>
    </section>
  );
}

function percent(share: number): string {
  return share >= 0.001 ? `${(share * 100).toFixed(share >= 0.1 ? 0 : 1)} %` : "less than 0.1 %";
}
