import { isObject } from "../description/json.ts";
import { contract } from "../run/contract.ts";
import { isInstant } from "../run/iso-instant.ts";
import { must } from "../run/verdict-error.ts";
import { deliveries } from "./told-deliveries.ts";

contract("headers.event", async (run) => {
  for (const { attempt, happened } of await deliveries(run)) {
    const name = attempt.headers["x-webhook-event"];
    must(name !== undefined && name !== "", "a delivery must have X-Webhook-Event");
    must(happened === undefined || name === happened, `X-Webhook-Event must be ${happened}, and is ${name}`);
    // What is in a test delivery is not shown.
    const said = isObject(attempt.json) ? attempt.json.event : undefined;
    const isSame = name === said || (happened === undefined && said === undefined);
    must(isSame, `X-Webhook-Event must be the event in the body, ${said}, and is ${name}`);
  }
});

contract("headers.delivery", async (run) => {
  const ids = (await deliveries(run)).map(({ attempt }) => attempt.headers["x-webhook-delivery"] ?? "");
  must(ids.length > 1, "two deliveries must have come");
  must(
    ids.every((id) => id !== ""),
    "a delivery must have X-Webhook-Delivery",
  );
  must(
    new Set(ids).size === ids.length,
    `each delivery must have an X-Webhook-Delivery of its own; they are ${ids.join(", ")}`,
  );
});

contract("headers.timestamp", async (run) => {
  for (const { attempt } of await deliveries(run)) {
    const timestamp = attempt.headers["x-webhook-timestamp"];
    must(isInstant(timestamp), `X-Webhook-Timestamp must be an ISO 8601 instant, and is ${timestamp ?? "missing"}`);
  }
});
