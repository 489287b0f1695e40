import type { Route } from "../app/router";
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
      <One route={route} />
      <FileInput />
    </>
  );
}

function One({ route }: { route: Route }) {
  switch (route.view) {
    case "explore": return <Explore route={route} />;
    case "convert": return <Convert route={route} />;
    case "run": return <Run route={route} />;
    case "learn": return <Learn route={route} />;
    case "home": return <Home />;
  }
}
