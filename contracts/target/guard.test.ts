import { describe, expect, test } from "vitest";
import { description } from "../judge/testing/described.ts";
import type { NoAnswer, Passed, TargetAnswer } from "./forward.ts";
import { Guard } from "./guard.ts";

const name = "a story";
const withdraw = "/account-balance/withdraw";
const lost: NoAnswer = { failure: "no-answer", reason: "no answer came: other side closed" };
const unreachable: NoAnswer = { failure: "unreachable", reason: "no answer came: connect ECONNREFUSED" };

function answer(status: number, body: unknown = {}): TargetAnswer {
  return { status, headers: {}, body: Buffer.from(JSON.stringify(body)) };
}

const initiated = answer(201, { data: { withdrawId: "wdr_1" } });

type Answered = TargetAnswer | NoAnswer | Promise<TargetAnswer>;

/** What a run does on an account, and what it is answered; all that was sent is kept. */
class Story {
  readonly guard: Guard;
  readonly sent: Passed[] = [];
  /** What was there before, as the desk is told. */
  history: unknown = [];
  secondPage: unknown;
  historyReads = 0;

  constructor(budgetCents = 1_000, userKey?: string) {
    const allowed = { open: true, settle: true, webhooks: true, budgetCents, cancelOpen: false };
    this.guard = new Guard(description, allowed, userKey);
  }

  /** One that has opened a withdrawal. */
  static async opened(): Promise<Story> {
    const story = new Story();
    await story.initiates();
    return story;
  }

  /** The same, and its code is 482915. */
  static async whoseCodeIsRead(): Promise<Story> {
    const story = await Story.opened();
    story.guard.ledger.codeRead("wdr_1", "482915");
    return story;
  }

  async asks(path: string, body: object, answered: Answered): Promise<void> {
    const headers = { "x-api-key": "acme-key" };
    const passed = { method: "POST", path, headers, body: Buffer.from(JSON.stringify(body)) };
    const isSecond = (asked: string) => new URL(asked, "http://target").searchParams.get("page") === "2";
    await this.guard.send(
      async ({ method, path: asked }) => (method === "GET" ? this.#past(isSecond(asked)) : answered),
      name,
      passed,
    );
  }

  #past(isSecond: boolean): TargetAnswer {
    this.historyReads += 1;
    return answer(200, isSecond ? this.secondPage : this.history);
  }

  initiates = (answered: Answered = initiated, value: unknown = 300) => this.asks(withdraw, { value }, answered);
  confirms = (otpCode: string, answered: TargetAnswer | NoAnswer) =>
    this.asks(`${withdraw}/confirm`, { withdrawId: "wdr_1", otpCode }, answered);

  async closes(answered: TargetAnswer | NoAnswer = answer(200), of?: string): Promise<void> {
    const send = async (passed: Passed) => {
      this.sent.push(passed);
      return answered;
    };
    await this.guard.close(send, of);
  }

  get cancelled(): readonly unknown[] {
    return this.sent.map(({ path, body }) => [path, JSON.parse(body.toString())]);
  }
}

const fullPage = Array.from({ length: 20 }, (_, nth) => ({ code: `earlier_${nth}`, value: 1 }));
const cancellation = [`${withdraw}/cancel`, { withdrawId: "wdr_1" }];

describe("what was opened", () => {
  test("is cancelled, with the key that has opened it, and once", async () => {
    const story = await Story.opened();
    await story.closes();
    await story.closes();
    expect(story.cancelled).toEqual([cancellation]);
    expect(story.sent[0]?.headers["x-api-key"]).toBe("acme-key");
    expect(story.guard.leftBehind).toEqual([]);
  });

  test("is cancelled with the key of the account where its own does not", async () => {
    const story = new Story(1_000, "user-key");
    await story.initiates();
    const keys: unknown[] = [];
    await story.guard.close(async ({ headers }) => {
      keys.push(headers["x-api-key"]);
      return answer(headers["x-api-key"] === "user-key" ? 200 : 401);
    });
    expect(keys).toEqual(["acme-key", "user-key"]);
    expect([story.guard.ledger.open, story.guard.leftBehind]).toEqual([[], []]);
  });

  test("is cancelled for its own story only, until all is closed", async () => {
    const story = await Story.opened();
    await story.closes(answer(200), "another story");
    expect(story.cancelled).toEqual([]);
    await story.closes(answer(200), name);
    expect(story.cancelled).toEqual([cancellation]);
  });

  test("is left alone when it was cancelled or paid by then", async () => {
    for (const step of ["cancel", "confirm"]) {
      const story = await Story.opened();
      await story.asks(`${withdraw}/${step}`, { withdrawId: "wdr_1", otpCode: "482915" }, answer(200));
      await story.closes();
      expect(story.cancelled).toEqual([]);
    }
  });

  test("is still open when its cancellation was refused, or lost", async () => {
    for (const answered of [answer(409), answer(502), lost]) {
      const story = await Story.opened();
      await story.asks(`${withdraw}/cancel`, { withdrawId: "wdr_1" }, answered);
      await story.closes();
      expect(story.cancelled).toEqual([cancellation]);
    }
  });

  test("is tried again at the end when it could not be cancelled before, and told only then", async () => {
    const story = await Story.opened();
    await story.closes(answer(503), name);
    expect(story.guard.leftBehind).toEqual([]);
    await story.closes(answer(409));
    expect(story.cancelled).toEqual([cancellation, cancellation]);
    const sentence = `the withdrawal wdr_1, opened for "${name}", could not be cancelled: the target answered 409`;
    expect(story.guard.leftBehind).toEqual([sentence]);
  });

  test("is found wherever the answer says its identifier, and named as it is written there", async () => {
    for (const body of [{ withdrawId: 17 }, { a: [{ b: { withdrawId: 17 } }] }]) {
      const story = new Story();
      await story.initiates(answer(200, body));
      await story.closes();
      expect(story.cancelled).toEqual([[`${withdraw}/cancel`, { withdrawId: 17 }]]);
    }
  });

  test("without an identifier cannot be closed, and is told", async () => {
    const story = new Story();
    await story.initiates(answer(200, {}));
    await story.closes();
    expect(story.cancelled).toEqual([]);
    expect(story.guard.leftBehind).toEqual([expect.stringContaining("without a withdrawId; a withdrawal may be open")]);
  });
});

test("an initiation that was refused, or never arrived, has opened nothing", async () => {
  const story = new Story();
  for (const answered of [answer(422), answer(409, { withdrawId: "wdr_foreign" }), unreachable]) {
    await story.initiates(answered);
  }
  await story.closes();
  expect([story.cancelled, story.guard.leftBehind]).toEqual([[], []]);
  expect(story.guard.ledger.knows("wdr_foreign")).toBe(false);
});

test.each([lost, answer(500), answer(502), answer(302)])(
  "an initiation that is answered with neither a success nor a refusal may have opened one: %j",
  async (answered) => {
    const story = new Story();
    await story.initiates(answered);
    expect(story.guard.leftBehind).toEqual([expect.stringMatching(/initiation was .*; a withdrawal may be open/)]);
  },
);

test.each([0, 1])(
  "what one of two initiations at once opens is the run's own, though the other named it first",
  async (late) => {
    const story = new Story();
    const opened = Promise.withResolvers<TargetAnswer>();
    const refused = answer(409, { withdrawId: "wdr_1" });
    const both = [opened.promise, refused].map((_, nth, answers) => story.initiates(answers[(nth + late) % 2]));
    await both[1 - late];
    opened.resolve(initiated);
    await Promise.all(both);
    await story.closes();
    expect(story.cancelled).toEqual([cancellation]);
  },
);

test("what stands in the way after lost initiations is the run's own, though one before had opened nothing", async () => {
  const story = new Story();
  await story.initiates(answer(502), 101);
  await story.initiates(answer(502));
  story.history = [{ code: "wdr_1", value: 300 }];
  await story.initiates(answer(409, { withdrawId: "wdr_1" }));
  expect(story.guard.ledger.valueOf("wdr_1")).toBe(300);
});

test("what a lost initiation has opened is found on any page of the history", async () => {
  const story = new Story();
  await story.initiates(answer(502));
  story.history = fullPage;
  story.secondPage = [{ code: "wdr_1", value: 300 }];
  await story.initiates(answer(409, { withdrawId: "wdr_1" }));
  expect(story.guard.ledger.valueOf("wdr_1")).toBe(300);
});

describe("what was there before", () => {
  test.each([
    ["in the history", (story: Story) => Object.assign(story, { history: [{ anyName: "wdr_1" }] })],
    [
      "on a later page of the history",
      (story: Story) => Object.assign(story, { history: fullPage, secondPage: [{ anyName: "wdr_1" }] }),
    ],
    ["in a refusal", (story: Story) => story.initiates(answer(409, { withdrawId: "wdr_1" }))],
  ])("and was shown %s is never taken for the run's own", async (_, shows) => {
    const story = new Story();
    await shows(story);
    await story.initiates();
    await story.closes();
    expect([story.cancelled, story.guard.ledger.knows("wdr_1")]).toEqual([[], false]);
    expect(story.guard.leftBehind).toEqual([expect.stringContaining("wdr_1, which was there before")]);
  });

  test("is looked up once, before the first initiation", async () => {
    const story = new Story();
    await story.confirms("482915", answer(404));
    expect(story.historyReads).toBe(0);
    await story.initiates();
    await story.initiates(answer(200, { withdrawId: "wdr_2" }));
    expect(story.historyReads).toBe(1);
    expect(story.guard.ledger.open).toHaveLength(2);
  });

  test("does not hide what the run has opened itself, of which the larger amount counts", async () => {
    const story = await Story.opened();
    await story.initiates(initiated, 1);
    expect([story.guard.leftBehind, story.guard.ledger.valueOf("wdr_1")]).toEqual([[], 300]);
  });
});

describe("money", () => {
  const ledger = ({ guard }: Story) => guard.ledger.payments.map(({ valueCents, outcome }) => [valueCents, outcome]);

  test("is spent by a confirmation that was accepted, even with a wrong code", async () => {
    for (const code of ["482915", "000000"]) {
      const story = await Story.whoseCodeIsRead();
      await story.confirms(code, answer(200));
      expect(ledger(story)).toEqual([[300, "confirmed"]]);
    }
  });

  test("is no longer risked with wrong codes when the target has taken one", async () => {
    const story = await Story.whoseCodeIsRead();
    await story.confirms("482915", answer(200));
    expect(story.guard.ledger.takesWrongCodes).toBe(false);
    await story.confirms("000000", answer(422));
    expect(story.guard.ledger.takesWrongCodes).toBe(false);
    await story.confirms("000000", answer(200));
    expect(story.guard.ledger.takesWrongCodes).toBe(true);
    expect(story.guard.leftBehind).toEqual([expect.stringContaining("the target takes wrong codes")]);
  });

  test("that is refused with 200 pays nothing, and takes no wrong code; a cancellation like it closes nothing", async () => {
    const refused = answer(200, { success: false, error: "OTP_INVALID" });
    const story = await Story.whoseCodeIsRead();
    for (const code of ["482915", "000000"]) await story.confirms(code, refused);
    expect([ledger(story), story.guard.ledger.takesWrongCodes]).toEqual([[], false]);
    await story.closes(refused);
    expect(story.guard.leftBehind).toEqual([expect.stringContaining("wdr_1")]);
  });

  test("of a withdrawal that was parked for review counts, and is told", async () => {
    const story = await Story.opened();
    await story.confirms("482915", answer(200, { data: { status: "PENDING_REVIEW" } }));
    expect(ledger(story)).toEqual([[300, "in-review"]]);
    await story.closes();
    expect(story.cancelled).toEqual([]);
    expect(story.guard.leftBehind).toEqual([expect.stringContaining('wdr_1, opened for "a story", is parked')]);
  });

  test("is spent by a confirmation that names no withdrawal, of the one that is open", async () => {
    const story = await Story.whoseCodeIsRead();
    await story.asks(`${withdraw}/confirm`, { otpCode: "482915" }, lost);
    expect(ledger(story)).toEqual([[300, "unknown"]]);
  });

  test("is not spent by one that was refused, or never arrived", async () => {
    const story = await Story.opened();
    await story.confirms("482915", answer(422));
    await story.confirms("482915", unreachable);
    expect(ledger(story)).toEqual([]);
    expect(story.guard.ledger.freeCents).toBe(1_000);
  });

  test.each([lost, answer(500), answer(504), answer(303)])("may be spent by one that ends so: %j", async (answered) => {
    const story = await Story.opened();
    await story.confirms("482915", answered);
    expect(ledger(story)).toEqual([[300, "unknown"]]);
    // It may just as well be open still.
    await story.closes(answer(409));
    expect(story.cancelled).toEqual([cancellation]);
    expect(story.guard.leftBehind).toEqual([expect.stringContaining("and may have been paid, could not be cancelled")]);
  });

  test("is not spent by a code that is known to be wrong, whatever became of it", async () => {
    const story = await Story.whoseCodeIsRead();
    await story.confirms("000000", lost);
    expect(ledger(story)).toEqual([]);
  });

  test("is not counted of a withdrawal that was never opened", async () => {
    const story = new Story();
    await story.confirms("482915", answer(200));
    expect(ledger(story)).toEqual([]);
  });

  test("of two confirmations at once does not pass the budget", async () => {
    const story = new Story(500);
    await story.initiates();
    const body = Buffer.from(JSON.stringify({ withdrawId: "wdr_1", otpCode: "482915" }));
    const passed = { method: "POST", path: `${withdraw}/confirm`, headers: {}, body };
    const arrived = Promise.withResolvers<TargetAnswer>();
    expect(story.guard.denial(passed, name)).toBeUndefined();
    const first = story.guard.send(() => arrived.promise, name, passed);
    expect(story.guard.denial(passed, name)?.needs).toBe("budget");
    arrived.resolve(answer(422));
    await first;
    expect(story.guard.denial(passed, name)).toBeUndefined();
  });
});

test.each([answer(200), answer(500), lost])(
  "after a resend that ends so no code is known to be wrong: %j",
  async (ended) => {
    const story = await Story.whoseCodeIsRead();
    await story.asks(`${withdraw}/resend-otp`, { withdrawId: "wdr_1" }, answer(409));
    expect(story.guard.ledger.isKnownWrong("wdr_1", "000000")).toBe(true);
    await story.asks(`${withdraw}/resend-otp`, { withdrawId: "wdr_1" }, ended);
    expect(story.guard.ledger.isKnownWrong("wdr_1", "000000")).toBe(false);
  },
);

describe("a webhook", () => {
  const url = "https://hooks.acme.dev/1";

  test("that was made is told, for it cannot be removed, and is known by whatever the answer says", async () => {
    const story = new Story();
    await story.asks("/webhook", { url }, answer(201, { hook: { key: "whk_1" } }));
    expect(story.guard.leftBehind).toEqual([`a webhook created for "${name}": ${url}`]);
    expect([story.guard.ledger.knowsWebhook("whk_1"), story.guard.ledger.knowsWebhook("whk_2")]).toEqual([true, false]);
  });

  test("that may have been made is told, one that was refused is not", async () => {
    const story = new Story();
    await story.asks("/webhook", { url }, answer(422));
    await story.asks("/webhook", { url }, answer(503));
    await story.asks("/webhook", { url }, lost);
    expect(story.guard.leftBehind).toEqual([
      `${name}: the creation of a webhook was answered with 503; there may be one: ${url}`,
      `${name}: the creation of a webhook was not answered; there may be one: ${url}`,
    ]);
  });
});
