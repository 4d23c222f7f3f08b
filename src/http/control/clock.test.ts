import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { hours, startAt } from "../../engine/testing/hand-clock.ts";
import { acknowledged, ScriptedCourier } from "../../engine/testing/scripted-courier.ts";
import { onStage } from "../../engine/testing/stage.ts";
import { unwatchedMemory } from "../../engine/world/memory.ts";
import { Session } from "../request/session.ts";
import { isoInstant } from "../view/instant-text.ts";
import { clockHandlers } from "./clock.ts";

// When an advance does not settle: src/engine/advance.waves.test.ts.
test("an advance that does not settle says where the clock stands", async () => {
  let isCalling = true;
  const courier = new ScriptedCourier(async () => {
    if (isCalling) await actor.charge(1, { paid: true });
    return acknowledged;
  });
  const { actor } = await onStage({ courier });
  await actor.webhook("https://hooks.acme.dev/saldo", ["charge.expired", "charge.paid"]);
  await actor.charge(100, { expiresIn: "PT1H" });
  const { advanceClock } = clockHandlers({ maxEvents: 1_000_000, memory: unwatchedMemory });
  const session = new Session(actor.world, actor.companyId, false, () => undefined);
  const call = Object({ body: { by: "P1D" } });
  const view = await advanceClock.answer(call, session, new PassThrough());
  isCalling = false;
  const at = isoInstant(startAt + hours);
  expect(view).toMatchObject({ type: "agenda-does-not-settle", at, message: expect.stringContaining(at) });
});
