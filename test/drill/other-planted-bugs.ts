import type { Language } from "./other-apps.ts";
import { bug, editsOf, type PlantedBug } from "./planted-bug.ts";

type Change = readonly [find: string, replace: string];

function planting(file: string) {
  return (name: string, ...changes: readonly Change[]) =>
    bug(name, ...changes.map((change) => editsOf(file)(...change)));
}

const python = planting("payouts.py");
const php = planting("payouts.php");

function historyOnlyIf(condition: string): Change {
  const line = "            if withdrawal is not None";
  return [`${line}:`, `${line} and ${condition}:`];
}

/** Bugs as people have written them in other languages. */
export const otherPlantedBugs: Readonly<Record<Language, readonly PlantedBug[]>> = {
  python: [
    python("lost initiation taken for failed", ["    if status is None or status >= 500:\n        return\n", ""]),
    python("asked again without looking", ['    if payout["isAsked"] and find_open(payout):\n        return\n', ""]),
    python("409 of a stranger's withdrawal adopted", [
      "    if status == 201:",
      '    if status in (201, 409) and "withdrawId" in (data or {}):',
    ]),
    python(
      "lost confirmation taken for failed",
      [
        "        elif status is None or status == 409 or status >= 500:\n            read_history()",
        '        elif status is None or status >= 500:\n            change(payout, state="failed")',
      ],
      historyOnlyIf('payout["state"] != "failed"'),
    ),
    python(
      "APPROVED taken for paid",
      ['    "APPROVED": "underWay",', '    "APPROVED": "paid",'],
      historyOnlyIf('payout["state"] != "paid"'),
    ),
    python("FAILED after APPROVED not handled", ['    "FAILED": "failed",', '    "FAILED": "underWay",']),
    python(
      "what was taken is in memory only, so that a killed process counts twice",
      ['        if delivery_id in books["taken"]:', "        if delivery_id in TAKEN:"],
      ['        books["taken"].append(delivery_id)', "        TAKEN.add(delivery_id)"],
      ["store = Store()\n", "store = Store()\nTAKEN = set()\n"],
      [
        "        store.data = json.loads(json.dumps(EMPTY))\n        store.data.update",
        "        TAKEN.clear()\n        store.data = json.loads(json.dumps(EMPTY))\n        store.data.update",
      ],
      [
        '            books["paid"][data["chargeId"]] = data["total"]\n',
        '            books["paid"][data["chargeId"]] = books["paid"].get(data["chargeId"], 0) + data["total"]\n',
      ],
    ),
    python("acknowledged before it is stored, then killed", [
      '        take(self.headers["X-Webhook-Delivery"], told["event"], told["data"])\n        self.answer(200, {})',
      '        self.answer(200, {})\n        self.wfile.flush()\n        threading.Timer(0.05, take, (self.headers["X-Webhook-Delivery"], told["event"], told["data"])).start()',
    ]),
    python("signature over the parsed body", [
      "    expected = ",
      '    body = json.dumps(json.loads(body), separators=(",", ":")).encode()\n    expected = ',
    ]),
    python(
      "429 is final",
      [
        "        elif status is None or status == 409 or status >= 500:\n            read_history()",
        '        elif status == 429:\n            change(payout, state="failed")',
      ],
      historyOnlyIf('payout["state"] != "failed"'),
    ),
    python("reais and cents: an amount goes through a float", [
      'payout["cents"]}',
      'int(payout["cents"] / 100 * 100)}',
    ]),
    python("fee forgotten", ['return sum(one["value"] for', 'return sum(one["value"] - one["fee"] for']),
  ],
  php: [
    php("lost initiation taken for failed", ["    if ($status === null || $status >= 500) return;\n", ""]),
    php("asked again without looking", ["    if ($payout['isAsked'] && findOpen($payout)) return;\n", ""]),
    php(
      "no removal of duplicates",
      ["        if (in_array($deliveryId, $data['taken'], true)) return;\n", ""],
      [
        "$data['paid'][$told['chargeId']] = $told['total'];",
        "$data['paid'][$told['chargeId']] = ($data['paid'][$told['chargeId']] ?? 0) + $told['total'];",
      ],
    ),
    php(
      "removal by charge, so that a second event is lost",
      ["in_array($deliveryId, $data['taken'], true)", "in_array($told['chargeId'] ?? '', $data['taken'], true)"],
      ["$data['taken'][] = $deliveryId;", "$data['taken'][] = $told['chargeId'] ?? '';"],
    ),
    php("later event overtakes earlier", [
      "'dispute.chargeback')",
      "'dispute.chargeback' && isset($data['paid'][$told['chargeId']]))",
    ]),
    php("chargeback ignored", ["$event === 'dispute.chargeback'", "false"]),
    php("pending after paid: the last event wins", [
      "        $data['taken'][] = $deliveryId;",
      "        if ($event === 'charge.pending') unset($data['paid'][$told['chargeId']]);\n        $data['taken'][] = $deliveryId;",
    ]),
    php("signature over the parsed body", [
      "    return hash_equals(",
      "    $body = json_encode(json_decode($body));\n    return hash_equals(",
    ]),
    php("automatic withdrawal unknown to the books", [
      "array_sum(array_column($with('CONFIRMED'), 'value'))",
      "array_sum(array_map(fn ($one) => in_array($one['withdrawId'], array_column($payouts, 'withdrawId'), true) ? $one['value'] : 0, $with('CONFIRMED')))",
    ]),
    php(
      "deactivated webhook unnoticed",
      ["'available' => $balance['balance'],", "'available' => $explained - $balance['reservedBalance'],"],
      ["$balance['balance'] + $balance['reservedBalance'] - $explained,", "0,"],
    ),
    php(
      "time-out shorter than the answer, taken for a success",
      ["'timeout' => 10", "'timeout' => str_ends_with($path, 'confirm') ? 0.03 : 10"],
      ["        if ($status === 200) changePayout", "        if ($status === 200 || $status === null) changePayout"],
      [
        "            if ($withdrawal !== null)",
        "            if ($withdrawal !== null && $withdrawal['status'] !== 'CREATED')",
      ],
    ),
    php("old code after a new one", [
      "        [$status, $data] = call('POST', '/account-balance/withdraw/confirm', [...$named, 'otpCode' => $order['code']]);",
      "        $order['code'] = Store::change(fn (array &$data) => $data['codes'][$payout['withdrawId']] ??= $order['code']);\n        [$status, $data] = call('POST', '/account-balance/withdraw/confirm', [...$named, 'otpCode' => $order['code']]);",
    ]),
  ],
};
