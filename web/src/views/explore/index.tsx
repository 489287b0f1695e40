import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { attempt, entryAt, entries, targets, useTools } from "../../api/library";
import { address, type Route } from "../../app/router";
import { announce } from "../../app/notices";
import { searchFieldShown } from "../../app/search-key";
import { usualName } from "../../app/settings";
import { NeedsTools } from "../../ui/needs-tools";
import { VirtualList } from "../../ui/virtual";
import { pageAddress } from "../addresses";
import { choices, type Filters, filtersOf, KEYS, KINDS, results } from "./filters";
import { EncodingMapView } from "./map";
import { PageView } from "./page";
import { Overview } from "./overview";
import "./explore.css";

const ROW = 58;

/** The specification: a list on the left, a page on the right. */
export function Explore({ route }: { route: Route }) {
  const [filters, setFilters] = useState<Filters>(() => filtersOf(route.params));
  useEffect(() => setFilters((old) => {
    const next = filtersOf(route.params);
    // Links inside pages keep the list as it is.
    return KEYS.some((key) => next[key] !== "") || route.path.length === 0 ? next : old;
  }), [route]);
  if (route.path[0] === "map") return <NeedsTools><EncodingMapView /></NeedsTools>;
  const path = route.path.join("/");
  const entry = entryAt(path);
  return (
    <div class={`explore ${path === "" ? "" : "has-page"}`}>
      <List filters={filters} setFilters={setFilters} path={path} />
      <div class="explore-page">
        {path !== "" && <a class="back small" href={address("explore", [], { ...filters })}>← Results</a>}
        {entry ? <PageView entry={entry} tab={route.params.get("tab") ?? ""} /> : path === "" ? <Overview /> : <Missing path={path} />}
      </div>
    </div>
  );
}

function Missing({ path }: { path: string }) {
  const name = path.split("/").at(-1) ?? path;
  const same = entries.filter((entry) => entry.name.toLowerCase() === name.toLowerCase());
  return (
    <div class="stack">
      <h1>No page has the address <code>{path}</code></h1>
      {same.length > 0 && <p>There is {same.map((entry) => <a key={entry.id} href={pageAddress(entry)}>{entry.path} </a>)}</p>}
      <p><a href={address("explore", [], { q: name })}>Search for {name}</a></p>
    </div>
  );
}

function List({ filters, setFilters, path }: { filters: Filters; setFilters: (filters: Filters) => void; path: string }) {
  const root = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<number>();
  const { ready } = useTools();
  const found = useMemo(() => {
    const answer = attempt(() => results(filters, ready));
    return "value" in answer ? { ...answer.value, error: undefined } : { took: "text" as const, list: [], error: answer.error };
  }, [filters, ready]);
  const { list } = found;
  const shown = useMemo(() => {
    const index = list.findIndex(({ entry }) => entry.path === path);
    return index >= 0 ? index : undefined;
  }, [list, path]);

  const change = (part: Partial<Filters>) => {
    const next = { ...filters, ...part };
    setFilters(next);
    setActive(undefined);
    if (path === "") history.replaceState(null, "", address("explore", [], { ...next }));
  };
  useEffect(searchFieldShown, []);
  useEffect(() => {
    if (filters.q === "") return;
    const timer = setTimeout(() => announce(`${list.length} results`), 600);
    return () => clearTimeout(timer);
  }, [list]);
  useEffect(() => {
    if (active !== undefined) root.current?.querySelector<HTMLElement>(`[data-index="${active}"]`)?.focus();
  }, [active]);

  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && list.length > 0) {
      event.preventDefault();
      const next = (active ?? -1) + step;
      if (next < 0) {
        setActive(undefined);
        root.current?.querySelector<HTMLElement>("[data-search]")?.focus();
      } else setActive(Math.min(next, list.length - 1));
    } else if (event.key === "Escape" && active !== undefined) {
      setActive(undefined);
      root.current?.querySelector<HTMLElement>("[data-search]")?.focus();
    }
  };

  const select = (key: keyof Filters, label: string, options: readonly (readonly [string, string])[], any: string) => (
    <select aria-label={label} value={filters[key]} onChange={(event) => change({ [key]: event.currentTarget.value })}>
      <option value="">{any}</option>
      {options.map(([value, text]) => <option key={value} value={value}>{text}</option>)}
    </select>
  );
  const options = useMemo(() => {
    const same = (values: readonly string[]) => values.map((value) => [value, value] as const);
    return {
      formats: same(choices((entry) => entry.formats)), units: same(choices((entry) => entry.units)), statuses: same(choices((entry) => [entry.status])),
    };
  }, []);
  return (
    <div class="explore-list panel" ref={root} onKeyDown={move}>
      <div class="search">
        <input type="search" data-search aria-label="Search" placeholder="Name, words, opcode, or bits: d1c8xxxx" value={filters.q} spellcheck={false}
          onInput={(event) => change({ q: event.currentTarget.value })} onFocus={() => setActive(undefined)} />
        <div class="filters">
          {select("kind", "Kind", KINDS, filters.q ? "every kind" : "instructions")}
          {select("on", "Target", targets.map((target) => [target.target, usualName(target)] as const), "any target")}
          {select("format", "Format", options.formats, "any format")}
          {select("unit", "Unit", options.units, "any unit")}
          {select("status", "Certainty of the meaning", options.statuses, "any certainty")}
        </div>
        <div class="row small muted">
          <span class="grow">{found.error ?? `${list.length.toLocaleString("en")} ${list.length === 1 ? "entry" : "entries"}${{ word: " that this word can be", opcode: " with this opcode", text: "" }[found.took]}`}</span>
          {KEYS.some((key) => filters[key] !== "") && <button type="button" class="quiet small" onClick={() => change({ q: "", kind: "", on: "", format: "", unit: "", status: "" })}>Clear</button>}
        </div>
      </div>
      <VirtualList count={list.length} rowHeight={ROW} height="var(--list-height)" label="Entries" show={active ?? shown} row={(index) => {
        const { entry, targets: where } = list[index]!;
        return (
          <a key={entry.path} data-index={index} class="entry" style={{ height: `${ROW}px` }} href={pageAddress(entry)} aria-current={entry.path === path ? "page" : undefined}>
            <span class="row"><code class="grow">{entry.name}</code>
              {entry.kind !== "instruction" && <span class="tag">{entry.kind}</span>}
              {entry.arch && <span class="muted small">{entry.arch}</span>}</span>
            <span class="entry-summary">{where ? `${where.join(", ")}: ` : ""}{entry.summary.replaceAll("`", "")}</span>
          </a>
        );
      }} />
    </div>
  );
}
