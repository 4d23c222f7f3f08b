import { createServer } from "node:http";

/** A receiver that acknowledges everything at once; in a process of its own, so that it costs the measured one nothing. */
const server = createServer((request, response) => {
  request.resume().on("end", () => response.writeHead(204).end());
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object") process.send?.(address?.port);
});
process.once("disconnect", () => process.exit());
