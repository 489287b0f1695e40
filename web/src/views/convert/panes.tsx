import { useEffect, useImperativeHandle, useMemo, useRef } from "preact/hooks";
import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import type { Diagnostic } from "@codemirror/lint";
import { hoverTooltip } from "@codemirror/view";
import { render } from "preact";
import { attempt, library } from "../../api/library";
import type { Instruction, Message, Use } from "../../api/types";
import { arrowGutter, showArrows } from "../../ui/arrows";
import { Editor, type Mark } from "../../ui/editor";
import { type Linked, partClass } from "../../ui/instruction";
import { Markdown } from "../../ui/prose";
import { type Conversion, isLong, lineAtDigits, lineAtText, piecesIn, type Side } from "./conversion";

export interface Cursor {
  side: Side;
  position: number;
  /** The index of the conversion's line that the cursor is in. */
  line: number | undefined;
}

export interface PanesHandle {
  goTo(side: Side, line: number): void;
}

interface Props {
  control: { current: PanesHandle | null };
  result: Conversion | undefined;
  input: { side: Side; value: string } | undefined;
  target: string;
  dialect: string;
  /** The instruction under the cursor, and its line. */
  inst: Instruction | undefined;
  line: number | undefined;
  linked: Linked;
  /** Uses of the register under the cursor. */
  uses: readonly Use[];
  onText: (side: Side, value: string, pasted: boolean) => void;
  onCursor: (cursor: Cursor) => void;
}

/** How many characters at once are a paste. */
const PASTE = 8;

/** The two editors. The side that is typed in is left alone; the other one shows what follows. */
export function Panes(props: Props) {
  const places = { text: useRef<HTMLDivElement>(null), words: useRef<HTMLDivElement>(null) };
  const editors = useRef<Record<Side, Editor> | undefined>(undefined);
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    const length = { text: 0, words: 0 };
    const make = (side: Side, label: string, hint: string) => new Editor({
      parent: places[side].current!, label, text: "", placeholder: hint,
      onText(text) {
        const pasted = Math.abs(text.length - length[side]) >= PASTE;
        length[side] = text.length;
        latest.current.onText(side, text, pasted);
      },
      onCursor(position, textLine) {
        const { result } = latest.current;
        if (result) latest.current.onCursor({ side, position, line: lineAt(result, side, position, textLine) });
      },
      ...(side === "text" ? { complete, extensions: [hover, arrowGutter()] } : {}),
    });
    const complete = (context: CompletionContext): CompletionResult | null => {
      const { target, dialect } = latest.current;
      if (!context.explicit && !context.matchBefore(/[\w.]{2,}$/)) return null;
      const found = attempt(() => library.complete(target, dialect, context.state.doc.toString(), context.pos));
      if ("error" in found || found.value.items.length === 0) return null;
      const { from, to, items } = found.value;
      return { from, to, options: items.slice(0, 100).map((item) => ({ label: item.text, detail: item.detail, type: item.kind })) };
    };
    const hover = hoverTooltip((view, position) => {
      const { target, dialect } = latest.current;
      const text = view.state.doc.toString();
      if (isLong(text)) return null;
      const found = attempt(() => library.hover(target, dialect, text, position));
      if ("error" in found || !found.value) return null;
      const { from, to, text: about } = found.value;
      return { pos: from, end: to, above: true, create: () => {
        const dom = document.createElement("div");
        dom.className = "hover";
        render(<Markdown text={about} />, dom);
        return { dom };
      } };
    }, { hoverTime: 500 });
    editors.current = {
      text: make("text", "Assembly", "v_… (assembly)"),
      words: make("words", "Words", "7e020301 (words or bytes)"),
    };
    return () => {
      for (const editor of Object.values(editors.current!)) editor.destroy();
    };
  }, []);

  useImperativeHandle(props.control, () => ({ goTo: (side: Side, line: number) => editors.current?.[side].goToLine(line, true) }), []);

  const { result, input } = props;
  // An input that does not come from these editors: a link, a fix, a translation.
  useEffect(() => {
    if (input) editors.current?.[input.side].setText(input.value);
  }, [input]);
  useEffect(() => {
    if (!result || !editors.current || !input || input.side !== result.origin) return;
    if (result.origin === "text") editors.current.words.setText(result.words);
    else editors.current.text.setText(result.text);
    const own = diagnostics(result.messages, (from, to, text) => editors.current?.[result.origin].edit(from, to, text));
    editors.current.text.setDiagnostics(result.origin === "text" ? own : []);
    editors.current.words.setDiagnostics(result.origin === "words" ? own : []);
    const tokens = result.assembly?.tokens ?? [];
    editors.current.text.setMarks("tokens", tokens.map(({ from, to, kind }) => ({ from, to, class: `tok-${kind}` })));
    showArrows(editors.current.text, branches(result));
  }, [result]);

  const marks = useMemo(() => linkMarks(props), [result, props.inst, props.line, props.linked.link]);
  useEffect(() => {
    editors.current?.text.setMarks("links", marks.text);
    editors.current?.words.setMarks("links", marks.words);
  }, [marks]);

  useEffect(() => {
    const marks = props.uses.map(({ from, to, written }) => ({ from, to, class: written ? "use-mark written" : "use-mark" }));
    editors.current?.text.setMarks("uses", marks);
  }, [props.uses]);

  return (
    <div class="panes">
      <section class="panel pane" data-leave data-pane="text" tabIndex={-1} aria-label="Assembly">
        <header><h2>Assembly</h2><span class="tag">{props.target}</span><span class="tag">{props.dialect}</span></header>
        <div class="pane-editor" ref={places.text} />
      </section>
      <section class="panel pane" data-leave data-pane="words" tabIndex={-1} aria-label="Words">
        <header><h2>Words</h2><span class="muted small">hexadecimal</span></header>
        <div class="pane-editor" ref={places.words} />
      </section>
    </div>
  );
}

function lineAt(result: Conversion, side: Side, position: number, textLine: number): number | undefined {
  if (side === "text") return lineAtText(result.lines, position, textLine);
  if (result.origin === "words") return lineAtDigits(result.lines, result.words, position);
  return result.lines[textLine] ? textLine : undefined;
}

function diagnostics(messages: readonly Message[], edit: (from: number, to: number, text: string) => void): Diagnostic[] {
  return messages.filter((message) => message.range).map((message) => ({
    from: message.range!.from,
    to: message.range!.to,
    severity: message.level === "note" ? "info" : message.level,
    message: [message.code && `${message.code}: `, message.message, message.help && `\n${message.help}`].filter(Boolean).join(""),
    actions: message.fixes.map((fix) => ({ name: fix.text || fix.title, apply: () => edit(fix.from, fix.to, fix.text) })),
  }));
}

/** Branches as pairs of lines of the text, from 0. */
function branches(result: Conversion): [number, number][] {
  const pairs: [number, number][] = [];
  for (const { statement } of result.lines) {
    if (statement.branch === null) continue;
    const to = result.lines.find(({ statement: other }) => other.section === statement.section && other.offset === statement.branch);
    if (to) pairs.push([statement.line - 1, to.statement.line - 1]);
  }
  return pairs;
}

/** Marks of the instruction under the cursor, what is linked in it, and other uses of its registers. */
function linkMarks({ result, inst, line, linked }: Props): { text: Mark[]; words: Mark[] } {
  const selected = line === undefined ? undefined : result?.lines[line];
  if (!result || !selected || !inst) return { text: [], words: [] };
  const { statement } = selected;
  const own = result.text.slice(statement.from, statement.to);
  const pieces = inst.pieces.map((piece, index) => ({ text: inst.text.slice(piece.start, piece.end), index, start: piece.start }))
    .sort((a, b) => a.start - b.start);
  const text: Mark[] = [];
  for (const { index, from, to } of piecesIn(own, pieces)) {
    if (!linked.link.pieces.has(index)) continue;
    const part = inst.parts[inst.pieces[index]!.parts.find((one) => linked.link.parts.has(one)) ?? inst.pieces[index]!.parts[0] ?? -1];
    text.push({ from: statement.from + from, to: statement.from + to, class: `linked ${part ? partClass(inst, part) : "k-op"}`, current: true });
  }
  const words: Mark[] = [];
  if (result.origin === "text" && result.lines.length > 1) {
    const lines = result.words.split("\n");
    const from = lines.slice(0, selected.wordLine).reduce((sum, one) => sum + one.length + 1, 0);
    words.push({ from, to: from + (lines[selected.wordLine]?.length ?? 0), class: "same" });
  }
  if (result.origin === "words" && result.lines.length > 1) text.push({ from: statement.from, to: statement.to, class: "same" });
  return { text, words };
}
