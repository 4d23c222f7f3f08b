import { type Defect, planted } from "../defects/defect.ts";

const decide = "src/domain/decide/withdrawals.ts";
const evolve = "src/domain/evolve/withdrawals.ts";
const refusal = 'return reject({ type: "withdrawal-already-open", withdrawId: openWithdrawalId });';

/** Withdrawals that open when they must not, or do not when they could. */
export const initiationDefects: readonly Defect[] = [
  ...planted("src/http/reply/outcome-view.ts", "  initiated: withdrawal,", {
    "initiation-answers-a-number breaks initiation.returns-id": `  initiated: {
    shape: withdrawalShape,
    view: ({ withdrawId }, { world }) => {
      const number = world.minted.withdrawal;
      return { ...withdrawalView(existing(world.withdrawals, withdrawId)), withdrawId: number };
    },
  },`,
    "initiation-answers-the-company breaks initiation.returns-id": {
      replace: `  initiated: {
    shape: withdrawalShape,
    view: ({ withdrawId, companyId }, { world }) => {
      return { ...withdrawalView(existing(world.withdrawals, withdrawId)), withdrawId: companyId };
    },
  },`,
      also: ["initiation.conflict-names-open-one", "cancellation.accepted"],
      because: "Everything else knows the withdrawal by its own name only.",
    },
  }),
  ...planted("src/http/server/request-life.ts", "const { params, query, headers, body } = request;", {
    "missing-value-is-some breaks initiation.value-required": `const { params, query, headers } = request;
    const isEmpty = this.#operation.operationId === "initiateWithdrawal" && Object.keys(Object(request.body)).length === 0;
    const body = isEmpty ? { value: 1_000 } : request.body;`,
    "fractions-rounded breaks initiation.whole-cents": `const { params, query, headers } = request;
    const { value } = Object(request.body);
    const isRounded = this.#operation.operationId === "initiateWithdrawal" && typeof value === "number";
    const body = isRounded ? { value: Math.round(value) } : request.body;`,
    "negative-values-become-positive breaks initiation.positive-only": `const { params, query, headers } = request;
    const { value } = Object(request.body);
    const isNegative = this.#operation.operationId === "initiateWithdrawal" && value < 0;
    const body = isNegative ? { value: -value } : request.body;`,
  }),
  ...planted(decide, `if (openWithdrawalId !== null) ${refusal}`, {
    "one-open-withdrawal-for-all breaks initiation.limit-per-company": `for (const one of companies.values()) {
      if (one.openWithdrawalId !== null) ${refusal.replace("openWithdrawalId", "one.openWithdrawalId")}
    }
    if (openWithdrawalId !== null) ${refusal}`,
    "second-withdrawal-opens breaks initiation.second-refused": "",
    "refused-withdrawal-opens-all-the-same breaks initiation.one-open-at-a-time": {
      replace: `if (openWithdrawalId !== null) {
      const late = { withdrawId: context.mint("withdrawal"), companyId };
      const opened = { type: "WithdrawalInitiated", ...late, value, fee: settings.withdrawalFee, pixKey: profile.pixKey } as const;
      return {
        events: [opened, issueOtp(context, late, 1)],
        outcome: { type: "withdrawal-already-open", withdrawId: openWithdrawalId },
      };
    }`,
      also: ["initiation.again-after-cancellation", "money.ended-withdrawal"],
      because: "The hidden withdrawal is still open when the shown one has been cancelled.",
    },
  }),
  ...planted("src/http/reply/reply.ts", "return reply.code(status)", {
    "second-withdrawal-unprocessable breaks initiation.second-refused":
      'return reply.code(request.outcome === "withdrawal-already-open" ? 422 : status)',
  }),
  ...planted(decide, refusal, {
    "conflict-names-the-refused-one breaks initiation.conflict-names-open-one": refusal.replace(
      "openWithdrawalId",
      'context.mint("withdrawal")',
    ),
  }),
  ...planted(evolve, 'WithdrawalCancelled(world, { withdrawId }) {\n    close(world, withdrawId, "CANCELLED");', {
    "cancelled-withdrawal-stays-open breaks initiation.again-after-cancellation": `WithdrawalCancelled(world, { withdrawId }) {
    const { companyId } = close(world, withdrawId, "CANCELLED");
    existing(world.companies, companyId).openWithdrawalId = withdrawId;`,
  }),
  ...planted(evolve, 'close(world, withdrawId, "CONFIRMED").endToEndId = endToEndId;', {
    "paid-withdrawal-stays-open breaks initiation.again-after-payment": `const settled = close(world, withdrawId, "CONFIRMED");
    settled.endToEndId = endToEndId;
    existing(world.companies, settled.companyId).openWithdrawalId = withdrawId;`,
  }),
  ...planted("src/domain/withdrawal.ts", "return settings.minimumWithdrawal + settings.withdrawalFee;", {
    "floor-without-fee breaks initiation.floor-includes-fee": {
      replace: "return settings.minimumWithdrawal;",
      also: ["initiation.again-after-cancellation"],
      because: "The lowest value opens once, and is then below what the sandbox pays.",
    },
  }),
  ...planted(decide, "if (value < realMinimum(settings)) {", {
    "floor-a-cent-lower breaks initiation.below-floor-refused": {
      replace: "if (value < realMinimum(settings) - 1) {",
      also: ["initiation.default-minimum"],
      because: "Without a fee it is the minimum itself.",
    },
    "floor-itself-refused breaks initiation.floor-accepted": "if (value <= realMinimum(settings)) {",
  }),
  ...planted("src/domain/settings.ts", "minimumWithdrawal: 101,", {
    "default-minimum-of-a-real breaks initiation.default-minimum": "minimumWithdrawal: 100,",
  }),
  opensBeside("second-withdrawal-opens-after-a-wrong-code", "open.wrongAttempts > 0"),
  opensBeside("second-withdrawal-opens-beside-a-blocked-one", "isBlocked(open)"),
  opensBeside("second-withdrawal-opens-beside-an-expired-one", "isExpired(open, context.at)"),
];

/** Another withdrawal opens beside one with such a code. */
function opensBeside(id: string, isSuch: string): Defect {
  return {
    id,
    breaks: ["initiation.second-refused"],
    file: decide,
    find: `if (openWithdrawalId !== null) ${refusal}`,
    replace: `const open = context.world.withdrawals.get(openWithdrawalId ?? "")?.otp;
    if (openWithdrawalId !== null && !(open != null && ${isSuch})) ${refusal}`,
  };
}
