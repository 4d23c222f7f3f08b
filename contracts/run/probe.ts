import type { Description } from "../judge/description.ts";
import { isObject, isTooDeep, MAX_JSON_DEPTH, parseJson } from "../judge/json.ts";
import { Forwarder, healthPath, type NoAnswer, type TargetAnswer } from "../target/forward.ts";
import { UNKNOWN_PATH } from "../target/routes.ts";
import { isTrouble } from "../trace/cause.ts";
import type { SuiteOptions } from "./options.ts";
import { TargetUnusable } from "./target-unusable.ts";

type Probed = Pick<SuiteOptions, "target" | "description">;

/** Returns whether the target has a control plane. Throws `TargetUnusable` where nothing is there, or keys fail. */
export async function probe(options: Probed): Promise<boolean> {
  const sender = new Forwarder(options.target.url);
  try {
    const isSandbox = options.target.useControlPlane && (await isHealthy(sender, options));
    await (isSandbox ? mustCreateWorlds(sender, options) : mustServe(sender, options));
    return isSandbox;
  } finally {
    await sender.close();
  }
}

async function isHealthy(sender: Forwarder, options: Probed): Promise<boolean> {
  const answer = answered(await get(sender, healthPath), options);
  const health = answer.status === 200 ? parseJson(answer.body.toString()) : undefined;
  // A page that is shown for every path is no control plane.
  return isObject(health) && health.status === "ok" && typeof health.version === "string";
}

async function mustCreateWorlds(sender: Forwarder, options: Probed): Promise<void> {
  const { adminToken, url } = options.target;
  const headers: Record<string, string> = adminToken === undefined ? {} : { authorization: `Bearer ${adminToken}` };
  const { status } = answered(await get(sender, "/sandbox/worlds", headers), options);
  if (status !== 401 && status !== 403) return;
  throw new TargetUnusable(`${url} creates worlds only for its administrator: give --admin-token or SALDO_ADMIN_TOKEN`);
}

async function mustServe(sender: Forwarder, options: Probed): Promise<void> {
  const { target, description } = options;
  const { apiKey, url } = target;
  if (apiKey === undefined) throw new TargetUnusable(`${url} is no sandbox: give --api-key or SALDO_API_KEY`);
  const { path } = description.operation("getBalance");
  const answer = answered(await get(sender, path, { "x-api-key": apiKey }), options);
  if (answer.status >= 300 && (await isInTwoPlaces(sender, description, apiKey))) return;
  const isRefused = answer.status === 401 || answer.status === 403;
  // Some gateways refuse a path that they do not know as they refuse a key.
  const nowhere = isRefused ? answered(await get(sender, UNKNOWN_PATH, { "x-api-key": apiKey }), options) : undefined;
  const isOfPath = nowhere?.status === answer.status && nowhere.body.equals(answer.body);
  if (isRefused && !isOfPath) throw new TargetUnusable(`${url} refuses the API key: GET ${path} got ${answer.status}`);
  if (!isRefused && !isNothing(answer)) return;
  // What answers here has another mistake than its place.
  const other = answer.status < 300 ? undefined : await elsewhere(url, path, apiKey);
  const check = isOfPath ? "An unknown path gets the same: check --url and --api-key." : "Check --url.";
  const hint = other === undefined ? check : `Below ${other} something answers: give --url ${other}.`;
  // Behind an answer that cannot be read, the interface may be there all the same.
  const what = answer.status < 300 ? `${url} cannot be judged` : `Nothing of the interface is at ${url}`;
  throw new TargetUnusable(`${what}: GET ${path} got ${got(answer)}. ${hint}`);
}

/** The document shows `/v1` in the address of a withdrawal, and in no other: a target may have only a part below it. */
async function isInTwoPlaces(sender: Forwarder, description: Description, apiKey: string): Promise<boolean> {
  const [balance, events] = ["getBalance", "listWebhookEvents"].map((name) => description.operation(name).path);
  const answers = [`/v1${balance}`, `${events}`].map((path) => get(sender, path, { "x-api-key": apiKey }));
  return (await Promise.all(answers)).every((one) => !("failure" in one) && one.status < 300 && !isNothing(one));
}

function got({ status, headers, body }: TargetAnswer): string {
  if (status >= 300) return String(status);
  if (body.length === 0) return `${status} without a body`;
  const beginning = body.subarray(0, 40);
  const isText = /^[\x20-\x7e\r\n\t]*$/.test(beginning.toString("latin1"));
  const digits = beginning.subarray(0, 8).toString("hex");
  const shown = isText ? JSON.stringify(beginning.toString()) : digits.replace(/..(?=.)/g, "$& ");
  const coding = headers["content-encoding"] === undefined ? "" : " (it has a Content-Encoding that cannot be undone)";
  const json = isTooDeep(body.toString()) ? `with JSON deeper than ${MAX_JSON_DEPTH} levels` : "not with JSON";
  return `${status}, but ${json}: the body begins with ${shown}${coding}`;
}

/** A page, or a path that is not served. Whatever else is wrong with an answer is for the clauses to find. */
function isNothing({ status, body }: TargetAnswer): boolean {
  if ([301, 302, 303, 307, 308, 404, 405, 501].includes(status)) return true;
  return status < 300 && parseJson(body.toString()) === undefined;
}

async function elsewhere(url: string, path: string, apiKey: string): Promise<string | undefined> {
  const { origin, pathname } = new URL(url);
  const own = pathname.replace(/\/+$/, "");
  const parents = own.split("/").map((_, at, parts) => parts.slice(0, parts.length - at - 1).join("/"));
  const places = [...["/v1", "/api/v1", "/api"].map((more) => own + more), ...parents, "/v1", "/api/v1", "/api"];
  for (const place of new Set(places)) {
    const sender = new Forwarder(origin + place, false, { answerMs: 5_000 });
    const answer = await get(sender, path, { "x-api-key": apiKey }).finally(() => sender.close());
    if (!("failure" in answer) && !isNothing(answer) && answer.status < 300) return origin + place;
  }
  return undefined;
}

/** What reads is asked for once more, where a gateway in trouble answered in place of the target. */
async function get(sender: Forwarder, path: string, headers: Readonly<Record<string, string>> = {}) {
  const ask = () => sender.follow({ method: "GET", path, headers, body: Buffer.alloc(0) });
  const answer = await ask();
  return "failure" in answer || isTrouble(answer.status) ? ask() : answer;
}

function answered(answer: TargetAnswer | NoAnswer, { target: { url } }: Probed): TargetAnswer {
  if ("failure" in answer) throw new TargetUnusable(`${url} cannot be used: ${answer.reason}`);
  return answer;
}
