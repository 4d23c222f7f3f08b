import { useEffect } from "preact/hooks";
import { RETRY_MS } from "../state/answered.ts";
import { client, serverUrl } from "../state/session.ts";
import { revision } from "./follow.ts";
import { streamedText } from "./streamed-text.ts";

/** Reads anew after each call of the simulated interface while the component is shown: most change nothing. Without a stream they are read with the next event. */
export function useLiveCalls(): void {
  const followed = client.value;
  useEffect(() => {
    if (followed === null || followed.apiKey === null) return;
    const leave = new AbortController();
    void follow(followed.apiKey, leave.signal);
    return () => leave.abort();
  }, [followed]);
}

async function follow(apiKey: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await readStream(apiKey, signal).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

async function readStream(apiKey: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(`${serverUrl}/sandbox/requests/stream`, { headers: { "x-api-key": apiKey }, signal });
  if (!response.ok || response.body === null) return;
  for await (const piece of streamedText(response.body)) {
    if (piece.includes("event: request")) revision.value++;
  }
}
