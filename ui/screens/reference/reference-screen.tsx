import { Field, Fields } from "../../parts/fields.tsx";
import { SearchFilter } from "../../parts/filters.tsx";
import { ItemList } from "../../parts/item-list.tsx";
import { DetailHead, ListDetail } from "../../parts/list-detail.tsx";
import { Found, Loaded } from "../../parts/skeleton.tsx";
import { place } from "../../state/place.ts";
import { useReading } from "../../state/resource.ts";
import { serverUrl } from "../../state/session.ts";
import { text } from "../../text/text.ts";
import { type Operation, readOperations } from "./document.ts";
import { TryIt } from "./try-it.tsx";

const t = text.reference;

/** The operations of both documents, each to be tried, and the documents themselves, which have all of it; what the platform's documentation does not show is marked. */
export function ReferenceScreen() {
  const { find = "" } = place.value.query;
  const wanted = find.toLowerCase();
  return (
    <Loaded read={useReading(readOperations, { isFixed: true })}>
      {(operations) => (
        <ListDetail
          tools={
            <>
              <SearchFilter label={t.find} part="find" />
              <span class="spacer" />
              <a href={`${serverUrl}/openapi.json`}>{t.platform}</a>
              <a href={`${serverUrl}/sandbox/openapi.json`}>{t.control}</a>
            </>
          }
          list={
            <ItemList
              items={operations.filter(({ key, summary }) => `${key} ${summary}`.toLowerCase().includes(wanted))}
              empty={<p class="quiet">{text.list.noneSuch}</p>}
              label={text.screens.reference}
              keyOf={({ key }) => key}
              groupOf={({ prefix, tag }) => (prefix === "" ? tag : `${t.control} · ${tag}`)}
              columns={[
                { id: "method", name: t.method, kind: "short", value: ({ method }) => method },
                { id: "path", name: t.path, kind: "what", value: ({ prefix, path }) => prefix + path },
                { id: "title", name: t.title, kind: "text", value: ({ summary }) => summary },
              ]}
            />
          }
          picks={{
            id: (id) => (
              <Found among={operations} is={({ key }) => key === id}>
                {(operation) => <Detail operation={operation} />}
              </Found>
            ),
          }}
        />
      )}
    </Loaded>
  );
}

function Detail({ operation }: { readonly operation: Operation }) {
  const { method, path, prefix, summary, description, assumed, parameters, responses } = operation;
  return (
    <>
      <DetailHead title={summary}>
        <Assumed reason={assumed} />
      </DetailHead>
      <p>
        <b>{method}</b> <code>{prefix + path}</code>
      </p>
      {description !== "" && <p>{description}</p>}
      {parameters.length > 0 && (
        <section>
          <h3>{t.parameters}</h3>
          <Fields>
            {parameters.map(({ name, in: where, description: told }) => (
              <Field key={name} name={<code>{name}</code>}>
                <span class="quiet">{where}</span> {told}
              </Field>
            ))}
          </Fields>
        </section>
      )}
      <TryIt operation={operation} />
      <section>
        <h3>{t.responses}</h3>
        <Fields>
          {responses.map((response) => (
            <Field key={response.status} name={<b>{response.status}</b>}>
              {response.description} <Assumed reason={response["x-assumed"] ?? ""} />
            </Field>
          ))}
        </Fields>
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
