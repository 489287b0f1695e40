// What is in buffers: numbers, a plot, or a picture.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Remote } from "../../api/remote";
import type { BufferInfo, Session } from "../../api/types";
import { halfToNumber, short } from "../../ui/numbers";
import { Scroll } from "../../ui/scroll";

type Shape = "numbers" | "plot" | "picture";
const ELEMENTS = ["u8", "u16", "u32", "i32", "f16", "f32", "f64", "hex"] as const;
type Element = (typeof ELEMENTS)[number];

export function Buffers({ session, buffers, moment }: { session: Remote<Session>; buffers: readonly BufferInfo[]; moment: unknown }) {
  const picture = buffers.findIndex((buffer) => buffer.show !== null);
  const [chosen, setChosen] = useState(Math.max(0, picture));
  const buffer = buffers[chosen];
  const [bytes, setBytes] = useState<Uint8Array>();
  useEffect(() => {
    if (!buffer) return;
    let current = true;
    session.buffer(chosen).then((found) => current && setBytes(found), () => current && setBytes(undefined));
    return () => { current = false; };
  }, [chosen, moment]);
  if (!buffer) return null;
  return (
    <section class="panel buffers">
      <header>
        <h2>Buffers</h2>
        <div class="segments" role="group" aria-label="Buffer">
          {buffers.map((one, index) => <button key={index} type="button" aria-pressed={index === chosen} onClick={() => { setChosen(index); setBytes(undefined); }}>{one.name}</button>)}
        </div>
      </header>
      <div class="body">{bytes && <Contents key={chosen} buffer={buffer} bytes={bytes} />}</div>
    </section>
  );
}

function Contents({ buffer, bytes }: { buffer: BufferInfo; bytes: Uint8Array }) {
  const [shape, setShape] = useState<Shape>(buffer.show ? "picture" : "numbers");
  const known = ELEMENTS.find((one) => one === buffer.element);
  const [element, setElement] = useState<Element>(known ?? guess(bytes));
  const side = Math.max(1, Math.round(Math.sqrt(bytes.length / 4)));
  const [width, setWidth] = useState(buffer.show?.width ?? side);
  return (
    <div class="stack">
      <div class="row small">
        <div class="segments" role="group" aria-label="Show as">
          {(["numbers", "plot", "picture"] as const).map((one) => <button key={one} type="button" aria-pressed={one === shape} onClick={() => setShape(one)}>{one}</button>)}
        </div>
        {shape === "picture" ? (!buffer.show && (
          <label class="row">Pixels in a row <input type="number" min={1} value={width} onInput={(event) => setWidth(Math.max(1, Number(event.currentTarget.value) || 1))} /></label>
        )) : (
          <label class="row">of <select value={element} onChange={(event) => setElement(event.currentTarget.value as Element)}>{ELEMENTS.map((one) => <option key={one}>{one}</option>)}</select></label>
        )}
        <span class="muted">{bytes.length.toLocaleString("en")} bytes at <code>{buffer.address}</code></span>
      </div>
      {shape === "picture" ? <Picture bytes={bytes} width={buffer.show?.width ?? width} height={buffer.show?.height} format={buffer.show?.format ?? "rgba8"} name={buffer.name} />
        : shape === "plot" ? <Plot values={numbers(bytes, element)} name={buffer.name} /> : <Numbers bytes={bytes} element={element} name={buffer.name} />}
    </div>
  );
}

/** Small bit patterns are numbers; bit patterns of floats are not. */
function guess(bytes: Uint8Array): Element {
  const words = new Uint32Array(bytes.slice(0, Math.min(bytes.length, 1024) & ~3).buffer);
  const large = words.filter((word) => word !== 0 && ((word >>> 23) & 0xff) > 64 && ((word >>> 23) & 0xff) < 192).length;
  return large > 0 && large >= words.filter((word) => word !== 0).length / 2 ? "f32" : "u32";
}

function numbers(bytes: Uint8Array, element: Element): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const list: number[] = [];
  const each = (size: number, read: (at: number) => number) => {
    for (let at = 0; at + size <= bytes.length; at += size) list.push(read(at));
  };
  switch (element) {
    case "u8": each(1, (at) => view.getUint8(at)); break;
    case "u16": each(2, (at) => view.getUint16(at, true)); break;
    case "f16": each(2, (at) => halfToNumber(view.getUint16(at, true))); break;
    case "i32": each(4, (at) => view.getInt32(at, true)); break;
    case "f32": each(4, (at) => view.getFloat32(at, true)); break;
    case "f64": each(8, (at) => view.getFloat64(at, true)); break;
    default: each(4, (at) => view.getUint32(at, true));
  }
  return list;
}

const MOST = 1024;

function Numbers({ bytes, element, name }: { bytes: Uint8Array; element: Element; name: string }) {
  const values = numbers(bytes.subarray(0, MOST * 8), element).slice(0, MOST);
  const columns = element === "u8" ? 16 : 8;
  const rows = Array.from({ length: Math.ceil(values.length / columns) }, (_, row) => values.slice(row * columns, (row + 1) * columns));
  const text = (value: number) => (element === "hex" ? value.toString(16).padStart(8, "0") : element.startsWith("f") ? short(value) : String(value));
  return (
    <Scroll class="numbers">
      <table class="lanes">
        <caption>{name}{values.length === MOST && `, the first ${MOST} numbers`}</caption>
        <tbody>{rows.map((row, index) => <tr key={index}><th scope="row">{index * columns}</th>{row.map((value, at) => <td key={at}>{text(value)}</td>)}</tr>)}</tbody>
      </table>
    </Scroll>
  );
}

function Plot({ values, name }: { values: number[]; name: string }) {
  const shown = values.slice(0, 4096);
  const finite = shown.filter(Number.isFinite);
  const [low, high] = finite.length > 0 ? [Math.min(...finite), Math.max(...finite)] : [0, 1];
  const span = high - low || 1;
  const [width, height] = [800, 200];
  const x = (index: number) => (shown.length > 1 ? (index / (shown.length - 1)) * width : width / 2);
  const path = shown.map((value, index) => `${index === 0 ? "M" : "L"}${x(index).toFixed(1)},${(height - ((Number.isFinite(value) ? value : low) - low) / span * height).toFixed(1)}`).join("");
  return (
    <figure class="plot">
      <svg viewBox={`-4 -8 ${width + 8} ${height + 16}`} role="img" aria-label={`${name}: ${shown.length} numbers from ${short(low)} to ${short(high)}`} preserveAspectRatio="none">
        <path d={path} fill="none" stroke="var(--accent)" stroke-width="1.5" vector-effect="non-scaling-stroke" />
      </svg>
      <figcaption class="small muted">{shown.length} numbers, from {short(low)} to {short(high)}</figcaption>
    </figure>
  );
}

function Picture({ bytes, width, height, format, name }: { bytes: Uint8Array; width: number; height: number | undefined; format: "gray8" | "rgba8"; name: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = format === "rgba8" ? 4 : 1;
  const rows = height ?? Math.max(1, Math.floor(bytes.length / size / width));
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context) return;
    const image = context.createImageData(width, rows);
    if (format === "rgba8") image.data.set(bytes.subarray(0, image.data.length));
    else for (let pixel = 0; pixel < Math.min(bytes.length, width * rows); pixel++) image.data.set([bytes[pixel]!, bytes[pixel]!, bytes[pixel]!, 255], pixel * 4);
    context.putImageData(image, 0, 0);
  }, [bytes, width, rows, format]);
  return <canvas ref={canvas} width={width} height={rows} class="picture" role="img" aria-label={`${name} as a picture of ${width} by ${rows} pixels`} data-picture={name} />;
}
