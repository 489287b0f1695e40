import { Boundary } from "../app/boundary";
import type { Route } from "../app/router";
import { NeedsTools } from "../ui/needs-tools";
import { Convert, useDrops } from "./convert";
import { FileInput } from "./convert/file";
import { Explore } from "./explore";
import { Home } from "./home";
import { Learn } from "./learn";
import { Run } from "./run";
import "../styles/instruction.css";
import "../styles/code.css";

/** The view of a route. */
export function ViewOf({ route }: { route: Route }) {
  useDrops();
  return (
    <>
      <Boundary where={[route.view, ...route.path].join("/")}><One route={route} /></Boundary>
      <FileInput />
    </>
  );
}

function One({ route }: { route: Route }) {
  switch (route.view) {
    case "explore": return <Explore route={route} />;
    case "convert": return <NeedsTools><Convert route={route} /></NeedsTools>;
    case "run": return <NeedsTools><Run route={route} /></NeedsTools>;
    case "learn": return <NeedsTools><Learn route={route} /></NeedsTools>;
    case "home": return <Home />;
  }
}
