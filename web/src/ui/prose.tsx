// Text of the library: names between backticks and in code become links to their pages.

import type { ComponentChildren } from "preact";
import { entries } from "../api/library";
import { pageAddress } from "../views/addresses";

export type Links = Readonly<Record<string, number>>;
const NONE: Links = {};

function Name({ name, links, children }: { name: string; links: Links; children?: ComponentChildren }) {
  const id = Object.hasOwn(links, name) ? links[name] : undefined;
  const entry = id === undefined ? undefined : entries[id];
  const shown = children ?? <code>{name}</code>;
  return entry ? <a class="name" href={pageAddress(entry)} title={entry.summary}>{shown}</a> : <>{shown}</>;
}

/** A paragraph's text: `` `names` ``, **strong** and *emphasized* words, and [links](…). */
export function Prose({ text, links = NONE }: { text: string; links?: Links }) {
  const parts = text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*|\[[^\]]+\]\([^)]+\))/);
  return (
    <>
      {parts.map((part, index) => {
        if (part.startsWith("`") && part.endsWith("`") && part.length > 2) return <Name key={index} name={part.slice(1, -1)} links={links} />;
        if (part.startsWith("**") && part.endsWith("**") && part.length > 4) return <strong key={index}>{part.slice(2, -2)}</strong>;
        if (part.startsWith("*") && part.endsWith("*") && part.length > 2) return <em key={index}>{part.slice(1, -1)}</em>;
        const link = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part);
        if (link) return /^https?:/.test(link[2]!) ? <a key={index} href={link[2]} rel="noreferrer">{link[1]}</a> : <>{link[1]}</>;
        return part;
      })}
    </>
  );
}

/** Code with links. Words of the language, numbers and comments have classes of their own. */
export function Code({ text, links = NONE }: { text: string; links?: Links }) {
  return <pre class="code" tabIndex={0}><code>{text.split("\n").map((line, index) => <CodeLine key={index} line={line} links={links} />)}</code></pre>;
}

const WORD = /([A-Za-z_][\w.]*\w|[A-Za-z_]\w*)|(\b\d[\w.]*)|(\/\/.*$)/g;

function CodeLine({ line, links }: { line: string; links: Links }) {
  const nodes: ComponentChildren[] = [];
  let at = 0;
  for (const match of line.matchAll(WORD)) {
    if (match.index > at) nodes.push(line.slice(at, match.index));
    const [word, name, number] = match;
    if (name !== undefined) {
      // `exec.lo` has no page, but `exec` may have one.
      const whole = Object.hasOwn(links, name);
      const [head = "", ...rest] = name.split(".");
      if (whole || rest.length === 0) nodes.push(<Name name={name} links={links}>{name}</Name>);
      else nodes.push(<Name name={head} links={links}>{head}</Name>, `.${rest.join(".")}`);
    } else nodes.push(<span class={number !== undefined ? "tok-number" : "tok-comment"}>{word}</span>);
    at = match.index + word.length;
  }
  nodes.push(line.slice(at), "\n");
  return <>{nodes}</>;
}

/** Markdown as the library writes it: paragraphs, lists, headings, fenced code and tables stay readable. */
export function Markdown({ text, links = NONE }: { text: string; links?: Links }) {
  const blocks: ComponentChildren[] = [];
  const lines = text.split("\n");
  let paragraph: string[] = [];
  const flush = () => {
    if (paragraph.length > 0) blocks.push(<p><Prose text={paragraph.join(" ")} links={links} /></p>);
    paragraph = [];
  };
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]!;
    if (line.startsWith("```")) {
      flush();
      const end = lines.findIndex((other, at) => at > index && other.startsWith("```"));
      const last = end < 0 ? lines.length : end;
      blocks.push(<Code text={lines.slice(index + 1, last).join("\n")} links={links} />);
      index = last;
    } else if (/^#+ /.test(line)) {
      flush();
      blocks.push(<p><strong><Prose text={line.replace(/^#+ /, "")} links={links} /></strong></p>);
    } else if (/^[-*] /.test(line)) {
      flush();
      const items: string[] = [];
      while (index < lines.length && /^([-*] | {2,}\S)/.test(lines[index]!)) {
        if (/^[-*] /.test(lines[index]!)) items.push(lines[index]!.slice(2));
        else items[items.length - 1] += ` ${lines[index]!.trim()}`;
        index++;
      }
      index--;
      blocks.push(<ul>{items.map((item) => <li key={item}><Prose text={item} links={links} /></li>)}</ul>);
    } else if (line.trim() === "") flush();
    else paragraph.push(line.trim());
  }
  flush();
  return <>{blocks}</>;
}
