import { useEffect, useMemo, useRef } from "preact/hooks";
import { attempt, library, targetOf } from "../../api/library";
import { address, go, type Route } from "../../app/router";
import { typed } from "../../ui/numbers";
import { Problems } from "../../ui/problems";
import { Markdown } from "../../ui/prose";
import { type CodeHandle, CodePane, shownCode } from "../run/code";
import { useMachine } from "../run/machine";
import { Memory } from "../run/memory";
import { type Program, snippetOf, snippetProgram } from "../run/program";
import { Registers } from "../run/registers";
import { type Tour, TOURS } from "./tours";
import "../run/run.css";
import "./learn.css";

export function Learn({ route }: { route: Route }) {
  const tour = TOURS.find((one) => one.id === route.path[0]);
  if (!tour) return <Contents />;
  const step = Math.min(Math.max(Number(route.path[1] ?? "1") || 1, 1), tour.steps.length) - 1;
  return <TourView key={tour.id} tour={tour} step={step} />;
}

function Contents() {
  return (
    <div class="stack fade">
      <h1>Learn</h1>
      <p class="lead">Five short tours of the machine. Each state is live: step on from it, go back, change a register and see what follows.</p>
      <ol class="tours">
        {TOURS.map((tour, index) => (
          <li key={tour.id} class="panel">
            <a href={address("learn", [tour.id, "1"])}><span class="tour-number" aria-hidden="true">{index + 1}</span><span><strong>{tour.title}</strong><span class="muted">{tour.summary}</span></span></a>
          </li>
        ))}
      </ol>
    </div>
  );
}

const at = (tour: Tour, step: number) => address("learn", [tour.id, String(step + 1)]);

function TourView({ tour, step }: { tour: Tour; step: number }) {
  const state = tour.steps[step]!;
  const source = state.source ?? tour.source;
  const { target } = tour;
  const program = useMemo<Program>(() => {
    const made = snippetProgram(source, "", target);
    return { ...made, manifest: JSON.stringify({ ...(JSON.parse(made.manifest) as object), ...tour.manifest }) };
  }, [source]);
  const machine = useMachine(program);
  const { setting, snapshot, command } = machine;
  const code = useRef<CodeHandle | null>(null);
  const shown = useMemo(() => setting && shownCode(setting, false, program.own), [setting]);
  const ready = setting !== undefined;

  useEffect(() => {
    if (ready) command((session) => session.go_to(state.at));
  }, [ready, step, program]);

  const move = (by: number) => {
    const next = step + by;
    if (next >= 0 && next < tour.steps.length) go(at(tour, next));
  };
  const keys = useRef<(event: KeyboardEvent) => void>(() => undefined);
  keys.current = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || (event.target as HTMLElement).closest("input, select, textarea")) return;
    const by = { n: 1, p: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move(by);
  };
  useEffect(() => {
    const listener = (event: KeyboardEvent) => keys.current(event);
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, []);

  const number = TOURS.indexOf(tour);
  const following = TOURS[number + 1];
  const memory = setting?.memories.find((one) => one.called === tour.memory);
  const away = snapshot !== undefined && snapshot.state.steps !== state.at;
  return (
    <div class="stack">
      <div class="row">
        <h1>{tour.title}</h1>
        <span class="muted">tour {number + 1} of {TOURS.length}, on {target}</span>
        <span class="grow" />
        <a class="button" href={address("learn")}>All tours</a>
      </div>
      <div class="tour-columns">
        <div class="stack tour-text">
          <section class="panel tour-card">
            <div class="body">
              <p class="muted small" role="status">State {step + 1} of {tour.steps.length}</p>
              <h2>{state.title}</h2>
              <Markdown text={state.text} />
              <div class="row tour-buttons">
                {step > 0 ? <a class="button" href={at(tour, step - 1)}>← Back</a> : <button type="button" disabled>← Back</button>}
                {step + 1 < tour.steps.length ? <a class="button primary" href={at(tour, step + 1)}>Next →</a>
                  : following ? <a class="button primary" href={at(following, 0)}>{following.title} →</a> : <a class="button primary" href={address("run")}>Run a kernel →</a>}
              </div>
            </div>
          </section>
          <ol class="tour-steps small">
            {tour.steps.map((one, index) => <li key={index}><a href={at(tour, index)} aria-current={index === step ? "step" : undefined}>{one.title}</a></li>)}
          </ol>
        </div>
        <div class="stack machine">
          {machine.error && <p class="notice error">{machine.error}</p>}
          <section class="panel" data-leave tabIndex={-1} aria-label="Code">
            <header>
              <h2>Code</h2><span class="grow" />
              {away && <button type="button" class="small" onClick={() => command((session) => session.go_to(state.at))}>Back to the tour</button>}
              <button type="button" class="small" disabled={!ready || machine.busy || snapshot?.state.steps === 0} onClick={() => command((session) => session.back(1))}>Step back</button>
              <button type="button" class="small" disabled={!ready || machine.busy || snapshot?.state.wave === null} onClick={() => command((session) => session.step("instruction", 1))}>Step</button>
              <a class="button small" href={address("run", ["try"], { t: target, s: source })}>Open in Run</a>
            </header>
            {shown && snapshot ? <CodePane shown={shown} state={snapshot.state} target={targetOf(target)!.target} control={code} onBreak={() => undefined} />
              : <pre class="code placeholder"><code>{source}</code></pre>}
          </section>
          {machine.session && memory && <Memory session={machine.session} memories={[memory]} start={memory.address ?? "0x0"} moment={snapshot} notation={tour.notation} />}
          {state.check && <Findings source={source} target={target} />}
          {setting && snapshot?.state.wave && (
            <Registers names={setting.names} snapshot={snapshot} only={tour.registers} notation={tour.notation}
              onAssign={(place, value, notation) => command(async (session) => session.assign(place, typed(value, notation)))} />
          )}
          {snapshot && !snapshot.state.wave && snapshot.state.why.kind === "done" && <p class="muted">The program has ended. Go back to look at its registers.</p>}
        </div>
      </div>
    </div>
  );
}

/** What the rules say about a program, as they see it now. */
function Findings({ source, target }: { source: string; target: string }) {
  const found = useMemo(() => {
    const frame = snippetOf(targetOf(target)?.architecture ?? "");
    return attempt(() => library.check(target, frame?.dialect ?? "", `${source}\n${frame?.end ?? ""}`));
  }, [source, target]);
  return (
    <section class="panel">
      <header><h2>What the rules find</h2></header>
      <div class="body">{"error" in found ? <p class="muted">{found.error}</p> : <Problems messages={found.value} empty="Nothing: every value is there before it is used." />}</div>
    </section>
  );
}
