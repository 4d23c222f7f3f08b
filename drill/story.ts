import type { SaldoWorld } from "../src/client/saldo-client.ts";
import { MAX_LISTED } from "../src/client/wait.ts";
import { shownTime } from "../src/report/shown-time.ts";
import type { Delivery, ReceivedRequest } from "../src/spec/generated/control-api.ts";
import type { Application } from "./application.ts";
import type { Difference } from "./books/difference.ts";
import { conduct } from "./caller/conduct.ts";
import type { WorldPlan } from "./plan.ts";
import { type DrillWorlds, playWorld } from "./play-world.ts";
import { faultOf } from "./steps/faults.ts";
import type { Step } from "./steps/step.ts";

/** What has happened in a world, step by step. */
export type DrillStory = readonly Scene[];

export interface Scene {
  /** Time of the world, ISO 8601. */
  readonly at: string;
  readonly text: string;
  /** The calls and deliveries of that step, a line each. */
  readonly happened: readonly string[];
}

interface Told {
  readonly story: DrillStory;
  readonly differences: readonly Difference[];
  /** Clauses about callers that the calls of this world break, with what to do. */
  readonly conduct: readonly string[];
}

/** Plays a plan once more and tells what happens. */
export async function tellStory<App, All>(
  application: Application<App, All>,
  plan: WorldPlan<App>,
  worlds: DrillWorlds,
  keep?: (world: SaldoWorld) => Promise<void>,
): Promise<Told> {
  const story: (Scene & { happened: string[] })[] = [];
  const seen = new Seen();
  let kept: SaldoWorld | undefined;
  const steps = plan.steps.map(
    (step): Step<App> =>
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
  const { differences, hasCallsByHand } = await playWorld(application, { ...plan, steps }, worlds, (world) => {
    kept = world;
  });
  if (kept === undefined) return { story, differences, conduct: [] };
  const at = (await kept.clock.read()).now;
  story.push({ at, text: "All is quiet, and the application has settled.", happened: await seen.next(kept) });
  const findings = hasCallsByHand ? [] : await conduct(kept, { isTimeMoved: true });
  const broken = findings.filter(({ verdict }) => verdict === "broken");
  if (keep === undefined) await kept.stop();
  else await keep(kept);
  return { story, differences, conduct: broken.map(({ id, text, fix }) => `${text} (${id}) ${fix}`) };
}

/** Remembers what was told of a world. */
class Seen {
  #requestId = 0;
  readonly #attempts = new Map<string, number>();

  /** Returns the calls and the deliveries since the last time, a line each. */
  async next({ history, webhooks }: SaldoWorld): Promise<string[]> {
    const requests = (await history.requests({ limit: MAX_LISTED })).filter(
      ({ requestId }) => requestId > this.#requestId,
    );
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

/** Lines of a step in a text; the report as JSON has all. */
const MAX_LINES = 8;

function callLine(request: ReceivedRequest): string {
  const { method, path, status, outcome } = request;
  const answer = status === null ? "no answer" : String(status);
  const reason = [outcome, faultOf(request)].filter((one) => one !== null).join(", ");
  return `${method} ${path}: ${answer}${reason === "" ? "" : ` (${reason})`}`;
}

/** Returns the story as lines of text, numbered. */
export function storyLines(story: DrillStory): readonly string[] {
  return story.flatMap(({ at, text, happened }, index) => {
    const runs = runsOf(happened);
    const more = runs.slice(MAX_LINES).reduce((sum, { times }) => sum + times, 0);
    return [
      `${index + 1}. ${shownTime(at)}  ${text}`,
      ...runs.slice(0, MAX_LINES).map(({ line, times }) => `     ${line}${times > 1 ? `, ${times} times` : ""}`),
      ...(more > 0 ? [`     and ${more} more calls and deliveries`] : []),
    ];
  });
}

interface Run {
  readonly line: string;
  readonly times: number;
}

/** Equal lines that follow each other are one, with their number. */
function runsOf(lines: readonly string[]): readonly Run[] {
  const starts = [...lines.keys()].filter((index) => lines[index] !== lines[index - 1]);
  return starts.map((start, nth) => ({ line: `${lines[start]}`, times: (starts[nth + 1] ?? lines.length) - start }));
}
