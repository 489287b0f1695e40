/// <reference types="vite/client" />

declare module "#worker" {
  const MakeWorker: new () => Worker;
  export default MakeWorker;
}

declare module "#assets" {
  export const MODULES: { readonly core: string; readonly run: string };
  export const EXAMPLES: string;
}

declare module "*.wasm.gz?url" {
  const url: string;
  export default url;
}

declare module "*/isatope_core.js" {
  export default function init(options: { module_or_path: WebAssembly.Module }): Promise<unknown>;
}

declare module "*/isatope_run.js" {
  export default function init(options: { module_or_path: WebAssembly.Module }): Promise<unknown>;
}
