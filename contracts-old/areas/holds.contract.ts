import { contract } from "../run/contract.ts";
import { must } from "../run/verdict-error.ts";
import { pendingHolds } from "./pending-hold.ts";
import { sumOf } from "./read-balance.ts";
import { lists, releasedHold } from "./released-hold.ts";

contract("holds.charge-id", async (run) => {
  const { listed, known } = await pendingHolds(run);
  for (const { chargeId } of listed) {
    must(
      typeof chargeId === "string" && chargeId !== "",
      `a hold must name its charge, and has ${chargeId} as chargeId`,
    );
  }
  const isRight = known === undefined || known.hold.chargeId === known.is.chargeId;
  must(isRight, `the hold is of the charge ${known?.is.chargeId}, and names ${known?.hold.chargeId}`);
});

contract("holds.amount", async (run) => {
  const { listed, known } = await pendingHolds(run);
  for (const { amountCents } of listed) {
    const isAmount = typeof amountCents === "number" && Number.isInteger(amountCents);
    must(isAmount, `a hold must show its amount as whole cents, and has ${amountCents} as amountCents`);
  }
  const isRight = known === undefined || known.hold.amountCents === known.is.amountCents;
  must(isRight, `${known?.is.amountCents} cents are held, and the hold says ${known?.hold.amountCents}`);
});

contract("holds.release-at", async (run) => {
  const { listed, known } = await pendingHolds(run);
  for (const { releaseAt } of listed) {
    const isInstant = isoInUtc.test(String(releaseAt)) && !Number.isNaN(Date.parse(String(releaseAt)));
    must(isInstant, `a hold must show its end as an ISO 8601 instant in UTC, and has ${releaseAt} as releaseAt`);
  }
  const isRight = known === undefined || Date.parse(String(known.hold.releaseAt)) === known.is.releaseAt;
  const expected = known && new Date(known.is.releaseAt).toISOString();
  must(isRight, `the hold ends at ${expected}, and says ${known?.hold.releaseAt}`);
});

contract("holds.status", async (run) => {
  const { listed } = await pendingHolds(run);
  for (const { status } of listed) must(status === "HELD", `a pending hold must be HELD, and has the status ${status}`);
});

contract("holds.release-leaves-list", async (run) => {
  const { chargeId, before, after } = await releasedHold(run);
  must(lists(before, chargeId), `the hold of ${chargeId} must be listed until it is released`);
  must(!lists(after, chargeId), `the hold of ${chargeId} is released and must no longer be listed`);
});

contract("holds.release-raises-balance", async (run) => {
  const { amountCents, before, after, isAlone } = await releasedHold(run);
  const gained = after.available - before.available;
  const isRight = gained === amountCents || (!isAlone && gained > amountCents);
  must(
    isRight,
    `a hold of ${amountCents} cents was released, and the balance went from ${before.available} to ${after.available}`,
  );
});

contract("holds.release-lowers-reserve", async (run) => {
  const { chargeId, amountCents, before, after } = await releasedHold(run);
  const others = ({ holds }: typeof before) => sumOf(holds.filter((hold) => hold.chargeId !== chargeId));
  // Of a real account, other payments may have come to be held meanwhile, or others been released.
  const expected = before.reserved - amountCents + others(after) - others(before);
  must(
    after.reserved === expected,
    `of ${before.reserved} cents ${amountCents} were released, and ${after.reserved} are reserved`,
  );
});

const isoInUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d([.,]\d+)?)?(Z|[+-]00:?00)$/;
