import type { ComponentType } from "preact";
import { TimeScreen } from "../screens/time/time-screen.tsx";
import type { Screen } from "../state/place.ts";
import { lazily } from "./drawn-screen.tsx";

export const screens: Readonly<Record<Screen, ComponentType>> = {
  time: TimeScreen,
  withdrawals: lazily(async () => (await import("../screens/withdrawals/withdrawals-screen.tsx")).WithdrawalsScreen),
  charges: lazily(async () => (await import("../screens/charges/charges-screen.tsx")).ChargesScreen),
  webhooks: lazily(async () => (await import("../screens/webhooks/webhooks-screen.tsx")).WebhooksScreen),
  mailbox: lazily(async () => (await import("../screens/mailbox/mailbox-screen.tsx")).MailboxScreen),
  calls: lazily(async () => (await import("../screens/calls/calls-screen.tsx")).CallsScreen),
  faults: lazily(async () => (await import("../screens/faults/faults-screen.tsx")).FaultsScreen),
  worlds: lazily(async () => (await import("../screens/worlds/worlds-screen.tsx")).WorldsScreen),
  reference: lazily(async () => (await import("../screens/reference/reference-screen.tsx")).ReferenceScreen),
};
