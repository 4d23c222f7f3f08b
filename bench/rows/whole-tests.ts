import { once } from "node:events";
import { createServer } from "node:http";
import { SaldoClient } from "../../src/client/saldo-client.ts";
import { startSandbox, type TestSandboxOptions } from "../../src/testing/start-sandbox.ts";
import { type Row, rowOf, type Scale } from "../row.ts";
import { takeTurns } from "../take-turns.ts";

const tests = 1_000;
const host = "hooks.acme.dev";

/** Tests as applications have them, one after the other in the process of the sandbox: each has a world of its own. */
export async function wholeTests({ rounds, share }: Scale): Promise<readonly Row[]> {
  const count = Math.round(tests * share);
  const contender = (name: string, options: TestSandboxOptions) => ({
    name,
    measure: async () => {
      await using saldo = await startSandbox(options);
      const begun = performance.now();
      for (let i = 0; i < count; i += 1) await wholeTest(saldo, options);
      const seconds = (performance.now() - begun) / 1_000;
      return { values: { perSecond: { amount: count, per: seconds } }, failed: 0 };
    },
  });
  const receiver = createServer((request, response) => {
    request.resume().once("end", () => response.writeHead(204).end());
  });
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const origin = `http://127.0.0.1:${Reflect.get(Object(receiver.address()), "port")}`;
  try {
    const measured = await takeTurns(
      [
        contender("over sockets", { routes: { [host]: origin } }),
        contender("without sockets", { listen: false, deliverTo: () => new Response(null, { status: 204 }) }),
      ],
      Math.min(rounds, 7),
    );
    const figures = measured.figures("perSecond", "over sockets");
    return [
      rowOf({
        title: "whole tests, each with a world of its own",
        unit: "/s",
        better: "more",
        figures,
        targets: [
          measured.target("perSecond", "over sockets", { atLeast: 250 }, null),
          measured.target("perSecond", "without sockets", { atLeast: 400 }, null),
        ],
        remarks: ["a world, a webhook, a charge, a payout with its code, thirty days, deliveries, the balance"],
      }),
    ];
  } finally {
    receiver.close();
  }
}

/** Calls as an application does it: over sockets where there is a port. Throws if anything is not answered as it is due. */
async function wholeTest(saldo: SaldoClient, { listen = true }: TestSandboxOptions): Promise<void> {
  await using world = await saldo.world();
  const { api } = listen ? new SaldoClient({ url: saldo.url, apiKey: world.apiKey }) : world;
  const events = ["charge.paid" as const, "withdraw.completed" as const];
  await api.POST("/webhook", { body: { url: `https://${host}/`, name: "Bench", events } });
  await world.charges.create({ total: 10_000, paid: true });
  const { data } = await api.POST("/account-balance/withdraw", { body: { value: 50_000 } });
  const withdrawId = data?.data.withdrawId ?? "";
  const otpCode = await world.inbox.latestCode(withdrawId);
  await api.POST("/account-balance/withdraw/confirm", { body: { withdrawId, otpCode } });
  await world.clock.advance({ by: "P30D" });
  const deliveries = await world.webhooks.deliveries({ state: "DELIVERED" });
  const { data: balance } = await api.GET("/account-balance");
  if (deliveries.length !== 2 || balance === undefined) throw new Error(`a test had ${deliveries.length} deliveries`);
}
