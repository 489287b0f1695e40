import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { targetOf } from "../../api/library";
import type { ExampleProgram } from "../../api/types";
import { address, go, type Route } from "../../app/router";
import { useSettings } from "../../app/settings";
import { chooseFile } from "../convert/file";
import { DroppedRun } from "./dropped";
import { MachineView } from "./machine-view";
import { allExamples, exampleProgram, type Program, snippetOf, snippetProgram } from "./program";
import "./run.css";

export function Run({ route }: { route: Route }) {
  const [first] = route.path;
  if (first === undefined) return <Gallery />;
  if (first === "try") return <Try params={route.params} />;
  if (first === "file") return <DroppedRun />;
  const name = route.path.join("/");
  return <ExampleRun key={name} name={name} autorun={route.params.has("go")} />;
}

function useExamples(): { list: ExampleProgram[] | undefined; error: string | undefined } {
  const [list, setList] = useState<ExampleProgram[]>();
  const [error, setError] = useState<string>();
  useEffect(() => { allExamples().then(setList, (problem: Error) => setError(problem.message)); }, []);
  return { list, error };
}

function Gallery() {
  const { list, error } = useExamples();
  const architectures = [...new Set((list ?? []).map((one) => targetOf(one.target)?.architecture ?? ""))];
  return (
    <div class="stack fade">
      <h1>Run</h1>
      <p class="lead">Step through a kernel, forward and back. The registers of all lanes, the memory and the buffers are shown after each instruction.</p>
      <div class="row">
        <a class="button primary" href={address("run", ["try"])}>Try your own lines</a>
        <button type="button" onClick={chooseFile}>Open a code object…</button>
      </div>
      {error && <p class="notice error">{error}</p>}
      {!list && !error && <p class="muted" role="status">Loading the emulator…</p>}
      {architectures.map((architecture) => (
        <section key={architecture} class="stack">
          <h2>Kernels for {architecture}</h2>
          <ul class="gallery">
            {list!.filter((one) => targetOf(one.target)?.architecture === architecture).map((one) => (
              <li key={one.name} class="panel">
                <a class="gallery-title" href={address("run", one.name.split("/"))}><code>{one.name.split("/").at(-1)}</code></a>
                <p class="small">{one.title.replaceAll("`", "")}</p>
                <div class="row"><span class="tag">{one.target}</span><span class="grow" /><a class="button small" href={address("run", one.name.split("/"), { go: "1" })} aria-label={`Run ${one.name} to its end`}>Run ▸</a></div>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function ExampleRun({ name, autorun }: { name: string; autorun: boolean }) {
  const { list } = useExamples();
  const [program, setProgram] = useState<Program>();
  const [error, setError] = useState<string>();
  useEffect(() => {
    let current = true;
    exampleProgram(name).then((found) => current && setProgram(found), (problem: Error) => current && setError(problem.message));
    return () => { current = false; };
  }, [name]);
  const target = list?.find((one) => one.name === name)?.target;
  return (
    <div class="stack">
      <div class="row">
        <h1><code>{name.split("/").at(-1)}</code></h1>
        {target && <span class="tag">{target}</span>}
        <span class="grow" />
        <select aria-label="Example" value={name} onChange={(event) => go(address("run", event.currentTarget.value.split("/")))}>
          {(list ?? []).map((one) => <option key={one.name}>{one.name}</option>)}
        </select>
        <a class="button" href={address("run")}>All examples</a>
      </div>
      {program && <p class="muted">{program.title.replaceAll("`", "")}</p>}
      {error && <p class="notice error">{error}</p>}
      {program && target && <MachineView program={program} target={targetOf(target)!.target} autorun={autorun} />}
    </div>
  );
}

/** Lines of the user in a frame that makes a program of them. */
function Try({ params }: { params: URLSearchParams }) {
  const { target, info } = useSettings();
  const frame = snippetOf(info.architecture);
  const [lines, setLines] = useState(params.get("s") ?? frame?.sample ?? "");
  const [setup, setSetup] = useState((params.get("r") ?? "").replaceAll(";", "\n"));
  const [started, setStarted] = useState({ lines, setup });
  const shown = useRef(params);
  // A link in the open page, or a step in its history, brings other lines.
  useEffect(() => {
    if (params === shown.current) return;
    shown.current = params;
    const next = { lines: params.get("s") ?? frame?.sample ?? "", setup: (params.get("r") ?? "").replaceAll(";", "\n") };
    setLines(next.lines);
    setSetup(next.setup);
    setStarted(next);
  }, [params]);
  useEffect(() => {
    const text = params.get("s");
    if (text === null) {
      setLines(frame?.sample ?? "");
      setStarted({ lines: frame?.sample ?? "", setup });
    }
  }, [info.architecture]);
  const made = useMemo(() => {
    try {
      return { program: snippetProgram(started.lines, started.setup, target), error: undefined };
    } catch (error) {
      return { program: undefined, error: error instanceof Error ? error.message : String(error) };
    }
  }, [started, target]);
  const submit = (event: Event) => {
    event.preventDefault();
    setStarted({ lines, setup });
    history.replaceState(null, "", address("run", ["try"], { t: target, s: lines, r: setup.trim().replaceAll("\n", ";") }));
  };
  return (
    <div class="stack">
      <div class="row"><h1>Your own lines</h1><span class="grow" /><a class="button" href={address("run")}>All examples</a></div>
      {frame && <p class="muted">{frame.about} Instructions are written in the dialect <code>{frame.dialect}</code>.</p>}
      <form class="try" onSubmit={submit}>
        <label>Instructions<textarea class="mono" rows={5} spellcheck={false} value={lines} onInput={(event) => setLines(event.currentTarget.value)} /></label>
        <label>Registers at the start<textarea class="mono" rows={5} spellcheck={false} placeholder={"v1 = 1.5\nv2 = lane * 2\ns8 = 0x10"} value={setup} onInput={(event) => setSetup(event.currentTarget.value)} /></label>
        <button type="submit" class="primary">Start</button>
      </form>
      {made.error && <p class="notice error">{made.error}</p>}
      {made.program && <MachineView program={made.program} target={info.target} />}
    </div>
  );
}
