import type { SaldoClient, SaldoWorld, WorldOrder } from "../src/client/saldo-client.ts";
import { carriedOut } from "../src/client/unexpected-answer.ts";
import { MAX_LISTED } from "../src/client/wait.ts";
import type { Delivery, ReceivedRequest } from "../src/spec/generated/control-api.ts";
import type { Application } from "./application.ts";
import { type Books, parseBooks } from "./books/books.ts";
import { compareBooks } from "./books/compare-books.ts";
import { type Difference, worstFirst } from "./books/difference.ts";
import { type Opening, readOpening, readWorldBooks } from "./books/world-books.ts";
import { Clock, RECEIVER_HOST } from "./clock.ts";
import { Person } from "./person.ts";
import type { WorldPlan } from "./plan.ts";
import { quieten } from "./quieten.ts";
import { DrillStage } from "./stage.ts";
import { typingActs } from "./steps/acts.ts";
import { errorText, UnusableApplication } from "./unusable.ts";

/** What happened in one world. */
export interface PlayedWorld {
  readonly differences: readonly Difference[];
  readonly requests: readonly ReceivedRequest[];
  readonly deliveries: readonly Delivery[];
  /** Whether people have made calls, too, by hand. */
  readonly hasCallsByHand: boolean;
}

type Fixture = NonNullable<WorldOrder["fixture"]>;

/** The worlds of one drill, which begin alike but for their time. */
export class DrillWorlds {
  readonly #sandbox: SaldoClient;
  readonly #fixture: Fixture;
  readonly #preset: string | undefined;
  readonly #openings = new Map<string, Opening>();
  #begun = 0;

  constructor(sandbox: SaldoClient, fixture: Fixture, preset: string | undefined) {
    this.#sandbox = sandbox;
    this.#fixture = fixture;
    this.#preset = preset;
  }

  async begin(startAt: string): Promise<SaldoWorld> {
    this.#begun += 1;
    const fixture = this.#fixture;
    // The same seed for all, so that they have the same identifiers and the same codes.
    const world = await this.#sandbox.world({ fixture, seed: "drill", startAt, clock: { mode: "frozen" } });
    // A receiver may refuse old deliveries by the machine's clock. A fixture of the user's own says what it wants.
    if (typeof fixture === "string") await world.settings.change({ webhookTimestamps: "wall" });
    return world;
  }

  /** Lets go wrong what the worlds of this drill begin with. */
  async spoil<App>(stage: DrillStage<App>): Promise<void> {
    if (this.#preset !== undefined) await stage.spoil(this.#preset);
  }

  /** Throws `Unusable` where one of the first worlds begins with payouts in its books. */
  async mustBeFresh(booksOf: () => Promise<Books>): Promise<void> {
    const number = this.#begun;
    // The first has none to begin with, and ten tell it: each question costs a call of the application.
    if (number === 1 || number > 10) return;
    const left = (await booksOf()).payouts.find(({ reference }) => reference !== null);
    if (left !== undefined)
      throw new UnusableApplication(
        `the books of world ${number} began with those of world ${number - 1}: ${left.reference} is in them. Let "begin" empty the application's storage.`,
      );
  }

  /** Returns how the books of a world that has just begun are. */
  async openingOf(world: SaldoWorld, startAt: string): Promise<Opening> {
    const [first] = world.companies;
    const opening = this.#openings.get(startAt) ?? (await readOpening(world, first?.companyId ?? ""));
    this.#openings.set(startAt, opening);
    return opening;
  }
}

/** Plays a plan in a world of its own, and compares the books at the end. `keep`: gets the world instead of its deletion. */
export async function playWorld<App, All>(
  application: Application<App, All>,
  plan: WorldPlan<App>,
  worlds: DrillWorlds,
  keep?: (world: SaldoWorld) => void,
): Promise<PlayedWorld> {
  const world = await worlds.begin(plan.startAt);
  try {
    const played = await playIn(world, application, plan, worlds);
    keep?.(world);
    return played;
  } finally {
    if (keep === undefined) await world.stop();
  }
}

async function playIn<App, All>(
  world: SaldoWorld,
  application: Application<App, All>,
  plan: WorldPlan<App>,
  worlds: DrillWorlds,
): Promise<PlayedWorld> {
  const clock = new Clock(world, Date.parse(plan.startAt));
  const person = new Person(world, clock);
  const webhook = application.receiver === undefined ? undefined : await createWebhook(world);
  const opening = await worlds.openingOf(world, plan.startAt);
  const app = await begun(() =>
    application.begin({
      url: world.url,
      apiKey: world.apiKey,
      webhookSecret: webhook?.secret ?? "",
      saldo: world,
      code: (withdrawId) => person.code(withdrawId),
      pass: (ms) => clock.pass(ms),
    }),
  );
  const stage = new DrillStage(application, world, clock, person, webhook?.webhookId, app);
  try {
    await stage.connect();
    await worlds.mustBeFresh(async () => parseBooks(await application.books(app)));
    await worlds.spoil(stage);
    const broken = await playSteps(stage, plan, application);
    const trouble = broken === null ? await quieten(stage, typingActs(application)) : null;
    const [requests, deliveries] = await Promise.all([
      world.history.requests({ limit: MAX_LISTED }),
      world.webhooks.deliveries({ limit: MAX_LISTED }),
    ]);
    const differences = broken === null ? await compared(stage, application, deliveries, opening, trouble) : [broken];
    return { differences, requests, deliveries, hasCallsByHand: stage.hasCallsByHand };
  } finally {
    await application.end?.(stage.app);
  }
}

/** Its address is known only when the application has begun. */
async function createWebhook({ api }: SaldoWorld) {
  const events = [
    "charge.pending",
    "charge.processing",
    "charge.paid",
    "charge.expired",
    "subscription.charge.paid",
    "subscription.charge.failed",
    "withdraw.completed",
    "dispute.chargeback",
  ];
  const body = { url: `https://${RECEIVER_HOST}/`, name: "Drill", events };
  return (await carriedOut(api.POST("/webhook", { body }))).data;
}

async function begun<App>(begin: () => App | Promise<App>): Promise<App> {
  try {
    return await begin();
  } catch (error) {
    if (error instanceof UnusableApplication) throw error;
    throw new UnusableApplication(`the application does not begin: ${errorText(error)}`, { cause: error });
  }
}

/** Returns what a rule has found, or null. */
async function playSteps<App, All>(
  stage: DrillStage<App>,
  { steps }: WorldPlan<App>,
  { always }: Application<App, All>,
): Promise<Difference | null> {
  for (const step of steps) {
    await step(stage);
    try {
      await always?.(stage.app, stage.world);
    } catch (error) {
      return { kind: "rule", text: `A rule of yours is broken: ${errorText(error)}`, withdrawIds: [] };
    }
  }
  return null;
}

async function compared<App, All>(
  stage: DrillStage<App>,
  application: Application<App, All>,
  deliveries: readonly Delivery[],
  opening: Opening,
  trouble: Difference | null,
): Promise<readonly Difference[]> {
  const books = parseBooks(await application.books(stage.app));
  const known = await readWorldBooks(stage.world, { opening, deliveries });
  const differences = compareBooks(books, { ...known, strangers: stage.strangers }, application.amounts);
  return worstFirst([...differences, ...(trouble === null ? [] : [trouble])]);
}
