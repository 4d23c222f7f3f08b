import { lineOf } from "../live/event-line.ts";
import { useRead } from "../state/resource.ts";
import { text } from "../text/text.ts";
import { Instant } from "./instant.tsx";
import { Money } from "./money.tsx";
import { runsOf } from "./runs.ts";
import { Status } from "./status.tsx";

/** What has happened to a withdrawal or a charge, oldest first. What a rewind took back has not happened to it. */
export function Steps({ id }: { readonly id: string }) {
  const { steps } = text.time;
  const params = { query: { about: id, branch: "live", limit: 1_000 } } as const;
  const { value } = useRead(({ control }) => control.GET("/events", { params }), id);
  return (
    <section aria-label={steps}>
      <h2>{steps}</h2>
      <ol class="steps">
        {runsOf(value?.events ?? [], ({ type, at }) => `${type} ${at}`).map((run) =>
          run.slice(0, 1).map((event) => {
            const { tone, title, cents } = lineOf(event);
            return (
              <li key={event.position}>
                <span>
                  <Status tone={tone}>{run.length > 1 ? `${run.length} × ${title}` : title}</Status>{" "}
                  {cents !== null && <Money cents={cents} />}
                </span>
                <Instant at={event.at} />
              </li>
            );
          }),
        )}
      </ol>
    </section>
  );
}
