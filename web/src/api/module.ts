// Loads a module of WebAssembly, calls it, and makes a new instance after a panic. Runs in the page and in the worker.

import initCore, * as coreGlue from "../wasm/isatope_core.js";
import initRun, * as runGlue from "../wasm/isatope_run.js";

export type ModuleName = "core" | "run";

/** The library said that something is wrong: a message for people. */
export class LibraryError extends Error {}

/** The module stopped in the middle: a mistake in the library. The page goes on with a new instance. */
export class PanicError extends Error {}

type Glue = Record<string, unknown> & {
  /** Added by the build, see `vite.config.ts`. */
  restart: () => Promise<void>;
  take_panic?: () => string | undefined;
};

const GLUE: Record<ModuleName, { init: (options: { module_or_path: WebAssembly.Module }) => Promise<unknown>; glue: Glue }> = {
  core: { init: initCore as never, glue: coreGlue as unknown as Glue },
  run: { init: initRun as never, glue: runGlue as unknown as Glue },
};

/** Functions whose text is not JSON. */
const PLAIN = new Set(["version", "explain_code", "listing", "evaluate"]);

/** Compiles a module while it arrives. One in a `data:` address is packed. */
async function compile(url: string): Promise<WebAssembly.Module> {
  let module: ReadableStream;
  if (url.startsWith("data:")) {
    const binary = atob(url.slice(url.indexOf(",") + 1));
    const packed = new Blob([Uint8Array.from(binary, (char) => char.charCodeAt(0))]).stream();
    module = packed.pipeThrough(new DecompressionStream("gzip"));
  } else {
    const response = await fetch(url);
    if (!response.ok || !response.body) throw new LibraryError(`cannot load ${url}: ${response.status} ${response.statusText}`);
    module = response.body;
  }
  // Not every server knows the type of WebAssembly.
  return WebAssembly.compileStreaming(new Response(module, { headers: { "content-type": "application/wasm" } }));
}

/** One of the two modules. */
export class Module {
  /** The compiled module, which a worker can take over. */
  compiled: WebAssembly.Module | undefined;
  private running = false;
  /** What a new instance has to be given before it is used. */
  prepare: () => void = () => undefined;

  constructor(readonly name: ModuleName) {}

  has(name: string): boolean {
    return name in GLUE[this.name].glue;
  }

  /** Makes an instance: from the address of the module, or from one that is compiled. `before` has to be done when it starts. */
  async load(source: string | WebAssembly.Module, before?: Promise<unknown>): Promise<void> {
    if (this.running) return;
    const [compiled] = await Promise.all([typeof source === "string" ? compile(source) : source, before]);
    await GLUE[this.name].init({ module_or_path: compiled });
    this.compiled = compiled;
    this.running = true;
    this.prepare();
  }

  /** Calls a function of the module. */
  call(name: string, args: readonly unknown[]): unknown {
    const { glue } = GLUE[this.name];
    return this.guard(name, () => (glue[name] as (...args: unknown[]) => unknown)(...args));
  }

  /** Makes an object of one of its classes. */
  create(name: string, args: readonly unknown[]): object {
    const { glue } = GLUE[this.name];
    return this.guard(name, () => new (glue[name] as new (...args: unknown[]) => object)(...args)) as object;
  }

  /** Calls a method of such an object. */
  method(object: object, name: string, args: readonly unknown[]): unknown {
    return this.guard(name, () => (object as Record<string, (...args: unknown[]) => unknown>)[name]!(...args));
  }

  private guard(name: string, run: () => unknown): unknown {
    if (!this.running) throw new LibraryError("the library is still being loaded: try again in a moment");
    try {
      const value = run();
      return typeof value === "string" && !PLAIN.has(name) ? (JSON.parse(value) as unknown) : value;
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) {
        throw new LibraryError(error instanceof Error ? error.message : String(error));
      }
      const { glue } = GLUE[this.name];
      // After a panic nothing in the instance can be trusted; the message is read first, from the memory of the old one.
      let text = error.message;
      try {
        text = glue.take_panic?.() ?? text;
      } catch {
        // The instance is too broken to answer: the message of the engine has to do.
      }
      this.running = false;
      void glue.restart().then(() => {
        this.running = true;
        this.prepare();
      });
      throw new PanicError(`${name}: ${text}`);
    }
  }
}

/** Gives the second module the pages of the first one, so that they are shipped once. */
export function givePages(module: Module, pages: Uint8Array | undefined): void {
  if (pages && module.has("give_pages")) module.call("give_pages", [pages]);
}
