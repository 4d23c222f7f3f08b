import { createServer } from "node:http";

/** Acknowledges every webhook at once: `node receiver.ts <port>`. */
createServer((request, response) => {
  request.resume().on("end", () => response.writeHead(204).end());
}).listen(Number(process.argv[2]), "127.0.0.1");
