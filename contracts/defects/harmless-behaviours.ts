import { allowed, type HarmlessChange, replacing } from "./defect.ts";

const settings = "src/domain/settings.ts";
const decide = "src/domain/decide/withdrawals.ts";

/** `text` is JavaScript for the id of the `counter`-th entity of a `kind`; it may read `own`, the id by itself. */
function named(id: string, why: string, text: string): HarmlessChange {
  return {
    id: `harmless-${id}`,
    why,
    file: "src/domain/identity.ts",
    find: 'return joined(prefixes[kind], derive(seed, "id", kind, epoch, counter).slice(0, 24));',
    replace: `const own = derive(seed, "id", kind, epoch, counter);
  return ${text};`,
  };
}

/** Each of the commands brings a charge of others with it. */
const othersCharge: HarmlessChange = {
  id: "harmless-charges-of-others-expire",
  why: "Charges of others expire at any time.",
  file: "src/domain/decide.ts",
  find: "const decision = deciderOf(command.type)(newContext(world, at, wire), command);",
  replace: `const context = newContext(world, at, wire);
  const own = deciderOf(command.type)(context, command);
  const isPossible = own.events.length > 0 && world.companies.has((command as any).companyId);
  const isBusy = isPossible && /^(initiate|confirm|cancel|create|test|process|pay)-/.test(command.type);
  const terms: any = { type: "create-charge", companyId: (command as any).companyId, externalId: "other", total: 777, expiresIn: "PT20S" };
  const other = isBusy ? deciderOf("create-charge")(context, terms).events : [];
  const decision = { ...own, events: [...own.events, ...other] };`,
};

function limited(count: number): HarmlessChange {
  return {
    id: `harmless-webhooks-up-to-${count}`,
    why: "How many webhooks a company may have is not shown.",
    file: "src/domain/decide/webhooks.ts",
    find: "if (refused !== null) return refused;",
    replace: `if (refused !== null) return refused;
    const own = [...context.world.webhooks.values()].filter((one) => one.companyId === companyId && !one.deleted);
    if (own.length >= ${count}) return reject({ type: "webhook-event-unknown", events: [], allowed: [] });`,
  };
}

/** The same of states, settings, time, ids and limits, and of what others do on the account. */
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
  named(
    "ids-of-many-digits",
    "An id is a string; it may look like a number.",
    'BigInt("0x" + own.slice(0, 20)).toString()',
  ),
  named("ids-count", "An id is a string; things of different kinds may have the same one.", "String(counter)"),
  named(
    "ids-with-odd-characters",
    "An id may hold any character.",
    "`${prefixes[kind]}:${own.slice(0, 8)}/2026+é ${counter}=`",
  ),
  named("ids-of-sixty-letters", "How long an id is is not shown.", "own.slice(0, 60).toUpperCase()"),
  othersCharge,
  limited(1),
  limited(2),
  ...allowed(
    "Whether a wait begins with an attempt or with its end is not shown.",
    replacing("src/domain/decide/deliveries.ts", "Math.min(lastInstant, at + backoffMs(number))"),
    {
      "waits-begin-after-the-timeout":
        'Math.min(lastInstant, at + backoffMs(number) + (failure === "TIMEOUT" ? 10_000 : 0))',
    },
  ),
  ...allowed(
    "A trial system has codes that expire before a slow mail is read.",
    replacing(settings, 'otpLifetime: "PT5M",'),
    {
      "codes-live-two-seconds": 'otpLifetime: "PT2S",',
    },
  ),
];
