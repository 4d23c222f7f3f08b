import { ItemList } from "../../parts/item-list.tsx";
import { ListDetail } from "../../parts/list-detail.tsx";
import { Skeleton } from "../../parts/skeleton.tsx";
import { place, refine } from "../../state/place.ts";
import { useReadOnce } from "../../state/resource.ts";
import { serverUrl } from "../../state/server-url.ts";
import { text } from "../../text/text.ts";
import { Assumed } from "./assumed.tsx";
import { type Operation, readOperations } from "./document.ts";
import { textIn } from "./json.ts";
import { TryIt } from "./try-it.tsx";

/** The operations of both documents, each to be tried, and the documents themselves, which have all of it; what the platform's documentation does not show is marked. */
export function ReferenceScreen() {
  const { id, find = "" } = place.value.query;
  const t = text.value.reference;
  const { value } = useReadOnce(readOperations).value;
  if (value === null) return <Skeleton />;
  const wanted = find.toLowerCase();
  const found = value.filter(({ key, summary }) => `${key} ${summary}`.toLowerCase().includes(wanted));
  const selected = value.find(({ key }) => key === id);
  return (
    <ListDetail
      tools={<Filter find={find} />}
      list={
        <ItemList
          items={found}
          empty={<p class="quiet">{t.none}</p>}
          label={text.value.screens.reference}
          keyOf={({ key }) => key}
          groupOf={({ prefix, tag }) => (prefix === "" ? tag : `${t.control} · ${tag}`)}
          columns={[
            { id: "method", name: t.method, kind: "short", value: ({ method }) => method },
            { id: "path", name: t.path, kind: "what", value: ({ prefix, path }) => prefix + path },
            { id: "title", name: t.title, kind: "text", value: ({ summary }) => summary },
          ]}
        />
      }
      detail={selected === undefined ? null : <Detail key={selected.key} operation={selected} />}
    />
  );
}

function Filter({ find }: { readonly find: string }) {
  const t = text.value.reference;
  return (
    <>
      <label class="inline">
        {t.find}
        <input
          data-filter
          type="search"
          value={find}
          onInput={(event) => refine({ find: event.currentTarget.value })}
        />
      </label>
      <span class="spacer" />
      <a href={`${serverUrl}/openapi.json`}>{t.platform}</a>
      <a href={`${serverUrl}/sandbox/openapi.json`}>{t.control}</a>
    </>
  );
}

function Detail({ operation }: { readonly operation: Operation }) {
  const t = text.value.reference;
  const { method, path, prefix, summary, description, assumed, parameters, responses } = operation;
  return (
    <>
      <div class="detail-head">
        <h2>{summary}</h2>
        <Assumed reason={assumed} />
      </div>
      <p>
        <b>{method}</b> <code>{prefix + path}</code>
      </p>
      {description !== "" && <p>{description}</p>}
      {parameters.length > 0 && (
        <section>
          <h3>{t.parameters}</h3>
          <ul class="schema">
            {parameters.map((parameter) => (
              <li key={textIn(parameter, "name")}>
                <code>{textIn(parameter, "name")}</code> <span class="quiet">{textIn(parameter, "in")}</span>{" "}
                {textIn(parameter, "description")}
              </li>
            ))}
          </ul>
        </section>
      )}
      <TryIt operation={operation} />
      <section>
        <h3>{t.responses}</h3>
        <ul class="schema">
          {responses.map((response) => (
            <li key={response.status}>
              <b>{response.status}</b> {textIn(response, "description")}{" "}
              <Assumed reason={textIn(response, "x-assumed")} />
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
