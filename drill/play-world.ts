import type { SaldoClient, SaldoWorld } from "../src/client/saldo-client.ts";
import { carriedOut } from "../src/client/unexpected-answer.ts";
import { MAX_LISTED } from "../src/client/wait.ts";
import { money } from "../src/report/money.ts";
import type { Delivery, ReceivedRequest, Withdrawal } from "../src/spec/generated/control-api.ts";
import type { AnyApplication } from "./application.ts";
import { type Books, parseBooks } from "./books/books.ts";
import { compareBooks } from "./books/compare-books.ts";
import { type Difference, worstFirst } from "./books/difference.ts";
import { readWorldBooks, stateOf, type WorldBooks } from "./books/world-books.ts";
import { Clock, RECEIVER_HOST } from "./clock.ts";
import type { WorldPlan } from "./plan.ts";
import { type Acted, DrillStage, saying } from "./stage.ts";
import { typingActs } from "./steps/acts.ts";
import type { Step } from "./steps/step.ts";
import { orUnusable, troubleOf, UnusableApplication } from "./unusable.ts";

/** What happened in one world. */
export interface PlayedWorld {
  readonly differences: readonly Difference[];
  readonly requests: readonly ReceivedRequest[];
  readonly deliveries: readonly Delivery[];
  /** Whether people have made calls, too, by hand. */
  readonly hasCallsByHand: boolean;
  readonly acted: readonly Acted[];
}

/** The worlds of one drill, which begin alike but for their time: what happens in one is told here from top to bottom. */
export class DrillWorlds {
  readonly #application: AnyApplication;
  readonly #sandbox: SaldoClient;
  readonly #preset: string | undefined;
  readonly #typing: readonly Step[];
  /** How books are when a world begins, by its time. */
  readonly #openings = new Map<string, WorldBooks>();
  #begun = 0;

  constructor(application: AnyApplication, sandbox: SaldoClient, preset: string | undefined) {
    this.#application = application;
    this.#sandbox = sandbox;
    this.#preset = preset;
    this.#typing = typingActs(application);
  }

  /** Plays a plan in a world of its own, and compares the books. `last` sees the world at the end, and returns whether it stays. */
  async play(
    plan: WorldPlan,
    last?: (world: SaldoWorld, played: PlayedWorld) => Promise<boolean>,
  ): Promise<PlayedWorld> {
    const world = await this.#begin(plan.startAt);
    let isKept = false;
    try {
      const opening = this.#openings.get(plan.startAt) ?? (await readWorldBooks(world));
      this.#openings.set(plan.startAt, opening);
      const webhook = this.#application.receiver === undefined ? undefined : await createWebhook(world);
      const clock = new Clock(world, Date.parse(plan.startAt), webhook?.webhookId);
      const stage = new DrillStage(this.#application, world, clock);
      stage.app = await this.#beginApplication(stage, webhook?.secret ?? "");
      const played = await this.#playOn(stage, plan.steps, opening).finally(() => this.#application.end?.(stage.app));
      isKept = (await last?.(world, played)) === true;
      return played;
    } finally {
      if (!isKept) await world.stop();
    }
  }

  async #begin(startAt: string): Promise<SaldoWorld> {
    this.#begun += 1;
    const { world: fixture = "no-retention" } = this.#application;
    const world = await this.#sandbox.world({ fixture, seed: SEED, startAt, clock: { mode: "frozen" } });
    // A receiver may refuse old deliveries by the machine's clock. A fixture of the user's own says what it wants.
    if (typeof fixture === "string") await world.settings.change({ webhookTimestamps: "wall" });
    return world;
  }

  async #beginApplication(stage: DrillStage, webhookSecret: string): Promise<unknown> {
    const { url, apiKey } = stage.world;
    const start = {
      ...{ url, apiKey, webhookSecret, saldo: stage.world },
      code: (withdrawId?: string) => stage.code(withdrawId),
      pass: (ms: number) => stage.clock.pass(ms),
    };
    return orUnusable(async () => this.#application.begin(start), "the application does not begin");
  }

  async #playOn(stage: DrillStage, steps: readonly Step[], opening: WorldBooks): Promise<PlayedWorld> {
    // Its address is known only when the application has begun.
    await stage.connect();
    await this.#mustBeFresh(stage);
    if (this.#preset !== undefined) await stage.spoil(this.#preset);
    const broken = await this.#playSteps(stage, steps);
    const trouble = broken ?? (await this.#quieten(stage));
    const { world, strangers, hasCallsByHand, acted } = stage;
    const [requests, deliveries] = await Promise.all([
      world.history.requests({ limit: MAX_LISTED }),
      world.webhooks.deliveries({ limit: MAX_LISTED }),
    ]);
    const played = { requests, deliveries, hasCallsByHand, acted };
    if (broken !== null) return { ...played, differences: [broken] };
    const books = await this.#booksOf(stage);
    const known = { opening, strangers, deliveries };
    const really = { ...(await readWorldBooks(world, opening)), known };
    const differences = compareBooks(books, really, this.#application.amounts);
    return { ...played, differences: worstFirst([...differences, ...(trouble === null ? [] : [trouble])]) };
  }

  /** Throws `UnusableApplication` where one of the first worlds begins with payouts in its books. */
  async #mustBeFresh(stage: DrillStage): Promise<void> {
    const number = this.#begun;
    // The first has none to begin with, and ten tell it: each question costs a call of the application.
    if (number === 1 || number > 10) return;
    const { payouts } = await this.#booksOf(stage);
    const left = payouts.find(({ reference }) => reference !== null);
    if (left !== undefined)
      throw new UnusableApplication(
        `the books of world ${number} began with those of world ${number - 1}: ${left.reference} is in them. Let "begin" empty the application's storage.`,
      );
  }

  async #booksOf({ app }: DrillStage): Promise<Books> {
    const { books } = this.#application;
    return parseBooks(await orUnusable(async () => books(app), "the books cannot be read"));
  }

  /** Returns what a rule has found, or null. */
  async #playSteps(stage: DrillStage, steps: readonly Step[]): Promise<Difference | null> {
    for (const step of steps) {
      await step(stage);
      const broken = await troubleOf(() => this.#application.always?.(stage.app, stage.world));
      if (broken !== null) return { kind: "rule", text: `A rule of yours is broken: ${broken}`, withdrawIds: [] };
    }
    return null;
  }

  /**
   * Ends everything that goes wrong, lets everything due happen, and gives the application the time to bring its books in
   * order. Returns what is wrong when it cannot, or null.
   */
  async #quieten(stage: DrillStage): Promise<Difference | null> {
    await stage.calm();
    for (let round = 0, trouble: string | null = null; ; round += 1) {
      const open = await goOn(stage);
      if (round === MAX_ROUNDS || (round > 0 && open.length === 0)) return wrongIn(open, trouble, stage);
      // Twice, because the first code may have expired, and the application gets a new one for it.
      if (open.length > 0) for (const act of [...this.#typing, ...this.#typing]) await act(stage);
      await stage.clock.pass(ROUND_MS);
      trouble = await stage.settlement();
    }
  }
}

/** The same for all worlds, so that they have the same identifiers and codes. The first code begins with 0, which a number loses. */
const SEED = "drill 25";

/** Longer than a code is valid, than all attempts of a delivery, than the bank takes, and than a delivery is late. */
const ROUND_MS = 1_860_000;

/** As many as a payout needs that begins anew: a new code, its confirmation, the bank's answer. */
const MAX_ROUNDS = 6;

/** What the application is told. */
const EVENTS = [
  "charge.pending",
  "charge.processing",
  "charge.paid",
  "charge.expired",
  "subscription.charge.paid",
  "subscription.charge.failed",
  "withdraw.completed",
  "dispute.chargeback",
];

async function createWebhook({ api }: SaldoWorld) {
  const body = { url: `https://${RECEIVER_HOST}/`, name: "Drill", events: EVENTS };
  return (await carriedOut(api.POST("/webhook", { body }))).data;
}

/** Does what people and the bank have left undone. Returns the withdrawals that are under way. */
async function goOn(stage: DrillStage): Promise<readonly Withdrawal[]> {
  const { withdrawals } = stage.world;
  const open = (await stage.withdrawals()).filter((one) => stateOf(one) === "underWay");
  // The application reads what waits for people, too: a state that does not last.
  if (open.some(({ status }) => status === "PENDING_REVIEW")) await stage.settlement();
  for (const { status, settlesAt, withdrawId } of open) {
    if (status === "PENDING_REVIEW") await withdrawals.approve(withdrawId);
    if (status === "APPROVED" && settlesAt === null) await withdrawals.settle(withdrawId, { outcome: "CONFIRMED" });
    if (status === "CREATED" && stage.strangers.has(withdrawId)) await stage.cancelByHand(withdrawId);
  }
  return open;
}

function wrongIn(
  open: readonly Withdrawal[],
  trouble: string | null,
  { wasAsked, acted }: DrillStage,
): Difference | null {
  if (trouble !== null)
    return { kind: "settle", text: `All is quiet, and the application cannot settle: ${trouble}`, withdrawIds: [] };
  const stuck = open.find(({ status }) => status === "CREATED");
  if (stuck === undefined || !wasAsked) return null;
  const typed = acted.findLast(({ typesCode }) => typesCode)?.trouble ?? null;
  const text = `All is quiet, and a withdrawal of ${money(stuck.value)} still waits for its code.${saying(typed)}`;
  return { kind: "stuck", text, withdrawIds: [stuck.withdrawId] };
}
