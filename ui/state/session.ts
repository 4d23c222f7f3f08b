import { computed, signal } from "@preact/signals";
import { SaldoClient } from "../../src/client/saldo-client.ts";

/** Each tab keeps its own key, so two tabs can show two worlds. */
const STORED_KEY = "saldo-key";

/** The API key of the company that this tab acts as; null until one is given. */
export const apiKey = signal<string | null>(null);

/** The admin token, once somebody has typed it. It is kept in memory only. */
export const adminToken = signal<string | undefined>(undefined);

/** Another company of the key's world that this tab acts as; undefined for the one of the key. */
export const companyId = signal<string | undefined>(undefined);

/** What every read and every action of the page goes through; null without a key. */
export const client = computed(() =>
  apiKey.value === null
    ? null
    : new SaldoClient({
        url: location.origin,
        apiKey: apiKey.value,
        adminToken: adminToken.value,
        companyId: companyId.value,
      }),
);

/** Takes the key from the address (`#key=`), or else the one that this tab had, and removes it from the address bar. */
export function openSession(): void {
  const given = keyIn(location.hash);
  if (given !== null) {
    sessionStorage.setItem(STORED_KEY, given);
    history.replaceState(null, "", location.pathname + location.search);
  }
  apiKey.value = sessionStorage.getItem(STORED_KEY);
}

/** Acts as another company of the world. */
export function actAs(id: string): void {
  companyId.value = id;
}

/** Shows the world and the company of another key. */
export function useKey(key: string): void {
  companyId.value = undefined;
  sessionStorage.setItem(STORED_KEY, key);
  apiKey.value = key;
}

/** Whether the server did not know the last key. */
export const keyWasRefused = signal(false);

/** Forgets the key, because somebody wants another one or the server does not know it. */
export function closeSession(isRefused = false): void {
  sessionStorage.removeItem(STORED_KEY);
  keyWasRefused.value = isRefused;
  companyId.value = undefined;
  apiKey.value = null;
}

/** Returns the key in the part of an address after `#`; null if there is none. */
function keyIn(hash: string): string | null {
  const key = /^#key=(.+)$/.exec(hash)?.[1];
  if (key === undefined) return null;
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}
