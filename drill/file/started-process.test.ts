import { once } from "node:events";
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { StartedProcess } from "./started-process.ts";

test("a process that is killed before it is ready starts again", async () => {
  let asked = 0;
  await using health = createServer((_, response) => {
    asked += 1;
    if (asked === 1) void started.kill();
    response.writeHead(asked < 3 ? 503 : 200).end();
  }).listen(0, "127.0.0.1");
  await once(health, "listening");
  const address = health.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const started = new StartedProcess("exec sleep 60", { method: "GET", url: `http://127.0.0.1:${port}/` });
  try {
    await started.start({});
    expect({ asked, isRunning: started.isRunning }).toEqual({ asked: 3, isRunning: true });
  } finally {
    await started.kill();
  }
});
