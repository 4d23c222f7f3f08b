import { type Defect, planted } from "../defects/defect.ts";

const attempt = "src/outbound/attempt-under-way.ts";
const webhookRequest = "src/outbound/webhook-request.ts";
const wire = "src/http/view/wire.ts";

/** A body that is another one in some of its members than the document has it. */
function written(members: string): Pick<Defect, "find" | "replace"> {
  const find = "return write({ event: notification.name, timestamp: isoInstant(at), ...fields });";
  const replace = `${find.replace("return", "const text =")}
      const told = JSON.parse(text);
      return JSON.stringify({ ...told, ${members} });`;
  return { find, replace };
}

export const deliveriesDefects: readonly Defect[] = [
  ...planted(attempt, 'method: "POST",\n      headers', {
    "deliveries-are-put breaks deliveries.post": 'method: "PUT",\n      headers',
  }),
  ...planted(webhookRequest, '"Content-Type": "application/json",', {
    "deliveries-are-plain-text breaks deliveries.content-type": '"Content-Type": "text/plain; charset=utf-8",',
  }),
  {
    id: "events-in-capitals-in-body",
    breaks: ["deliveries.event"],
    file: wire,
    ...written('event: told.event.toUpperCase().replaceAll(".", "_")'),
  },
  {
    id: "data-is-json-in-a-text",
    breaks: ["deliveries.data"],
    also: ["events.charge-pending", "events.charge-paid", "events.charge-expired"],
    because: "Nothing can be read from data that is a text.",
    file: wire,
    ...written("data: JSON.stringify(told.data)"),
  },
  ...planted(wire, "timestamp: isoInstant(at), ...", {
    "event-time-is-local breaks deliveries.timestamp":
      'timestamp: isoInstant(at - 3 * 60 * 60_000).replace("Z", "-03:00"), ...',
    "event-time-is-when-the-server-writes breaks deliveries.timestamp": "timestamp: new Date().toISOString(), ...",
  }),
];
