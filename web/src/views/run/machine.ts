// A run under control: the session in the worker, and what the page knows of it after each command.

import { useEffect, useRef, useState } from "preact/hooks";
import { create, type Remote, stop } from "../../api/remote";
import { PanicError } from "../../api/module";
import type { BufferInfo, CodeRow, Files, MemoryInfo, RegisterNames, Session, State } from "../../api/types";
import type { Program } from "./program";

/** What does not change while a program runs. */
export interface Setting {
  code: CodeRow[];
  source: { name: string; text: string } | null;
  names: RegisterNames;
  buffers: BufferInfo[];
  memories: MemoryInfo[];
  arguments: Awaited<ReturnType<Remote<Session>["arguments"]>>;
}

/** The machine after a command. */
export interface Snapshot {
  state: State;
  scalars: Uint32Array;
  vectors: Uint32Array;
}

export interface Machine {
  setting: Setting | undefined;
  snapshot: Snapshot | undefined;
  session: Remote<Session> | undefined;
  error: string | undefined;
  busy: boolean;
  /** Runs a command, a single call of the session, and shows where it leads. */
  command: (run: (session: Remote<Session>) => Promise<State>) => void;
  /** Runs to the next stop or to the end, and shows the way there. */
  resume: () => void;
  /** Ends what runs. */
  interrupt: () => void;
  restart: () => void;
}

/** Instructions between two pictures of a run that goes on. */
const CHUNK = 2500;

export function useMachine(program: Program | undefined, autorun = false): Machine {
  const [setting, setSetting] = useState<Setting>();
  const [snapshot, setSnapshot] = useState<Snapshot>();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [generation, setGeneration] = useState(0);
  const session = useRef<Remote<Session> | undefined>(undefined);
  const wanted = useRef(true);
  const working = useRef(false);

  useEffect(() => {
    if (!program) return;
    let current = true;
    setSetting(undefined);
    setSnapshot(undefined);
    setError(undefined);
    void open(program).then(async (opened) => {
      if (!current) return opened.free();
      session.current = opened;
      const [code, source, names, buffers, memories, args] = await Promise.all([
        opened.code(), opened.source(), opened.register_names(), opened.buffers(), opened.memories(), opened.arguments(),
      ]);
      const first = await take(opened, await opened.state());
      if (!current) return;
      setSetting({ code, source, names, buffers, memories, arguments: args });
      setSnapshot(first);
      if (autorun) resume();
    }).catch((problem: Error) => current && setError(problem.message));
    return () => {
      current = false;
      wanted.current = false;
      session.current?.free();
      session.current = undefined;
    };
  }, [program, generation]);

  const command: Machine["command"] = (run) => work(async (target) => {
    // Registers are asked for before the command has answered: the worker keeps the order.
    const [state, scalars, vectors] = await Promise.all([run(target), orNothing(target.scalars()), orNothing(target.vectors())]);
    return { state, scalars, vectors };
  });

  /** Does something with the session that ends in a snapshot, if nothing else is being done. */
  const work = (run: (session: Remote<Session>) => Promise<Snapshot>) => {
    const target = session.current;
    if (!target || working.current) return;
    working.current = true;
    setBusy(true);
    void (async () => {
      try {
        setSnapshot(await run(target));
        setError(undefined);
      } catch (problem) {
        // After a panic the session is lost: the program starts again.
        if (problem instanceof PanicError) setGeneration((old) => old + 1);
        setError(problem instanceof Error ? problem.message : String(problem));
      } finally {
        working.current = false;
        setBusy(false);
      }
    })();
  };

  const resume = () => work(async (target) => {
    wanted.current = true;
    let state = await target.state();
    // With breakpoints the session looks for them; without any, the run is shown while it goes on.
    if (state.breakpoints.length > 0) return take(target, await target.resume());
    const over = () => state.why.kind === "done" || state.why.kind === "fault";
    while (wanted.current && !over()) {
      const before = state.steps;
      state = await target.go_to(before + CHUNK);
      if (state.steps === before) return take(target, await target.resume());
      if (!over()) setSnapshot(await take(target, state));
    }
    return take(target, state);
  });

  return {
    setting, snapshot, session: session.current, error, busy, command, resume,
    interrupt: () => {
      wanted.current = false;
      // A command that does not come back ends with its worker, and the program starts again.
      setTimeout(() => {
        if (!working.current) return;
        stop();
        setGeneration((old) => old + 1);
      }, 400);
    },
    restart: () => work(async (target) => take(target, await prepared(target, program, await target.restart()))),
  };
}

async function open(program: Program): Promise<Remote<Session>> {
  const files = await create<Files>("Files");
  for (const { path, bytes } of program.files) await files.add(path, bytes);
  const session = await create<Session>("Session", files, program.manifest);
  files.free();
  await prepared(session, program, undefined);
  return session;
}

/** Sets the registers that the program wants. */
async function prepared(session: Remote<Session>, program: Program | undefined, state: State | undefined): Promise<State> {
  let last = state;
  for (const [place, value] of program?.setup ?? []) last = await session.assign(place, value);
  return last ?? session.state();
}

/** Registers of the wavefront that is looked at; there are none when no wavefront is under way. */
function orNothing(registers: Promise<Uint32Array>): Promise<Uint32Array> {
  return registers.catch(() => new Uint32Array());
}

async function take(session: Remote<Session>, state: State): Promise<Snapshot> {
  if (!state.wave) return { state, scalars: new Uint32Array(), vectors: new Uint32Array() };
  const [scalars, vectors] = await Promise.all([orNothing(session.scalars()), orNothing(session.vectors())]);
  return { state, scalars, vectors };
}
