import { feeIn, type Tried, wholeNumbers } from "../model/floor.ts";
import type { Seen } from "../model/seen.ts";
import { floorFound, floorSet } from "../stories/initiations.ts";
import { actsIn, callsOf } from "../trace/find.ts";
import { clause, every } from "./clause.ts";
import { Broken, each, NotJudged } from "./judging.ts";

/** The least amount that can be withdrawn. */
export const floorClauses = [
  clause({
    id: "initiation.below-floor-refused",
    section: "Errors",
    text: "One cent less than minimum and fee together cannot be withdrawn.",
    needs: [floorFound, floorSet],
    judge: (seen) => {
      for (const { floor, told, fee } of floorsWithFee(seen)) {
        // That the fee is left out is the finding of another clause.
        const [least] = floor.accepted;
        const isLow = least !== undefined && least.cents > fee && least.cents < (told ?? 0);
        if (isLow || (fee > 0 && least?.cents === 1)) throw tooLow(least, fee, told);
      }
      return each(seen.floors.filter(({ accepted, rejected }) => accepted.length > 0 && rejected.length > 0));
    },
  }),
  every({
    id: "initiation.floor-includes-fee",
    section: "Limits",
    text: "The least amount that can be withdrawn is more than the fee: it is minimum and fee together.",
    needs: [floorFound, floorSet],
    those: (seen) =>
      floorsWithFee(seen).filter(({ floor: { accepted, exact }, told, fee }) => {
        return (exact !== undefined || told !== undefined) && fee > 0 && Number(accepted[0]?.cents) > 1;
      }),
    judge: ({ floor, fee, told }) => {
      const [least] = floor.accepted;
      if (least !== undefined && least.cents <= fee) throw tooLow(least, fee, told);
    },
  }),
  clause({
    id: "initiation.floor-accepted",
    section: "Limits",
    text: "Exactly minimum and fee together can be withdrawn.",
    needs: [floorFound, floorSet],
    judge: (seen) => {
      const known = floorsWithFee(seen).filter(({ told, isFloorTold }) => told !== undefined || isFloorTold);
      if (known.length === 0) throw new NotJudged("the minimum of this instance is not known");
      for (const { told, floor } of known) {
        const wrong = floor.rejected.find(({ cents }) => told !== undefined && cents >= told);
        if (wrong === undefined) continue;
        throw new Broken(`minimum and fee are ${told} cents together, and ${wrong.cents} were rejected`, [
          wrong.initiation,
        ]);
      }
      return undefined;
    },
  }),
  clause({
    id: "initiation.default-minimum",
    section: "Limits",
    text: "Where an instance has not set its minimum, it is 101 cents.",
    needs: [floorSet, floorFound],
    judge: (seen) => {
      const unset = seen.floors.filter(
        ({ account, settings }) =>
          isOfSandbox(account, seen) && settings.withdrawalFee === 0 && !("minimumWithdrawal" in settings),
      );
      for (const { accepted, rejected } of unset) {
        const wrong = accepted.find(({ cents }) => cents < 101) ?? rejected.find(({ cents }) => cents >= 101);
        if (wrong !== undefined) throw new Broken(`${wrong.cents} cents were treated otherwise`, [wrong.initiation]);
      }
      const isUsual = floorsWithFee(seen).some(({ floor, fee }) => floor.exact === 101 + fee);
      if (unset.length > 0 || isUsual) return undefined;
      throw new NotJudged("whether the instance has set its minimum is not known");
    },
  }),
];

/** The operator of a deployment may have set the minimum; a world of a run's own tells what it has without that. */
function isOfSandbox(account: string, { trace }: Seen): boolean {
  return actsIn(trace, "change-settings").some((act) => act.account === account && "minimumWithdrawal" in act.result);
}

/** What is known of the least amount: the fee, the minimum and the fee together, whether the simulation tells the floor. */
function floorsWithFee({ floors, trace }: Seen) {
  return floors.flatMap((floor) => {
    const { withdrawalFee, minimumWithdrawal } = floor.settings;
    const fee = typeof withdrawalFee === "number" ? withdrawalFee : feeIn(trace, floor.account);
    if (fee === undefined) return [];
    const told = typeof minimumWithdrawal === "number" ? minimumWithdrawal + fee : undefined;
    const simulated = callsOf(trace, "simulateWithdrawalFee");
    const amounts = simulated.flatMap(({ response }) => wholeNumbers(response?.json));
    const { exact } = floor;
    const isFloorTold = exact !== undefined && (exact === 101 + fee || amounts.includes(exact));
    return [{ floor, fee, told, isFloorTold }];
  });
}

function tooLow({ cents, initiation }: Tried, fee: number, told: number | undefined): Broken {
  const floor = told === undefined ? `the fee alone is ${fee} cents` : `minimum and fee are ${told} cents together`;
  return new Broken(`${cents} cents were accepted for withdrawal, and ${floor}`, [initiation]);
}
