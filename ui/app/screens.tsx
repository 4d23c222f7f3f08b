import type { ComponentType } from "preact";
import { Empty } from "../parts/empty.tsx";
import { TimeScreen } from "../screens/time/time-screen.tsx";
import { WithdrawalsScreen } from "../screens/withdrawals/withdrawals-screen.tsx";
import type { Screen } from "../state/place.ts";
import { text } from "../text/text.ts";
import { lazily } from "./lazily.tsx";

function NotYet() {
  return <Empty title={text.value.shell.notYet} />;
}

/** The screens by their names in the address. */
export const screens: Readonly<Record<Screen, ComponentType>> = {
  time: TimeScreen,
  withdrawals: WithdrawalsScreen,
  charges: NotYet,
  webhooks: lazily(async () => (await import("../screens/webhooks/webhooks-screen.tsx")).WebhooksScreen),
  mailbox: lazily(async () => (await import("../screens/mailbox/mailbox-screen.tsx")).MailboxScreen),
  calls: lazily(async () => (await import("../screens/calls/calls-screen.tsx")).CallsScreen),
  faults: NotYet,
  worlds: NotYet,
};
