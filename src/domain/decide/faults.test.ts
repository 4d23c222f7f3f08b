import { describe, expect, it } from "vitest";
import type { FaultTerms } from "../fault.ts";
import { instant, iso, Story } from "../testing/story.ts";
import { only, typesOf } from "../testing/told.ts";

function add(story: Story, terms: FaultTerms, times = 1): string {
  const { outcome } = story.when({ type: "add-fault", terms, times });
  if (outcome.type !== "fault-added") throw new Error(JSON.stringify(outcome));
  return outcome.faultId;
}

function remaining(story: Story): number[] {
  return story.world.faults.list.flatMap((fault) => ("remaining" in fault ? [fault.remaining] : []));
}

/** In which order, and when, a webhook was told of things. */
function seenBy(story: Story): string[] {
  const seen: string[] = [];
  story.receiver = ({ deliveryId, at }) => {
    const numbers = [...story.world.deliveries.keys()];
    seen.push(`${numbers.indexOf(deliveryId) + 1} at ${iso(at).slice(11, 19)}`);
    return "ok";
  };
  return seen;
}

const refusal = { kind: "status", operationId: "getBalance", status: 503 } as const;

describe("a rate limit", () => {
  const limit = { kind: "rate-limit", requests: 2, per: "PT1M" } as const;
  const call = (story: Story, operationId = "getBalance") => {
    const { outcome } = story.when({ type: "apply-call-fault", operationId });
    return "fault" in outcome && "retryAfterMs" in outcome.fault ? outcome.fault.retryAfterMs : outcome.type;
  };

  it("lets calls of all operations through until it is reached, and says how long to wait", () => {
    const story = new Story();
    add(story, limit);
    expect([call(story), call(story, "initiateWithdrawal"), call(story)]).toEqual([
      "call-counted",
      "call-counted",
      60_000,
    ]);
    story.advance("PT59.999S");
    expect(call(story)).toBe(1);
    story.advance("PT0.001S");
    expect(call(story)).toBe("call-counted");
  });

  it("begins its window with the first call, not when it is added", () => {
    const story = new Story();
    add(story, limit);
    story.advance("PT40S");
    expect([call(story), call(story)]).toEqual(["call-counted", "call-counted"]);
    story.advance("PT30S");
    expect(call(story)).toBe(30_000);
  });

  it("of one operation counts no other", () => {
    const story = new Story();
    add(story, { ...limit, operationId: "getBalance", requests: 1 });
    expect([call(story), call(story), call(story, "listWithdrawals")]).toEqual([
      "call-counted",
      60_000,
      "no-call-fault",
    ]);
  });

  it("writes down the calls that it lets through, and none of the others", () => {
    const story = new Story();
    const faultId = add(story, { ...limit, requests: 1 });
    const { events } = story.when({ type: "apply-call-fault", operationId: "getBalance" });
    const counted = { since: story.now, endsAt: story.now + 60_000, used: 1 };
    expect(events).toEqual([{ type: "CallCounted", faultId, operationId: "getBalance", ...counted }]);
    expect(story.when({ type: "apply-call-fault", operationId: "getBalance" }).events).toEqual([]);
  });

  it("lets calls through to the faults that were added after it, and not to those before it", () => {
    const story = new Story();
    add(story, { ...limit, requests: 1 });
    add(story, refusal, 2);
    expect(typesOf(story.when({ type: "apply-call-fault", operationId: "getBalance" }).events)).toEqual([
      "CallCounted",
      "FaultStruck",
    ]);
    expect(call(story)).toBe(60_000);
    expect(remaining(story)).toEqual([1]);
  });

  it.each(["PT0S", "soon", "-PT1M"])("needs a window, and %s is none", (per) => {
    const { outcome } = new Story().when({ type: "add-fault", terms: { ...limit, per }, times: 1 });
    expect(outcome).toMatchObject({ type: "value-not-allowed", problems: [{ at: "per" }] });
  });
});

describe("the headers of a status", () => {
  const answerTo = (headers: Record<string, string>) => {
    return new Story().when({ type: "add-fault", terms: { ...refusal, headers }, times: 1 }).outcome;
  };

  it.each(["Retry-After", "x-request-id", "WWW-Authenticate"])("can be %s", (name) => {
    expect(answerTo({ [name]: 'Basic realm="a b"' })).toMatchObject({ type: "fault-added" });
  });

  it.each([
    ["", "2", "it is no header name"],
    ["Retry After", "2", "it is no header name"],
    ["Retry-After:", "2", "it is no header name"],
    ["Content-Length", "2", "Saldo sets this header itself"],
    ["transfer-encoding", "chunked", "Saldo sets this header itself"],
    ["Retry-After", "", "visible ASCII"],
    ["Retry-After", "2\r\nX-Evil: 1", "visible ASCII"],
    ["Retry-After", " 2", "visible ASCII"],
    ["X-Name", "João", "visible ASCII"],
  ])("cannot be %j: %j", (name, value, message) => {
    const problems = [{ at: `headers.${name}`, message: expect.stringContaining(message) }];
    expect(answerTo({ [name]: value })).toEqual({ type: "value-not-allowed", problems });
  });

  it("cannot be there twice in other letters", () => {
    expect(answerTo({ "Retry-After": "1", "retry-after": "2" })).toMatchObject({
      problems: [{ at: "headers.retry-after", message: expect.stringContaining("twice") }],
    });
  });
});

describe("a fault of calls", () => {
  it("applies to the next calls of its operation, as often as it says, and is gone then", () => {
    const story = new Story();
    const faultId = add(story, refusal, 2);
    const first = story.when({ type: "apply-call-fault", operationId: "getBalance" });
    expect(first.outcome).toMatchObject({ type: "call-fault-applied", fault: { faultId, status: 503 } });
    expect(first.events).toEqual([
      { type: "FaultStruck", faultId, kind: "status", operationId: "getBalance", remaining: 1 },
    ]);
    expect(remaining(story)).toEqual([1]);
    story.given({ type: "apply-call-fault", operationId: "getBalance" });
    expect(remaining(story)).toEqual([]);
    const third = story.when({ type: "apply-call-fault", operationId: "getBalance" });
    expect(third).toEqual({ events: [], outcome: { type: "no-call-fault", operationId: "getBalance" } });
  });

  it("applies one after the other where there are several: the oldest first", () => {
    const story = new Story();
    add(story, { kind: "reset", operationId: "getBalance" }, 2);
    add(story, refusal);
    const kinds = Array.from({ length: 3 }, () => {
      const { outcome } = story.when({ type: "apply-call-fault", operationId: "getBalance" });
      return outcome.type === "call-fault-applied" ? outcome.fault.kind : outcome.type;
    });
    expect(kinds).toEqual(["reset", "reset", "status"]);
  });
});

describe("what is refused", () => {
  it.each<[FaultTerms, string]>([
    [{ kind: "latency", operationId: "getBalance", delay: "soon" }, "is not an ISO 8601 duration"],
    [{ kind: "latency", operationId: "getBalance", delay: "PT2M0.001S" }, "is more than PT2M"],
    [{ kind: "latency", operationId: "getBalance", delay: "P1M" }, "is more than PT2M"],
    [{ kind: "delay-delivery", delay: "P36526D" }, "at most P36525D"],
    [{ kind: "duplicate-delivery", webhookId: "whk_0" }, 'this world has no webhook "whk_0"'],
  ])("%j", (terms, message) => {
    const { outcome } = new Story().when({ type: "add-fault", terms, times: 1 });
    expect(outcome).toMatchObject({
      type: "value-not-allowed",
      problems: [{ message: expect.stringContaining(message) }],
    });
  });

  it("a fault for a webhook that was deleted, while one of another company is possible", () => {
    const story = new Story();
    const { companyId } = story;
    const webhookId = story.webhook();
    const others = story.webhook({ companyId: story.addCompany() });
    add(story, { kind: "duplicate-delivery", webhookId: others });
    story.given({ type: "delete-webhook", companyId, webhookId });
    const { outcome } = story.when({ type: "add-fault", terms: { kind: "duplicate-delivery", webhookId }, times: 1 });
    expect(outcome.type).toBe("value-not-allowed");
  });

  it("the hundred and first", () => {
    const story = new Story();
    for (let i = 0; i < 100; i += 1) add(story, refusal);
    const oneMore = { type: "add-fault", terms: refusal, times: 1 } as const;
    expect(story.when(oneMore).outcome).toEqual({ type: "faults-full", limit: 100 });
    story.given({ type: "apply-call-fault", operationId: "getBalance" });
    expect(story.when(oneMore).outcome.type).toBe("fault-added");
  });
});

describe("removing", () => {
  it("takes one away, or all, and says which", () => {
    const story = new Story();
    const [first, second, third] = [add(story, refusal), add(story, refusal), add(story, refusal)];
    const one = story.when({ type: "remove-fault", faultId: second });
    expect(one.outcome).toEqual({ type: "faults-removed", faultIds: [second] });
    expect(story.world.faults.list.map(({ faultId }) => faultId)).toEqual([first, third]);
    expect(story.when({ type: "remove-faults" }).outcome).toEqual({ type: "faults-removed", faultIds: [first, third] });
    expect(story.when({ type: "remove-faults" })).toEqual({
      events: [],
      outcome: { type: "faults-removed", faultIds: [] },
    });
  });
});

describe("a delayed delivery", () => {
  it("is attempted so much later, and again as usual after a failure", () => {
    const story = new Story({ startAt: "2026-01-15T12:00:00Z" });
    story.webhook();
    add(story, { kind: "delay-delivery", delay: "PT1H" });
    story.charge({ paid: true });
    const times: string[] = [];
    story.receiver = ({ at }) => (times.push(iso(at)) < 3 ? 500 : "ok");
    story.advance("PT2H");
    expect(times).toEqual(["2026-01-15T13:00:00.000Z", "2026-01-15T13:00:05.000Z", "2026-01-15T13:00:15.000Z"]);
  });

  it("may be a month later, and not later than time goes on", () => {
    const story = new Story({ startAt: "2026-01-31T12:00:00Z" });
    story.webhook();
    add(story, { kind: "delay-delivery", delay: "P1M" });
    story.charge({ paid: true });
    const [delivery] = story.world.deliveries.values();
    expect(iso(delivery?.attemptDue?.at)).toBe("2026-02-28T12:00:00.000Z");
    const late = new Story({ startAt: "9999-12-31T23:00:00Z" });
    late.webhook();
    add(late, { kind: "delay-delivery", delay: "P1D" });
    late.charge({ paid: true });
    const [last] = late.world.deliveries.values();
    expect(last?.attemptDue?.at).toBe(instant("9999-12-31T23:59:59.999Z"));
  });
});

describe("a delivery that is held back", () => {
  it("is attempted once the next one to the same webhook has been", () => {
    const story = new Story({ startAt: "2026-01-15T12:00:00Z" });
    story.webhook();
    const seen = seenBy(story);
    add(story, { kind: "reorder-deliveries", delay: "PT1M" });
    story.charge({ paid: true });
    story.advance("PT10S");
    expect(seen).toEqual([]);
    story.charge({ paid: true });
    story.advance("PT0S");
    expect(seen).toEqual(["2 at 12:00:10", "1 at 12:00:10"]);
    expect(typesOf(story.history.slice(-3))).toEqual(["AttemptRecorded", "DeliveryReleased", "AttemptRecorded"]);
    expect(story.world.heldBack.size).toBe(0);
  });

  it("waits for the attempt of a later one, however that ends, and not for that of an earlier one", () => {
    const story = new Story({ startAt: "2026-01-15T12:00:00Z" });
    story.webhook();
    story.charge({ paid: true });
    story.receiver = () => 500;
    story.advance("PT0S");
    add(story, { kind: "reorder-deliveries", delay: "PT1M" });
    story.charge({ paid: true });
    // The first is attempted again.
    story.advance("PT5S");
    expect(story.world.heldBack.size).toBe(1);
    story.charge({ paid: true });
    story.advance("PT0S");
    expect(story.world.heldBack.size).toBe(0);
  });

  it("may be one of several, which come in their order then", () => {
    const story = new Story({ startAt: "2026-01-15T12:00:00Z" });
    story.webhook({ events: ["charge.pending"] });
    const seen = seenBy(story);
    add(story, { kind: "reorder-deliveries", delay: "PT1M" }, 2);
    for (let i = 0; i < 3; i += 1) story.charge();
    story.advance("PT0S");
    expect(seen).toEqual(["3 at 12:00:00", "1 at 12:00:00", "2 at 12:00:00"]);
  });
});

describe("which deliveries a fault applies to", () => {
  it("those of an event, or to a webhook, or both, in the order in which they are raised", () => {
    const story = new Story();
    const events = ["charge.pending", "charge.paid"];
    const [first, second] = [story.webhook({ events }), story.webhook({ events })];
    add(story, { kind: "duplicate-delivery", event: "charge.paid", webhookId: second }, 9);
    add(story, { kind: "delay-delivery", delay: "PT1S", webhookId: second }, 9);
    add(story, { kind: "reorder-deliveries", delay: "PT1S", event: "charge.pending" }, 9);
    story.charge({ paid: true });
    const applied = (webhookId: string) => story.deliveriesTo(webhookId).map(({ event, fault }) => `${event} ${fault}`);
    expect(applied(first)).toEqual(["charge.pending reorder-deliveries", "charge.paid undefined"]);
    expect(applied(second)).toEqual(["charge.pending delay-delivery", "charge.paid duplicate-delivery"]);
  });

  it("no more often than the fault says, also by one command", () => {
    const story = new Story();
    const events = ["charge.pending", "charge.paid"];
    for (let i = 0; i < 2; i += 1) story.webhook({ events });
    const faultId = add(story, { kind: "duplicate-delivery" }, 3);
    story.charge({ paid: true });
    const applied = only("FaultStruck", story.history);
    expect(applied.map((event) => event.remaining)).toEqual([2, 1, 0]);
    const raised = only("NotificationRaised", story.history).flatMap(({ deliveries }) => deliveries);
    expect(applied.map(({ deliveryId }) => deliveryId)).toEqual(raised.slice(0, 3).map(({ deliveryId }) => deliveryId));
    expect(story.world.faults.list.some((fault) => fault.faultId === faultId)).toBe(false);
  });
});

describe("a rewind", () => {
  it("of a world in which nothing ever went wrong says nothing of faults, as none did before there were any", () => {
    const story = new Story();
    const { clock, routes, settings } = story.world;
    const before = { clock, routes, webhookUrls: settings.webhookUrls };
    story.given({ type: "rewind-world", to: 1, epoch: 1, deliveries: "resume", ...before });
    expect(story.world.faults).toEqual({ added: 0, list: [] });
  });
});
