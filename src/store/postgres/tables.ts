/** The tables of a schema, by names that do not depend on the settings of a session. */
export interface Tables {
  readonly schema: string;
  readonly world: string;
  readonly entry: string;
  readonly snapshot: string;
  readonly apiKey: string;
  readonly schedule: string;
  readonly attempt: string;
  readonly pause: string;
  readonly replica: string;
  readonly call: string;
  readonly met: string;
}

/** Milliseconds since 1970 by the database's clock. */
export const timeMs = "extract(epoch FROM clock_timestamp()) * 1000";

export function tablesOf(schema: string): Tables {
  const quoted = quote(schema);
  const table = (name: string) => `${quoted}.${name}`;
  return {
    schema,
    world: table("world"),
    entry: table("entry"),
    snapshot: table("snapshot"),
    apiKey: table("api_key"),
    schedule: table("schedule"),
    attempt: table("attempt"),
    pause: table("pause"),
    replica: table("replica"),
    call: table("call"),
    met: table("met"),
  };
}

/** Returns a name as SQL takes it, whatever characters it has. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
