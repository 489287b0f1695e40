import { autocompletion, type CompletionSource } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Annotation, type Extension, EditorState, type Range, RangeSet, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration, type DecorationSet, drawSelection, EditorView, GutterMarker, gutter, highlightActiveLine, highlightActiveLineGutter, keymap,
  lineNumbers, placeholder,
} from "@codemirror/view";

/** A range of the text with a class. */
export interface Mark {
  from: number;
  to: number;
  class: string;
  current?: boolean;
}

/** What an editor needs from its surroundings. */
export interface EditorOptions {
  parent: HTMLElement;
  label: string;
  text: string;
  placeholder?: string;
  readOnly?: boolean;
  lineNumbers?: boolean;
  /** Called after the user has changed the text; not after `setText`. */
  onText?: (text: string) => void;
  /** Called after the cursor has moved: the position and its line, from 0. */
  onCursor?: (position: number, line: number) => void;
  complete?: CompletionSource;
  extensions?: Extension[];
}

const fromOutside = Annotation.define<boolean>();
const setLayer = StateEffect.define<{ layer: Layer; marks: readonly Mark[] }>();
type Layer = "tokens" | "uses" | "links";

/** Marks of one layer; they move with the text until new ones come. */
function layer(name: Layer): StateField<DecorationSet> {
  return StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update(marks, transaction) {
      let next = marks.map(transaction.changes);
      for (const effect of transaction.effects) {
        if (effect.is(setLayer) && effect.value.layer === name) next = decorations(effect.value.marks, transaction.state.doc.length);
      }
      return next;
    },
    provide: (field) => EditorView.decorations.from(field),
  });
}

function decorations(marks: readonly Mark[], length: number): DecorationSet {
  const ranges: Range<Decoration>[] = [];
  for (const mark of marks) {
    if (mark.from >= mark.to || mark.to > length) continue;
    const attributes: Record<string, string> = mark.current ? { "aria-current": "true" } : {};
    ranges.push(Decoration.mark({ class: mark.class, attributes }).range(mark.from, mark.to));
  }
  return Decoration.set(ranges, true);
}

const theme = EditorView.theme({
  "&": { fontSize: "0.9rem", backgroundColor: "transparent", color: "var(--text)", height: "100%" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6", fontVariantNumeric: "tabular-nums" },
  ".cm-content": { padding: "0.5rem 0", caretColor: "var(--accent)" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--muted)", border: "none" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--accent) 7%, transparent)" },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--text)" },
  ".cm-cursor": { borderLeftColor: "var(--accent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "color-mix(in srgb, var(--accent) 25%, transparent)" },
  ".cm-tooltip": { backgroundColor: "var(--panel)", color: "var(--text)", border: "1px solid var(--line)", borderRadius: "6px" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-panels": { backgroundColor: "var(--sunken)", color: "var(--text)" },
  ".cm-placeholder": { color: "var(--muted)" },
  ".cm-diagnosticAction": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--error) 1px", textUnderlineOffset: "3px" },
  ".cm-lintRange-warning": { backgroundImage: "none", textDecoration: "underline wavy var(--warn) 1px", textUnderlineOffset: "3px" },
});

/** Escape leaves the editor, for those who use no mouse: the focus goes to the panel around it. */
const leave = keymap.of([{
  key: "Escape",
  run(view) {
    const panel = view.dom.closest<HTMLElement>("[data-leave]");
    if (!panel) return false;
    panel.focus();
    return true;
  },
}]);

/** A text editor that a view of the page drives. */
export class Editor {
  readonly view: EditorView;

  constructor(options: EditorOptions) {
    const extensions: Extension[] = [
      history(), drawSelection(), search({ top: true }), highlightSelectionMatches(), layer("tokens"), layer("uses"), layer("links"), theme,
      keymap.of([...defaultKeymap.filter((binding) => binding.key !== "Escape"), ...historyKeymap, ...searchKeymap]), leave,
      EditorView.contentAttributes.of({ "aria-label": options.label, tabindex: "0", spellcheck: "false", autocapitalize: "off", autocorrect: "off" }),
      EditorView.updateListener.of((update) => {
        const own = update.transactions.some((transaction) => transaction.annotation(fromOutside));
        if (update.docChanged && !own) options.onText?.(update.state.doc.toString());
        if (update.selectionSet || update.docChanged || update.focusChanged) {
          const { head } = update.state.selection.main;
          options.onCursor?.(head, update.state.doc.lineAt(head).number - 1);
        }
      }),
    ];
    if (options.lineNumbers !== false) extensions.push(lineNumbers(), highlightActiveLineGutter());
    if (options.readOnly) extensions.push(EditorState.readOnly.of(true));
    else extensions.push(lintGutter());
    extensions.push(highlightActiveLine());
    if (options.placeholder) extensions.push(placeholder(options.placeholder));
    if (options.complete) extensions.push(autocompletion({ override: [options.complete], icons: false }));
    extensions.push(...(options.extensions ?? []));
    this.view = new EditorView({ parent: options.parent, state: EditorState.create({ doc: options.text, extensions }) });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Replaces the text, without a call of `onText`. */
  setText(text: string): void {
    const old = this.text;
    if (old === text) return;
    this.view.dispatch({ changes: { from: 0, to: old.length, insert: text }, annotations: fromOutside.of(true) });
  }

  setMarks(name: Layer, marks: readonly Mark[]): void {
    this.view.dispatch({ effects: setLayer.of({ layer: name, marks }) });
  }

  setDiagnostics(list: readonly Diagnostic[]): void {
    const { length } = this.view.state.doc;
    const clipped = list.map((item) => ({ ...item, from: Math.min(item.from, length), to: Math.min(item.to, length) }));
    this.view.dispatch(setDiagnostics(this.view.state, clipped));
  }

  /** Replaces a range as if the user had typed it. */
  edit(from: number, to: number, insert: string): void {
    this.view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length }, userEvent: "input" });
    this.view.focus();
  }

  /** Puts the cursor at the start of a line, from 0. */
  goToLine(line: number, focus = false): void {
    const { doc } = this.view.state;
    if (line < 0 || line >= doc.lines) return;
    const { from } = doc.line(line + 1);
    this.view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "nearest" }) });
    if (focus) this.view.focus();
  }

  destroy(): void {
    this.view.destroy();
  }
}

class Sign extends GutterMarker {
  constructor(private readonly kind: string, private readonly text: string) {
    super();
  }

  override eq(other: Sign): boolean {
    return other.kind === this.kind;
  }

  override toDOM(): Node {
    const sign = document.createElement("span");
    sign.className = `sign sign-${this.kind}`;
    sign.textContent = this.text;
    return sign;
  }
}

const BREAK = new Sign("break", "●");
const HERE = new Sign("here", "▶");
const setSigns = StateEffect.define<{ breaks: readonly number[]; here: number | undefined }>();
const hereLine = Decoration.line({ class: "cm-here" });

const signs = StateField.define<{ set: RangeSet<GutterMarker>; lines: DecorationSet }>({
  create: () => ({ set: RangeSet.empty, lines: Decoration.none }),
  update(value, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(setSigns)) continue;
      const { doc } = transaction.state;
      const at = (line: number) => doc.line(line + 1).from;
      const inside = (line: number) => line >= 0 && line < doc.lines;
      const { breaks, here } = effect.value;
      const markers = breaks.filter(inside).map((line) => BREAK.range(at(line)));
      if (here !== undefined && inside(here)) {
        markers.push(HERE.range(at(here)));
        return { set: RangeSet.of(markers, true), lines: Decoration.set([hereLine.range(at(here))]) };
      }
      return { set: RangeSet.of(markers, true), lines: Decoration.none };
    }
    return transaction.docChanged ? { set: value.set.map(transaction.changes), lines: value.lines.map(transaction.changes) } : value;
  },
  provide: (field) => EditorView.decorations.from(field, (value) => value.lines),
});

/** A gutter with breakpoints and the next line; a click calls back with the line, from 0. */
export function runGutter(onClick: (line: number) => void): Extension {
  return [
    signs,
    gutter({
      class: "cm-run-gutter",
      markers: (view) => view.state.field(signs).set,
      initialSpacer: () => BREAK,
      domEventHandlers: {
        mousedown(view, block) {
          onClick(view.state.doc.lineAt(block.from).number - 1);
          return true;
        },
      },
    }),
  ];
}

/** Shows breakpoints and the line that is next, and brings that into sight; both count from 0. The cursor stays where it is. */
export function showSigns(editor: Editor, breaks: readonly number[], here: number | undefined): void {
  const effects: StateEffect<unknown>[] = [setSigns.of({ breaks, here })];
  const { doc } = editor.view.state;
  if (here !== undefined && here < doc.lines) effects.push(EditorView.scrollIntoView(doc.line(here + 1).from, { y: "nearest", yMargin: 40 }));
  editor.view.dispatch({ effects });
}
