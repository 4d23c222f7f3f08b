import { setImmediate } from "node:timers/promises";
import type { Attempt } from "../../domain/attempt.ts";
import type { Delivery } from "../../domain/delivery.ts";
import { webhookSecret } from "../../domain/webhook.ts";
import type { World } from "../../domain/world.ts";
import { webhookHeaders } from "../../outbound/webhook-request.ts";
import { type HarExchange, harEntry, harFile, queryOf } from "../../report/har.ts";
import { Redaction } from "../../report/redaction.ts";
import { redacted } from "../../report/secret-names.ts";
import type { SpecDocument } from "../../spec/document.ts";
import type { ShownCall } from "../journal/received-call.ts";
import { ownSecrets } from "../journal/secret-texts.ts";
import { isoInstant } from "../view/instant-text.ts";
import { renamedSecrets } from "./renamed-secrets.ts";

const MAX_DELIVERIES = 1_000;

/** An attempt of a delivery with what it has sent. */
export interface SentAttempt {
  readonly attempt: Attempt;
  readonly delivery: Pick<Delivery, "deliveryId" | "event" | "body">;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a world has sent to webhooks. */
export interface Sent {
  /** The attempts of the newest deliveries, in their order. */
  readonly attempts: readonly SentAttempt[];
  /** The URLs of all webhooks. Receivers put tokens into their query. */
  readonly urls: readonly string[];
}

export function sentBy({ deliveries, webhooks, seed }: Readonly<World>): Sent {
  const urls = Array.from(webhooks.values(), ({ url }) => url);
  const attempts = [...deliveries.values()].slice(-MAX_DELIVERIES).flatMap((delivery) => {
    const { deliveryId, event, body, webhookId, attempts } = delivery;
    const secret = webhookSecret(seed, webhookId);
    return attempts.map((attempt) => {
      const headers = webhookHeaders({ deliveryId, event, body, secret, sentAt: attempt.sentAt });
      return { attempt, delivery: { deliveryId, event, body }, headers };
    });
  });
  return { attempts, urls };
}

/** Writes what a world has received and sent as HAR, without secrets and personal data. */
export class HarExport {
  readonly #adminToken: string | undefined;
  readonly #document: SpecDocument;
  readonly #version: string;

  /** `document`: of the interface, whose overlay may give secrets other names. */
  constructor(document: SpecDocument, version: string, adminToken: string | undefined) {
    this.#adminToken = adminToken;
    this.#document = document;
    this.#version = version;
  }

  async of(calls: readonly ShownCall[], { attempts, urls }: Sent) {
    const redaction = this.#redactionOf(urls);
    const exchanges: HarExchange[] = [];
    const companies = [...new Set(calls.map(({ beginning }) => beginning.companyId))];
    for (const call of calls) {
      exchanges.push(callOf(call, companies.indexOf(call.beginning.companyId) + 1, redaction));
      // There may be a thousand long ones; others need not wait for all of them.
      await setImmediate();
    }
    for (const attempt of attempts) {
      exchanges.push(attemptOf(attempt, redaction));
      await setImmediate();
    }
    // Calls come before deliveries of the same instant, which are mostly their effects.
    exchanges.sort((one, other) => one.askedAt - other.askedAt);
    return harFile(exchanges.map(harEntry), this.#version);
  }

  #redactionOf(urls: readonly string[]): Redaction {
    const tokens = urls.flatMap((url) => [...queryOf(url).values()]);
    const redaction = new Redaction(this.#adminToken === undefined ? tokens : [this.#adminToken, ...tokens]);
    redaction.addPattern(ownSecrets);
    for (const name of renamedSecrets(this.#document.source)) redaction.addName(name);
    return redaction;
  }
}

/** `company`: its number, by which a reader can tell whose key it was. */
function callOf(call: ShownCall, company: number, redaction: Redaction): HarExchange {
  const { beginning, requestBody, status, outcome, fault, durationMs, responseBody } = call;
  const { method, host, path, receivedAt, at, operationId } = beginning;
  const json = { "Content-Type": "application/json" };
  const key = { "X-API-KEY": redacted.replace("]", ` ${company}]`) };
  return {
    method,
    url: redaction.text(urlOf(host, path)),
    headers: { ...key, ...(requestBody !== null && json) },
    body: redaction.text(bodyText(requestBody)),
    askedAt: at,
    tookMs: Math.round((durationMs ?? 0) * 10) / 10,
    status: status ?? 0,
    responseHeaders: status === null ? {} : json,
    responseBody: redaction.text(bodyText(responseBody)),
    comment: commentOf([operationId, outcome, fault, `received ${isoInstant(receivedAt)}`]),
  };
}

/** `path`: the target of the request, which may be a whole URL. A path that was cut begins with a note. */
function urlOf(host: string, path: string): string {
  if (/^https?:\/\//i.test(path)) return path;
  return `http://${host}${path.startsWith("/") ? "" : "/"}${path}`;
}

function attemptOf({ attempt, delivery, headers }: SentAttempt, redaction: Redaction): HarExchange {
  const { number, attemptedAt, durationMs, httpStatus, failure, responseBody, url } = attempt;
  return {
    method: "POST",
    url: redaction.text(url),
    // By the length as it was sent, readers see whether they have the body byte by byte.
    headers: { ...redaction.headers(headers), "Content-Length": `${Buffer.byteLength(delivery.body)}` },
    body: redaction.text(delivery.body),
    askedAt: attemptedAt,
    tookMs: durationMs,
    status: httpStatus ?? 0,
    responseHeaders: {},
    responseBody: redaction.text(responseBody ?? ""),
    comment: commentOf([`${delivery.event} to a webhook`, `attempt ${number}`, failure]),
  };
}

/** A text is a note about a body that is not kept. */
function bodyText(body: unknown): string {
  if (body === null) return "";
  return typeof body === "string" ? body : JSON.stringify(body);
}

function commentOf(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join("; ");
}
