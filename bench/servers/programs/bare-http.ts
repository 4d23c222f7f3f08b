import { readFileSync } from "node:fs";
import { createServer } from "node:http";

/** The least that Node needs to answer: `node bare-http.ts <port> <file of a JSON body>`. */
const [port, file = ""] = process.argv.slice(2);
const body: unknown = JSON.parse(readFileSync(file, "utf8"));

createServer((request, response) => {
  const said: Buffer[] = [];
  request.on("data", (data) => said.push(data));
  request.on("end", () => {
    if (said.length > 0) JSON.parse(Buffer.concat(said).toString());
    const text = JSON.stringify(body);
    response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
    response.end(text);
  });
}).listen(Number(port), "127.0.0.1");
