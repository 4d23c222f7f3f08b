import type { Section } from "../../clauses/sections.ts";
import type { Drafts } from "../drafts.ts";
import { digestOf, type Letter, newDeliveryId, signatureOf } from "../letter.ts";
import {
  documented,
  type LetterClause,
  type LookClause,
  type ReceiverClause,
  recommended,
} from "../receiver-clause.ts";
import type { Visit } from "../visit.ts";

const section: Section = "Events: Delivery headers";

/** What a receiver must refuse, since whoever sent it may not have the secret, or the document spells it otherwise. */
export const signatureClauses: readonly ReceiverClause[] = [
  refuses("missing", "A letter without a signature is refused.", (spoil) => [spoil("no signature", () => null)]),
  refuses("empty", "A letter whose signature is empty is refused.", (spoil) => [
    spoil("an empty signature", () => ""),
    spoil("sha256= without digits", () => "sha256="),
  ]),
  refuses("wrong", "A letter is refused when any digit of its signature is wrong.", (spoil) => [
    spoil("a signature of other digits", (right) => right.replaceAll(/[0-9a-f](?!ha256)/g, otherDigit)),
    spoil("a signature whose last digit is wrong", (right) => right.replace(/.$/, otherDigit)),
    spoil("a signature whose first digit is wrong", (right) => right.replace(/(?<==)./, otherDigit)),
    spoil("letters in place of digits", () => `sha256=${"z".repeat(64)}`),
  ]),
  refuses("truncated", "A letter with only the beginning of its signature is refused.", (spoil) => [
    spoil("a signature of 63 digits", (right) => right.slice(0, -1)),
    spoil("a signature of 32 digits", (right) => right.slice(0, -32)),
    spoil("a signature of 2 digits", (right) => right.slice(0, "sha256=".length + 2)),
  ]),
  refuses("longer", "A letter with more digits behind its signature is refused.", (spoil) => [
    spoil("a signature of 66 digits", (right) => `${right}00`),
  ]),
  refuses("other-secret", "A letter that was signed with a secret of somebody else is refused.", (spoil) => [
    spoil("a signature with another secret", (_, { body }) => signatureOf("whsec_of_another_webhook", body)),
    spoil("a signature with an empty secret", (_, { body }) => signatureOf("", body)),
  ]),
  refuses("other-body", "A letter with the signature of another letter is refused.", (spoil, drafts) => [
    spoil("the signature of another letter", () => drafts.plain().signature),
    // The one before was also sent with its right signature, which a receiver could have kept.
    spoil("the signature of an earlier letter", (right) => right, drafts.plain()),
  ]),
  refuses("changed-body", "A letter that was changed after it had been signed is refused.", (_, drafts) =>
    changed(drafts),
  ),
  refuses("empty-body", "A letter with the signature of an empty body is refused.", (spoil, { secrets: [secret] }) => [
    spoil("the signature of an empty body", () => signatureOf(secret, "")),
  ]),
  refuses(
    "re-serialized",
    "A letter is refused when its signature is not of the bytes that came, but of the same JSON written anew.",
    (_, drafts) => [rewritten(drafts)],
  ),
  refuses("no-prefix", "A signature without `sha256=` before its digits is refused.", (spoil) => [
    spoil("digits without sha256=", (right) => right.replace("sha256=", "")),
  ]),
  refuses("base64", "A signature in base64 is refused.", (spoil, { secrets: [secret] }) => [
    spoil("a signature in base64", (_, { body }) => `sha256=${digestOf(secret, body).toString("base64")}`),
    spoil("a signature in base64url", (_, { body }) => `sha256=${digestOf(secret, body).toString("base64url")}`),
  ]),
  refuses("other-algorithm", "A signature that was made with another algorithm is refused.", (spoil, { secrets }) => [
    spoil("a signature with SHA-1", (_, { body }) => `sha1=${digestOf(secrets[0], body, "sha1").toString("hex")}`),
    spoil(
      "a signature with SHA-512",
      (_, { body }) => `sha512=${digestOf(secrets[0], body, "sha512").toString("hex")}`,
    ),
  ]),
  {
    clause: documented(
      "signature.every-event",
      section,
      "A forged letter is refused, whichever described event it is of.",
    ),
    expects: "refused",
    needsNoTwins: true,
    letters: (drafts) => drafts.events.map(({ name }) => forged(drafts.plain(name))),
  },
  looks("known-delivery", "A forged letter is refused, though a delivery with its identifier was acknowledged.", known),
  looks("repeated", "A forged letter that comes again, with the same identifier, is refused again.", twice),
  looks("before-delivery", "A delivery is acknowledged, though a forged letter had its identifier before.", before),
  {
    clause: documented(
      "signature.every-secret",
      "Resources and their fields: Webhook",
      "Letters are acknowledged with each secret that was given: a receiver may be for several webhooks.",
    ),
    expects: "acknowledged",
    letters: (drafts) =>
      drafts.secrets.map((secret, at) =>
        drafts.signed(drafts.body("charge.paid"), `a letter with secret ${at + 1} of ${drafts.secrets.length}`, secret),
      ),
  },
  {
    clause: recommended(
      "signature.unknown-event",
      section,
      "A forged letter of an event that the receiver cannot know is refused, and not only left alone.",
    ),
    expects: "refused",
    needsNoTwins: true,
    letters: (drafts) => [
      forged(drafts.signed({ ...drafts.body("charge.paid"), event: "charge.disputed.later" }, "unknown event")),
    ],
  },
  recommends(
    "upper-case",
    "A signature in upper-case digits, which the platform does not send, is refused.",
    (spoil) => [spoil("a signature in upper case", (right) => right.toUpperCase().replace("SHA256", "sha256"))],
  ),
  recommends("two", "Two signatures in one header, one of them right, are refused.", (spoil) => [
    spoil("a wrong signature before the right one", (right) => `${right.replace(/.$/, otherDigit)}, ${right}`),
    spoil("a wrong signature behind the right one", (right) => `${right}, ${right.replace(/.$/, otherDigit)}`),
  ]),
];

type Spoil = (what: string, signature: (right: string, letter: Letter) => string | null, letter?: Letter) => Letter;
type Write = (spoil: Spoil, drafts: Drafts) => readonly Letter[];

function refuses(name: string, text: string, write: Write): LetterClause {
  return { clause: documented(`signature.${name}`, section, text), expects: "refused", letters: lettersOf(write) };
}

function recommends(name: string, text: string, write: Write): LetterClause {
  return { clause: recommended(`signature.${name}`, section, text), expects: "refused", letters: lettersOf(write) };
}

function looks(name: string, text: string, look: LookClause["look"]): LookClause {
  return { clause: documented(`signature.${name}`, section, text), look };
}

/** In the right form, so that nothing but the digits tells it from a right one. */
function forged(letter: Letter, what = `a forged ${letter.what}`): Letter {
  return { ...letter, what, signature: signatureOf("whsec_of_another_webhook", letter.body) };
}

/** Who looks first whether a delivery is known, and only then whether it is signed, believes whoever has seen one. */
async function known(visit: Visit): Promise<void> {
  const { drafts } = visit;
  const delivery = { ...drafts.plain(), what: "a delivery" };
  await visit.acknowledged(delivery);
  const other = { ...drafts.plain(), deliveryId: delivery.deliveryId };
  await visit.refused(forged(other, "a forged letter with the identifier of a delivery"));
}

async function twice(visit: Visit): Promise<void> {
  const letter = forged(visit.drafts.plain(), "a forged letter");
  await visit.refused(letter);
  await visit.refused({ ...letter, what: "the same forged letter again" });
}

/** Who keeps the identifier of what it refuses takes the delivery itself for one that it has had. */
async function before(visit: Visit): Promise<void> {
  const delivery = { ...visit.drafts.plain(), what: "a delivery whose identifier a forged letter had before" };
  await visit.forged(forged(delivery));
  await visit.acknowledged(delivery);
}

/** All of a clause have the same body, so that one letter that is signed rightly speaks for all of them. */
function lettersOf(write: Write): LetterClause["letters"] {
  return (drafts) => {
    const plain = drafts.plain();
    const right = signatureOf(drafts.secrets[0], plain.body);
    const spoil: Spoil = (what, signature, letter = plain) => {
      return { ...letter, what, deliveryId: newDeliveryId(), signature: signature(right, letter) };
    };
    return write(spoil, drafts);
  };
}

function otherDigit(digit: string): string {
  return digit === "0" ? "1" : "0";
}

/** One digit of the amount, and the charge, so that the bytes are as many as before. */
function changed(drafts: Drafts): readonly Letter[] {
  const plain = drafts.plain();
  const higher = plain.body.replace(/"total":\d/, (total) =>
    total.replace(/\d$/, (digit) => (digit === "9" ? "8" : "9")),
  );
  const other = plain.body.replace(/"chargeId":"(.+?)"/, (member) => member.replace(/.(?="$)/, otherDigit));
  return [
    { ...plain, what: "another amount under the same signature", deliveryId: newDeliveryId(), body: higher },
    { ...plain, what: "another charge under the same signature", deliveryId: newDeliveryId(), body: other },
  ];
}

function rewritten(drafts: Drafts): Letter {
  const body = drafts.body("charge.paid");
  const spaced = drafts.written(
    JSON.stringify(body, null, 2),
    "charge.paid",
    "the signature of the JSON without spaces",
  );
  return { ...spaced, signature: signatureOf(drafts.secrets[0], JSON.stringify(body)) };
}
