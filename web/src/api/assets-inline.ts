import examplesUrl from "../wasm/examples.json?url";
import coreUrl from "../wasm/isatope_core_bg.wasm.gz?url";
import runUrl from "../wasm/isatope_run_bg.wasm.gz?url";

/** The packed modules as `data:` addresses, for the page that is one file. */
export const MODULES = { core: coreUrl, run: runUrl } as const;

/** Where the examples of the repository are. */
export const EXAMPLES = examplesUrl;
