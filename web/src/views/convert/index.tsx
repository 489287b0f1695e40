import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { attempt, library, targetOf } from "../../api/library";
import type { Fix, Message, Use } from "../../api/types";
import { pack, unpack } from "../../app/link";
import { announce, notify } from "../../app/notices";
import { address, replace, type Route } from "../../app/router";
import { useSettings } from "../../app/settings";
import { useLinked } from "../../ui/instruction";
import { Inspector } from "../../ui/inspector";
import { Problems } from "../../ui/problems";
import samples from "../../data/samples.json";
import { chooseFile, FileView, openFile, useOpened } from "./file";
import { type Conversion, convert, isLong, recognized, type Side } from "./conversion";
import { type Cursor, Panes, type PanesHandle } from "./panes";
import "./convert.css";

/** What was typed, and where. */
interface Input {
  side: Side;
  value: string;
}

export function Convert({ route }: { route: Route }) {
  const opened = useOpened();
  if (route.path[0] === "file") {
    return opened ? <FileView key={opened.id} opened={opened} /> : <NoFile />;
  }
  return <Editor route={route} />;
}

function NoFile() {
  return (
    <div class="stack">
      <h1>A file</h1>
      <p class="lead">Files stay in the browser, so an address cannot bring one along. Drop a code object, a library or a program here, or choose one.</p>
      <div><button type="button" class="primary" onClick={chooseFile}>Open a file…</button></div>
    </div>
  );
}

/** Reads the input from an address. */
async function inputOf(params: URLSearchParams): Promise<Input | undefined> {
  const [s, w, sz, wz] = ["s", "w", "sz", "wz"].map((key) => params.get(key));
  if (s != null) return { side: "text", value: s };
  if (w != null) return { side: "words", value: w };
  if (sz != null) return { side: "text", value: await unpack(sz) };
  if (wz != null) return { side: "words", value: await unpack(wz) };
  return undefined;
}

async function permalink(input: Input, target: string, dialect: string): Promise<string> {
  const { plain, packed } = await pack(input.value);
  const key = input.side === "text" ? "s" : "w";
  return address("convert", [], { t: target, d: dialect, ...(packed === undefined ? { [key]: plain } : { [`${key}z`]: packed }) });
}

function Editor({ route }: { route: Route }) {
  const { target, dialect, info } = useSettings();
  const [input, setInput] = useState<Input>();
  const [result, setResult] = useState<Conversion>();
  const [cursor, setCursor] = useState<Cursor>({ side: "text", position: 0, line: undefined });
  const [checked, setChecked] = useState<Message[]>();
  const panes = useRef<PanesHandle>(null);
  const written = useRef("");
  const changes = useRef(0);

  // An address that the page did not write itself brings a new input.
  useEffect(() => {
    if (location.hash === written.current) return;
    let current = true;
    const sample = (samples as Record<string, string>)[info.architecture] ?? "";
    inputOf(route.params)
      .then((found) => current && setInput(found ?? { side: "text", value: route.params.size > 0 ? "" : sample }))
      .catch((problem: Error) => notify("error", "This link is damaged", problem.message));
    return () => { current = false; };
  }, [route]);

  // The conversion follows the input, the target and the dialect.
  useEffect(() => {
    if (!input) return;
    let current = true;
    const run = async () => {
      try {
        const next = await convert(input.side, input.value, target, dialect);
        if (!current) return;
        const other = await translated(next, result, input, target, dialect);
        if (!current) return;
        if (other) setInput(other);
        else setResult(next);
      } catch (error) {
        if (current) notify("error", "This cannot be converted", error instanceof Error ? error.message : String(error));
      }
    };
    const timer = setTimeout(run, isLong(input.value) ? 300 : result ? 30 : 0);
    return () => { current = false; clearTimeout(timer); };
  }, [input, target, dialect]);

  useEffect(() => {
    if (!input) return;
    const timer = setTimeout(() => void permalink(input, target, dialect).then((link) => {
      written.current = link;
      replace(link);
    }), 250);
    return () => clearTimeout(timer);
  }, [input, target, dialect]);

  useEffect(() => setChecked(undefined), [result]);

  const line = cursor.line ?? (result && result.lines.length > 0 ? 0 : undefined);
  const selected = line === undefined ? undefined : result?.lines[line];
  const words = selected?.statement.words;
  const inst = useMemo(() => {
    if (!result || !selected || !words) return undefined;
    const found = attempt(() => library.instruction(result.target, result.dialect, words, `0x${selected.statement.offset.toString(16)}`));
    return "value" in found ? found.value : undefined;
  }, [result?.target, result?.dialect, words, selected?.statement.offset]);
  const linked = useLinked(inst);
  const uses = useMemo<readonly Use[]>(() => {
    if (!result || cursor.side !== "text" || !result.text || isLong(result.text)) return [];
    const found = attempt(() => library.uses(result.target, result.dialect, result.text, Math.min(cursor.position, result.text.length)));
    return "value" in found ? found.value : [];
  }, [result, cursor]);

  const typed = async (side: Side, value: string, pasted: boolean) => {
    const count = ++changes.current;
    // What is pasted into the wrong pane is read for what it is.
    const own = pasted ? await recognized(value, target, dialect, side) : side;
    if (count === changes.current) setInput({ side: own, value });
  };

  const fix = (change: Fix) => {
    if (!result) return;
    const old = result.origin === "text" ? result.text : result.words;
    setInput({ side: result.origin, value: old.slice(0, change.from) + change.text + old.slice(change.to) });
    announce(change.title.replaceAll("`", ""));
  };

  const copyLink = async () => {
    if (!input) return;
    const link = await permalink(input, target, dialect);
    written.current = link;
    replace(link);
    try {
      await navigator.clipboard.writeText(location.href);
      notify("info", "The link is on the clipboard");
    } catch {
      notify("info", "The link is in the address bar");
    }
  };

  const runCheck = () => {
    if (!result?.assembly) return;
    const found = attempt(() => library.check(result.target, result.dialect, result.text));
    if ("error" in found) notify("error", "The check failed", found.error);
    else setChecked(found.value);
  };

  return (
    <div class="stack convert">
      <h1 class="visually-hidden">Convert</h1>
      <div class="row convert-bar">
        {result && <Recognised result={result} target={target} />}
        <span class="grow" />
        <button type="button" onClick={runCheck} disabled={!result?.assembly || result.lines.length === 0} title="Waits, hazards and registers">Check</button>
        <button type="button" onClick={copyLink}>Copy link</button>
        <button type="button" onClick={chooseFile} title="A code object, library or program; it stays in the browser">Open a file…</button>
      </div>
      <Panes control={panes} result={result} input={input} target={target} dialect={dialect} inst={inst} linked={linked} line={line} uses={uses} onText={typed} onCursor={setCursor} />
      {result && <Problems messages={result.messages} onFix={fix} onGo={(message) => message.place && panes.current?.goTo(result.origin, message.place.line - 1)} />}
      {uses.length > 1 && <Uses register={tokenAt(result, cursor.position)} uses={uses} onGo={(use) => panes.current?.goTo("text", use.line - 1)} />}
      {checked && (
        <section class="panel">
          <header><h2>Check</h2><span class="muted small">{checked.length === 0 ? "" : `${checked.length} ${checked.length === 1 ? "finding" : "findings"}`}</span></header>
          <div class="body"><Problems messages={checked} onFix={(change) => result && setInput({ side: "text", value: result.text.slice(0, change.from) + change.text + result.text.slice(change.to) })}
            onGo={(message) => message.place && panes.current?.goTo("text", message.place.line - 1)} empty="Nothing is wrong: waits, hazards and registers are as they should be." /></div>
        </section>
      )}
      {inst ? (
        <section class="panel" aria-label="The instruction under the cursor"><div class="body"><Inspector inst={inst} linked={linked} /></div></section>
      ) : (
        <Hint empty={!input?.value.trim()} />
      )}
    </div>
  );
}

/** If another dialect was chosen and the old text is wrong in it or has other words, gives the text of the same words. */
async function translated(next: Conversion, before: Conversion | undefined, input: Input, target: string, dialect: string): Promise<Input | undefined> {
  const same = before?.origin === "text" && before.text === input.value && input.side === "text";
  if (!same || before.failed || before.dialect === dialect || before.target !== targetOf(target)?.target) return undefined;
  if (!next.failed && next.words === before.words) return undefined;
  const { text, failed } = await convert("words", before.words, target, dialect);
  if (failed) {
    if (!next.failed) notify("error", "The words have changed", `In the dialect ${dialect} the text has other words, and its old words have no text.`);
    return undefined;
  }
  announce(`The text is translated to the dialect ${dialect}`);
  const again = await convert("text", text, target, dialect);
  // The words of the user stay what they are, even if the text gives others.
  return !again.failed && again.words === before.words ? { side: "text", value: text } : { side: "words", value: before.words };
}

function Recognised({ result, target }: { result: Conversion; target: string }) {
  const forms: Partial<Record<Conversion["form"], string>> = { source: "assembly", raw: "binary" };
  const named = result.form === "empty" ? undefined : forms[result.form] ?? result.form;
  const own = targetOf(target)?.target;
  return (
    <span class="row small" data-form={result.form}>
      {named && <>read as <strong class="tag accent">{named}</strong>{result.took !== named && <span class="muted">{result.took}</span>}</>}
      {result.target !== own && <span class="tag warn">the text names {result.target}</span>}
      {result.lines.length > 0 && <span class="muted">{result.lines.length} {result.lines.length === 1 ? "statement" : "statements"}</span>}
    </span>
  );
}

/** The word of the text at a position. */
function tokenAt(result: Conversion | undefined, position: number): string {
  const token = result?.assembly?.tokens.find(({ from, to }) => from <= position && position <= to);
  return token ? result!.text.slice(token.from, token.to) : "this register";
}

/** Where the register under the cursor is read and written. */
function Uses({ register, uses, onGo }: { register: string; uses: readonly Use[]; onGo: (use: Use) => void }) {
  return (
    <div class="row small uses">
      <span class="muted">Uses of <code>{register}</code></span>
      {uses.slice(0, 40).map((use, index) => (
        <button key={index} type="button" class={`small ${use.written ? "written" : ""}`} onClick={() => onGo(use)} title={use.last_write ? "the last write before the cursor" : ""}>
          line {use.line} {use.read && use.written ? "reads, writes" : use.written ? "writes" : "reads"}{use.last_write && " ●"}
        </button>
      ))}
    </div>
  );
}

function Hint({ empty }: { empty: boolean }) {
  if (!empty) return null;
  return (
    <section class="panel">
      <div class="body">
        <p>Type assembly on the left, or words on the right. Both panes follow each other.</p>
        <ul class="small muted">
          <li>Words (<code>7e020301</code>), bytes in the order of memory (<code>01 03 02 7e</code>), lines of objdump, llvm-mc, CLRX and Mesa, array literals: the page says what it took them for.</li>
          <li>Drop a code object, a library or a program anywhere on this page. It is read here and sent nowhere.</li>
        </ul>
      </div>
    </section>
  );
}

/** A file that is dropped anywhere opens in Convert. */
export function useDrops(): void {
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      const file = event.dataTransfer?.files[0];
      if (!file || event.defaultPrevented) return;
      event.preventDefault();
      void openFile(file);
    };
    addEventListener("dragover", over);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", over);
      removeEventListener("drop", drop);
    };
  }, []);
}
