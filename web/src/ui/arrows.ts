// Arrows beside lines of code, from branches to their targets.

import { type Extension, RangeSet, StateEffect, StateField } from "@codemirror/state";
import { gutter, GutterMarker } from "@codemirror/view";
import type { Editor } from "./editor";

/** What one line shows of the arrows that pass it: a symbol for each lane, the outermost first. */
export type Lane = " " | "|" | "top" | "bottom" | "-" | "x";
export interface LineArrows {
  lanes: Lane[];
  /** Whether an arrow ends here. */
  target: boolean;
}

const MOST = 6;

/** Lays arrows out in lanes: short ones are close to the code. */
export function layout(pairs: readonly (readonly [number, number])[]): Map<number, LineArrows> {
  const edges = pairs.map(([from, to]) => ({ from, to, top: Math.min(from, to), bottom: Math.max(from, to), lane: 0 }));
  edges.sort((a, b) => a.bottom - a.top - (b.bottom - b.top));
  const lanes: { top: number; bottom: number; to: number }[][] = [];
  for (const edge of edges) {
    // Arrows to the same line share a lane.
    const free = (used: typeof lanes[number]) => used.every((other) => other.bottom < edge.top || other.top > edge.bottom || other.to === edge.to);
    let lane = lanes.findIndex(free);
    if (lane < 0) lane = lanes.length;
    edge.lane = Math.min(lane, MOST - 1);
    (lanes[edge.lane] ??= []).push(edge);
  }
  const count = lanes.length;
  const lines = new Map<number, LineArrows>();
  const at = (line: number) => {
    let found = lines.get(line);
    if (!found) lines.set(line, (found = { lanes: Array<Lane>(count).fill(" "), target: false }));
    return found;
  };
  for (const { from, to, top, bottom, lane } of edges) {
    const column = count - 1 - lane;
    if (top === bottom) continue;
    for (let line = top; line <= bottom; line++) {
      const { lanes } = at(line);
      const end = line === top ? "top" : line === bottom ? "bottom" : "|";
      lanes[column] = lanes[column] !== " " && lanes[column] !== end ? (end === "|" ? lanes[column]! : "x") : end;
      if (end !== "|") for (let inner = column + 1; inner < count; inner++) if (lanes[inner] === " ") lanes[inner] = "-";
    }
    at(to).target = true;
    at(from);
  }
  return lines;
}

/** The arrows of a line as an element. */
export function arrowElement({ lanes, target }: LineArrows): HTMLElement {
  const root = document.createElement("span");
  root.className = target ? "arrows arrows-target" : "arrows";
  root.ariaHidden = "true";
  for (const lane of lanes) {
    const part = document.createElement("i");
    part.className = { " ": "a-none", "|": "a-through", top: "a-top", bottom: "a-bottom", "-": "a-across", x: "a-cross" }[lane];
    root.append(part);
  }
  return root;
}

class ArrowMarker extends GutterMarker {
  constructor(private readonly line: LineArrows) {
    super();
  }

  override eq(other: ArrowMarker): boolean {
    return JSON.stringify(other.line) === JSON.stringify(this.line);
  }

  override toDOM(): Node {
    return arrowElement(this.line);
  }
}

const setArrows = StateEffect.define<Map<number, LineArrows>>();

const field = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(set, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(setArrows)) continue;
      const { doc } = transaction.state;
      const inside = [...effect.value].filter(([line]) => line >= 0 && line < doc.lines);
      return RangeSet.of(inside.map(([line, arrows]) => new ArrowMarker(arrows).range(doc.line(line + 1).from)), true);
    }
    return set.map(transaction.changes);
  },
});

/** A gutter of an editor for arrows. */
export function arrowGutter(): Extension {
  return [field, gutter({ class: "cm-arrow-gutter", markers: (view) => view.state.field(field) })];
}

/** Shows arrows between lines of an editor; they count from 0. */
export function showArrows(editor: Editor, pairs: readonly (readonly [number, number])[]): void {
  editor.view.dispatch({ effects: setArrows.of(layout(pairs)) });
}
