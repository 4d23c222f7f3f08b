import { type Capability, capabilities } from "../target/driver/capability.ts";
import type { SuiteOptions } from "./options.ts";

export function capabilitiesOf(options: SuiteOptions, isSandbox: boolean): ReadonlySet<Capability> {
  // In the worlds of a run there are no other callers.
  if (isSandbox) return new Set(capabilities.filter((name) => name !== "listening"));
  const { permissions, codes, driver, receiver, patienceMs, listenMs = 0 } = options;
  const given: readonly (readonly [Capability, boolean])[] = [
    ["open", permissions.open],
    ["settle", permissions.open && permissions.settle && permissions.budgetCents > 0],
    ["webhooks", permissions.webhooks],
    ["codes", codes !== undefined],
    ["receiver", receiver.url !== undefined],
    ["waiting", patienceMs > 0],
    ["listening", listenMs > 0],
  ];
  return new Set([...given.filter(([, is]) => is).map(([name]) => name), ...(driver?.capabilities ?? [])]);
}

export function howToGive(capability: Capability): string {
  const ways: Partial<Record<Capability, string>> = {
    open: "--allow open",
    settle: "--allow settle --budget <cents>",
    webhooks: "--allow webhooks",
    codes: "a way to the codes (--otp)",
    receiver: "a receiver that the target reaches (--receiver-url)",
    waiting: "patience (--patience)",
    listening: "live traffic (--listen)",
  };
  return ways[capability] ?? `a driver that can ${capability} (--driver)`;
}

/** Capabilities that are the user's permission: without them a clause is opted out. */
export const permissionNames = ["open", "settle", "webhooks"] as const satisfies readonly Capability[];
export type Permission = (typeof permissionNames)[number];
