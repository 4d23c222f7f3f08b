import { lineOf } from "../live/event-line.ts";
import { useEventsAbout } from "../live/events-about.ts";
import { text } from "../text/text.ts";
import { Instant } from "./instant.tsx";
import { Money } from "./money.tsx";
import { Status } from "./status.tsx";

/** What has happened to a withdrawal or a charge, oldest first. */
export function Steps({ id }: { readonly id: string }) {
  const { steps } = text.value.time;
  return (
    <section aria-label={steps}>
      <h2>{steps}</h2>
      <ol class="steps">
        {useEventsAbout(id).map((event) => {
          const { tone, title, cents } = lineOf(event);
          return (
            <li key={event.position}>
              <Status tone={tone}>{title}</Status>
              <span>{cents !== null && <Money cents={cents} />}</span>
              <Instant at={event.at} />
              <span class="quiet">{event.position}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
