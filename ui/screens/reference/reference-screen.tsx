import { Field } from "../../parts/fields.tsx";
import { SearchFilter } from "../../parts/filters.tsx";
import { DetailHead, ItemsDetail } from "../../parts/list-detail.tsx";
import { Loaded } from "../../parts/skeleton.tsx";
import { useReading } from "../../state/resource.ts";
import { serverUrl } from "../../state/session.ts";
import { text } from "../../text/text.ts";
import { type Operation, readOperations } from "./document.ts";
import { TryIt } from "./try-it.tsx";

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
