import { batch, effect, signal, untracked } from "@preact/signals";
import { MessageSplitter } from "../../src/client/message-splitter.ts";
import type { SaldoClient } from "../../src/client/saldo-client.ts";
import type { HistoryEvent } from "../../src/spec/generated/control-api.ts";
import { client, closeSession, serverUrl } from "../state/session.ts";
import { takeStreamSlot } from "./stream-slot.ts";
import { streamedText } from "./streamed-text.ts";
import { showTime } from "./world-clock.ts";

export type ConnectionState = "connecting" | "live" | "paused" | "lost";

export const connection = signal<ConnectionState>("connecting");

/** The newest position of the history that the page knows; null before the first answer. */
const position = signal<number | null>(null);

/** The newest events that arrived, oldest first. Older ones are read when they are needed. */
export const recentEvents = signal<readonly HistoryEvent[]>([]);

/** Grows with everything that can have changed what the page shows. Reads depend on it. */
export const revision = signal(0);

const MAX_RECENT_EVENTS = 500;

/** A hidden tab leaves its stream to others after this time: a browser opens six connections to one origin. */
const HIDDEN_FOR_MS = 30_000;

const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 5_000;
const POLL_MS = 2_000;
const POLLS = 5;

const isAway = signal(document.hidden);

/** Follows the world of the key while the tab is visible, from now on. */
export function followWorld(): void {
  let hiding: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener("visibilitychange", () => {
    clearTimeout(hiding);
    if (document.hidden) hiding = setTimeout(() => (isAway.value = true), HIDDEN_FOR_MS);
    else isAway.value = false;
    // The stream tells nothing of other worlds.
    if (!document.hidden) revision.value++;
  });
  let known: SaldoClient | null = null;
  effect(() => {
    const followed = client.value;
    if (followed !== known) untracked(forgetPosition);
    known = followed;
    if (followed === null || isAway.value) {
      connection.value = "paused";
      return;
    }
    const leave = new AbortController();
    void followUntil(followed, leave.signal);
    return () => leave.abort();
  });
}

async function followUntil(followed: SaldoClient, signal: AbortSignal): Promise<void> {
  let retryMs = FIRST_RETRY_MS;
  connection.value = "connecting";
  while (!signal.aborted) {
    const releaseSlot = await takeStreamSlot();
    try {
      if (releaseSlot === null) {
        await poll(followed, signal);
        continue;
      }
      await readStream(followed, signal);
    } catch {
      // The network has failed; the next attempt shows whether it still does.
    } finally {
      releaseSlot?.();
    }
    if (signal.aborted) return;
    retryMs = connection.peek() === "live" ? FIRST_RETRY_MS : Math.min(MAX_RETRY_MS, retryMs * 2);
    connection.value = "lost";
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
}

/** Looks every other second whether the world has changed, for tabs that have no stream, and after a while no more. */
async function poll({ clock }: SaldoClient, signal: AbortSignal): Promise<void> {
  for (let i = 0; i < POLLS && !signal.aborted; i++) {
    const { position: newest } = await clock.read();
    connection.value = "live";
    if (newest !== position.peek()) {
      position.value = newest;
      revision.value++;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Reads the stream after the last known position until it ends. */
async function readStream({ apiKey }: SaldoClient, signal: AbortSignal): Promise<void> {
  if (apiKey === null) return;
  const headers: Record<string, string> = { "x-api-key": apiKey };
  const known = position.peek();
  if (known !== null) headers["Last-Event-ID"] = String(known);
  const response = await fetch(`${serverUrl}/sandbox/events/stream`, { headers, signal });
  if (response.status === 401) return closeSession(true);
  // The history in between is forgotten: the page goes on with what is there.
  if (response.status === 410) return forgetPosition();
  // No history of this world was that long: it is another world now.
  if (response.status === 422) return location.reload();
  if (!response.ok || response.body === null) return;
  connection.value = "live";
  revision.value++;
  const splitter = new MessageSplitter();
  for await (const piece of streamedText(response.body)) {
    if (signal.aborted) return;
    for (const { type, data } of splitter.push(piece)) {
      if (type === "ready" || type === "clock") showTime(JSON.parse(data));
      else if (type !== "comment") arrive(JSON.parse(data));
    }
  }
}

/** Goes on with the world as it is, whatever was known of it. */
export function forgetPosition(): void {
  batch(() => {
    position.value = null;
    recentEvents.value = [];
    revision.value++;
  });
}

/** What has arrived since the last frame. The next one shows it, however much it is. */
const arrived: HistoryEvent[] = [];

function arrive(event: HistoryEvent): void {
  if (arrived.length === 0) requestAnimationFrame(showArrived);
  arrived.push(event);
}

function showArrived(): void {
  const events = arrived.splice(0);
  batch(() => {
    position.value = events.at(-1)?.position ?? null;
    recentEvents.value = [...recentEvents.peek(), ...events].slice(-MAX_RECENT_EVENTS);
    revision.value++;
  });
}
