import { useSignal } from "@preact/signals";
import type { ComparedHistory } from "../../../src/spec/generated/control-api.ts";
import { isTold, lineOf, otherCompany } from "../../live/event-line.ts";
import { Button } from "../../parts/button.tsx";
import { factsText } from "../../parts/facts.ts";
import { Instant } from "../../parts/instant.tsx";
import { Money } from "../../parts/money.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Loaded } from "../../parts/skeleton.tsx";
import { Status } from "../../parts/status.tsx";
import { railModel } from "../../rail/read-model.ts";
import { useRead } from "../../state/resource.ts";
import { text } from "../../text/text.ts";

const t = text.branches;

/** The branch that the last rewind left, and what came instead. */
export function Branches() {
  const isOpen = useSignal(false);
  const branch = railModel.value?.left.at(-1);
  if (branch === undefined) return null;
  return (
    <Panel title={t.title}>
      {isOpen.value ? (
        <Compared left={branch.upTo} />
      ) : (
        <Button name={t.compare} onClick={() => (isOpen.value = true)} />
      )}
    </Panel>
  );
}

function Compared({ left }: { readonly left: number }) {
  return (
    <Loaded
      read={useRead(({ control }) => control.GET("/compare", { params: { query: { left } } }), { key: `${left}` })}
    >
      {({ left, right, firstDifference }) => (
        <div class="branches">
          <Side title={t.left} {...left} firstDifference={firstDifference} />
          <Side title={text.words.now} {...right} firstDifference={firstDifference} />
          {firstDifference === null && <p class="quiet">{t.alike}</p>}
        </div>
      )}
    </Loaded>
  );
}

type SideProps = ComparedHistory & {
  readonly title: string;
  /** An index of the events. */
  readonly firstDifference: number | null;
};

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
                <Status tone={tone}>{factsText(what, otherCompany(event))}</Status>{" "}
                {cents !== null && <Money cents={cents} />} <Instant at={event.at} />
                {event === differing && <b>{t.differs}</b>}
              </li>
            );
          })}
      </ol>
      {hasMore && <p class="quiet">…</p>}
    </section>
  );
}
