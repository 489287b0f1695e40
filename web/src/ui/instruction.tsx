// An instruction taken apart: its text, its bits and their meaning, which light up together.

import { useMemo, useRef, useState } from "preact/hooks";
import { entries } from "../api/library";
import type { Instruction, Part } from "../api/types";
import { pageAddress } from "../views/addresses";
import { Scroll } from "./scroll";

/** What is under the pointer or has the focus: parts of the bits and pieces of the text. */
export interface Link {
  parts: ReadonlySet<number>;
  pieces: ReadonlySet<number>;
}

const NOTHING: Link = { parts: new Set(), pieces: new Set() };

export interface Linked {
  link: Link;
  overPart: (part: number) => void;
  overPiece: (piece: number) => void;
  out: () => void;
}

/** Keeps what is linked for one instruction. */
export function useLinked(inst: Instruction | undefined, onChange?: (link: Link) => void): Linked {
  const [state, setState] = useState<{ inst: Instruction | undefined; link: Link }>({ inst: undefined, link: NOTHING });
  const set = (link: Link) => {
    setState({ inst, link });
    onChange?.(link);
  };
  return {
    link: state.inst === inst ? state.link : NOTHING,
    overPart: (part) => inst && set({ parts: new Set([part]), pieces: new Set(inst.parts[part]?.pieces) }),
    overPiece: (piece) => inst && set({ parts: new Set(inst.pieces[piece]?.parts), pieces: new Set([piece]) }),
    out: () => set(NOTHING),
  };
}

/** The class with the colour of a part: what it does for the instruction. */
export function partClass(inst: Instruction, part: Part): string {
  if (part.name === "encoding") return "k-encoding";
  if (part.name === "op") return "k-op";
  if (part.operand !== null) return operandClass(inst, part.operand);
  // A field of zeros that only takes part in the text of an operand, such as a sign that is not there, does nothing.
  const own = part.pieces.some((piece) => inst.pieces[piece]?.parts.every((other) => inst.parts[other]?.operand === null));
  return own || (part.pieces.length > 0 && valueOf(inst, part) !== "0x0") ? "k-modifier" : "k-ignored";
}

/** The class with the colour of an operand. */
export function operandClass(inst: Instruction, operand: number): string {
  const found = inst.operands[operand];
  if (found && found.write !== "no") return "k-dst";
  const sources = inst.operands.slice(0, operand).filter((one) => one.write === "no").length;
  return `k-src${sources % 3}`;
}

function pieceClass(inst: Instruction, index: number): string {
  const parts = inst.pieces[index]!.parts.map((part) => inst.parts[part]!);
  const best = parts.find((part) => part.operand !== null) ?? parts.find((part) => part.name === "op") ?? parts.find((part) => part.name !== "encoding");
  return best ? partClass(inst, best) : "k-op";
}

/** The text of an instruction, piece by piece. */
export function InstructionText({ inst, linked }: { inst: Instruction; linked: Linked }) {
  const nodes = [];
  let at = 0;
  const pieces = inst.pieces.map((piece, index) => ({ ...piece, index })).sort((a, b) => a.start - b.start);
  for (const piece of pieces) {
    if (piece.start < at) continue;
    if (piece.start > at) nodes.push(inst.text.slice(at, piece.start));
    nodes.push(
      <span key={piece.index} class={`piece ${pieceClass(inst, piece.index)}`} aria-current={linked.link.pieces.has(piece.index) ? "true" : undefined}
        onPointerEnter={() => linked.overPiece(piece.index)} onPointerLeave={linked.out}>
        {inst.text.slice(piece.start, piece.end)}
      </span>,
    );
    at = piece.end;
  }
  nodes.push(inst.text.slice(at));
  return <code class="inst-text">{nodes}</code>;
}

interface BitCell {
  part: number;
  high: number;
  low: number;
  digits: string;
}

/** The bits of an instruction from one to another as digits, the high one first. */
function digitsOf(inst: Instruction, high: number, low: number): string {
  let digits = "";
  for (let bit = high; bit >= low; bit--) digits += ((inst.bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1;
  return digits;
}

/** What is in a part: its runs together, the high one first. */
function valueOf(inst: Instruction, part: Part): string {
  const digits = [...part.bits].sort((a, b) => b[0] - a[0]).map(([high, low]) => digitsOf(inst, high, low)).join("");
  return digits === "" ? "" : `0x${BigInt(`0b${digits}`).toString(16)}`;
}

/** The runs of all parts, 32 bits in a row, the high bits first. */
function cellRows(inst: Instruction): BitCell[][] {
  const rows: BitCell[][] = [];
  inst.parts.forEach((part, index) => {
    for (const [high, low] of part.bits) {
      for (let top = high; top >= low;) {
        const row = top >> 5;
        const bottom = Math.max(low, row << 5);
        (rows[row] ??= []).push({ part: index, high: top, low: bottom, digits: digitsOf(inst, top, bottom) });
        top = bottom - 1;
      }
    }
  });
  return rows.map((row) => row.sort((a, b) => b.high - a.high));
}

const rangeText = (high: number, low: number) => (high === low ? String(high) : `${high}:${low}`);

/** The bits of an instruction as a table for each 32 bits. Arrows move between fields. */
export function BitTable({ inst, linked }: { inst: Instruction; linked: Linked }) {
  const rows = useMemo(() => cellRows(inst), [inst]);
  const root = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(0);
  const cells = rows.flat();
  const current = Math.min(focused, cells.length - 1);

  const move = (event: KeyboardEvent, index: number) => {
    const last = cells.length - 1;
    const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      root.current?.querySelectorAll<HTMLElement>("td[data-field]")[Math.min(Math.max(to, 0), last)]?.focus();
    } else if (event.key === "Enter") {
      const page = inst.parts[cells[index]!.part]!.page;
      if (page !== null && entries[page]) location.hash = pageAddress(entries[page]);
    }
  };

  let index = -1;
  return (
    <div class="bit-tables" ref={root} onPointerLeave={linked.out}>
      {rows.map((row, number) => {
        const first = index + 1;
        index += row.length;
        const over = (cell: BitCell) => ({ onPointerEnter: () => linked.overPart(cell.part) });
        const state = (cell: BitCell) => (linked.link.parts.has(cell.part) ? "true" : undefined);
        return (
          <Scroll key={number}>
            <table class="bits" role="grid">
              <caption class="visually-hidden">Bits {number * 32 + 31} to {number * 32}</caption>
              <tbody>
                <tr>{row.map((cell) => <th key={cell.high} scope="col" {...over(cell)}>{rangeText(cell.high, cell.low)}</th>)}</tr>
                <tr>
                  {row.map((cell, at) => (
                    <td key={cell.high} class={`cell ${partClass(inst, inst.parts[cell.part]!)}`} data-field={inst.parts[cell.part]!.name}
                      aria-current={state(cell)} aria-label={`${inst.parts[cell.part]!.name} ${cell.digits}`}
                      tabIndex={first + at === current ? 0 : -1} {...over(cell)}
                      onFocus={() => { setFocused(first + at); linked.overPart(cell.part); }} onBlur={linked.out}
                      onKeyDown={(event) => move(event, first + at)}>
                      {cell.digits}
                    </td>
                  ))}
                </tr>
                <tr>
                  {row.map((cell) => {
                    const part = inst.parts[cell.part]!;
                    return <td key={cell.high} class={`cell-name ${partClass(inst, part)}`} aria-current={state(cell)} {...over(cell)}>{part.name}</td>;
                  })}
                </tr>
              </tbody>
            </table>
          </Scroll>
        );
      })}
    </div>
  );
}

/** What each field means, one line a field. */
export function Meaning({ inst, linked }: { inst: Instruction; linked: Linked }) {
  const all = inst.parts.map((part, index) => ({ part, index })).filter(({ part }) => part.bits.length > 0).sort((a, b) => weight(inst, a.part) - weight(inst, b.part));
  const isUnused = ({ part }: { part: Part }) => partClass(inst, part) === "k-ignored" && valueOf(inst, part) === "0x0";
  const [order, unused] = [all.filter((one) => !isUnused(one)), all.filter(isUnused)];
  return (
    <table class="meaning">
      <caption>Fields</caption>
      <thead><tr><th scope="col">Field</th><th scope="col">Bits</th><th scope="col">Value</th><th scope="col">Meaning</th></tr></thead>
      <tbody>
        {order.map(({ part, index }) => (
          <tr key={index} class={partClass(inst, part)} aria-current={linked.link.parts.has(index) ? "true" : undefined}
            onPointerEnter={() => linked.overPart(index)} onPointerLeave={linked.out}>
            <th scope="row"><span class="swatch" aria-hidden="true" />{part.page !== null && entries[part.page] ? <a href={pageAddress(entries[part.page]!)}>{part.name}</a> : part.name}</th>
            <td class="mono muted">{part.bits.map(([high, low]) => rangeText(high, low)).join(", ")}</td>
            <td class="mono">{valueOf(inst, part)}</td>
            <td class="mono">{part.operand !== null ? <OperandMeaning inst={inst} part={part} /> : part.meaning}</td>
          </tr>
        ))}
        {unused.length > 0 && (
          <tr class="k-ignored">
            <th scope="row"><span class="swatch" aria-hidden="true" />not used</th>
            <td colSpan={3}>
              {unused.map(({ part, index }) => (
                <><span key={index} class="unused mono" aria-current={linked.link.parts.has(index) ? "true" : undefined}
                  onPointerEnter={() => linked.overPart(index)} onPointerLeave={linked.out}>
                  {part.page !== null && entries[part.page] ? <a class="plain" href={pageAddress(entries[part.page]!)}>{part.name}</a> : part.name}
                </span>{" "}</>
              ))}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** Operands come first, then the operation, then modifiers, then bits without a meaning. */
function weight(inst: Instruction, part: Part): number {
  if (part.operand !== null) return part.operand;
  return { "k-op": 100, "k-modifier": 200, "k-encoding": 300, "k-ignored": 400 }[partClass(inst, part)] ?? 250;
}

function OperandMeaning({ inst, part }: { inst: Instruction; part: Part }) {
  const operand = inst.operands[part.operand!];
  if (!operand) return <>{part.meaning}</>;
  const role = [operand.read && "read", operand.write !== "no" && "written"].filter(Boolean).join(" and ");
  return <>{part.meaning} <span class="muted note">{operand.name}{role && `, ${role}`}</span></>;
}
