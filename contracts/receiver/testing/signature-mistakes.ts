import { createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { CheckOptions } from "../check-receiver.ts";
import { type Habits, isRight, right, secret } from "./receiver.ts";

export interface Mistake extends Habits {
  /** What a receiver does that has made it. */
  readonly name: string;
  /** The clauses that tell of it, and those that it keeps from being judged. */
  readonly found: RegExp;
  readonly lacking?: RegExp;
  /** Whether the receiver does not come back, so that a recommendation counts as well. */
  readonly isGone?: true;
  readonly options?: Partial<CheckOptions>;
  /** Habits that remember something, for one receiver. */
  readonly made?: () => Habits;
}

const forgeries = /^signature\.(?!before|every-secret)|^deliveries\.(at-once|same-connection)$/;
const events = /^events\.(?!unknown-charge)/;
const allButEvents = /^(?!events|answers)|^events\.unknown-charge|^answers\.to-the-end/;

/** Mistakes in what a receiver does with signatures. */
export const signatureMistakes: readonly Mistake[] = [
  { name: "compares nothing", found: forgeries, trusts: () => true },
  {
    name: "hangs up on what it does not trust",
    found: forgeries,
    answers(response, status) {
      if (status === 401) response.destroy();
      else response.writeHead(status).end();
    },
  },
  {
    name: "signs the members that it knows, in the order in which it knows them",
    found: /re-serialized|^bytes\.(whitespace|member|escapes|unicode-|numbers|large)|^fields\.unknown/,
    trusts(header, body) {
      const { event, data, timestamp } = JSON.parse(body.toString());
      return isRight(header, JSON.stringify({ event, data, timestamp }));
    },
  },
  {
    name: "has another secret",
    found: events,
    lacking: allButEvents,
    trusts: (header, body) => header === right(body, "whsec_other"),
  },
  {
    name: "is at an address where nothing is",
    found: events,
    lacking: allButEvents,
    trusts: () => false,
    refusal: 404,
  },
  {
    name: "ignores that there is no signature",
    found: /missing/,
    trusts: (header, body) => header === undefined || isRight(header, body),
  },
  {
    name: "ignores that the signature is empty",
    found: /empty$/,
    trusts: (header, body) => header === "" || isRight(header, body),
  },
  {
    name: "compares lengths only",
    found:
      /^signature\.(wrong|other-(secret|body)|changed|empty-|re-ser|every-event|known|repeated|unknown|upper)|^deliveries\.(at|sa)/,
    trusts: (header, body) => header?.length === right(body).length,
  },
  {
    name: "compares the first digits only",
    found: /^signature\.(wrong|truncated|longer|two)/,
    trusts: (header, body) => header?.slice(0, 39) === right(body).slice(0, 39),
  },
  {
    name: "takes upper case for lower case",
    found: /upper-case/,
    trusts: (header, body) => isRight(header?.toLowerCase(), body),
  },
  {
    name: "needs no prefix",
    found: /no-prefix/,
    trusts: (header, body) => isRight(`sha256=${header?.replace("sha256=", "")}`, body),
  },
  {
    name: "takes base64",
    found: /base64/,
    trusts: (header, body) =>
      isRight(header, body) || header === `sha256=${createHmac("sha256", secret).update(body).digest("base64")}`,
  },
  {
    name: "lets the sender choose the algorithm",
    found: /other-algorithm/,
    trusts(header = "", body) {
      const [algorithm = "", digits] = header.split("=");
      return /^sha\d+$/.test(algorithm) && digits === createHmac(algorithm, secret).update(body).digest("hex");
    },
  },
  {
    name: "takes the signature of nothing",
    found: /empty-body/,
    trusts: (header, body) => isRight(header, body) || isRight(header, ""),
  },
  {
    name: "knows signatures that were right once",
    found: /other-body/,
    made: () => ({
      trusts: knowing(
        (header, body) => isRight(header, body),
        (header) => header,
      ),
    }),
  },
  {
    name: "trusts a connection on which it has trusted a delivery",
    found: /same-connection/,
    made: () => ({ trusts: knowing(isRight, (_, __, { socket }) => socket) }),
  },
  {
    name: "keeps what it has had before it looks at the signature",
    found: /known-delivery|signature\.repeated/,
    made() {
      const had = new Set<unknown>();
      return { trusts: (header, body, request) => had.size === had.add(idIn(request)).size || isRight(header, body) };
    },
  },
  {
    name: "rejects the delivery whose identifier another sender has used before",
    found: /before-delivery/,
    made() {
      const isForged = knowing(
        (header, body) => !isRight(header, body),
        (_, __, request) => idIn(request),
      );
      return { trusts: (...delivery) => !isForged(...delivery) };
    },
  },
  {
    name: "looks at the signatures of one event only",
    found: /every-event|unknown-event/,
    trusts: (header, body) => JSON.parse(body.toString()).event !== "charge.paid" || isRight(header, body),
  },
  {
    name: "keeps the first secret only",
    found: /every-secret/,
    options: { secrets: [secret, "whsec_of_the_second_webhook"] },
  },
  {
    name: "reads the body as Latin-1",
    found: /unicode$|pieces/,
    trusts: (header, body) => isRight(header, body.toString("latin1")),
  },
  {
    name: "makes text of each chunk, and not of all of them",
    found: /pieces/,
    reads: async (request) => Buffer.from((await request.toArray()).join("")),
  },
  {
    name: "finds a header only as the platform spells its name",
    found: /header-names/,
    trusts: (header, body, { rawHeaders }) => rawHeaders.includes("X-Webhook-Signature") && isRight(header, body),
  },
  { name: "fails at a wrong signature", found: /refusal/, refusal: 500 },
];

type Trusts = NonNullable<Habits["trusts"]>;

/** Returns what says of a delivery whether it fits, or one with the same key has fitted before. */
function knowing(fits: Trusts, keyOf: (...delivery: Parameters<Trusts>) => unknown): Trusts {
  const known = new Set<unknown>();
  return (...delivery) => {
    if (fits(...delivery)) known.add(keyOf(...delivery));
    return known.has(keyOf(...delivery));
  };
}

export function idIn({ headers }: IncomingMessage): unknown {
  return headers["x-webhook-delivery"];
}
