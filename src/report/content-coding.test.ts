import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { decoded } from "./content-coding.ts";

const text = Buffer.from('{"balance":1}');
const MAX = 1_000;

test.for([
  ["gzip", gzipSync(text)],
  ["X-Gzip", gzipSync(text)],
  ["deflate", deflateSync(text)],
  ["deflate", deflateRawSync(text)],
  ["br", brotliCompressSync(text)],
  ["zstd", zstdCompressSync(text)],
  ["gzip, br", brotliCompressSync(gzipSync(text))],
  ["identity", text],
  ["", text],
  [undefined, text],
] as const)("%s is decoded", ([coding, body]) => {
  expect(decoded(body, coding, MAX)).toEqual({ bytes: text });
});

test("a body that is empty stays empty, whatever its header says", () => {
  expect(decoded(Buffer.alloc(0), "gzip", MAX)).toEqual({ bytes: Buffer.alloc(0) });
});

test.for([
  ["br", brotliCompressSync],
  ["gzip", gzipSync],
  ["deflate", deflateSync],
  ["zstd", zstdCompressSync],
] as const)("%s that would become too large is not decoded", ([coding, compress]) => {
  const bomb = compress(Buffer.alloc(MAX + 1));
  expect(bomb.length).toBeLessThan(MAX);
  expect(decoded(bomb, coding, MAX)).toEqual({ problem: `it is more than ${MAX} bytes without ${coding}` });
});

test.for([
  ["gzip", "it is not gzip"],
  ["snappy", 'its content coding "snappy" is not known'],
  ["constructor", 'its content coding "constructor" is not known'],
  ["gzip,gzip,gzip,gzip", "it has 4 content codings"],
] as const)("%s of something else has a reason", ([coding, problem]) => {
  expect(decoded(text, coding, MAX)).toEqual({ problem });
});
