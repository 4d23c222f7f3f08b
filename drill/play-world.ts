import type { SaldoWorld, WorldOrder } from "../src/client/saldo-client.ts";
import { carriedOut } from "../src/client/unexpected-answer.ts";
import { MAX_LISTED } from "../src/client/wait.ts";
import { money } from "../src/report/money.ts";
import type { Delivery, ReceivedRequest, Withdrawal } from "../src/spec/generated/control-api.ts";
import type { AnyApplication } from "./application.ts";
import { type Books, parseBooks, untoldIn } from "./books/books.ts";
import { compareBooks } from "./books/compare-books.ts";
import { type Difference, worstFirst } from "./books/difference.ts";
import { ledgerOf, readWorldBooks, stateOf, type WorldBooks, withdrawalsOf } from "./books/world-books.ts";
import { Clock, RECEIVER_HOST, type Webhook } from "./clock.ts";
import type { WorldPlan } from "./plan.ts";
import { type Acted, DrillStage, saying } from "./stage.ts";
import { orSettling, typingActs } from "./steps/acts.ts";
import type { Step } from "./steps/step.ts";
import { inTime, orUnusable, troubleOf, UnusableApplication } from "./unusable.ts";

/** What happened in one world. */
export interface PlayedWorld {
  readonly differences: readonly Difference[];
  readonly requests: readonly ReceivedRequest[];
  readonly deliveries: readonly Delivery[];
  /** Whether people have made calls, too, by hand. */
  readonly hasCallsByHand: boolean;
  readonly acted: readonly Acted[];
  /** Totals that the books leave out. */
  readonly untold: readonly string[];
}

/** The worlds of one drill, which begin alike but for their time: what happens in one is told here from top to bottom. */
export class DrillWorlds {
  readonly #application: AnyApplication;
  readonly #make: (order: WorldOrder) => Promise<SaldoWorld>;
  readonly #preset: string | undefined;
  readonly #typing: readonly Step[];
  /** By the time of the world. */
  readonly #saved = new Map<string, Begun & { readonly order: WorldOrder }>();
  /** Where the receiver of the last application was. */
  #receiverUrl = `https://${RECEIVER_HOST}/`;
  #begun = 0;

  constructor(
    application: AnyApplication,
    make: (order: WorldOrder) => Promise<SaldoWorld>,
    preset: string | undefined,
  ) {
    this.#application = application;
    this.#make = make;
    this.#preset = preset;
    this.#typing = orSettling(typingActs(application));
  }

  /** Plays a plan in a world of its own, and compares the books. `last` sees the world at the end, and returns whether it stays. */
  async play(
    plan: WorldPlan,
    last?: (world: SaldoWorld, played: PlayedWorld) => Promise<boolean>,
  ): Promise<PlayedWorld> {
    // What is recorded of a story begins where its world does.
    const begun = last === undefined ? await this.#beginAsBefore(plan.startAt) : await this.#begin(plan.startAt);
    const { world, opening, webhook } = begun;
    this.#begun += 1;
    let isKept = false;
    try {
      const stage = new DrillStage(this.#application, world, new Clock(world, Date.parse(plan.startAt), webhook));
      stage.app = await this.#beginApplication(stage, webhook?.secret ?? "");
      const end = () => inTime("end", () => this.#application.end?.(stage.app));
      const played = await this.#playOn(stage, plan.steps, opening).finally(end);
      isKept = (await last?.(world, played)) === true;
      return played;
    } finally {
      if (!isKept) await world.stop();
    }
  }

  /** Begins a world where one of this time was saved, with one request. It does not know how it came about. */
  async #beginAsBefore(startAt: string): Promise<Begun> {
    const known = this.#saved.get(startAt);
    if (known !== undefined && (known.webhook?.url ?? this.#receiverUrl) === this.#receiverUrl)
      return { ...known, world: await this.#make(known.order) };
    const begun = await this.#begin(startAt);
    const order = await carriedOut(begun.world.control.GET("/world/save-file", {}));
    this.#saved.set(startAt, { ...begun, order });
    return begun;
  }

  async #begin(startAt: string): Promise<Begun> {
    const { world: fixture = "no-retention", receiver } = this.#application;
    await using ends = new AsyncDisposableStack();
    const world = ends.use(await this.#make({ fixture, seed: SEED, startAt, clock: { mode: "frozen" } }));
    // A receiver may refuse old deliveries by the machine's clock. A fixture of the user's own says what it wants.
    if (typeof fixture === "string") await world.settings.change({ webhookTimestamps: "wall" });
    const opening = await readWorldBooks(world);
    const webhook = receiver && (await createWebhook(world, this.#receiverUrl));
    ends.move();
    return { world, opening, webhook };
  }

  async #beginApplication(stage: DrillStage, webhookSecret: string): Promise<unknown> {
    const { url, apiKey } = stage.world;
    const start = {
      ...{ url, apiKey, webhookSecret, saldo: stage.world },
      code: (withdrawId?: string) => stage.code(withdrawId),
      pass: (ms: number) => stage.clock.pass(ms),
    };
    return orUnusable(() => inTime("begin", () => this.#application.begin(start)), "the application does not begin");
  }

  async #playOn(stage: DrillStage, steps: readonly Step[], opening: WorldBooks): Promise<PlayedWorld> {
    // Its address is known only when the application has begun.
    await stage.connect();
    this.#receiverUrl = stage.clock.receiverUrl ?? this.#receiverUrl;
    await this.#mustBeFresh(stage);
    if (this.#preset !== undefined) await stage.spoil(this.#preset);
    const broken = await this.#playSteps(stage, steps);
    const ended = broken ?? (await this.#quieten(stage, opening.companyId));
    const { world, strangers, hasCallsByHand, acted } = stage;
    const [requests, deliveries] = await Promise.all([
      world.history.requests({ limit: MAX_LISTED }),
      world.webhooks.deliveries({ limit: MAX_LISTED }),
    ]);
    const played = { requests, deliveries, hasCallsByHand, acted, untold: [] };
    if ("kind" in ended) return { ...played, differences: [ended] };
    const books = await this.#booksOf(stage);
    const known = { opening, strangers, deliveries };
    const ledger = await ledgerOf(world, opening.entries.at(-1)?.position);
    const really = { companyId: opening.companyId, ...ledger, withdrawals: ended.withdrawals, known };
    const differences = [...compareBooks(books, really, this.#application.amounts), ...ended.troubles];
    return { ...played, differences: worstFirst(differences), untold: untoldIn(books) };
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
    return parseBooks(await orUnusable(() => inTime("books", () => books(app)), "the books cannot be read"));
  }

  /** Returns what a rule has found, or null. */
  async #playSteps(stage: DrillStage, steps: readonly Step[]): Promise<Difference | null> {
    for (const step of steps) {
      await step(stage);
      const broken = await troubleOf(() => inTime("always", () => this.#application.always?.(stage.app, stage.world)));
      if (broken !== null) return { kind: "rule", text: `A rule of yours is broken: ${broken}`, withdrawIds: [] };
    }
    return null;
  }

  /**
   * Ends everything that goes wrong, lets everything due happen, and gives the application the time to bring its books in
   * order, as long as payouts that wait for each other end. Returns the withdrawals that there are then, and what is wrong
   * when it cannot.
   */
  async #quieten(stage: DrillStage, companyId: string) {
    await stage.calm();
    let lastRound = MAX_ROUNDS;
    for (let round = 0, ended = 0, trouble: string | null = null; ; round += 1) {
      const withdrawals = await withdrawalsOf(stage.world, companyId);
      const open = withdrawals.filter((one) => stateOf(one) === "underWay").reverse();
      if (round > 0 && open.length === 0) return { withdrawals, troubles: wrongIn(open, trouble, stage) };
      await goOn(stage, open);
      const before = ended;
      ended = withdrawals.length - open.length;
      if (round > 0 && ended > before) lastRound = Math.min(round + MAX_ROUNDS, MAX_ROUNDS_OF_ALL);
      if (round === lastRound)
        return { withdrawals: await withdrawalsOf(stage.world, companyId), troubles: wrongIn(open, trouble, stage) };
      // Twice, because the first code may have expired, and the application gets a new one for it.
      if (open.length > 0) for (const act of [...this.#typing, ...this.#typing]) await act(stage);
      await stage.clock.pass(ROUND_MS);
      trouble = await stage.settlement();
    }
  }
}

/** A world before its application begins: with the webhook of the drill, if it has a receiver. */
interface Begun {
  readonly world: SaldoWorld;
  readonly opening: WorldBooks;
  readonly webhook: Webhook | undefined;
}

/** The same for all worlds, so that they have the same identifiers and codes. The first code begins with 0, which a number loses. */
const SEED = "drill 25";

/** Longer than a code is valid, than all attempts of a delivery, than the bank takes, and than a delivery is late. */
const ROUND_MS = 1_860_000;

/** As many as a payout needs that begins anew: a new code, its confirmation, the bank's answer. */
const MAX_ROUNDS = 6;

/** An application that begins one payout after another for good is not waited for longer. */
const MAX_ROUNDS_OF_ALL = 30;

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

async function createWebhook({ api }: SaldoWorld, url: string) {
  return (await carriedOut(api.POST("/webhook", { body: { url, name: "Drill", events: EVENTS } }))).data;
}

/** Does what people and the bank have left undone. */
async function goOn(stage: DrillStage, open: readonly Withdrawal[]): Promise<void> {
  const { withdrawals } = stage.world;
  // The application reads what waits for people, too: a state that does not last.
  const isPassing = ({ status, withdrawId }: Withdrawal) =>
    status === "PENDING_REVIEW" || (status === "CREATED" && stage.strangers.has(withdrawId));
  if (open.some(isPassing)) await stage.settlement();
  for (const { status, settlesAt, withdrawId } of open) {
    if (status === "PENDING_REVIEW") await withdrawals.approve(withdrawId);
    if (status === "APPROVED" && settlesAt === null) await withdrawals.settle(withdrawId, { outcome: "CONFIRMED" });
    if (status === "CREATED" && stage.strangers.has(withdrawId)) await stage.cancelByHand(withdrawId);
  }
}

function wrongIn(
  open: readonly Withdrawal[],
  trouble: string | null,
  { wasAsked, acted }: DrillStage,
): readonly Difference[] {
  if (trouble !== null)
    return [{ kind: "settle", text: `All is quiet, and the application cannot settle: ${trouble}`, withdrawIds: [] }];
  const stuck = open.find(({ status }) => status === "CREATED");
  if (stuck === undefined || !wasAsked) return [];
  const typed = acted.findLast(({ typesCode }) => typesCode)?.trouble ?? null;
  const text = `All is quiet, and a withdrawal of ${money(stuck.value)} still waits for its code.${saying(typed)}`;
  return [{ kind: "stuck", text, withdrawIds: [stuck.withdrawId] }];
}
