import type { QueryOf } from "../client/connection.ts";
import type { SaldoClient } from "../client/saldo-client.ts";
import { eventText } from "../report/event-text.ts";
import { oneLine } from "../report/printed-text.ts";
import type { ReceivedRequest } from "../spec/generated/control-api.ts";

/** A part of a history: between two positions, or about one identifier. */
export type Span = Pick<QueryOf<"listEvents">, "after" | "before" | "about">;

const MAX_CALLS = 1_000;

/**
 * Returns what happened in a part of a history, oldest first: events, attempts of webhooks, and calls with their answers, each
 * with its position. `limit`: the most events; without `after`, they are the newest. The last line says where it goes on.
 */
export async function toldStory({ history }: SaldoClient, span: Span, limit: number): Promise<readonly string[]> {
  const order = span.after === undefined ? "newest" : "oldest";
  const { events, next } = await history.events({ ...span, order, limit });
  const positions = events.map(({ position }) => position);
  const isWhole = next === null;
  const from = isWhole || order === "oldest" ? (span.after ?? 0) : Math.min(...positions);
  const to = isWhole || order === "newest" ? (span.before ?? Number.POSITIVE_INFINITY) : Math.max(...positions);
  const calls = (await history.requests({ limit: MAX_CALLS }))
    .toReversed()
    .filter((call) => call.position >= from && call.position < to && mentions(call, span.about));
  // A call has the position of the last event before it, and stands behind that.
  const lines = [
    ...events.map((event) => [event.position, eventText(event)] as const),
    ...calls.map((call) => [call.position, callText(call)] as const),
  ].toSorted(([one], [other]) => one - other);
  const more = isWhole ? [] : [`… There is more ${order === "oldest" ? "after" : "before"} ${next}.`];
  return [...lines.flatMap(([position, text]) => (text === null ? [] : `${position}  ${text}`)), ...more];
}

function callText({ at, method, path, status, outcome, fault, requestId }: ReceivedRequest): string {
  const answer = [status ?? "no answer", outcome, fault && `fault ${fault}`].filter(Boolean).join(" ");
  return oneLine(`${at}  call ${requestId}  ${method} ${path}  ${answer}`);
}

function mentions({ path, requestBody, responseBody }: ReceivedRequest, id: string | undefined): boolean {
  return id === undefined || JSON.stringify([path, requestBody, responseBody]).includes(id);
}
