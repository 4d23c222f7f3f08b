import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { loadDocument } from "../../src/spec/document.ts";
import { Description } from "../judge/description.ts";
import { Gate } from "../target/gate.ts";
import { LostAnswer } from "../target/lost-answer.ts";
import { Routes } from "../target/routes.ts";
import { deploymentPlaces } from "../target/story-places.ts";
import { findValue } from "./value.ts";

const description = new Description(loadDocument("interface").source);
const driver = { capabilities: new Set<never>(), act: async () => ({}) };

/** A company below `/v1` with one withdrawal at a time. The answer to the first that it opens is lost behind a gateway. */
async function company({ open }: { open?: string }) {
  const withdrawals = new Map(open === undefined ? [] : [[open, { id: open, amount: 700, status: "OPEN" }]]);
  let answersLost = 0;
  const server = createServer(async (asked, answered) => {
    const body = await text(asked);
    const reply = (status: number, data: object) => answered.writeHead(status).end(JSON.stringify({ data }));
    const isOpen = [...withdrawals.values()].find(({ status }) => status === "OPEN");
    if (asked.url === "/v1/account-balance/withdrawals") return reply(200, { withdrawals: [...withdrawals.values()] });
    if (asked.url === "/v1/account-balance/withdraw/cancel") {
      const own = [...withdrawals.values()].find(({ id }) => body.includes(id));
      if (own !== undefined) own.status = "CANCELLED";
      return reply(own === undefined ? 404 : 200, {});
    }
    if (asked.url !== "/v1/account-balance/withdraw") return reply(404, { error: "nothing is here" });
    if (isOpen !== undefined) return reply(409, { withdrawId: isOpen.id });
    const id = `wdr_${withdrawals.size}`;
    withdrawals.set(id, { id, amount: JSON.parse(body).value, status: "OPEN" });
    answersLost += 1;
    return answersLost === 1 ? answered.writeHead(502).end() : reply(201, { withdrawId: id });
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`, withdrawals };
}

async function placesAt(url: string, signal: AbortSignal) {
  const permissions = { open: true, settle: false, webhooks: false, budgetCents: 0, cancelOpen: false };
  const [routes, apiKey] = [new Routes(""), "own-key"];
  const gate = new Gate({ url, description, permissions, apiKey, isSandbox: false, patienceMs: 1_000, signal, routes });
  onTestFinished(() => gate.close());
  return deploymentPlaces({
    gate,
    description,
    routes,
    trace: [],
    signal,
    apiKey,
    driverFor: () => driver,
    codes: undefined,
  });
}

test("what a lost initiation has opened is cancelled, wherever the history is", async ({ signal }) => {
  const { url, withdrawals } = await company({});
  const places = await placesAt(url, signal);
  const first = await places("the smallest amount", () => {});
  await expect(findValue(first.account, new Set())).rejects.toThrow(LostAnswer);
  await first.end();
  const second = await places("the smallest amount", () => {});
  expect(await findValue(second.account, new Set())).toBe(101);
  await second.end();
  expect([...withdrawals.values()].map(({ status }) => status)).toEqual(["CANCELLED", "CANCELLED"]);
});

test("what was open before is left alone", async ({ signal }) => {
  const { url, withdrawals } = await company({ open: "wdr_foreign" });
  const { account } = await (await placesAt(url, signal))("the smallest amount", () => {});
  await expect(findValue(account, new Set())).rejects.toThrow(/wdr_foreign was open before this run.*--cancel-open/);
  expect(withdrawals.get("wdr_foreign")?.status).toBe("OPEN");
});
