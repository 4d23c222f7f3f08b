import { allowed, type HarmlessChange, replacing } from "./defect.ts";

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

/** What the document leaves open about ids and limits, and about what others do on the same account. */
export const harmlessAccounts: readonly HarmlessChange[] = [
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
    replacing("src/domain/settings.ts", 'otpLifetime: "PT5M",'),
    {
      "codes-live-two-seconds": 'otpLifetime: "PT2S",',
    },
  ),
];
