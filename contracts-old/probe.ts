import { Description } from "./description/description.ts";
import { isObject, parseJson } from "./description/json.ts";
import { type Forwarder, healthPath, type NoAnswer, type TargetAnswer } from "./desk/forward.ts";
import type { Need } from "./report/verdict.ts";
import type { SuiteOptions, Target } from "./suite-options.ts";

/** The target cannot be used at all, so that nothing was run; says why. */
export class TargetUnusable extends Error {
  override readonly name = "TargetUnusable";
}

/**
 * @returns whether the target has a control plane, and may use it.
 * @throws TargetUnusable when nothing answers, or the keys that are given open nothing.
 */
export async function probe(ask: Forwarder["send"], options: SuiteOptions): Promise<boolean> {
  const { target } = options;
  const isSandbox = target.useControlPlane && (await isHealthy(ask, target));
  if (isSandbox) await mustMakeWorlds(ask, target);
  else await mustKnowTheKey(ask, options);
  return isSandbox;
}

async function isHealthy(ask: Forwarder["send"], target: Target): Promise<boolean> {
  const answer = answered(await ask({ method: "GET", path: healthPath, headers: {}, body: nothing }), target);
  const health = answer.status === 200 ? parseJson(answer.body.toString()) : undefined;
  // A page that is shown for every path is no control plane.
  return isObject(health) && health.status === "ok" && typeof health.version === "string";
}

/** A shared sandbox makes worlds only for who has its token. */
async function mustMakeWorlds(ask: Forwarder["send"], target: Target): Promise<void> {
  const { adminToken } = target;
  const headers: Record<string, string> = adminToken === undefined ? {} : { authorization: `Bearer ${adminToken}` };
  const answer = answered(await ask({ method: "GET", path: "/sandbox/worlds", headers, body: nothing }), target);
  if (answer.status !== 401 && answer.status !== 403) return;
  throw new TargetUnusable(
    `${target.url} makes worlds only for its administrator: --admin-token, or SALDO_ADMIN_TOKEN`,
  );
}

/** With a key that is not known everything would seem broken. */
async function mustKnowTheKey(ask: Forwarder["send"], { target, document }: SuiteOptions): Promise<void> {
  const { apiKey, url } = target;
  if (apiKey === undefined) {
    const why = target.useControlPlane ? "has no control plane" : "is used without its control plane";
    throw new TargetUnusable(`${url} ${why}: it needs --api-key, or SALDO_API_KEY`);
  }
  const { method, path } = new Description(document).operation("getBalance");
  const request = { method, path, headers: { "x-api-key": apiKey }, body: nothing };
  const { status } = answered(await ask(request), target);
  if (status !== 401 && status !== 403) return;
  throw new TargetUnusable(`${url} answers ${status} to the API key that was given`);
}

function answered(answer: TargetAnswer | NoAnswer, { url }: Target): TargetAnswer {
  if ("failure" in answer) throw new TargetUnusable(`${url} cannot be used: ${answer.reason}`);
  return answer;
}

const nothing = Buffer.alloc(0);

/** What contracts may count on. */
export function offersOf(options: SuiteOptions, isSandbox: boolean): readonly Need[] {
  const { permissions, patienceMs, codes, receiver } = options;
  if (isSandbox) {
    const own: readonly Need[] = ["control-plane", "clock", "mailbox", "charges", "receiver", "balance"];
    return [...own, "allow-open", "allow-settle", "allow-webhooks", "budget"];
  }
  const given: readonly [Need, boolean][] = [
    ["mailbox", codes !== undefined],
    ["receiver", receiver.url !== undefined],
    ["patience", patienceMs > 0],
    ["allow-open", permissions.open],
    ["allow-settle", permissions.settle],
    ["allow-webhooks", permissions.webhooks],
    ["budget", permissions.budgetCents > 0],
  ];
  return given.filter(([, isGiven]) => isGiven).map(([need]) => need);
}
