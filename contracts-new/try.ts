import { readFileSync } from "node:fs";
import { loadDocument } from "../src/spec/document.ts";
import { Description } from "./judge/description.ts";
import { otpClauses } from "./clauses/otp.ts";
import { NotJudged, Broken } from "./clauses/judging.ts";
import { seenIn } from "./model/seen.ts";
import { Stage } from "./stories/stage.ts";
import { codeBlocked, codeRenewed, withdrawalPaid, withdrawalTried } from "./stories/withdrawals.ts";
import { Account } from "./target/account.ts";
import { WallClock } from "./target/clock.ts";
import { Gate } from "./target/gate.ts";
import { Receiver } from "./target/receiver.ts";
import { webhooksTested } from "./stories/deliveries.ts";
import { hooksIn, isSignedWith } from "./model/webhooks.ts";
const receiver = await Receiver.listen({ host: "127.0.0.1", port: 0 });
import type { TraceEntry } from "./trace/trace.ts";

const [url = "", ops = ""] = process.argv.slice(2);
const description = new Description(loadDocument("interface").source);
const gate = new Gate(url);
const trace: TraceEntry[] = [];
const clock = new WallClock(new AbortController().signal);
for (const story of [webhooksTested, withdrawalTried, codeBlocked, codeRenewed, withdrawalPaid]) {
  const account = new Account("own", story.name, trace, clock, { gate, description, apiKey: "ak.aurora.7d1f" });
  const readCode = async (withdrawId: string) => {
    const { messages } = await (await fetch(`${ops}/mailbox`)).json();
    return { code: messages.filter((m: any) => m.withdrawId === withdrawId).at(-1).code };
  };
  const at = Date.now();
  try {
    await story.play(new Stage({ account, trace, story: story.name, valueCents: 1000, may: () => true, receiver, readCode }));
  } catch (error) { console.log(story.name, String(error)); }
  console.log(story.name, Date.now() - at, "ms");
}
for (const h of hooksIn(trace)) console.log(h.name, h.secret?.slice(0,6), h.deliveries.map((d) => `${d.event} x${d.attempts.length} ${d.attempts.map((a) => isSignedWith(h.secret ?? "", a))}`));
const seen = seenIn(trace);
console.log(seen.life, trace.length);
for (const clause of otpClauses) {
  try { clause.judge(seen); console.log("passed ", clause.id); }
  catch (error) { console.log(error instanceof NotJudged ? "NOT JUDGED" : error instanceof Broken ? "BROKEN" : "ERROR", clause.id, String(error)); }
}
await gate.close(); await receiver.close();
const { withdrawalOutcomes } = await import("./model/outcomes.ts");
const { sightingsIn } = await import("./model/sightings.ts");
const named = withdrawalOutcomes(seen, seen.life);
console.log("named", named.length, "of", trace.filter((e) => e.kind === "call").length);
const sightings = sightingsIn(named, description);
for (const [path, all] of Map.groupBy(sightings, (s) => s.path.join("/"))) console.log(all[0]!.documented ? "DOC" : "asm", path, all.length, [...new Set(all.flatMap((s) => s.differs === undefined ? [] : [`${s.outcome}: ${s.differs}`]))].slice(0,3).join(" | "));
