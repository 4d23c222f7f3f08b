import fc from "fast-check";
import { bookmarkNames, type Journey, type Step, type Which, type Wish } from "./history-step.ts";

const newest: Which = { back: 0, isForeign: false };
const paid: Wish = { do: "create-charge", total: 20_050, expiresInMs: null, paid: true };

/** What seldom comes about by chance, though it should: stories of several steps. */
export const story: fc.Arbitrary<Step[]> = fc.oneof(
  // Somebody guesses a code, and asks for another one when it has expired.
  fc.nat(6).map((guesses) => [
    asked({ do: "initiate", value: 5_000 }),
    asked(...Array.from({ length: guesses }, () => ({ do: "confirm", which: newest, isRight: false }) as const)),
    // After so many wrong ones the right one is refused, too.
    asked({ do: "confirm", which: newest, isRight: guesses >= 5 }),
    gone({ do: "advance", ms: 300_000 }),
    asked({ do: "resend", which: newest }),
    asked({ do: "confirm", which: newest, isRight: false }),
  ]),
  // A place is marked, so much happens that what lies around it is forgotten, and somebody goes back there.
  fc
    .record({ name: fc.constantFrom(...bookmarkNames), rounds: fc.integer({ min: 1, max: 4 }), restart: fc.boolean() })
    .map(({ name, rounds, restart }) => [
      asked({ do: "set-bookmark", name }),
      ...Array.from({ length: rounds }, () => asked(paid, paid, paid, paid, paid, paid)),
      ...(restart ? [{ step: "restart", power: null } as const] : []),
      gone({ do: "rewind", to: { by: "bookmark", name }, deliveries: "resume" }),
    ]),
  // After a reset somebody goes back to where the world was before it.
  fc
    .nat(12)
    .map((back) => [
      asked(paid),
      gone({ do: "rewind", to: { by: "position", back }, deliveries: "resume" }),
      asked(paid),
      gone({ do: "reset", deliveries: "resume" }),
      asked(paid),
      gone({ do: "rewind", to: { by: "position", back: 4 + back }, deliveries: "resume" }),
      asked(paid),
    ]),
  // Several holds are there when a process ends.
  fc
    .constantFrom(5_000, 300_000)
    .map((holdForMs) => [
      asked({ do: "change-settings", patch: { retention: { basisPoints: 2_500, holdForMs } } }),
      asked({ ...paid, paid: false }),
      asked(paid, paid, { do: "pay", which: newest }),
      { step: "restart", power: null } as const,
      gone({ do: "advance-to-next" }),
    ]),
);

function asked(...wishes: Wish[]): Step {
  return { step: "ask", wishes, journey: null };
}

function gone(journey: Journey): Step {
  return { step: "ask", wishes: [], journey };
}
