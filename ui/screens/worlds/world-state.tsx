import type { components } from "../../../src/spec/generated/control-api.ts";
import { Status } from "../../parts/status.tsx";
import { text } from "../../text/text.ts";

type ListedWorld = components["schemas"]["ListedWorld"];

/** What a listed world waits for. */
export function WorldState({
  stopped,
  companies,
  openWithdrawals,
  pendingReview,
  failedDeliveries,
}: Omit<ListedWorld, "worldId" | "name" | "fixture" | "createdAt" | "now" | "position">) {
  const t = text.value.worlds;
  const waits = [
    [openWithdrawals, t.awaitCode],
    [pendingReview, t.awaitReview],
    [failedDeliveries, t.failedDeliveries],
  ] as const;
  return (
    <div class="quiet">
      {stopped && <Status tone="bad">{t.stopped}</Status>}
      {companies.map(({ name }) => name).join(", ")}
      {waits.filter(([count]) => (count ?? 0) > 0).map(([count, what]) => ` · ${count} ${what}`)}
    </div>
  );
}
