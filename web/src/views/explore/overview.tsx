import { entries, targets } from "../../api/library";
import { address } from "../../app/router";
import { usualName, useSettings } from "../../app/settings";
import { KINDS } from "./filters";
import { Scroll } from "../../ui/scroll";

/** What the specification holds, for those who do not search yet. */
export function Overview() {
  const { target } = useSettings();
  const architectures = [...new Set(targets.map((one) => one.architecture))];
  const count = (kind: string, arch: string) => entries.filter((entry) => entry.kind === kind && entry.arch === arch).length;
  const units = [...new Set(entries.flatMap((entry) => entry.units))].sort();
  const link = (params: Record<string, string>) => address("explore", [], params);
  return (
    <div class="stack fade">
      <h1>Explore the specification</h1>
      <p class="lead">Every instruction with its encodings, its operands, and a meaning that runs. Search by name, by words of the summary, by opcode (<code>0x1c8</code>), or by a word with <code>x</code> for what you do not know (<code>d1c8xxxx</code>).</p>
      <div class="overview">
        <section class="panel">
          <header><h2>Contents</h2></header>
          <Scroll class="body">
            <table class="lines">
              <caption class="visually-hidden">Number of pages of each kind</caption>
              <thead><tr><th scope="col">Kind</th>{architectures.map((arch) => <th key={arch} scope="col" class="num">{arch}</th>)}<th scope="col" class="num">all</th></tr></thead>
              <tbody>
                {KINDS.map(([kind, plural]) => {
                  const all = entries.filter((entry) => entry.kind === kind).length;
                  return all > 0 && (
                    <tr key={kind}>
                      <th scope="row"><a href={link({ kind })}>{plural}</a></th>
                      {architectures.map((arch) => <td key={arch} class="num">{count(kind, arch) || ""}</td>)}
                      <td class="num muted">{all}</td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </Scroll>
        </section>
        <div class="stack">
          <section class="panel">
            <header><h2>The encoding space</h2></header>
            <div class="body"><p class="small">Every format and opcode of {target} on one map, with what is still free.</p><a class="button" href={address("explore", ["map"])}>Open the map</a></div>
          </section>
          <section class="panel">
            <header><h2>By generation</h2></header>
            <div class="body chips">{targets.map((one) => <a key={one.target} class="button small" href={link({ on: one.target, kind: "instruction" })}>{usualName(one)}</a>)}</div>
          </section>
          <section class="panel">
            <header><h2>By unit</h2></header>
            <div class="body chips">{units.map((unit) => <a key={unit} class="button small" href={link({ unit })}>{unit}</a>)}</div>
          </section>
          <section class="panel">
            <header><h2>By certainty</h2></header>
            <div class="body chips">
              {["exact", "assumed", "approximate", "none"].map((status) => {
                const number = entries.filter((entry) => entry.status === status).length;
                return number > 0 && <a key={status} class="button small" href={link({ status })}>{status} <span class="muted">{number}</span></a>;
              })}
              <a class="button small" href={link({ kind: "doubt" })}>open questions</a>
            </div>
          </section>
        </div>
      </div>
    </div>
  );
}
