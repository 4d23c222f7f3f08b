import type { Command } from "commander";
import { wholeNumber } from "../option-values.ts";
import type { CommandLine } from "../output.ts";
import { advanced, fileIn, readStatement, rewindTarget, typedHeader, withValidCode } from "./runs.ts";
import { type Verb, verb } from "./verb.ts";
import { addNoun, addVerb } from "./verb-command.ts";

/** Adds the commands that use a running sandbox: the one that a word names, or all of them. */
export function addVerbs(program: Command, line: CommandLine, word?: string): void {
  for (const [name, [text, ...verbs]] of Object.entries(NOUNS)) {
    if (word === undefined || word === name) addNoun(program, line, name, text, verbs);
  }
  for (const one of VERBS) {
    if (word === undefined || one.usage.split(" ", 1).includes(word)) addVerb(program, line, one);
  }
}

const CLOCK = "now clock=mode rate next-due=nextDueAt position";
const CHARGE =
  "charge=chargeId status=paymentStatus total held=hold.amountCents until=hold.releaseAt created=createdAt";
const WITHDRAWAL = "withdrawal=withdrawId status value fee";
const REVIEWED = `${WITHDRAWAL} bank-answers=settlesAt`;
const LAST = "attempts.last.httpStatus|attempts.last.failure";
const APPLIED = "faults-added=faultIds.length charges-paid=chargeIds.length charged-back=chargebackIds.length position";
const PLACE = "back-at=to now position";
const COMPARED =
  "common first-difference=firstDifference left=left.position available=left.accounts.available events=left.events.length right=right.position then-available=right.accounts.available then-events=right.events.length";

/** What the noun is for, and what is done with it, its usual verb first. */
export const NOUNS: Readonly<Record<string, readonly [text: string, ...verbs: readonly Verb[]]>> = {
  clock: [
    "read, move, freeze or run the clock of a world",
    verb("read", "getClock", CLOCK),
    verb("advance <duration=by>", "advanceClock", "", {
      text: "let a duration pass, such as P30D or PT5M; everything due happens",
      without: ["to", "toNext"],
      examples: ["advance P30D                                 thirty days later"],
      run: (_, { by }, client) => advanced(client, { by: String(by) }),
    }),
    verb("to <instant=to>", "advanceClock", "", {
      text: "advance to a time with its offset",
      without: ["by", "toNext"],
      examples: ["to 2026-04-01T12:00:00Z"],
      run: (_, { to }, client) => advanced(client, { to: String(to) }),
    }),
    verb("next", "advanceClock", "", {
      text: "advance to the next thing that is due",
      without: ["by", "to", "toNext"],
      run: (_ask, _given, client) => advanced(client, { toNext: true }),
    }),
    verb("freeze", "setClock", CLOCK, {
      text: "freeze the clock",
      without: ["mode", "rate"],
      run: (ask) => ask({ mode: "frozen" }),
    }),
    verb("run", "setClock", CLOCK, {
      text: "let the clock run, in real time or as fast as --rate says",
      without: ["mode"],
      examples: ["run --rate 60                                a minute in each second"],
      run: (ask, { rate = 1 }) => ask({ mode: "running", rate }),
    }),
  ],
  inbox: [
    "read one-time codes",
    verb("list", "listInbox", "messages: code=otpCode withdrawal=withdrawId to sent=sentAt expires=expiresAt", {
      said: "No mail. A code arrives when a withdrawal is opened.",
      options: [["--wait <seconds>", "wait until there is a valid code", { parse: wholeNumber(0, 9_999) }]],
      examples: ["list --wait 10 --json                        wait for a code"],
      run: withValidCode,
    }),
  ],
  charge: [
    "do what customers do with charges",
    verb("list", "listCharges", `charges: ${CHARGE}`),
    verb("create <cents=total>", "createCharge", `${CHARGE} expires=expiresAt`, {
      examples: ["create 80000 --paid                          a customer pays R$ 800.00"],
    }),
    ...["pay", "expire", "refund", "chargeback"].map((act) => verb(`${act} <chargeId>`, `${act}Charge`, CHARGE)),
  ],
  withdrawal: [
    "open and confirm withdrawals, list and review them, and settle them as the bank",
    verb("list", "listWithdrawals", `withdrawals: ${WITHDRAWAL} transaction=endToEndId created=createdAt`),
    verb("open <cents=value>", "initiateWithdrawal", `${WITHDRAWAL} code-expires=otpExpiresAt`, {
      examples: ["open 10000"],
    }),
    verb("confirm <withdrawId> [code=otpCode]", "confirmWithdrawal", "withdrawal=withdrawId status", {
      text: "confirm a withdrawal with a code, by default with the newest one in the mailbox",
      examples: ["confirm wdr_0345af421a206199f53d5554", "confirm wdr_0345af421a206199f53d5554 198143"],
      run: async (ask, { withdrawId, otpCode }, { inbox }) =>
        ask({ otpCode: otpCode ?? (await inbox.latestCode(String(withdrawId))) }),
    }),
    verb("approve <withdrawId>", "approveWithdrawal", REVIEWED),
    verb("decline <withdrawId>", "declineWithdrawal", REVIEWED),
    verb("settle <withdrawId>", "settleWithdrawal", REVIEWED, {
      options: [["--failed [reason]", "let it fail, with a reason"]],
      without: ["outcome", "reason"],
      examples: ['settle wdr_0345af421a206199f53d5554 --failed "account closed"'],
      run: (ask, { failed }) => {
        if (failed === undefined) return ask({ outcome: "CONFIRMED" });
        return ask({ outcome: "FAILED", ...(failed !== true && { reason: failed }) });
      },
    }),
  ],
  webhook: [
    "list webhooks and their deliveries, deliver again, reactivate",
    verb("list", "listWebhooks", "webhooks: webhook=webhookId name state=active url events", {
      said: "No webhooks. POST /webhook creates one.",
    }),
    verb(
      "deliveries",
      "listDeliveries",
      `deliveries: delivery=deliveryId event state attempts=attempts.length last=${LAST} next=nextAttemptAt url`,
    ),
    verb("redeliver <deliveryId>", "redeliver", "", {
      said: "The attempt is on its way; saldo webhook deliveries shows its result.",
    }),
    verb("reactivate <webhookId>", "reactivateWebhook", "webhook=webhookId state=active url"),
  ],
  bookmark: [
    "name moments to come back to",
    verb("list", "listBookmarks", "bookmarks: name position at"),
    verb("set <name>", "setBookmark", "bookmark=name position", { examples: ['set "before the payout"'] }),
    verb("remove <name>", "removeBookmark", "", { said: "Removed." }),
  ],
  world: [
    "create, list or delete worlds of a running sandbox",
    verb("list", "listWorlds", "worlds: world=worldId fixture created=createdAt"),
    verb("new", "createWorld", "world=worldId company=companies.companyId key=companies.apiKey", {
      text: "create a world, and print its API keys; --fixture also takes a file (.yaml, .json)",
      options: [["--frozen", "freeze its clock"]],
      examples: ["new --fixture pending-review --frozen", "new --fixture prod.yaml"],
      run: async (ask, { frozen, fixture }) =>
        ask({ ...(frozen === true && { clock: { mode: "frozen" } }), ...(await fileIn("fixture", String(fixture))) }),
    }),
    verb("delete <worldId>", "deleteWorld", "", {
      run: async (ask, { worldId }) => ({ ...(await ask()), text: `${worldId} is deleted.` }),
    }),
  ],
  fault: [
    "let calls and deliveries go wrong",
    verb("list", "listFaults", "faults: fault=faultId kind of=operationId|event delay left=remaining"),
    verb("add <kind>", "addFault", "fault=faultId kind times requests per", {
      options: [
        ["--header <header>", 'such as "Retry-After: 2"; may be repeated', { secret: typedHeader, isRepeated: true }],
      ],
      examples: [
        "add lose-response --operation initiateWithdrawal",
        "add status --operation getBalance --status 503 --times 3",
        'add status --operation getBalance --status 429 --header "Retry-After: 2"',
        "add rate-limit --requests 60 --per PT1M",
      ],
      run: (ask, { header }) => ask(Array.isArray(header) ? { headers: Object.fromEntries(header) } : {}),
    }),
    verb("clear", "removeFaults", "", { said: "All faults are removed." }),
  ],
  preset: [
    "let several things go wrong together",
    verb("list", "listPresets", "presets: preset=name what-goes-wrong=description"),
    verb("apply <preset>", "applyPreset", APPLIED, {
      text: "apply a shipped preset, or one from a file (.yaml, .json)",
      examples: ["apply bad-friday", "apply ./our-worst-day.yaml"],
      run: async (ask, { preset }) => ask(await fileIn("preset", String(preset))),
    }),
  ],
};

/** What needs no noun. */
export const VERBS: readonly Verb[] = [
  verb("rewind <place>", "rewindWorld", PLACE, {
    text: "go back to a bookmark, a position, or a time with its offset",
    without: ["bookmark", "position", "at"],
    examples: ['rewind "before the payout"', "rewind 2026-03-02T12:00:00Z", "rewind 26"],
    run: (ask, { place }) => ask(rewindTarget(String(place))),
  }),
  verb("reset", "resetWorld", PLACE),
  verb("compare <left>", "compareHistories", COMPARED, {
    text: "compare the branch that ends at a position with the present, or with --right",
    examples: [
      "compare 42                                   the branch that a rewind left at 42, and what came instead",
    ],
  }),
  verb("statement", "getStatement", "", {
    text: "show the company's balance as a bank statement, or print it as a file for a spreadsheet or an accounting program",
    examples: ["statement", "statement --from 2026-03-01T00:00:00-03:00 --format ofx > march.ofx"],
    run: readStatement,
  }),
];
