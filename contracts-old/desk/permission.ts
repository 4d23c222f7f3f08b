import type { Need } from "../report/verdict.ts";
import type { Book } from "./book.ts";
import { inventedPrefix } from "./headers.ts";
import type { Wish } from "./wish.ts";

/** What the user has allowed on an account that is not the run's own. */
export interface Permissions {
  /** Initiate, resend, cancel, and confirm with codes that are known to be wrong. */
  readonly open: boolean;
  /** Confirm with the right code, which moves money. */
  readonly settle: boolean;
  /** Create webhooks, which nobody can remove with an API key. */
  readonly webhooks: boolean;
  /** May be spent in all, in cents. */
  readonly budgetCents: number;
  /** Cancel a withdrawal that was open before the run. */
  readonly cancelOpen: boolean;
}

export interface Refusal {
  readonly needs: Need;
  readonly reason: string;
}

/** Why a request on a real account is not sent, or undefined when it may be: what is not known to be harmless is not. */
export function refusalOf(wish: Wish, allowed: Permissions, book: Book): Refusal | undefined {
  switch (wish.operationId) {
    case "initiateWithdrawal":
      return allowed.open ? undefined : needsOpen;
    case "cancelWithdrawal":
    case "resendOtp":
      return allowed.open ? change(wish, allowed, book) : needsOpen;
    case "confirmWithdrawal":
      return allowed.open ? confirmation(wish, allowed, book) : needsOpen;
    case "createWebhook":
      return allowed.webhooks ? undefined : needsWebhooks;
    case "testWebhook":
    case "updateWebhook":
    case "replaceWebhook":
    case "deleteWebhook":
      return allowed.webhooks ? foreignWebhook(wish, book) : needsWebhooks;
    default:
      if (wish.method === "GET" || wish.method === "HEAD") return undefined;
      return { needs: "overlay", reason: `${wish.method} of something unknown is never sent to a real account` };
  }
}

/** Only what this run has opened is touched, unless the user wants it otherwise. */
function change(wish: Wish, allowed: Permissions, book: Book): Refusal | undefined {
  if (!wish.isClear && wish.hasWords) return unclear(wish);
  const withdrawId = meantBy(wish, book);
  if (withdrawId !== undefined && (isInvented(withdrawId) || book.knows(withdrawId))) return undefined;
  if (wish.operationId === "cancelWithdrawal" && allowed.cancelOpen) return undefined;
  return withdrawId === undefined ? unnamed(wish) : foreign(withdrawId);
}

/**
 * A code that is not known to be wrong may be right, and then money moves; any code may, once a target has taken a wrong
 * one.
 */
function confirmation(wish: Wish, allowed: Permissions, book: Book): Refusal | undefined {
  if (!wish.isClear) return unclear(wish);
  const withdrawId = meantBy(wish, book);
  if (withdrawId === undefined) return unnamed(wish);
  if (!isInvented(withdrawId) && !book.knows(withdrawId)) return foreign(withdrawId);
  return canPay(wish, book) ? payment(withdrawId, allowed, book) : undefined;
}

/** Whether a confirmation may move money: a wrong one does where the target has shown that it takes wrong ones. */
export function canPay(wish: Wish, book: Book): boolean {
  return wish.operationId === "confirmWithdrawal" && (book.takesWrongCodes || !isKnownWrong(wish, book));
}

/** Whether a confirmation is certain to be refused by a target that looks at what it is sent. */
export function isKnownWrong(wish: Wish, book: Book): boolean {
  const withdrawId = meantBy(wish, book);
  if (withdrawId === undefined || wish.otpCode === undefined || isInvented(withdrawId)) return true;
  return book.isKnownWrong(withdrawId, wish.otpCode);
}

/** Without a name a target may take the one that is open, of which a company has one at a time. */
export function meantBy({ withdrawId }: Wish, book: Book): string | undefined {
  return withdrawId ?? book.open.at(-1)?.withdrawId;
}

function payment(withdrawId: string, allowed: Permissions, book: Book): Refusal | undefined {
  if (!allowed.settle)
    return { needs: "allow-settle", reason: "may move money; --allow settle --budget <cents> allows it" };
  const valueCents = book.valueOf(withdrawId);
  if (valueCents <= book.leftCents) return undefined;
  const reason = Number.isFinite(valueCents)
    ? `would spend ${valueCents} cents, and ${book.leftCents} of the budget are left (--budget)`
    : "would spend an amount that is not known";
  return { needs: "budget", reason };
}

/** What is deleted is gone, and a delivery that nobody expects may do something. */
function foreignWebhook({ id }: Wish, book: Book): Refusal | undefined {
  if (id === undefined || isInvented(id) || book.knowsWebhook(id)) return undefined;
  return { needs: "target", reason: `the webhook ${id} was not made by this run, and is left alone` };
}

function isInvented(withdrawId: string): boolean {
  return withdrawId.startsWith(inventedPrefix);
}

function foreign(withdrawId: string): Refusal {
  return { needs: "no-open-withdrawal", reason: `${withdrawId} was not opened by this run, and is left alone` };
}

function unnamed({ method }: Wish): Refusal {
  const reason = `a ${method} that names no withdrawal may hit one that was not opened by this run`;
  return { needs: "no-open-withdrawal", reason };
}

function unclear({ method }: Wish): Refusal {
  return {
    needs: "target",
    reason: `a ${method} that may be read in more than one way is never sent to a real account`,
  };
}

const needsOpen: Refusal = { needs: "allow-open", reason: "opens or changes a withdrawal; --allow open allows it" };
const needsWebhooks: Refusal = {
  needs: "allow-webhooks",
  reason: "leaves a webhook that no API key can remove; --allow webhooks allows it",
};
