import { computed, effect, signal } from "@preact/signals";
import { sent } from "../../src/client/connection.ts";
import { SaldoClient } from "../../src/client/saldo-client.ts";
import { RETRY_MS } from "./answered.ts";
import { decoded, forgetWorld, place } from "./place.ts";

/** Where the server is: at the root of the host, or behind a path that a gateway strips. */
export const serverUrl = location.origin + location.pathname.replace(/\/sandbox\/ui\/.*$/, "");

/** Each tab keeps its own key, so two tabs can show two worlds. */
const STORED_KEY = "saldo-key";

/** The API key of a start that is told none. It is public. */
export const PUBLIC_API_KEY = "sandbox-key";

/** The API key of the company that this tab acts as; null until one is given. */
export const apiKey = signal<string | null>(null);

/** The admin token, once it was typed. It is kept in memory only. */
export const adminToken = signal<string | undefined>(undefined);

/** The world of the key; null until it is read. */
export const worldOfKey = signal<string | null>(null);

/** Returns whether the address is about another world than that of the key. */
export const isOtherWorld = computed(() => {
  const { world } = place.value;
  return world !== null && worldOfKey.value !== null && world !== worldOfKey.value;
});

/** The company that the address names, which this tab acts as; undefined for the one of the key. */
export const companyId = computed(() => (isOtherWorld.value ? undefined : place.value.query.company));

/** Changes when the page shows another world or another company. */
export const subject = computed(() => `${apiKey.value} ${companyId.value}`);

/** What every read and every action of the page goes through; null without a key, or before its world is known to have the company. */
export const client = computed(() => {
  const isUnsure = companyId.value !== undefined && worldOfKey.value === null;
  if (apiKey.value === null || isUnsure) return null;
  return new SaldoClient({
    url: serverUrl,
    apiKey: apiKey.value,
    adminToken: adminToken.value,
    companyId: companyId.value,
    // A browser repeats a call whose kept connection ends without an answer, which would be carried out twice. Calls without
    // credentials have connections of their own, and the server keeps none of them (`src/http/server/server.ts`).
    fetch: (request) => sent(request, request.method === "GET" ? {} : { credentials: "omit" }),
  });
});

/** Reads which world every new key is of. */
export function followKey(): void {
  effect(() => {
    worldOfKey.value = null;
    const key = apiKey.value;
    if (key === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      const answer = await new SaldoClient({ url: serverUrl, apiKey: key }).control.GET("/world").catch(() => null);
      if (key !== apiKey.peek()) return;
      if (answer?.response.status === 401) closeSession(true);
      else if (answer?.data === undefined) timer = setTimeout(read, RETRY_MS);
      else worldOfKey.value = answer.data.worldId;
    };
    void read();
    return () => clearTimeout(timer);
  });
}

/** Takes the key from the address (`#key=`), or else the one that this tab had, and removes it from the address bar. */
export function openSession(): void {
  const given = /^#key=(.+)$/.exec(location.hash)?.[1];
  if (given !== undefined) {
    sessionStorage.setItem(STORED_KEY, decoded(given));
    history.replaceState(null, "", location.pathname + location.search);
  }
  apiKey.value = sessionStorage.getItem(STORED_KEY);
}

/** The company of what is shown, if that is not the one that the page acts as: it is acted as without being switched to. */
export const shownOf = computed(() => place.value.query.of);

/** Returns the headers of a call for one company, while the page goes on showing another one. */
export function actingAs(company: string | undefined): Record<string, string> {
  return company === undefined ? {} : { "x-saldo-company": company };
}

/** Shows the world of another key, wherever the address was. */
export function openWorld(key: string): void {
  useKey(key);
  // After the key: the address gets the name of the world of the present key.
  forgetWorld();
}

/** Shows what the address names with a key. */
export function useKey(key: string): void {
  sessionStorage.setItem(STORED_KEY, key);
  apiKey.value = key;
}

/** Whether the server did not know the last key. */
export const keyWasRefused = signal(false);

/** Forgets the key wherever this tab keeps it, because another one is wanted or the server does not know it. */
export function closeSession(isRefused = false): void {
  for (const [name, value] of Object.entries(sessionStorage))
    if (value === apiKey.peek()) sessionStorage.removeItem(name);
  keyWasRefused.value = isRefused;
  apiKey.value = null;
}
