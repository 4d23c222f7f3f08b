import { readFileSync } from "node:fs";
import { fastify } from "fastify";

/** The least that Fastify needs to answer: `node bare-fastify.ts <port> <file of a JSON body>`. */
const [port, file = ""] = process.argv.slice(2);
const body: unknown = JSON.parse(readFileSync(file, "utf8"));

const server = fastify();
server.get("/account-balance", async () => body);
server.get("/account-balance/withdrawals", async () => body);
server.post("/account-balance/withdraw", async () => body);
server.post("/account-balance/withdraw/cancel", async () => body);
server.post("/account-balance/withdraw/confirm", async () => body);
await server.listen({ port: Number(port), host: "127.0.0.1" });
