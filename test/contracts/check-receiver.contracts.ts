import { createHmac } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { receiverClauses } from "../../contracts/receiver/catalogue.ts";
import { type CheckOptions, checkReceiver } from "../../contracts/receiver/check-receiver.ts";
import { unknownThing } from "../../contracts/receiver/knowledge.ts";
import { type Habits, isEqual, Receiver, right, secret } from "../../contracts/receiver/testing/receiver.ts";
import { document, usualCheck } from "../../contracts/receiver/testing/usual-check.ts";
import type { Report } from "../../contracts/report/report.ts";
import type { VerdictKind } from "../../contracts/run/verdict.ts";
import { startReceiver } from "../../src/outbound/testing/receiver.ts";
import { selfSigned } from "../../src/outbound/testing/self-signed.ts";

// The clauses about effects have receivers of their own, in contracts/receiver/effects.test.ts.
const all = receiverClauses(document).filter(({ id }) => !id.startsWith("effects."));
const ids = all.map(({ id }) => id);

function check({ url }: Pick<Receiver, "url">, options: Partial<CheckOptions> = {}): Promise<Report> {
  return checkReceiver({
    ...usualCheck,
    url,
    selected: ids,
    ...options,
  });
}

async function checked(habits: Habits, options: Partial<CheckOptions> = {}): Promise<Report> {
  await using receiver = await Receiver.start(habits);
  return await check(receiver, options);
}

function that(report: Report, kind: VerdictKind): readonly string[] {
  return report.results.filter(({ verdict }) => verdict === kind).map(({ id }) => id);
}

/** What is not as it should be, by how it was told. */
function foundIn(report: Report): Found {
  return {
    broken: that(report, "broken"),
    observed: that(report, "observed"),
    lacking: [...that(report, "not-judged"), ...that(report, "suite-error"), ...that(report, "opted-out")],
  };
}

interface Found {
  readonly broken?: readonly string[];
  readonly observed?: readonly string[];
  readonly lacking?: readonly string[];
}

describe("a receiver that is right holds every clause", () => {
  const harmless: readonly (readonly [string, Habits])[] = [
    ["with 204", {}],
    [
      "with 200 and a body",
      {
        takes: () => 200,
        answers: (response, status) => {
          response.writeHead(status, { "content-type": "application/json" }).end('{"received":true}');
        },
      },
    ],
    ["with 299", { takes: () => 299 }],
    [
      "after a while",
      {
        takes: async () => {
          await wait(5);
          return 200;
        },
      },
    ],
    [
      "and closes each connection",
      { answers: (response, status) => response.setHeader("connection", "close").writeHead(status).end() },
    ],
    ["and refuses with 400", { refusal: 400 }],
  ];

  test.for(harmless)("%s", async ([, habits]) => {
    const report = await checked(habits);
    expect(foundIn(report)).toEqual({ broken: [], observed: [], lacking: [] });
    expect(report.results.map(({ id }) => id)).toEqual(ids);
  });
});

const ofSignatures = (...names: readonly string[]) => names.map((name) => `signature.${name}`);

const everyForgery = {
  broken: [
    ...[...forged("documented"), ...ofSignatures("every-event", "known-delivery", "repeated")],
    ...["deliveries.at-once", "deliveries.same-connection"],
  ],
  observed: [...forged("recommendation"), "signature.unknown-event"],
};

/** The clauses about letters that must be refused. */
function forged(kind: "documented" | "recommendation"): readonly string[] {
  const own = all.filter((one) => "expects" in one && one.expects === "rejected" && one.kind === kind);
  return own.map(({ id }) => id);
}

const documentedEvents = all
  .filter(({ id, kind }) => id.startsWith("events.") && kind === "documented")
  .map(({ id }) => id);
const knownEvents = all.flatMap(({ text }) => /`([a-z.]+\.[a-z]+)`/.exec(text)?.[1] ?? []);

/** What a receiver cannot show of charges that it does not know, and of other things. */
const aboutCharges = ids.filter((id) =>
  /^events\.(charge-|subscription-charge-paid|dispute)|^fields\.|bytes\.numbers|deliveries\.out-of-order/.test(id),
);
const aboutOthers = ids.filter((id) => /^events\.(subscription-(?!charge-paid)|withdraw|webhook)/.test(id));

interface Mistake {
  readonly name: string;
  readonly habits: () => Habits;
  readonly found: Found;
  readonly options?: Partial<CheckOptions>;
}

const mistakes: readonly Mistake[] = [
  { name: "compares nothing", habits: () => ({ trusts: () => true }), found: everyForgery },
  { name: "acknowledges what it refuses", habits: () => ({ refusal: 200 }), found: everyForgery },
  {
    name: "hangs up on whom it does not trust",
    habits: () => ({
      answers: (response, status) => {
        if (status === 401) response.destroy();
        else response.writeHead(status).end();
      },
    }),
    found: everyForgery,
  },
  {
    name: "signs the parsed body, written anew",
    habits: () => ({
      trusts: (header = "", body) => isEqual(header, right(JSON.stringify(JSON.parse(body.toString())))),
    }),
    found: {
      broken: ["signature.re-serialized", "bytes.whitespace", "bytes.escapes", "bytes.unicode-escaped"],
      observed: ["bytes.numbers", "bytes.large"],
    },
  },
  {
    name: "signs the members that it knows, in the order in which it knows them",
    habits: () => ({
      trusts: (header = "", body) => {
        const { event, data, timestamp } = JSON.parse(body.toString());
        return isEqual(header, right(JSON.stringify({ event, data, timestamp })));
      },
    }),
    found: {
      broken: [
        ...["signature.re-serialized", "bytes.whitespace", "bytes.member-order"],
        ...["bytes.escapes", "bytes.unicode-escaped"],
      ],
      observed: ["bytes.numbers", "bytes.large", "fields.unknown"],
    },
  },
  {
    name: "trusts no letter, since it has another secret",
    habits: () => ({ trusts: (header = "", body) => isEqual(header, right(body, "whsec_other")) }),
    found: {
      broken: documentedEvents,
      observed: ids.filter((id) => id.startsWith("events.") && ![...documentedEvents, unknownThing].includes(id)),
      lacking: ids.filter((id) => !/^(events|answers)\./.test(id) || [unknownThing, "answers.to-the-end"].includes(id)),
    },
  },
  {
    name: "ignores that there is no signature",
    habits: () => ({ trusts: (header, body) => header === undefined || isEqual(header, right(body)) }),
    found: { broken: ofSignatures("missing") },
  },
  {
    name: "ignores that the signature is empty",
    habits: () => ({ trusts: (header, body) => header === "" || isEqual(header ?? "", right(body)) }),
    found: { broken: ofSignatures("empty") },
  },
  {
    name: "compares lengths only",
    habits: () => ({ trusts: (header = "", body) => header.length === right(body).length }),
    found: {
      broken: [
        ...ofSignatures("wrong", "other-secret", "other-body", "changed-body", "empty-body", "re-serialized"),
        ...ofSignatures("every-event", "known-delivery", "repeated"),
        ...["deliveries.at-once", "deliveries.same-connection"],
      ],
      observed: ["signature.unknown-event", "signature.upper-case"],
    },
  },
  {
    name: "compares the first digits only",
    habits: () => ({ trusts: (header = "", body) => header.slice(0, 39) === right(body).slice(0, 39) }),
    found: { broken: ofSignatures("wrong", "truncated", "longer"), observed: ofSignatures("two") },
  },
  {
    name: "takes upper case for lower case",
    habits: () => ({ trusts: (header = "", body) => isEqual(header.toLowerCase(), right(body)) }),
    found: { observed: ofSignatures("upper-case") },
  },
  {
    name: "needs no prefix",
    habits: () => ({ trusts: (header = "", body) => isEqual(header.replace("sha256=", ""), right(body).slice(7)) }),
    found: { broken: ofSignatures("no-prefix") },
  },
  {
    name: "takes base64",
    habits: () => ({
      trusts: (header = "", body) => {
        const base64 = `sha256=${createHmac("sha256", secret).update(body).digest("base64")}`;
        return isEqual(header, right(body)) || isEqual(header, base64);
      },
    }),
    found: { broken: ofSignatures("base64") },
  },
  {
    name: "lets the sender choose the algorithm",
    habits: () => ({
      trusts: (header = "", body) => {
        const [algorithm = "", digits = ""] = header.split("=");
        if (!/^sha\d+$/.test(algorithm)) return false;
        return isEqual(digits, createHmac(algorithm, secret).update(body).digest("hex"));
      },
    }),
    found: { broken: ofSignatures("other-algorithm") },
  },
  {
    name: "takes the signature of nothing, as when something has read the body before",
    habits: () => ({ trusts: (header = "", body) => isEqual(header, right(body)) || isEqual(header, right("")) }),
    found: { broken: ofSignatures("empty-body") },
  },
  {
    name: "knows signatures that were right once",
    habits: () => {
      const known = new Set<string>();
      return {
        trusts: (header = "", body) => {
          if (isEqual(header, right(body))) known.add(header);
          return known.has(header);
        },
      };
    },
    found: { broken: ofSignatures("other-body") },
  },
  {
    name: "looks at the signatures of one event only",
    habits: () => ({
      trusts: (header = "", body) =>
        JSON.parse(body.toString()).event !== "charge.paid" || isEqual(header, right(body)),
    }),
    found: { broken: ofSignatures("every-event"), observed: ofSignatures("unknown-event") },
  },
  {
    name: "looks at the signatures of the events only that it knows",
    habits: () => ({
      trusts: (header = "", body) =>
        !knownEvents.includes(JSON.parse(body.toString()).event) || isEqual(header, right(body)),
    }),
    found: { observed: ofSignatures("unknown-event") },
  },
  {
    name: "trusts a delivery that it has had",
    habits: () => {
      const had = new Set<unknown>();
      return {
        trusts: (header = "", body, { headers }) => {
          if (isEqual(header, right(body))) had.add(headers["x-webhook-delivery"]);
          return had.has(headers["x-webhook-delivery"]);
        },
      };
    },
    found: { broken: ofSignatures("known-delivery") },
  },
  {
    name: "keeps what it has had before it looks at the signature, and acknowledges that",
    habits: () => {
      const had = new Set<unknown>();
      return {
        trusts: (header = "", body, { headers }) =>
          had.size === had.add(headers["x-webhook-delivery"]).size || isEqual(header, right(body)),
      };
    },
    found: { broken: ofSignatures("known-delivery", "repeated") },
  },
  {
    name: "refuses the delivery whose identifier another sender has used before",
    habits: () => {
      const forgeries = new Set<unknown>();
      return {
        trusts: (header = "", body, { headers }) => {
          if (!isEqual(header, right(body))) forgeries.add(headers["x-webhook-delivery"]);
          return !forgeries.has(headers["x-webhook-delivery"]);
        },
      };
    },
    found: { broken: ofSignatures("before-delivery") },
  },
  {
    name: "keeps the first secret only",
    habits: () => ({}),
    options: { secrets: [secret, "whsec_of_the_second_webhook"] },
    found: { broken: ["signature.every-secret"] },
  },
  {
    name: "reads the body as Latin-1",
    habits: () => ({ trusts: (header = "", body) => isEqual(header, right(body.toString("latin1"))) }),
    found: { broken: ["bytes.unicode", "bytes.pieces"] },
  },
  {
    name: "makes text of each chunk, and not of all of them",
    habits: () => ({
      reads: async (request) => {
        let text = "";
        for await (const chunk of request) text += chunk;
        return Buffer.from(text);
      },
    }),
    found: { broken: ["bytes.pieces"] },
  },
  {
    name: "takes no body with spaces, however it is signed",
    habits: () => ({ takes: ({ text }) => (text.includes("  ") ? 400 : 200) }),
    found: {
      broken: ["bytes.whitespace"],
      observed: ["bytes.large"],
      lacking: ["signature.re-serialized"],
    },
  },
  {
    name: "takes no more than 100 KiB",
    habits: () => ({ takes: ({ text }) => (Buffer.byteLength(text) > 100 * 1024 ? 413 : 200) }),
    found: { observed: ["bytes.large"] },
  },
  {
    name: "wants amounts written as digits",
    habits: () => ({ takes: ({ text }) => (/"total": ?\d+[^\d,}\s]/.test(text) ? 400 : 200) }),
    found: { observed: ["bytes.numbers"] },
  },
  {
    name: "needs a customer",
    habits: () => ({ takes: ({ event, data }) => (event.startsWith("charge.") && data.customer.id ? 200 : 200) }),
    found: { broken: ["events.charge-expired", "fields.customer-null", "fields.customer-absent"] },
  },
  {
    name: "needs every member of a charge, and no null",
    habits: () => ({ takes: ({ event, data }) => (event.startsWith("charge.p") && isHollow(data) ? 422 : 200) }),
    found: {
      broken: [
        "events.charge-pending",
        "events.charge-processing",
        "fields.customer-null",
        "fields.customer-absent",
        "fields.previous-status-null",
        "fields.previous-status-absent",
        "fields.external-id-null",
        "fields.expires-at-null",
      ],
      observed: ["fields.customer-incomplete"],
      lacking: ["fields.absent-for-null", "deliveries.out-of-order"],
    },
  },
  {
    name: "needs every field, though it may be null",
    habits: () => ({
      takes: ({ event, data }) => (event.startsWith("charge.") && data.expiresAt === undefined ? 400 : 200),
    }),
    found: { observed: ["fields.absent-for-null"] },
  },
  {
    name: "takes only members that it knows",
    habits: () => ({ takes: ({ text }) => (text.includes("addedLater") ? 400 : 200) }),
    found: { observed: ["fields.unknown"] },
  },
  {
    name: "takes one event only",
    habits: () => ({ takes: ({ event }) => (event === "charge.paid" ? 200 : 400) }),
    found: {
      broken: documentedEvents.filter((id) => id !== "events.charge-paid"),
      observed: ["events.charge-received", "events.webhook-test", "events.unknown"],
      lacking: ["fields.absent-for-null", "deliveries.out-of-order"],
    },
  },
  {
    name: "throws at an event that it does not know",
    habits: () => ({
      takes: ({ event }) => {
        if (!knownEvents.includes(event)) throw new Error(`no handler of ${event}`);
        return 200;
      },
    }),
    found: { observed: ["events.unknown"] },
  },
  {
    name: "breaks down at an event that it does not know",
    habits: () => ({
      takes: ({ event }, _, receiver) => {
        if (!knownEvents.includes(event)) receiver.breakDown();
        return 200;
      },
    }),
    found: {
      broken: ["events.unknown", "answers.to-the-end"],
      lacking: ids
        .slice(ids.indexOf("events.unknown") + 1)
        .filter((id) => !id.startsWith("answers."))
        .concat("answers.refusal"),
    },
  },
  {
    name: "breaks down, and is started again",
    habits: () => {
      let missed = 0;
      return {
        takes: ({ event }, { socket }) => {
          if (!knownEvents.includes(event)) missed = 2;
          missed -= 1;
          if (missed < 0) return 200;
          socket.destroy();
          return null;
        },
      };
    },
    options: { returnMs: 10_000 },
    found: { observed: ["events.unknown"] },
  },
  {
    name: "looks up the charge that is paid",
    habits: () => ({ takes: ({ event }) => (event === "charge.paid" ? 404 : 200) }),
    found: { observed: [unknownThing], lacking: ["events.charge-paid", "deliveries.out-of-order"] },
  },
  {
    name: "rejects a payment of an unknown charge with 422",
    habits: () => ({ takes: ({ event }) => (event === "charge.paid" ? 422 : 200) }),
    found: { observed: [unknownThing], lacking: ["events.charge-paid", "deliveries.out-of-order"] },
  },
  {
    name: "looks up every charge, before it reads the event",
    habits: () => ({ takes: ({ data }) => (data.chargeId === undefined ? 200 : 404) }),
    found: { observed: [unknownThing], lacking: aboutCharges },
  },
  {
    name: "looks up everything, and ignores that there is no signature",
    habits: () => ({
      trusts: (header, body) => header === undefined || isEqual(header, right(body)),
      takes: () => 404,
    }),
    found: {
      broken: ["signature.missing"],
      observed: [unknownThing, "events.unknown"],
      lacking: [...aboutCharges, ...aboutOthers],
    },
  },
  {
    name: "is at an address where nothing is",
    habits: () => ({ trusts: () => false, refusal: 404 }),
    found: {
      broken: documentedEvents,
      observed: ["events.charge-received", "events.webhook-test", "events.unknown"],
      lacking: ids.filter((id) => !/^(events|answers)\./.test(id) || [unknownThing, "answers.to-the-end"].includes(id)),
    },
  },
  {
    name: "is always late",
    habits: () => ({
      takes: async () => {
        await wait(60);
        return 200;
      },
    }),
    options: { answerMs: 50 },
    found: { broken: ["answers.in-time"] },
  },
  {
    name: "refuses what it has had",
    habits: () => {
      const had = new Set<string>();
      return {
        takes: (_, { headers }) => {
          const id = String(headers["x-webhook-delivery"]);
          return had.size === had.add(id).size ? 409 : 200;
        },
      };
    },
    found: { broken: ["deliveries.repeated"] },
  },
  {
    name: "refuses what comes too late",
    habits: () => {
      const paid = new Set<string>();
      return {
        takes: ({ event, data }) => {
          if (event === "charge.paid") paid.add(data.chargeId);
          return event !== "charge.paid" && paid.has(data.chargeId) ? 409 : 200;
        },
      };
    },
    found: { broken: ["deliveries.out-of-order"] },
  },
  {
    name: "takes two letters at a time",
    habits: () => {
      let letters = 0;
      const third = Promise.withResolvers<void>();
      return {
        takes: async () => {
          letters += 1;
          // One comes alone. Of those that come together, two are at work until a third one is refused.
          if (letters === 2 || letters === 3) await third.promise;
          if (letters === 4) third.resolve();
          return letters === 4 ? 503 : 200;
        },
      };
    },
    options: { selected: ["deliveries.at-once"] },
    found: { broken: ["deliveries.at-once"] },
  },
  {
    name: "trusts a connection on which it has trusted a letter",
    habits: () => {
      const trusted = new WeakSet();
      return {
        trusts: (header = "", body, { socket }) => {
          if (isEqual(header, right(body))) trusted.add(socket);
          return trusted.has(socket);
        },
      };
    },
    found: { broken: ["deliveries.same-connection"] },
  },
  {
    name: "finds a header only as the platform spells its name",
    habits: () => ({
      trusts: (header = "", body, { rawHeaders }) =>
        rawHeaders.includes("X-Webhook-Signature") && isEqual(header, right(body)),
    }),
    found: { observed: ["deliveries.header-names"] },
  },
  {
    name: "fails at signatures of another length",
    habits: () => ({ refusal: 500 }),
    found: { observed: ["answers.refusal"] },
  },
  {
    name: "redirects to a page about what went wrong",
    habits: () => ({ refusal: 302 }),
    found: { observed: ["answers.refusal"] },
  },
  {
    name: "redirects one event",
    habits: () => ({ takes: ({ event }) => (event === "withdraw.completed" ? 307 : 200) }),
    found: { broken: ["events.withdraw-completed", "answers.no-redirect"] },
  },
  {
    name: "answers one event too late",
    habits: () => ({ takes: ({ event }) => (event === "webhook.test" ? null : 200) }),
    // Few others, that a machine at work keeps waiting.
    options: {
      answerMs: 300,
      patienceMs: 3_000,
      selected: ["events.charge-paid", "events.webhook-test", "answers.in-time"],
    },
    found: { broken: ["answers.in-time"], lacking: ["events.webhook-test"] },
  },
  {
    name: "never answers",
    habits: () => ({ takes: () => null }),
    options: { answerMs: 100, patienceMs: 300 },
    found: {
      broken: ["answers.in-time", "answers.to-the-end"],
      lacking: ids.filter((id) => !["answers.in-time", "answers.to-the-end", "answers.no-redirect"].includes(id)),
    },
  },
];

function isHollow(data: Readonly<Record<string, unknown>>): boolean {
  const names = [
    "chargeId",
    "companyId",
    "paymentStatus",
    "previousStatus",
    "total",
    "externalId",
    "paidAt",
    "expiresAt",
  ];
  const customer = Object(data.customer);
  return (
    names.some((name) => data[name] == null) || ["id", "name", "email", "phone"].some((name) => customer[name] == null)
  );
}

describe("a mistake breaks the clauses that are about it, and no other", () => {
  test.for(mistakes)("a receiver that $name", async ({ habits, found, options = {} }) => {
    const report = await checked(habits(), options);
    const { broken = [], observed = [], lacking = [] } = found;
    const inOrder = (some: readonly string[]) => ids.filter((id) => some.includes(id));
    const seen = foundIn(report);
    expect({ ...seen, lacking: inOrder(seen.lacking ?? []) }).toEqual({
      broken: inOrder(broken),
      observed: inOrder(observed),
      lacking: inOrder(lacking),
    });
  });

  test("there is one for each clause", () => {
    const caught = new Set(mistakes.flatMap(({ found: { broken = [], observed = [] } }) => [...broken, ...observed]));
    expect(ids.filter((id) => !caught.has(id))).toEqual([]);
  });
});

describe("a finding names the remedy of its cause", () => {
  const remedies: readonly (readonly [string, Habits, string])[] = [
    ["another secret", { trusts: () => false }, "right-secret"],
    [
      "names of headers in lower case only",
      {
        trusts: (header = "", body, { rawHeaders }) =>
          rawHeaders.includes("x-webhook-signature") && isEqual(header, right(body)),
      },
      "header-names",
    ],
    ["a redirect", { takes: () => 308 }, "no-redirect"],
  ];

  test.for(remedies)("%s", async ([, habits, name]) => {
    const report = await checked(habits, { selected: ["events.charge-paid", "events.withdraw-completed"] });
    expect(report.results.map(({ verdict, fix }) => [verdict, fix?.name])).toEqual([
      ["broken", name],
      ["broken", name],
    ]);
    const said = report.remarks?.some((text) => text.includes("It acknowledges one whose headers"));
    expect(said).toBe(name === "header-names");
  });
});

describe("a receiver of some events", () => {
  const events = ["charge.paid", "withdraw.completed"];
  const others = ids.filter(
    (id) => /^events\./.test(id) && !/\.charge-paid|withdraw-completed|unknown-charge/.test(id),
  );
  const optedOut = [...others, "signature.unknown-event", "fields.absent-for-null"];

  test("gets no other events, and is not judged by them", async () => {
    const had = new Set<string>();
    const trusts: Habits["trusts"] = (header = "", body) => {
      had.add(JSON.parse(body.toString()).event);
      return isEqual(header, right(body));
    };
    const report = await checked({ trusts }, { events });
    expect([...had].sort()).toEqual(events);
    expect(that(report, "opted-out")).toEqual(
      ids.filter((id) => [...optedOut, "deliveries.out-of-order"].includes(id)),
    );
    expect(that(report, "passed")).toHaveLength(ids.length - optedOut.length - 1);
    expect(report.results.find(({ id }) => id === "events.charge-pending")?.reason).toBe(
      "needs an event that --events leaves out",
    );
  });

  test("may have none about charges", async () => {
    const report = await checked({}, { events: ["withdraw.completed"] });
    expect(foundIn(report)).toMatchObject({ broken: [], observed: [] });
    expect(that(report, "passed").length).toBeGreaterThan(25);
  });
});

describe("the first letter", () => {
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
    expect(foundIn(report)).toEqual({ broken: [], observed: [], lacking: [] });
  });

  test("is sent once more when its answer is late, which is told as such", async () => {
    let letters = 0;
    const takes: Habits["takes"] = () => (letters++ === 0 ? null : 204);
    const report = await checked({ takes }, { selected: few, answerMs: 300, patienceMs: 3_000 });
    expect(foundIn(report)).toEqual({ broken: ["answers.in-time"], observed: [], lacking: [] });
  });

  test("names the address where no process listens, when that has lasted", async () => {
    await using receiver = await Receiver.start();
    receiver.breakDown();
    const { host } = receiver.url;
    await expect(check(receiver, { returnMs: 10 })).rejects.toThrow(
      `http://${host}/hooks cannot be used: no answer came: connect ECONNREFUSED ${host}. Does the receiver run there?`,
    );
  });
});

describe("a receiver behind TLS", () => {
  test("whose certificate is its own is told how to have it trusted, at once", async () => {
    await using server = await startReceiver("ok", { tls: selfSigned });
    await expect(check({ url: new URL(server.url) }, { returnMs: 60_000 })).rejects.toThrow(
      "its certificate is of no authority that is trusted here (DEPTH_ZERO_SELF_SIGNED_CERT); one of your own is trusted with NODE_EXTRA_CA_CERTS=<file>.",
    );
  });

  test("is told when there is none", async () => {
    await using receiver = await Receiver.start();
    const url = new URL(receiver.url.href.replace("http:", "https:"));
    await expect(check({ url }, { returnMs: 60_000 })).rejects.toThrow(
      "what answers there does not speak TLS; is its address one with http://?",
    );
  });
});

test("each header goes out once, whatever the case of its name", async () => {
  const names: string[][] = [];
  const takes: Habits["takes"] = (_, { rawHeaders }) => {
    names.push(rawHeaders.filter((__, at) => at % 2 === 0).map((name) => name.toLowerCase()));
    return 204;
  };
  const headers = { "X-Gateway": "one", "x-gateway": "two", "content-TYPE": "text/plain", "USER-agent": "nobody" };
  await checked({ takes }, { headers, selected: ["bytes.pieces", "deliveries.same-connection"] });
  expect(names.length).toBeGreaterThan(4);
  for (const sent of names) expect(sent.toSorted()).toEqual([...new Set(sent)].toSorted());
  expect(names[0]).toContain("x-gateway");
});

describe("what a receiver answers", () => {
  const toldBy = async (text: string, options: Partial<CheckOptions> = {}) => {
    const answers: Habits["answers"] = (response, status) => response.writeHead(status, { "x-told": "yes" }).end(text);
    const report = await checked({ answers }, { selected: ["signature.base64", "signature.truncated"], ...options });
    return report.results.flatMap(({ exchanges }) => exchanges.map(({ responseBody }) => responseBody));
  };

  test("is kept as far as people read it", async () => {
    const [told = ""] = await toldBy("x".repeat(300_000));
    expect(told).toMatch(/^x{20000}… \(20481 characters\)$/);
  });

  test("is shown without the signature that was right", async () => {
    const answers: Habits["answers"] = (response, status) => {
      const header = String(response.req.headers["x-webhook-signature"]);
      response
        .writeHead(status)
        .end(`${right("of what came")} ${right("").toUpperCase()} ${right("").slice(7)} ${header} ${header.slice(7)}`);
    };
    const report = await checked({ answers }, { selected: ids.filter((id) => id.startsWith("signature.")) });
    const told = report.results.flatMap(({ exchanges }) => exchanges.map(({ responseBody }) => responseBody));
    expect(told[0]).toBe("[redacted] [redacted] [redacted] undefined ed");
    expect(told.join("\n")).not.toMatch(/[0-9a-zA-Z+/_-]{40}/);
  });

  test("is shown without the query of its address", async () => {
    const url = (query: string) => (address: URL) => new URL(`${address.href}?${query}`);
    for (const [query, text, shown] of [
      ["key=abcd", "POST /hooks?key=abcd, abcd", "POST /hooks[redacted], [redacted]"],
      ["key=a%20b&v=2", "/hooks?key=a%20b&v=2 or key=a b", "/hooks[redacted] or [redacted]"],
      ["k=1", "/hooks?k=1 with 1", "/hooks[redacted] with 1"],
      ["key=abc", '{"query":{"key":"abc"}}', '{"query":{"key":"[redacted]"}}'],
      ["event=paid", "charge.paid", "charge.paid"],
    ] as const) {
      await using receiver = await Receiver.start({
        answers: (response, status) => response.writeHead(status).end(text),
      });
      const report = await check({ url: url(query)(receiver.url) }, { selected: ["signature.missing"] });
      expect(report.results[0]?.exchanges[0]?.responseBody).toBe(shown);
    }
  });
});

test("the same fault of many letters is told once", async () => {
  const report = await checked(
    { refusal: 500 },
    { selected: ["signature.missing", "signature.truncated", "answers.refusal"] },
  );
  expect(report.results.flatMap(({ observations }) => observations)).toEqual([
    "no signature, a signature of 63 digits, a signature of 32 digits and a signature of 2 digits: answered 500; 400 to 499 was expected.",
  ]);
});
