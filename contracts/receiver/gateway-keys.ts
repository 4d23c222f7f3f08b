import type { Addressee } from "./round.ts";

/** A text of this length does not occur by chance. */
const MIN_RARE_CHARACTERS = 8;

/** Words in front of a key, which are no key themselves. */
const schemes = /^(basic|bearer|digest)$/i;

/**
 * Returns what opens a gateway, because a receiver may repeat it: the values of headers, and the query as a whole and in
 * its parts. `described`: texts that deliveries have anyway; a word of them is no secret.
 */
export function gatewayKeys(
  { headers, url }: Pick<Addressee, "headers" | "url">,
  described: string,
): readonly string[] {
  const values = [...Object.values(headers), ...url.searchParams.values()];
  const words = values.flatMap((value) => [value, ...value.split(/[\s;,=]+/)]);
  return [...words, ...queryTexts(url)].filter(
    (text) => text.length >= MIN_RARE_CHARACTERS || !(schemes.test(text) || described.includes(text)),
  );
}

/** Returns names whose values are too short to be found by themselves. */
export function gatewayNames({ headers, url }: Pick<Addressee, "headers" | "url">): readonly string[] {
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
