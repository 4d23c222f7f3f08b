import type { CommandOf } from "../../../domain/command.ts";
import type { FaultTerms } from "../../../domain/fault.ts";
import { Story } from "../../../domain/testing/story.ts";

/** A world that has something in every state, always the same. Whatever is in a list has the same place there. */
export function richStory(): Story {
  const story = new Story({ seed: "rich", balance: 1_000_000 });
  story.given({ type: "set-routes", routes: [["hooks.acme.dev", "http://127.0.0.1:3000"]] });
  story.changeSettings({ retention: { percent: 10, holdFor: "P30D" } });
  story.addCompany({ name: "Other", automaticWithdrawal: { at: "06:00" } });
  webhooksInEveryState(story);
  chargesInEveryStatus(story);
  subscriptionsInEveryStatus(story);
  withdrawalsInEveryStatus(story);
  faultsOfEverySort(story);
  return story;
}

/** Active, inactive, deleted. Each is told of the first charge; the first will be told of more. */
function webhooksInEveryState(story: Story): void {
  const events = ["charge.pending"];
  story.webhook({ events });
  const inactive = story.webhook({ events, url: "https://fails.acme.dev/" });
  const webhookId = story.webhook({ events, url: "https://gone.acme.dev/" });
  story.receiver = (attempt) => (attempt.webhookId === inactive ? 500 : "ok");
  story.charge();
  story.given({ type: "delete-webhook", companyId: story.companyId, webhookId });
  story.advance("PT2M");
}

/** After the opening balance and the webhooks' charge, which stays PENDING. */
function chargesInEveryStatus(story: Story): void {
  story.charge({ expiresIn: "P90D" });
  const moved = (...types: Parameters<Story["move"]>[0][]) => {
    const chargeId = story.charge();
    for (const type of types) story.move(type, chargeId);
  };
  moved("process-charge");
  moved("pay-charge");
  moved("expire-charge");
  moved("pay-charge", "refund-charge");
  moved("pay-charge", "chargeback-charge");
}

/** The last is authorized, and bills. */
function subscriptionsInEveryStatus(story: Story): void {
  const { companyId } = story;
  story.subscription();
  story.given({ type: "reject-subscription", companyId, subscriptionId: story.subscription() });
  story.given({ type: "authorize-subscription", companyId, subscriptionId: story.subscription({ interval: "P1D" }) });
  story.charge({ companyId: [...story.world.companies.keys()][1] ?? "", total: 50_000, paid: true });
  story.advance("P1D");
}

/** After the automatic withdrawal of the other company. */
function withdrawalsInEveryStatus(story: Story): void {
  const { companyId } = story;
  const confirmed = () => {
    const withdrawId = story.withdrawal(1_000);
    story.confirm(withdrawId);
    return withdrawId;
  };
  confirmed();
  story.advance("PT1M");
  story.changeSettings({ settlement: { outcome: "MANUAL" } });
  const settle: CommandOf<"settle-withdrawal"> = {
    type: "settle-withdrawal",
    companyId,
    withdrawId: confirmed(),
    outcome: "FAILED",
    reason: "no such key",
  };
  story.given(settle);
  confirmed();
  story.changeSettings({ settlement: { outcome: "CONFIRMED" }, manualApproval: true });
  confirmed();
  story.given({ type: "approve-withdrawal", companyId, withdrawId: confirmed() });
  story.cancel(story.withdrawal(1_000));
  story.withdrawal(1_000);
}

/** The first strikes, and is spent: the delivery of one more charge is held back. */
function faultsOfEverySort(story: Story): void {
  const add = (terms: FaultTerms, times = 1) => story.given({ type: "add-fault", terms, times });
  add({ kind: "reorder-deliveries", delay: "PT1M" });
  story.charge();
  add({ kind: "status", operationId: "getBalance", status: 503 }, 3);
  story.given({ type: "strike-call", operationId: "getBalance" });
  add({ kind: "latency", operationId: "getBalance", delay: "PT5S" });
  add({ kind: "lose-response", operationId: "initiateWithdrawal" });
  add({ kind: "delay-delivery", delay: "P1M", event: "charge.paid" });
  add({ kind: "duplicate-delivery", webhookId: [...story.world.webhooks.keys()][0] });
}
