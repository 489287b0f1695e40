import { useMemo, useState } from "preact/hooks";
import { attempt, library, entries, targets } from "../../api/library";
import samples from "../../data/samples.json";
import { address } from "../../app/router";
import { useSettings } from "../../app/settings";
import { InstructionText, useLinked } from "../../ui/instruction";
import { BitTable, Meaning } from "../../ui/instruction";
import { NeedsTools } from "../../ui/needs-tools";
import { Problems } from "../../ui/problems";
import { convertAddress } from "../addresses";
import { convert, type Conversion } from "../convert/conversion";
import { TOURS } from "../learn/tours";
import { useEffect } from "preact/hooks";
import "./home.css";
import { Scroll } from "../../ui/scroll";

/** The first page: an instruction that one can change at once, and the ways on. */
export function Home() {
  const instructions = entries.filter((entry) => entry.kind === "instruction").length;
  return (
    <div class="home fade">
      <div class="hero">
        <h1>Every instruction, explained and executed</h1>
        <p class="lead">Isatope is an executable specification of {targets.length} generations of GPUs. Type an instruction, or its words in hexadecimal.</p>
      </div>
      <section class="panel live" aria-label="A live instruction"><div class="body stack"><NeedsTools><Live /></NeedsTools></div></section>
      <ul class="ways">
        <Way to={address("explore")} title="Explore">{instructions.toLocaleString("en")} instructions with encodings, operands and meanings. Search by name, opcode or a word with gaps.</Way>
        <Way to="#/convert" title="Convert">Assembly to words and back while you type, in every dialect. Drop a code object to read it.</Way>
        <Way to={address("run")} title="Run">Kernels step by step, forward and back, with the registers of all lanes and what is in memory.</Way>
        <Way to={address("learn")} title="Learn">{TOURS.length} short tours: lanes, scalar and vector, waits, divergence, a reduction.</Way>
      </ul>
    </div>
  );
}

function Way({ to, title, children }: { to: string; title: string; children: preact.ComponentChildren }) {
  return <li><a class="panel way" href={to}><strong>{title} <span aria-hidden="true">→</span></strong><span class="muted">{children}</span></a></li>;
}

function Live() {
  const { target, dialect, info } = useSettings();
  const sample = (samples as Record<string, string>)[info.architecture] ?? "";
  const [typed, setTyped] = useState<string>();
  const text = typed ?? sample;
  const [result, setResult] = useState<Conversion>();
  useEffect(() => {
    let current = true;
    const form = attempt(() => library.disassemble(target, dialect, text).form);
    const side = "value" in form && form.value !== "source" && form.value !== "empty" ? "words" : "text";
    convert(side, text, target, dialect).then((next) => current && setResult(next), () => undefined);
    return () => { current = false; };
  }, [text, target, dialect]);
  useEffect(() => setTyped(undefined), [info.architecture]);
  const words = result?.lines.find(({ statement }) => statement.words)?.statement.words;
  const inst = useMemo(() => {
    if (!result || !words) return undefined;
    const found = attempt(() => library.instruction(result.target, result.dialect, words, "0"));
    return "value" in found ? found.value : undefined;
  }, [result, words]);
  const linked = useLinked(inst);
  return (
    <>
        <input class="live-input mono" aria-label="An instruction, or its words" value={text} spellcheck={false} autocapitalize="off" onInput={(event) => setTyped(event.currentTarget.value)} />
        {result && <Problems messages={result.messages} onFix={(fix) => setTyped(text.slice(0, fix.from) + fix.text + text.slice(fix.to))} />}
        {inst && (
          <>
            <div class="row">
              <InstructionText inst={inst} linked={linked} /><span class="grow" />
              <code class="live-words">{inst.words}</code>
            </div>
            <BitTable inst={inst} linked={linked} />
            <div class="live-columns">
              <Scroll><Meaning inst={inst} linked={linked} /></Scroll>
              <div>
                <p>{inst.summary.replaceAll("`", "")}</p>
                {inst.body && <pre class="code" tabIndex={0}><code>{inst.body}</code></pre>}
                <div class="row live-links">
                  <a class="button small" href={convertAddress({ text }, target, dialect)}>Open in Convert</a>
                  <a class="button small" href={address("run", ["try"], { t: target, s: inst.texts.at(-1)?.text ?? inst.text })}>Run it</a>
                </div>
              </div>
            </div>
          </>
        )}
    </>
  );
}
