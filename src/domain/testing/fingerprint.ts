import { agendaItems, outboxItems } from "../schedule.ts";
import type { World } from "../world.ts";

/** All that a world is, as text: equal worlds, and only they, have equal texts. What is pending stands in order. */
export function fingerprint(world: World): string {
  const pending = { agenda: agendaItems(world), outbox: outboxItems(world) };
  return JSON.stringify({ ...world, ...pending }, (_key, value: unknown) =>
    value instanceof Map || value instanceof Set ? { entries: [...value.entries()] } : value,
  );
}
