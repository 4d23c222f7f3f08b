import { expect, test, vi } from "vitest";
import { startReceiver } from "../../src/outbound/testing/receiver.ts";
import { UnusableApplication } from "../unusable.ts";
import { done } from "./doing.ts";

test("what does not end within 30 s ends the drill, because one world would take hours", async () => {
  await using silent = await startReceiver("silent");
  const { url } = silent;
  const soon = AbortSignal.timeout(20);
  using patience = vi.spyOn(AbortSignal, "timeout").mockReturnValue(soon);
  const asked = [done({ method: "GET", url }, {}), done({ command: "sleep 60" }, {})];
  const errors = (await Promise.allSettled(asked)).map((ended) => Object(ended).reason);
  expect(patience).toHaveBeenCalledWith(30_000);
  const error = (what: string) =>
    new UnusableApplication(
      `${what} did not end within 30 s. Time of the world passes only between steps, so let no answer wait for it.`,
    );
  expect(errors).toEqual([error(`GET ${url}`), error('the command "sleep 60"')]);
});
