import type { SaldoClient } from "../../src/client/saldo-client.ts";
import { carriedOut } from "../../src/client/unexpected-answer.ts";
import { MAX_LISTED } from "../../src/client/wait.ts";
import type { Delivery, LedgerRead, Withdrawal } from "../../src/spec/generated/control-api.ts";

/** What the platform knows of a company: the other side of the integrator's books. */
export interface WorldBooks {
  readonly accounts: LedgerRead["accounts"];
  readonly withdrawals: readonly Withdrawal[];
  /** The postings since the opening, oldest first. */
  readonly entries: readonly LedgerEntry[];
  /**
   * What available and reserved money changed by, in cents, without a word to the integrator: refunds have no event, and
   * events that a receiver missed cannot be read again.
   */
  readonly untoldCents: number;
  /** The same, posting by posting, where the receiver gave no answer to what told of it: the integrator may know it. */
  readonly unsureCents: readonly number[];
  /** Withdrawals that are known to be none of the integrator's; undefined where that is not known. */
  readonly strangers?: ReadonlySet<string>;
  /** How it was when the integrator began, if it is known. */
  readonly opening?: Opening;
}

export interface Opening {
  readonly accounts: LedgerRead["accounts"];
  readonly companyId: string;
  readonly withdrawIds: ReadonlySet<string>;
  /** The last position of the ledger. */
  readonly position: number;
}

export type LedgerEntry = LedgerRead["entries"][number];

/** Events that tell of a posting, by the reason of the posting. Withdrawals are in the history that the platform lists. */
const TELLING: Readonly<Record<string, readonly string[]>> = {
  ChargePaid: ["charge.paid"],
  SubscriptionChargePaid: ["subscription.charge.paid", "charge.paid"],
  ChargeChargedBack: ["dispute.chargeback"],
  ChargeRefunded: [],
};

/** Reads how it is now, to compare with later. */
export async function readOpening(client: SaldoClient, companyId: string): Promise<Opening> {
  const [{ accounts, entries }, withdrawals] = await Promise.all([
    ledgerOf(client, 0),
    withdrawalsOf(client, companyId),
  ]);
  const withdrawIds = new Set(withdrawals.map(({ withdrawId }) => withdrawId));
  return { companyId, accounts, withdrawIds, position: entries.at(-1)?.position ?? 0 };
}

/** What the caller knows already. */
interface Known {
  readonly opening?: Opening;
  readonly deliveries?: readonly Delivery[];
}

/** Reads the platform's side of the books. */
export async function readWorldBooks(client: SaldoClient, { opening, ...known }: Known = {}): Promise<WorldBooks> {
  const companyId = opening?.companyId ?? (await client.company.read()).companyId;
  const [{ accounts, entries }, withdrawals] = await Promise.all([
    ledgerOf(client, opening?.position ?? 0),
    withdrawalsOf(client, companyId),
  ]);
  const toTell = entries.filter(({ reason }) => reason in TELLING);
  const deliveries = known.deliveries ?? (toTell.length === 0 ? [] : await deliveriesOf(client));
  const byKnowledge = Map.groupBy(toTell, (entry) => knowledgeOf(entry, deliveries));
  const untoldCents = (byKnowledge.get("untold") ?? []).reduce((sum, entry) => sum + ownCents(entry), 0);
  const unsureCents = (byKnowledge.get("unsure") ?? []).map(ownCents);
  return { accounts, entries, withdrawals, untoldCents, unsureCents, ...(opening && { opening }) };
}

async function ledgerOf(client: SaldoClient, after: number): Promise<LedgerRead> {
  const entries: LedgerEntry[] = [];
  for (let from = after; ; ) {
    const query = { after: from, limit: MAX_LISTED };
    const read: LedgerRead = await carriedOut(client.control.GET("/ledger", { params: { query } }));
    entries.push(...read.entries);
    if (read.next === null) return { ...read, entries };
    from = read.next;
  }
}

function withdrawalsOf({ control }: SaldoClient, companyId: string): Promise<readonly Withdrawal[]> {
  return allPages(
    async (page) => {
      const query = { ...page, companyId };
      return (await carriedOut(control.GET("/withdrawals", { params: { query } }))).withdrawals;
    },
    ({ withdrawId }) => withdrawId,
  );
}

function deliveriesOf({ webhooks }: SaldoClient): Promise<readonly Delivery[]> {
  return allPages(
    (page) => webhooks.deliveries(page),
    ({ deliveryId }) => deliveryId,
  );
}

async function allPages<T>(
  read: (page: { limit: number; after?: string }) => Promise<readonly T[]>,
  idOf: (item: T) => string,
): Promise<readonly T[]> {
  const all: T[] = [];
  for (;;) {
    const last = all.at(-1);
    const page = await read({ limit: MAX_LISTED, ...(last !== undefined && { after: idOf(last) }) });
    all.push(...page);
    if (page.length < MAX_LISTED) return all;
  }
}

/**
 * Whether the integrator could know of a posting. A receiver that refuses deliveries until its webhook is deactivated could
 * know of all that it missed.
 */
function knowledgeOf(
  { reason, reference }: LedgerEntry,
  deliveries: readonly Delivery[],
): "told" | "unsure" | "untold" {
  const events = TELLING[reason] ?? [];
  if (events.length > 0 && deliveries.some(isRefused)) return "told";
  const telling = deliveries.filter(({ event, body }) => events.includes(event) && body.includes(`"${reference}"`));
  const attempts = telling.flatMap((delivery) => delivery.attempts);
  if (attempts.some(isTaken)) return "told";
  return attempts.some(isUnanswered) ? "unsure" : "untold";
}

/** The receiver may have stored what it was sent, and died before its answer, or was too slow. */
function isUnanswered({ failure }: Delivery["attempts"][number]): boolean {
  return failure === "CONNECTION_RESET" || failure === "TIMEOUT";
}

function isTaken({ outcome }: Delivery["attempts"][number]): boolean {
  return outcome === "SUCCESS";
}

function isRefused({ state, attempts }: Delivery): boolean {
  return state === "FAILED" && attempts.every((attempt) => attempt.httpStatus !== null && !isTaken(attempt));
}

function ownCents({ postings }: LedgerEntry): number {
  const own = postings.filter(({ account }) => account === "available" || account === "reserved");
  return own.reduce((sum, { amountCents }) => sum + amountCents, 0);
}
