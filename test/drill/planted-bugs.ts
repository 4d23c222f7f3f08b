import { bug, editsOf, type PlantedBug } from "./planted-bug.ts";

const inPayouts = editsOf("payouts.ts");
const inReceiver = editsOf("receiver.ts");
const inApplication = editsOf("application.ts");
const allTaken = inReceiver("  if (store.taken.has(deliveryId)) return;\n", "");

function historyOnlyIf(condition: string) {
  const line = (more: string) => `      if (withdrawal !== undefined${more}) payout`;
  return inPayouts(line(""), line(` && ${condition}`));
}

function addingUp(name: "paid" | "chargedBack") {
  const line = (before: string) => `store.${name}.set(data.chargeId, ${before}data.total);`;
  return inReceiver(line(""), line(`(store.${name}.get(data.chargeId) ?? 0) + `));
}

export const feeForgotten = bug(
  "fee forgotten",
  editsOf("store.ts")(".map(({ value }) => value)", ".map(({ value, fee }) => value - fee)"),
);

/** The bugs that the drill must find. docs/drill.md says where people have met them. */
export const plantedBugs: readonly PlantedBug[] = [
  bug("lost initiation taken for failed", inPayouts("    if (status === null || status >= 500) return;\n", "")),
  bug(
    "asked again without looking",
    inPayouts("    if (payout.isAsked && (await this.#findOpen(payout))) return;\n", ""),
  ),
  bug(
    "409 of a stranger's withdrawal adopted",
    inPayouts("status === 201 &&", "(status === 201 || status === 409) &&"),
  ),
  bug(
    "lost confirmation taken for failed",
    inPayouts(
      "    else if (status === 409 || status === null || status >= 500) await this.#readHistory();",
      '    else if (status === null || status >= 500) payout.state = "failed";',
    ),
    historyOnlyIf('payout.state !== "failed"'),
  ),
  bug(
    "APPROVED taken for paid",
    inPayouts('  APPROVED: "underWay",', '  APPROVED: "paid",'),
    inPayouts('if (status === 200) payout.state = "underWay";', 'if (status === 200) payout.state = "paid";'),
    historyOnlyIf('payout.state !== "paid"'),
  ),
  bug("FAILED after APPROVED not handled", inPayouts('  FAILED: "failed",', '  FAILED: "underWay",')),
  bug(
    "webhooks only",
    inPayouts(
      "payout.state = STATES[withdrawal.status];",
      'if (payout.state === "waiting") payout.state = STATES[withdrawal.status];',
    ),
    inReceiver(
      "  store.taken.add(deliveryId);",
      '  for (const payout of store.payouts) if (event === "withdraw.completed" && payout.withdrawId === Object(data).withdrawId) payout.state = "paid";\n  store.taken.add(deliveryId);',
    ),
  ),
  bug("polling only, which misses charges", inReceiver('event === "charge.paid"', "false")),
  bug("no removal of duplicates", allTaken, addingUp("paid")),
  bug(
    "duplicates removed by charge, so that a second event is lost",
    inReceiver("  if (store.taken.has(deliveryId)) return;", "  if (store.taken.has(data.chargeId)) return;"),
    inReceiver("  store.taken.add(deliveryId);", "  store.taken.add(data.chargeId);"),
  ),
  bug(
    "noted as taken before the work is stored",
    inReceiver("  port = 0,\n", "  port: number | undefined,\n  work: () => Promise<unknown>,\n"),
    inReceiver(
      "    take(store, String(deliveryId), JSON.parse(body.toString()));\n",
      "    if (store.taken.has(String(deliveryId))) return response.writeHead(204).end();\n    store.taken.add(String(deliveryId));\n    try { await work(); } catch { return response.writeHead(500).end(); }\n    store.taken.delete(String(deliveryId));\n    take(store, String(deliveryId), JSON.parse(body.toString()));\n",
    ),
    inApplication(
      "startReceiver(store, options.webhookSecret, options.port)",
      "startReceiver(store, options.webhookSecret, options.port, () => new Platform(options).balance())",
    ),
  ),
  bug(
    "acknowledged before it is stored, then killed",
    inReceiver(
      "    take(store, String(deliveryId), JSON.parse(body.toString()));\n",
      "    waiting.push(() => take(store, String(deliveryId), JSON.parse(body.toString())));\n",
    ),
    inReceiver("  const server = createServer", "  const waiting: (() => void)[] = [];\n  const server = createServer"),
    inReceiver("  return { server, ", "  return { server: Object.assign(server, { waiting }), "),
    inApplication(
      "  books(): Books {\n",
      '  books(): Books {\n    for (const work of Reflect.get(this.#server, "waiting").splice(0)) work();\n',
    ),
  ),
  bug(
    "later event overtakes earlier",
    inReceiver('"dispute.chargeback")', '"dispute.chargeback" && store.paid.has(data.chargeId))'),
  ),
  bug(
    "pending after paid: the last event wins",
    inReceiver(
      "  store.taken.add(deliveryId);",
      '  if (event === "charge.pending") store.paid.delete(data.chargeId);\n  store.taken.add(deliveryId);',
    ),
  ),
  bug("chargeback ignored", inReceiver('event === "dispute.chargeback"', "false")),
  bug("chargeback counted twice", allTaken, addingUp("chargedBack")),
  bug("signature over a text of another encoding", inReceiver("update(body)", 'update(body.toString("latin1"))')),
  bug(
    "429 is final",
    inPayouts(
      "    else if (status === 409 || status === null",
      '    else if (status === 429) payout.state = "failed";\n    else if (status === 409 || status === null',
    ),
    historyOnlyIf('payout.state !== "failed"'),
  ),
  bug(
    "time-out shorter than the answer, taken for a success",
    // Just shorter than a slow answer of the drill: an answer that is only late on a busy machine must not end the call.
    editsOf("platform.ts")("const TIMEOUT_MS = 10_000;", "const TIMEOUT_MS = 500;"),
    inPayouts(
      'if (status === 200) payout.state = "underWay";',
      'if (status === 200 || status === null) payout.state = "underWay";',
    ),
    historyOnlyIf('withdrawal.status !== "CREATED"'),
  ),
  bug(
    "old code after a new one",
    inPayouts(
      "    const otpCode = await this.#readCode(withdrawId);\n",
      "    const otpCode = this.#codes.get(withdrawId) ?? (await this.#readCode(withdrawId));\n    if (otpCode !== null) this.#codes.set(withdrawId, otpCode);\n",
    ),
    inPayouts("  #queue: Promise<void>", "  readonly #codes = new Map<string, string>();\n  #queue: Promise<void>"),
  ),
  feeForgotten,
  bug(
    "reais and cents: an amount goes through a fraction",
    inPayouts("{ value: payout.cents }", "{ value: Math.trunc((payout.cents / 100) * 100) }"),
  ),
  bug(
    "automatic withdrawal unknown to the books",
    inApplication(
      'const confirmed = withdrawals.filter(({ status }) => status === "CONFIRMED");',
      'const own = new Set(payouts.map(({ withdrawId }) => withdrawId));\n    const confirmed = withdrawals.filter(({ status, withdrawId }) => status === "CONFIRMED" && own.has(withdrawId));',
    ),
  ),
  bug(
    "deactivated webhook unnoticed",
    inApplication("available: balance.balance,", "available: explained - balance.reservedBalance,"),
    inApplication("unexplained: balance.balance + balance.reservedBalance - explained,", "unexplained: 0,"),
  ),
  bug(
    "one page of the history is read",
    inPayouts("await this.#platform.withdrawals();", "(await this.#platform.withdrawals()).slice(0, 20);"),
  ),
  bug(
    "a separator of thousands ends the number",
    inReceiver(
      "store.paid.set(data.chargeId, data.total);",
      'store.paid.set(data.chargeId, Math.round(Number.parseFloat((data.total / 100).toLocaleString("pt-BR").replace(",", ".")) * 100));',
    ),
  ),
  bug(
    "duplicates removed by event and time, so that a second payment of the moment is lost",
    inReceiver("  readonly event: string;\n", "  readonly event: string;\n  readonly timestamp: string;\n"),
    inReceiver("{ event, data }: Notification", "{ event, data, timestamp }: Notification"),
    inReceiver("  if (store.taken.has(deliveryId)) return;", "  if (store.taken.has(event + timestamp)) return;"),
    inReceiver("  store.taken.add(deliveryId);", "  store.taken.add(event + timestamp);"),
  ),
];
