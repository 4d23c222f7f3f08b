import { expect, inject, test } from "vitest";
import { type Receiver, startReceiver } from "../../src/outbound/testing/receiver.ts";
import { Owners } from "./owners.ts";
import { Replicas } from "./replicas.ts";

const idsOf = ({ requests }: Receiver) => requests.map(({ headers }) => String(headers["x-webhook-delivery"]));

test.each(["SIGKILL", "SIGTERM"] as const)(
  "what a process was doing when it got a %s is done by another one, though no request asks for the world",
  async (signal) => {
    await using stack = new AsyncDisposableStack();
    const receiver = stack.use(await startReceiver("silent"));
    const replicas = stack.use(await Replicas.start(inject("databaseUrl")));
    const { account } = replicas.at(0);
    await account.webhook(["charge.pending"], receiver.url);
    await account.charge({ total: 100 });
    await receiver.reached(1);
    const { owner, others } = await new Owners(inject("databaseUrl"), replicas).of("default");
    receiver.behave("ok");
    await replicas.remove(owner, signal);
    await receiver.reached(2);
    const [first, second] = idsOf(receiver);
    expect(second).toBe(first);
    for (const other of others) {
      await other.account.quiet();
      expect((await other.account.events("AttemptRecorded")).length).toBe(1);
    }
  },
);
