// One entry in several generations, and in several dialects, side by side.

import { useMemo } from "preact/hooks";
import { attempt, library, targetOf } from "../../api/library";
import type { Entry, Page, Section } from "../../api/types";
import { useSettings, usualName } from "../../app/settings";
import { convertAddress } from "../addresses";
import { Blocks } from "./blocks";
import { Scroll } from "../../ui/scroll";

const nameOf = (target: string) => {
  const found = targetOf(target);
  return found ? usualName(found) : target;
};

export function Generations({ entry }: { entry: Entry }) {
  const found = useMemo(() => attempt(() => library.generations(entry.id)), [entry.id]);
  if ("error" in found) return <p class="notice error">{found.error}</p>;
  const generations = found.value;
  const pages = generations.flatMap(({ target, page }) => (page ? [{ target, page: { ...page, sections: page.sections ?? [] } }] : []));
  const titles = [...new Set(pages.flatMap(({ page }) => page.sections.map((section) => section.title)))];
  return (
    <div class="stack">
      <section class="panel">
        <header><h2>Encodings</h2></header>
        <Scroll class="body">
          <table class="lines">
            <caption class="visually-hidden">Formats and opcodes in each generation</caption>
            <thead><tr><th scope="col">Target</th><th scope="col">Format</th><th scope="col">Opcode</th></tr></thead>
            <tbody>
              {generations.map((one) => one.forms.length === 0
                ? <tr key={one.target}><th scope="row" class="mono">{nameOf(one.target)}</th><td colSpan={2} class="muted">not there</td></tr>
                : one.forms.map((form, index) => (
                  <tr key={`${one.target} ${form.format}`}>
                    {index === 0 && <th scope="rowgroup" rowSpan={one.forms.length} class="mono">{nameOf(one.target)}</th>}
                    <td class="mono">{form.format}</td><td class="mono">{form.opcode}</td>
                  </tr>
                )))}
            </tbody>
          </table>
        </Scroll>
      </section>
      {titles.map((title) => <Compared key={title} title={title} pages={pages} />)}
    </div>
  );
}

/** A section of all generations: once where it is the same, in columns where it differs. */
function Compared({ title, pages }: { title: string; pages: readonly { target: string; page: Page }[] }) {
  const variants: { section: Section | undefined; targets: string[]; page: Page }[] = [];
  for (const { target, page } of pages) {
    const section = page.sections.find((one) => one.title === title);
    const same = variants.find((one) => JSON.stringify(one.section) === JSON.stringify(section));
    if (same) same.targets.push(target);
    else variants.push({ section, targets: [target], page });
  }
  return (
    <section class="panel">
      <header><h2>{title}</h2>{variants.length === 1 ? <span class="tag good">the same everywhere</span> : <span class="tag warn">{variants.length} variants</span>}</header>
      <div class="body compare">
        {variants.map(({ section, targets, page }) => (
          <div key={targets[0]}>
            {variants.length > 1 && <h3 class="mono">{targets.map(nameOf).join(", ")}</h3>}
            {section ? <Blocks blocks={section.blocks} links={page.links} /> : <p class="muted">nothing</p>}
          </div>
        ))}
      </div>
    </section>
  );
}

/** Instances of an instruction in every dialect. */
export function Dialects({ page }: { page: Page }) {
  const { info } = useSettings();
  const found = useMemo(() => attempt(() => library.tryout(page.id, "")), [page.id]);
  const instances = "value" in found ? found.value.instances : [];
  const own = instances.some((one) => one.target === info.target) ? info.target : instances.at(-1)?.target;
  const target = targetOf(own ?? "");
  if (!target) return <p class="muted">No instance of this instruction is known.</p>;
  const rows = instances.filter((one) => one.target === own).flatMap((instance) => {
    const found = attempt(() => library.instruction(instance.target, target.dialects[0]!, instance.words, "0"));
    return "value" in found ? [{ instance, texts: found.value.texts }] : [];
  });
  return (
    <section class="panel">
      <header><h2>Dialects of {usualName(target)}</h2></header>
      <Scroll class="body">
        <table class="lines">
          <caption class="visually-hidden">One instance of each format in every dialect</caption>
          <thead><tr><th scope="col">Format</th><th scope="col">Words</th>{target.dialects.map((dialect) => <th key={dialect} scope="col">{dialect}</th>)}</tr></thead>
          <tbody>
            {rows.map(({ instance, texts }) => (
              <tr key={instance.format}>
                <th scope="row" class="mono">{instance.format}</th><td class="mono">{instance.words}</td>
                {target.dialects.map((dialect) => {
                  const text = texts.find((one) => one.dialect === dialect)?.text;
                  return <td key={dialect} class="mono">{text ? <a class="plain" href={convertAddress({ text }, target.target, dialect)}>{text}</a> : <span class="muted">–</span>}</td>;
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}
