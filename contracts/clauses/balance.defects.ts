import type { Defect } from "../defects/defect.ts";

const view = "src/http/view/balance-view.ts";
const whole = "return { balance: ledger.available, currency, reservedBalance: ledger.reserved, reserveHolds };";
const hold = 'return { chargeId, amountCents, releaseAt: isoInstant(due.at), status: "HELD" };';

/** Balances and holds that say something else than what is there. */
export const balanceDefects: readonly Defect[] = [
  {
    id: "envelope-status-counts-errors",
    breaks: ["balance.envelope-status"],
    file: "src/spec/body.ts",
    find: '["$status", () => status]',
    replace: '["$status", () => (status < 300 ? 0 : status)]',
  },
  {
    id: "envelope-message-only-of-refusals",
    breaks: ["balance.envelope-message"],
    file: "src/spec/body.ts",
    find: 'fieldOf(root, "message") ?? description',
    replace: 'fieldOf(root, "message") ?? null',
  },
  {
    id: "balance-without-envelope",
    breaks: ["balance.envelope-data"],
    file: "src/spec/renderer.ts",
    find: "const render = keepingLast((view: View) => ({ status, contentType, body: textOf(build(view), view) }));",
    replace: `const render = (view: View) => {
    const built = build(view) as { data?: object };
    const body = outcome === "balance-read" ? { ...built, ...built.data, data: undefined } : built;
    return { status, contentType, body: JSON.stringify(body) };
  };`,
  },
  {
    id: "balance-counts-the-reserve",
    breaks: ["holds.release-raises-balance"],
    also: ["balance.available"],
    because: "What is held counts as available before its release, and nothing is added by it.",
    file: view,
    find: whole,
    replace: whole.replace("ledger.available", "ledger.available + ledger.reserved"),
  },
  {
    id: "currency-as-a-sign",
    breaks: ["balance.currency"],
    file: view,
    find: whole,
    replace: whole.replace("currency", 'currency: "R$"'),
  },
  {
    id: "reserve-in-reais",
    breaks: ["balance.reserved"],
    file: view,
    find: whole,
    replace: whole.replace("ledger.reserved", "ledger.reserved / 100"),
  },
  {
    id: "only-the-first-hold-listed",
    breaks: ["balance.holds"],
    file: view,
    find: "new KeptList(holds.list, holdView);",
    replace: "new KeptList(holds.list.slice(0, 1), holdView);",
  },
  {
    id: "payments-available-on-the-next-day",
    breaks: ["balance.paid-charge-available"],
    file: "src/domain/decide/charges.ts",
    find: "charge.retention ?? retentionOf(world, charge.companyId);",
    replace: 'charge.retention ?? retentionOf(world, charge.companyId) ?? { percent: 100, holdFor: "P1D" };',
  },
  {
    id: "hold-names-itself",
    breaks: ["holds.charge-id"],
    file: view,
    find: hold,
    replace: hold.replace("chargeId", `chargeId: \`hold_\${due.order}\``),
  },
  {
    id: "hold-in-reais",
    breaks: ["holds.amount", "balance.holds"],
    file: view,
    find: hold,
    replace: hold.replace("amountCents", "amountCents: amountCents / 100"),
  },
  {
    id: "hold-ends-in-local-time",
    breaks: ["holds.release-at"],
    file: view,
    find: hold,
    replace: hold.replace("isoInstant(due.at)", 'isoInstant(due.at - 10_800_000).replace("Z", "-03:00")'),
  },
  {
    id: "hold-ends-a-day-early",
    breaks: ["holds.release-at"],
    file: view,
    find: hold,
    replace: hold.replace("due.at", "due.at - 86_400_000"),
  },
  {
    id: "hold-ends-twenty-seconds-early",
    breaks: ["holds.release-at"],
    file: view,
    find: hold,
    replace: hold.replace("due.at", "due.at + 20_000"),
  },
  {
    id: "hold-has-another-status",
    breaks: ["holds.status"],
    file: view,
    find: hold,
    replace: hold.replace("HELD", "PENDING"),
  },
  {
    id: "released-hold-stays-listed",
    breaks: ["holds.release-leaves-list"],
    file: "src/domain/evolve/charges.ts",
    find: "HoldReleased: removeHold,",
    replace: `HoldReleased(world, { companyId, chargeId }) {
    const { holds } = existing(world.companies, companyId);
    const hold = existing(holds, chargeId);
    holds.set(chargeId, { ...hold, due: { ...hold.due, order: 0 } });
  },`,
  },
  {
    id: "released-amount-not-available",
    breaks: ["holds.release-raises-balance"],
    file: "src/domain/posting.ts",
    find: "({ reserved: -event.amountCents, available: event.amountCents })",
    replace: "({ reserved: -event.amountCents, unsettled: event.amountCents })",
  },
  {
    id: "released-amount-stays-reserved",
    breaks: ["holds.release-lowers-reserve"],
    file: "src/domain/posting.ts",
    find: "({ reserved: -event.amountCents, available: event.amountCents })",
    replace: "({ available: event.amountCents, customers: -event.amountCents })",
  },
  {
    id: "balance-in-reais",
    breaks: ["balance.available"],
    file: view,
    find: whole,
    replace: whole.replace("ledger.available", "(ledger.available / 100).toFixed(2)"),
  },
];
