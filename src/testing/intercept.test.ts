import { request } from "undici";
import { expect, test } from "vitest";
import { startSandbox } from "./start-sandbox.ts";

// No DNS has this domain, so what is not intercepted fails.
const base = "https://api.acme.invalid/pix/v1";

test.each([false, true])(
  "an application that calls the real base URL reaches the sandbox; listen: %j",
  async (listen) => {
    const balance = async () => (await fetch(`${base}/account-balance`, { headers })).json();
    await using saldo = await startSandbox({ listen });
    const headers = { "x-api-key": saldo.apiKey };
    saldo.intercept(`${base}/`);
    expect(await balance()).toMatchObject({ data: { balance: 150_000 } });
    const opening = { method: "POST", headers: { ...headers, "content-type": "application/json" } } as const;
    const opened = await request(`${base}/account-balance/withdraw`, { ...opening, body: '{"value":50000}' });
    expect(opened.statusCode).toBe(201);
    for (const beside of ["https://api.acme.invalid/pix/v10", "http://api.acme.invalid/pix/v1/account-balance"])
      await expect(fetch(beside)).rejects.toMatchObject({
        cause: {
          message: `${beside} is not below ${base}, which this test intercepts; nothing else of api.acme.invalid is reached`,
        },
      });
    await saldo.stop();
    expect(() => saldo.intercept(base)).toThrow("has stopped");
    await expect(balance()).rejects.toThrow("fetch failed");
  },
);

test("sandboxes that intercept beside each other end in any order", async () => {
  const [one, other] = await Promise.all([startSandbox({ listen: false }), startSandbox({ listen: false })]);
  one.intercept("https://one.invalid");
  other.intercept("https://other.invalid");
  await one.stop();
  expect((await fetch("https://other.invalid/account-balance")).status).toBe(401);
  await expect(fetch("https://one.invalid?x=1")).rejects.toThrow("fetch failed");
  await other.stop();
  await expect(fetch("https://other.invalid/account-balance")).rejects.toThrow("fetch failed");
});

test.each(["", "/v1", "ftp://api.acme.dev", "https://api.acme.dev?x=1"])(
  "what is no base URL is an error: %j",
  async (text) => {
    await using saldo = await startSandbox({ listen: false });
    expect(() => saldo.intercept(text)).toThrow("intercept takes the base URL of the platform");
  },
);
