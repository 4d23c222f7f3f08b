import type { HarmlessChange } from "./defect.ts";

const render = "body: JSON.stringify(build(view))";
const operationsWithoutEnvelope = "/Withdraw|Otp|Webhook/.test(operationId)";

/** What a target may do otherwise, because no document says it. */
export const harmlessChanges: readonly HarmlessChange[] = [
  {
    id: "harmless-other-texts",
    why: "No text is documented; another language is as good.",
    file: "src/spec/body.ts",
    find: 'fieldOf(root, "message") ?? description',
    replace: '"Pedido processado."',
  },
  {
    id: "harmless-refusals-with-400",
    why: "Of the refusals only the 409 of a second withdrawal is documented with its status.",
    file: "src/http/reply/reply.ts",
    find: "return reply.code(status)",
    replace: "return reply.code([403, 404, 422, 423].includes(status) ? 400 : status)",
  },
  {
    id: "harmless-creations-with-200",
    why: "The status of a success is not documented.",
    file: "src/http/reply/reply.ts",
    find: "return reply.code(status)",
    replace: "return reply.code(status === 201 || status === 202 ? 200 : status)",
  },
  {
    id: "harmless-other-field-order",
    why: "The members of a JSON object have no order.",
    file: "src/spec/renderer.ts",
    find: render,
    replace: `body: JSON.stringify(build(view), (_key, value) => typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).reverse()) : value)`,
  },
  {
    id: "harmless-extra-fields",
    why: "An answer may say more than is documented.",
    file: "src/spec/renderer.ts",
    find: render,
    replace: `body: JSON.stringify(build(view), (_key, value) => typeof value === "object" && value !== null && !Array.isArray(value)
      ? { ...value, extra: "more" } : value)`,
  },
  {
    id: "harmless-no-envelope",
    why: "Only the balance is documented with an envelope.",
    file: "src/spec/renderer.ts",
    find: render,
    replace: `body: JSON.stringify(${operationsWithoutEnvelope} && (build(view) as { data?: unknown }).data !== undefined
      ? (build(view) as { data?: unknown }).data : build(view))`,
  },
  {
    id: "harmless-refusals-in-another-shape",
    why: "The body of a refusal is not documented, but for the withdrawId of the 409.",
    file: "src/spec/renderer.ts",
    find: render,
    replace: `body: JSON.stringify(status !== null && status >= 400 ? { error: (build(view) as { data?: unknown }).data ?? build(view) } : build(view))`,
  },
  {
    id: "harmless-other-refusal-codes",
    why: "The constant name of a refusal is not documented.",
    file: "src/spec/body.ts",
    find: 'const code = outcome.replaceAll("-", "_").toUpperCase();',
    replace: "const code = `E.${outcome}`;",
  },
];
