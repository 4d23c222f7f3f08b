import type { ReceivedRequest } from "../../../src/spec/generated/control-api.ts";
import { useLiveCalls } from "../../live/follow-calls.ts";
import { BodyText } from "../../parts/body-text.tsx";
import { Field } from "../../parts/fields.tsx";
import { SearchFilter } from "../../parts/filters.tsx";
import { withTimes } from "../../parts/instant.tsx";
import { DetailHead, ItemsDetail } from "../../parts/list-detail.tsx";
import { Empty } from "../../parts/snippet.tsx";
import { Status, type Tone } from "../../parts/status.tsx";
import { onPlatform } from "../../state/action.ts";
import { hrefOf } from "../../state/place.ts";
import { sentenceIn } from "../../state/problem.ts";
import { useList } from "../../state/resource.ts";
import { text, wordFor } from "../../text/text.ts";

const t = text.calls;

/** The calls of the simulated interface, newest first: what was sent, what was answered, and the fault in between. */
export function CallsScreen() {
  useLiveCalls();
  const list = useList(
    ({ control }, limit) => control.GET("/requests", { params: { query: { limit } } }),
    ({ requests }) => requests,
  );
  const first = onPlatform("GET", "/account-balance");
  return (
    <ItemsDetail
      {...list}
      tools={<SearchFilter label={t.filter} />}
      empty={<Empty title={t.none} first={first} />}
      keyOf={({ requestId }) => String(requestId)}
      alsoFoundBy={(request) => `${request.operationId} ${operationOf(request)}`}
      runOf={(request) => [request.method, request.path, request.status, reasonOf(request)].join(" ")}
      columns={[
        { id: "status", name: text.words.answer, kind: "short", value: (one) => one.status ?? 0, draw: statusOf },
        { id: "call", name: t.sent, kind: "what", value: ({ method, path: called }) => `${method} ${called}` },
        { id: "reason", name: text.words.reason, kind: "text", value: reasonOf, draw: Reason },
        { id: "at", name: text.words.at, kind: "time", value: ({ at }) => at },
      ]}
      detail={(request) => <CallDetail request={request} />}
    />
  );
}

function toneOf({ status }: ReceivedRequest): Tone {
  if (status === null || status >= 500) return "bad";
  return status < 300 ? "good" : "attention";
}

/** Returns why a call was rejected; null for any other call. */
function rejectionOf({ status, responseBody }: ReceivedRequest): string | null {
  return status === null || status < 400 ? null : withTimes(sentenceIn(responseBody) ?? "");
}

function operationOf({ operationId }: ReceivedRequest): string | null {
  return operationId && wordFor(text.operations, operationId);
}

function faultOf({ fault }: ReceivedRequest): string | null {
  return fault && wordFor(text.faults.words, fault);
}

function reasonOf(request: ReceivedRequest): string | null {
  return faultOf(request) ?? rejectionOf(request);
}

function Reason(request: ReceivedRequest) {
  return <span class={request.fault === null ? "quiet" : "bad"}>{reasonOf(request)}</span>;
}

function statusOf(request: ReceivedRequest) {
  return <Status tone={toneOf(request)}>{request.status === null ? t.noAnswer : String(request.status)}</Status>;
}

function CallDetail({ request }: { readonly request: ReceivedRequest }) {
  return (
    <>
      <DetailHead title={<code>{`${request.method} ${request.path}`}</code>}>{statusOf(request)}</DetailHead>
      <dl class="fields">
        <Field name={t.operation}>{operationOf(request)}</Field>
        <Field name={text.words.reason}>{rejectionOf(request)}</Field>
        <Field name={text.words.fault}>{request.fault && <a href={hrefOf("faults")}>{faultOf(request)}</a>}</Field>
        <Field name={text.words.at} at={request.at} />
        <Field name={t.duration}>{request.durationMs !== null && `${request.durationMs} ms`}</Field>
      </dl>
      {request.requestBody !== null && (
        <section>
          <h2>{t.sent}</h2>
          <BodyText content={request.requestBody} />
        </section>
      )}
      <section>
        <h2>{text.words.answer}</h2>
        <BodyText content={request.responseBody} />
      </section>
    </>
  );
}
