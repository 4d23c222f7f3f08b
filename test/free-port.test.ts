import { expect, test } from "vitest";
import { atFreePort } from "./free-port.ts";

test("what finds its port taken is started again at another one, and no other failure is repeated", async () => {
  const ports: number[] = [];
  const start = async (port: number) => {
    if (ports.push(port) === 1) throw new Error(`cannot listen on 127.0.0.1:${port}: it is in use`);
    return port;
  };
  expect(await atFreePort(start)).toBe(ports[1]);
  await expect(atFreePort(() => Promise.reject(new Error("no disk")))).rejects.toThrow("no disk");
});
