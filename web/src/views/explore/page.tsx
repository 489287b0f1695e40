import { useMemo, useState } from "preact/hooks";
import { attempt, library, entries, targetOf, useTools } from "../../api/library";
import type { Entry, Example, Executed, Page, Tryout } from "../../api/types";
import { remote } from "../../api/remote";
import { address } from "../../app/router";
import { useSettings, usualName } from "../../app/settings";
import { useLinked } from "../../ui/instruction";
import { BitTable, InstructionText } from "../../ui/instruction";
import { NeedsTools } from "../../ui/needs-tools";
import { Prose } from "../../ui/prose";
import { convertAddress, pageAddress } from "../addresses";
import { Blocks, Versions } from "./blocks";
import { Dialects, Generations } from "./compare";

const TABS = [["", "Page"], ["generations", "Generations"], ["dialects", "Dialects"]] as const;

/** The page of an entry. */
export function PageView({ entry, tab }: { entry: Entry; tab: string }) {
  const { info } = useSettings();
  const [narrow, setNarrow] = useState(false);
  const exists = entry.versions.length === 0 || entry.versions.includes(info.target);
  const target = narrow && exists && entry.arch === info.architecture ? info.target : "";
  const found = useMemo(() => attempt(() => library.page(entry.id, target)), [entry.id, target]);
  if ("error" in found) return <p class="notice error">{found.error}</p>;
  // The name of an operand means the operand here, whatever else has that name.
  const links = Object.fromEntries(Object.entries(found.value.links).filter(([name]) => !entry.operands.includes(name)));
  // A page without sections has no such key.
  const page = { ...found.value, sections: found.value.sections ?? [], links };
  const isInstruction = entry.kind === "instruction";
  return (
    <article class="stack page" data-page={entry.path}>
      <header class="page-head">
        <div class="row">
          <h1><code>{page.name}</code></h1>
          <span class="tag">{entry.kind}</span>
          {entry.arch && <span class="tag">{entry.arch}</span>}
          {entry.units.map((unit) => <a key={unit} class="tag" href={address("explore", [], { unit })}>{unit}</a>)}
          {entry.status && <span class={`tag ${entry.status === "exact" ? "good" : "warn"}`} title="How well the meaning is known">{entry.status}</span>}
        </div>
        <p class="lead"><Prose text={page.summary} links={page.links} /></p>
        {(page.doc ?? []).map((paragraph) => <p key={paragraph} class="doc"><Prose text={paragraph} links={page.links} /></p>)}
        <div class="row">
          {isInstruction && (
            <nav class="segments" aria-label="What to compare">
              {TABS.map(([key, title]) => <a key={key} class="button" href={pageAddress(entry, { tab: key })} aria-current={tab === key ? "page" : undefined}>{title}</a>)}
            </nav>
          )}
          <Versions versions={entry.versions} />
          {entry.arch === info.architecture && exists && tab === "" && (
            <label class="row small"><input type="checkbox" checked={narrow} onChange={(event) => setNarrow(event.currentTarget.checked)} /> only {usualName(info)}</label>
          )}
        </div>
      </header>
      {tab === "generations" ? <Generations entry={entry} /> : tab === "dialects" ? <NeedsTools><Dialects page={page} /></NeedsTools> : <Body page={page} entry={entry} />}
      {page.others.length > 0 && (
        <p class="small">Other pages with this name: {page.others.map((id) => entries[id] && <a key={id} href={pageAddress(entries[id]!)}>{entries[id]!.kind} {entries[id]!.arch} </a>)}</p>
      )}
    </article>
  );
}

/** Sections that are read first; the others follow in the order of the library. */
const FIRST = ["Syntax", "Meaning", "Examples"];
/** Sections with wide tables and diagrams. */
const SIDE = ["Encoding", "Bits", "Layout"];

function Body({ page, entry }: { page: Page; entry: Entry }) {
  const { ready } = useTools();
  const { info } = useSettings();
  const own = entry.arch === info.architecture && entry.versions.includes(info.target) ? info.target : "";
  const { examples, instances } = useMemo<Tryout>(() => {
    const found = ready && entry.kind === "instruction" ? attempt(() => library.tryout(entry.id, own)) : undefined;
    return found && "value" in found ? found.value : { examples: [], instances: [] };
  }, [ready, entry.id, own]);
  const order = (title: string) => {
    const index = FIRST.indexOf(title);
    return index < 0 ? FIRST.length : index;
  };
  const sections = page.sections.map((section, index) => ({ ...section, index })).sort((a, b) => order(a.title) - order(b.title) || a.index - b.index);
  const side = sections.filter((section) => SIDE.some((title) => section.title.startsWith(title)));
  const rest = sections.filter((section) => !side.includes(section));
  const show = (section: (typeof sections)[number]) => (
    <section key={section.index} class="panel">
      <header><h2>{section.title}</h2></header>
      <div class="body">
        {section.title === "Examples" && examples.length > 0 ? <Examples key={entry.path} examples={examples} /> : <Blocks blocks={section.blocks} links={page.links} />}
      </div>
    </section>
  );
  return (
    <>
      {instances.length > 0 && <Instance key={entry.path} instances={instances} />}
      <div class={side.length > 0 ? "page-columns" : "page-single"}>
        <div class="stack">{rest.map(show)}</div>
        {side.length > 0 && <div class="stack">{side.map(show)}</div>}
      </div>
    </>
  );
}

/** The instruction with operands that the library chose, for the target of the page. */
function Instance({ instances }: { instances: Tryout["instances"] }) {
  const { info, dialect } = useSettings();
  const own = instances.filter((one) => one.target === info.target);
  const list = own.length > 0 ? own : instances.filter((one) => one.target === instances.at(-1)?.target);
  const [chosen, setChosen] = useState(0);
  const instance = list[Math.min(chosen, list.length - 1)];
  const inst = useMemo(() => {
    if (!instance) return undefined;
    const target = targetOf(instance.target)!;
    const found = attempt(() => library.instruction(instance.target, target.dialects.includes(dialect) ? dialect : target.dialects[0]!, instance.words, "0"));
    return "value" in found ? found.value : undefined;
  }, [instance, dialect]);
  const linked = useLinked(inst);
  if (!inst || !instance) return null;
  return (
    <section class="panel" aria-label="An instance">
      <div class="body stack">
        <div class="row">
          <InstructionText inst={inst} linked={linked} />
          <span class="grow" />
          {list.length > 1 && (
            <div class="segments" role="group" aria-label="Format">
              {list.map((one, index) => <button key={one.format} type="button" aria-pressed={one === instance} onClick={() => setChosen(index)}>{one.format}</button>)}
            </div>
          )}
          <a class="button small" href={convertAddress({ text: inst.text }, instance.target, inst.dialect)}>Change it in Convert</a>
          <a class="button small" href={address("run", ["try"], { t: instance.target, d: inst.dialect, s: inst.text })}>Run it</a>
        </div>
        <BitTable inst={inst} linked={linked} />
      </div>
    </section>
  );
}

/** Worked examples; each runs when it is asked to. */
function Examples({ examples }: { examples: readonly Example[] }) {
  return <ul class="examples">{examples.map((example) => <ExampleLine key={example.text} example={example} />)}</ul>;
}

function ExampleLine({ example }: { example: Example }) {
  const [answer, setAnswer] = useState<Executed | { ok: false; error: string } | "running">();
  const { request } = example;
  const run = async () => {
    setAnswer("running");
    try {
      setAnswer(await remote.execute(request!));
    } catch (error) {
      setAnswer({ ok: false, error: error instanceof Error ? error.message : String(error) });
    }
  };
  return (
    <li>
      <div class="row">
        <code class="grow">{example.text}</code>
        {request !== null && <button type="button" class="small" onClick={run} disabled={answer === "running"}>Run</button>}
      </div>
      {answer && answer !== "running" && <ExecutedView answer={answer} />}
    </li>
  );
}

function ExecutedView({ answer }: { answer: Executed | { ok: false; error: string } }) {
  if (!answer.ok) return <p class="small notice error">{answer.error}</p>;
  const shown = (value: string | string[]) => {
    if (typeof value === "string") return value;
    const different = [...new Set(value)];
    return different.length === 1 ? `${different[0]} in all lanes` : value.length > 8 ? `${value.slice(0, 8).join(" ")} …` : value.join(" ");
  };
  const { regs = {}, mem = [] } = answer as Executed;
  return (
    <dl class="accesses small fade">
      {Object.entries(regs).map(([name, value]) => <div key={name}><dt>{name}</dt><dd class="mono">{shown(value)}</dd></div>)}
      {mem.map((one) => <div key={one.addr}><dt>{one.space ?? "memory"} {one.addr}</dt><dd class="mono wrap">{one.bytes}</dd></div>)}
      {Object.keys(regs).length + mem.length === 0 && <div><dt>result</dt><dd>nothing was written</dd></div>}
    </dl>
  );
}
