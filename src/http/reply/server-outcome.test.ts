import { expect, it } from "vitest";
import { ClockBusy, unwritten } from "../../engine/unavailable.ts";
import { OutcomeUnknown, WriteFailed } from "../../store/world-store.ts";
import { viewOfError } from "./server-outcome.ts";

it("says that a request may have been done, if its store cannot say whether it was", () => {
  const unknown = unwritten(new OutcomeUnknown("no answer to the COMMIT"));
  expect(viewOfError(unknown).type).toBe("outcome-unknown");
  expect(viewOfError(unknown, undefined, true).type).toBe("unavailable");
  expect(viewOfError(unwritten(new WriteFailed("the disk is full"))).type).toBe("unavailable");
});

it("says that the clock is busy, which is over soon", () => {
  const message = "an advance is under way";
  expect(viewOfError(new ClockBusy(message))).toMatchObject({ type: "clock-busy", message });
});
