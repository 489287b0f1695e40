// Everything about one instruction with its actual operands.

import { entries, targetOf } from "../api/library";
import type { Instruction } from "../api/types";
import { usualName } from "../app/settings";
import { convertAddress, pageAddress } from "../views/addresses";
import { BitTable, InstructionText, type Linked, Meaning } from "./instruction";
import { Code } from "./prose";
import { Scroll } from "./scroll";

export function Inspector({ inst, linked, heading = true }: { inst: Instruction; linked: Linked; heading?: boolean }) {
  const page = inst.page === null ? undefined : entries[inst.page];
  return (
    <div class="inspector stack" key={inst.target}>
      {heading && (
        <div class="inst-head">
          <InstructionText inst={inst} linked={linked} />
          <div class="row">
            {page && <a class="button small" href={pageAddress(page)}>Page of <code>{page.name}</code></a>}
            <span class="tag">{inst.format}</span>
            {inst.unit && <span class="tag">{inst.unit}</span>}
            {inst.flow !== "next" && <span class="tag accent">{inst.flow}{inst.branch && ` → ${inst.branch}`}</span>}
          </div>
        </div>
      )}
      <p class="summary">{inst.summary}</p>
      {inst.cautions.map((caution) => <p key={caution} class="notice warn small">{caution}</p>)}
      <BitTable inst={inst} linked={linked} />
      <div class="inspector-columns">
        <Scroll><Meaning inst={inst} linked={linked} /></Scroll>
        <div class="stack">
          <Accesses inst={inst} />
          {inst.body && <section><h3>What it does</h3><Code text={inst.body} links={page ? { [page.name]: page.id } : {}} /></section>}
        </div>
        <div class="stack">
          <section>
            <h3>In every dialect</h3>
            <dl class="dialects">
              {inst.texts.map(({ dialect, text }) => (
                <div key={dialect}><dt>{dialect}</dt><dd><a class="mono plain" href={convertAddress({ text }, inst.target, dialect)}>{text}</a></dd></div>
              ))}
            </dl>
          </section>
          <Elsewhere inst={inst} />
        </div>
      </div>
    </div>
  );
}

function Accesses({ inst }: { inst: Instruction }) {
  const reads = inst.accesses.filter((access) => access.read).map((access) => access.place);
  const writes = inst.accesses.filter((access) => access.write === "always").map((access) => access.place);
  const maybe = inst.accesses.filter((access) => access.write === "maybe").map((access) => access.place);
  const rows: [string, string[]][] = [["reads", reads], ["writes", writes], ["may write", maybe]];
  if (inst.accesses.length === 0) return null;
  return (
    <section>
      <h3>Reads and writes</h3>
      <dl class="accesses">
        {rows.filter(([, places]) => places.length > 0).map(([name, places]) => (
          <div key={name}><dt>{name}</dt><dd>{[...new Set(places)].map((place) => <code key={place} class="chip">{place}</code>)}</dd></div>
        ))}
      </dl>
    </section>
  );
}

function Elsewhere({ inst }: { inst: Instruction }) {
  const own = targetOf(inst.target)?.architecture;
  const others = inst.elsewhere.filter((one) => one.architecture === own);
  if (others.length === 0) return null;
  const name = (target: string) => {
    const found = targetOf(target);
    return found ? usualName(found) : target;
  };
  return (
    <section>
      <h3>On other targets</h3>
      <Scroll>
        <table class="elsewhere">
          <caption class="visually-hidden">The same operation, and the same words, on other targets</caption>
          <thead><tr><th scope="col">Target</th><th scope="col">The same operation</th><th scope="col">These words</th></tr></thead>
          <tbody>
            {others.map(({ target, same, words_are: are }) => (
              <tr key={target}>
                <th scope="row" class="mono">{name(target)}</th>
                <td class="mono">{same ? <a class="plain" href={convertAddress({ words: same.words }, name(target), undefined)}>{same.words}</a> : <span class="muted">–</span>}</td>
                <td class="mono">{are ? <span class={are === inst.text ? "muted" : ""}>{are}</span> : <span class="muted">no instruction</span>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}
