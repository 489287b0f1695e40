import { render } from "preact";
import { library, load } from "./api/library";
import { parseRoute, useRoute } from "./app/router";
import { readSettings } from "./app/settings";
import { Shell, useGlobalKeys } from "./app/shell";
import "./styles/base.css";
import "./styles/shell.css";
import { ViewOf } from "./views";

declare const __SINGLE__: boolean;

function App() {
  const route = useRoute(({ params }) => readSettings(params));
  useGlobalKeys();
  return <Shell route={route}><ViewOf route={route} /></Shell>;
}

async function start(): Promise<void> {
  const root = document.getElementById("app")!;
  try {
    await load();
  } catch (error) {
    root.textContent = `The specification cannot be loaded: ${error instanceof Error ? error.message : String(error)}`;
    return;
  }
  // For the console of the browser: `isatope.assemble("gfx900", "llvm", "s_endpgm")`.
  Object.assign(globalThis, { isatope: library });
  readSettings(parseRoute(location.hash).params);
  root.textContent = "";
  render(<App />, root);
  if (!__SINGLE__ && "serviceWorker" in navigator && location.protocol.startsWith("http")) {
    void navigator.serviceWorker.register("./service-worker.js").catch(() => undefined);
  }
}

void start();
