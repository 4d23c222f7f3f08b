import zlib from "node:zlib";

type Decode = (bytes: Buffer, limit: { readonly maxOutputLength: number }) => Buffer;

const decoders: Readonly<Record<string, Decode>> = {
  identity: (bytes) => bytes,
  gzip: zlib.gunzipSync,
  "x-gzip": zlib.gunzipSync,
  deflate: inflated,
  br: zlib.brotliDecompressSync,
  zstd: zlib.zstdDecompressSync,
};

/** More codings than a server has a reason to apply. */
const MAX_CODINGS = 3;

/** A body as it was before its sender compressed it, or the reason why that cannot be told, as part of a sentence. */
export type Decoded = { readonly bytes: Buffer } | { readonly problem: string };

/**
 * Undoes the codings that `Content-Encoding` names. A server may compress for a client that has not said what it accepts
 * (RFC 9110, 12.5.3). `maxBytes` also limits what a small body may become.
 */
export function decoded(body: Buffer, contentEncoding: string | undefined, maxBytes: number): Decoded {
  const codings = (contentEncoding ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim());
  const applied = codings.filter((name) => name !== "");
  if (applied.length > MAX_CODINGS) return { problem: `it has ${applied.length} content codings` };
  let bytes = body;
  for (const name of applied.toReversed()) {
    const decode = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
    if (decode === undefined) return { problem: `its content coding ${JSON.stringify(name)} is not known` };
    try {
      // A response to HEAD, or without content, has the header all the same.
      if (bytes.length > 0) bytes = decode(bytes, { maxOutputLength: maxBytes });
    } catch (error) {
      const isTooLarge = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
      return { problem: isTooLarge ? `it is more than ${maxBytes} bytes without ${name}` : `it is not ${name}` };
    }
  }
  return { bytes };
}

/** Many servers leave out the zlib wrapper that `deflate` means. */
function inflated(bytes: Buffer, limit: { readonly maxOutputLength: number }): Buffer {
  const hasWrapper = ((bytes[0] ?? 0) & 0x0f) === 8 && bytes.length > 1 && bytes.readUInt16BE(0) % 31 === 0;
  return hasWrapper ? zlib.inflateSync(bytes, limit) : zlib.inflateRawSync(bytes, limit);
}
