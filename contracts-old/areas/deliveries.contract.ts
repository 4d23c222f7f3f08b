import { isObject, shown } from "../description/json.ts";
import { contract } from "../run/contract.ts";
import { isUtcInstant } from "../run/iso-instant.ts";
import type { Run } from "../run/run.ts";
import { must } from "../run/verdict-error.ts";
import { deliveries, eventDeliveries } from "./told-deliveries.ts";

contract("deliveries.post", async (run) => {
  // What does not come to the URL of the webhook has not been delivered.
  for (const { attempt } of await deliveries(run)) {
    must(attempt.method === "POST", `a delivery must be a POST, and was a ${attempt.method}`);
  }
});

contract("deliveries.content-type", async (run) => {
  for (const { attempt } of await deliveries(run)) {
    const type = attempt.headers["content-type"] ?? "missing";
    must(/^application\/json\s*(;|$)/i.test(type), `the content type must be application/json, and is ${type}`);
  }
});

contract("deliveries.event", async (run) => {
  for (const { body, happened } of await bodies(run)) {
    must(body.event === happened, `"event" of a delivery must be ${happened}, and the body is ${shown(body)}`);
  }
});

contract("deliveries.data", async (run) => {
  for (const { body } of await bodies(run)) {
    must(isObject(body.data), `"data" of a delivery must be an object, and the body is ${shown(body)}`);
  }
});

contract("deliveries.timestamp", async (run) => {
  for (const { body, attempt, happenedAt } of await bodies(run)) {
    const { timestamp } = body;
    must(isUtcInstant(timestamp), `"timestamp" must be an ISO 8601 instant in UTC, and the body is ${shown(body)}`);
    // A machine elsewhere may have a clock that is not quite right, and may take a while to tell.
    const expected = happenedAt ?? Date.parse(attempt.at);
    const toleranceMs = happenedAt === undefined ? 30 * 60_000 : 1_000;
    const isThen = Math.abs(Date.parse(timestamp) - expected) <= toleranceMs;
    must(isThen, `"timestamp" must be the time of the event, ${new Date(expected).toISOString()}, and is ${timestamp}`);
  }
});

/** What is in deliveries of events. */
async function bodies(run: Run) {
  return (await eventDeliveries(run)).map((delivered) => {
    const { json, body } = delivered.attempt;
    must(isObject(json), `a delivery must have a JSON object, and has ${body.toString().slice(0, 200)}`);
    return { ...delivered, body: json };
  });
}
