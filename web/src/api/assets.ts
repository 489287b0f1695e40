import coreUrl from "../wasm/isatope_core_bg.wasm.gz?url";
import runUrl from "../wasm/isatope_run_bg.wasm.gz?url";

/** Where the packed modules are: files beside the page, or `data:` in the page that is one file. */
export const MODULES = { core: coreUrl, run: runUrl } as const;
export type ModuleName = keyof typeof MODULES;
