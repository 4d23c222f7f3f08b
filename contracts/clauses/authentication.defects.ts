import { type Defect, planted } from "../defects/defect.ts";
import { responding } from "../defects/interface-change.ts";

/** Operations without a key, answers in another form, and paths that lead nowhere. */
export const authenticationDefects: readonly Defect[] = [
  keyless("balance-without-key", "getBalance", "authentication.balance"),
  {
    id: "initiation-without-key",
    breaks: ["authentication.withdrawals"],
    ...responding(`if (operationId === "initiateWithdrawal" && outcome === "unauthorized" && /Send the/.test(body.message))
      [status, body] = [201, { status: 201, message: "", data: { withdrawId: "wdr_of_nobody" } }];`),
  },
  keyless("history-without-key", "listWithdrawals", "authentication.history"),
  keyless("webhook-without-key", "createWebhook", "authentication.webhooks"),
  ...planted("src/http/security/authentication.ts", "this.#worlds.find(digestOf(key))", {
    "key-longer-than-keys-are breaks authentication.wrong-key": "this.#worlds.find(digestOf(key.slice(0, 43)))",
  }),
  ...planted("src/http/reply/reply.ts", "return reply.code(status)", {
    "wrong-key-is-no-client-error breaks authentication.wrong-key": {
      replace: 'return reply.code(request.outcome === "unauthorized" ? 501 : status)',
      also: ["authentication.balance", "authentication.history", "authentication.webhooks"],
      because: "A missing key gets the same response as a wrong one.",
    },
  }),
  ...planted("src/http/reply/reply.ts", "send(stream ?? body ?? undefined)", {
    "cancellation-answers-plain-text breaks answers.json":
      'send(request.outcome === "cancelled" ? "OK" : (stream ?? body ?? undefined))',
  }),
  ...planted("src/http/server/bind.ts", "for (const route of routes) scope.route(route);", {
    "initiation-not-below-v1 breaks versioning.initiation-below-v1": `const isElsewhere = ({ url }: RouteOptions) => scope.prefix === "/v1" && url === "/account-balance/withdraw";
    for (const route of routes) if (!isElsewhere(route)) scope.route(route);`,
  }),
];

/** Without a key, the last caller of the same is taken to have come again. */
function keyless(id: string, operationId: string, clause: string): Defect {
  return {
    id,
    breaks: [clause],
    file: "src/http/server/request-life.ts",
    find: "return goOnWith(authentication.company(request.headers), (session) => {",
    replace: `const known: { last?: ReturnType<typeof authentication.company> } = Object(this);
    const isForgotten = this.#operation.operationId === "${operationId}" && request.headers["x-api-key"] === undefined;
    const found = (isForgotten && known.last) || authentication.company(request.headers);
    known.last = found;
    return goOnWith(found, (session) => {`,
  };
}
