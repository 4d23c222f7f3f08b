import { useSignal } from "@preact/signals";
import type { Answer } from "../../../src/client/answer.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { BodyText } from "../../parts/body-text.tsx";
import { Field } from "../../parts/fields.tsx";
import { SearchFilter } from "../../parts/filters.tsx";
import { DetailHead, ItemsDetail } from "../../parts/list-detail.tsx";
import { Loaded } from "../../parts/skeleton.tsx";
import { kept } from "../../parts/typed-into.ts";
import type { Action } from "../../state/action.ts";
import { sent } from "../../state/perform.ts";
import { useReading } from "../../state/resource.ts";
import { serverUrl } from "../../state/session.ts";
import { text } from "../../text/text.ts";
import { type Operation, readOperations } from "./document.ts";

const t = text.reference;

/** The operations of both documents, each to be tried, and the documents themselves, which have all of it; what the platform's documentation does not show is marked. */
export function ReferenceScreen() {
  return (
    <Loaded read={useReading(readOperations, { isFixed: true })}>
      {(operations) => (
        <ItemsDetail
          tools={
            <>
              <SearchFilter label={text.words.find} />
              <span class="spacer" />
              <a href={`${serverUrl}/openapi.json`}>{t.platform}</a>
              <a href={`${serverUrl}/sandbox/openapi.json`}>{t.control}</a>
            </>
          }
          items={operations}
          keyOf={({ key }) => key}
          groupOf={({ prefix, tag }) => (prefix === "" ? tag : `${t.control} · ${tag}`)}
          columns={[
            { id: "method", name: t.method, kind: "short", value: ({ method }) => method },
            { id: "path", name: t.path, kind: "what", value: ({ prefix, path }) => prefix + path },
            { id: "title", name: t.title, kind: "text", value: ({ summary }) => summary },
          ]}
          detail={(operation) => <Detail operation={operation} />}
        />
      )}
    </Loaded>
  );
}

function Detail({ operation }: { readonly operation: Operation }) {
  const { method, path, prefix, summary, description, assumed, responses } = operation;
  return (
    <>
      <DetailHead title={summary}>
        <Assumed reason={assumed} />
      </DetailHead>
      <p>
        <b>{method}</b> <code>{prefix + path}</code>
      </p>
      {description !== "" && <p>{description}</p>}
      <TryIt operation={operation} />
      <section>
        <h3>{t.responses}</h3>
        <dl class="fields">
          {responses.map(({ status, response }) => (
            <Field key={status} name={<b>{status}</b>}>
              {response.description} <Assumed reason={response["x-assumed"] ?? ""} />
            </Field>
          ))}
        </dl>
      </section>
    </>
  );
}

/** Says that the platform's documentation does not show it, and why Saldo does it so. */
function Assumed({ reason }: { readonly reason: string }) {
  if (reason === "") return null;
  return (
    <span class="chip" title={reason}>
      {t.assumed}
    </span>
  );
}

const bodies = kept<string | null>(null);
const parameters = kept<Readonly<Record<string, string>>>({});

function TryIt({ operation }: { readonly operation: Operation }) {
  const values = parameters(operation.key);
  const typed = bodies(operation.key);
  const body = typed.value ?? operation.body;
  const answer = useSignal<Answer | null>(null);
  const parsed = body === null ? undefined : parse(body);
  const isWrong = body !== null && parsed === undefined;
  return (
    <form class="form try-it">
      <h3>{t.tryIt}</h3>
      {operation.parameters.map(({ name, in: where, description, example }) => (
        <label key={name} class="stacked">
          <span>
            <code>{name}</code> ({where}) {description}
          </span>
          <input
            placeholder={String(example ?? "")}
            value={values.value[name] ?? ""}
            onInput={(event) => (values.value = { ...values.peek(), [name]: event.currentTarget.value })}
          />
        </label>
      ))}
      {body !== null && (
        <textarea
          aria-label={text.words.body}
          rows={6}
          aria-invalid={isWrong}
          value={body}
          onInput={(event) => (typed.value = event.currentTarget.value)}
        />
      )}
      <ActionButton
        name={t.send}
        kind="primary"
        action={isWrong ? null : actionOf(operation, values.value, parsed)}
        // Every answer is of interest here, so that none is told as a failure of the page.
        via={async (given) => {
          answer.value = await sent(given);
          return null;
        }}
      />
      {answer.value !== null && (
        <>
          <p>
            <b>{answer.value.status}</b>
          </p>
          <BodyText content={answer.value.body} />
        </>
      )}
    </form>
  );
}

function actionOf(operation: Operation, values: Readonly<Record<string, string>>, body: unknown): Action {
  const given = (place: string) =>
    operation.parameters.flatMap(({ name, in: where }): [string, string][] => {
      return where === place && values[name] ? [[name, values[name]]] : [];
    });
  const search = new URLSearchParams(given("query")).toString();
  return {
    method: operation.method,
    template: operation.path + (search && `?${search}`),
    prefix: operation.prefix,
    ids: given("path"),
    body,
  };
}

function parse(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}
