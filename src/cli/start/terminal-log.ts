import { styleText } from "node:util";
import type { RequestEntry } from "../../http/request-log.ts";

/** One readable line for a request: the world's time, what was asked, what came of it. */
export function terminalLine({ method, path, status, outcome, fault, worldAt, durationMs }: RequestEntry): string {
  const time = worldAt === null ? "-".padEnd(24) : new Date(worldAt).toISOString();
  const colour = status === null || status >= 500 ? "red" : status < 400 ? "green" : "yellow";
  const end = [status ?? "no answer", outcome, fault === null ? null : `(fault: ${fault})`];
  const result = styleText(colour, end.filter((word) => word !== null).join(" "));
  return `${styleText("dim", time)}  ${method.padEnd(6)} ${path}  ${result}  ${styleText("dim", `${durationMs.toFixed(1)} ms`)}`;
}
