import { styleText } from "node:util";
import type { RequestEntry } from "../../http/request-log.ts";

/** One readable line for a request: the world's time, what was asked, what came of it. */
export function terminalLine({ method, path, status, outcome, worldAt, durationMs }: RequestEntry): string {
  const time = worldAt === null ? "-".padEnd(24) : new Date(worldAt).toISOString();
  const colour = status < 400 ? "green" : status < 500 ? "yellow" : "red";
  const result = styleText(colour, `${status} ${outcome ?? ""}`.trimEnd());
  return `${styleText("dim", time)}  ${method.padEnd(6)} ${path}  ${result}  ${styleText("dim", `${durationMs.toFixed(1)} ms`)}`;
}
