import type { SaldoWorld } from "../src/client/saldo-client.ts";
import { MAX_LISTED } from "../src/client/wait.ts";
import { shownTime } from "../src/report/shown-time.ts";
import type { Delivery, ReceivedRequest } from "../src/spec/generated/control-api.ts";
import type { Difference } from "./books/difference.ts";
import { conduct } from "./caller/conduct.ts";
import type { WorldPlan } from "./plan.ts";
import type { DrillWorlds } from "./play-world.ts";
import { seedText, type WorldSeed } from "./seed.ts";
import { faultOf } from "./steps/faults.ts";
import type { Step } from "./steps/step.ts";

/** A step of a world, and what happened in it. */
export interface Scene {
  /** Time of the world, ISO 8601. */
  readonly at: string;
  readonly text: string;
  /** The calls and deliveries of that step, a line each. */
  readonly happened: readonly string[];
}

interface Told {
  readonly story: readonly Scene[];
  readonly differences: readonly Difference[];
  /** Clauses about callers that the calls of this world break, with what to do. */
  readonly conduct: readonly string[];
}

/** What a drill has found. */
export interface Found extends Told {
  /** Repeats it. */
  readonly seed: WorldSeed;
  /** Whether the same seed told the same story again. */
  readonly isRepeatable: boolean;
  /** How long it took until the difference was there. */
  readonly foundMs: number;
}

/** Plays a plan once more and tells what happens. `keep` gets the world, which is not deleted then. */
export async function tellStory(
  worlds: DrillWorlds,
  plan: WorldPlan,
  keep?: (world: SaldoWorld) => Promise<void>,
): Promise<Told> {
  const story: (Scene & { happened: string[] })[] = [];
  const seen = new Seen();
  const steps = plan.steps.map(
    (step): Step =>
      async (stage) => {
        const at = new Date(stage.clock.now).toISOString();
        // An application with a worker goes on after an act was answered. That belongs to the step before.
        const since = await seen.next(stage.world);
        story.at(-1)?.happened.push(...since);
        const text = await step(stage);
        const happened = await seen.next(stage.world);
        if (text !== null) story.push({ at, text, happened });
        return text;
      },
  );
  let broken: readonly string[] = [];
  const { differences } = await worlds.play({ ...plan, steps }, async (world, { hasCallsByHand }) => {
    const { now: at } = await world.clock.read();
    story.push({ at, text: "All is quiet, and the application has settled.", happened: await seen.next(world) });
    const findings = hasCallsByHand ? [] : await conduct(world, { isTimeMoved: true });
    broken = findings.flatMap(({ verdict, id, text, fix }) => (verdict === "broken" ? `${text} (${id}) ${fix}` : []));
    await keep?.(world);
    return keep !== undefined;
  });
  return { story, differences, conduct: broken };
}

/** Remembers what was told of a world. */
class Seen {
  #requestId = 0;
  readonly #attempts = new Map<string, number>();

  /** Returns the calls and the deliveries since the last time, a line each. */
  async next({ history, webhooks }: SaldoWorld): Promise<string[]> {
    const all = await history.requests({ limit: MAX_LISTED });
    const requests = all.filter(({ requestId }) => requestId > this.#requestId);
    this.#requestId = requests[0]?.requestId ?? this.#requestId;
    const deliveries = await webhooks.deliveries({ limit: MAX_LISTED });
    return [
      ...requests.toReversed().map(callLine),
      ...deliveries.toReversed().flatMap((one) => this.#attemptLines(one)),
    ];
  }

  #attemptLines({ deliveryId, event, attempts, state }: Delivery): readonly string[] {
    const fresh = attempts.slice(this.#attempts.get(deliveryId) ?? 0);
    this.#attempts.set(deliveryId, attempts.length);
    return fresh.map(({ number, httpStatus, failure }) => {
      const end = state === "FAILED" && number === MAX_ATTEMPTS ? "; the webhook is off" : "";
      return `${event}, attempt ${number}: ${httpStatus ?? failure}${end}`;
    });
  }
}

const MAX_ATTEMPTS = 5;

function callLine(request: ReceivedRequest): string {
  const { method, path, status, outcome } = request;
  const reason = [outcome, faultOf(request)].filter((one) => one !== null).join(", ");
  return `${method} ${path}: ${status ?? "no answer"}${reason === "" ? "" : ` (${reason})`}`;
}

/** Returns what was found as people read it: the first difference, the story, and how to repeat it. */
export function foundText({ differences, story, conduct, seed, isRepeatable }: Found): string {
  const [first, ...others] = differences.map(({ text }) => text);
  const listed = (title: string, texts: readonly string[]) =>
    texts.length === 0 ? [] : ["", title, ...texts.map((text) => `- ${text}`)];
  const again = "Played again, the application answered differently: it depends on more than its world.";
  return [
    first ?? "",
    "",
    ...storyLines(story),
    ...listed("Also:", others),
    ...listed("What its calls should be:", conduct),
    ...(isRepeatable ? [] : ["", again]),
    "",
    `To repeat it: seed ${seedText(seed)}`,
  ].join("\n");
}

/** Lines of a step in a text; the report as JSON has all. */
const MAX_LINES = 8;

/** Returns the story as lines of text, numbered. */
export function storyLines(story: readonly Scene[]): readonly string[] {
  return story.flatMap(({ at, text, happened }, index) => {
    // Equal lines that follow each other are one, with their number.
    const starts = [...happened.keys()].filter((nth) => happened[nth] !== happened[nth - 1]);
    const shown = starts.slice(0, MAX_LINES).map((start, nth) => {
      const times = (starts[nth + 1] ?? happened.length) - start;
      return `     ${happened[start]}${times > 1 ? `, ${times} times` : ""}`;
    });
    const more = happened.length - (starts[MAX_LINES] ?? happened.length);
    const rest = more > 0 ? [`     and ${more} more calls and deliveries`] : [];
    return [`${index + 1}. ${shownTime(at)}  ${text}`, ...shown, ...rest];
  });
}
