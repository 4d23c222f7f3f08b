import type { Screen } from "../state/place.ts";

/** The first character of each screen, but for those where another screen has it. */
const KEYS: Readonly<Record<Screen, string>> = {
  time: "t",
  withdrawals: "w",
  charges: "c",
  webhooks: "h",
  mailbox: "m",
  calls: "l",
  faults: "f",
  worlds: "o",
  reference: "r",
};

/** Returns the keys that show a screen, one after the other. */
export function keysTo(screen: Screen): string {
  return `g ${KEYS[screen]}`;
}
