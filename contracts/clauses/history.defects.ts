import { type Defect, planted } from "../defects/defect.ts";
import { responding } from "../defects/interface-change.ts";

const balance = "src/http/interface/balance.ts";
const list = "src/http/interface/withdrawals.ts";
const records = "withdrawIds.map((id) => withdrawalView(existing(world.withdrawals, id))).reverse()";

/** Histories that leave something out or show too much, simulations that are not, and days without a withdrawal. */
export const historyDefects: readonly Defect[] = [
  ...planted(
    balance,
    'return { type: "fee-simulated", value, fee, netValue: value - fee, minimum, realMinimum: minimum + fee };',
    {
      "simulation-in-reais breaks fee.simulation-answers": `const reais = { value: value / 100, fee: fee / 100, netValue: (value - fee) / 100 };
        return { type: "fee-simulated", ...reais, minimum: minimum / 100, realMinimum: (minimum + fee) / 100 };`,
    },
  ),
  ...planted(balance, "const value = query.value ?? Math.max(0, ledger.available);", {
    "simulation-takes-the-fee breaks fee.simulation-withdraws-nothing": {
      replace: `const value = query.value ?? Math.max(0, ledger.available);
        ledger.available -= world.settings.withdrawalFee;
        ledger.fees += world.settings.withdrawalFee;`,
      also: ["money.ended-withdrawal"],
      because: "What a simulation takes while a withdrawal is open is missing at its end.",
    },
  }),
  ...planted(list, records, {
    "history-without-open-and-cancelled breaks history.lists-manual": `${records}.filter(({ status }) => status !== "CREATED" && status !== "CANCELLED")`,
    "history-without-cancelled breaks history.lists-manual": `${records}.filter(({ status }) => status !== "CANCELLED")`,
    "history-of-manual-ones breaks history.lists-automatic": `${records}.filter(({ origin }) => origin === "MANUAL")`,
    "history-of-all-companies breaks history.own-only": records.replace("withdrawIds", "[...world.withdrawals.keys()]"),
    "history-status-in-lower-case breaks history.status": `${records}.map((view) => ({ ...view, status: view.status.toLowerCase() }))`,
    "history-calls-confirmed-paid breaks history.status": `${records}.map((view) => ({ ...view, status: view.status.replace("CONFIRMED", "PAID") }))`,
    "history-shows-what-is-left-of-the-amount breaks history.amount": `${records}.map((view) => ({ ...view, value: view.netValue }))`,
    "history-hides-the-pix-key breaks history.pix-key": `${records}.map(({ pixKey: _, ...view }) => view)`,
    "history-without-end-to-end-id breaks history.end-to-end-id": `${records}.map((view) => ({ ...view, endToEndId: undefined }))`,
  }),
  ...planted("src/domain/decide/automatic-withdrawals.ts", "const availableCents = ledger.available;", {
    "automatic-withdrawal-of-a-tenth breaks automatic.pays-out-daily":
      "const availableCents = Math.floor(ledger.available / 10);",
    "automatic-withdrawal-of-half breaks automatic.pays-out-daily":
      "const availableCents = Math.ceil(ledger.available / 2);",
  }),
  {
    id: "end-to-end-id-anew-each-time",
    breaks: ["history.end-to-end-id-own"],
    ...responding(`globalThis.saldoReadings = (globalThis.saldoReadings ?? 100) + 1;
      if (operationId === "listWithdrawals" && !isRejected) {
        for (const one of listed) if (one.endToEndId) one.endToEndId = one.endToEndId.slice(0, -3) + globalThis.saldoReadings;
      }`),
  },
];
