import examplesUrl from "../wasm/examples.json?url";
import coreUrl from "../wasm/isatope_core_bg.wasm?url";
import runUrl from "../wasm/isatope_run_bg.wasm?url";

/** Where the modules are: files beside the page. Servers compress them, or send the packed files that the build writes beside them. */
export const MODULES = { core: coreUrl, run: runUrl } as const;

/** Where the examples of the repository are. */
export const EXAMPLES = examplesUrl;
