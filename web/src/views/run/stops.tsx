// Breakpoints, watchpoints, and expressions of the debugger.

import { useState } from "preact/hooks";
import type { Remote } from "../../api/remote";
import type { Session, State } from "../../api/types";
import type { Machine } from "./machine";

export function Stops({ state, session, command }: { state: State; session: Remote<Session>; command: Machine["command"] }) {
  const [register, setRegister] = useState("");
  const [expression, setExpression] = useState("");
  const [answer, setAnswer] = useState<{ text: string; isError: boolean }>();
  const watch = (event: Event) => {
    event.preventDefault();
    if (register.trim()) command((target) => target.add_watchpoint(register.trim()));
    setRegister("");
  };
  const evaluate = async (event: Event) => {
    event.preventDefault();
    try {
      setAnswer({ text: await session.evaluate(expression), isError: false });
    } catch (error) {
      setAnswer({ text: error instanceof Error ? error.message : String(error), isError: true });
    }
  };
  return (
    <section class="panel">
      <header><h2>Stops and values</h2></header>
      <div class="body stack small">
        <div class="row">
          <form class="row" onSubmit={watch}>
            <label class="row">Stop when this changes <input class="mono" size={7} placeholder="v3" value={register} spellcheck={false} onInput={(event) => setRegister(event.currentTarget.value)} /></label>
            <button type="submit" class="small">Add</button>
          </form>
          <form class="row" onSubmit={evaluate}>
            <label class="row">Value of <input class="mono" size={16} placeholder="v3[17] as f32" value={expression} spellcheck={false} onInput={(event) => setExpression(event.currentTarget.value)} /></label>
            <button type="submit" class="small">Show</button>
          </form>
        </div>
        {answer && <pre class={answer.isError ? "wrap-lines problem-text" : "wrap-lines"}>{answer.text}</pre>}
        {state.breakpoints.length > 0 && (
          <ul class="stops">
            {state.breakpoints.map((stop) => (
              <li key={stop.id} class="row">
                <code class="grow wrap">{stop.text}{stop.condition && ` if ${stop.condition}`}</code>
                <span class="muted">{stop.hits} {stop.hits === 1 ? "hit" : "hits"}</span>
                <button type="button" class="small" aria-label={`Remove ${stop.text}`} onClick={() => command((target) => target.remove_breakpoint(stop.id))}>Remove</button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
