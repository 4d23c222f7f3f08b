import { durationText } from "./figures.ts";
import type { Report } from "./report.ts";

/** How time passed in a run, and for how many clauses. */
export function timePassed({ target, results }: Report): string {
  const advanced = results.filter(({ verdict }) => verdict.time === "advanced").length;
  const waited = results.filter(({ verdict }) => verdict.time === "waited").length;
  const counts = [
    ...(advanced > 0 ? [`the clock was advanced for ${clauses(advanced)}`] : []),
    ...(waited > 0 ? [`time was waited out for ${clauses(waited)}`] : []),
  ];
  return `${strategyOf(target)}; ${counts.length === 0 ? "no clause needed it" : counts.join(", ")}.`;
}

function strategyOf({ time, patienceMs }: Report["target"]): string {
  switch (time) {
    case "advanced":
      return "Time could be advanced";
    case "waited":
      return `Time really passed, with patience for ${durationText(patienceMs)}`;
    case "none":
      return "Time could neither be advanced nor waited out";
  }
}

function clauses(count: number): string {
  return count === 1 ? "1 clause" : `${count} clauses`;
}
