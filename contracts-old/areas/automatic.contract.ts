import { contract } from "../run/contract.ts";
import { must } from "../run/verdict-error.ts";
import { automaticDays } from "./automatic-days.ts";

contract("automatic.pays-out-daily", async (run) => {
  const { before, days } = await automaticDays(run);
  const isKept = before.availableAfter === before.availableBefore;
  must(isKept, `without it nothing must go out: ${before.availableBefore} cents became ${before.availableAfter}`);
  for (const { paidOutCents, availableAfter } of days) {
    must(
      availableAfter === 0,
      `${paidOutCents} cents should have gone out, and ${availableAfter} are available a day later`,
    );
  }
});
