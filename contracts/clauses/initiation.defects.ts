import type { Defect } from "../defects/defect.ts";

const decide = "src/domain/decide/withdrawals.ts";
const evolve = "src/domain/evolve/withdrawals.ts";
const refusal = 'return reject({ type: "withdrawal-already-open", withdrawId: openWithdrawalId });';

/** Withdrawals that open when they must not, or do not when they could. */
export const initiationDefects: readonly Defect[] = [
  {
    id: "initiation-answers-a-number",
    breaks: ["initiation.returns-id"],
    file: "src/http/reply/outcome-view.ts",
    find: "  initiated: withdrawal,",
    replace: `  initiated: {
    shape: withdrawalShape,
    view: ({ withdrawId }, { world }) => {
      const number = world.minted.withdrawal;
      return { ...withdrawalView(existing(world.withdrawals, withdrawId)), withdrawId: number };
    },
  },`,
  },
  {
    id: "initiation-answers-the-company",
    breaks: ["initiation.returns-id"],
    also: ["initiation.conflict-names-open-one", "cancellation.accepted"],
    because: "Everything else knows the withdrawal by its own name only.",
    file: "src/http/reply/outcome-view.ts",
    find: "  initiated: withdrawal,",
    replace: `  initiated: {
    shape: withdrawalShape,
    view: ({ withdrawId, companyId }, { world }) => {
      return { ...withdrawalView(existing(world.withdrawals, withdrawId)), withdrawId: companyId };
    },
  },`,
  },
  {
    id: "missing-value-is-some",
    breaks: ["initiation.value-required"],
    file: "src/http/server/request-life.ts",
    find: "const { params, query, headers, body } = request;",
    replace: `const { params, query, headers } = request;
    const isEmpty = this.#operation.operationId === "initiateWithdrawal" && Object.keys(Object(request.body)).length === 0;
    const body = isEmpty ? { value: 1_000 } : request.body;`,
  },
  {
    id: "fractions-rounded",
    breaks: ["initiation.whole-cents"],
    file: "src/http/server/request-life.ts",
    find: "const { params, query, headers, body } = request;",
    replace: `const { params, query, headers } = request;
    const { value } = Object(request.body);
    const isRounded = this.#operation.operationId === "initiateWithdrawal" && typeof value === "number";
    const body = isRounded ? { value: Math.round(value) } : request.body;`,
  },
  {
    id: "negative-values-become-positive",
    breaks: ["initiation.positive-only"],
    file: "src/http/server/request-life.ts",
    find: "const { params, query, headers, body } = request;",
    replace: `const { params, query, headers } = request;
    const { value } = Object(request.body);
    const isNegative = this.#operation.operationId === "initiateWithdrawal" && value < 0;
    const body = isNegative ? { value: -value } : request.body;`,
  },
  {
    id: "one-open-withdrawal-for-all",
    breaks: ["initiation.limit-per-company"],
    file: decide,
    find: `if (openWithdrawalId !== null) ${refusal}`,
    replace: `for (const one of companies.values()) {
      if (one.openWithdrawalId !== null) ${refusal.replace("openWithdrawalId", "one.openWithdrawalId")}
    }
    if (openWithdrawalId !== null) ${refusal}`,
  },
  {
    id: "second-withdrawal-opens",
    breaks: ["initiation.second-refused"],
    file: decide,
    find: `if (openWithdrawalId !== null) ${refusal}`,
    replace: "",
  },
  {
    id: "second-withdrawal-unprocessable",
    breaks: ["initiation.second-refused"],
    file: "src/http/reply/reply.ts",
    find: "return reply.code(status)",
    replace: 'return reply.code(view.type === "withdrawal-already-open" ? 422 : status)',
  },
  {
    id: "conflict-names-the-refused-one",
    breaks: ["initiation.conflict-names-open-one"],
    file: decide,
    find: refusal,
    replace: refusal.replace("openWithdrawalId", 'context.mint("withdrawal")'),
  },
  {
    id: "refused-withdrawal-opens-all-the-same",
    breaks: ["initiation.one-open-at-a-time"],
    also: ["initiation.again-after-cancellation"],
    because: "The hidden withdrawal is still open when the shown one has been cancelled.",
    file: decide,
    find: `if (openWithdrawalId !== null) ${refusal}`,
    replace: `if (openWithdrawalId !== null) {
      const late = { withdrawId: context.mint("withdrawal"), companyId };
      const opened = { type: "WithdrawalInitiated", ...late, value, fee: settings.withdrawalFee, pixKey: profile.pixKey } as const;
      return {
        events: [opened, issueOtp(context, late, 1)],
        outcome: { type: "withdrawal-already-open", withdrawId: openWithdrawalId },
      };
    }`,
  },
  {
    id: "cancelled-withdrawal-stays-open",
    breaks: ["initiation.again-after-cancellation"],
    file: evolve,
    find: 'WithdrawalCancelled(world, { withdrawId }) {\n    close(world, withdrawId, "CANCELLED");',
    replace: `WithdrawalCancelled(world, { withdrawId }) {
    const { companyId } = close(world, withdrawId, "CANCELLED");
    existing(world.companies, companyId).openWithdrawalId = withdrawId;`,
  },
  {
    id: "paid-withdrawal-stays-open",
    breaks: ["initiation.again-after-payment"],
    file: evolve,
    find: 'close(world, withdrawId, "CONFIRMED").endToEndId = endToEndId;',
    replace: `const settled = close(world, withdrawId, "CONFIRMED");
    settled.endToEndId = endToEndId;
    existing(world.companies, settled.companyId).openWithdrawalId = withdrawId;`,
  },
  {
    id: "floor-without-fee",
    breaks: ["initiation.floor-includes-fee"],
    also: ["initiation.again-after-cancellation"],
    because: "The lowest value opens once, and is then below what the sandbox pays.",
    file: "src/domain/withdrawal.ts",
    find: "return settings.minimumWithdrawal + settings.withdrawalFee;",
    replace: "return settings.minimumWithdrawal;",
  },
  {
    id: "floor-a-cent-lower",
    breaks: ["initiation.below-floor-refused"],
    also: ["initiation.default-minimum"],
    because: "Without a fee it is the minimum itself.",
    file: decide,
    find: "if (value < realMinimum(settings)) {",
    replace: "if (value < realMinimum(settings) - 1) {",
  },
  {
    id: "floor-itself-refused",
    breaks: ["initiation.floor-accepted"],
    file: decide,
    find: "if (value < realMinimum(settings)) {",
    replace: "if (value <= realMinimum(settings)) {",
  },
  {
    id: "default-minimum-of-a-real",
    breaks: ["initiation.default-minimum"],
    file: "src/domain/settings.ts",
    find: "minimumWithdrawal: 101,",
    replace: "minimumWithdrawal: 100,",
  },
];
