import type { Defect } from "../defects/defect.ts";
import { responding } from "../defects/interface-change.ts";

const balance = "src/http/interface/balance.ts";
const list = "src/http/interface/withdrawals.ts";
const records = "withdrawIds.map((id) => withdrawalView(existing(world.withdrawals, id))).reverse()";

/** Histories that leave something out or show too much, simulations that are not, and days without a withdrawal. */
export const historyDefects: readonly Defect[] = [
  {
    id: "simulation-in-reais",
    breaks: ["fee.simulation-answers"],
    file: balance,
    find: 'return { type: "fee-simulated", value, fee, netValue: value - fee, minimum, realMinimum: minimum + fee };',
    replace: `const reais = { value: value / 100, fee: fee / 100, netValue: (value - fee) / 100 };
        return { type: "fee-simulated", ...reais, minimum: minimum / 100, realMinimum: (minimum + fee) / 100 };`,
  },
  {
    id: "simulation-takes-the-fee",
    breaks: ["fee.simulation-withdraws-nothing"],
    file: balance,
    find: "const value = query.value ?? Math.max(0, ledger.available);",
    replace: `const value = query.value ?? Math.max(0, ledger.available);
        ledger.available -= world.settings.withdrawalFee;
        ledger.fees += world.settings.withdrawalFee;`,
  },
  {
    id: "history-without-open-and-cancelled",
    breaks: ["history.lists-manual"],
    file: list,
    find: records,
    replace: `${records}.filter(({ status }) => status !== "CREATED" && status !== "CANCELLED")`,
  },
  {
    id: "history-without-cancelled",
    breaks: ["history.lists-manual"],
    file: list,
    find: records,
    replace: `${records}.filter(({ status }) => status !== "CANCELLED")`,
  },
  {
    id: "history-of-manual-ones",
    breaks: ["history.lists-automatic"],
    file: list,
    find: records,
    replace: `${records}.filter(({ origin }) => origin === "MANUAL")`,
  },
  {
    id: "history-of-everybody",
    breaks: ["history.own-only"],
    file: list,
    find: records,
    replace: records.replace("withdrawIds", "[...world.withdrawals.keys()]"),
  },
  {
    id: "history-status-in-small-letters",
    breaks: ["history.status"],
    file: list,
    find: records,
    replace: `${records}.map((view) => ({ ...view, status: view.status.toLowerCase() }))`,
  },
  {
    id: "history-calls-confirmed-paid",
    breaks: ["history.status"],
    file: list,
    find: records,
    replace: `${records}.map((view) => ({ ...view, status: view.status.replace("CONFIRMED", "PAID") }))`,
  },
  {
    id: "history-shows-what-is-left-of-the-amount",
    breaks: ["history.amount"],
    file: list,
    find: records,
    replace: `${records}.map((view) => ({ ...view, value: view.netValue }))`,
  },
  {
    id: "history-hides-the-pix-key",
    breaks: ["history.pix-key"],
    file: list,
    find: records,
    replace: `${records}.map(({ pixKey: _, ...view }) => view)`,
  },
  {
    id: "history-without-end-to-end-id",
    breaks: ["history.end-to-end-id"],
    file: list,
    find: records,
    replace: `${records}.map((view) => ({ ...view, endToEndId: undefined }))`,
  },
  {
    id: "automatic-withdrawal-of-a-tenth",
    breaks: ["automatic.pays-out-daily"],
    file: "src/domain/decide/automatic-withdrawals.ts",
    find: "const availableCents = ledger.available;",
    replace: "const availableCents = Math.floor(ledger.available / 10);",
  },
  {
    id: "automatic-withdrawal-of-half",
    breaks: ["automatic.pays-out-daily"],
    file: "src/domain/decide/automatic-withdrawals.ts",
    find: "const availableCents = ledger.available;",
    replace: "const availableCents = Math.ceil(ledger.available / 2);",
  },
  {
    id: "end-to-end-id-anew-each-time",
    breaks: ["history.end-to-end-id-own"],
    ...responding(`globalThis.saldoReadings = (globalThis.saldoReadings ?? 100) + 1;
      if (operationId === "listWithdrawals" && !isRejected) {
        for (const one of listed) if (one.endToEndId) one.endToEndId = one.endToEndId.slice(0, -3) + globalThis.saldoReadings;
      }`),
  },
];
