import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { receiverClauses } from "../../contracts/receiver/catalogue.ts";
import { type CheckOptions, checkReceiver } from "../../contracts/receiver/check-receiver.ts";
import { answerMistakes } from "../../contracts/receiver/testing/answer-mistakes.ts";
import { type Habits, isRight, Receiver, right } from "../../contracts/receiver/testing/receiver.ts";
import { signatureMistakes } from "../../contracts/receiver/testing/signature-mistakes.ts";
import { document, usualCheck } from "../../contracts/receiver/testing/usual-check.ts";
import type { Report } from "../../contracts/report/report.ts";
import { startReceiver } from "../../src/outbound/testing/receiver.ts";
import { selfSigned } from "../../src/outbound/testing/self-signed.ts";

// The clauses about effects have receivers of their own, in contracts/receiver/effects.test.ts.
const all = receiverClauses(document).filter(({ id }) => !id.startsWith("effects."));
const ids = all.map(({ id }) => id);

function check({ url }: Pick<Receiver, "url">, options: Partial<CheckOptions> = {}): Promise<Report> {
  return checkReceiver({ ...usualCheck, url, selected: ids, ...options });
}

async function checked(habits: Habits, options: Partial<CheckOptions> = {}): Promise<Report> {
  await using receiver = await Receiver.start(habits);
  return await check(receiver, options);
}

function verdictsIn({ results }: Report): readonly string[] {
  return results.map(({ id, verdict }) => `${id} ${verdict}`);
}

const harmless: readonly (readonly [how: string, habits: Habits])[] = [
  ["with 204", {}],
  ["with 299 after a while", { takes: () => wait(5, 299) }],
  ["with a body", { answers: (response, status) => response.writeHead(status).end('{"received":true}') }],
  ["and closes", { answers: (response, status) => response.setHeader("connection", "close").writeHead(status).end() }],
  ["and rejects with 400", { refusal: 400 }],
];

test.for(harmless)("a receiver that is right, and answers %s, holds every clause", async ([, habits]) => {
  expect(verdictsIn(await checked(habits))).toEqual(ids.map((id) => `${id} passed`));
});

const mistakes = [...signatureMistakes, ...answerMistakes];

test.for(mistakes)("a receiver that $name breaks the clauses that are about it, and no other", async (mistake) => {
  const { found, lacking, isGone, options, made, name, ...habits } = mistake;
  const expected = all.map(({ id, kind }) => {
    if (options?.selected !== undefined && !options.selected.includes(id)) return [];
    if (found.test(id)) return `${id} ${kind === "documented" || isGone ? "broken" : "observed"}`;
    return `${id} ${lacking?.test(id) ? "not-judged" : "passed"}`;
  });
  expect(verdictsIn(await checked(made?.() ?? habits, options))).toEqual(expected.flat());
});

test("there is a mistake for each clause", () => {
  expect(ids.filter((id) => !mistakes.some(({ found }) => found.test(id)))).toEqual([]);
});

const readsLowerCase: Habits["trusts"] = (header, body, { rawHeaders }) =>
  rawHeaders.includes("x-webhook-signature") && isRight(header, body);

test.for<[string, Habits, string]>([
  ["another secret", { trusts: () => false }, "right-secret"],
  ["names of headers in lower case only", { trusts: readsLowerCase }, "header-names"],
  ["a redirect", { takes: () => 308 }, "no-redirect"],
])("a finding names the remedy of its cause %s", async ([, habits, name]) => {
  const report = await checked(habits, { selected: ["events.charge-paid"] });
  expect(report.results.map(({ verdict, fix }) => [verdict, fix?.name])).toEqual([["broken", name]]);
  const said = report.remarks?.some((text) => text.includes("It acknowledges one whose headers"));
  expect(said).toBe(name === "header-names");
});

test("a receiver of some events gets no others, and is not judged by them", async () => {
  const events = ["charge.paid", "withdraw.completed"];
  const had = new Set<string>();
  const trusts: Habits["trusts"] = (header, body) => {
    had.add(JSON.parse(body.toString()).event);
    return isRight(header, body);
  };
  const report = await checked({ trusts }, { events });
  expect([...had].sort()).toEqual(events);
  const ofOthers =
    /^events\.(?!charge-paid|withdraw-completed|unknown-charge)|signature\.unknown|absent-for-null|out-of-order/;
  expect(verdictsIn(report)).toEqual(ids.map((id) => `${id} ${ofOthers.test(id) ? "opted-out" : "passed"}`));
  const { reason } = report.results.find(({ id }) => id === "events.charge-pending") ?? {};
  expect(reason).toBe("needs an event that --events leaves out");
  const withoutCharges = verdictsIn(await checked({}, { events: ["withdraw.completed"] }));
  expect(withoutCharges.filter((verdict) => /broken|observed|not-judged/.test(verdict))).toEqual([]);
});

describe("the first delivery", () => {
  /** Three clauses say as much as all, where only the beginning matters. */
  const few = ["events.charge-paid", "signature.missing", "answers.in-time"];

  test("waits for a receiver that starts only now", async () => {
    let missed = 3;
    const takes: Habits["takes"] = (_, { socket }) => {
      missed -= 1;
      if (missed < 0) return 204;
      socket.destroy();
      return null;
    };
    const report = await checked({ takes }, { selected: few, returnMs: 10_000 });
    expect(verdictsIn(report)).toEqual(few.map((id) => `${id} passed`));
  });

  test("is sent once more when its answer is late, which is told as such", async () => {
    let deliveries = 0;
    const takes: Habits["takes"] = () => (deliveries++ === 0 ? null : 204);
    const report = await checked({ takes }, { selected: few, answerMs: 300, patienceMs: 3_000 });
    expect(verdictsIn(report)).toEqual([
      "events.charge-paid passed",
      "signature.missing passed",
      "answers.in-time broken",
    ]);
  });

  test("names the address where no process listens, when that has lasted", async () => {
    await using receiver = await Receiver.start();
    receiver.breakDown();
    const { host } = receiver.url;
    await expect(check(receiver, { returnMs: 10 })).rejects.toThrow(
      `http://${host}/hooks cannot be used: no answer came: connect ECONNREFUSED ${host}. Does the receiver run there?`,
    );
  });

  test("tells at once how to have a certificate trusted that is the receiver's own", async () => {
    await using server = await startReceiver("ok", { tls: selfSigned });
    await expect(check({ url: new URL(server.url) }, { returnMs: 60_000 })).rejects.toThrow(
      "its certificate is of no authority that is trusted here (DEPTH_ZERO_SELF_SIGNED_CERT); one of your own is trusted with NODE_EXTRA_CA_CERTS=<file>.",
    );
  });
});

test("each header goes out once, whatever the case of its name", async () => {
  const names: string[][] = [];
  const takes: Habits["takes"] = (_, { rawHeaders }) => {
    names.push(rawHeaders.filter((__, at) => at % 2 === 0).map((name) => name.toLowerCase()));
    return 204;
  };
  const headers = { "X-Gateway": "one", "x-gateway": "two", "content-TYPE": "text/plain", "USER-agent": "other" };
  await checked({ takes }, { headers, selected: ["bytes.pieces", "deliveries.same-connection"] });
  expect(names.length).toBeGreaterThan(4);
  for (const sent of names) expect(sent.toSorted()).toEqual([...new Set(sent)].toSorted());
  expect(names[0]).toContain("x-gateway");
});

describe("what a receiver answers", () => {
  async function toldOf(text: (header: string) => string, selected: readonly string[], query = "") {
    await using receiver = await Receiver.start({
      answers: (response, status) =>
        response.writeHead(status).end(text(String(response.req.headers["x-webhook-signature"]))),
    });
    const { results } = await check({ url: new URL(receiver.url.href + query) }, { selected });
    return results.flatMap(({ exchanges }) => exchanges.map(({ responseBody }) => responseBody ?? ""));
  }

  test("is kept as far as people read it", async () => {
    const [told] = await toldOf(() => "x".repeat(300_000), ["signature.missing"]);
    expect(told).toMatch(/^x{20000}… \(20481 characters\)$/);
  });

  test("is shown without the signature that was right", async () => {
    const said = (header: string) =>
      `${right("of what came")} ${right("").toUpperCase()} ${right("").slice(7)} ${header} ${header.slice(7)}`;
    const told = await toldOf(
      said,
      ids.filter((id) => id.startsWith("signature.")),
    );
    expect(told[0]).toBe("[redacted] [redacted] [redacted] undefined ed");
    expect(told.join("\n")).not.toMatch(/[0-9a-zA-Z+/_-]{40}/);
  });

  test.for([
    ["?key=abcd", "POST /hooks?key=abcd, abcd", "POST /hooks[redacted], [redacted]"],
    ["?key=a%20b&v=2", "/hooks?key=a%20b&v=2 or key=a b", "/hooks[redacted] or [redacted]"],
    ["?k=1", "/hooks?k=1 with 1", "/hooks[redacted] with 1"],
    ["?key=abc", '{"query":{"key":"abc"}}', '{"query":{"key":"[redacted]"}}'],
    ["?event=paid", "charge.paid", "charge.paid"],
  ] as const)("is shown without the query of its address: %s", async ([query, text, shown]) => {
    expect((await toldOf(() => text, ["signature.missing"], query))[0]).toBe(shown);
  });
});

test("the same fault of many deliveries is told once", async () => {
  const report = await checked(
    { refusal: 500 },
    { selected: ["signature.missing", "signature.truncated", "answers.refusal"] },
  );
  expect(report.results.flatMap(({ observations }) => observations)).toEqual([
    "no signature, a signature of 63 digits, a signature of 32 digits and a signature of 2 digits: answered 500; 400 to 499 was expected.",
  ]);
});
