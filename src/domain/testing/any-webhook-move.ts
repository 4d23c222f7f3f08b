import fc from "fast-check";
import type { CommandOf } from "../command.ts";
import { selectableEvents } from "../notification.ts";
import { commanded, drawn, named, which, who } from "./any-pick.ts";
import type { Move } from "./moves.ts";
import type { AttemptAnswer } from "./postman.ts";

const url = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("https://hooks.acme.dev/a?b=c", "http://8.8.8.8:8080/") },
  { weight: 1, arbitrary: fc.constantFrom("http://localhost:3000/", "https://10.0.0.1/", "https://shop.test/", "no") },
);
const eventName = fc.oneof(
  { weight: 40, arbitrary: fc.constantFrom(...selectableEvents) },
  { weight: 1, arbitrary: fc.constantFrom("webhook.test", "charge.cancelled") },
);
const terms = {
  name: fc.string({ maxLength: 8 }),
  url,
  events: fc.uniqueArray(eventName, { minLength: 1, maxLength: selectableEvents.length }),
};

const answer = fc.constantFrom<AttemptAnswer[]>("ok", 204, 301, 404, 500, "TIMEOUT", "CONNECTION_REFUSED", "NO_ROUTE");
const ended = { ahead: fc.constantFrom(1, 1, 1, 0, 2), epochs: fc.constantFrom(0, 0, 0, 1, -1), answer };

const routes = fc.constantFrom<CommandOf<"set-routes">["routes"][]>(
  [],
  [["hooks.acme.dev", "http://127.0.0.1:3000"]],
  [["hooks.acme.dev", "http://127.0.0.1:3000/path"]],
);

/** What is done with webhooks, by companies and by the outside world; some of it cannot be done. */
export const anyWebhookMove: fc.Arbitrary<Move> = fc.oneof(
  drawn(5, fc.record({ do: named("create-webhook"), who, terms: fc.record(terms) })),
  drawn(2, fc.record({ do: named("change-webhook"), who, which, patch: fc.record(terms, { requiredKeys: [] }) })),
  drawn(2, fc.record({ do: named("delete-webhook"), who, which })),
  drawn(4, fc.record({ do: named("reactivate-webhook"), who, which })),
  drawn(3, fc.record({ do: named("test-webhook"), who, which })),
  drawn(5, fc.record({ do: named("redeliver"), who, which })),
  drawn(5, fc.record({ do: named("record-attempt"), who, which, ...ended })),
  drawn(1, commanded(routes.map((routes) => ({ type: "set-routes", routes })))),
);
