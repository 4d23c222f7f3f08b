import { computed, effect, signal, untracked } from "@preact/signals";
import { carriedOut } from "../../src/client/unexpected-answer.ts";
import { followed } from "../state/resource.ts";
import { apiKey, subject } from "../state/session.ts";
import { connection, forgetPosition } from "./follow.ts";
import { showTime } from "./world-clock.ts";

/** Whose company is not in the world, or no longer. */
const missing = signal<string | null>(null);

/** Returns whether the page acts as a company that is not there. */
export const isWithoutCompany = computed(() => missing.value === subject.value);

/** What is always on the page: the clock, the world, the company and its money. */
export const overview = followed(async ({ control }) => {
  const about = subject.peek();
  const asked = control.GET("/company");
  const [clock, world, ledger, company] = await Promise.all([
    carriedOut(control.GET("/clock")),
    carriedOut(control.GET("/world")),
    carriedOut(control.GET("/ledger", { params: { query: { limit: 1 } } })),
    carriedOut(asked).finally(async () => {
      const { status } = (await asked).response;
      missing.value = status === 400 || status === 401 ? about : null;
    }),
  ]);
  return { clock, world, accounts: ledger.accounts, company };
});

/**
 * Whether the connection is lost and the world was never read. Without its seed nothing tells whether it is still the same
 * world when the connection is back, so what is known of it must be forgotten.
 */
export const isLostUnread = computed(() => connection.value === "lost" && overview.value.value === null);

/**
 * Shows the time that was read, and begins anew in another world. A server that keeps its worlds in memory has another one
 * under the same key and the same name once it was started again. What the page remembers of the one before, such as a
 * move to undo, would be wrong.
 */
export function followOverview(): void {
  let known: { readonly key: string | null; readonly seed: string } | null = null;
  effect(() => {
    const seed = overview.value.value?.world.seed;
    if (seed === undefined) return;
    const key = apiKey.peek();
    if (known?.key === key && known.seed !== seed) location.reload();
    known = { key, seed };
  });
  effect(() => {
    if (isLostUnread.value) untracked(forgetPosition);
  });
  effect(() => {
    const clock = overview.value.value?.clock;
    if (clock !== undefined) showTime(clock);
  });
}

export function companyName(companyId: string): string {
  const companies = overview.value.value?.world.companies ?? [];
  return companies.find((company) => company.companyId === companyId)?.name ?? companyId;
}

/** The time zone that the page shows times in. */
export function zoneOf(): string {
  return overview.value.value?.world.settings.timeZone ?? "America/Sao_Paulo";
}
