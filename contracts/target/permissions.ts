import { inReais } from "./amount.ts";
import type { Intent } from "./intent.ts";
import type { RunLedger } from "./ledger.ts";

/** What the user allows on an account that the run has not made itself. */
export interface Permissions {
  /** Initiate, resend, cancel, and confirm with codes that are known to be wrong. */
  readonly open: boolean;
  /** Confirm with the right code, which moves money. */
  readonly settle: boolean;
  /** Create webhooks, which no API key can remove. */
  readonly webhooks: boolean;
  /** The most that may be paid out in all, in cents. */
  readonly budgetCents: number;
  /** Cancel a withdrawal that was open before the run. */
  readonly cancelOpen: boolean;
}

/** Why the gate does not let a request pass. */
export interface Denial {
  readonly needs: "open" | "settle" | "webhooks" | "budget" | "foreign" | "never";
  readonly reason: string;
}

/** The gate lets no more requests pass. */
export class NotAllowed extends Error {
  override readonly name = "NotAllowed";
}

/** Ids that stories invent begin so; they exist nowhere, and may be used with every operation. */
export const inventedPrefix = "saldo-";

/** Returns why a request is not sent, or undefined when it may be: only what is known to be harmless passes. */
export function denialOf(intent: Intent, allowed: Permissions, ledger: RunLedger, story: string): Denial | undefined {
  switch (intent.operationId) {
    case "initiateWithdrawal":
      return allowed.open ? undefined : needsOpen;
    case "cancelWithdrawal":
    case "resendOtp":
      return allowed.open ? change(intent, allowed, ledger) : needsOpen;
    case "confirmWithdrawal":
      return allowed.open ? confirmation(intent, allowed, ledger, story) : needsOpen;
    case "createWebhook":
      return allowed.webhooks ? undefined : needsWebhooks;
    case "testWebhook":
    case "updateWebhook":
    case "replaceWebhook":
    case "deleteWebhook":
      return allowed.webhooks ? foreignWebhook(intent, ledger) : needsWebhooks;
    default:
      if (intent.method === "GET" || intent.method === "HEAD") return undefined;
      return { needs: "never", reason: `an unknown ${intent.method} request is never sent to a real account` };
  }
}

/** Touches only what this run has opened, unless the user wants it otherwise. */
function change(intent: Intent, allowed: Permissions, ledger: RunLedger): Denial | undefined {
  if (!intent.isClear && intent.hasWords) return unclear(intent);
  const withdrawId = meantBy(intent, ledger);
  if (withdrawId !== undefined && (isInvented(withdrawId) || ledger.knows(withdrawId))) return undefined;
  if (intent.operationId === "cancelWithdrawal" && allowed.cancelOpen) return undefined;
  return withdrawId === undefined ? unnamed(intent) : foreign(withdrawId);
}

function confirmation(intent: Intent, allowed: Permissions, ledger: RunLedger, story: string): Denial | undefined {
  if (!intent.isClear) return unclear(intent);
  const withdrawId = meantBy(intent, ledger);
  if (withdrawId === undefined) return unnamed(intent);
  if (!isInvented(withdrawId) && !ledger.knows(withdrawId)) return foreign(withdrawId);
  return canPay(intent, ledger) ? payment(withdrawId, allowed, ledger, story) : undefined;
}

/** Whether a confirmation may move money: any code may that is not known to be wrong, or after a wrong one has. */
export function canPay(intent: Intent, ledger: RunLedger): boolean {
  return intent.operationId === "confirmWithdrawal" && (ledger.takesWrongCodes || !isKnownWrong(intent, ledger));
}

/** Whether a correct target is certain to reject a confirmation. */
export function isKnownWrong(intent: Intent, ledger: RunLedger): boolean {
  const withdrawId = meantBy(intent, ledger);
  if (withdrawId === undefined || intent.otpCode === undefined || isInvented(withdrawId)) return true;
  return ledger.isKnownWrong(withdrawId, intent.otpCode);
}

/** Without an id a target may take the open withdrawal, of which a company has one at a time. */
export function meantBy({ withdrawId }: Intent, ledger: RunLedger): string | undefined {
  return withdrawId ?? ledger.open.at(-1)?.withdrawId;
}

function payment(withdrawId: string, allowed: Permissions, ledger: RunLedger, story: string): Denial | undefined {
  if (!allowed.settle)
    return { needs: "settle", reason: "may pay out money; --allow settle --budget <cents> allows it" };
  const valueCents = ledger.valueOf(withdrawId);
  const leftCents = ledger.leftFor(story);
  if (valueCents <= leftCents) return undefined;
  const reason = Number.isFinite(valueCents)
    ? `would pay out ${inReais(valueCents)}, and ${inReais(leftCents)} of the budget are left (--budget)`
    : "would pay out an unknown amount";
  return { needs: "budget", reason };
}

/** A deleted webhook is gone, and an unexpected delivery may do something. */
function foreignWebhook({ id }: Intent, ledger: RunLedger): Denial | undefined {
  if (id === undefined || isInvented(id) || ledger.knowsWebhook(id)) return undefined;
  return { needs: "foreign", reason: `the webhook ${id} was not created by this run, and is left alone` };
}

function isInvented(id: string): boolean {
  return id.startsWith(inventedPrefix);
}

function foreign(withdrawId: string): Denial {
  return { needs: "foreign", reason: `the withdrawal ${withdrawId} was not opened by this run, and is left alone` };
}

function unnamed({ method }: Intent): Denial {
  const reason = `a ${method} request without a withdrawId might change a withdrawal that this run has not opened`;
  return { needs: "foreign", reason };
}

function unclear({ method }: Intent): Denial {
  return { needs: "never", reason: `an ambiguous ${method} request is never sent to a real account` };
}

const needsOpen: Denial = { needs: "open", reason: "opens or changes a withdrawal; --allow open allows it" };
const needsWebhooks: Denial = {
  needs: "webhooks",
  reason: "leaves a webhook that no API key can remove; --allow webhooks allows it",
};
