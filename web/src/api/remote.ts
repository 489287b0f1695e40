// Long work and everything about files and runs: asked of a worker, answered later.

import MakeWorker from "#worker";
import { panicked } from "../app/notices";
import { MODULES } from "#assets";
import { type Answer, type HandleArgument, Host, type Request } from "./host";
import { LibraryError, PanicError } from "./module";
import { packedPages, tools } from "./library";
import type { Run } from "./types";

interface Waiting {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

/** A worker, or the page itself where no worker starts. */
class Connection {
  private worker: Worker | undefined;
  private host: Host | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private loaded: Promise<unknown> | undefined;
  private next = 1;
  /** Whether the worker has answered once; one that never does is replaced by the page. */
  private alive = false;

  constructor() {
    try {
      this.worker = new MakeWorker();
      this.worker.onmessage = (event: MessageEvent<{ id: number; answer: Answer }>) => {
        this.alive = true;
        this.settle(event.data.id, event.data.answer);
      };
      this.worker.onerror = (event) => {
        event.preventDefault();
        if (!this.alive) this.useHost();
      };
    } catch {
      this.host = new Host();
    }
  }

  private readonly unanswered = new Map<number, Request>();

  private useHost(): void {
    this.worker = undefined;
    this.host = new Host();
    for (const [id, request] of this.unanswered) this.post(id, request);
  }

  private post(id: number, request: Request): void {
    if (this.worker) {
      if (!this.alive) this.unanswered.set(id, request);
      this.worker.postMessage({ id, request });
    } else {
      void this.host!.answer(request).then((answer) => this.settle(id, answer));
    }
  }

  private settle(id: number, answer: Answer): void {
    this.unanswered.delete(id);
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (!waiting) return;
    if ("value" in answer) waiting.resolve(answer.value);
    else if (answer.panic) {
      panicked(answer.error);
      waiting.reject(new PanicError(answer.error));
    } else waiting.reject(new LibraryError(answer.error));
  }

  /** Asks for something that needs the module, which is loaded before the first request. */
  async ask(request: Request): Promise<unknown> {
    this.loaded ??= this.load();
    await this.loaded;
    return this.send(request);
  }

  /** Gives the worker the module that the page has compiled, or where it is. */
  private async load(): Promise<void> {
    const url = new URL(MODULES.run, location.href).href;
    try {
      await this.send({ op: "load", source: tools.compiled ?? url, pages: packedPages() });
    } catch (error) {
      this.loaded = undefined;
      if (!tools.compiled) throw error;
      await this.send({ op: "load", source: url, pages: packedPages() });
    }
  }

  private send(request: Request): Promise<unknown> {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.post(id, request);
    });
  }

  close(): void {
    this.worker?.terminate();
    for (const { reject } of this.waiting.values()) reject(new LibraryError("stopped"));
    this.waiting.clear();
  }
}

let connection: Connection | undefined;
const connect = () => (connection ??= new Connection());

/** Ends what the worker does, with all of its objects. */
export function stop(): void {
  connection?.close();
  connection = undefined;
}

type Async<T> = { [K in keyof T]: T[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<R> : never };

/** An object in the worker. */
export type Remote<T> = Async<Omit<T, "free">> & HandleArgument & { free(): void };

/** Makes an object of the emulator's module in the worker. Arguments may be other such objects. */
export async function create<T>(name: "OpenFile" | "Files" | "Finished" | "Session", ...args: readonly unknown[]): Promise<Remote<T>> {
  const home = connect();
  const plain = (args: readonly unknown[]) => args.map((arg) => (isRemote(arg) ? { handle: arg.handle } : arg));
  const handle = (await home.ask({ op: "create", name, args: plain(args) })) as number;
  const methods = {
    get: (_: unknown, key: string) => {
      if (key === "handle") return handle;
      if (key === "then") return undefined;
      if (key === "free") return () => void home.ask({ op: "free", handle }).catch(() => undefined);
      return (...args: unknown[]) => home.ask({ op: "method", handle, name: key, args });
    },
  };
  return new Proxy({}, methods as ProxyHandler<object>) as Remote<T>;
}

function isRemote(value: unknown): value is HandleArgument {
  return typeof value === "object" && value !== null && typeof (value as { handle?: unknown }).handle === "number";
}

const get = (_: unknown, name: string) => (...args: unknown[]) => connect().ask({ op: "call", name, args });

/** Functions of the module in the worker: for what takes long. */
export const remote = new Proxy({}, { get } as ProxyHandler<object>) as Async<Omit<Run, "OpenFile" | "Files" | "Finished" | "Session">>;
