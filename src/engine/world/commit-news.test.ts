import { describe, expect, test } from "vitest";
import { writtenMessage } from "../../domain/message.ts";
import type { Mail } from "../../outbound/mail.ts";
import { advance } from "../advance.ts";
import { replay } from "../history/replay.ts";
import { reset, rewind } from "../rewind.ts";
import { Actor } from "../testing/actor.ts";
import { FailingStore, type WriteFailure } from "../testing/failing-store.ts";
import { SlowStore } from "../testing/slow-store.ts";
import { enter, onStage, openStage, type StageOptions, stageEntry } from "../testing/stage.ts";
import { Departures, quiet } from "../testing/waiting.ts";
import { Unavailable } from "../unavailable.ts";
import { LiveWorld } from "./live-world.ts";

/** What left, in the order in which it was handed over. */
class MailBag {
  readonly mails: Mail[] = [];

  readonly send = (mail: Mail): void => {
    this.mails.push(mail);
  };
}

async function mailing(options: StageOptions = {}) {
  const mailer = new MailBag();
  const stage = await openStage({ ...options, mailer });
  return { mailer, stage, actor: await enter(stage) };
}

/** The mailbox as its owner reads it. */
function inbox(actor: Actor) {
  return actor.see(({ inbox }, { seed }) => {
    return inbox.map(({ messageId, withdrawId, ...message }) => {
      const { to, subject, text } = writtenMessage(seed, { messageId, withdrawId, ...message });
      return { worldId: "w", withdrawId, messageId, to, subject, text };
    });
  });
}

async function resent(actor: Actor, withdrawId: string): Promise<void> {
  await advance(actor.world, { by: "PT10M" });
  const outcome = await actor.run({ type: "resend-otp", companyId: actor.companyId, withdrawId });
  expect(outcome.type).toBe("code-resent");
}

test("every code is mailed once, as it is in the mailbox: at initiation, and when it is sent again", async () => {
  const { mailer, actor } = await mailing();
  const withdrawId = await actor.initiated();
  expect(mailer.mails).toHaveLength(1);
  await resent(actor, withdrawId);
  expect(mailer.mails).toHaveLength(2);
  expect(mailer.mails).toEqual(await inbox(actor));
  expect(mailer.mails[0]).toMatchObject({ to: "ana@acme.example.com", withdrawId });
  expect(mailer.mails[0]?.text).not.toBe(mailer.mails[1]?.text);
});

test("what brings no code brings no mail: what is refused, a wrong code, the end of a withdrawal", async () => {
  const { mailer, actor } = await mailing();
  const withdrawId = await actor.initiated();
  const { companyId } = actor;
  await actor.initiate();
  await actor.run({ type: "resend-otp", companyId, withdrawId });
  await actor.run({ type: "confirm-withdrawal", companyId, withdrawId, otpCode: "" });
  await actor.confirm(withdrawId);
  await advance(actor.world, { by: "P1D" });
  expect(mailer.mails).toHaveLength(1);
});

describe("a mail leaves", () => {
  test("when its code is durable, and not before", async () => {
    const store = new SlowStore();
    const { mailer, actor } = await mailing({ store });
    store.pause();
    const initiated = actor.initiate();
    await store.someoneWaits();
    await quiet();
    expect(mailer.mails).toEqual([]);
    store.release();
    await initiated;
    expect(mailer.mails).toHaveLength(1);
  });

  test.each<WriteFailure>(["nothing kept", "first commit kept", "all kept"])(
    "never when the store failed: %s",
    async (failure) => {
      const slow = new SlowStore();
      const store = new FailingStore(slow);
      const { mailer, actor } = await mailing({ store });
      slow.pause();
      const left = new Departures();
      left.watch("charge", actor.charge(100));
      await slow.someoneWaits();
      store.failAppend(1, failure);
      left.watch("initiate", actor.initiate());
      slow.release();
      await expect(actor.available()).rejects.toThrow(Unavailable);
      store.repair();
      await actor.available();
      expect(left.left).toEqual(["charge: charge-created", "initiate failed: Unavailable"]);
      expect(mailer.mails).toEqual([]);
    },
  );
});

describe("no mail leaves", () => {
  test("of what happened before a fixture's start", async () => {
    const mailer = new MailBag();
    const { actor } = await onStage(
      { mailer },
      { company: { withdrawals: [{ value: 10_000, initiatedAgo: "PT1M", status: "CREATED" }] } },
    );
    expect(await inbox(actor)).toHaveLength(1);
    expect(mailer.mails).toEqual([]);
  });

  test("when a world is read from its store, in another process as it were", async () => {
    const { mailer, stage, actor } = await mailing();
    const withdrawId = await actor.initiated();
    const again = new Actor(
      new LiveWorld(stageEntry, await replay(stage.store, "w"), stage.dependencies),
      actor.companyId,
    );
    expect(await inbox(again)).toHaveLength(1);
    expect(mailer.mails).toHaveLength(1);
    await resent(again, withdrawId);
    expect(mailer.mails).toHaveLength(2);
  });

  test("when a world goes back to where a code was just sent, or to its beginning", async () => {
    const { mailer, actor } = await mailing();
    const position = await actor.position();
    await actor.initiated();
    const sent = await actor.position();
    await rewind(actor.world, { position });
    await rewind(actor.world, { position: sent });
    expect(await inbox(actor)).toHaveLength(1);
    await reset(actor.world);
    expect(await inbox(actor)).toEqual([]);
    expect(mailer.mails).toHaveLength(1);
    await actor.initiated();
    expect(mailer.mails).toHaveLength(2);
  });
});
