import { createHmac } from "node:crypto";
import { everything } from "../judge/json.ts";
import { arrivalsIn, callsIn, locatedIn, memberCalled } from "../trace/find.ts";
import { type Arrival, type Call, isSuccess, type TraceEntry } from "../trace/trace.ts";
import { deliveriesOf, type SeenDelivery } from "./deliveries.ts";
import { isDocumentedEvent } from "./event-names.ts";
import { idsIn } from "./ids.ts";

/** A webhook whose creation the trace shows. */
export interface Hook {
  readonly account: string;
  readonly url: string;
  readonly name: string;
  readonly events: readonly string[];
  readonly creation: Call;
  readonly deliveries: readonly SeenDelivery[];
  /** What requests for its log or for a test took; undefined while there was none. */
  readonly id: string | undefined;
  /** The tests that were accepted. */
  readonly tests: readonly Call[];
  /** Those whose answers were lost, which may have been made. */
  readonly lostTests: readonly Call[];
  /** Texts of the creation's response that may be its secret: not sent, not its id, no date or URL, and of this webhook only or used as a key. */
  readonly secretTexts: readonly string[];
  /** The one of them that verifies a signature; undefined while none has. */
  readonly secret: string | undefined;
}

/** Returns the webhooks of a trace with what came to them. `secretName`: what the target calls a secret, if known. */
export function hooksIn(
  trace: readonly TraceEntry[],
  secretName: string | undefined,
  lost: readonly Call[],
): readonly Hook[] {
  const arrivals = arrivalsIn(trace);
  const calls = callsIn(trace).filter(isSuccess);
  const creations = calls.filter(isCreation);
  const known = idsIn(trace);
  const requested = new Set(calls.flatMap(({ request }) => request.id ?? []));
  const texts = new Map(creations.map((creation) => [creation, textsNotSent(creation)]));
  const ids = [...texts.values()].flat().filter(({ text }) => requested.has(text));
  const isIdMember = new Set(ids.map(({ member }) => member));
  return creations.map((creation) => {
    const { url, name, events } = creation.request.members;
    const shown = [...everything(creation.response?.json)].map(({ value }) => String(value));
    const own = new Set([...shown, ...locatedIn(creation.response)]);
    // An empty text in the response is no id of a request that has none.
    const isOfHook = ({ account, request: { id: asked } }: Call) =>
      account === creation.account && asked !== undefined && own.has(asked);
    const ofHook = calls.filter(isOfHook);
    const tests = ofHook.filter(isTest);
    const lostTests = lost.filter((call) => isTest(call) && isOfHook(call));
    const id = ofHook[0]?.request.id;
    const ofOthers = [...texts].flatMap(([other, said]) => (other === creation ? [] : said));
    const others = new Set(ofOthers.map(({ text }) => text));
    const attempts = arrivals.filter((one) => String(url).endsWith(one.path) && !isCheck(one, creation));
    const isKey = (text: string) => attempts.some((attempt) => isSignedWith(text, attempt));
    // A text with blanks may be a sentence: then other creations have it, too, or there is only one.
    const isOwn = (text: string) => !others.has(text) && (creations.length > 1 || !/\s/.test(text));
    const secretTexts = (texts.get(creation) ?? [])
      .filter(({ member }) => secretName === undefined || member.split("/").at(-1) === secretName)
      .filter(({ text, member }) => text !== id && !isIdMember.has(member) && (isOwn(text) || isKey(text)))
      .map(({ text }) => text);
    return {
      account: creation.account,
      url: String(url),
      name: String(name),
      events: Array.isArray(events) ? events.map(String) : [],
      creation,
      deliveries: deliveriesOf(attempts, [...tests, ...lostTests], known),
      id,
      tests,
      lostTests,
      secretTexts,
      secret: secretTexts.find(isKey),
    };
  });
}

/** The signature as the document describes it: `sha256=` and the HMAC of the bytes that came, in hexadecimal digits. */
export function isSignedWith(secret: string, { headers, body }: Arrival): boolean {
  const digits = createHmac("sha256", secret).update(body).digest("hex");
  return headers["x-webhook-signature"]?.toLowerCase() === `sha256=${digits}`;
}

function isTest({ operationId }: Call): boolean {
  return operationId === "testWebhook";
}

function isCreation(call: Call): boolean {
  return call.operationId === "createWebhook" && call.credential === "own" && isSuccess(call);
}

/** Some targets ask at a URL whether it is the user's before they take it. */
function isCheck({ at, headers, json }: Arrival, { answeredAt }: Call): boolean {
  const isTold = isDocumentedEvent(memberCalled(json, "event"));
  return at < answeredAt && headers["x-webhook-signature"] === undefined && !isTold;
}

/** Texts of a response that may be secrets, and where they stand in its body. */
function textsNotSent({ request, response }: Call) {
  const sent = new Set([...everything(request.members)].map(({ value }) => value));
  return [...everything(response?.json)].flatMap(({ place, value }) => {
    if (typeof value !== "string" || sent.has(value) || isNoSecret(value)) return [];
    return [{ text: value, member: place.join("/") }];
  });
}

/** No key has fewer than eight characters. */
function isNoSecret(text: string): boolean {
  return text.length < 8 || /^\d{1,4}[-/]\d\d?[-/]\d{1,4}[T ,]|^https?:/.test(text);
}
