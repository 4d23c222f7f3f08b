import { carriedOut } from "../../../src/client/unexpected-answer.ts";
import type { components } from "../../../src/spec/generated/control-api.ts";
import { useLiveCalls } from "../../live/follow-calls.ts";
import { BodyText } from "../../parts/body-text.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Field, Fields } from "../../parts/fields.tsx";
import { withTimes } from "../../parts/instant.tsx";
import { ItemList } from "../../parts/item-list.tsx";
import { ListDetail } from "../../parts/list-detail.tsx";
import { Skeleton } from "../../parts/skeleton.tsx";
import { Status, type Tone } from "../../parts/status.tsx";
import { onPlatform } from "../../state/action.ts";
import { hrefOf, place, refine } from "../../state/place.ts";
import { sentenceIn } from "../../state/problem.ts";
import { useList } from "../../state/resource.ts";
import { text, wordFor } from "../../text/text.ts";

type ReceivedRequest = components["schemas"]["ReceivedRequest"];

/** The calls of the simulated interface, newest first: what was sent, what was answered, and the fault in between. */
export function CallsScreen() {
  const { id, path } = place.value.query;
  useLiveCalls();
  const list = useList(
    async ({ control }, limit) =>
      (await carriedOut(control.GET("/requests", { params: { query: { limit } } }))).requests,
  );
  const t = text.value.calls;
  if (list.items === null) return <Skeleton />;
  if (list.items.length === 0) return <Empty title={t.none} first={onPlatform("GET", "/account-balance")} />;
  const selected = list.items.find(({ requestId }) => String(requestId) === id);
  return (
    <ListDetail
      tools={
        <label class="inline">
          {t.filter}
          <input
            data-filter
            type="search"
            value={path ?? ""}
            onInput={(event) => refine({ path: event.currentTarget.value })}
          />
        </label>
      }
      list={
        <ItemList
          {...list}
          items={list.items.filter((request) => fits(request, path))}
          empty={<p class="quiet">{t.noneSuch}</p>}
          label={text.value.screens.calls}
          keyOf={({ requestId }) => String(requestId)}
          runOf={(request) => [request.method, request.path, request.status, reasonOf(request)].join(" ")}
          columns={[
            {
              id: "status",
              name: text.value.words.answer,
              kind: "short",
              value: ({ status }) => status ?? 0,
              draw: CallStatus,
            },
            { id: "call", name: t.sent, kind: "what", value: ({ method, path: called }) => `${method} ${called}` },
            { id: "reason", name: text.value.words.reason, kind: "text", value: reasonOf, draw: Reason },
            { id: "at", name: text.value.words.at, kind: "time", value: ({ at }) => at },
          ]}
        />
      }
      detail={selected === undefined ? null : <CallDetail request={selected} />}
    />
  );
}

/** The status, the path, the operation and the fault can be searched. */
function fits(request: ReceivedRequest, wanted: string | undefined): boolean {
  const { method, path, status, operationId } = request;
  const words = [method, path, status, operationId, operationOf(request), faultOf(request)];
  const searched = words.join(" ").toLowerCase();
  return wanted === undefined || searched.includes(wanted.toLowerCase());
}

function toneOf({ status }: ReceivedRequest): Tone {
  if (status === null) return "bad";
  if (status < 300) return "good";
  return status < 500 ? "attention" : "bad";
}

/** Returns why a call was rejected; null for any other call. */
function rejectionOf({ status, responseBody }: ReceivedRequest): string | null {
  return status === null || status < 400 ? null : withTimes(sentenceIn(responseBody) ?? "");
}

/** Returns the operation of a call, in words; null without one. */
function operationOf({ operationId }: ReceivedRequest): string | null {
  return operationId && wordFor(text.value.operations, operationId);
}

/** Returns the fault that was applied to a call, in words; null without one. */
function faultOf({ fault }: ReceivedRequest): string | null {
  return fault && wordFor(text.value.faults.words, fault);
}

function reasonOf(request: ReceivedRequest): string | null {
  return faultOf(request) ?? rejectionOf(request);
}

function Reason(request: ReceivedRequest) {
  return <span class={request.fault === null ? "quiet" : "bad-word"}>{reasonOf(request)}</span>;
}

function CallStatus(request: ReceivedRequest) {
  const { status } = request;
  return <Status tone={toneOf(request)}>{status === null ? text.value.calls.noAnswer : String(status)}</Status>;
}

function CallDetail({ request }: { readonly request: ReceivedRequest }) {
  const t = text.value.calls;
  return (
    <>
      <div class="detail-head">
        <h2 class="mono">
          {request.method} {request.path}
        </h2>
        <CallStatus {...request} />
      </div>
      <Fields>
        <Field name={t.operation}>{operationOf(request)}</Field>
        <Field name={t.outcome}>{request.outcome}</Field>
        <Field name={text.value.words.reason}>{rejectionOf(request)}</Field>
        <Field name={text.value.words.fault}>
          {request.fault && <a href={hrefOf("faults")}>{faultOf(request)}</a>}
        </Field>
        <Field name={text.value.words.at} at={request.at} />
        <Field name={t.duration}>{request.durationMs !== null && `${request.durationMs} ms`}</Field>
      </Fields>
      {request.requestBody !== null && (
        <section>
          <h2>{t.sent}</h2>
          <BodyText content={request.requestBody} />
        </section>
      )}
      <section>
        <h2>{text.value.words.answer}</h2>
        <BodyText content={request.responseBody} />
      </section>
    </>
  );
}
