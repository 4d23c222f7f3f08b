import { useSignal } from "@preact/signals";
import { carriedOut } from "../../../src/client/unexpected-answer.ts";
import { isTold, lineOf } from "../../live/event-line.ts";
import type { HistoryEvent } from "../../live/history-event.ts";
import { Instant } from "../../parts/instant.tsx";
import { Money } from "../../parts/money.tsx";
import { Skeleton } from "../../parts/skeleton.tsx";
import { Status } from "../../parts/status.tsx";
import { railModel } from "../../rail/read-model.ts";
import { useRead } from "../../state/resource.ts";
import { text } from "../../text/text.ts";

/** The branch that the last rewind left, and what came instead. */
export function Branches() {
  const t = text.value.branches;
  const isOpen = useSignal(false);
  const branch = railModel.value?.left.at(-1);
  if (branch === undefined) return null;
  return (
    <section class="panel" aria-label={t.title}>
      <h2>{t.title}</h2>
      {isOpen.value ? (
        <Compared left={branch.upTo} />
      ) : (
        <p>
          <button type="button" onClick={() => (isOpen.value = true)}>
            {t.compare}
          </button>
        </p>
      )}
    </section>
  );
}

function Compared({ left }: { readonly left: number }) {
  const t = text.value.branches;
  const { value, problem } = useRead(
    ({ control }) => carriedOut(control.GET("/compare", { params: { query: { left } } })),
    String(left),
  ).value;
  if (value === null) return problem === null ? <Skeleton /> : <p class="quiet">{problem}</p>;
  const { firstDifference } = value;
  return (
    <div class="branches">
      <Side title={t.left} {...value.left} firstDifference={firstDifference} />
      <Side title={text.value.words.now} {...value.right} firstDifference={firstDifference} />
      {firstDifference === null && <p class="quiet">{t.alike}</p>}
    </div>
  );
}

interface SideProps {
  readonly title: string;
  readonly accounts: { readonly available: number } | null;
  readonly events: readonly HistoryEvent[];
  readonly hasMore: boolean;
  /** An index of the events. */
  readonly firstDifference: number | null;
}

function Side({ title, accounts, events, hasMore, firstDifference }: SideProps) {
  const later = firstDifference === null ? [] : events.slice(firstDifference);
  // Where nothing else has happened, the time is what differs.
  const differing = later.find(isTold) ?? later.at(-1);
  return (
    <section aria-label={title}>
      <h3>
        {title} {accounts !== null && <Money cents={accounts.available} />}
      </h3>
      <ol>
        {events
          .filter((event) => isTold(event) || event === differing)
          .map((event) => {
            const { tone, title: what, cents } = lineOf(event);
            return (
              <li key={event.position} class={event === differing ? "differs" : ""}>
                <Status tone={tone}>{what}</Status> {cents !== null && <Money cents={cents} />}{" "}
                <Instant at={event.at} />
                {event === differing && <b>{text.value.branches.differs}</b>}
              </li>
            );
          })}
      </ol>
      {hasMore && <p class="quiet">…</p>}
    </section>
  );
}
