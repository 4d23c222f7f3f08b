import { describe, expect, it } from "vitest";
import type { FaultTerms } from "../fault.ts";
import { instant, Story } from "../testing/story.ts";
import { typesOf } from "../testing/told.ts";

function add(story: Story, terms: FaultTerms, times = 1): string {
  const { outcome } = story.when({ type: "add-fault", terms, times });
  if (outcome.type !== "fault-added") throw new Error(JSON.stringify(outcome));
  return outcome.faultId;
}

function remaining(story: Story): number[] {
  return story.world.faults.list.flatMap((fault) => ("remaining" in fault ? [fault.remaining] : []));
}

const refusal = { kind: "status", operationId: "getBalance", status: 503 } as const;

describe("a rate limit", () => {
  const limit = { kind: "rate-limit", requests: 2, per: "PT1M" } as const;
  const call = (story: Story, operationId = "getBalance") => {
    const { outcome } = story.when({ type: "apply-call-fault", operationId });
    return "fault" in outcome && "retryAfterMs" in outcome.fault ? outcome.fault.retryAfterMs : outcome.type;
  };

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

  it("the hundred and first", () => {
    const story = new Story();
    for (let i = 0; i < 100; i += 1) add(story, refusal);
    const oneMore = { type: "add-fault", terms: refusal, times: 1 } as const;
    expect(story.when(oneMore).outcome).toEqual({ type: "faults-full", limit: 100 });
    story.given({ type: "apply-call-fault", operationId: "getBalance" });
    expect(story.when(oneMore).outcome.type).toBe("fault-added");
  });
});

it("a delivery is delayed no longer than time goes on", () => {
  const late = new Story({ startAt: "9999-12-31T23:00:00Z" });
  late.webhook();
  add(late, { kind: "delay-delivery", delay: "P1D" });
  late.charge({ paid: true });
  const [last] = late.world.deliveries.values();
  expect(last?.attemptDue?.at).toBe(instant("9999-12-31T23:59:59.999Z"));
});

it("a rewind of a world in which nothing ever went wrong says nothing of faults, as none did before there were any", () => {
  const story = new Story();
  const { clock, routes, settings } = story.world;
  const before = { clock, routes, webhookUrls: settings.webhookUrls };
  story.given({ type: "rewind-world", to: 1, epoch: 1, deliveries: "resume", ...before });
  expect(story.world.faults).toEqual({ added: 0, list: [] });
});
