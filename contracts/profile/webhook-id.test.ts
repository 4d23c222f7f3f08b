import { expect, test } from "vitest";
import { called } from "../model/testing/told.ts";
import { findWebhookId } from "./webhook-id.ts";

test("an empty text of a creation's response is no identifier, and is not put into a path", async () => {
  const asked: (string | undefined)[] = [];
  const call = async (operationId: string, _: object = {}, { id = "" } = {}) => {
    asked.push(id);
    return called(operationId, {}, id === "w-7" ? 200 : 404);
  };
  const creation = called("createWebhook", {}, 201, { message: "", codigo: "w-7" });
  expect(await findWebhookId({ call }, creation)).toBe("w-7");
  expect(asked).not.toContain("");
});
