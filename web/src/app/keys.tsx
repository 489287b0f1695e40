import { useEffect, useRef } from "preact/hooks";
import { Store, useStore } from "./store";

const open = new Store(false);

export function openKeys(): void {
  open.set(true);
}

const GROUPS: { title: string; keys: [string, string][] }[] = [
  {
    title: "Everywhere",
    keys: [["?", "this list"], ["/", "search"], ["g e", "explore"], ["g c", "convert"], ["g r", "run"], ["g l", "learn"], ["Esc", "leave an editor, close this list"]],
  },
  { title: "Bits of an instruction", keys: [["← →", "field before, field after"], ["Home End", "first field, last field"], ["Enter", "page of the field"]] },
  {
    title: "Search",
    keys: [["↓ ↑", "between the results"], ["Enter", "open the page"], ["Esc", "back to the field"]],
  },
  {
    title: "Run",
    keys: [["s", "step"], ["b", "step back"], ["o", "step over a call"], ["c", "continue"], ["h", "run to the cursor"], ["p", "breakpoint at the cursor"], ["r", "restart"]],
  },
  { title: "Learn", keys: [["n", "next state"], ["p", "state before"]] },
];

/** The list of keys, as a dialog. */
export function Keys() {
  const shown = useStore(open);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (shown) dialog.current?.showModal();
    else dialog.current?.close();
  }, [shown]);
  return (
    <dialog ref={dialog} aria-labelledby="keys-title" onClose={() => open.set(false)}
      onClick={(event) => { if (event.target === dialog.current) open.set(false); }}>
      <header><h2 id="keys-title">Keys</h2><button type="button" class="quiet" onClick={() => open.set(false)}>Close</button></header>
      <div class="keys">
        {GROUPS.map(({ title, keys }) => (
          <table key={title}>
            <caption>{title}</caption>
            <tbody>{keys.map(([key, about]) => <tr key={key}><td>{key.split(" ").map((one) => <><kbd>{one}</kbd>{" "}</>)}</td><td>{about}</td></tr>)}</tbody>
          </table>
        ))}
      </div>
    </dialog>
  );
}
