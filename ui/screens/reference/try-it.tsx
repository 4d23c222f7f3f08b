import { useSignal } from "@preact/signals";
import type { Answer } from "../../../src/client/answer.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { BodyText } from "../../parts/body-text.tsx";
import { kept } from "../../parts/typed-into.ts";
import { type Action, METHODS } from "../../state/action.ts";
import { sent } from "../../state/perform.ts";
import { text } from "../../text/text.ts";
import type { Operation } from "./document.ts";
import { isJson, objectIn, textIn } from "./json.ts";

const bodies = kept<string | null>(null);
const parameters = kept<Readonly<Record<string, string>>>({});

/** Sends the operation with the key of the page, and shows the response. */
export function TryIt({ operation }: { readonly operation: Operation }) {
  const t = text.value.reference;
  const values = parameters(operation.key);
  const typed = bodies(operation.key);
  const body = typed.value ?? exampleOf(operation);
  const answer = useSignal<Answer | null>(null);
  const parsed = parse(body);
  const action = actionOf(operation, values.value, operation.body === null ? undefined : parsed);
  return (
    <section class="try-it">
      <h3>{t.tryIt}</h3>
      {operation.parameters.map((parameter) => (
        <label key={textIn(parameter, "name")} class="inline">
          <code>{textIn(parameter, "name")}</code>
          <input
            placeholder={String(parameter.example ?? "")}
            value={values.value[textIn(parameter, "name")] ?? ""}
            onInput={(event) =>
              (values.value = { ...values.peek(), [textIn(parameter, "name")]: event.currentTarget.value })
            }
          />
        </label>
      ))}
      {operation.body !== null && (
        <textarea
          aria-label={text.value.words.body}
          rows={6}
          aria-invalid={parsed === undefined}
          value={body}
          onInput={(event) => (typed.value = event.currentTarget.value)}
        />
      )}
      <p>
        <ActionButton
          kind="primary"
          action={operation.body !== null && parsed === undefined ? null : action}
          // Every answer is of interest here, so that none is told as a failure of the page.
          via={async (given) => {
            answer.value = await sent(given);
            return null;
          }}
        >
          {t.send}
        </ActionButton>
      </p>
      {answer.value !== null && (
        <>
          <p>
            <b>{answer.value.status}</b>
          </p>
          <BodyText content={answer.value.body} />
        </>
      )}
    </section>
  );
}

function actionOf(operation: Operation, values: Readonly<Record<string, string>>, body: unknown): Action {
  const given = operation.parameters.filter(({ name }) => values[String(name)]);
  const query = given
    .filter((parameter) => parameter.in === "query")
    .map(({ name }) => [String(name), values[String(name)] ?? ""]);
  const search = query.length === 0 ? "" : `?${new URLSearchParams(query)}`;
  return {
    method: METHODS.find((method) => method === operation.method) ?? "GET",
    template: operation.path + search,
    prefix: operation.prefix,
    ids: given
      .filter((parameter) => parameter.in === "path")
      .map(({ name }) => [String(name), values[String(name)] ?? ""] as const),
    body,
  };
}

/** Returns the first example of the body as text. */
function exampleOf({ body }: Operation): string {
  const [example] = body === null ? [] : Object.values(objectIn(body, "examples"));
  return isJson(example) ? JSON.stringify(example.value, null, 2) : "";
}

function parse(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}
