import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { sign } from "./signature.ts";

interface Vector {
  readonly name: string;
  readonly secret: string;
  readonly body: string;
  /** Computed by another implementation of HMAC. */
  readonly signature: string;
}

const vectors: readonly Vector[] = JSON.parse(
  await readFile(new URL("../../fixtures/vectors/signatures.json", import.meta.url), "utf8"),
);

it.each(vectors)("the signature of a delivery is the HMAC-SHA256 of the body: $name", ({ secret, body, signature }) => {
  expect(sign(secret, body)).toBe(signature);
  expect(sign(secret, Buffer.from(body))).toBe(signature);
});
