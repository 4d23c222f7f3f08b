import type { Defect } from "../defects/defect.ts";

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
  {
    id: "deliveries-are-put",
    breaks: ["deliveries.post"],
    file: attempt,
    find: 'method: "POST",\n      headers',
    replace: 'method: "PUT",\n      headers',
  },
  {
    id: "deliveries-are-plain-text",
    breaks: ["deliveries.content-type"],
    file: webhookRequest,
    find: '"Content-Type": "application/json",',
    replace: '"Content-Type": "text/plain; charset=utf-8",',
  },
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
  {
    id: "event-time-is-local",
    breaks: ["deliveries.timestamp"],
    file: wire,
    find: "timestamp: isoInstant(at), ...",
    replace: 'timestamp: isoInstant(at - 3 * 60 * 60_000).replace("Z", "-03:00"), ...',
  },
  {
    id: "event-time-is-when-the-server-writes",
    breaks: ["deliveries.timestamp"],
    file: wire,
    find: "timestamp: isoInstant(at), ...",
    replace: "timestamp: new Date().toISOString(), ...",
  },
];
