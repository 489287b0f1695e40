// Tours are data: a program, and states of it with a text for each.

import branches from "../../data/tours/branches.json";
import lanes from "../../data/tours/lanes.json";
import reduction from "../../data/tours/reduction.json";
import scalar from "../../data/tours/scalar.json";
import waits from "../../data/tours/waits.json";
import type { Notation } from "../../ui/numbers";

export interface TourStep {
  /** How many instructions have run. */
  at: number;
  title: string;
  /** Markdown. */
  text: string;
  /** Another program than that of the tour. */
  source?: string;
  /** Whether the findings of the checks are shown. */
  check?: boolean;
  /** Values that the text speaks of; a test compares them. */
  expect?: Record<string, string>;
}

export interface Tour {
  id: string;
  title: string;
  summary: string;
  target: string;
  source: string;
  /** Registers that are shown. */
  registers: string[];
  notation: Notation;
  /** What people call the memory that is shown, if one is. */
  memory?: string;
  /** Changes of the manifest of a snippet. */
  manifest?: Record<string, unknown>;
  steps: TourStep[];
}

const tour = (id: string, data: object) => ({ id, ...data }) as Tour;

export const TOURS: readonly Tour[] = [
  tour("lanes", lanes), tour("scalar", scalar), tour("waits", waits), tour("branches", branches), tour("reduction", reduction),
];
