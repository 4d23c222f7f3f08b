import { remembering } from "../../domain/remembering.ts";

/** A key that was given on the command line may have so many characters. */
const longestKey = 512;
/** What is shorter stands in every second text; of such keys only whole words are found. */
const shortestPart = 4;
const mostWords = 10_000;
/** Who encodes a text more often wants to hide something. */
const mostEncodings = 4;

/** The secrets and keys that this program makes tell themselves. */
const ownSecrets = /whsec_[0-9a-f]+|sk_sandbox_[\w-]+/i;
/** Six digits together, and six that are held apart by little. */
const codes = [
  /(?<![0-9])[0-9]{6}(?![0-9])/,
  /(?<![0-9][^0-9A-Za-z]{0,2})[0-9](?:[^0-9A-Za-z]{0,2}[0-9]){5}(?![^0-9A-Za-z]{0,2}[0-9])/,
];
/** Identifiers and addresses may have six digits that are no code. */
const harmless =
  /(?<![0-9A-Za-z])(?:[a-z]{3}_[0-9a-f]{24}|E[0-9]{20}[0-9A-Za-z]{11}|[0-9]{1,3}(?:\.[0-9]{1,3}){3})(?![0-9A-Za-z])/g;
/** Where a key may begin and end, in sentences, in addresses and between any punctuation. */
const words = [/\S+/g, /[^\s"'`,;:=&?/#<>()[\]{}|\\]+/g, /[\w-]+/g];

/** Looks for secrets in texts, for as long as one list of calls is made. It would rather find too many. */
export class SecretSearch {
  readonly #isKey: (text: string) => boolean;
  readonly #keys: ReadonlySet<string>;

  /** `isKey`: asks for the digest of a key; `keys`: those that are known as they are. */
  constructor(isKey: (text: string) => boolean, keys: ReadonlySet<string>) {
    // Texts have most words in common.
    this.#isKey = remembering(mostWords, isKey);
    this.#keys = keys;
  }

  /** Whether there is a key, a secret or a code in it, however it is spelled. */
  finds(text: string): boolean {
    return spellings(text)?.some((spelling) => this.#hasKey(spelling) || hasCode(spelling)) ?? true;
  }

  /** The same, without codes, for texts with amounts in them. */
  findsKey(text: string): boolean {
    return spellings(text)?.some((spelling) => this.#hasKey(spelling)) ?? true;
  }

  /** Whether there is a key in it that has the very characters at which a target is split. */
  findsSplitKey(target: string): boolean {
    const keys = [...this.#keys].filter((key) => /[/?&=]/.test(key));
    return spellings(target)?.some((spelling) => keys.some((key) => spelling.includes(key))) ?? true;
  }

  #hasKey(text: string): boolean {
    if (ownSecrets.test(text)) return true;
    for (const key of this.#keys) if (key.length >= shortestPart && text.includes(key)) return true;
    return words.some((pattern) => text.match(pattern)?.some((word) => this.#isKeyWord(word)));
  }

  #isKeyWord(word: string): boolean {
    return word.length <= longestKey && this.#isKey(word);
  }
}

function hasCode(text: string): boolean {
  const rest = text.replaceAll(harmless, "x");
  return codes.some((pattern) => pattern.test(rest));
}

/** A text and all that it may mean; null where it is encoded too often. */
function spellings(text: string): string[] | null {
  const found = new Set<string>();
  let spelling = text;
  for (let i = 0; i <= mostEncodings; i += 1) {
    found.add(spelling).add(spelling.normalize("NFKC"));
    const plain = percentDecoded(spelling);
    if (plain === spelling) return [...found];
    spelling = plain;
  }
  return null;
}

/** What is wrongly encoded elsewhere changes nothing for the rest. */
function percentDecoded(text: string): string {
  return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (encoded) =>
    Buffer.from(encoded.replaceAll("%", ""), "hex").toString(),
  );
}
