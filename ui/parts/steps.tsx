import type { HistoryEvent } from "../../src/spec/generated/control-api.ts";
import { lineOf } from "../live/event-line.ts";
import { useRead } from "../state/resource.ts";
import { text } from "../text/text.ts";
import { Instant } from "./instant.tsx";
import { Money } from "./money.tsx";
import { runsOf } from "./runs.ts";
import { Loaded } from "./skeleton.tsx";
import { Status } from "./status.tsx";

/** What has happened to a withdrawal or a charge, oldest first. What a rewind took back has not happened to it. */
export function Steps({ id }: { readonly id: string }) {
  const { steps } = text.time;
  const params = { query: { about: id, branch: "live", limit: 1_000 } } as const;
  return (
    <section aria-label={steps}>
      <h2>{steps}</h2>
      <Loaded read={useRead(({ control }) => control.GET("/events", { params }), { key: id })}>
        {({ events }) => (
          <ol class="steps">
            {runsOf(events, ({ type, at }) => `${type} ${at}`).map((run) => run[0] && Step(run[0], run.length))}
          </ol>
        )}
      </Loaded>
    </section>
  );
}

function Step(event: HistoryEvent, count: number) {
  const { tone, title, cents } = lineOf(event);
  return (
    <li key={event.position}>
      <span>
        <Status tone={tone}>{count > 1 ? `${count} × ${title}` : title}</Status>{" "}
        {cents !== null && <Money cents={cents} />}
      </span>
      <Instant at={event.at} />
    </li>
  );
}
