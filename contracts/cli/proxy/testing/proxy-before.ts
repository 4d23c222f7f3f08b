import { onTestFinished } from "vitest";
import type { Recorded } from "../../../traffic/har-file.ts";
import { ProxyServer } from "../proxy-server.ts";

type Options = Partial<Parameters<typeof ProxyServer.listen>[0]> & { readonly target: string };

/** Starts a proxy that is closed after the test, and its target after it. */
export async function proxyBefore(target: AsyncDisposable, options: Options) {
  const exchanges: Recorded[] = [];
  const failures: string[] = [];
  const proxy = await ProxyServer.listen({
    ...{ host: "127.0.0.1", port: 0, hosts: [], silenceMs: 60_000, ...options },
    onExchange: (one) => exchanges.push(one),
    onUnkept: () => failures.push("not kept"),
    onFailure: (message) => failures.push(message),
  });
  onTestFinished(async () => {
    await proxy[Symbol.asyncDispose]();
    await target[Symbol.asyncDispose]();
  });
  return { proxy, exchanges, failures };
}
