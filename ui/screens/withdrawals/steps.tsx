import { lineOf } from "../../live/event-line.ts";
import { useEventsAbout } from "../../live/events-about.ts";
import { Instant } from "../../parts/instant.tsx";
import { Status } from "../../parts/status.tsx";
import { text } from "../../text/text.ts";
import type { Withdrawal } from "./withdrawal-state.tsx";

/** What has happened to a withdrawal, oldest first. */
export function Steps({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const events = useEventsAbout(withdrawal.withdrawId);
  return (
    <section aria-label={text.value.withdrawals.steps}>
      <h2>{text.value.withdrawals.steps}</h2>
      <ol class="steps">
        {events.map((event) => {
          const { tone, title } = lineOf(event);
          return (
            <li key={event.position}>
              <Status tone={tone}>{title}</Status>
              <Instant at={event.at} />
              <span class="quiet">{event.position}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
