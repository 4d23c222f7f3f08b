import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Courier } from "./courier.ts";
import { startReceiver } from "./testing/receiver.ts";
import { selfSigned } from "./testing/self-signed.ts";
import { requestRoutedTo, requestTo } from "./testing/webhook-requests.ts";

// These tests are a machine that trusts the certificate.
const usual = getCACertificates("default");
beforeAll(() => setDefaultCACertificates([...usual, selfSigned.cert]));
afterAll(() => setDefaultCACertificates(usual));

it.each(["http", "https"])(
  "reaches a secure receiver through a route, whatever the webhook's scheme: %s",
  async (scheme) => {
    await using receiver = await startReceiver("ok", { tls: selfSigned });
    const courier = new Courier();
    const request = requestRoutedTo(receiver.url, { url: `${scheme}://hooks.acme.dev/webhooks` });

    for (let times = 0; times < 3; times += 1) {
      expect(await courier.deliver(request)).toMatchObject({ httpStatus: 200, failure: null });
    }
    await courier.close();
    expect(receiver).toMatchObject({ connections: 1, requests: { length: 3 } });
  },
);

it("refuses a certificate that is for another host", async () => {
  await using receiver = await startReceiver("ok", { tls: selfSigned });
  const lookup = (
    _host: string,
    _options: object,
    found: (error: null, all: { address: string; family: number }[]) => void,
  ) => found(null, [{ address: "127.0.0.1", family: 4 }]);
  const courier = new Courier({ lookup });

  const right = await courier.deliver(requestTo(`https://hooks.acme.dev:${receiver.port}/`));
  const wrong = await courier.deliver(requestTo(`https://hooks.other.dev:${receiver.port}/`));
  await courier.close();

  expect(right).toMatchObject({ httpStatus: 200 });
  expect(wrong).toMatchObject({ httpStatus: null, failure: "TLS" });
  expect(receiver.requests).toHaveLength(1);
});
