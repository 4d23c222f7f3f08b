import {
  forged,
  newDeliveryId,
  OTHER_SECRET,
  type ReceiverDelivery,
  signatureDigest,
  signatureOf,
} from "../delivery.ts";
import type { Drafts } from "../drafts.ts";
import { looks, type ReceiverClause, sends } from "../receiver-clause.ts";
import type { Visit } from "../visit.ts";

const section = "Events: Delivery headers";

/** A way to spoil a signature: what it is, and the header of a delivery whose right signature is this one. */
type Spoiled = readonly [what: string, signature: (right: string, body: string, secret: string) => string | null];

type Forgeries = readonly [name: string, text: string, ...ways: readonly Spoiled[]];

/** What the receiver must reject: the sender may not have the secret, or the document spells signatures otherwise. */
const forgeries: readonly Forgeries[] = [
  ["missing", "The receiver rejects a delivery without a signature.", ["no signature", () => null]],
  [
    "empty",
    "The receiver rejects a delivery whose signature is empty.",
    ["an empty signature", () => ""],
    ["sha256= without digits", () => "sha256="],
  ],
  [
    "wrong",
    "The receiver rejects a delivery when any digit of its signature is wrong.",
    ["a signature of other digits", (right) => right.replaceAll(/(?<==.*)[0-9a-f]/g, otherDigit)],
    ["a signature whose last digit is wrong", lastDigitWrong],
    ["a signature whose first digit is wrong", (right) => right.replace(/(?<==)./, otherDigit)],
    ["letters in place of digits", () => `sha256=${"z".repeat(64)}`],
  ],
  [
    "truncated",
    "The receiver rejects a delivery with only the beginning of its signature.",
    ["a signature of 63 digits", (right) => right.slice(0, -1)],
    ["a signature of 32 digits", (right) => right.slice(0, -32)],
    ["a signature of 2 digits", (right) => right.slice(0, "sha256=".length + 2)],
  ],
  [
    "longer",
    "The receiver rejects a delivery with more digits behind its signature.",
    ["a signature of 66 digits", (right) => `${right}00`],
  ],
  [
    "other-secret",
    "The receiver rejects a delivery that is signed with another secret.",
    ["a signature with another secret", (_, body) => signatureOf(OTHER_SECRET, body)],
    ["a signature with an empty secret", (_, body) => signatureOf("", body)],
  ],
  [
    "empty-body",
    "The receiver rejects a delivery with the signature of an empty body.",
    ["the signature of an empty body", (_right, _body, secret) => signatureOf(secret, "")],
  ],
  [
    "no-prefix",
    "The receiver rejects a signature without `sha256=` in front of its digits.",
    ["digits without sha256=", (right) => right.replace("sha256=", "")],
  ],
  [
    "base64",
    "The receiver rejects a signature in base64.",
    ["a signature in base64", (_, body, secret) => `sha256=${signatureDigest(secret, body).toString("base64")}`],
    ["a signature in base64url", (_, body, secret) => `sha256=${signatureDigest(secret, body).toString("base64url")}`],
  ],
  [
    "other-algorithm",
    "The receiver rejects a signature that was made with another algorithm.",
    ["a signature with SHA-1", (_, body, secret) => `sha1=${signatureDigest(secret, body, "sha1").toString("hex")}`],
    [
      "a signature with SHA-512",
      (_, body, secret) => `sha512=${signatureDigest(secret, body, "sha512").toString("hex")}`,
    ],
  ],
];

const questionable: readonly Forgeries[] = [
  [
    "upper-case",
    "The receiver rejects a signature in upper-case digits, which the platform does not send.",
    ["a signature in upper case", (right) => right.toUpperCase().replace("SHA256", "sha256")],
  ],
  [
    "two",
    "The receiver rejects two signatures in one header, of which one is right.",
    ["a wrong signature before the right one", (right) => `${lastDigitWrong(right)}, ${right}`],
    ["a wrong signature behind the right one", (right) => `${right}, ${lastDigitWrong(right)}`],
  ],
];

export const verificationClauses: readonly ReceiverClause[] = [
  ...sends(section, "documented", "rejected", ...forgeries.map(spoiled)),
  ...sends(
    section,
    "documented",
    "rejected",
    ["signature.other-body", "The receiver rejects a delivery with the signature of another delivery.", otherBody],
    ["signature.changed-body", "The receiver rejects a delivery that was changed after it was signed.", changed],
    [
      "signature.re-serialized",
      "The receiver rejects a delivery whose signature was computed over re-serialized JSON.",
      rewritten,
    ],
  ),
  ...looks(
    section,
    "documented",
    ["signature.every-event", "The receiver rejects a forged delivery of every described event.", everyEvent],
    [
      "signature.known-delivery",
      "The receiver rejects a forged delivery that has the identifier of a genuine one.",
      known,
    ],
    ["signature.repeated", "The receiver rejects a forged delivery again that comes again.", twice],
    [
      "signature.before-delivery",
      "The receiver acknowledges a delivery after a forged one with its identifier.",
      before,
    ],
  ),
  ...sends("Resources and their fields: Webhook", "documented", "recognised", [
    "signature.every-secret",
    "The receiver acknowledges deliveries with each secret that was given: it may be for several webhooks.",
    (drafts) =>
      drafts.secrets.map((secret, at, { length }) =>
        drafts.signed(drafts.body(), `a delivery with secret ${at + 1} of ${length}`, secret),
      ),
  ]),
  ...looks(section, "recommendation", [
    "signature.unknown-event",
    "The receiver rejects a forged delivery of an event that it cannot know.",
    async (visit) => {
      await visit.justRejected(forged(visit.drafts.unknown(visit.drafts.body(), "unknown event")));
    },
  ]),
  ...sends(section, "recommendation", "rejected", ...questionable.map(spoiled)),
];

/** All deliveries of a clause have the same body, so one that is signed rightly speaks for all of them. */
function spoiled([name, text, ...ways]: Forgeries) {
  const deliveries = (drafts: Drafts) => {
    const [secret] = drafts.secrets;
    const plain = drafts.plain();
    const right = signatureOf(secret, plain.body);
    return ways.map(([what, spoil]) => renewed(plain, { what, signature: spoil(right, plain.body, secret) }));
  };
  return [`signature.${name}`, text, deliveries] as const;
}

function otherBody(drafts: Drafts): readonly ReceiverDelivery[] {
  const delivery = drafts.plain();
  const right = signatureOf(drafts.secrets[0], delivery.body);
  return [
    renewed(delivery, { what: "the signature of another delivery", signature: drafts.plain().signature }),
    // The one before is also sent with its right signature, which a receiver could have kept.
    renewed(drafts.plain(), { what: "the signature of an earlier delivery", signature: right }),
  ];
}

/** Whether a rejection tells something, the clauses about events say. */
async function everyEvent(visit: Visit): Promise<void> {
  for (const { name } of visit.drafts.events) await visit.justRejected(forged(visit.drafts.plain(name)));
}

function renewed(delivery: ReceiverDelivery, changes: Partial<ReceiverDelivery>): ReceiverDelivery {
  return { ...delivery, deliveryId: newDeliveryId(), ...changes };
}

/** A receiver that looks first whether it knows a delivery, and only then at the signature, can be deceived. */
async function known(visit: Visit): Promise<void> {
  const { drafts } = visit;
  const delivery = { ...drafts.plain(), what: "a delivery" };
  await visit.recognised(delivery);
  const other = { ...drafts.plain(), deliveryId: delivery.deliveryId };
  await visit.rejected(forged(other, "a forged delivery with the identifier of a genuine one"));
}

async function twice(visit: Visit): Promise<void> {
  const forgery = forged(visit.drafts.plain(), "a forged delivery");
  await visit.rejected(forgery);
  await visit.rejected({ ...forgery, what: "the same forged delivery again" });
}

/** A receiver that keeps the identifier of what it rejects takes the delivery itself for one that it has had. */
async function before(visit: Visit): Promise<void> {
  const delivery = { ...visit.drafts.plain(), what: "a delivery whose identifier a forged one had before" };
  await visit.sent(forged(delivery), "rejected");
  await visit.recognised(delivery);
}

function lastDigitWrong(signature: string): string {
  return signature.replace(/.$/, otherDigit);
}

function otherDigit(digit: string): string {
  return digit === "0" ? "1" : "0";
}

/** One digit of a number, and of an identifier, so that the body keeps its length. */
function changed(drafts: Drafts): readonly ReceiverDelivery[] {
  const plain = drafts.plain();
  const number = plain.body.replace(/":\d+(?=[,}])/, (member) =>
    member.replace(/\d$/, (digit) => (digit === "9" ? "8" : "9")),
  );
  const id = plain.body.replace(/"[a-z]+_[0-9a-f]{24}"/, (value) => value.replace(/.(?="$)/, otherDigit));
  return [
    renewed(plain, { what: "another amount under the same signature", body: number }),
    renewed(plain, { what: "another identifier under the same signature", body: id }),
  ].filter(({ body }) => body !== plain.body);
}

function rewritten(drafts: Drafts): readonly ReceiverDelivery[] {
  const body = drafts.body();
  const what = "the signature of the JSON without spaces";
  const spaced = drafts.written(JSON.stringify(body, null, 2), drafts.usual, what);
  return [{ ...spaced, signature: signatureOf(drafts.secrets[0], JSON.stringify(body)) }];
}
