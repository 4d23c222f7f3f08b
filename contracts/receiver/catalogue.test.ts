import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../judge/json.ts";
import { receiverClauses } from "./catalogue.ts";
import { signatureOf } from "./delivery.ts";
import { describedEvents } from "./described-events.ts";
import { Drafts } from "./drafts.ts";
import { fixes, fixFor } from "./fixes.ts";

function read(path: string): JsonObject {
  return JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), "utf8"));
}

const document = read("src/spec/generated/interface.json");
const all = receiverClauses(document);
const secrets = ["whsec_one", "whsec_two"] as const;
const drafts = new Drafts(describedEvents(document), [...secrets]).preferring("charge.paid");
const deliveries = all.flatMap((one) => {
  const { kind, id, sends } = one;
  return sends?.deliveries(drafts).map((delivery) => ({ id, kind, expects: sends.expected, delivery })) ?? [];
});

describe("the clauses", () => {
  test("have ids that are readable, and theirs alone", () => {
    const ids = all.map(({ id }) => id);
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
    expect(ids.filter((id) => !/^[a-z]+\.[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([]);
  });

  test("are each one sentence, and no other's", () => {
    const texts = all.map(({ text }) => text);
    expect(texts.filter((text, place) => texts.indexOf(text) !== place)).toEqual([]);
    expect(texts.filter((text) => !/^[A-Z`].{10,}[^.]\.$/.test(text))).toEqual([]);
  });

  test("have one for each event of the document; what it only reserves, or assumes, is recommended", () => {
    const ofEvents = all.filter(({ id }) => id.startsWith("events.") && !id.startsWith("events.unknown"));
    expect(ofEvents.map(({ text }) => /`([^`]+)`/.exec(text)?.[1])).toEqual(Object.keys(Object(document.webhooks)));
    const recommended = ofEvents.filter(({ kind }) => kind === "recommendation");
    expect(recommended.map(({ id }) => id)).toEqual(["events.charge-received", "events.webhook-test"]);
  });
});

test("what a clause finds can be fixed, and the page has each fix as code for five frameworks", () => {
  const used = [
    ...all.map(({ id }) => fixFor(id).name),
    fixFor("events.charge-paid", [401]).name,
    fixFor("events.charge-paid", [401], "header-names").name,
  ];
  expect([...new Set(used)].sort()).toEqual(Object.keys(fixes).sort());
  expect(fixFor("bytes.numbers", [401]).name).toBe("raw-body");
  expect(fixFor("events.charge-paid", [302]).name).toBe("no-redirect");
  const page = readFileSync(new URL("../../docs/receiver-fixes.md", import.meta.url), "utf8");
  const sections = page.split(/^## /m).slice(1);
  expect(sections.map((one) => one.split("\n", 3).join("|"))).toEqual(
    Object.entries(fixes).map(([name, text]) => `${name}||${text}`),
  );
  for (const one of sections) {
    expect(one.match(/(?<=^- )\w+(?=: )/gm)).toEqual(["Express", "Fastify", "Flask", "Laravel", "Spring"]);
    expect(one.split("`").length % 2, one).toBe(1);
  }
});

describe("the deliveries", () => {
  test("are signed rightly unless they must be rejected", () => {
    const wrong = deliveries.filter(({ expects, delivery: { signature, body } }) => {
      const isRight = secrets.some((secret) => signature === signatureOf(secret, body));
      return isRight !== (expects !== "rejected");
    });
    expect(deliveries.length).toBeGreaterThan(55);
    expect(wrong).toEqual([]);
  });

  test("are JSON, and name their event where the header does", () => {
    const odd = deliveries.filter(({ delivery: { body, event } }) => JSON.parse(body).event !== event);
    expect(odd).toEqual([]);
  });

  test("have identifiers of their own, but where a delivery comes again", () => {
    const idsWhere = (isRepeated: boolean) =>
      deliveries.flatMap(({ id, delivery: { deliveryId } }) =>
        (id === "deliveries.repeated") === isRepeated ? [deliveryId] : [],
      );
    const [others, again] = [idsWhere(false), idsWhere(true)];
    expect(new Set(others).size).toBe(others.length);
    expect([again.length, new Set(again).size]).toEqual([3, 1]);
  });

  test("are each described in words of their own within their clause", () => {
    const words = deliveries.map(({ id, delivery }) => `${id}: ${delivery.what}`);
    expect(words.filter((text, place) => words.indexOf(text) !== place)).toEqual([]);
  });

  // What the document does not allow must not be demanded in its name.
  test("of documented clauses are as the document describes their event", () => {
    const ajv = new Ajv2020({ strict: false });
    formats.default(ajv);
    const dereferenced = read("src/spec/generated/interface.dereferenced.json");
    const problems = deliveries.flatMap(({ id, kind, expects, delivery }) => {
      if (kind !== "documented" || expects === "rejected") return [];
      const content = ["webhooks", delivery.event, "post", "requestBody", "content", "application/json", "schema"];
      const schema: unknown = content.reduce<unknown>((value, name) => Reflect.get(Object(value), name), dereferenced);
      return ajv.validate(Object(schema), JSON.parse(delivery.body)) ? [] : [`${id}: ${ajv.errorsText()}`];
    });
    expect(problems).toEqual([]);
  });

  test("are about something new each time, but where one must be about the same", () => {
    const ids = deliveries
      .filter(
        ({ id }) => !["deliveries.repeated", "deliveries.out-of-order"].includes(id) && !id.startsWith("signature."),
      )
      .flatMap(({ delivery }) => /"(?:chargeId|withdrawId|subscriptionId)": ?"([^"]+)"/.exec(delivery.body)?.[1] ?? []);
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
    expect(ids.length).toBeGreaterThan(20);
    const sameCharge = deliveries.filter(({ id }) => id === "deliveries.out-of-order");
    expect(new Set(sameCharge.map(({ delivery }) => JSON.parse(delivery.body).data.chargeId)).size).toBe(1);
  });

  test("have the bytes that their clauses are about", () => {
    const bodyOf = (id: string, at = 0) => deliveries.filter((one) => one.id === id)[at]?.delivery.body ?? "";
    expect(Buffer.byteLength(bodyOf("bytes.large"))).toBe(204_800);
    expect(bodyOf("bytes.whitespace", 1)).toMatch(/^ \{\r\n\t"event"/);
    expect(bodyOf("bytes.member-order")).toMatch(/^\{"timestamp":.*"event":"charge.paid"\}$/);
    expect(bodyOf("bytes.escapes")).toContain(String.raw`"pedido\u002D10\u00342\/\u00E7"`);
    expect(bodyOf("bytes.unicode")).toMatch(/\u2028.*\u{1F4B8}/su);
    expect(bodyOf("bytes.unicode-escaped")).toMatch(/^[\x20-\x7e]+$/);
    expect(bodyOf("bytes.unicode-escaped")).toContain(String.raw`\u2028\u2029 \ud83d\udcb8`);
    for (const at of [0, 1, 2]) expect(JSON.parse(bodyOf("bytes.numbers", at)).data.total).toBe(12_990);
  });
});

test("a delivery is signed as the vectors of signatures say", () => {
  const vectors: readonly { secret: string; body: string; signature: string }[] = JSON.parse(
    readFileSync(new URL("../../fixtures/vectors/signatures.json", import.meta.url), "utf8"),
  );
  for (const { secret, body, signature } of vectors) expect(signatureOf(secret, body)).toBe(signature);
});

describe("the events of a description", () => {
  test("that have no example take the body of another one that is described alike", () => {
    const reserved = describedEvents(document).find(({ name }) => name === "charge.received");
    expect(reserved).toMatchObject({ isFired: false, isDocumented: true, example: { event: "charge.received" } });
    expect(reserved?.example).toMatchObject({ data: { chargeId: expect.any(String), total: expect.any(Number) } });
  });

  test("that have nothing at all are a mistake in the description", () => {
    const bare = { webhooks: { "charge.lost": { post: { requestBody: { content: {} } } } } };
    expect(() => describedEvents(bare)).toThrow("the event charge.lost is described without a body");
  });
});
