import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { library, targetOf, targets } from "../api/library";
import { Keys, openKeys } from "./keys";
import { announced, dismiss, notices } from "./notices";
import { address, go, type Route, VIEWS } from "./router";
import { focusSearch } from "./search-key";
import { setSettings, useSettings, usualName } from "./settings";
import { useStore } from "./store";

const TITLES: Record<string, string> = { explore: "Explore", convert: "Convert", run: "Run", learn: "Learn" };

/** The frame of every view: header with pickers, notices, keys. */
export function Shell({ route, children }: { route: Route; children: ComponentChildren }) {
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  const where = [route.view, ...route.path].join("/");
  useEffect(() => {
    document.title = route.view === "home" ? "Isatope: GCN and Valhall instructions, explained and executed" : `${route.path.at(-1) ?? TITLES[route.view]} · Isatope`;
    if (first.current) first.current = false;
    else if (!main.current?.contains(document.activeElement)) {
      scrollTo(0, 0);
    }
  }, [where]);
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => { event.preventDefault(); main.current?.focus(); }}>To the content</a>
      <header class="top">
        <div>
          <a class="brand" href="#" aria-label="Isatope, first page"><Logo /><span>Isatope</span></a>
          <nav aria-label="Views">
            {VIEWS.map((view) => (
              <a key={view} href={address(view)} aria-current={route.view === view ? "page" : undefined}>{TITLES[view]}</a>
            ))}
          </nav>
          <Pickers />
        </div>
      </header>
      <main id="main" ref={main} tabIndex={-1}>{children}</main>
      <footer class="foot">
        <div>
          <span>Everything is computed in this page. Nothing that you enter or drop leaves your browser.</span>
          <span>Isatope {library.version()}</span>
        </div>
      </footer>
      <Toasts />
      <Live />
      <Keys />
    </>
  );
}

function Logo() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="var(--accent)" />
      <g fill="var(--on-accent)">
        <rect x="6" y="7" width="20" height="4" rx="1" />
        <rect x="6" y="14" width="8" height="4" rx="1" opacity=".7" /><rect x="16" y="14" width="10" height="4" rx="1" />
        <rect x="6" y="21" width="4" height="4" rx="1" /><rect x="12" y="21" width="14" height="4" rx="1" opacity=".55" />
      </g>
    </svg>
  );
}

function Pickers() {
  const { target, dialect, info } = useSettings();
  const architectures = [...new Set(targets.map((one) => one.architecture))];
  const shown = (one: (typeof targets)[number]) => (targetOf(target) === one ? target : usualName(one));
  return (
    <div class="pickers">
      <label>
        <span>Target</span>
        <select name="target" aria-label="Target" value={target} onChange={(event) => setSettings(event.currentTarget.value, dialect)}>
          {architectures.map((architecture) => (
            <optgroup key={architecture} label={architecture}>
              {targets.filter((one) => one.architecture === architecture).map((one) => {
                const name = shown(one);
                const rest = [one.target, ...one.names].filter((other) => other !== name).slice(0, 2);
                return <option key={one.target} value={name}>{[name, ...rest].join(" · ")}</option>;
              })}
            </optgroup>
          ))}
        </select>
      </label>
      <label>
        <span>Dialect</span>
        <select name="dialect" aria-label="Dialect" value={dialect} onChange={(event) => setSettings(target, event.currentTarget.value)}>
          {info.dialects.map((name) => <option key={name}>{name}</option>)}
        </select>
      </label>
      <button type="button" class="quiet" aria-label="Keys" title="Keys (?)" onClick={openKeys}>?</button>
    </div>
  );
}

function Toasts() {
  const list = useStore(notices);
  return (
    <div class="toasts">
      {list.map((notice) => (
        <div key={notice.id} class={`notice fade ${notice.kind === "error" ? "error" : ""}`}>
          <div class="row"><strong class="grow">{notice.title}</strong>
            <button type="button" class="quiet small" aria-label="Close" onClick={() => dismiss(notice.id)}>✕</button></div>
          {notice.text && <div class="small wrap">{notice.text}</div>}
        </div>
      ))}
    </div>
  );
}

function Live() {
  return <div class="visually-hidden" role="status" aria-live="polite">{useStore(announced)}</div>;
}

/** Keys that work in every view. */
export function useGlobalKeys(): void {
  useLayoutEffect(() => {
    let pending = false;
    const pressed = (event: KeyboardEvent) => {
      const element = event.target as HTMLElement;
      if (element.closest("input, textarea, select, .cm-editor, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
      const view = VIEWS.find((name) => name[0] === event.key);
      if (event.key === "?") openKeys();
      else if (event.key === "/") focusSearch();
      else if (pending && view) go(address(view));
      else {
        pending = event.key === "g";
        return;
      }
      pending = false;
      event.preventDefault();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
}
