import { Redaction } from "../../src/report/redaction.ts";
import type { Posted } from "./posted.ts";
import type { Addressee } from "./round.ts";

/** A response may repeat a signature: in hexadecimal, or behind the name of an algorithm. */
const signatureLike = /(?:sha\d+(?:=|%3d|\\u003d))?[0-9a-f]{40,}|sha\d+(?:=|%3d|\\u003d)[0-9a-z+/_-]{8,}={0,2}/gi;

/** Returns what removes secrets and signatures from a report. `described`: texts that deliveries have anyway. */
export function receiverRedaction(
  posted: readonly Posted[],
  addressee: Addressee,
  secrets: readonly string[],
  described: string,
): Redaction {
  const keys = gatewayKeys(addressee, described);
  const encoded = posted.flatMap(({ delivery }) => encodedIn(delivery.signature));
  const redaction = new Redaction([...secrets, ...keys, ...encoded]);
  for (const name of gatewayNames(addressee)) redaction.addName(name);
  redaction.addPattern(signatureLike);
  return redaction;
}

/** Some signatures are right ones in base64. Hexadecimal digits are found by their looks. */
function encodedIn(signature: string | null): readonly string[] {
  const [, encoded = ""] = /=(.+)$/.exec(signature ?? "") ?? [];
  return /^[0-9a-f]*$/i.test(encoded) ? [] : [encoded];
}

/** A text of this length does not occur by chance. */
const MIN_RARE_CHARACTERS = 8;

/** Words in front of a key, which are no key themselves. */
const schemes = /^(basic|bearer|digest)$/i;

/** Returns what opens a gateway and a receiver may repeat: values of headers, and the query and its parts. */
function gatewayKeys({ headers, url }: Addressee, described: string): readonly string[] {
  const values = [...Object.values(headers), ...url.searchParams.values()];
  const words = values.flatMap((value) => [value, ...value.split(/[\s;,=]+/)]);
  return [...words, ...queryTexts(url)].filter(
    (text) => text.length >= MIN_RARE_CHARACTERS || !(schemes.test(text) || described.includes(text)),
  );
}

/** Returns names whose values are too short to be found by themselves. */
function gatewayNames({ headers, url }: Addressee): readonly string[] {
  const short = [...url.searchParams].filter(([, value]) => value.length < 4).map(([name]) => name);
  return [...Object.keys(headers), ...short];
}

function queryTexts({ search, searchParams }: URL): readonly string[] {
  if (search === "") return [];
  const raw = search.slice(1);
  const pairs = [...searchParams].map(([name, value]) => `${name}=${value}`);
  // A short pair is only found together with the character in front of it.
  const parts = [...raw.split("&"), ...pairs].flatMap((part) => (part.length < 4 ? [`?${part}`, `&${part}`] : [part]));
  return [search, raw, pairs.join("&"), ...parts];
}
