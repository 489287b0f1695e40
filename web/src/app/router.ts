import { useEffect, useState } from "preact/hooks";

/** The views of the page. */
export const VIEWS = ["explore", "convert", "run", "learn"] as const;
export type View = (typeof VIEWS)[number] | "home";

/** What the address after `#` says: `#/explore/…?…`, or the parameters of a conversion, `#t=…&s=…`. */
export interface Route {
  view: View;
  /** The parts of the path after the view. */
  path: string[];
  params: URLSearchParams;
}

export function parseRoute(hash: string): Route {
  const text = hash.replace(/^#/, "");
  if (!text.startsWith("/")) {
    return { view: text === "" ? "home" : "convert", path: [], params: new URLSearchParams(text) };
  }
  const at = text.indexOf("?");
  const [path, query] = at < 0 ? [text.slice(1), ""] : [text.slice(1, at), text.slice(at + 1)];
  const [view = "", ...rest] = path.split("/").filter((part) => part !== "");
  const known = VIEWS.find((name) => name === view);
  return { view: known ?? "home", path: rest.map(decode), params: new URLSearchParams(query) };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address of a view. Parameters that are empty or undefined are left out. */
export function address(view: View, path: readonly string[] = [], params: Readonly<Record<string, string | undefined>> = {}): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(params)) if (value) query.set(key, value);
  const readable = query.toString().replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%5B", "[").replaceAll("%5D", "]");
  if (view === "convert") return `#${readable || "/convert"}`;
  if (view === "home") return "#";
  // The parts of an instruction's name stay readable.
  const parts = path.map((part) => encodeURIComponent(part).replaceAll("%3A", ":"));
  return `#/${[view, ...parts].join("/")}${readable && `?${readable}`}`;
}

/** Goes to an address and remembers the one before. */
export function go(to: string): void {
  if (location.hash === to) return;
  location.hash = to;
}

/** Writes an address without a step in the history: for text that changes while one types. */
export function replace(to: string): void {
  if (location.hash === to) return;
  history.replaceState(null, "", to);
}

/** The current route; it follows the back and forward buttons. `before` sees a new route before the views do. */
export function useRoute(before: (route: Route) => void): Route {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  useEffect(() => {
    const changed = () => {
      const next = parseRoute(location.hash);
      before(next);
      setRoute(next);
    };
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  return route;
}
