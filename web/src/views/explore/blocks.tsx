// The blocks that a page is made of.

import { targetOf } from "../../api/library";
import type { Bits, Block } from "../../api/types";
import { usualName } from "../../app/settings";
import { Code, type Links, Prose } from "../../ui/prose";
import { Scroll } from "../../ui/scroll";

/** Targets for which something holds. */
export function Versions({ versions }: { versions: readonly string[] | undefined }) {
  if (!versions || versions.length === 0) return null;
  return (
    <span class="versions">
      {versions.map((version) => {
        const target = targetOf(version);
        return <span key={version} class="tag" title={target && [target.target, ...target.names.slice(0, 4)].join(", ")}>{target ? usualName(target) : version}</span>;
      })}
    </span>
  );
}

export function Blocks({ blocks, links }: { blocks: readonly Block[]; links: Links }) {
  return <div class="stack blocks">{blocks.map((block, index) => <One key={index} block={block} links={links} />)}</div>;
}

function One({ block, links }: { block: Block; links: Links }) {
  if ("text" in block) return <p><Prose text={block.text.text} links={links} /> <Versions versions={block.text.versions} /></p>;
  if ("code" in block) return block.code.language ? <pre class="code" tabIndex={0}><code>{block.code.text}</code></pre> : <Code text={block.code.text} links={links} />;
  if ("bits" in block) return <FormatBits bits={block.bits} links={links} />;
  const { head = [] } = block.table;
  const rows = withoutVersions(block.table.rows);
  const hasVersions = rows.some((row) => (row.versions?.length ?? 0) > 0);
  return (
    <Scroll>
      <table class="lines">
        {head.length > 0 && <thead><tr>{head.map((title, index) => <th key={index} scope="col">{title}</th>)}{hasVersions && <th scope="col">Targets</th>}</tr></thead>}
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.cells.map((cell, column) => column === 0
                ? <th key={column} scope="row" class="cell-text"><Linked text={cell} links={links} /></th>
                : <td key={column} class="cell-text"><Linked text={cell} links={links} /></td>)}
              {hasVersions && <td><Versions versions={row.versions} /></td>}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

type TableRow = { cells: string[]; versions?: string[] };

/** Rows without a last cell that repeats the versions as text or is empty. */
function withoutVersions(rows: readonly TableRow[]): readonly TableRow[] {
  const repeats = ({ cells, versions = [] }: TableRow) => cells.at(-1) === versions.join(" ");
  const width = Math.max(...rows.map((row) => row.cells.length));
  if (width < 2 || !rows.every((row) => row.cells.length < width || repeats(row))) return rows;
  return rows.map((row) => (row.cells.length < width ? row : { ...row, cells: row.cells.slice(0, -1) }));
}

/** A cell: one that is a name as a whole links to its page. */
function Linked({ text, links }: { text: string; links: Links }) {
  return <Prose text={Object.hasOwn(links, text) ? `\`${text}\`` : text} links={links} />;
}

/** The bits of a format: what is fixed, and the names of the fields. */
function FormatBits({ bits, links }: { bits: Bits; links: Links }) {
  return (
    <figure class="format-bits">
      <figcaption class="row small">{bits.title && <strong class="mono">{bits.title}</strong>}<Versions versions={bits.versions} /></figcaption>
      {bits.rows.map((row, number) => (
        <Scroll key={number}>
          <table class="bits plain">
            <caption class="visually-hidden">{bits.title ?? "Bits"}, bits {32 * number + 31} to {32 * number}</caption>
            <tbody>
              <tr>{row.map((cell) => <th key={cell.bits} scope="col">{cell.bits}</th>)}</tr>
              <tr>{row.map((cell) => <td key={cell.bits} class={`cell ${cell.value ? "k-encoding" : "k-free"}`}>{cell.value || <Linked text={cell.name} links={links} />}</td>)}</tr>
              <tr>{row.map((cell) => <td key={cell.bits} class="cell-name">{cell.value ? <Linked text={cell.name} links={links} /> : ""}{cell.meaning && <span class="muted"> {cell.meaning}</span>}</td>)}</tr>
            </tbody>
          </table>
        </Scroll>
      ))}
    </figure>
  );
}
