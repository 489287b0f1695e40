// The source or the listing of the program that runs, with breakpoints and the next line.

import { useEffect, useMemo, useRef } from "preact/hooks";
import { attempt, library } from "../../api/library";
import type { State } from "../../api/types";
import { arrowGutter, showArrows } from "../../ui/arrows";
import { Editor, runGutter, showSigns } from "../../ui/editor";
import type { Setting } from "./machine";

/** The text that is shown, with the addresses of its lines. */
export interface Shown {
  text: string;
  /** The address of each line that has an instruction. */
  addresses: (string | undefined)[];
  lineOf: Map<string, number>;
  arrows: [number, number][];
}

/** Lines of a source with the first instruction of each; without a source the instructions themselves. */
export function shownCode(setting: Setting, asListing: boolean, own?: { before: number; count: number }): Shown {
  const { source, code } = setting;
  const lineOf = new Map<string, number>();
  const addresses: (string | undefined)[] = [];
  let text: string;
  if (source && !asListing) {
    const all = source.text.replace(/\n$/, "").split("\n");
    const [first, count] = own ? [own.before, own.count + 1] : [0, all.length];
    text = all.slice(first, first + count).join("\n");
    for (const row of code) {
      if (row.line === null) continue;
      const line = row.line - 1 - first;
      if (line < 0 || line >= count) continue;
      addresses[line] ??= row.address;
      lineOf.set(row.address, line);
    }
  } else {
    const lines: string[] = [];
    for (const row of code) {
      if (row.label !== null) lines.push(`${row.label}:`);
      lineOf.set(row.address, lines.length);
      addresses[lines.length] = row.address;
      lines.push(`    ${row.text}`);
    }
    text = lines.join("\n");
  }
  // A branch names its target by an address or a label.
  const labels = new Map(code.flatMap((row) => (row.label === null ? [] : [[row.label, row.address] as const])));
  const arrows: [number, number][] = [];
  for (const row of code) {
    if (row.target === null) continue;
    const [from, to] = [lineOf.get(row.address), lineOf.get(row.target) ?? lineOf.get(labels.get(row.target) ?? "")];
    if (from !== undefined && to !== undefined) arrows.push([from, to]);
  }
  return { text, addresses, lineOf, arrows };
}

export interface CodeHandle {
  /** The address of the line that the cursor is in. */
  cursor: () => string | undefined;
}

export function CodePane({ shown, state, target, control, onBreak }: {
  shown: Shown; state: State; target: string; control: { current: CodeHandle | null }; onBreak: (address: string) => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | undefined>(undefined);
  const latest = useRef({ shown, onBreak });
  latest.current = { shown, onBreak };

  useEffect(() => {
    const toggle = (line: number) => {
      const address = latest.current.shown.addresses[line];
      if (address) latest.current.onBreak(address);
    };
    editor.current = new Editor({ parent: box.current!, label: "Code of the program", text: "", readOnly: true, extensions: [runGutter(toggle), arrowGutter()] });
    control.current = {
      cursor: () => {
        // Where the press of the mouse began: the text may scroll before the button is released.
        const { doc, selection } = editor.current!.view.state;
        return latest.current.shown.addresses[doc.lineAt(selection.main.anchor).number - 1];
      },
    };
    return () => editor.current?.destroy();
  }, []);

  const tokens = useMemo(() => {
    const found = attempt(() => library.assemble(target, "", shown.text));
    return "value" in found ? found.value.tokens : [];
  }, [shown.text, target]);
  useEffect(() => {
    editor.current!.setText(shown.text);
    editor.current!.setMarks("tokens", tokens.map(({ from, to, kind }) => ({ from, to, class: `tok-${kind}` })));
    showArrows(editor.current!, shown.arrows);
  }, [shown, tokens]);

  useEffect(() => {
    const here = state.next ? shown.lineOf.get(state.next.address) : undefined;
    const breaks = state.breakpoints.flatMap((one) => one.addresses.map((address) => shown.lineOf.get(address))).filter((line) => line !== undefined);
    showSigns(editor.current!, breaks, here);
  }, [shown, state]);

  return <div class="run-code" ref={box} />;
}
