import { effect } from "@preact/signals";
import type { SaldoClient } from "../../src/client/saldo-client.ts";
import { carriedOut } from "../../src/client/unexpected-answer.ts";
import { reading } from "../state/resource.ts";
import { showTime } from "./world-clock.ts";

async function readOverview({ control }: SaldoClient) {
  const [clock, world, ledger, company] = await Promise.all([
    carriedOut(control.GET("/clock")),
    carriedOut(control.GET("/world")),
    carriedOut(control.GET("/ledger", { params: { query: { limit: 1 } } })),
    carriedOut(control.GET("/company")),
  ]);
  return { clock, world, accounts: ledger.accounts, company };
}

const { shown, follow } = reading(readOverview);

/** What is always on the page: the clock, the world, the company and its money. */
export const overview = shown;

/** Keeps the overview up to date. */
export function followOverview(): void {
  follow();
  effect(() => {
    const clock = shown.value.value?.clock;
    if (clock !== undefined) showTime(clock);
  });
}

/** The time zone that the page shows times in; null before the first answer. */
export function zoneOf(): string {
  return shown.value.value?.world.settings.timeZone ?? "America/Sao_Paulo";
}
