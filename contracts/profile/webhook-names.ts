import { plainName } from "../../src/report/secret-names.ts";
import { everything, valuesIn } from "../judge/json.ts";
import type { Account } from "../target/account.ts";
import { type Call, isSuccess, wasRejected } from "../trace/trace.ts";

const parts = ["url", "name", "events"] as const;
type Part = (typeof parts)[number];
/** By the parts of a webhook, what a target calls them in requests. */
export type WebhookNames = Readonly<Record<Part, string>>;

/** What APIs call the parts of a webhook, in words; the described name comes first. */
const usual: Readonly<Record<Part, readonly string[]>> = {
  url: (
    "url|endpoint|callback url|target url|endpoint url|webhook url|callback|uri|address|notification url|delivery url|" +
    "destination|destination url|target|link|href|hook url|post url|url destino|url retorno|url notificacao|url webhook|" +
    "endereco|destino"
  ).split("|"),
  name: (
    "name|label|title|description|alias|identifier|display name|webhook name|nome|titulo|descricao|apelido|rotulo|" +
    "identificador"
  ).split("|"),
  events: (
    "events|event types|event names|topics|types|subscriptions|event type|enabled events|subscribed events|triggers|" +
    "event list|filters|eventos|tipos|tipos evento|tipos eventos|topicos|nomes eventos|assinaturas|eventos assinados"
  ).split("|"),
};

/** By which a name in a rejection is taken for the name of a part. */
const likely: Readonly<Record<Part, RegExp>> = {
  url: /ur[li]|end|callback|dest|link|href|target|hook|addr/,
  name: /nam|nom|tit|label|alias|desc|apelido|rotulo|ident/,
  events: /ev|topi|type|tipo|trigger|subscri|assinat|filt/,
};

interface WantedWebhook {
  readonly url: string;
  readonly name: string;
  readonly events: readonly string[];
}

/** Creates a webhook by the described names, the usual ones, or those of rejections. Returns the call that decided. */
export async function createByAnyName(account: Account, wanted: WantedWebhook): Promise<Call> {
  const isKnown = account.routes.names.has("createWebhook");
  const plain = await account.call("createWebhook", { ...wanted });
  // What one refuses may be the webhook itself; then it knows the names.
  if (!wasRejected(plain) || isKnown) return plain;
  // Another story may have found them by now.
  if (account.routes.names.has("createWebhook")) return account.call("createWebhook", { ...wanted });
  const members = allMembers(wanted);
  const all = await account.call("createWebhook", members);
  if (isSuccess(all)) return learned(account, all, wanted, wordsIn(plain));
  // Where an empty one is refused in the same way, the parts of the webhook are not the reason.
  if (all.response?.status === 401 || all.response?.status === 403) {
    await account.call("createWebhook", {});
    return all;
  }
  // All parts may be wanted in one member, which rejections miss whatever is sent.
  const missed = wrapperIn(plain).find((word) => wrapperIn(all).includes(word));
  const outer = `${missed ?? "webhook"}.`;
  const names = new Map(Object.keys(members).map((name) => [name, outer + name]));
  const within = await account.call("createWebhook", members, { names });
  if (isSuccess(within)) return learned(account, within, wanted, [], outer);
  if (missed !== undefined && !wrapperIn(within).includes(missed)) {
    const named = await withNamesOf([within], account, wanted, outer);
    if (isSuccess(named)) return named;
  }
  return withNamesOf([plain, all], account, wanted);
}

/** What a rejection may call such a member. */
function wrapperIn(call: Call): readonly string[] {
  return textsIn(call).flatMap((text) => text.match(/\b(webhook|hook|subscription|data)\b(?!\.)/gi) ?? []);
}

/** With words of the rejections, one after the other: each may bring the next one to light. `within`: before each name. */
async function withNamesOf(
  refusals: readonly Call[],
  account: Account,
  wanted: WantedWebhook,
  within = "",
): Promise<Call> {
  const told = [...refusals];
  const tried = new Set<string>();
  const unknown = account.routes.unknownNames;
  for (const call of told) for (const name of unknownIn(call, Object.keys(call.request.members))) unknown.add(name);
  for (let nth = 0; nth < MAX_TRIES + unknown.size; nth += 1) {
    const found = namesToTry(told, unknown).find((one) => !tried.has(JSON.stringify(one)));
    if (found === undefined) break;
    tried.add(JSON.stringify(found));
    const names = new Map(Object.entries(found).map(([part, name]) => [part, within + name]));
    const call = await account.call("createWebhook", { ...wanted }, { names });
    if (isSuccess(call)) {
      account.routes.names.set("createWebhook", names);
      return call;
    }
    told.unshift(call);
    for (const name of unknownIn(call, Object.values(found))) unknown.add(name);
  }
  return told[0] ?? account.call("createWebhook", { ...wanted });
}

/** What is sent under several names comes back under those that the target has, which it may spell otherwise. */
function learned(account: Account, call: Call, wanted: WantedWebhook, told: readonly string[], within = ""): Call {
  const shown = [...everything(call.response?.json)];
  const sent = Object.entries(call.request.members);
  // Each name was sent with a title of its own, so that the one which comes back tells which was read.
  const title = sent.find(
    ([, value]) => String(value).startsWith(wanted.name) && shown.some((one) => one.value === value),
  );
  const isCapital = title !== undefined && isCapitalized(title[0]);
  const isCamel = sent.some(([name]) => /[a-z][A-Z]/.test(name) && told.includes(name));
  const nameOf = (part: Part): string | undefined => {
    if (part === "name") return title?.[0];
    const isSame = ({ value }: { readonly value: unknown }) => JSON.stringify(value) === JSON.stringify(wanted[part]);
    const said = shown.filter(isSame).map(({ place }) => place.at(-1) ?? "");
    const alike = sent.map(([name]) => name).filter((name) => said.some((one) => plainName(one) === plainName(name)));
    const styled = alike.filter((name) => isCapitalized(name) === isCapital);
    const isShown = (name: string) => said.some((other) => other.slice(1) === name.slice(1));
    return alike.find((name) => told.includes(name)) ?? styled.find(isCamel ? isJoined : isShown) ?? styled[0];
  };
  const names = parts.flatMap((part) => {
    const name = nameOf(part);
    return name === undefined ? [] : [[part, within + name] as const];
  });
  if (names.length === parts.length) account.routes.names.set("createWebhook", new Map(names));
  return call;
}

function isJoined(name: string): boolean {
  return !/[-_]/.test(name);
}

function isCapitalized(name: string): boolean {
  return /^[A-Z]/.test(name);
}

/** As APIs spell words in names; snake case comes last. */
function spelled(words: string): readonly string[] {
  const camel = words.replaceAll(/ (.)/g, (_, letter: string) => letter.toUpperCase());
  const pascal = camel.charAt(0).toUpperCase() + camel.slice(1);
  const all = [
    camel,
    pascal,
    ...[camel, pascal].map((name) => name.replace(/Ur[li]|^ur[li]$/, (it) => it.toUpperCase())),
  ];
  return [...new Set([...all, words.replaceAll(" ", "-"), words.replaceAll(" ", "_")])];
}

/** Each name as most APIs spell it, and then in all other ways. */
function everySpelling(names: readonly string[]): readonly string[] {
  const isUsual = (name: string) => !/^[A-Z]|-/.test(name);
  const all = names.flatMap(spelled);
  return [...new Set([...all.filter(isUsual), ...all.filter((name) => !isUsual(name))])];
}

function allMembers(wanted: WantedWebhook): Readonly<Record<string, unknown>> {
  const members = parts.flatMap((part) => usual[part].flatMap(spelled).map((name) => ({ part, name })));
  const titled = (nth: number) => (nth === 0 ? wanted.name : `${wanted.name}-${nth}`);
  const titles = members.filter(({ part }) => part === "name").map(({ name }) => name);
  return Object.fromEntries(
    members.map(({ part, name }) => [name, part === "name" ? titled(titles.indexOf(name)) : wanted[part]]),
  );
}

/** Names that were sent and that a target says not to know: some tell only the first of them, and never what is missing. */
function unknownIn({ response }: Call, sent: readonly string[]): readonly string[] {
  const values = response?.json === undefined ? [response?.text] : valuesIn(response.json);
  const said = values.filter((value) => typeof value === "string").join(" ");
  const words = saysUnknown.test(said) ? said.split(/[^\w-]+/) : [];
  return sent.filter((name) => words.includes(name));
}

/** The likeliest first: words that the newest rejection has, and for the rest what goes with their spelling. */
function namesToTry(refusals: readonly Call[], unknown: ReadonlySet<string>): readonly WebhookNames[] {
  const words = [...new Set(refusals.flatMap(namesIn))].filter((word) => !unknown.has(word));
  const told = (part: Part) => words.filter((word) => isLike(part, word));
  const odd = words.filter((word) => parts.every((part) => !isLike(part, word)));
  const isSnake = words.some((word) => word.includes("_"));
  // A word of the rejection that is like no part may be any of those that are not named.
  const guesses = (part: Part) => {
    const own = told(part);
    const few = usual[part].slice(0, 3).flatMap((name) => spelled(name).at(isSnake ? -1 : 0) ?? []);
    const left = unknown.size === 0 ? few : everySpelling(usual[part]).filter((name) => !unknown.has(name));
    return (own.length > 0 ? [...own, ...left, ...odd] : [...odd, ...left]).slice(0, MAX_GUESSES);
  };
  const [urls, names, events] = parts.map(guesses);
  const all = (urls ?? []).flatMap((url, a) =>
    (names ?? []).flatMap((name, b) => (events ?? []).map((list, c) => ({ rank: a + b + c, url, name, events: list }))),
  );
  const distinct = all.filter((one) => new Set([one.url, one.name, one.events]).size === 3);
  return distinct.toSorted((a, b) => a.rank - b.rank).map(({ rank: _, ...tried }) => tried);
}

/** What a rejection names; where it complains about most of what was sent, the rest is what the target knows. */
function namesIn(call: Call): readonly string[] {
  const sent = Object.keys(call.request.members);
  const words = new Set(wordsIn(call));
  const unnamed = sent.filter((name) => !words.has(name));
  return sent.length > parts.length && unnamed.length < sent.length / 2 ? unnamed : [...words];
}

function isLike(part: Part, word: string): boolean {
  return likely[part].test(word.toLowerCase());
}

/** What a rejection may call a member: with an inner capital or underscore, a short name, or a capitalized one that is like a part. */
function wordsIn(call: Call): readonly string[] {
  return textsIn(call)
    .flatMap((text) => text.replaceAll(generated, " ").match(/[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*/gi) ?? [])
    .filter((word) => memberLike.test(word) || (/^[A-Z]/.test(word) && parts.some((part) => isLike(part, word))))
    .filter((word) => !isCommon.test(word));
}

function textsIn({ response }: Call): readonly string[] {
  const texts = [...everything(response?.json)].flatMap(({ place, value }) =>
    typeof value === "string"
      ? [value]
      : Array.isArray(value) && !/^\d+$/.test(place.at(-1) ?? "")
        ? [place.at(-1) ?? ""]
        : [],
  );
  const plain = response?.json === undefined ? (response?.text ?? "") : "";
  return [...texts, ...keysBelowErrors(response?.json), plain];
}

/** Validators name members as the keys of an object, too. */
function keysBelowErrors(body: unknown): readonly string[] {
  return [...everything(body)].flatMap(({ place }) =>
    place.length > 1 && place.slice(0, -1).some((key) => /err|field|campo|detail|violat|valid/i.test(key))
      ? [place.at(-1) ?? ""]
      : [],
  );
}

/** Identifiers of a request, of which each rejection has another one. */
const generated = /(?=(?:[a-z_-]*\d){4})[\w-]{16,}/gi;
const memberLike = /[_-]|[a-z0-9][A-Z]|^[a-z]{3,20}$/;
const isCommon =
  /^(the|and|are|required|must|not|for|with|this|that|missing|field|fields|invalid|list|from|get|post|body|request|value|should|have|has|you|webhook|webhooks|obrigatorio|obrigatorios|campo|campos|para|deve|string|array|object|property|error|message|status|code|detail|https?|com|can|empty|null|undefined|validation|failed|bad|json|least|one)$/i;

const saysUnknown =
  /unknown|unrecogni[sz]ed|unexpected|unsupported|additional|not (?:exist|allowed|permitted)|n[aã]o (?:existe|permitid|reconhecid)|desconhecid|inesperad/i;
const MAX_TRIES = 16;
const MAX_GUESSES = 12;
