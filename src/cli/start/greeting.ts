import { PUBLIC_API_KEY } from "../../engine/api-key.ts";
import { defaultSender } from "../../outbound/mail.ts";
import { mailServerName } from "../../outbound/mail-server.ts";
import { version } from "../../version.ts";
import { type Configuration, storePlace } from "./configuration.ts";
import { urlOf } from "./listening.ts";
import type { OpenSandbox } from "./open-sandbox.ts";

/** What is shown of a sandbox that has started. */
type Started = Pick<
  OpenSandbox,
  "addresses" | "keys" | "world" | "seed" | "aside" | "pagePath" | "lacksPage" | "notReady"
>;

export function banner(sandbox: Started, configuration: Configuration): string {
  const { keys, world, aside, pagePath, lacksPage } = sandbox;
  const { store, smtpUrl, smtpFrom = defaultSender } = configuration;
  const isKept = store !== "memory";
  const place = storePlace(configuration);
  const address = addressOf(sandbox, configuration);
  const seed = seedText(sandbox);
  return [
    isKept ? `Saldo stores its worlds in ${place}.` : "Saldo stores its worlds in memory. They are lost when it stops.",
    `  address    ${address} (version ${version})`,
    ...(pagePath === null ? [] : [`  page       ${linkable(address)}${pagePath}${keyInLink(keys)}`]),
    ...(lacksPage ? ["  page       not built: npm run build:ui"] : []),
    ...tlsLine(configuration),
    `  API key    ${keyLine(keys)}`,
    `  store      ${place}`,
    `  world      ${world}`,
    ...(seed === null ? [] : [`  seed       ${seed}`]),
    ...(aside === null ? [] : [`  set aside  ${aside}, what was in ${place} before`]),
    ...(smtpUrl === undefined ? [] : [`  mail       codes go to ${mailServerName(smtpUrl)}, from ${smtpFrom}`]),
    `  documents  ${address}/openapi.json (interface), ${address}/sandbox/openapi.json (control plane)`,
  ].join("\n");
}

/** Returns what a log in JSON has of a start: nothing that is secret, as in the banner. */
export function startEntry(sandbox: Started, configuration: Configuration): object {
  const { keys, world, seed, aside, pagePath, notReady } = sandbox;
  const isPublic = keys[0] === PUBLIC_API_KEY;
  const address = addressOf(sandbox, configuration);
  return {
    version,
    address,
    ...(pagePath !== null && { page: linkable(address) + pagePath }),
    store: storePlace(configuration),
    world,
    ...(isPublic && { apiKeys: keys, ...(seed !== null && { seed: seed.text, isSeedDrawn: seed.isDrawn }) }),
    ...(aside !== null && { setAside: aside }),
    ...(notReady.length > 0 && { notReady }),
  };
}

function addressOf({ addresses }: Started, { tlsCert }: Configuration): string {
  return urlOf(addresses, tlsCert !== undefined);
}

/** One-time codes and the secrets of webhooks are derived from the seed, so it is told only where the key is no secret. */
function seedText({ seed, keys: [key] }: Started): string | null {
  if (seed === null) return null;
  if (key !== PUBLIC_API_KEY) return seed.isDrawn ? "drawn; GET /sandbox/world shows it" : null;
  return seed.isDrawn ? `${seed.text}, drawn` : seed.text;
}

function tlsLine({ tlsCert, tlsCa }: Configuration): readonly string[] {
  if (tlsCert === undefined) return [];
  const clients = tlsCa === undefined ? "" : `; clients need a certificate signed by ${tlsCa}`;
  return [`  TLS        certificate ${tlsCert}${clients}`];
}

/** No browser on Windows opens the address that stands for all addresses. */
function linkable(address: string): string {
  return address.replace(/\/\/(0\.0\.0\.0|\[::\]):/, "//127.0.0.1:");
}

/** The page takes the key from the part of the link that no browser sends. A key that is a secret stays out of logs. */
function keyInLink([key]: readonly string[]): string {
  return key === PUBLIC_API_KEY ? `#key=${key}` : "";
}

/** Shows only the public key, because many people read logs. */
function keyLine([key, ...others]: readonly string[]): string {
  if (key === undefined) return "the keys that the worlds were made with";
  if (key === PUBLIC_API_KEY) return `X-API-KEY: ${[key, ...others].join(", ")}`;
  const last = others.length + 1;
  const suffixes = others.length === 0 ? "" : `, and with -2${last > 2 ? ` to -${last}` : ""} behind it`;
  return `X-API-KEY: the one that is set with --api-key (SALDO_API_KEY)${suffixes}`;
}
