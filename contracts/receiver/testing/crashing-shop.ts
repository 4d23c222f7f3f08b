/**
 * A receiver as a process of its own, which pays for each delivery and keeps what it paid in a file:
 *
 *     node crashing-shop.ts <port> <habit> <file> <secret>
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { right } from "./receiver.ts";

const [, , port, habit, file = "", secret = ""] = process.argv;
const lines = (name: string) => (existsSync(name) ? readFileSync(name, "utf8").split("\n").filter(Boolean) : []);
const queue = `${file}.queue`;
/** Acknowledged, and paid for only when the state is asked for the next time. */
const later: string[] = [];
const had = new Set(habit === "remembers-in-memory" ? [] : lines(file));

function pay(id: string): void {
  if (had.has(id)) return;
  had.add(id);
  appendFileSync(file, `${id}\n`);
}

// What was left in the queue when the process ended is done now.
for (const id of lines(queue)) pay(id);

const server = createServer(async (request, response) => {
  if (request.method === "GET") {
    for (const id of later.splice(0)) pay(id);
    return void response.end(String(lines(file).length));
  }
  const body = await buffer(request);
  if (request.headers["x-webhook-signature"] !== right(body, secret)) return void response.writeHead(401).end();
  const id = String(request.headers["x-webhook-delivery"]);
  if (habit === "works-after-restart") writeFileSync(queue, `${lines(queue).join("\n")}\n${id}\n`);
  if (habit === "works-after-restart" || habit === "answers-first") later.push(id);
  else pay(id);
  response.writeHead(204).end();
});
server.listen(Number(port), "127.0.0.1");
