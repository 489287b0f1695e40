// Answers requests about the module with the emulator and keeps its objects. The worker has one; without a worker the page itself has.

import { givePages, Module, PanicError } from "./module";

/** What a page asks. `handle` names an object that an earlier request made. */
export type Request =
  | { op: "load"; source: string | WebAssembly.Module; pages: Uint8Array | undefined }
  | { op: "call"; name: string; args: readonly unknown[] }
  | { op: "create"; name: string; args: readonly unknown[] }
  | { op: "method"; handle: number; name: string; args: readonly unknown[] }
  | { op: "free"; handle: number };

export type Answer = { value: unknown } | { error: string; panic: boolean };

/** An argument that stands for an object of the host. */
export interface HandleArgument {
  handle: number;
}

export class Host {
  private readonly module = new Module("run");
  private readonly objects = new Map<number, object>();
  private next = 1;

  async answer(request: Request): Promise<Answer> {
    try {
      return { value: await this.run(request) };
    } catch (error) {
      const panic = error instanceof PanicError;
      if (panic) this.objects.clear();
      return { error: error instanceof Error ? error.message : String(error), panic };
    }
  }

  private async run(request: Request): Promise<unknown> {
    switch (request.op) {
      case "load":
        this.module.prepare = () => givePages(this.module, request.pages);
        return this.module.load(request.source);
      case "call":
        return this.module.call(request.name, this.arguments(request.args));
      case "create": {
        const object = this.module.create(request.name, this.arguments(request.args));
        this.objects.set(this.next, object);
        return this.next++;
      }
      case "method":
        return this.module.method(this.object(request.handle), request.name, this.arguments(request.args));
      case "free": {
        const object = this.objects.get(request.handle) as { free?: () => void } | undefined;
        this.objects.delete(request.handle);
        object?.free?.();
        return undefined;
      }
    }
  }

  private object(handle: number): object {
    const object = this.objects.get(handle);
    if (!object) throw new Error("this was lost when the module was started again: open it again");
    return object;
  }

  private arguments(args: readonly unknown[]): unknown[] {
    const isHandle = (arg: unknown): arg is HandleArgument => typeof arg === "object" && arg !== null && "handle" in arg;
    return args.map((arg) => (isHandle(arg) ? this.object(arg.handle) : arg));
  }
}
