interface ActionFacts {
  /** What it is given, by name. */
  readonly given: readonly string[];
  /** What it must bring. */
  readonly result?: string;
}

/** The settings that a run changes, by the names of the control plane. `retention`: { percent, holdFor } or null. */
export const settingNames = ["withdrawalFee", "minimumWithdrawal", "manualApproval", "retention"] as const;

const table = {
  "make-charge": { given: ["total", "externalId", "customer"], result: "chargeId" },
  "pay-charge": { given: ["chargeId"] },
  "expire-charge": { given: ["chargeId"] },
  "dispute-charge": { given: ["chargeId"] },
  "authorize-subscription": { given: [], result: "subscriptionId" },
  "reject-subscription": { given: [] },
  "charge-subscription": { given: ["subscriptionId"] },
  "fail-subscription": { given: ["subscriptionId"] },
  "approve-withdrawal": { given: ["withdrawId"] },
  "decline-withdrawal": { given: ["withdrawId"] },
  "daily-withdrawal": { given: [] },
  "reactivate-webhook": { given: ["webhookId"] },
  "change-settings": { given: settingNames },
  "read-settings": { given: [] },
  "other-key": { given: [], result: "apiKey" },
  "read-code": { given: ["withdrawId", "sentAfter"], result: "code" },
} as const satisfies Readonly<Record<string, ActionFacts>>;

/** What only the outside world can do, and what a run can ask it beside: the newest code, and how the account is set. */
export type ActionName = keyof typeof table;

export const actionTable: Readonly<Record<ActionName, ActionFacts>> = table;

export const actionNames = Object.keys(actionTable).filter(isAction);

export function isAction(name: string): name is ActionName {
  return Object.hasOwn(actionTable, name);
}
