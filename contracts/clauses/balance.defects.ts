import { type Defect, planted } from "../defects/defect.ts";

const view = "src/http/view/balance-view.ts";
const whole = "return { balance: ledger.available, currency, reservedBalance: ledger.reserved, reserveHolds };";
const hold = 'return { chargeId, amountCents, releaseAt: isoInstant(due.at), status: "HELD" };';

/** Balances and holds that say something else than what is there. */
export const balanceDefects: readonly Defect[] = [
  ...planted("src/spec/body.ts", '["$status", () => status]', {
    "envelope-status-counts-errors breaks balance.envelope-status": '["$status", () => (status < 300 ? 0 : status)]',
  }),
  ...planted("src/spec/body.ts", 'fieldOf(root, "message") ?? description', {
    "envelope-message-only-of-errors breaks balance.envelope-message": 'fieldOf(root, "message") ?? null',
  }),
  ...planted(
    "src/spec/renderer.ts",
    "const render = rememberingLast((view: View) => ({ status, contentType, body: textOf(build(view), view) }));",
    {
      "balance-without-envelope breaks balance.envelope-data": `const render = (view: View) => {
    const built = build(view) as { data?: object };
    const body = outcome === "balance-read" ? { ...built, ...built.data, data: undefined } : built;
    return { status, contentType, body: JSON.stringify(body) };
  };`,
    },
  ),
  ...planted(view, whole, {
    "balance-counts-the-reserve breaks holds.release-raises-balance": {
      replace: whole.replace("ledger.available", "ledger.available + ledger.reserved"),
      also: ["balance.available"],
      because: "What is held counts as available before its release, and nothing is added by it.",
    },
    "currency-as-a-sign breaks balance.currency": whole.replace("currency", 'currency: "R$"'),
    "reserve-in-reais breaks balance.reserved": whole.replace("ledger.reserved", "ledger.reserved / 100"),
    "balance-in-reais breaks balance.available": whole.replace(
      "ledger.available",
      "(ledger.available / 100).toFixed(2)",
    ),
  }),
  ...planted(view, "new KeptList(holds.list, holdView);", {
    "only-the-first-hold-listed breaks balance.holds": "new KeptList(holds.list.slice(0, 1), holdView);",
  }),
  ...planted("src/domain/decide/charges.ts", "charge.retention ?? retentionOf(world, charge.companyId);", {
    "payments-available-on-the-next-day breaks balance.paid-charge-available":
      'charge.retention ?? retentionOf(world, charge.companyId) ?? { percent: 100, holdFor: "P1D" };',
  }),
  ...planted(view, hold, {
    "hold-names-itself breaks holds.charge-id": hold.replace("chargeId", `chargeId: \`hold_\${due.order}\``),
    "hold-in-reais breaks holds.amount balance.holds": hold.replace("amountCents", "amountCents: amountCents / 100"),
    "hold-ends-in-local-time breaks holds.release-at": hold.replace(
      "isoInstant(due.at)",
      'isoInstant(due.at - 10_800_000).replace("Z", "-03:00")',
    ),
    "hold-ends-a-day-early breaks holds.release-at": hold.replace("due.at", "due.at - 86_400_000"),
    "hold-ends-twenty-seconds-early breaks holds.release-at": hold.replace("due.at", "due.at + 20_000"),
    "hold-has-another-status breaks holds.status": hold.replace("HELD", "PENDING"),
  }),
  ...planted("src/domain/evolve/charges.ts", "HoldReleased: removeHold,", {
    "released-hold-stays-listed breaks holds.release-leaves-list": `HoldReleased(world, { companyId, chargeId }) {
    const { holds } = existing(world.companies, companyId);
    const hold = existing(holds, chargeId);
    holds.set(chargeId, { ...hold, due: { ...hold.due, order: 0 } });
  },`,
  }),
  ...planted("src/domain/posting.ts", "({ reserved: -event.amountCents, available: event.amountCents })", {
    "released-amount-not-available breaks holds.release-raises-balance":
      "({ reserved: -event.amountCents, unsettled: event.amountCents })",
    "released-amount-stays-reserved breaks holds.release-lowers-reserve":
      "({ available: event.amountCents, customers: -event.amountCents })",
  }),
];
