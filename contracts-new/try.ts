/**
 * Development only: plays stories on a deployment like the one in shared/deployment, and prints what the clauses say.
 *     node contracts-new/try.ts <url> <ops url> [<story name pattern>] [<clause pattern>] [<overlay to write>]
 */
import { writeFileSync } from "node:fs";
import { loadDocument } from "../src/spec/document.ts";
import { overlayFrom, overlayText } from "./calibrate/overlay.ts";
import { fixtureText, settingsFrom } from "./calibrate/settings.ts";
import { clauses } from "./clauses/catalogue.ts";
import { Broken, NotJudged } from "./clauses/judging.ts";
import { Description } from "./judge/description.ts";
import { seenIn } from "./model/seen.ts";
import { Stage } from "./stories/stage.ts";
import { Account } from "./target/account.ts";
import { WallClock } from "./target/clock.ts";
import { type Capability, capabilities } from "./target/driver/capability.ts";
import { Gate } from "./target/gate.ts";
import { Receiver } from "./target/receiver.ts";
import type { TraceEntry } from "./trace/trace.ts";

const [url = "", ops = "", stories = "", only = ""] = process.argv.slice(2);
const description = new Description(loadDocument("interface").source);
const gate = new Gate(url);
const receiver = await Receiver.listen({ host: "127.0.0.1", port: 0 });
const trace: TraceEntry[] = [];
const clock = new WallClock(new AbortController().signal);

async function ask(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const response = await fetch(ops + path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return JSON.parse(await response.text());
}

const acts: Partial<
  Record<Capability, (given: Readonly<Record<string, unknown>>) => Promise<Record<string, unknown>>>
> = {
  "make-charge": (given) => ask("POST", "/charges?steps=pending", given),
  "pay-charge": (given) => ask("POST", "/charges?steps=processing,paid", given),
  "expire-charge": (given) => ask("POST", "/charges?steps=expired", given),
  "dispute-charge": ({ chargeId }) => ask("POST", `/dispute/${chargeId}`, {}),
  "authorize-subscription": () => ask("POST", "/subscriptions/authorized", {}),
  "reject-subscription": () => ask("POST", "/subscriptions/rejected", {}),
  "charge-subscription": (given) => ask("POST", "/subscriptions/charge-paid", given),
  "fail-subscription": (given) => ask("POST", "/subscriptions/charge-failed", given),
  "approve-withdrawal": ({ withdrawId }) => ask("POST", `/withdrawals/${withdrawId}/approve`, {}),
  "decline-withdrawal": ({ withdrawId }) => ask("POST", `/withdrawals/${withdrawId}/refuse`, {}),
  "daily-withdrawal": () => ask("POST", "/daily-transfer", {}),
  "reactivate-webhook": ({ webhookId }) => ask("POST", `/webhooks/${webhookId}/reactivate`, {}),
  "other-key": async () => ({ apiKey: "ak.boreal.90c2" }),
};
const driver = {
  capabilities: new Set(capabilities.filter((one) => one in acts)),
  act: async (capability: Capability, given: Readonly<Record<string, unknown>>) =>
    (await acts[capability]?.(given)) ?? {},
};
async function readCode(withdrawId: string) {
  const { messages } = await ask("GET", "/mailbox");
  const own = Array.isArray(messages) ? messages.filter((message) => message.withdrawId === withdrawId) : [];
  return { code: String(own.at(-1)?.code) };
}

const chosen = clauses.filter(({ id }) => id.includes(only));
const played = new Set(chosen.flatMap(({ needs }) => needs).filter(({ name }) => name.includes(stories)));
for (const story of played) {
  const account = new Account("own", story.name, trace, clock, { gate, description, apiKey: "ak.aurora.7d1f" });
  const startedAt = Date.now();
  const parts = { account, trace, story: story.name, valueCents: 1_000, may: () => true, receiver, driver, readCode };
  const ended = await story.play(new Stage(parts)).then(() => "", String);
  console.log(`played ${story.name}: ${Date.now() - startedAt} ms ${ended}`);
}
const seen = seenIn(trace, description);
for (const clause of chosen) {
  try {
    const differences = clause.judge(seen);
    console.log(differences.length > 0 ? "observed  " : "passed    ", clause.id, differences.join(" | "));
  } catch (error) {
    const kind = error instanceof Broken ? "BROKEN    " : error instanceof NotJudged ? "not judged" : "ERROR     ";
    console.log(kind, clause.id, error instanceof Error ? error.message : error);
  }
}
const [, , , , , , out] = process.argv;
if (out !== undefined) {
  writeFileSync(out, overlayText(overlayFrom(seen, description), "The target of a run"));
  writeFileSync(out.replace(/(\.yaml)?$/, ".fixture.yaml"), fixtureText(settingsFrom(seen), seen, "target"));
}
await gate.close();
await receiver.close();
