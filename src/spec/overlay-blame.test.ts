import { expect, test } from "vitest";
import { documentWithOverlay } from "./document.ts";
import { parseOverlay } from "./overlay.ts";
import { blamedActions } from "./overlay-blame.ts";
import { SpecError } from "./spec-error.ts";

const overlay = `overlay: 1.0.0
info: { title: t, version: "1" }
actions:
  - { target: "$.paths['/webhook'].get", update: { x-a: 1 } }
  - { target: "$.webhooks['charge.paid'].post", update: { x-a: 1 } }
  - { target: $.components.schemas.Id, update: { x-a: 1 } }
`;

test.each([
  ["listWebhooks", "acme.yaml:4:5: actions[0] ($.paths['/webhook'].get)"],
  ["charge.paid", "acme.yaml:5:5: actions[1] ($.webhooks['charge.paid'].post)"],
  ["getBalance", "acme.yaml:6:5: actions[2] ($.components.schemas.Id)"],
])("an error about %s names the actions that changed it", async (operationId, action) => {
  const document = await documentWithOverlay("interface", parseOverlay(overlay, "acme.yaml"));
  expect(blamedActions(new SpecError("wrong", { operationId }), document)).toEqual([action]);
});
