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
    { count: openWithdrawals, told: t.awaitCode },
    { count: pendingReview, told: t.awaitReview },
    { count: failedDeliveries, told: t.failedDeliveries },
  ].flatMap(({ count, told }) => (count === null || count === 0 ? [] : [told(count)]));
  return (
    <div class="quiet">
      {stopped && <Status tone="bad">{t.stopped}</Status>}
      {[companies.map(({ name }) => name).join(", "), ...waits].join(" · ")}
    </div>
  );
}
