import { expect, test } from "vitest";
import { DocumentedBlocks } from "../documented-blocks.ts";
import { answerOf, DocumentedProgram, sessionOf } from "./documented-session.ts";

const page = new DocumentedBlocks("docs/tour.md");

test("the session answers as it is printed, and the receiver hears what is printed", async () => {
  await using server = new DocumentedProgram(page.take("sh", /npm start/).text);
  await using receiver = new DocumentedProgram(page.take("sh", /receiver\.mjs/).text);
  const places = {
    "http://127.0.0.1:4400": await server.told(/"address":"(http:[^"]+)"/),
    "http://127.0.0.1:3000": `http://127.0.0.1:${await receiver.told(/(\d{4,})/)}`,
  };
  const session = sessionOf(page);
  expect(session.length).toBeGreaterThan(10);
  for (const { command, answer } of session) expect(await answerOf(command, places), command).toEqual(answer);
  const heard = page.take("", /dlv_/).text.trim();
  expect(await receiver.told(/(.+)/)).toBe(heard);
  expect(page.notRun).toEqual([]);
});
