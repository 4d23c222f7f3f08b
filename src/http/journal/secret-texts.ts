import { remembering } from "../../remembering.ts";
import { redacted } from "../../report/secret-names.ts";
import { MIN_SECRET_CHARACTERS, spellingsOf } from "../../report/secret-spellings.ts";

/** API keys and webhook secrets that Saldo generates are known by their prefix, wherever they stand. */
export const ownSecrets = /whsec_[0-9a-f]+|sk_sandbox_[\w-]+/g;
const ownPrefixes = ["whsec_", "sk_sandbox_"];

/** The user name and password of a URL. Bounded, so that no text takes long. */
const userInfo = /(:[\\/]{2,}|https?:)[^\s\\/?#"]{0,300}@/gi;

/** Hides keys, secrets and the credentials of URLs in a text. Most have none, and a search for a part is much faster. */
export function withoutSecrets(text: string): string {
  const hidden = ownPrefixes.some((prefix) => text.includes(prefix)) ? text.replaceAll(ownSecrets, redacted) : text;
  return hidden.includes("@") ? hidden.replaceAll(userInfo, `$1${redacted}@`) : hidden;
}

const SIX_DIGITS = /\d{6}/;

/** Returns those of the codes that a text has. `codes` is called only if there may be one. */
export function codesIn(text: string, codes: () => readonly string[]): readonly string[] {
  return SIX_DIGITS.test(text) ? codes().filter((code) => text.includes(code)) : [];
}

const spelling = remembering(100, spellingsOf);

/** Returns patterns of those of the keys and tokens that a text has, however they are spelled. */
export function spelledIn(text: string, chosen: readonly string[]): readonly RegExp[] {
  return chosen.flatMap((secret) => {
    // A search for the plain text is much faster, and few texts can spell it otherwise. A plus is a space.
    const isLikely = text.includes(secret) || /[%\\]/.test(text) || (text.includes("+") && secret.includes(" "));
    if (secret.length < MIN_SECRET_CHARACTERS || !isLikely) return [];
    return text.search(spelling(secret)) < 0 ? [] : [spelling(secret)];
  });
}

/** Hides secrets in a text; in JSON also where a number is one, and the text stays JSON. */
export function withoutFound(text: string, found: readonly (string | RegExp)[]): string {
  if (found.length === 0) return text;
  const hide = (_name: string, value: unknown) =>
    typeof value === "number" && replaced(String(value)) !== String(value) ? redacted : value;
  const replaced = (shown: string) => found.reduce((hidden: string, one) => hidden.replaceAll(one, redacted), shown);
  return replaced(rewritten(text, hide));
}

function rewritten(text: string, reviver: (name: string, value: unknown) => unknown): string {
  try {
    return JSON.stringify(JSON.parse(text, reviver));
  } catch {
    return text;
  }
}
