import type { PlantedBug } from "./planted-bug.ts";

/** The bugs that the drill must find. docs/drill.md says where people have met them. */
export const plantedBugs: readonly PlantedBug[] = [
  {
    name: "lost initiation taken for failed",
    edits: [
      {
        file: "payouts.ts",
        find: "    if (status === null || status >= 500) return;\n    payout.isAsked = false;",
        replace: "    payout.isAsked = false;",
      },
    ],
  },
  {
    name: "asked again without looking",
    edits: [
      {
        file: "payouts.ts",
        find: "    if (payout.isAsked && (await this.#findOpen(payout))) return;\n",
        replace: "",
      },
    ],
  },
  {
    name: "409 of a stranger's withdrawal adopted",
    edits: [
      {
        file: "payouts.ts",
        find: "    if (status === 201 && data",
        replace: "    if ((status === 201 || status === 409) && data",
      },
    ],
  },
  {
    name: "lost confirmation taken for failed",
    edits: [
      {
        file: "payouts.ts",
        find: "    else if (status === 409 || status === null || status >= 500) await this.#readHistory();",
        replace: '    else if (status === null || status >= 500) payout.state = "failed";',
      },
      {
        file: "payouts.ts",
        find: "      if (withdrawal !== undefined) payout",
        replace: '      if (withdrawal !== undefined && payout.state !== "failed") payout',
      },
    ],
  },
  {
    name: "APPROVED taken for paid",
    edits: [
      { file: "payouts.ts", find: '  APPROVED: "underWay",', replace: '  APPROVED: "paid",' },
      {
        file: "payouts.ts",
        find: 'if (status === 200) payout.state = "underWay";',
        replace: 'if (status === 200) payout.state = "paid";',
      },
      {
        file: "payouts.ts",
        find: "      if (withdrawal !== undefined) payout",
        replace: '      if (withdrawal !== undefined && payout.state !== "paid") payout',
      },
    ],
  },
  {
    name: "FAILED after APPROVED not handled",
    edits: [{ file: "payouts.ts", find: '  FAILED: "failed",', replace: '  FAILED: "underWay",' }],
  },
  {
    name: "webhooks only",
    edits: [
      {
        file: "payouts.ts",
        find: "payout.state = STATES[withdrawal.status];",
        replace: 'if (payout.state === "waiting") payout.state = STATES[withdrawal.status];',
      },
      {
        file: "receiver.ts",
        find: "  store.taken.add(deliveryId);",
        replace:
          '  for (const payout of store.payouts) if (event === "withdraw.completed" && payout.withdrawId === Object(data).withdrawId) payout.state = "paid";\n  store.taken.add(deliveryId);',
      },
    ],
  },
  {
    name: "polling only, which misses charges",
    edits: [
      {
        file: "receiver.ts",
        find: '  if (event === "charge.paid") store.paid.set(data.chargeId, data.total);\n',
        replace: "",
      },
    ],
  },
  {
    name: "no removal of duplicates",
    edits: [
      { file: "receiver.ts", find: "  if (store.taken.has(deliveryId)) return;\n", replace: "" },
      {
        file: "receiver.ts",
        find: "store.paid.set(data.chargeId, data.total);",
        replace: "store.paid.set(data.chargeId, (store.paid.get(data.chargeId) ?? 0) + data.total);",
      },
    ],
  },
  {
    name: "duplicates removed by charge, so that a second event is lost",
    edits: [
      {
        file: "receiver.ts",
        find: "  if (store.taken.has(deliveryId)) return;",
        replace: "  if (store.taken.has(data.chargeId)) return;",
      },
      { file: "receiver.ts", find: "  store.taken.add(deliveryId);", replace: "  store.taken.add(data.chargeId);" },
    ],
  },
  {
    name: "noted as taken before the work is stored",
    edits: [
      {
        file: "receiver.ts",
        find: "  port = 0,\n",
        replace: "  port: number | undefined,\n  work: () => Promise<unknown>,\n",
      },
      {
        file: "receiver.ts",
        find: "    take(store, String(deliveryId), JSON.parse(body.toString()));\n",
        replace:
          "    if (store.taken.has(String(deliveryId))) return response.writeHead(204).end();\n    store.taken.add(String(deliveryId));\n    try { await work(); } catch { return response.writeHead(500).end(); }\n    store.taken.delete(String(deliveryId));\n    take(store, String(deliveryId), JSON.parse(body.toString()));\n",
      },
      {
        file: "application.ts",
        find: "startReceiver(store, options.webhookSecret, options.port)",
        replace: "startReceiver(store, options.webhookSecret, options.port, () => new Platform(options).balance())",
      },
    ],
  },
  {
    name: "acknowledged before it is stored, then killed",
    edits: [
      {
        file: "receiver.ts",
        find: "    take(store, String(deliveryId), JSON.parse(body.toString()));\n",
        replace: "    waiting.push(() => take(store, String(deliveryId), JSON.parse(body.toString())));\n",
      },
      {
        file: "receiver.ts",
        find: "  const server = createServer",
        replace: "  const waiting: (() => void)[] = [];\n  const server = createServer",
      },
      {
        file: "receiver.ts",
        find: "  return { server, ",
        replace: "  return { server: Object.assign(server, { waiting }), ",
      },
      {
        file: "application.ts",
        find: "  books(): Books {\n",
        replace: '  books(): Books {\n    for (const work of Reflect.get(this.#server, "waiting").splice(0)) work();\n',
      },
    ],
  },
  {
    name: "later event overtakes earlier",
    edits: [
      {
        file: "receiver.ts",
        find: '  if (event === "dispute.chargeback")',
        replace: '  if (event === "dispute.chargeback" && store.paid.has(data.chargeId))',
      },
    ],
  },
  {
    name: "pending after paid: the last event wins",
    edits: [
      {
        file: "receiver.ts",
        find: "  store.taken.add(deliveryId);",
        replace: '  if (event === "charge.pending") store.paid.delete(data.chargeId);\n  store.taken.add(deliveryId);',
      },
    ],
  },
  {
    name: "chargeback ignored",
    edits: [
      {
        file: "receiver.ts",
        find: '  if (event === "dispute.chargeback") store.chargedBack.set(data.chargeId, data.total);\n',
        replace: "",
      },
    ],
  },
  {
    name: "chargeback counted twice",
    edits: [
      { file: "receiver.ts", find: "  if (store.taken.has(deliveryId)) return;\n", replace: "" },
      {
        file: "receiver.ts",
        find: "store.chargedBack.set(data.chargeId, data.total);",
        replace: "store.chargedBack.set(data.chargeId, (store.chargedBack.get(data.chargeId) ?? 0) + data.total);",
      },
    ],
  },
  {
    name: "signature over a text of another encoding",
    edits: [{ file: "receiver.ts", find: ".update(body).digest", replace: '.update(body.toString("latin1")).digest' }],
  },
  {
    name: "429 is final",
    edits: [
      {
        file: "payouts.ts",
        find: "    else if (status === 409 || status === null",
        replace:
          '    else if (status === 429) payout.state = "failed";\n    else if (status === 409 || status === null',
      },
      {
        file: "payouts.ts",
        find: "      if (withdrawal !== undefined) payout",
        replace: '      if (withdrawal !== undefined && payout.state !== "failed") payout',
      },
    ],
  },
  {
    name: "time-out shorter than the answer, taken for a success",
    edits: [
      // Just shorter than a slow answer of the drill: an answer that is only late on a busy machine must not end the call.
      { file: "platform.ts", find: "const TIMEOUT_MS = 10_000;", replace: "const TIMEOUT_MS = 500;" },
      {
        file: "payouts.ts",
        find: 'if (status === 200) payout.state = "underWay";',
        replace: 'if (status === 200 || status === null) payout.state = "underWay";',
      },
      {
        file: "payouts.ts",
        find: "      if (withdrawal !== undefined) payout",
        replace: '      if (withdrawal !== undefined && withdrawal.status !== "CREATED") payout',
      },
    ],
  },
  {
    name: "old code after a new one",
    edits: [
      {
        file: "payouts.ts",
        find: "    const otpCode = await this.#readCode(withdrawId);\n",
        replace:
          "    const otpCode = this.#codes.get(withdrawId) ?? (await this.#readCode(withdrawId));\n    if (otpCode !== null) this.#codes.set(withdrawId, otpCode);\n",
      },
      {
        file: "payouts.ts",
        find: "  #queue: Promise<void>",
        replace: "  readonly #codes = new Map<string, string>();\n  #queue: Promise<void>",
      },
    ],
  },
  {
    name: "fee forgotten",
    edits: [{ file: "store.ts", find: ".map(({ value }) => value)", replace: ".map(({ value, fee }) => value - fee)" }],
  },
  {
    name: "reais and cents: an amount goes through a fraction",
    edits: [
      {
        file: "payouts.ts",
        find: "const body = { value: payout.cents };",
        replace: "const body = { value: Math.trunc((payout.cents / 100) * 100) };",
      },
    ],
  },
  {
    name: "automatic withdrawal unknown to the books",
    edits: [
      {
        file: "application.ts",
        find: 'const confirmed = withdrawals.filter(({ status }) => status === "CONFIRMED");',
        replace:
          'const own = new Set(payouts.map(({ withdrawId }) => withdrawId));\n    const confirmed = withdrawals.filter(({ status, withdrawId }) => status === "CONFIRMED" && own.has(withdrawId));',
      },
    ],
  },
  {
    name: "deactivated webhook unnoticed",
    edits: [
      {
        file: "application.ts",
        find: "available: balance.balance,",
        replace: "available: explained - balance.reservedBalance,",
      },
      {
        file: "application.ts",
        find: "unexplained: balance.balance + balance.reservedBalance - explained,",
        replace: "unexplained: 0,",
      },
    ],
  },
  {
    name: "one page of the history is read",
    edits: [
      {
        file: "payouts.ts",
        find: "await this.#platform.withdrawals();",
        replace: "(await this.#platform.withdrawals()).slice(0, 20);",
      },
    ],
  },
  {
    name: "a separator of thousands ends the number",
    edits: [
      {
        file: "receiver.ts",
        find: "store.paid.set(data.chargeId, data.total);",
        replace:
          'store.paid.set(data.chargeId, Math.round(Number.parseFloat((data.total / 100).toLocaleString("pt-BR").replace(",", ".")) * 100));',
      },
    ],
  },
  {
    name: "duplicates removed by event and time, so that a second payment of the moment is lost",
    edits: [
      {
        file: "receiver.ts",
        find: "  readonly event: string;\n",
        replace: "  readonly event: string;\n  readonly timestamp: string;\n",
      },
      {
        file: "receiver.ts",
        find: "{ event, data }: Notification",
        replace: "{ event, data, timestamp }: Notification",
      },
      {
        file: "receiver.ts",
        find: "  if (store.taken.has(deliveryId)) return;",
        replace: "  if (store.taken.has(event + timestamp)) return;",
      },
      { file: "receiver.ts", find: "  store.taken.add(deliveryId);", replace: "  store.taken.add(event + timestamp);" },
    ],
  },
];
