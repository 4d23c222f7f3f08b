import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { Courier } from "./courier.ts";
import { sign } from "./signature.ts";
import { startReceiver } from "./testing/receiver.ts";
import { requestRoutedTo } from "./testing/webhook-requests.ts";

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

describe("the signature of a delivery", () => {
  it.each(vectors)("is the HMAC-SHA256 of the body: $name", ({ secret, body, signature }) => {
    expect(sign(secret, body)).toBe(signature);
    expect(sign(secret, Buffer.from(body))).toBe(signature);
  });

  it("travels with exactly the bytes that it is of", async () => {
    await using receiver = await startReceiver();
    const courier = new Courier();
    for (const { secret, body } of vectors) await courier.deliver(requestRoutedTo(receiver.url, { secret, body }));
    await courier.close();

    const sent = receiver.requests.map(({ body, headers }) => ({
      hex: body.toString("hex"),
      signature: headers["x-webhook-signature"],
      length: headers["content-length"],
    }));
    expect(sent).toEqual(
      vectors.map(({ body, signature }) => ({
        hex: Buffer.from(body).toString("hex"),
        signature,
        length: String(Buffer.byteLength(body)),
      })),
    );
  });
});
