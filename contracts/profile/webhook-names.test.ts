import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { targetOfTest } from "../../test/contracts/target-of-test.ts";
import { isSuccess } from "../trace/trace.ts";
import { createByAnyName } from "./webhook-names.ts";

const wanted = { url: "https://hooks.acme.dev/1", name: "saldo", events: ["charge.paid"] };

type Refusal = (missing: readonly string[], unknown: readonly string[]) => object;

/** A target that takes webhooks with just these names; `refusal` says what is wrong with others. */
async function target(names: readonly string[], refusal: Refusal, isStrict: boolean, shown = innermost) {
  const { places, trace } = await targetOfTest(
    ({ body }, respond) => {
      const sent = membersIn(body.toString());
      const missing = names.filter((name) => !(name in sent));
      const unknown = Object.keys(sent).filter((name) => !names.includes(name));
      const isRefused = missing.length > 0 || (isStrict && unknown.length > 0);
      const webhook = Object.fromEntries(names.map((name) => [shown(name), sent[name]]));
      const told = JSON.stringify(isRefused ? refusal(missing, unknown) : webhook);
      respond({ status: isRefused ? 422 : 201, headers: { "content-type": "application/json" }, body: told });
    },
    { webhooks: true },
    new AbortController().signal,
  );
  return { ...(await places("a story", () => {})), trace };
}

/** Members of a member are called by both names, with a dot. */
function membersIn(body: string): Readonly<Record<string, unknown>> {
  const members = Object.entries<object>(JSON.parse(body)).flatMap(([name, value]) =>
    name === "webhook" ? Object.entries(value).map(([inner, one]) => [`webhook.${inner}`, one]) : [[name, value]],
  );
  return Object.fromEntries(members);
}

function innermost(name: string): string {
  return name.replace("webhook.", "");
}

/** As validators say it that want all parts in one member. */
const outerMissing: Refusal = (missing) => ({
  error: missing.length === 3 ? "webhook is missing" : missing.map((name) => `${name} is required`),
});

/** As parsers of Go say it, with what no two rejections have in common. */
const firstUnknown: Refusal = (missing, [unknown]) => ({
  error: unknown === undefined ? missing.length : `json: unknown field "${unknown}"`,
  trace: randomUUID(),
});

test.each<[string, readonly string[], Refusal, boolean]>([
  [
    "in snake case, where other members are ignored",
    ["callback_url", "title", "event_types"],
    () => ({ error: "no" }),
    false,
  ],
  ["in camel case", ["targetUrl", "displayName", "eventTypes"], () => ({ error: "no" }), false],
  ["in Portuguese", ["url_destino", "nome", "eventos"], () => ({ erro: "campos" }), false],
  ["with capitals", ["URL", "Name", "EventTypes"], () => ({ error: "no" }), false],
  [
    "within a member, where others are ignored",
    ["webhook.callback_url", "webhook.title", "webhook.event_types"],
    outerMissing,
    false,
  ],
  [
    "within a member that no refusal names",
    ["webhook.endpoint", "webhook.label", "webhook.topics"],
    () => ({ error: "no" }),
    false,
  ],
  [
    "within a member, where others are rejected",
    ["webhook.urlDestino", "webhook.nome", "webhook.topicList"],
    outerMissing,
    true,
  ],
  [
    "as the refusal points to them, with an acronym",
    ["notifyURL", "Rotulo", "eventNames"],
    (missing) => ({ code: "MISSING", invalid: missing.map((name) => `/${name}`) }),
    true,
  ],
  [
    "as the refusal names them, where others are rejected",
    ["notifyAt", "rotulo", "topicList"],
    (missing) => ({ errors: missing.map((field) => ({ field, message: "is required" })) }),
    true,
  ],
  [
    "where the refusal names the first one that it does not know, and none that is missing",
    ["callback_url", "title", "event_types"],
    firstUnknown,
    true,
  ],
  [
    "where the refusal names the first one that it does not know, and none that is missing, however it spells its own",
    ["targetURL", "alias", "EventNames"],
    firstUnknown,
    true,
  ],
  [
    "those that the refusal of all does not name",
    ["hook-url", "alias", "topics"],
    (missing, unknown) => (missing.length > 0 ? { error: "no", data: null } : { unknown }),
    true,
  ],
])("a webhook is created by the names of a target: %s", async (_, names, refusal, isStrict) => {
  const { account, trace } = await target(names, refusal, isStrict);
  expect(isSuccess(await createByAnyName(account, wanted))).toBe(true);
  const before = trace.length;
  const second = await createByAnyName(account, { ...wanted, url: "https://hooks.acme.dev/2" });
  expect([isSuccess(second), trace.length - before]).toEqual([true, 1]);
  expect(Object.keys(membersIn(second.request.text ?? "")).toSorted()).toEqual(names.toSorted());
  expect(second.request.members).toMatchObject({ url: "https://hooks.acme.dev/2", events: wanted.events });
});

test.each([
  [
    "in snake case",
    ["endpointUrl", "label", "eventTypes"],
    (name: string) => name.replaceAll(/[A-Z]/g, (it) => `_${it.toLowerCase()}`),
  ],
  ["with capitals", ["targetURL", "alias", "events"], (name: string) => name.charAt(0).toUpperCase() + name.slice(1)],
])("names are learned that the response spells otherwise: %s", async (_, names, shown) => {
  const { account } = await target(names, (missing) => ({ message: `missing: ${missing[0]}` }), false, shown);
  await createByAnyName(account, wanted);
  const second = await createByAnyName(account, { ...wanted, url: "https://hooks.acme.dev/2" });
  expect(Object.keys(JSON.parse(second.request.text ?? ""))).toEqual(names);
});
