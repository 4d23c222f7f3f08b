import { type Capability, type Grant, outsideCapabilities } from "../target/driver/capability.ts";
import type { SuiteOptions } from "./options.ts";

type Giving = readonly [how: string, isDone: (options: SuiteOptions) => boolean];

/** How users give a run what it needs beside a driver. */
const grants: Readonly<Record<Grant, Giving>> = {
  open: ["--allow open", ({ permissions }) => permissions.open],
  settle: [
    "--allow settle --budget <cents>",
    ({ permissions: { open, settle, budgetCents } }) => open && settle && budgetCents > 0,
  ],
  webhooks: ["--allow webhooks", ({ permissions }) => permissions.webhooks],
  codes: ["a way to the codes (--otp)", ({ codes }) => codes !== undefined],
  receiver: ["a receiver that the target reaches (--receiver-url)", ({ receiver }) => receiver.url !== undefined],
  waiting: ["patience (--patience)", ({ patienceMs }) => patienceMs > 0],
  listening: ["live traffic (--listen)", ({ listenMs = 0 }) => listenMs > 0],
};

export function capabilitiesOf(options: SuiteOptions, isSandbox: boolean): ReadonlySet<Capability> {
  const names = Object.keys(grants).filter(isGrant);
  // In the worlds of a run there are no other callers.
  if (isSandbox) return new Set([...names.filter((name) => name !== "listening"), ...outsideCapabilities]);
  const given = names.filter((name) => grants[name][1](options));
  return new Set([...given, ...(options.driver?.capabilities ?? [])]);
}

export function howToGive(capability: Capability): string {
  return isGrant(capability) ? grants[capability][0] : `a driver that can ${capability} (--driver)`;
}

function isGrant(name: string): name is Grant {
  return Object.hasOwn(grants, name);
}

/** Capabilities that are the user's permission: without them a clause is opted out. */
export const permissionNames = ["open", "settle", "webhooks"] as const satisfies readonly Capability[];
export type Permission = (typeof permissionNames)[number];
