import { expect, inject, test } from "vitest";
import { DocumentedBlocks } from "../documented-blocks.ts";
import { answerOf, DocumentedProgram, sessionOf } from "../documents/documented-session.ts";
import { Replicas } from "./replicas.ts";

/** The flags of a page's `npm start`, without its store. */
function flagsOf(command: string): readonly string[] {
  const flags = command.trim().split(" -- ")[1]?.split(" ") ?? [];
  expect(flags.slice(0, 2)).toEqual(["--store", "memory"]);
  return flags.slice(2);
}

test("the tour answers exactly what is printed, though each call meets another replica", async () => {
  const page = new DocumentedBlocks("docs/tour.md");
  await using replicas = await Replicas.start(inject("databaseUrl"), flagsOf(page.take("sh", /npm start/).text));
  await using balancer = await replicas.balancer();
  await using receiver = new DocumentedProgram(page.take("sh", /receiver\.mjs/).text);
  const places = {
    "http://127.0.0.1:4400": balancer.url,
    "http://127.0.0.1:3000": `http://127.0.0.1:${await receiver.told(/(\d{4,})/)}`,
  };
  const session = sessionOf(page);
  expect(session.length).toBeGreaterThan(10);
  for (const { command, answer } of session) expect(await answerOf(command, places), command).toEqual(answer);
  expect(await receiver.told(/(.+)/)).toBe(page.take("", /dlv_/).text.trim());
});
