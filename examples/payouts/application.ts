import { interfaceApi } from "saldo/client";
import { Payouts } from "./payouts.ts";
import { createReceiver, type Notification } from "./receiver.ts";

/** The public URL of the receiver; the platform requires one. */
const webhookUrl = "https://hooks.acme.dev/hooks";

/** An application that pays out and receives the results by webhook. */
export interface Application extends AsyncDisposable {
  readonly port: number;
  /** The notifications received so far. */
  readonly told: readonly Notification[];
  /** Creates the webhook, once per deployment. Returns the payouts, which need it. */
  connect(platform: { readonly url: string; readonly apiKey: string }): Promise<Payouts>;
}

/** Starts the application. `host`: the address to receive webhooks on; `0.0.0.0` if they come from a container. */
export async function startApplication(host = "127.0.0.1"): Promise<Application> {
  const told: Notification[] = [];
  let secret: string | undefined;
  const receiver = createReceiver(
    () => secret,
    (notification) => told.push(notification),
  );
  const address = await receiver.listen({ host, port: 0 });
  return {
    port: Number(new URL(address).port),
    told,
    async connect({ url, apiKey }) {
      const body = { url: webhookUrl, name: "Payouts", events: ["withdraw.completed"] };
      const { data, response } = await interfaceApi({ url, apiKey }).POST("/webhook", { body });
      if (data === undefined) throw new Error(`the webhook was refused with ${response.status}`);
      secret = data.data.secret;
      return new Payouts(url, apiKey);
    },
    [Symbol.asyncDispose]: () => receiver.close(),
  };
}
