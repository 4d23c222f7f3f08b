import { allowed, type HarmlessChange, replacing } from "./defect.ts";

const settings = "src/domain/settings.ts";
const decide = "src/domain/decide/withdrawals.ts";

/** What the document leaves open about states, settings and time. */
export const harmlessBehaviours: readonly HarmlessChange[] = [
  ...allowed("A few minutes may be fifteen.", replacing(settings, 'otpLifetime: "PT5M",'), {
    "code-lives-fifteen-minutes": 'otpLifetime: "PT15M",',
  }),
  ...allowed("When a payment is confirmed is not shown.", replacing(settings, 'delay: "PT10S"'), {
    "settles-after-minutes": 'delay: "PT10M"',
  }),
  ...allowed(
    "When a payment is confirmed is not shown, and it may fail.",
    replacing(settings, 'outcome: "CONFIRMED", reason: null'),
    { "settles-never": 'outcome: "MANUAL", reason: null', "payments-fail": 'outcome: "FAILED", reason: "bank"' },
  ),
  {
    id: "harmless-expired-withdrawal-gives-way",
    why: "Whether a withdrawal is still open when its code has expired may depend on what comes next.",
    file: decide,
    find: 'if (openWithdrawalId !== null) return reject({ type: "withdrawal-already-open", withdrawId: openWithdrawalId });\n',
    replace: `const old = context.world.withdrawals.get(openWithdrawalId ?? "");
    if (old?.otp != null && !isExpired(old.otp, context.at))
      return reject({ type: "withdrawal-already-open", withdrawId: old.withdrawId });
`,
    with: [
      {
        file: decide,
        find: '{ type: "WithdrawalInitiated", ...ids, value, fee, pixKey: profile.pixKey },',
        replace: `...(old === undefined ? [] : [{ type: "WithdrawalCancelled", ...idsOf(old), value: old.value } as const]),
      { type: "WithdrawalInitiated", ...ids, value, fee, pixKey: profile.pixKey },`,
      },
    ],
  },
  ...allowed(
    "Moves into CONFIRMED are not shown.",
    replacing("src/http/view/withdrawal-view.ts", "netValue: value - fee,"),
    {
      "never-confirmed":
        'status: withdrawal.status === "CONFIRMED" ? "APPROVED" : withdrawal.status,\n    netValue: value - fee,',
    },
  ),
  ...allowed(
    "The form of an endToEndId is not shown.",
    replacing(
      "src/domain/withdrawal.ts",
      'return `E${sandboxIspb}${compactMinute(at)}${deriveAlphanumerics(11, seed, "endToEndId", withdrawId)}`;',
    ),
    {
      "end-to-end-id-of-another-form":
        'return `e2e/${deriveAlphanumerics(20, seed, "endToEndId", withdrawId).toLowerCase()}${at}`;',
    },
  ),
];
