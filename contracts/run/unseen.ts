import { valuesIn } from "../judge/json.ts";
import type { Story } from "../stories/story.ts";
import { isAction } from "../target/driver/action-table.ts";
import type { Capability } from "../target/driver/capability.ts";
import { callsIn, callsOf } from "../trace/find.ts";
import { type Call, isSuccess, type TraceEntry } from "../trace/trace.ts";

/** Says what the stories of a clause met, where they ended as they should and nothing of it was seen. */
export function unseenText(
  needs: readonly Story[],
  trace: readonly TraceEntry[],
  lacked: ReadonlySet<Capability>,
): string {
  const names = needs.map(({ name }) => name);
  const calls = callsIn(trace).filter((call) => names.includes(call.story));
  const usual = calls.filter(
    ({ credential, operationId = "" }) => credential === "own" && !refused.includes(operationId),
  );
  const byOperation = Map.groupBy(usual, ({ operationId }) => operationId);
  // Elsewhere accepted, it is rejected here as it should be.
  const never = [...byOperation].flatMap(([operationId = "", [first]]) =>
    first === undefined || callsOf(trace, operationId).some(isSuccess) ? [] : [first],
  );
  if (never.length > 0) return `the target accepted nothing of what shows it: ${never.map(gotText).join("; ")}`;
  if (calls.length === 0) return "none of the stories that show it was played to its end";
  const isBusy = trace.some((entry) => entry.kind === "arrival" && entry.isBusy && names.includes(entry.story));
  const acts = [...lacked].filter(isAction);
  const more = acts.length > 0 ? `; a driver (--driver) that can ${acts.join(", ")} would show more of it` : "";
  const busy = isBusy ? "; this machine was too busy to time some deliveries" : "";
  return `what shows it did not happen in ${names.map((name) => `"${name}"`).join(", ")}${more}${busy}`;
}

/** With the target's own sentence, if it has one. */
export function gotText({ request, response, failure }: Call): string {
  const [path] = request.path.split("?");
  const said = valuesIn(response?.json).find(isSentence) ?? (response?.json === undefined ? response?.text : undefined);
  const sentence = typeof said === "string" && said !== "" ? ` ("${said.slice(0, MAX_CHARACTERS)}")` : "";
  return `${request.method} ${path} got ${response?.status ?? failure ?? "no response"}${sentence}`;
}

function isSentence(value: unknown): boolean {
  return typeof value === "string" && /\S\s\S/.test(value);
}

const MAX_CHARACTERS = 160;

/** An API key cannot do these. */
const refused = ["replaceWebhook", "updateWebhook", "deleteWebhook"];
