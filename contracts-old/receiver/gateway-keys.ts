import type { Addressee } from "./posting.ts";

/** Texts that are so long do not occur by chance. */
const surelyRare = 8;

/** Ways to send a key, and no key. */
const schemes = /^(basic|bearer|digest)$/i;

/**
 * What opens a gateway, for a receiver may tell it: the values of headers, and what stands behind the question mark, as a
 * whole and in its parts. `described`: texts that the letters have anyway, a word of which is no secret.
 */
export function gatewayKeys(
  { headers, url }: Pick<Addressee, "headers" | "url">,
  described: string,
): readonly string[] {
  const values = [...Object.values(headers), ...url.searchParams.values()];
  const words = values.flatMap((value) => [value, ...value.split(/[\s;,=]+/)]);
  return [...words, ...queryTexts(url)].filter(
    (text) => text.length >= surelyRare || !(schemes.test(text) || described.includes(text)),
  );
}

/** Names whose values are too short to be looked for wherever they may be. */
export function gatewayNames({ headers, url }: Pick<Addressee, "headers" | "url">): readonly string[] {
  const short = [...url.searchParams].filter(([, value]) => value.length < 4).map(([name]) => name);
  return [...Object.keys(headers), ...short];
}

function queryTexts({ search, searchParams }: URL): readonly string[] {
  if (search === "") return [];
  const raw = search.slice(1);
  const pairs = [...searchParams].map(([name, value]) => `${name}=${value}`);
  // A pair of few letters is only known by what stands before it.
  const parts = [...raw.split("&"), ...pairs].flatMap((part) => (part.length < 4 ? [`?${part}`, `&${part}`] : [part]));
  return [search, raw, pairs.join("&"), ...parts];
}
